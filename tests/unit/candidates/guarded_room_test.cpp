#include "src/candidates/guarded_room.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <span>

namespace gradvet {
namespace {

using Damage = GuardedRoom::Damage;

GuardedRoom room_of(std::size_t bytes) { return GuardedRoom::map(bytes).value(); }

TEST(GuardedRoom, EndsItsFirstSegmentAtTheGuard) {
  GuardedRoom room = room_of(4096);
  const std::uint64_t* const words = room.take(3);
  EXPECT_EQ(static_cast<const void*>(words + 3), room.guard_behind().data());
  EXPECT_EQ(words[0], kUnwrittenBits);
  EXPECT_EQ(room.damage(), Damage::kNone);
}

TEST(GuardedRoom, GivesAllOfItsMemoryAndNoMore) {
  GuardedRoom room = room_of(4096);
  EXPECT_EQ(room.take(513), nullptr);
  EXPECT_NE(room.take(512), nullptr);
  EXPECT_EQ(room.take(0), nullptr);
  room.clear();
  EXPECT_NE(room.take(500), nullptr);
  EXPECT_NE(room.take(4), nullptr) << "eight words lie between two segments";
}

TEST(GuardedRoom, TellsWhichSideWasWritten) {
  for (const std::ptrdiff_t distance : {-1, -100, -496}) {
    GuardedRoom room = room_of(4096);
    std::uint64_t* volatile words = room.take(4);
    words[distance] = 0;
    EXPECT_EQ(room.damage(), Damage::kBefore) << distance;
  }
  GuardedRoom room = room_of(4096);
  room.take(4);
  std::uint64_t* volatile second = room.take(4);
  second[4] = 0;
  EXPECT_EQ(room.damage(), Damage::kBehind);
  second[4] = kUnwrittenBits;
  second[11] = 0;
  EXPECT_EQ(room.damage(), Damage::kBefore) << "of the one that was given first";
}

TEST(GuardedRoom, HoldsNothingOfWhatWasWrittenBefore) {
  GuardedRoom room = room_of(1 << 20);
  for (const std::size_t size : {5U, 5000U, 2U, 700U, 100000U, 3U}) {
    std::uint64_t* const words = room.take(size);
    const std::span<std::uint64_t> segment(words, size);
    EXPECT_EQ(std::ranges::count(segment, kUnwrittenBits), static_cast<std::ptrdiff_t>(size)) << size;
    EXPECT_EQ(room.damage(), Damage::kNone) << size;
    std::ranges::fill(segment, 0U);
    if (size == 2) segment.data()[-3] = 0;
    room.clear();
  }
}

TEST(GuardedRoomDeathTest, EndsWhoeverTouchesAGuard) {
  GuardedRoom room = room_of(4096);
  std::uint64_t* volatile words = room.take(2);
  EXPECT_EXIT(words[2] = 1, ::testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(words[-511] = 1, ::testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace gradvet
