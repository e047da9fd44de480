#pragma once

#include <string_view>

#include "properties/joined_text.hpp"

/// The Python texts of token-mean's repair and mistakes. Python 3.12 compensates sum() of floats and 3.11
/// does not: plain loops give the same bits under both.
namespace gradvet::token_mean::python {

// What several programs have in common.

inline constexpr std::string_view kOpen = R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
)";

inline constexpr std::string_view kTotalSamples = R"(    total_samples = 0
    for count in sample_counts:
        total_samples += count
)";

inline constexpr std::string_view kTokenSums = R"(    token_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, token_counts):
        for j, coordinate in enumerate(mean):
            token_sums[j] += coordinate * count
)";

inline constexpr std::string_view kMeanSums = R"(    mean_sums = [0] * len(microbatch_means[0])
    for mean in microbatch_means:
        for j, coordinate in enumerate(mean):
            mean_sums[j] += coordinate
)";

inline constexpr std::string_view kMicrobatches = R"(    microbatches = len(microbatch_means)
)";

// The programs.

inline constexpr std::string_view kRepairOwn =
    R"(    return [token_sum / total_tokens for token_sum in token_sums]
)";
inline constexpr std::string_view kRepair = Joined<kOpen, kTokenSums, kRepairOwn>::kText;

inline constexpr std::string_view kMeanOfMeansOwn =
    R"(    return [mean_sum / microbatches for mean_sum in mean_sums]
)";
inline constexpr std::string_view kMeanOfMeans =
    Joined<kOpen, kMeanSums, kMicrobatches, kMeanOfMeansOwn>::kText;

inline constexpr std::string_view kMeanOfCountedMeansOwn = R"(    mean_sums = [0] * len(microbatch_means[0])
    counted = 0
    for mean, count in zip(microbatch_means, token_counts):
        if count == 0:
            continue
        counted += 1
        for j, coordinate in enumerate(mean):
            mean_sums[j] += coordinate
    return [mean_sum / counted for mean_sum in mean_sums]
)";
inline constexpr std::string_view kMeanOfCountedMeans = Joined<kOpen, kMeanOfCountedMeansOwn>::kText;

inline constexpr std::string_view kSumOfMeansOwn = R"(    return mean_sums
)";
inline constexpr std::string_view kSumOfMeans = Joined<kOpen, kMeanSums, kSumOfMeansOwn>::kText;

inline constexpr std::string_view kSumOverTokensOwn = R"(    return token_sums
)";
inline constexpr std::string_view kSumOverTokens = Joined<kOpen, kTokenSums, kSumOverTokensOwn>::kText;

inline constexpr std::string_view kNormalisedTwiceOwn =
    R"(    return [token_sum / total_tokens / microbatches for token_sum in token_sums]
)";
inline constexpr std::string_view kNormalisedTwice =
    Joined<kOpen, kTokenSums, kMicrobatches, kNormalisedTwiceOwn>::kText;

inline constexpr std::string_view kSumOverMicrobatchesOwn =
    R"(    return [token_sum / microbatches for token_sum in token_sums]
)";
inline constexpr std::string_view kSumOverMicrobatches =
    Joined<kOpen, kTokenSums, kMicrobatches, kSumOverMicrobatchesOwn>::kText;

inline constexpr std::string_view kSampleWeightedOwn = R"(    sample_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, sample_counts):
        for j, coordinate in enumerate(mean):
            sample_sums[j] += coordinate * count
    return [sample_sum / total_samples for sample_sum in sample_sums]
)";
inline constexpr std::string_view kSampleWeighted = Joined<kOpen, kTotalSamples, kSampleWeightedOwn>::kText;

inline constexpr std::string_view kTokensOverSamplesOwn =
    R"(    return [token_sum / total_samples for token_sum in token_sums]
)";
inline constexpr std::string_view kTokensOverSamples =
    Joined<kOpen, kTotalSamples, kTokenSums, kTokensOverSamplesOwn>::kText;

}  // namespace gradvet::token_mean::python
