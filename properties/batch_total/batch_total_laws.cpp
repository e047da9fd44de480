#include "properties/batch_total/batch_total_laws.hpp"

#include "properties/case_edit.hpp"
#include "properties/law_edits.hpp"

namespace gradvet::batch_total {

namespace {

constexpr std::size_t kSizes = 0;
constexpr std::size_t kTarget = 1;

std::optional<Case> change_target(const Case& original, std::uint64_t word) {
  Case changed = original;
  std::int64_t& target = changed.integers(kTarget)[0];
  target = target == 1 || (word & 1) != 0 ? 1 + static_cast<std::int64_t>((word >> 8) % 64) : target - 1;
  return changed;
}

/// A last batch of target - 1.
std::optional<Case> add_short_batch(const Case& original, std::uint64_t) {
  auto rows = whole_selection(original.microbatches());
  rows.push_back(kNewZeros);
  Case changed;
  select_microbatches(original, rows, changed);
  changed.integers(kSizes).back() = original.integers(kTarget)[0] - 1;
  return changed;
}

ExactAnswer predict_added(const Case&, const Case& changed, const ExactAnswer& result) {
  ExactAnswer predicted = result;
  predicted.numbers[0] += Rational(changed.integers(kSizes).back());
  return predicted;
}

std::optional<Case> scale_sizes(const Case& original, std::uint64_t word) {
  return law::scale_integers(original, kSizes, 2 + static_cast<std::int64_t>(word % 6));
}

ExactAnswer predict_scaled_sizes(const Case& original, const Case& changed, const ExactAnswer& result) {
  return law::predict_scaled(original, changed, kSizes, result);
}

constexpr Law kLaws[] = {
    {"permute-batches", "the order of the batches does not matter", law::permute, law::predict_same},
    {"split-batch", "a batch split in two gives the same total", law::split, law::predict_same},
    {"merge-all", "all batches merged into one give the same total", law::merge_all, law::predict_same},
    {"change-target", "the target does not matter", change_target, law::predict_same},
    {"add-empty-batch", "an empty batch changes nothing", law::add_empty, law::predict_same},
    {"add-short-batch", "a short batch adds its size", add_short_batch, predict_added},
    {"scale-sizes", "sizes times k give the total times k", scale_sizes, predict_scaled_sizes},
};

}  // namespace

std::span<const Law> laws() { return kLaws; }

}  // namespace gradvet::batch_total
