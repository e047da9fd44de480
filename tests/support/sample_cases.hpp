#pragma once

#include <cstdint>
#include <vector>

#include "src/core/case.hpp"
#include "src/core/contract.hpp"

namespace gradvet::test {

/// A case of vector-mean from rows of equal width and their counts.
Case vector_mean_case(const std::vector<std::vector<double>>& rows, const std::vector<std::int64_t>& counts);

/// A case of unscaled-mean.
Case unscaled_mean_case(const std::vector<double>& sums, const std::vector<double>& scales,
                        const std::vector<std::int64_t>& counts);

/// A case of batch-total.
Case batch_total_case(const std::vector<std::int64_t>& sizes, std::int64_t target);

/// A case of weighted-mean from microbatches of items.
Case weighted_mean_case(const std::vector<std::vector<double>>& values,
                        const std::vector<std::vector<double>>& weights);

/// A case of clipped-mean from rows of equal width, their counts and scales, max_norm and eps.
Case clipped_mean_case(const std::vector<std::vector<double>>& rows, const std::vector<std::int64_t>& counts,
                       const std::vector<double>& scales, double max_norm, double eps);

/// The contract with this id; the test fails where there is none.
const Contract& contract_called(std::string_view id);

}  // namespace gradvet::test
