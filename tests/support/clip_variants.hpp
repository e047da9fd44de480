#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tests/support/emulated_number.hpp"

/// The honest ways to clip a vector by its 2-norm: every way to form the norm, with every way to apply it.
namespace gradvet::test {

using EmulatedVector = std::vector<Emulated>;

/// Numbers and limits of one clipping, in a machine's accumulator.
struct ClipInput {
  const Machine& machine;
  EmulatedVector numbers;
  Emulated max_norm;
  Emulated eps;
};

struct NormVariant {
  std::string_view name;
  Emulated (*norm)(const ClipInput&);
};
std::span<const NormVariant> norm_variants();

struct ApplyVariant {
  std::string_view name;
  EmulatedVector (*apply)(const ClipInput&, Emulated norm);
};
std::span<const ApplyVariant> apply_variants();

}  // namespace gradvet::test
