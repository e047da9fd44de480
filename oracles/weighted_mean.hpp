#pragma once

#include <optional>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// weighted-mean(values, weights): the sum of weight times value over all items of all microbatches, divided
/// by the total of the weights; 0 where that is 0. Argument 0 is ragged values, argument 1 their weights.
namespace gradvet::weighted_mean {

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
/// The bound alone, for any formats.
void allow(const Case&, const rounding::Arithmetic&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);

}  // namespace gradvet::weighted_mean
