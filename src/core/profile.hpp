#pragma once

#include <string>
#include <string_view>

#include "src/core/error.hpp"

namespace gradvet {

enum class NumberFormat { kFloat64, kFloat32, kFloat16, kBfloat16, kExact };
enum class SummationOrder {
  kAny,              ///< any honest form
  kSum,              ///< sums first and scales once at the end, in any order; not streaming
  kSumThenDivide,    ///< kSum with exactly one division: the reachable interval applies
  kSequential,       ///< left to right, then one division: bit equality
  kPairwise,         ///< balanced tree over microbatches, then one division: bit equality
  kCorrectlyRounded  ///< the nearest value of the output format
};
enum class Subnormals { kKept, kFlushedToZero };
enum class Rounding { kNearest, kStochastic };

/// What a candidate declares of its arithmetic.
struct Profile {
  NumberFormat input = NumberFormat::kFloat64;
  NumberFormat accumulator = NumberFormat::kFloat64;
  NumberFormat output = NumberFormat::kFloat64;
  NumberFormat counts = NumberFormat::kFloat64;  ///< how an implementation holds counts and their total
  NumberFormat scales = NumberFormat::kFloat64;
  SummationOrder order = SummationOrder::kAny;
  Subnormals subnormals = Subnormals::kKept;
  Rounding rounding = Rounding::kNearest;
  friend bool operator==(const Profile&, const Profile&) = default;
};

/// Reads a short name (`float32`, `bf16-acc32`, `f16`, `half`) or
/// `input=…,accumulator=…,output=…[,counts=…][,scales=…]
/// [,order=…][,ftz][,rounding=nearest|stochastic]`, or a short name with such keys after it. Keys left out
/// follow `input` (float64 where that is left out too); counts and scales default to the wider of float32 and
/// the accumulator. E106 quotes an unknown key or value, or one given twice, and names the nearest.
Result<Profile> parse_profile(std::string_view text);

/// The canonical text that parse_profile() reads back as `profile`: a short name and the keys that differ
/// from it.
std::string to_text(const Profile& profile);
std::string_view to_text(NumberFormat format);
std::string_view to_text(SummationOrder order);

}  // namespace gradvet
