#include "properties/mean_forms.hpp"
#include "properties/rank_mean/rank_mean_column.hpp"
#include "properties/rank_mean/rank_mean_forms.hpp"
#include "properties/rank_mean/rank_mean_mistakes.hpp"
#include "properties/rank_mean/rank_mean_python.hpp"

namespace gradvet::rank_mean {

namespace {

constexpr Form kRepair = {"rank-mean/repair",
                          FormRole::kRepair,
                          "sums over all microbatches of all ranks and divides once by the total of their "
                          "counts, no update where that is 0",
                          python::kRepair,
                          compute<mean_forms::SumThenDivide>,
                          compute_exactly<mean_forms::SumThenDivide>};

template <class Method>
constexpr Form wrong(std::string_view id, FormRole role, std::string_view sentence, std::string_view python) {
  return {id, role, sentence, python, compute<Method>, compute_exactly<Method>};
}

constexpr auto kFailure = FormRole::kFailure;
constexpr auto kFix = FormRole::kUnsuccessfulFix;

constexpr Form kMeanOfRankMeans = wrong<MeanOfRankMeans>(
    "rank-mean/mean-of-rank-means/failure", kFailure,
    "averages the means of the ranks, each with the same weight", python::kMeanOfRankMeans);
constexpr Form kMeansByMicrobatches = wrong<MeansByMicrobatches>(
    "rank-mean/mean-of-rank-means/unsuccessful-fix", kFix,
    "weights the mean of each rank by its number of microbatches", python::kMeansByMicrobatches);

constexpr Form kEngineDivides = wrong<EngineDivides>(
    "rank-mean/engine-average-kept/failure", kFailure,
    "divides by the total of the counts, and by the number of ranks on top", python::kEngineDivides);
constexpr Form kSumOfRankMeans =
    wrong<SumOfRankMeans>("rank-mean/engine-average-kept/unsuccessful-fix", kFix,
                          "undoes the engine's average, but over means that each rank took by its own count",
                          python::kSumOfRankMeans);

constexpr Form kTimesRanks = wrong<TimesRanks>(
    "rank-mean/times-ranks/failure", kFailure,
    "multiplies by the number of ranks, which the engine did not divide by", python::kTimesRanks);
constexpr Form kTimesCountingRanks = wrong<TimesCountingRanks>(
    "rank-mean/times-ranks/unsuccessful-fix", kFix, "multiplies by the number of ranks that count something",
    python::kTimesCountingRanks);

constexpr Form kMeanOfStepMeans = wrong<MeanOfStepMeans>(
    "rank-mean/count-per-step/failure", kFailure,
    "divides each step by its own count over all ranks, then averages all steps", python::kMeanOfStepMeans);
constexpr Form kMeanOfCountingSteps = wrong<MeanOfCountingSteps>(
    "rank-mean/count-per-step/unsuccessful-fix", kFix,
    "divides each step by its own count over all ranks, then averages the steps that count something",
    python::kMeanOfCountingSteps);

constexpr Form kIdleRanksCounted = wrong<IdleRanksCounted>(
    "rank-mean/idle-ranks/failure", kFailure,
    "multiplies by the ranks that count something, but divides by all of them", python::kIdleRanksCounted);
constexpr Form kMaskedRanksCounted =
    wrong<MaskedRanksCounted>("rank-mean/idle-ranks/unsuccessful-fix", kFix,
                              "multiplies by the ranks that count something, but divides by those that have "
                              "microbatches",
                              python::kMaskedRanksCounted);

constexpr Mechanism kMechanisms[] = {
    {"rank-mean/mean-of-rank-means", "", "The means of the ranks are averaged as if they weighed the same",
     "Every rank divides by what it counted itself, and an engine averages the results, whatever share of "
     "the "
     "examples each rank had.",
     "huggingface/transformers#34242, PrimeIntellect-ai/prime-rl#1957 (mean of per-rank means)",
     &kMeanOfRankMeans, &kMeansByMicrobatches},
    {"rank-mean/engine-average-kept", "", "The engine's division by the number of ranks is not undone",
     "The gradients are divided by the total over all ranks already when an engine that averages divides "
     "them "
     "by the number of ranks again.",
     "meta-pytorch/torchtune#2172 (the engine's 1/R not undone)", &kEngineDivides, &kSumOfRankMeans},
    {"rank-mean/times-ranks", "", "The number of ranks is multiplied in under an engine that sums",
     "A factor that undoes an engine's average is kept with an engine that adds up, so the result grows with "
     "the number of ranks.",
     "radixark/miles#3231 (times R under an engine that sums)", &kTimesRanks, &kTimesCountingRanks},
    {"rank-mean/count-per-step", "", "Each step is divided by its own count, and the steps are averaged",
     "The counts are summed over the ranks, but for one step at a time, so steps weigh the same, however "
     "many "
     "examples they hold.",
     "PrimeIntellect-ai/prime-rl#1960 (count summed over ranks but per step, then / K)", &kMeanOfStepMeans,
     &kMeanOfCountingSteps},
    {"rank-mean/idle-ranks", "", "Ranks without work are counted in the average",
     "The engine divides by the size of the group, which holds ranks that had nothing to contribute and were "
     "not multiplied in.",
     "pytorch/pytorch#42577 (idle ranks counted in R)", &kIdleRanksCounted, &kMaskedRanksCounted},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::rank_mean
