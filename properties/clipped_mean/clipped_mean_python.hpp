#pragma once

#include <string_view>

#include "properties/joined_text.hpp"

/// The Python texts of clipped-mean's repair and mistakes. Plain loops: Python 3.12 compensates the built-in
/// summation of floats and 3.11 does not.
namespace gradvet::clipped_mean::python {

// What several programs have in common.

inline constexpr std::string_view kOpen =
    R"(def solve(gradient_vectors, example_counts, scales, max_norm, eps):
    if not gradient_vectors:
        return []
    total_examples = 0
    for count in example_counts:
        total_examples += count
)";

inline constexpr std::string_view kUnscaledSums = R"(    sums = [0.0] * len(gradient_vectors[0])
    for vector, scale in zip(gradient_vectors, scales):
        for j, coordinate in enumerate(vector):
            sums[j] += coordinate / scale
    squares = 0.0
    for coordinate in sums:
        squares += coordinate * coordinate
    divisor = squares ** 0.5 + eps
)";

inline constexpr std::string_view kBothSums = R"(    scaled = [0.0] * len(gradient_vectors[0])
    unscaled = [0.0] * len(gradient_vectors[0])
    for vector, scale in zip(gradient_vectors, scales):
        for j, coordinate in enumerate(vector):
            scaled[j] += coordinate
            unscaled[j] += coordinate / scale
    squares = 0.0
    for coordinate in scaled:
)";

inline constexpr std::string_view kMean = R"(    mean = [0.0] * len(gradient_vectors[0])
)";

inline constexpr std::string_view kCoefficient =
    R"(    coefficient = max_norm / divisor if divisor > max_norm else 1.0
)";

inline constexpr std::string_view kDivisor = R"(    divisor = squares ** 0.5 + eps
)";

inline constexpr std::string_view kClippedSums =
    R"(    return [coordinate * coefficient / total_examples for coordinate in sums]
)";

inline constexpr std::string_view kClippedMean =
    R"(    return [coordinate / total_examples * coefficient for coordinate in unscaled]
)";

// The programs.

inline constexpr std::string_view kRepairOwn1 = R"(    for vector, scale in zip(gradient_vectors, scales):
        for j, coordinate in enumerate(vector):
            mean[j] += coordinate / scale
    squares = 0.0
    for j in range(len(mean)):
        mean[j] /= total_examples
        squares += mean[j] * mean[j]
)";
inline constexpr std::string_view kRepairOwn2 =
    R"(    return [coordinate * coefficient for coordinate in mean]
)";
inline constexpr std::string_view kRepair =
    Joined<kOpen, kMean, kRepairOwn1, kDivisor, kCoefficient, kRepairOwn2>::kText;

inline constexpr std::string_view kClipEveryStepOwn =
    R"(    for vector, scale in zip(gradient_vectors, scales):
        squares = 0.0
        for j, coordinate in enumerate(vector):
            mean[j] += coordinate / scale / total_examples
            squares += mean[j] * mean[j]
        divisor = squares ** 0.5 + eps
        if divisor > max_norm:
            for j in range(len(mean)):
                mean[j] *= max_norm / divisor
    return mean
)";
inline constexpr std::string_view kClipEveryStep = Joined<kOpen, kMean, kClipEveryStepOwn>::kText;

inline constexpr std::string_view kClipEachMicrobatchOwn =
    R"(    for vector, count, scale in zip(gradient_vectors, example_counts, scales):
        if count == 0:
            continue
        squares = 0.0
        for coordinate in vector:
            own = coordinate / scale / count
            squares += own * own
        divisor = squares ** 0.5 + eps
        coefficient = max_norm / divisor if divisor > max_norm else 1.0
        for j, coordinate in enumerate(vector):
            mean[j] += coordinate / scale / count * coefficient * (count / total_examples)
    return mean
)";
inline constexpr std::string_view kClipEachMicrobatch = Joined<kOpen, kMean, kClipEachMicrobatchOwn>::kText;

inline constexpr std::string_view kClipSum = Joined<kOpen, kUnscaledSums, kCoefficient, kClippedSums>::kText;

inline constexpr std::string_view kClipSumAtMicrobatchesOwn = R"(    limit = max_norm * len(gradient_vectors)
    coefficient = limit / divisor if divisor > limit else 1.0
)";
inline constexpr std::string_view kClipSumAtMicrobatches =
    Joined<kOpen, kUnscaledSums, kClipSumAtMicrobatchesOwn, kClippedSums>::kText;

inline constexpr std::string_view kClipScaledOwn =
    R"(        squares += coordinate / total_examples * (coordinate / total_examples)
)";
inline constexpr std::string_view kClipScaled =
    Joined<kOpen, kBothSums, kClipScaledOwn, kDivisor, kCoefficient, kClippedMean>::kText;

inline constexpr std::string_view kUnscaleNormByLastOwn =
    R"(        unscaled_last = coordinate / total_examples / scales[-1]
        squares += unscaled_last * unscaled_last
)";
inline constexpr std::string_view kUnscaleNormByLast =
    Joined<kOpen, kBothSums, kUnscaleNormByLastOwn, kDivisor, kCoefficient, kClippedMean>::kText;

}  // namespace gradvet::clipped_mean::python
