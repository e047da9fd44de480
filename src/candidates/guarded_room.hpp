#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/candidates/shared_memory.hpp"
#include "src/core/error.hpp"

namespace gradvet {

/// The bits in every number of a result that a library has not written, and around it: a quiet NaN.
inline constexpr std::uint64_t kUnwrittenBits = 0x7ff8'6772'6164'7665ULL;

/// Memory for numbers that are written by code that is not trusted. The first segment ends where a guard
/// begins that no code may touch; each later one ends a few words before the one given before it. All that is
/// not given holds kUnwrittenBits, and is looked at afterwards; before the room lies a guard as well.
class GuardedRoom {
 public:
  /// How much lies behind and before a room that is a segmentation fault to touch.
  static constexpr std::size_t kGuardBytes = std::size_t{64} << 20;

  GuardedRoom() = default;
  /// A room of so many bytes, rounded up to whole pages, which cost nothing until they are used. E203 where
  /// the system gives none.
  static Result<GuardedRoom> map(std::size_t bytes);

  /// So many words, each holding kUnwrittenBits; null where there is no more room.
  std::uint64_t* take(std::size_t words);
  /// Takes all segments back.
  void clear();

  enum class Damage : std::uint32_t { kNone, kBehind, kBefore };
  /// Whether something around the segments was written: all of what lies between them, and a page before the
  /// last.
  Damage damage() const;

  std::span<const std::byte> guard_before() const { return memory_.bytes().first(kGuardBytes); }
  std::span<const std::byte> guard_behind() const { return memory_.bytes().last(kGuardBytes); }

 private:
  static constexpr std::size_t kGapWords = 8;
  static constexpr std::size_t kWatchedWords = 512;

  std::uint64_t* begin() const;
  std::uint64_t* end() const;

  SharedMemory memory_;
  std::vector<std::span<std::uint64_t>> segments_;  ///< the last is the lowest
  std::size_t clean_words_ =
      0;  ///< at the end of the room, that hold kUnwrittenBits where they are not given
};

/// A page, in which whatever is written around a short result shows, and room for the largest.
struct ResultRooms {
  GuardedRoom page;
  GuardedRoom large;

  static Result<ResultRooms> map(std::size_t most_bytes);
};

}  // namespace gradvet
