#include "properties/mean_forms.hpp"
#include "properties/weighted_mean/weighted_mean_forms.hpp"
#include "properties/weighted_mean/weighted_mean_items.hpp"
#include "properties/weighted_mean/weighted_mean_mistakes.hpp"
#include "properties/weighted_mean/weighted_mean_python.hpp"

namespace gradvet::weighted_mean {

namespace {

using Right = WhereWeighted<mean_forms::SumThenDivide>;

constexpr Form kRepair = {
    "weighted-mean/repair",
    FormRole::kRepair,
    "sums weight times value over all microbatches and divides once by the total of the "
    "weights, 0 where that is 0",
    python::kRepair,
    compute<Right>,
    compute_exactly<Right>};

template <class Method>
constexpr Form wrong(std::string_view id, FormRole role, std::string_view sentence, std::string_view python) {
  return {id, role, sentence, python, compute<Method>, compute_exactly<Method>};
}

constexpr auto kFailure = FormRole::kFailure;
constexpr auto kFix = FormRole::kUnsuccessfulFix;

/// An epsilon near 1e-8 is 0 in float16, and where a total may be near it float16 judges nothing.
constexpr bool is_lost_in_float16(const Profile& profile) {
  return profile.accumulator == NumberFormat::kFloat16;
}

template <class Method>
constexpr Form epsilon(std::string_view id, FormRole role, std::string_view sentence,
                       std::string_view python) {
  Form form = wrong<Method>(id, role, sentence, python);
  form.is_lost_in = is_lost_in_float16;
  return form;
}

constexpr Form kByItems = wrong<ItemDenominator>("weighted-mean/item-denominator/failure", kFailure,
                                                 "divides by the number of items", python::kByItems);
constexpr Form kByWeightedItems = wrong<WeightedItemDenominator>(
    "weighted-mean/item-denominator/unsuccessful-fix", kFix,
    "divides by the number of items with a weight above 0", python::kByWeightedItems);

constexpr Form kMeanOfMeans = wrong<MeanOfMeans>(
    "weighted-mean/mean-of-microbatch-means/failure", kFailure,
    "averages the weighted means of the microbatches, 0 for one without weight", python::kMeanOfMeans);
constexpr Form kMeansByItems = wrong<MeansByItems>(
    "weighted-mean/mean-of-microbatch-means/unsuccessful-fix", kFix,
    "averages the weighted means of the microbatches by their numbers of items", python::kMeansByItems);

constexpr Form kTotalAtLeastOne = wrong<TotalAtLeastOne>(
    "weighted-mean/total-at-least-one/failure", kFailure,
    "divides by the total of the weights, but by 1 where it is less", python::kTotalAtLeastOne);
constexpr Form kMeansAtLeastOne = wrong<MeansAtLeastOne>(
    "weighted-mean/total-at-least-one/unsuccessful-fix", kFix,
    "divides by the right total, after means of microbatches whose own totals are at least 1",
    python::kMeansAtLeastOne);

constexpr Form kEpsilonAdded =
    epsilon<EpsilonAdded>("weighted-mean/epsilon-denominator/failure", kFailure,
                          "adds 1e-8 to the total of the weights", python::kEpsilonAdded);
constexpr Form kEpsilonFloor = epsilon<EpsilonFloor>(
    "weighted-mean/epsilon-denominator/unsuccessful-fix", kFix,
    "divides by the total of the weights, but by 1e-6 where it is less", python::kEpsilonFloor);

constexpr Form kAtLeastOneEach =
    wrong<AtLeastOneEach>("weighted-mean/masked-microbatch-adds-one/failure", kFailure,
                          "counts the total of each microbatch as at least 1", python::kAtLeastOneEach);
constexpr Form kOneForNothing =
    wrong<OneForNothing>("weighted-mean/masked-microbatch-adds-one/unsuccessful-fix", kFix,
                         "counts the total of a microbatch without weight as 1", python::kOneForNothing);

constexpr Form kUnguardedMeans = wrong<UnguardedMeans>(
    "weighted-mean/empty-microbatch/failure", kFailure,
    "averages the weighted means of the microbatches, 0/0 for one without weight", python::kUnguardedMeans);
constexpr Form kDefinedMeans = wrong<DefinedMeans>(
    "weighted-mean/empty-microbatch/unsuccessful-fix", kFix,
    "averages the weighted means of the microbatches that have weight", python::kDefinedMeans);

constexpr Mechanism kMechanisms[] = {
    {"weighted-mean/item-denominator", "", "The number of items is the denominator",
     "The weighted sum is divided by how many items there are, not by the total of their weights, so that "
     "weights that average to anything but 1 scale the result.",
     "pytorch/pytorch#72047 (divided by item count)", &kByItems, &kByWeightedItems},
    {"weighted-mean/mean-of-microbatch-means", "",
     "Microbatch means are averaged as if they weighed the same",
     "Each microbatch is reduced to its weighted mean first, and those are averaged without the weight that "
     "each of them stands for.",
     "keras-team/keras#13329 (weighted mean per microbatch, then averaged)", &kMeanOfMeans, &kMeansByItems},
    {"weighted-mean/total-at-least-one", "", "A total below 1 is taken as 1",
     "A guard against an empty mask assumes that weights count things; weights that are fractions total less "
     "than 1 and are divided by 1 all the same.",
     "google/tunix#1833 (max(total, 1))", &kTotalAtLeastOne, &kMeansAtLeastOne},
    {"weighted-mean/epsilon-denominator", "", "An epsilon against division by zero is part of the total",
     "A small number is added to every denominator, where it is needed only when the total is 0; it is no "
     "longer small where the weights are.",
     "AI-Hypercomputer/maxtext#5060 (1e-8 in the denominator)", &kEpsilonAdded, &kEpsilonFloor},
    {"weighted-mean/masked-microbatch-adds-one", "", "A microbatch without weight adds 1 to the total",
     "The guard against an empty mask is applied to each microbatch before the totals are added, so every "
     "microbatch that is masked out makes the denominator larger.",
     "radixark/miles#2796 (a fully masked microbatch adds 1)", &kAtLeastOneEach, &kOneForNothing},
    {"weighted-mean/empty-microbatch", "", "A microbatch without weight makes the mean undefined",
     "Each microbatch is divided by its own total with no question whether that is 0; 0/0 is NaN, and NaN in "
     "one microbatch is NaN in the mean.",
     "NVIDIA-NeMo/Automodel#3796 (an empty microbatch gives NaN)", &kUnguardedMeans, &kDefinedMeans},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::weighted_mean
