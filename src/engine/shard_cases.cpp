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

bool DrawnCases::next(Case& out) {
  while (!planned_ || position_ < *planned_) {
    const std::uint64_t word = words_.next();
    const std::uint64_t position = position_++;
    if (!shard_.takes(position)) continue;
    const int size = static_cast<int>(position % (kMaxSize + 1));
    ClassSet classes = contract_.draw(word, size, limits_, profile_, out);
    for (; classes != 0; classes &= classes - 1) ++class_counts_[std::countr_zero(classes)];
    return true;
  }
  return false;
}

std::map<std::string, std::uint64_t, std::less<>> DrawnCases::classes() const {
  std::map<std::string, std::uint64_t, std::less<>> named;
  for (std::size_t i = 0; i < contract_.class_names().size(); ++i)
    named.emplace(contract_.class_names()[i], class_counts_[i]);
  return named;
}

}  // namespace gradvet
