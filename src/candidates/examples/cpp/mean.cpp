// A right vector-mean as a plain C++ function, and the line that makes it a candidate.
//
//     c++ -std=c++20 -O2 -shared -fPIC -o mean.so mean.cpp
//     gradvet vet ./mean.so --contract vector-mean
#include <cstddef>
#include <cstdint>
#include <gradvet.hpp>
#include <numeric>
#include <vector>

std::vector<double> mean(const std::vector<std::vector<double>>& gradient_vectors,
                         const std::vector<std::int64_t>& example_counts) {
  if (gradient_vectors.empty()) return {};
  std::vector<double> sums(gradient_vectors.front().size());
  for (const std::vector<double>& row : gradient_vectors)
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += row[j];
  const auto total =
      static_cast<double>(std::accumulate(example_counts.begin(), example_counts.end(), std::int64_t{0}));
  for (double& sum : sums) sum /= total;
  return sums;
}

GRADVET_SOLVE(mean)
