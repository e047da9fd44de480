#include "src/engine/shard_cases.hpp"

#include <bit>

namespace gradvet {

namespace {
/// RapidCheck's largest size; sizes grow from 0 to it again and again, so that small and large cases come
/// early.
constexpr int kMaxSize = 100;
}  // namespace

bool ShardOfScope::next(Case& out) {
  while (all_->next(out))
    if (shard_.takes(position_++)) return true;
  return false;
}

std::size_t DrawnCases::fill(std::span<Case> batch, JobPool& pool) {
  constexpr std::size_t kFewCases = 32;
  drawings_.clear();
  while (drawings_.size() < batch.size() && (!planned_ || position_ < *planned_)) {
    const std::uint64_t word = words_.next();
    const std::uint64_t position = position_++;
    if (!shard_.takes(position)) continue;
    drawings_.push_back({word, static_cast<int>(position % (kMaxSize + 1)), 0});
  }
  pool.run(drawings_.size(), kFewCases, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      drawings_[i].classes =
          contract_.draw(drawings_[i].word, drawings_[i].size, limits_, profile_, batch[i]);
  });
  for (const Drawing& drawing : drawings_)
    for (ClassSet classes = drawing.classes; classes != 0; classes &= classes - 1)
      ++class_counts_[std::countr_zero(classes)];
  return drawings_.size();
}

std::map<std::string, std::uint64_t, std::less<>> DrawnCases::classes() const {
  std::map<std::string, std::uint64_t, std::less<>> named;
  for (std::size_t i = 0; i < contract_.class_names().size(); ++i)
    named.emplace(contract_.class_names()[i], class_counts_[i]);
  return named;
}

}  // namespace gradvet
