#pragma once

#include <string_view>

/// The Python texts of the forms. Plain loops: Python 3.12 compensates the built-in summation of floats and
/// 3.11 does not.
namespace gradvet::rank_mean::python {

inline constexpr std::string_view kRepair = R"(def solve(gradients, counts):
    total = 0
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
    return [column_sum / total for column_sum in column_sums]
)";

inline constexpr std::string_view kMeanOfRankMeans = R"(def solve(gradients, counts):
    mean_sums = []
    ranks = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
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
        ranks += 1
        for j, rank_sum in enumerate(rank_sums):
            mean_sums[j] += rank_sum / rank_total
    if ranks == 0:
        return None
    return [mean_sum / ranks for mean_sum in mean_sums]
)";

inline constexpr std::string_view kMeansByMicrobatches = R"(def solve(gradients, counts):
    mean_sums = []
    microbatches = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
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
        microbatches += len(rank_counts)
        for j, rank_sum in enumerate(rank_sums):
            mean_sums[j] += rank_sum / rank_total * len(rank_counts)
    if microbatches == 0:
        return None
    return [mean_sum / microbatches for mean_sum in mean_sums]
)";

inline constexpr std::string_view kEngineDivides = R"(def solve(gradients, counts):
    total = 0
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
    ranks = len(gradients)
    return [column_sum / total / ranks for column_sum in column_sums]
)";

inline constexpr std::string_view kSumOfRankMeans = R"(def solve(gradients, counts):
    mean_sums = []
    ranks = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
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
        ranks += 1
        for j, rank_sum in enumerate(rank_sums):
            mean_sums[j] += rank_sum / rank_total
    return mean_sums if ranks else None
)";

inline constexpr std::string_view kTimesRanks = R"(def solve(gradients, counts):
    total = 0
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
    ranks = len(gradients)
    return [column_sum / total * ranks for column_sum in column_sums]
)";

inline constexpr std::string_view kTimesCountingRanks = R"(def solve(gradients, counts):
    total = 0
    column_sums = []
    counting = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
        rank_total = 0
        for vector, count in zip(rank_gradients, rank_counts):
            if not column_sums:
                column_sums = [0] * len(vector)
            rank_total += count
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        total += rank_total
        counting += 1 if rank_total > 0 else 0
    if total == 0:
        return None
    return [column_sum / total * counting for column_sum in column_sums]
)";

inline constexpr std::string_view kMeanOfStepMeans = R"(def solve(gradients, counts):
    steps = 0
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
    return [mean_sum / steps for mean_sum in mean_sums]
)";

inline constexpr std::string_view kMeanOfCountingSteps = R"(def solve(gradients, counts):
    steps = 0
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
    return [mean_sum / counting for mean_sum in mean_sums]
)";

inline constexpr std::string_view kIdleRanksCounted = R"(def solve(gradients, counts):
    total = 0
    column_sums = []
    counting = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
        rank_total = 0
        for vector, count in zip(rank_gradients, rank_counts):
            if not column_sums:
                column_sums = [0] * len(vector)
            rank_total += count
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        total += rank_total
        counting += 1 if rank_total > 0 else 0
    if total == 0:
        return None
    ranks = len(gradients)
    return [column_sum / total * counting / ranks for column_sum in column_sums]
)";

inline constexpr std::string_view kMaskedRanksCounted = R"(def solve(gradients, counts):
    total = 0
    column_sums = []
    counting = 0
    busy = 0
    for rank_gradients, rank_counts in zip(gradients, counts):
        rank_total = 0
        for vector, count in zip(rank_gradients, rank_counts):
            if not column_sums:
                column_sums = [0] * len(vector)
            rank_total += count
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        total += rank_total
        counting += 1 if rank_total > 0 else 0
        busy += 1 if rank_counts else 0
    if total == 0:
        return None
    return [column_sum / total * counting / busy for column_sum in column_sums]
)";

}  // namespace gradvet::rank_mean::python
