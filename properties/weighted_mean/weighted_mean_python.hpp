#pragma once

#include <string_view>

/// The Python texts of the forms. Plain loops: Python 3.12 compensates the built-in summation of floats and
/// 3.11 does not.
namespace gradvet::weighted_mean::python {

inline constexpr std::string_view kRepair = R"(def solve(values, weights):
    weighted = 0
    total = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            total += weight
    return weighted / total if total else 0
)";

inline constexpr std::string_view kByItems = R"(def solve(values, weights):
    weighted = 0
    items = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            items += 1
    return weighted / items if items else 0
)";

inline constexpr std::string_view kByWeightedItems = R"(def solve(values, weights):
    weighted = 0
    items = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            items += 1 if weight > 0 else 0
    return weighted / items if items else 0
)";

inline constexpr std::string_view kMeanOfMeans = R"(def solve(values, weights):
    means = 0
    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
        means += weighted / row_total if row_total else 0
    return means / len(values) if values else 0
)";

inline constexpr std::string_view kMeansByItems = R"(def solve(values, weights):
    means = 0
    items = 0
    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
        means += weighted / row_total * len(row) if row_total else 0
        items += len(row)
    return means / items if items else 0
)";

inline constexpr std::string_view kTotalAtLeastOne = R"(def solve(values, weights):
    weighted = 0
    total = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            total += weight
    return weighted / max(total, 1)
)";

inline constexpr std::string_view kMeansAtLeastOne = R"(def solve(values, weights):
    means = 0
    total = 0
    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
        means += weighted / max(row_total, 1) * row_total
        total += row_total
    return means / total if total else 0
)";

inline constexpr std::string_view kEpsilonAdded = R"(def solve(values, weights):
    weighted = 0
    total = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            total += weight
    return weighted / (total + 1e-8)
)";

inline constexpr std::string_view kEpsilonFloor = R"(def solve(values, weights):
    weighted = 0
    total = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            total += weight
    return weighted / max(total, 1e-6)
)";

inline constexpr std::string_view kAtLeastOneEach = R"(def solve(values, weights):
    all_weighted = 0
    total = 0
    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
        all_weighted += weighted
        total += max(row_total, 1)
    return all_weighted / total if total else 0
)";

inline constexpr std::string_view kOneForNothing = R"(def solve(values, weights):
    all_weighted = 0
    total = 0
    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
        all_weighted += weighted
        total += row_total if row_total else 1
    return all_weighted / total if total else 0
)";

inline constexpr std::string_view kUnguardedMeans = R"(def solve(values, weights):
    means = 0
    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
        means += weighted / row_total
    return means / len(values) if values else 0
)";

inline constexpr std::string_view kDefinedMeans = R"(def solve(values, weights):
    means = 0
    defined = 0
    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
        if row_total:
            means += weighted / row_total
            defined += 1
    return means / defined if defined else 0
)";

}  // namespace gradvet::weighted_mean::python
