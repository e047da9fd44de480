#include <array>

#include "properties/mean_forms.hpp"
#include "properties/vector_mean/vector_mean_column.hpp"
#include "properties/vector_mean/vector_mean_forms.hpp"
#include "properties/vector_mean/vector_mean_precision.hpp"

namespace gradvet::vector_mean {

namespace {

/// FA-98881: the number of microbatches where the number of examples belongs.
struct MicrobatchDenominator {
  template <class T>
  static T mean(const Column<T>& column) {
    return mean_forms::sum_in_order(column) / column.held(static_cast<std::int64_t>(column.size()));
  }
};

/// Every microbatch weighs the same, however many examples it has; undefined where one has none.
struct MeanOfMeans {
  template <class T>
  static T mean(const Column<T>& column) {
    T sum{};
    for (std::size_t i = 0; i < column.size(); ++i) sum = sum + column.term(i) / column.count(i);
    return sum / column.held(static_cast<std::int64_t>(column.size()));
  }
};

// Python 3.12 compensates sum() of floats and 3.11 does not: plain loops give the same bits under both.

constexpr std::string_view kRepairPython = R"(def solve(gradient_vectors, example_counts):
    if not gradient_vectors:
        return []
    total_examples = 0
    for count in example_counts:
        total_examples += count
    column_sums = [0] * len(gradient_vectors[0])
    for vector in gradient_vectors:
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
    return [column_sum / total_examples for column_sum in column_sums]
)";

constexpr std::string_view kFailurePython = R"(def solve(gradient_vectors, example_counts):
    if not gradient_vectors:
        return []
    column_sums = [0] * len(gradient_vectors[0])
    for vector in gradient_vectors:
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
    microbatches = len(gradient_vectors)
    return [column_sum / microbatches for column_sum in column_sums]
)";

constexpr std::string_view kUnsuccessfulFixPython = R"(def solve(gradient_vectors, example_counts):
    if not gradient_vectors:
        return []
    mean_sums = [0] * len(gradient_vectors[0])
    for vector, count in zip(gradient_vectors, example_counts):
        for j, coordinate in enumerate(vector):
            mean_sums[j] += coordinate / count
    microbatches = len(gradient_vectors)
    return [mean_sum / microbatches for mean_sum in mean_sums]
)";

constexpr Form kRepair = {"vector-mean/repair",
                          FormRole::kRepair,
                          "sums each coordinate and divides once by the total of the example counts",
                          kRepairPython,
                          compute<mean_forms::SumThenDivide>,
                          compute_exactly<mean_forms::SumThenDivide>};

constexpr Form kFailure = {"vector-mean/microbatch-denominator/failure",
                           FormRole::kFailure,
                           "divides by the number of microbatches",
                           kFailurePython,
                           compute<MicrobatchDenominator>,
                           compute_exactly<MicrobatchDenominator>};

constexpr Form kUnsuccessfulFix = {"vector-mean/microbatch-denominator/unsuccessful-fix",
                                   FormRole::kUnsuccessfulFix,
                                   "averages the means of the microbatches, each with the same weight",
                                   kUnsuccessfulFixPython,
                                   compute<MeanOfMeans>,
                                   compute_exactly<MeanOfMeans>};

constexpr Mechanism kMicrobatchDenominator = {
    "vector-mean/microbatch-denominator",
    "FA-98881",
    "The number of microbatches is the denominator",
    "The summed gradients are divided by how many microbatches there are, not by how many examples they "
    "hold, so the "
    "result grows with the size of a microbatch.",
    "huggingface/transformers#34191, meta-pytorch/torchtune#1875 (mean of microbatch means)",
    &kFailure,
    &kUnsuccessfulFix};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() {
  static const std::array kMechanisms = {kMicrobatchDenominator, kPrecisionMechanisms[0],
                                         kPrecisionMechanisms[1], kPrecisionMechanisms[2]};
  return kMechanisms;
}

}  // namespace gradvet::vector_mean
