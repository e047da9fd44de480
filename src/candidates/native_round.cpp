#include "src/candidates/native_round.hpp"

#include <algorithm>
#include <cstring>

namespace gradvet {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

constexpr std::size_t in_words(std::size_t bytes) { return (bytes + kWord - 1) / kWord * kWord; }

/// An argument of a packed case; positions are bytes from the beginning of the memory.
struct PackedArgument {
  std::uint64_t numbers;
  std::uint64_t offsets;
  std::uint32_t size;
  std::uint32_t rows;
  std::uint32_t width;
  std::uint32_t offset_count;
};

struct PackedCase {
  std::uint64_t argument_count;
  PackedArgument arguments[kMaxParameters];
};

/// The beginning of the memory.
struct PackedRound {
  std::uint64_t count;
  std::uint64_t cases[RoundCases::kMost];
};

/// Writes pieces one after another.
class Packer {
 public:
  Packer(std::byte* memory, std::size_t at) : memory_(memory), at_(at) {}

  std::uint64_t put(const void* bytes, std::size_t count) {
    const std::size_t first = at_;
    if (count != 0) std::memcpy(memory_ + at_, bytes, count);
    at_ += in_words(count);
    return first;
  }
  std::size_t position() const { return at_; }

 private:
  std::byte* memory_;
  std::size_t at_;
};

PackedArgument pack_argument(const Case& value, std::size_t argument, Packer& packer) {
  const Case::Extent& extent = value.extent(argument);
  const std::span<const std::uint32_t> offsets = value.offsets(argument);
  PackedArgument packed{0, 0, extent.size, extent.rows, extent.width, extent.offset_count};
  packed.numbers = is_real(extent.role) ? packer.put(value.reals(argument).data(), extent.size * kWord)
                                        : packer.put(value.integers(argument).data(), extent.size * kWord);
  packer.put(&kUnwrittenBits, kWord);
  packed.offsets = packer.put(offsets.data(), offsets.size_bytes());
  return packed;
}

}  // namespace

std::size_t RoundCases::bytes_for(const Case& value) {
  std::size_t bytes = sizeof(PackedRound) + sizeof(PackedCase);
  for (std::size_t i = 0; i < value.argument_count(); ++i)
    bytes += (value.extent(i).size + 1) * kWord + in_words(value.offsets(i).size_bytes());
  return bytes;
}

std::size_t RoundCases::pack(std::span<const Case> cases) {
  auto* const round = reinterpret_cast<PackedRound*>(memory_.data());
  std::size_t at = sizeof(PackedRound);
  round->count = 0;
  for (const Case& value : cases.first(std::min(cases.size(), kMost))) {
    if (bytes_for(value) - sizeof(PackedRound) > memory_.size() - at) break;
    auto* const packed = reinterpret_cast<PackedCase*>(memory_.data() + at);
    Packer packer(memory_.data(), at + sizeof(PackedCase));
    packed->argument_count = value.argument_count();
    for (std::size_t i = 0; i < value.argument_count(); ++i)
      packed->arguments[i] = pack_argument(value, i, packer);
    round->cases[round->count++] = at;
    at = packer.position();
  }
  return round->count;
}

std::size_t RoundCases::count() const { return reinterpret_cast<const PackedRound*>(memory_.data())->count; }

void RoundCases::show(std::size_t index, NativeCase& shown) const {
  const auto* const round = reinterpret_cast<const PackedRound*>(memory_.data());
  const auto* const packed = reinterpret_cast<const PackedCase*>(memory_.data() + round->cases[index]);
  for (std::size_t i = 0; i < packed->argument_count; ++i) {
    const PackedArgument& argument = packed->arguments[i];
    shown.point_at(i, {memory_.data() + argument.numbers,
                       reinterpret_cast<const std::uint32_t*>(memory_.data() + argument.offsets),
                       argument.size, argument.rows, argument.width, argument.offset_count});
  }
}

}  // namespace gradvet
