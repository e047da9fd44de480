#pragma once

#include <string_view>

/// The Python texts of token-mean's repair and mistakes. Python 3.12 compensates sum() of floats and 3.11
/// does not: plain loops give the same bits under both.
namespace gradvet::token_mean::python {

inline constexpr std::string_view kRepair = R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    token_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, token_counts):
        for j, coordinate in enumerate(mean):
            token_sums[j] += coordinate * count
    return [token_sum / total_tokens for token_sum in token_sums]
)";

inline constexpr std::string_view kMeanOfMeans = R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    mean_sums = [0] * len(microbatch_means[0])
    for mean in microbatch_means:
        for j, coordinate in enumerate(mean):
            mean_sums[j] += coordinate
    microbatches = len(microbatch_means)
    return [mean_sum / microbatches for mean_sum in mean_sums]
)";

inline constexpr std::string_view kMeanOfCountedMeans =
    R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    mean_sums = [0] * len(microbatch_means[0])
    counted = 0
    for mean, count in zip(microbatch_means, token_counts):
        if count == 0:
            continue
        counted += 1
        for j, coordinate in enumerate(mean):
            mean_sums[j] += coordinate
    return [mean_sum / counted for mean_sum in mean_sums]
)";

inline constexpr std::string_view kSumOfMeans = R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    mean_sums = [0] * len(microbatch_means[0])
    for mean in microbatch_means:
        for j, coordinate in enumerate(mean):
            mean_sums[j] += coordinate
    return mean_sums
)";

inline constexpr std::string_view kSumOverTokens =
    R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    token_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, token_counts):
        for j, coordinate in enumerate(mean):
            token_sums[j] += coordinate * count
    return token_sums
)";

inline constexpr std::string_view kNormalisedTwice =
    R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    token_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, token_counts):
        for j, coordinate in enumerate(mean):
            token_sums[j] += coordinate * count
    microbatches = len(microbatch_means)
    return [token_sum / total_tokens / microbatches for token_sum in token_sums]
)";

inline constexpr std::string_view kSumOverMicrobatches =
    R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    token_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, token_counts):
        for j, coordinate in enumerate(mean):
            token_sums[j] += coordinate * count
    microbatches = len(microbatch_means)
    return [token_sum / microbatches for token_sum in token_sums]
)";

inline constexpr std::string_view kSampleWeighted =
    R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    total_samples = 0
    for count in sample_counts:
        total_samples += count
    sample_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, sample_counts):
        for j, coordinate in enumerate(mean):
            sample_sums[j] += coordinate * count
    return [sample_sum / total_samples for sample_sum in sample_sums]
)";

inline constexpr std::string_view kTokensOverSamples =
    R"(def solve(microbatch_means, token_counts, sample_counts):
    total_tokens = 0
    for count in token_counts:
        total_tokens += count
    if total_tokens == 0:
        return None
    total_samples = 0
    for count in sample_counts:
        total_samples += count
    token_sums = [0] * len(microbatch_means[0])
    for mean, count in zip(microbatch_means, token_counts):
        for j, coordinate in enumerate(mean):
            token_sums[j] += coordinate * count
    return [token_sum / total_samples for token_sum in token_sums]
)";

}  // namespace gradvet::token_mean::python
