#include "src/core/case.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/core/invariant.hpp"

namespace gradvet {

void Case::clear() {
  reals_.clear();
  integers_.clear();
  offsets_.clear();
  argument_count_ = 0;
}

Case::Extent& Case::next_extent(const Parameter& parameter, std::size_t size) {
  require_invariant(argument_count_ < kMaxParameters, "a case has more arguments than kMaxParameters");
  Extent& extent = extents_[argument_count_++];
  extent = Extent{};
  extent.role = parameter.role;
  extent.layout = parameter.layout;
  extent.size = static_cast<std::uint32_t>(size);
  extent.first_offset = static_cast<std::uint32_t>(offsets_.size());
  if (is_real(parameter.role)) {
    extent.first = static_cast<std::uint32_t>(reals_.size());
    reals_.resize(reals_.size() + size, 0.0);
  } else {
    extent.first = static_cast<std::uint32_t>(integers_.size());
    integers_.resize(integers_.size() + size, 0);
  }
  return extent;
}

void Case::append(const Parameter& parameter, std::size_t rows, std::size_t width) {
  Extent& extent = next_extent(parameter, rows * width);
  extent.rows = static_cast<std::uint32_t>(rows);
  extent.width = static_cast<std::uint32_t>(width);
}

void Case::append_ragged(const Parameter& parameter, std::span<const std::uint32_t> offsets,
                         std::size_t width) {
  require_invariant(!offsets.empty() && offsets.front() == 0, "ragged offsets start at 0");
  Extent& extent = next_extent(parameter, offsets.back() * width);
  extent.rows = static_cast<std::uint32_t>(offsets.size() - 1);
  extent.width = static_cast<std::uint32_t>(width);
  extent.offset_count = static_cast<std::uint32_t>(offsets.size());
  offsets_.insert(offsets_.end(), offsets.begin(), offsets.end());
}

bool operator==(const Case& a, const Case& b) {
  return a.argument_count_ == b.argument_count_ &&
         std::equal(a.extents_.begin(), a.extents_.begin() + static_cast<std::ptrdiff_t>(a.argument_count_),
                    b.extents_.begin()) &&
         a.integers_ == b.integers_ && a.offsets_ == b.offsets_ && a.reals_.size() == b.reals_.size() &&
         (a.reals_.empty() ||
          std::memcmp(a.reals_.data(), b.reals_.data(), a.reals_.size() * sizeof(double)) == 0);
}

std::size_t Case::hash() const {
  // FNV-1a over 64-bit words: cheap, and good enough for a memo whose hits are compared in full.
  constexpr std::uint64_t kPrime = 0x100000001b3ULL;
  std::uint64_t state = 0xcbf29ce484222325ULL;
  const auto mix = [&state](std::uint64_t word) { state = (state ^ word ^ (word >> 29)) * kPrime; };
  for (std::size_t i = 0; i < argument_count_; ++i)
    mix((std::uint64_t{extents_[i].rows} << 32) | extents_[i].width);
  for (const double real : reals_) mix(std::bit_cast<std::uint64_t>(real));
  for (const std::int64_t integer : integers_) mix(static_cast<std::uint64_t>(integer));
  for (const std::uint32_t offset : offsets_) mix(offset);
  return static_cast<std::size_t>(state ^ (state >> 32));
}

}  // namespace gradvet
