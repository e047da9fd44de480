#include "properties/vector_mean/vector_mean_precision.hpp"

#include "oracles/float_format.hpp"
#include "properties/mean_forms.hpp"
#include "properties/vector_mean/vector_mean_column.hpp"
#include "properties/vector_mean/vector_mean_precision_python.hpp"

// These forms store in one small format whatever the profile declares, each operation computed in float64 and
// rounded once, as their Python texts do. Under a profile that declares the format they are honest.

namespace gradvet::vector_mean {

namespace {

/// A case's numbers as float64, one coordinate at a time.
struct Numbers {
  const Case& input;
  std::size_t coordinate;

  std::size_t size() const { return input.microbatches(); }
  double gradient(std::size_t i) const { return input.reals(0)[i * input.width() + coordinate]; }
  double count(std::size_t i) const { return static_cast<double>(input.integers(1)[i]); }
  double total() const {
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += count(i);
    return sum;
  }
};

double stored(double number, NumberFormat format) { return encode(number, float_format(format)); }

template <NumberFormat kFormat>
double sum_in(const Numbers& numbers) {
  double sum = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) sum = stored(sum + numbers.gradient(i), kFormat);
  return sum;
}

/// The running sum is stored in a small format; the division is not.
template <NumberFormat kFormat>
double mean_of_narrow_sum(const Numbers& numbers) {
  return sum_in<kFormat>(numbers) / numbers.total();
}

/// The running count is.
template <NumberFormat kFormat>
double mean_by_narrow_count(const Numbers& numbers) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    sum += numbers.gradient(i);
    total = stored(total + numbers.count(i), kFormat);
  }
  return sum / total;
}

/// All in float16, each gradient divided before it is added: small ones underflow.
double divided_before(const Numbers& numbers) {
  double mean = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    mean = stored(mean + stored(numbers.gradient(i) / numbers.total(), NumberFormat::kFloat16),
                  NumberFormat::kFloat16);
  return mean;
}

/// All in float16, the sum divided at the end: it overflows.
double divided_after(const Numbers& numbers) {
  return stored(sum_in<NumberFormat::kFloat16>(numbers) / numbers.total(), NumberFormat::kFloat16);
}

using MeanOf = double (*)(const Numbers&);

template <MeanOf kMean>
void compute_narrow(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kList);
  for (std::size_t j = 0; input.microbatches() != 0 && j < input.width(); ++j)
    append_result(stored(kMean({input, j}),
                         profile.output == NumberFormat::kExact ? NumberFormat::kFloat64 : profile.output),
                  profile, out);
}

template <MeanOf kMean>
constexpr Form narrow(std::string_view id, FormRole role, std::string_view sentence,
                      std::string_view python) {
  return {.id = id,
          .role = role,
          .sentence = sentence,
          .python = python,
          .compute = compute_narrow<kMean>,
          .compute_exactly = compute_exactly<mean_forms::SumThenDivide>,
          .is_precision = true};
}

using enum FormRole;

constexpr Form kBfloat16Sum = narrow<mean_of_narrow_sum<NumberFormat::kBfloat16>>(
    "vector-mean/narrow-sum/failure", kFailure, "keeps the running sum in bfloat16", python::kBfloat16Sum);
constexpr Form kFloat16Sum = narrow<mean_of_narrow_sum<NumberFormat::kFloat16>>(
    "vector-mean/narrow-sum/unsuccessful-fix", kUnsuccessfulFix, "keeps the running sum in float16",
    python::kFloat16Sum);
constexpr Form kBfloat16Count = narrow<mean_by_narrow_count<NumberFormat::kBfloat16>>(
    "vector-mean/narrow-count/failure", kFailure, "keeps the running number of examples in bfloat16",
    python::kBfloat16Count);
constexpr Form kFloat32Count = narrow<mean_by_narrow_count<NumberFormat::kFloat32>>(
    "vector-mean/narrow-count/unsuccessful-fix", kUnsuccessfulFix,
    "keeps the running number of examples in float32", python::kFloat32Count);
constexpr Form kDividedBefore = narrow<divided_before>(
    "vector-mean/float16-range/failure", kFailure,
    "divides every gradient in float16 before it is added, so that small ones underflow",
    python::kDividedBefore);
constexpr Form kDividedAfter =
    narrow<divided_after>("vector-mean/float16-range/unsuccessful-fix", kUnsuccessfulFix,
                          "sums in float16 and divides at the end, so that the sum "
                          "overflows",
                          python::kDividedAfter);

}  // namespace

const std::array<Mechanism, 3> kPrecisionMechanisms = {{
    {"vector-mean/narrow-sum", "", "The running sum is kept in a small format",
     "The accumulator has the format of the gradients, which has so few bits that a sum soon swallows what "
     "is "
     "added: in bfloat16 256 + 1 is 256, in float16 2048 + 1 is 2048. The weights are right, the value is "
     "not.",
     "microsoft/DeepSpeed#1800, apache/mxnet#17703 (stalls)", &kBfloat16Sum, &kFloat16Sum},
    {"vector-mean/narrow-count", "", "The number of examples is kept in a small format",
     "The denominator is a tensor of a small format: bfloat16 has no 257, float16 nothing above 65504, "
     "float32 "
     "no odd number above 2^24.",
     "tinygrad/tinygrad#15363, chaidiscovery/chai-lab#425, karpathy/llm.c#822", &kBfloat16Count,
     &kFloat32Count},
    {"vector-mean/float16-range", "", "Gradients leave the range of float16",
     "Everything stays in float16: divided before it is summed a gradient underflows, divided after it the "
     "sum "
     "overflows.",
     "facebookresearch/fairscale#565", &kDividedBefore, &kDividedAfter},
}};

}  // namespace gradvet::vector_mean
