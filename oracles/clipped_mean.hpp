#pragma once

#include <optional>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// clipped-mean(gradient_vectors, example_counts, scales, max_norm, eps): the mean of the unscaled gradients,
/// scaled once by min(1, max_norm / (its 2-norm + eps)). Arguments 0 and 2 are reals (a matrix and one number
/// for each of its rows), argument 1 integers, 3 and 4 scalars.
namespace gradvet::clipped_mean {

/// An exact accumulator has a square root that is no fraction to this many bits at least: a candidate on
/// fractions must cut it off somewhere.
inline constexpr int kExactRootBits = 80;

std::optional<std::string> refuse(const Case&, const Profile&);
/// Where the norm is no fraction, its root is cut off after kRootBits (square_root.hpp).
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
/// The same for any formats.
void allow(const Case&, const rounding::Arithmetic&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);

}  // namespace gradvet::clipped_mean
