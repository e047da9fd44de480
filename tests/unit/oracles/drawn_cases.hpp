#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "oracles/float_format.hpp"
#include "src/core/profile.hpp"
#include "tests/unit/oracles/made_cases.hpp"

/// Cases for the oracles' tests, drawn without properties/: one function a contract.
namespace gradvet {

using Words = std::mt19937_64;

/// A value of the input format: small integers, dyadic fractions, full significands, far exponents.
inline double draw_value(Words& words, NumberFormat input) {
  const auto integer = static_cast<double>(static_cast<int>(words() % 65) - 32);
  double value = integer;
  switch (words() % 6) {
    case 0:
      value = 0;
      break;
    case 1:
      value = integer / 8;
      break;
    case 2:
      value = integer + static_cast<double>(words() >> 11) * 0x1p-53;
      break;
    case 3:
      value = std::ldexp(integer, static_cast<int>(words() % 40) - 20);
      break;
    case 4:
      value = std::ldexp(integer, static_cast<int>(words() % 2000) - 1000);
      break;
    default:
      break;
  }
  if (input != NumberFormat::kExact) value = encode(value, float_format(input));
  return std::isfinite(value) ? value : 0.0;
}

inline std::int64_t draw_count(Words& words) {
  switch (words() % 8) {
    case 0:
      return static_cast<std::int64_t>(words() >> 11);
    case 1:
      return static_cast<std::int64_t>(words() % 100000);
    default:
      return static_cast<std::int64_t>(1 + words() % 16);
  }
}

struct Vectors {
  Matrix rows;
  std::vector<std::int64_t> counts;
};

inline Vectors draw_rows(Words& words, const Profile& profile) {
  Matrix rows(1 + words() % 5, std::vector<double>(1 + words() % 2));
  std::vector<std::int64_t> counts(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    counts[i] = draw_count(words);
    for (double& value : rows[i]) value = counts[i] == 0 ? 0.0 : draw_value(words, profile.input);
  }
  counts[0] += counts[0] == 0 ? 1 : 0;
  return {rows, counts};
}

inline Case draw_vectors(Words& words, const Profile& profile) {
  const Vectors drawn = draw_rows(words, profile);
  return vectors_case(drawn.rows, drawn.counts);
}

inline Case draw_tokens(Words& words, const Profile& profile) {
  const Vectors drawn = draw_rows(words, profile);
  return tokens_case(drawn.rows, drawn.counts);
}

inline Case draw_scaled(Words& words, const Profile& profile) {
  const std::size_t rows = 1 + words() % 5;
  std::vector<double> sums(rows), scales(rows);
  std::vector<std::int64_t> counts(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    counts[i] = std::max<std::int64_t>(1, draw_count(words));
    sums[i] = draw_value(words, profile.input);
    scales[i] = words() % 3 == 0 ? std::abs(draw_value(words, profile.input))
                                 : std::ldexp(1.0, static_cast<int>(words() % 14));
  }
  return scaled_case(sums, scales, counts);
}

inline Case draw_windows(Words& words, const Profile& profile) {
  const Vectors drawn = draw_rows(words, profile);
  return windows_case(drawn.rows, drawn.counts, 1 + static_cast<std::int64_t>(words() % 4));
}

inline Case draw_weighted(Words& words, const Profile& profile) {
  Matrix values(1 + words() % 3), weights(values.size());
  const int shift = words() % 4 == 0 ? -static_cast<int>(words() % 40) : 0;
  for (std::size_t row = 0; row < values.size(); ++row)
    for (std::size_t items = words() % 4; items > 0; --items) {
      values[row].push_back(draw_value(words, profile.input));
      double weight = std::ldexp(static_cast<double>(words() % 16), shift);
      if (words() % 4 == 0) weight = std::abs(draw_value(words, profile.input));
      weights[row].push_back(
          profile.input == NumberFormat::kExact ? weight : encode(weight, float_format(profile.input)));
    }
  return weighted_case(values, weights);
}

inline Case draw_ranks(Words& words, const Profile& profile) {
  std::vector<Matrix> gradients(1 + words() % 4);
  std::vector<std::vector<std::int64_t>> counts(gradients.size());
  const std::size_t width = 1 + words() % 2;
  for (std::size_t rank = 0; rank < gradients.size(); ++rank)
    for (std::size_t microbatches = words() % 3; microbatches > 0; --microbatches) {
      counts[rank].push_back(words() % 4 == 0 ? 0 : draw_count(words));
      gradients[rank].emplace_back(width, 0.0);
      for (double& value : gradients[rank].back())
        value = counts[rank].back() == 0 ? 0.0 : draw_value(words, profile.input);
    }
  return ranks_case(gradients, counts);
}

inline Case draw_clipped(Words& words, const Profile& profile) {
  const Case vectors = draw_vectors(words, profile);
  Matrix rows;
  std::vector<double> scales;
  for (std::size_t i = 0; i < vectors.microbatches(); ++i) {
    const auto row = vectors.reals(0).subspan(i * vectors.width(), vectors.width());
    rows.emplace_back(row.begin(), row.end());
    scales.push_back(words() % 3 == 0 ? static_cast<double>(1 + words() % 9)
                                      : std::ldexp(1.0, static_cast<int>(words() % 14) - 4));
  }
  const auto counts = vectors.integers(1);
  const double max_norm =
      std::ldexp(static_cast<double>(1 + words() % 100), static_cast<int>(words() % 12) - 8);
  const double eps = words() % 2 == 0 ? 0.0 : words() % 2 == 0 ? 1e-6 : max_norm / 4;
  return clipped_case(rows, {counts.begin(), counts.end()}, scales, max_norm, eps);
}

}  // namespace gradvet
