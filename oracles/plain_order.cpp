#include "oracles/plain_order.hpp"

#include <cmath>

#include "oracles/binary64.hpp"
#include "oracles/reachable.hpp"

namespace gradvet {

std::optional<PlainOrder> PlainOrder::of(const Profile& profile, std::int64_t total) {
  const bool gives_sums = has_sharp_rule(profile) && profile.order != SummationOrder::kCorrectlyRounded;
  if (!gives_sums || profile.accumulator == NumberFormat::kExact || profile.output == NumberFormat::kExact ||
      profile.counts == NumberFormat::kExact || profile.scales == NumberFormat::kExact)
    return std::nullopt;
  if (bit_count(static_cast<std::uint64_t>(total)) > kBinary64FractionBits + 1) return std::nullopt;
  const double divisor = encode(static_cast<double>(total), float_format(profile.counts));
  if (!std::isfinite(divisor)) return std::nullopt;
  return PlainOrder(profile, divisor);
}

PlainOrder::PlainOrder(const Profile& profile, double divisor)
    : accumulator_(&float_format(profile.accumulator)),
      output_(&float_format(profile.output)),
      scales_(&float_format(profile.scales)),
      order_(profile.order),
      subnormals_(profile.subnormals),
      divisor_(divisor) {}

}  // namespace gradvet
