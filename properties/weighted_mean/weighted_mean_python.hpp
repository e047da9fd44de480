#pragma once

#include <string_view>

#include "properties/joined_text.hpp"

/// The Python texts of the forms. Plain loops: Python 3.12 compensates the built-in summation of floats and
/// 3.11 does not.
namespace gradvet::weighted_mean::python {

// What several programs have in common.

inline constexpr std::string_view kOpen = R"(def solve(values, weights):
)";

inline constexpr std::string_view kSums = R"(    weighted = 0
    total = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            total += weight
)";

inline constexpr std::string_view kRowSums = R"(    for row, row_weights in zip(values, weights):
        weighted = 0
        row_total = 0
        for value, weight in zip(row, row_weights):
            weighted += weight * value
            row_total += weight
)";

inline constexpr std::string_view kWeightedSum = R"(    weighted = 0
    items = 0
    for row, row_weights in zip(values, weights):
        for value, weight in zip(row, row_weights):
            weighted += weight * value
)";

inline constexpr std::string_view kMeanByItems = R"(    return weighted / items if items else 0
)";

inline constexpr std::string_view kMeanOfRows = R"(    return means / len(values) if values else 0
)";

inline constexpr std::string_view kMeanOfAll = R"(    return all_weighted / total if total else 0
)";

// The programs.

inline constexpr std::string_view kRepairOwn = R"(    return weighted / total if total else 0
)";
inline constexpr std::string_view kRepair = Joined<kOpen, kSums, kRepairOwn>::kText;

inline constexpr std::string_view kByItemsOwn = R"(            items += 1
)";
inline constexpr std::string_view kByItems = Joined<kOpen, kWeightedSum, kByItemsOwn, kMeanByItems>::kText;

inline constexpr std::string_view kByWeightedItemsOwn = R"(            items += 1 if weight > 0 else 0
)";
inline constexpr std::string_view kByWeightedItems =
    Joined<kOpen, kWeightedSum, kByWeightedItemsOwn, kMeanByItems>::kText;

inline constexpr std::string_view kMeanOfMeansOwn1 = R"(    means = 0
)";
inline constexpr std::string_view kMeanOfMeansOwn2 =
    R"(        means += weighted / row_total if row_total else 0
)";
inline constexpr std::string_view kMeanOfMeans =
    Joined<kOpen, kMeanOfMeansOwn1, kRowSums, kMeanOfMeansOwn2, kMeanOfRows>::kText;

inline constexpr std::string_view kMeansByItemsOwn1 = R"(    means = 0
    items = 0
)";
inline constexpr std::string_view kMeansByItemsOwn2 =
    R"(        means += weighted / row_total * len(row) if row_total else 0
        items += len(row)
    return means / items if items else 0
)";
inline constexpr std::string_view kMeansByItems =
    Joined<kOpen, kMeansByItemsOwn1, kRowSums, kMeansByItemsOwn2>::kText;

inline constexpr std::string_view kTotalAtLeastOneOwn = R"(    return weighted / max(total, 1)
)";
inline constexpr std::string_view kTotalAtLeastOne = Joined<kOpen, kSums, kTotalAtLeastOneOwn>::kText;

inline constexpr std::string_view kMeansAtLeastOneOwn1 = R"(    means = 0
    total = 0
)";
inline constexpr std::string_view kMeansAtLeastOneOwn2 =
    R"(        means += weighted / max(row_total, 1) * row_total
        total += row_total
    return means / total if total else 0
)";
inline constexpr std::string_view kMeansAtLeastOne =
    Joined<kOpen, kMeansAtLeastOneOwn1, kRowSums, kMeansAtLeastOneOwn2>::kText;

inline constexpr std::string_view kEpsilonAddedOwn = R"(    return weighted / (total + 1e-8)
)";
inline constexpr std::string_view kEpsilonAdded = Joined<kOpen, kSums, kEpsilonAddedOwn>::kText;

inline constexpr std::string_view kEpsilonFloorOwn = R"(    return weighted / max(total, 1e-6)
)";
inline constexpr std::string_view kEpsilonFloor = Joined<kOpen, kSums, kEpsilonFloorOwn>::kText;

inline constexpr std::string_view kAtLeastOneEachOwn1 = R"(    all_weighted = 0
    total = 0
)";
inline constexpr std::string_view kAtLeastOneEachOwn2 = R"(        all_weighted += weighted
        total += max(row_total, 1)
)";
inline constexpr std::string_view kAtLeastOneEach =
    Joined<kOpen, kAtLeastOneEachOwn1, kRowSums, kAtLeastOneEachOwn2, kMeanOfAll>::kText;

inline constexpr std::string_view kOneForNothingOwn1 = R"(    all_weighted = 0
    total = 0
)";
inline constexpr std::string_view kOneForNothingOwn2 = R"(        all_weighted += weighted
        total += row_total if row_total else 1
)";
inline constexpr std::string_view kOneForNothing =
    Joined<kOpen, kOneForNothingOwn1, kRowSums, kOneForNothingOwn2, kMeanOfAll>::kText;

inline constexpr std::string_view kUnguardedMeansOwn1 = R"(    means = 0
)";
inline constexpr std::string_view kUnguardedMeansOwn2 = R"(        means += weighted / row_total
)";
inline constexpr std::string_view kUnguardedMeans =
    Joined<kOpen, kUnguardedMeansOwn1, kRowSums, kUnguardedMeansOwn2, kMeanOfRows>::kText;

inline constexpr std::string_view kDefinedMeansOwn1 = R"(    means = 0
    defined = 0
)";
inline constexpr std::string_view kDefinedMeansOwn2 = R"(        if row_total:
            means += weighted / row_total
            defined += 1
    return means / defined if defined else 0
)";
inline constexpr std::string_view kDefinedMeans =
    Joined<kOpen, kDefinedMeansOwn1, kRowSums, kDefinedMeansOwn2>::kText;

}  // namespace gradvet::weighted_mean::python
