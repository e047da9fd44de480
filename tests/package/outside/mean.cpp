#include "mean.hpp"

#include <cstddef>

std::vector<double> mean(std::span<const std::span<const double>> gradients,
                         std::span<const std::int64_t> counts) {
  if (gradients.empty()) return {};
  std::vector<double> sums(gradients.front().size());
  double total = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    total += static_cast<double>(counts[i]);
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += gradients[i][j];
  }
  for (double& sum : sums) sum /= total;
  return sums;
}

std::vector<float> mean_of_floats(const std::vector<std::vector<float>>& gradients,
                                  const std::vector<double>& counts) {
  if (gradients.empty()) return {};
  std::vector<float> sums(gradients.front().size());
  double total = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    total += counts[i];
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += gradients[i][j];
  }
  for (float& sum : sums) sum = static_cast<float>(sum / total);
  return sums;
}

std::vector<double> mean_of_means(const std::vector<std::vector<double>>& gradients,
                                  const std::vector<std::int64_t>& counts) {
  if (gradients.empty()) return {};
  std::vector<double> result(gradients.front().size());
  for (std::size_t i = 0; i < gradients.size(); ++i)
    for (std::size_t j = 0; j < result.size(); ++j)
      result[j] += gradients[i][j] / static_cast<double>(counts[i]) / static_cast<double>(gradients.size());
  return result;
}
