#pragma once

#include <optional>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// vector-mean(gradient_vectors, example_counts): every coordinate's sum over the microbatches, divided by
/// the total of the counts. Argument 0 is a matrix of values, argument 1 the counts.
namespace gradvet::vector_mean {

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
/// What usual implementations stay within (Contract::usual).
void usual(const Case&, const Profile&, Allowance& out);
/// The bounds alone, for any formats.
void allow(const Case&, const rounding::Arithmetic&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);

}  // namespace gradvet::vector_mean
