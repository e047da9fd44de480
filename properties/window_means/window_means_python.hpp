#pragma once

#include <string_view>

#include "properties/joined_text.hpp"

/// The Python texts of window-means' repair and mistakes. Python 3.12 compensates sum() of floats and 3.11
/// does not: plain loops give the same bits under both.
namespace gradvet::window_means::python {

// What several programs have in common.

inline constexpr std::string_view kOpen = R"(def solve(sums, counts, accumulation_steps):
    results = []
)";

inline constexpr std::string_view kEachWindow = R"(    for first in range(0, len(sums), accumulation_steps):
        window = sums[first:first + accumulation_steps]
)";

inline constexpr std::string_view kTotalOfWindow = R"(        total = 0
        for count in counts[first:first + accumulation_steps]:
            total += count
        if total == 0:
            results.append(None)
            continue
)";

inline constexpr std::string_view kSumOfWindow = R"(        column_sums = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                column_sums[j] += coordinate
)";

inline constexpr std::string_view kRunningSums = R"(    column_sums, total = None, 0
    for i, (vector, count) in enumerate(zip(sums, counts)):
        if column_sums is None:
            column_sums = [0] * len(vector)
        for j, coordinate in enumerate(vector):
            column_sums[j] += coordinate
        total += count
)";

inline constexpr std::string_view kStep = R"(            if total == 0:
                results.append(None)
            else:
                results.append([column_sum / total for column_sum in column_sums])
)";

inline constexpr std::string_view kClearBoth = R"(            column_sums, total = None, 0
)";

inline constexpr std::string_view kEnd = R"(    return results
)";

// The programs.

inline constexpr std::string_view kRepairOwn =
    R"(        results.append([column_sum / total for column_sum in column_sums])
)";
inline constexpr std::string_view kRepair =
    Joined<kOpen, kEachWindow, kTotalOfWindow, kSumOfWindow, kRepairOwn, kEnd>::kText;

inline constexpr std::string_view kNominalTailOwn = R"(        size = len(window)
        results.append([column_sum / total * size / accumulation_steps for column_sum in column_sums])
)";
inline constexpr std::string_view kNominalTail =
    Joined<kOpen, kEachWindow, kTotalOfWindow, kSumOfWindow, kNominalTailOwn, kEnd>::kText;

inline constexpr std::string_view kClippedNominalTailOwn = R"(        size = len(window)
        nominal = min(accumulation_steps, len(sums))
        results.append([column_sum / total * size / nominal for column_sum in column_sums])
)";
inline constexpr std::string_view kClippedNominalTail =
    Joined<kOpen, kEachWindow, kTotalOfWindow, kSumOfWindow, kClippedNominalTailOwn, kEnd>::kText;

inline constexpr std::string_view kDroppedTailOwn = R"(        if (i + 1) % accumulation_steps == 0:
)";
inline constexpr std::string_view kDroppedTail =
    Joined<kOpen, kRunningSums, kDroppedTailOwn, kStep, kClearBoth, kEnd>::kText;

inline constexpr std::string_view kFlushedTailOwn1 = R"(        if (i + 1) % accumulation_steps == 0:
)";
inline constexpr std::string_view kFlushedTailOwn2 = R"(    if total == 0:
        results.append(None)
    else:
        results.append([column_sum / total for column_sum in column_sums])
)";
inline constexpr std::string_view kFlushedTail =
    Joined<kOpen, kRunningSums, kFlushedTailOwn1, kStep, kClearBoth, kFlushedTailOwn2, kEnd>::kText;

inline constexpr std::string_view kLeakedSumsOwn1 =
    R"(        if (i + 1) % accumulation_steps == 0 or i + 1 == len(sums):
)";
inline constexpr std::string_view kLeakedSumsOwn2 = R"(            total = 0
)";
inline constexpr std::string_view kLeakedSums =
    Joined<kOpen, kRunningSums, kLeakedSumsOwn1, kStep, kLeakedSumsOwn2, kEnd>::kText;

