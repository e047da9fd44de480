#pragma once

#include <cstdint>
#include <optional>

#include "src/engine/judge.hpp"

namespace gradvet {

/// The largest excess among held cases. What the judge's fast proof gives is an upper estimate: one above the
/// largest so far is measured, as long as there are not too many.
class LargestExcess {
 public:
  LargestExcess(const Contract& contract, const Profile& profile) : judge_(contract, profile) {}
  void observe(const Case& input, const Outcome& outcome, const Judgement& judgement);
  /// Nothing where no held case had a bound.
  std::optional<double> value() const { return largest_; }

 private:
  Judge judge_;
  std::optional<double> largest_;
  std::uint64_t measured_ = 0;
};

}  // namespace gradvet
