#pragma once

#include <string_view>

#include "properties/joined_text.hpp"

/// The Python texts of the forms. Plain loops: Python 3.12 compensates the built-in summation of floats and
/// 3.11 does not.
namespace gradvet::rank_mean::python {

// What several programs have in common.

inline constexpr std::string_view kOpen = R"(def solve(gradients, counts):
)";

inline constexpr std::string_view kAllSums = R"(    total = 0
    column_sums = []
    for rank_gradients, rank_counts in zip(gradients, counts):
        for vector, count in zip(rank_gradients, rank_counts):
            if not column_sums:
                column_sums = [0] * len(vector)
            total += count
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
    if total == 0:
        return None
)";

inline constexpr std::string_view kRankSums =
    R"(    for rank_gradients, rank_counts in zip(gradients, counts):
        rank_total = 0
        rank_sums = []
        for vector, count in zip(rank_gradients, rank_counts):
            if not rank_sums:
                rank_sums = [0] * len(vector)
            rank_total += count
            for j, coordinate in enumerate(vector):
                rank_sums[j] += coordinate
        if rank_total == 0:
            continue
        if not mean_sums:
            mean_sums = [0] * len(rank_sums)
)";

inline constexpr std::string_view kAddRankMean = R"(        for j, rank_sum in enumerate(rank_sums):
            mean_sums[j] += rank_sum / rank_total
)";

inline constexpr std::string_view kMeanSums = R"(    mean_sums = []
)";

inline constexpr std::string_view kSumsAndRankTotal = R"(        rank_total = 0
        for vector, count in zip(rank_gradients, rank_counts):
            if not column_sums:
                column_sums = [0] * len(vector)
            rank_total += count
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        total += rank_total
        counting += 1 if rank_total > 0 else 0
)";

inline constexpr std::string_view kStepMeans = R"(    steps = 0
    for rank_counts in counts:
        steps = max(steps, len(rank_counts))
    mean_sums = []
    counting = 0
    for step in range(steps):
        step_total = 0
        step_sums = []
        for rank_gradients, rank_counts in zip(gradients, counts):
            if step >= len(rank_counts):
                continue
            if not step_sums:
                step_sums = [0] * len(rank_gradients[step])
            step_total += rank_counts[step]
            for j, coordinate in enumerate(rank_gradients[step]):
                step_sums[j] += coordinate
        if step_total == 0:
            continue
        counting += 1
        if not mean_sums:
            mean_sums = [0] * len(step_sums)
        for j, step_sum in enumerate(step_sums):
            mean_sums[j] += step_sum / step_total
    if counting == 0:
        return None
)";

inline constexpr std::string_view kNoneWithoutTotal = R"(    if total == 0:
        return None
)";

// The programs.

inline constexpr std::string_view kRepairOwn =
    R"(    return [column_sum / total for column_sum in column_sums]
)";
inline constexpr std::string_view kRepair = Joined<kOpen, kAllSums, kRepairOwn>::kText;

inline constexpr std::string_view kMeanOfRankMeansOwn1 = R"(    ranks = 0
)";
inline constexpr std::string_view kMeanOfRankMeansOwn2 = R"(        ranks += 1
)";
inline constexpr std::string_view kMeanOfRankMeansOwn3 = R"(    if ranks == 0:
        return None
    return [mean_sum / ranks for mean_sum in mean_sums]
)";
inline constexpr std::string_view kMeanOfRankMeans =
    Joined<kOpen, kMeanSums, kMeanOfRankMeansOwn1, kRankSums, kMeanOfRankMeansOwn2, kAddRankMean,
           kMeanOfRankMeansOwn3>::kText;

