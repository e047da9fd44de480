#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/core/parameter.hpp"

namespace gradvet {

/// No contract has more parameters than this.
inline constexpr std::size_t kMaxParameters = 6;

/// One input: a value for each parameter of a contract, in contract order.
///
/// All reals of a case lie in one array and all integers in another, so that a case is copied, compared and
/// sent without walking a tree, and a cleared case keeps its memory. Arguments are appended in contract
/// order; a span that an append returned is valid until the next append.
class Case {
 public:
  /// Where one argument lies. `rows` x `width` for a matrix; `rows` = count and `width` = 1 for a vector; 1 x
  /// 1 for a scalar. A ragged argument has `rows` + 1 offsets (in items, from 0); its width is that of an
  /// item: coordinates in a rank matrix, else 1.
  struct Extent {
    NumberRole role = NumberRole::kValue;
    Layout layout = Layout::kScalar;
    std::uint32_t first = 0;
    std::uint32_t size = 0;
    std::uint32_t rows = 0;
    std::uint32_t width = 0;
    std::uint32_t first_offset = 0;
    std::uint32_t offset_count = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
  };

  /// Forgets every argument, keeps the memory.
  void clear();

  /// Appends an argument whose numbers, all zero, are then written through reals(i) or integers(i).
  void append(const Parameter& parameter, std::size_t rows, std::size_t width);

  /// Appends a ragged argument of items of this width; `offsets` has rows + 1 entries, starts at 0 and never
  /// falls.
  void append_ragged(const Parameter& parameter, std::span<const std::uint32_t> offsets,
                     std::size_t width = 1);

  std::size_t argument_count() const { return argument_count_; }
  const Extent& extent(std::size_t argument) const { return extents_[argument]; }

  /// The numbers of one argument, row by row. reals() is for roles with is_real(), integers() for the others.
  std::span<const double> reals(std::size_t argument) const {
    return {reals_.data() + extents_[argument].first, extents_[argument].size};
  }
  std::span<double> reals(std::size_t argument) {
    return {reals_.data() + extents_[argument].first, extents_[argument].size};
  }
  std::span<const std::int64_t> integers(std::size_t argument) const {
    return {integers_.data() + extents_[argument].first, extents_[argument].size};
  }
  std::span<std::int64_t> integers(std::size_t argument) {
    return {integers_.data() + extents_[argument].first, extents_[argument].size};
  }
  std::span<const std::uint32_t> offsets(std::size_t argument) const {
    return {offsets_.data() + extents_[argument].first_offset, extents_[argument].offset_count};
  }

  /// Every real and every integer of the case, in contract order.
  std::span<const double> all_reals() const { return reals_; }
  std::span<const std::int64_t> all_integers() const { return integers_; }

  /// Rows of the first argument: the number of microbatches, of ranks or of operations.
  std::size_t microbatches() const { return argument_count_ == 0 ? 0 : extents_[0].rows; }
  /// Items in all rows of the first argument, which is the rows themselves where it is not ragged.
  std::size_t items() const {
    if (argument_count_ == 0) return 0;
    return extents_[0].offset_count == 0 ? extents_[0].rows : offsets(0).back();
  }
  /// Width of the first argument (1 for a contract on scalars).
  std::size_t width() const { return argument_count_ == 0 ? 0 : extents_[0].width; }

  /// Bitwise equality: -0 differs from 0, and a NaN (which no domain allows) equals itself.
  friend bool operator==(const Case& a, const Case& b);
  std::size_t hash() const;

 private:
  Extent& next_extent(const Parameter& parameter, std::size_t size);

  std::vector<double> reals_;
  std::vector<std::int64_t> integers_;
  std::vector<std::uint32_t> offsets_;
  std::array<Extent, kMaxParameters> extents_{};
  std::size_t argument_count_ = 0;
};

struct CaseHash {
  std::size_t operator()(const Case& value) const { return value.hash(); }
};

}  // namespace gradvet
