#pragma once

#include <string_view>

/// The Python texts of window-means' repair and mistakes. Python 3.12 compensates sum() of floats and 3.11
/// does not: plain loops give the same bits under both.
namespace gradvet::window_means::python {

inline constexpr std::string_view kRepair = R"(def solve(sums, counts, accumulation_steps):
    results = []
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
        column_sums = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        results.append([column_sum / total for column_sum in column_sums])
    return results
)";

inline constexpr std::string_view kNominalTail = R"(def solve(sums, counts, accumulation_steps):
    results = []
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
        column_sums = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        size = len(window)
        results.append([column_sum / total * size / accumulation_steps for column_sum in column_sums])
    return results
)";

inline constexpr std::string_view kClippedNominalTail = R"(def solve(sums, counts, accumulation_steps):
    results = []
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
        column_sums = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        size = len(window)
        nominal = min(accumulation_steps, len(sums))
        results.append([column_sum / total * size / nominal for column_sum in column_sums])
    return results
)";

inline constexpr std::string_view kDroppedTail = R"(def solve(sums, counts, accumulation_steps):
    results = []
    column_sums, total = None, 0
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if column_sums is None:
            column_sums = [0] * len(vector)
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
        total += count
        if (i + 1) % accumulation_steps == 0:
            if total == 0:
                results.append(None)
            else:
                results.append([column_sum / total for column_sum in column_sums])
            column_sums, total = None, 0
    return results
)";

inline constexpr std::string_view kFlushedTail = R"(def solve(sums, counts, accumulation_steps):
    results = []
    column_sums, total = None, 0
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if column_sums is None:
            column_sums = [0] * len(vector)
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
        total += count
        if (i + 1) % accumulation_steps == 0:
            if total == 0:
                results.append(None)
            else:
                results.append([column_sum / total for column_sum in column_sums])
            column_sums, total = None, 0
    if total == 0:
        results.append(None)
    else:
        results.append([column_sum / total for column_sum in column_sums])
    return results
)";

inline constexpr std::string_view kLeakedSums = R"(def solve(sums, counts, accumulation_steps):
    results = []
    column_sums, total = None, 0
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if column_sums is None:
            column_sums = [0] * len(vector)
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
        total += count
        if (i + 1) % accumulation_steps == 0 or i + 1 == len(sums):
            if total == 0:
                results.append(None)
            else:
                results.append([column_sum / total for column_sum in column_sums])
            total = 0
    return results
)";

inline constexpr std::string_view kLeakedSumsAndCounts = R"(def solve(sums, counts, accumulation_steps):
    results = []
    column_sums, total = None, 0
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if column_sums is None:
            column_sums = [0] * len(vector)
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
        total += count
        if (i + 1) % accumulation_steps == 0 or i + 1 == len(sums):
            if total == 0:
                results.append(None)
            else:
                results.append([column_sum / total for column_sum in column_sums])
    return results
)";

inline constexpr std::string_view kLastOverWindow = R"(def solve(sums, counts, accumulation_steps):
    results = []
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
        results.append([coordinate / total for coordinate in window[-1]])
    return results
)";

inline constexpr std::string_view kLastMean = R"(def solve(sums, counts, accumulation_steps):
    results = []
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if (i + 1) % accumulation_steps == 0 or i + 1 == len(sums):
            if count == 0:
                results.append(None)
            else:
                results.append([coordinate / count for coordinate in vector])
    return results
)";

inline constexpr std::string_view kEarlyBoundary = R"(def solve(sums, counts, accumulation_steps):
    results = []
    column_sums, total = None, 0
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if column_sums is None:
            column_sums = [0] * len(vector)
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
        total += count
        if i % accumulation_steps == 0 or i + 1 == len(sums):
            if total == 0:
                results.append(None)
            else:
                results.append([column_sum / total for column_sum in column_sums])
            column_sums, total = None, 0
    return results
)";

inline constexpr std::string_view kLateBoundary = R"(def solve(sums, counts, accumulation_steps):
    results = []
    column_sums, total = None, 0
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if column_sums is None:
            column_sums = [0] * len(vector)
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
        total += count
        if (i > 0 and i % accumulation_steps == 0) or i + 1 == len(sums):
            if total == 0:
                results.append(None)
            else:
                results.append([column_sum / total for column_sum in column_sums])
            column_sums, total = None, 0
    return results
)";

inline constexpr std::string_view kStaleDenominator = R"(def solve(sums, counts, accumulation_steps):
    results = []
    denominator = None
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
        column_sums = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        if denominator is None:
            denominator = total
        results.append([column_sum / denominator for column_sum in column_sums])
        denominator = total
    return results
)";

inline constexpr std::string_view kAverageDenominator = R"(def solve(sums, counts, accumulation_steps):
    results = []
    all_counts = 0
    for count in counts:
        all_counts += count
    windows = (len(sums) + accumulation_steps - 1) // accumulation_steps
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        if not any(counts[first:first + accumulation_steps]):
            results.append(None)
            continue
        column_sums = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
        average = all_counts / windows
        results.append([column_sum / average for column_sum in column_sums])
    return results
)";

inline constexpr std::string_view kRescaledInPlace = R"(def solve(sums, counts, accumulation_steps):
    results = []
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
        accumulated = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                accumulated[j] = (accumulated[j] + coordinate) / total
        results.append(accumulated)
    return results
)";

inline constexpr std::string_view kRescaledByCountsSoFar = R"(def solve(sums, counts, accumulation_steps):
    results = []
    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
        accumulated, so_far = [0] * len(window[0]), 0
        for vector, count in zip(window, counts[first:]):
            so_far += count
            if so_far == 0:
                continue
            for j, coordinate in enumerate(vector):
                accumulated[j] = (accumulated[j] + coordinate) / so_far
        results.append(accumulated)
    return results
)";

}  // namespace gradvet::window_means::python