inline constexpr std::string_view kMeansByMicrobatchesOwn1 = R"(    microbatches = 0
)";
inline constexpr std::string_view kMeansByMicrobatchesOwn2 = R"(        microbatches += len(rank_counts)
        for j, rank_sum in enumerate(rank_sums):
            mean_sums[j] += rank_sum / rank_total * len(rank_counts)
    if microbatches == 0:
        return None
    return [mean_sum / microbatches for mean_sum in mean_sums]
)";
inline constexpr std::string_view kMeansByMicrobatches =
    Joined<kOpen, kMeanSums, kMeansByMicrobatchesOwn1, kRankSums, kMeansByMicrobatchesOwn2>::kText;

inline constexpr std::string_view kEngineDividesOwn = R"(    ranks = len(gradients)
    return [column_sum / total / ranks for column_sum in column_sums]
)";
inline constexpr std::string_view kEngineDivides = Joined<kOpen, kAllSums, kEngineDividesOwn>::kText;

inline constexpr std::string_view kSumOfRankMeansOwn1 = R"(    ranks = 0
)";
inline constexpr std::string_view kSumOfRankMeansOwn2 = R"(        ranks += 1
)";
inline constexpr std::string_view kSumOfRankMeansOwn3 = R"(    return mean_sums if ranks else None
)";
inline constexpr std::string_view kSumOfRankMeans =
    Joined<kOpen, kMeanSums, kSumOfRankMeansOwn1, kRankSums, kSumOfRankMeansOwn2, kAddRankMean,
           kSumOfRankMeansOwn3>::kText;

inline constexpr std::string_view kTimesRanksOwn = R"(    ranks = len(gradients)
    return [column_sum / total * ranks for column_sum in column_sums]
)";
inline constexpr std::string_view kTimesRanks = Joined<kOpen, kAllSums, kTimesRanksOwn>::kText;

inline constexpr std::string_view kTimesCountingRanksOwn1 = R"(    total = 0
    column_sums = []
    counting = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
)";
inline constexpr std::string_view kTimesCountingRanksOwn2 =
    R"(    return [column_sum / total * counting for column_sum in column_sums]
)";
inline constexpr std::string_view kTimesCountingRanks =
    Joined<kOpen, kTimesCountingRanksOwn1, kSumsAndRankTotal, kNoneWithoutTotal,
           kTimesCountingRanksOwn2>::kText;

inline constexpr std::string_view kMeanOfStepMeansOwn =
    R"(    return [mean_sum / steps for mean_sum in mean_sums]
)";
inline constexpr std::string_view kMeanOfStepMeans = Joined<kOpen, kStepMeans, kMeanOfStepMeansOwn>::kText;

inline constexpr std::string_view kMeanOfCountingStepsOwn =
    R"(    return [mean_sum / counting for mean_sum in mean_sums]
)";
inline constexpr std::string_view kMeanOfCountingSteps =
    Joined<kOpen, kStepMeans, kMeanOfCountingStepsOwn>::kText;

inline constexpr std::string_view kIdleRanksCountedOwn1 = R"(    total = 0
    column_sums = []
    counting = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
)";
inline constexpr std::string_view kIdleRanksCountedOwn2 = R"(    ranks = len(gradients)
    return [column_sum / total * counting / ranks for column_sum in column_sums]
)";
inline constexpr std::string_view kIdleRanksCounted =
    Joined<kOpen, kIdleRanksCountedOwn1, kSumsAndRankTotal, kNoneWithoutTotal, kIdleRanksCountedOwn2>::kText;

inline constexpr std::string_view kMaskedRanksCountedOwn1 = R"(    total = 0
    column_sums = []
    counting = 0
    busy = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
)";
inline constexpr std::string_view kMaskedRanksCountedOwn2 = R"(        busy += 1 if rank_counts else 0
)";
inline constexpr std::string_view kMaskedRanksCountedOwn3 =
    R"(    return [column_sum / total * counting / busy for column_sum in column_sums]
)";
inline constexpr std::string_view kMaskedRanksCounted =
    Joined<kOpen, kMaskedRanksCountedOwn1, kSumsAndRankTotal, kMaskedRanksCountedOwn2, kNoneWithoutTotal,
           kMaskedRanksCountedOwn3>::kText;

}  // namespace gradvet::rank_mean::python