inline constexpr std::string_view kLeakedSumsAndCountsOwn =
    R"(        if (i + 1) % accumulation_steps == 0 or i + 1 == len(sums):
)";
inline constexpr std::string_view kLeakedSumsAndCounts =
    Joined<kOpen, kRunningSums, kLeakedSumsAndCountsOwn, kStep, kEnd>::kText;

inline constexpr std::string_view kLastOverWindowOwn =
    R"(        results.append([coordinate / total for coordinate in window[-1]])
)";
inline constexpr std::string_view kLastOverWindow =
    Joined<kOpen, kEachWindow, kTotalOfWindow, kLastOverWindowOwn, kEnd>::kText;

inline constexpr std::string_view kLastMeanOwn =
    R"(    for i, (vector, count) in enumerate(zip(sums, counts)):
        if (i + 1) % accumulation_steps == 0 or i + 1 == len(sums):
            if count == 0:
                results.append(None)
            else:
                results.append([coordinate / count for coordinate in vector])
)";
inline constexpr std::string_view kLastMean = Joined<kOpen, kLastMeanOwn, kEnd>::kText;

inline constexpr std::string_view kEarlyBoundaryOwn =
    R"(        if i % accumulation_steps == 0 or i + 1 == len(sums):
)";
inline constexpr std::string_view kEarlyBoundary =
    Joined<kOpen, kRunningSums, kEarlyBoundaryOwn, kStep, kClearBoth, kEnd>::kText;

inline constexpr std::string_view kLateBoundaryOwn =
    R"(        if (i > 0 and i % accumulation_steps == 0) or i + 1 == len(sums):
)";
inline constexpr std::string_view kLateBoundary =
    Joined<kOpen, kRunningSums, kLateBoundaryOwn, kStep, kClearBoth, kEnd>::kText;

inline constexpr std::string_view kStaleDenominatorOwn1 = R"(    denominator = None
)";
inline constexpr std::string_view kStaleDenominatorOwn2 = R"(        if denominator is None:
            denominator = total
        results.append([column_sum / denominator for column_sum in column_sums])
        denominator = total
)";
inline constexpr std::string_view kStaleDenominator =
    Joined<kOpen, kStaleDenominatorOwn1, kEachWindow, kTotalOfWindow, kSumOfWindow, kStaleDenominatorOwn2,
           kEnd>::kText;

inline constexpr std::string_view kAverageDenominatorOwn1 = R"(    all_counts = 0
    for count in counts:
        all_counts += count
    windows = (len(sums) + accumulation_steps - 1) // accumulation_steps
)";
inline constexpr std::string_view kAverageDenominatorOwn2 =
    R"(        if not any(counts[first:first + accumulation_steps]):
            results.append(None)
            continue
)";
inline constexpr std::string_view kAverageDenominatorOwn3 = R"(        average = all_counts / windows
        results.append([column_sum / average for column_sum in column_sums])
)";
inline constexpr std::string_view kAverageDenominator =
    Joined<kOpen, kAverageDenominatorOwn1, kEachWindow, kAverageDenominatorOwn2, kSumOfWindow,
           kAverageDenominatorOwn3, kEnd>::kText;

inline constexpr std::string_view kRescaledInPlaceOwn = R"(        accumulated = [0] * len(window[0])
        for vector in window:
            for j, coordinate in enumerate(vector):
                accumulated[j] = (accumulated[j] + coordinate) / total
        results.append(accumulated)
)";
inline constexpr std::string_view kRescaledInPlace =
    Joined<kOpen, kEachWindow, kTotalOfWindow, kRescaledInPlaceOwn, kEnd>::kText;

inline constexpr std::string_view kRescaledByCountsSoFarOwn =
    R"(        accumulated, so_far = [0] * len(window[0]), 0
        for vector, count in zip(window, counts[first:]):
            so_far += count
            if so_far == 0:
                continue
            for j, coordinate in enumerate(vector):
                accumulated[j] = (accumulated[j] + coordinate) / so_far
        results.append(accumulated)
)";
inline constexpr std::string_view kRescaledByCountsSoFar =
    Joined<kOpen, kEachWindow, kTotalOfWindow, kRescaledByCountsSoFarOwn, kEnd>::kText;

}  // namespace gradvet::window_means::python
