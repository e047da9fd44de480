#include "properties/mean_forms.hpp"
#include "properties/unscaled_mean/unscaled_mean_forms.hpp"
#include "properties/unscaled_mean/unscaled_mean_window.hpp"

namespace gradvet::unscaled_mean {

namespace {

/// The scale, but not below 1: the guard of both published mistakes.
template <class T>
Held<T> guarded_scale(const Window<T>& window, std::size_t i) {
  const Held<T> one = window.held(1);
  const Held<T> scale = window.scale(i);
  return one < scale ? scale : one;
}

/// FA-98896: one unscaling at the end, with the scale that came last.
struct LastScale {
  template <class T>
  static T mean(const Window<T>& window) {
    T sum{};
    for (std::size_t i = 0; i < window.size(); ++i) sum = sum + window.scaled_sum(i);
    return sum / window.total() / guarded_scale(window, window.size() - 1);
  }
};

/// Each sum by its own scale, but a scale below 1 counts as 1: a zero scale invents a contribution, and a
/// fraction is not undone.
struct ScaleAtLeastOne {
  template <class T>
  static T mean(const Window<T>& window) {
    T sum{};
    for (std::size_t i = 0; i < window.size(); ++i)
      sum = sum + window.scaled_sum(i) / guarded_scale(window, i);
    return sum / window.total();
  }
};

// Python 3.12 compensates sum() of floats and 3.11 does not: plain loops give the same bits under both.

constexpr std::string_view kRepairPython = R"(def solve(scaled_sums, scales, counts):
    total_examples = 0
    unscaled = 0
    for scaled_sum, scale, count in zip(scaled_sums, scales, counts):
        total_examples += count
        if scale > 0:
            unscaled += scaled_sum / scale
    return unscaled / total_examples if total_examples else 0
)";

constexpr std::string_view kFailurePython = R"(def solve(scaled_sums, scales, counts):
    total_examples = 0
    scaled = 0
    last_scale = 0
    for scaled_sum, scale, count in zip(scaled_sums, scales, counts):
        total_examples += count
        scaled += scaled_sum
        last_scale = scale
    return scaled / max(1, total_examples) / max(1, last_scale)
)";

constexpr std::string_view kUnsuccessfulFixPython = R"(def solve(scaled_sums, scales, counts):
    total_examples = 0
    unscaled = 0
    for scaled_sum, scale, count in zip(scaled_sums, scales, counts):
        total_examples += count
        unscaled += scaled_sum / max(1, scale)
    return unscaled / max(1, total_examples)
)";

constexpr Form kRepair = {
    "unscaled-mean/repair",
    FormRole::kRepair,
    "unscales each sum by its own scale, omits those with scale 0, and divides once by the total "
    "of all counts",
    kRepairPython,
    compute<mean_forms::SumThenDivide>,
    compute_exactly<mean_forms::SumThenDivide>};

constexpr Form kFailure = {"unscaled-mean/last-scale/failure",
                           FormRole::kFailure,
                           "sums first and divides by the last scale alone",
                           kFailurePython,
                           compute<LastScale>,
                           compute_exactly<LastScale>};

constexpr Form kUnsuccessfulFix = {"unscaled-mean/last-scale/unsuccessful-fix",
                                   FormRole::kUnsuccessfulFix,
                                   "takes every scale below 1, zero included, as 1",
                                   kUnsuccessfulFixPython,
                                   compute<ScaleAtLeastOne>,
                                   compute_exactly<ScaleAtLeastOne>};

constexpr Mechanism kMechanisms[] = {
    {"unscaled-mean/last-scale", "FA-98896", "A loss scale that changes is undone once, after summation",
     "The scaled sums are added as they are, and the total is unscaled with the scale of the last "
     "microbatch, which is "
     "not the scale of the others.",
     "pytorch/pytorch#26512 (last scale applied to the whole window)", &kFailure, &kUnsuccessfulFix},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::unscaled_mean
