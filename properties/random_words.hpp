#pragma once

#include <cstdint>

namespace gradvet {

/// SplitMix64: a stream of 64-bit words from one (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014, with the constants of variant 13 of Stafford's mixer). Any seed is as good as
/// another, so that a case can be drawn from a single word. Not for cryptography.
class RandomWords {
 public:
  explicit RandomWords(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t word = state_ += 0x9e3779b97f4a7c15ULL;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
    return word ^ (word >> 31);
  }

  /// 0 … bound - 1 (bound at least 1), by the high half of a product; its bias of at most bound / 2^32 does
  /// not matter to what is explored.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  /// first … last, both included.
  int between(int first, int last) {
    return first + static_cast<int>(below(static_cast<std::uint32_t>(last - first + 1)));
  }

  /// True once in `times`.
  bool once_in(std::uint32_t times) { return below(times) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace gradvet
