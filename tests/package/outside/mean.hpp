#pragma once

#include <cstdint>
#include <span>
#include <vector>

std::vector<double> mean(std::span<const std::span<const double>> gradients,
                         std::span<const std::int64_t> counts);
std::vector<float> mean_of_floats(const std::vector<std::vector<float>>& gradients,
                                  const std::vector<double>& counts);
std::vector<double> mean_of_means(const std::vector<std::vector<double>>& gradients,
                                  const std::vector<std::int64_t>& counts);
