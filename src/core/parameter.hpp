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
  kOperations,     ///< the operation list of a stateful contract, see operations.hpp
};

/// Rows of equal width, one after another.
constexpr bool is_matrix(Layout layout) { return layout == Layout::kMatrix || layout == Layout::kOperations; }

/// Rows of any number of items, which offsets tell apart.
constexpr bool is_ragged(Layout layout) {
  return layout == Layout::kRagged || layout == Layout::kRankVector || layout == Layout::kRankMatrix;
}

/// Whether a width is one of the argument's sizes.
constexpr bool has_width(Layout layout) { return is_matrix(layout) || layout == Layout::kRankMatrix; }

/// What a parameter's numbers mean; decides which values are drawn and enumerated for it and how they travel
/// (kValue, kScale, kWeight and kBound as floats, the others as integers; operations and policies as words).
enum class NumberRole { kValue, kScale, kWeight, kBound, kCount, kSize, kTarget, kOperation, kPolicy };

/// True for roles that travel as floats, false for those that travel as integers.
constexpr bool is_real(NumberRole role) {
  return role == NumberRole::kValue || role == NumberRole::kScale || role == NumberRole::kWeight ||
         role == NumberRole::kBound;
}

/// Operations and policies are words, written as numbers inside: arithmetic on them means nothing.
constexpr bool is_word(NumberRole role) {
  return role == NumberRole::kOperation || role == NumberRole::kPolicy;
}

/// One named parameter of a contract, in the order in which a candidate takes them.
struct Parameter {
  std::string_view name;
  Layout layout;
  NumberRole role;
  /// A candidate may leave it out, and so may the text of a case, where every number of it is 1 then.
  bool is_optional = false;
};

using Signature = std::span<const Parameter>;

}  // namespace gradvet
