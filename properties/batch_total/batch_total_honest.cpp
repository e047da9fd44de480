#include "properties/batch_total/batch_total_forms.hpp"
#include "properties/batch_total/batch_total_methods.hpp"

namespace gradvet::batch_total {

namespace {

struct Reversed {
  static std::int64_t total(Sizes sizes, std::int64_t) {
    std::int64_t sum = 0;
    for (std::size_t i = sizes.size(); i-- > 0;) sum += sizes[i];
    return sum;
  }
};

struct Pairwise {
  static std::int64_t total(Sizes sizes, std::int64_t target) {
    if (sizes.size() <= 1) return sum_in_order(sizes);
    const std::size_t half = sizes.size() / 2;
    return total(sizes.first(half), target) + total(sizes.subspan(half), target);
  }
};

/// Counts full targets and carries the remainder along.
struct ModularCarry {
  static std::int64_t total(Sizes sizes, std::int64_t target) {
    std::int64_t targets = 0;
    std::int64_t carried = 0;
    for (const std::int64_t size : sizes) {
      // Both are below 2^53, as sizes and targets are.
      carried += size % target;
      targets += size / target + carried / target;
      carried %= target;
    }
    return targets * target + carried;
  }
};

/// Full batches and all others apart, added at the end.
struct FullAndRest {
  static std::int64_t total(Sizes sizes, std::int64_t target) {
    std::int64_t full = 0;
    std::int64_t rest = 0;
    for (const std::int64_t size : sizes) (size == target ? full : rest) += size;
    return full + rest;
  }
};

template <class Method>
constexpr Form honest(std::string_view id, std::string_view sentence) {
  return {id, FormRole::kHonest, sentence, {}, compute<Method>, compute_exactly<Method>};
}

constexpr Form kReversed =
    honest<Reversed>("batch-total/honest/reversed", "sums from the last batch to the first");
constexpr Form kPairwise = honest<Pairwise>("batch-total/honest/pairwise", "sums in halves of halves");
constexpr Form kModularCarry =
    honest<ModularCarry>("batch-total/honest/modular-carry", "counts full targets and carries the remainder");
constexpr Form kFullAndRest =
    honest<FullAndRest>("batch-total/honest/full-and-rest", "sums full batches and the others apart");

constexpr const Form* kHonest[] = {&kReversed, &kPairwise, &kModularCarry, &kFullAndRest};

}  // namespace

std::span<const Form* const> honest_forms() { return kHonest; }

}  // namespace gradvet::batch_total
