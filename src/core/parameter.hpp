#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace gradvet {

/// How a parameter's numbers are laid out.
enum class Layout {
  kScalar,         ///< one number
  kPerMicrobatch,  ///< one number for each microbatch
  kMatrix,         ///< microbatch x coordinate, rows of equal width
  kRagged,         ///< microbatch x item, rows of any length
  kRankVector,     ///< rank x microbatch, ragged
  kRankMatrix,     ///< rank x microbatch x coordinate; ragged in microbatches, equal width
  kOperations,     ///< the operation list of a stateful contract
};

/// What a parameter's numbers mean; decides which values are drawn and enumerated for it and how they travel
/// (kValue, kScale, kWeight and kBound as floats, the others as integers).
enum class NumberRole { kValue, kScale, kWeight, kBound, kCount, kSize, kTarget };

/// True for roles that travel as floats, false for those that travel as integers.
constexpr bool is_real(NumberRole role) {
  return role == NumberRole::kValue || role == NumberRole::kScale || role == NumberRole::kWeight ||
         role == NumberRole::kBound;
}

/// One named parameter of a contract, in the order in which a candidate takes them.
struct Parameter {
  std::string_view name;
  Layout layout;
  NumberRole role;
};

using Signature = std::span<const Parameter>;

}  // namespace gradvet
