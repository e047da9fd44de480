#include "tests/support/sample_cases.hpp"

#include <algorithm>

#include "properties/contract_table.hpp"
#include "src/core/invariant.hpp"

namespace gradvet::test {

const Contract& contract_called(std::string_view id) {
  for (const Contract* contract : contract_table())
    if (contract->info().id == id) return *contract;
  fail_invariant("a test names a contract that does not exist");
}

Case vector_mean_case(const std::vector<std::vector<double>>& rows, const std::vector<std::int64_t>& counts) {
  const Signature signature = contract_called("vector-mean").info().parameters;
  Case out;
  const std::size_t width = rows.empty() ? 0 : rows[0].size();
  out.append(signature[0], rows.size(), width);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::ranges::copy(rows[i], out.reals(0).begin() + static_cast<std::ptrdiff_t>(i * width));
  out.append(signature[1], counts.size(), 1);
  std::ranges::copy(counts, out.integers(1).begin());
  return out;
}

Case unscaled_mean_case(const std::vector<double>& sums, const std::vector<double>& scales,
                        const std::vector<std::int64_t>& counts) {
  const Signature signature = contract_called("unscaled-mean").info().parameters;
  Case out;
  out.append(signature[0], sums.size(), 1);
  std::ranges::copy(sums, out.reals(0).begin());
  out.append(signature[1], scales.size(), 1);
  std::ranges::copy(scales, out.reals(1).begin());
  out.append(signature[2], counts.size(), 1);
  std::ranges::copy(counts, out.integers(2).begin());
  return out;
}

Case batch_total_case(const std::vector<std::int64_t>& sizes, std::int64_t target) {
  const Signature signature = contract_called("batch-total").info().parameters;
  Case out;
  out.append(signature[0], sizes.size(), 1);
  std::ranges::copy(sizes, out.integers(0).begin());
  out.append(signature[1], 1, 1);
  out.integers(1)[0] = target;
  return out;
}

Case weighted_mean_case(const std::vector<std::vector<double>>& values,
                        const std::vector<std::vector<double>>& weights) {
  Case out;
  for (const auto* rows : {&values, &weights}) {
    std::vector<std::uint32_t> offsets = {0};
    std::vector<double> numbers;
    for (const std::vector<double>& row : *rows) {
      numbers.insert(numbers.end(), row.begin(), row.end());
      offsets.push_back(static_cast<std::uint32_t>(numbers.size()));
    }
    const std::size_t argument = out.argument_count();
    out.append_ragged(contract_called("weighted-mean").info().parameters[argument], offsets);
    std::ranges::copy(numbers, out.reals(argument).begin());
  }
  return out;
}

Case clipped_mean_case(const std::vector<std::vector<double>>& rows, const std::vector<std::int64_t>& counts,
                       const std::vector<double>& scales, double max_norm, double eps) {
  const Signature signature = contract_called("clipped-mean").info().parameters;
  Case out;
  const std::size_t width = rows.empty() ? 0 : rows[0].size();
  out.append(signature[0], rows.size(), width);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::ranges::copy(rows[i], out.reals(0).begin() + static_cast<std::ptrdiff_t>(i * width));
  out.append(signature[1], counts.size(), 1);
  std::ranges::copy(counts, out.integers(1).begin());
  out.append(signature[2], scales.size(), 1);
  std::ranges::copy(scales, out.reals(2).begin());
  for (const double limit : {max_norm, eps}) {
    out.append(signature[out.argument_count()], 1, 1);
    out.reals(out.argument_count() - 1)[0] = limit;
  }
  return out;
}

}  // namespace gradvet::test
