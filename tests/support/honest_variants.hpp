#pragma once

#include <span>
#include <string_view>

#include "tests/support/emulated_number.hpp"

/// The whole honest family of a mean of sums: every way to compute it that must never be reported. The
/// built-in forms of properties/mean_forms.hpp and the variants of each that real code has.
namespace gradvet::test {

/// Which of them a declared order covers.
enum class Covered {
  kByAny,         ///< order=any alone
  kBySum,         ///< order=sum too: sums first, scales once
  kByOneDivision  ///< the orders with one division too
};
enum class Takes {
  kAnything,
  kScales,  ///< for unscaled-mean only
  kMeans    ///< for token-mean only
};

struct HonestVariant {
  std::string_view name;
  Covered covered;
  Takes takes;
  Emulated (*mean)(const EmulatedTerms&);
};

std::span<const HonestVariant> honest_variants();

/// How a tree sum forms its terms and what it does with their sum: any tree over any permutation of them is
/// honest.
struct TreeVariant {
  std::string_view name;
  Covered covered;
  Takes takes;
  Emulated (*term)(const EmulatedTerms&, std::size_t);
  Emulated (*finish)(const EmulatedTerms&, Emulated);
};

std::span<const TreeVariant> tree_variants();

/// Whether a variant can be run on these terms.
bool is_for(Takes takes, const EmulatedTerms& terms);

}  // namespace gradvet::test
