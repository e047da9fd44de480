#include "properties/batch_total/batch_total_forms.hpp"
#include "properties/batch_total/batch_total_methods.hpp"

namespace gradvet::batch_total {

namespace {

struct Sum {
  static std::int64_t total(Sizes sizes, std::int64_t) { return sum_in_order(sizes); }
};

/// FA-98921: a batch counts only if it has exactly the target size.
struct FullBatchesOnly {
  static std::int64_t total(Sizes sizes, std::int64_t target) {
    std::int64_t sum = 0;
    for (const std::int64_t size : sizes)
      if (size == target) sum += size;
    return sum;
  }
};

/// What is left over a multiple of the target is dropped. (The target of a case is at least 1.)
struct WholeTargetsOnly {
  static std::int64_t total(Sizes sizes, std::int64_t target) {
    const std::int64_t sum = sum_in_order(sizes);
    return sum - sum % target;
  }
};

constexpr std::string_view kRepairPython = R"(def solve(batch_sizes, target):
    total = 0
    for size in batch_sizes:
        total += size
    return total
)";

constexpr std::string_view kFailurePython = R"(def solve(batch_sizes, target):
    total = 0
    for size in batch_sizes:
        if size == target:
            total += size
    return total
)";

constexpr std::string_view kUnsuccessfulFixPython = R"(def solve(batch_sizes, target):
    total = 0
    for size in batch_sizes:
        total += size
    remainder = total % target if target else 0
    return total - remainder
)";

constexpr Form kRepair = {
    "batch-total/repair", FormRole::kRepair, "sums every batch size, whatever the target",
    kRepairPython,        compute<Sum>,      compute_exactly<Sum>};

constexpr Form kFailure = {"batch-total/full-batches-only/failure",
                           FormRole::kFailure,
                           "sums only the batches of exactly the target size",
                           kFailurePython,
                           compute<FullBatchesOnly>,
                           compute_exactly<FullBatchesOnly>};

constexpr Form kUnsuccessfulFix = {"batch-total/full-batches-only/unsuccessful-fix",
                                   FormRole::kUnsuccessfulFix,
                                   "rounds the total down to a multiple of the target",
                                   kUnsuccessfulFixPython,
                                   compute<WholeTargetsOnly>,
                                   compute_exactly<WholeTargetsOnly>};

constexpr Mechanism kMechanisms[] = {
    {"batch-total/full-batches-only", "FA-98921", "The short last batch is left out of the total",
     "Only batches whose size is the target are added, so a short last batch, or a larger one, is lost.",
     "Lightning-AI/pytorch-lightning#2853 (tail dropped)", &kFailure, &kUnsuccessfulFix},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::batch_total
