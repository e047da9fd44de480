#include "src/candidates/guarded_room.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace gradvet {

namespace {

/// Larger segments are not filled again before they are needed.
constexpr std::size_t kWordsOfPage = 512;

std::size_t in_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

/// True if each word is the next one, and the first is the right one: memcmp is faster than any loop here.
bool is_unwritten(const std::uint64_t* first, const std::uint64_t* last) {
  if (first == last) return true;
  const auto rest = static_cast<std::size_t>(last - first) - 1;
  return *first == kUnwrittenBits && std::memcmp(first, first + 1, rest * sizeof *first) == 0;
}

}  // namespace

Result<GuardedRoom> GuardedRoom::map(std::size_t bytes) {
  Result<SharedMemory> memory = SharedMemory::map(in_pages(bytes) + 2 * kGuardBytes);
  if (!memory) return tl::unexpected(memory.error());
  GuardedRoom room;
  room.memory_ = std::move(*memory);
  room.memory_.forbid(0, kGuardBytes);
  room.memory_.forbid(room.memory_.bytes().size() - kGuardBytes, kGuardBytes);
  return room;
}

std::uint64_t* GuardedRoom::begin() const {
  return reinterpret_cast<std::uint64_t*>(memory_.bytes().data() + kGuardBytes);
}

std::uint64_t* GuardedRoom::end() const {
  return reinterpret_cast<std::uint64_t*>(memory_.bytes().data() + memory_.bytes().size() - kGuardBytes);
}

std::uint64_t* GuardedRoom::take(std::size_t words) {
  std::uint64_t* const top = segments_.empty() ? end() : segments_.back().data();
  const std::size_t gap = segments_.empty() ? 0 : kGapWords;
  const auto left = static_cast<std::size_t>(top - begin());
  if (left < gap || words > left - gap) return nullptr;
  std::uint64_t* const first = top - gap - words;
  std::uint64_t* const clean = end() - clean_words_;
  std::uint64_t* const wanted = first - std::min<std::ptrdiff_t>(kWatchedWords, first - begin());
  if (wanted < clean) {
    std::fill(wanted, clean, kUnwrittenBits);
    clean_words_ = static_cast<std::size_t>(end() - wanted);
  }
  segments_.emplace_back(first, words);
  return first;
}

void GuardedRoom::clear() {
  if (damage() != Damage::kNone) clean_words_ = 0;
  for (const std::span<std::uint64_t> segment : segments_) {
    if (segment.size() > kWordsOfPage)
      clean_words_ = 0;
    else
      std::ranges::fill(segment, kUnwrittenBits);
  }
  segments_.clear();
}

GuardedRoom::Damage GuardedRoom::damage() const {
  if (segments_.empty()) return Damage::kNone;
  const std::uint64_t* top = end();
  for (const std::span<std::uint64_t> segment : segments_) {
    const std::uint64_t* const behind = segment.data() + segment.size();
    if (!is_unwritten(behind, top)) return *behind == kUnwrittenBits ? Damage::kBefore : Damage::kBehind;
    top = segment.data();
  }
  const std::uint64_t* const watched = top - std::min<std::ptrdiff_t>(kWatchedWords, top - begin());
  return is_unwritten(watched, top) ? Damage::kNone : Damage::kBefore;
}

Result<ResultRooms> ResultRooms::map(std::size_t most_bytes) {
  Result<GuardedRoom> page = GuardedRoom::map(1);
  if (!page) return tl::unexpected(page.error());
  Result<GuardedRoom> large = GuardedRoom::map(most_bytes);
  if (!large) return tl::unexpected(large.error());
  return ResultRooms{std::move(*page), std::move(*large)};
}

}  // namespace gradvet
