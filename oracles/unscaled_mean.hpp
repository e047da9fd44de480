#pragma once

#include <optional>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// unscaled-mean(scaled_sums, scales, counts): the sum of scaled_sum / scale over the microbatches whose
/// scale is above zero, divided by the total of ALL counts. Arguments 0 and 1 are reals, 2 integers, one each
/// per microbatch.
namespace gradvet::unscaled_mean {

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
/// What usual implementations stay within (Contract::usual).
void usual(const Case&, const Profile&, Allowance& out);
/// The bounds alone, for any formats.
void allow(const Case&, const rounding::Arithmetic&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);

}  // namespace gradvet::unscaled_mean
