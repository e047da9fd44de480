#pragma once

#include <optional>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// rank-mean(gradients, counts): every coordinate's sum over all microbatches of all ranks, divided by the
/// total of all counts; null where that is 0. Argument 0 is a rank matrix of values, argument 1 the counts.
namespace gradvet::rank_mean {

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
/// The bounds alone, for any formats.
void allow(const Case&, const rounding::Arithmetic&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);

}  // namespace gradvet::rank_mean
