#include "oracles/surely_judged.hpp"

#include <algorithm>

namespace gradvet::rounding {

namespace {

Ceiling largest(const FloatFormat& format) {
  return Ceiling::of((Integer128{1} << format.precision) - 1, format.max_exponent - (format.precision - 1));
}

bool is_within(const Ceiling& value, const FloatFormat* format) {
  return format == nullptr || value <= largest(*format);
}

/// All that underflow may cost, in its unit.
Ceiling underflow_units(const Magnitudes& of, const Arithmetic& arithmetic) {
  const Ceiling rows = Ceiling::of(of.rows);
  Ceiling units =
      (rows + rows * of.greatest.times_power_of_two(-1)).times_power_of_two(2) + of.absolute + of.underflow;
  if (!sums_first(arithmetic.order)) units = units + of.absolute + Ceiling::of(of.total) * of.greatest;
  if (arithmetic.subnormals == Subnormals::kFlushedToZero) units = units + rows + rows * of.input_weight;
  return units;
}

}  // namespace

bool is_surely_judged(const Magnitudes& of, const LeastAllowance& least, const Arithmetic& arithmetic) {
  const auto total = static_cast<std::uint64_t>(of.total);
  const Ceiling mean = of.absolute.divided_by(total);
  const Ceiling growth = Ceiling::of(1, kSecondOrderBits)
                             .divided_by((std::uint64_t{1} << kSecondOrderBits) - least.second_order);
  const auto of_unit = [&](const Ceiling& units) {
    return least.underflow_exponent ? units.times_power_of_two(*least.underflow_exponent) : Ceiling{};
  };
  const Ceiling underflow = of_unit(underflow_units(of, arithmetic));
  const Ceiling reach = of.reach + Ceiling::of(of.reach_per_mean) * underflow;
  // The coefficient of M is at most κ in every contract, and A/N at most M.
  const Ceiling relative = growth * Ceiling::of(least.second_order, 1 - kSecondOrderBits) * of.greatest;
  const Ceiling casts = growth * of_unit(Ceiling::of(of.rows) * of.input_weight);
  const Ceiling farthest = mean + relative + casts + underflow + of.apart;
  return is_within(std::max(of.absolute, reach) * growth, arithmetic.accumulator) &&
         is_within(of.side_reach * growth, arithmetic.counts) &&
         is_within(of.side_reach * growth, arithmetic.scales) && is_within(farthest, arithmetic.output);
}

}  // namespace gradvet::rounding
