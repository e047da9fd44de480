#include "properties/mean_forms.hpp"
#include "properties/token_mean/token_mean_column.hpp"
#include "properties/token_mean/token_mean_forms.hpp"
#include "properties/token_mean/token_mean_python.hpp"

namespace gradvet::token_mean {

namespace {

template <class T>
Held<T> microbatches(const Column<T>& column) {
  return column.held(static_cast<std::int64_t>(column.size()));
}

template <class T>
Held<T> samples(const Column<T>& column) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < column.size(); ++i) total += column.whole_samples(i);
  return column.held(total);
}

/// Sum of the means, each once.
template <class T>
T sum_of_means(const Column<T>& column) {
  T sum{};
  for (std::size_t i = 0; i < column.size(); ++i) sum = sum + column.mean(i);
  return sum;
}

/// Every microbatch weighs the same.
struct MeanOfMeans {
  template <class T>
  static T mean(const Column<T>& column) {
    return sum_of_means(column) / microbatches(column);
  }
};

/// The same over the microbatches that have tokens.
struct MeanOfCountedMeans {
  template <class T>
  static T mean(const Column<T>& column) {
    std::int64_t counted = 0;
    for (std::size_t i = 0; i < column.size(); ++i) counted += column.whole_count(i) != 0;
    return sum_of_means(column) / column.held(counted);
  }
};

struct SumOfMeans {
  template <class T>
  static T mean(const Column<T>& column) {
    return sum_of_means(column);
  }
};

/// Weighted, but never divided.
struct SumOverTokens {
  template <class T>
  static T mean(const Column<T>& column) {
    return mean_forms::sum_in_order(column);
  }
};

/// The mean over the tokens, divided by the number of microbatches once more.
struct NormalisedTwice {
  template <class T>
  static T mean(const Column<T>& column) {
    return mean_forms::sum_in_order(column) / column.total() / microbatches(column);
  }
};

/// Of the two divisions the wrong one is left.
struct SumOverMicrobatches {
  template <class T>
  static T mean(const Column<T>& column) {
    return mean_forms::sum_in_order(column) / microbatches(column);
  }
};

struct SampleWeighted {
  template <class T>
  static T mean(const Column<T>& column) {
    T sum{};
    for (std::size_t i = 0; i < column.size(); ++i)
      sum = sum + column.mean(i) * column.held(column.whole_samples(i));
    return sum / samples(column);
  }
};

/// Tokens weight the means, samples divide their sum.
struct TokensOverSamples {
  template <class T>
  static T mean(const Column<T>& column) {
    return mean_forms::sum_in_order(column) / samples(column);
  }
};

template <class Method>
constexpr Form form(std::string_view id, FormRole role, std::string_view sentence, std::string_view text) {
  return {id, role, sentence, text, compute<Method>, compute_exactly<Method>};
}

constexpr Form kRepair = form<mean_forms::SumThenDivide>(
    "token-mean/repair", FormRole::kRepair,
    "weights each mean by its token count and divides once by the total of the token counts",
    python::kRepair);

constexpr Form kMeanOfMeans = form<MeanOfMeans>(
    "token-mean/mean-of-means/failure", FormRole::kFailure,
    "averages the means of the microbatches, each with the same weight", python::kMeanOfMeans);

constexpr Form kMeanOfCountedMeans = form<MeanOfCountedMeans>(
    "token-mean/mean-of-means/unsuccessful-fix", FormRole::kUnsuccessfulFix,
    "leaves microbatches without tokens out of the average, the others weigh the same",
    python::kMeanOfCountedMeans);

constexpr Form kSumOfMeans = form<SumOfMeans>("token-mean/not-averaged/failure", FormRole::kFailure,
                                              "adds the means of the microbatches up", python::kSumOfMeans);

constexpr Form kSumOverTokens = form<SumOverTokens>(
    "token-mean/not-averaged/unsuccessful-fix", FormRole::kUnsuccessfulFix,
    "weights each mean by its token count, but never divides by their total", python::kSumOverTokens);

constexpr Form kNormalisedTwice = form<NormalisedTwice>(
    "token-mean/normalised-twice/failure", FormRole::kFailure,
    "divides the mean over the tokens by the number of microbatches once more", python::kNormalisedTwice);

constexpr Form kSumOverMicrobatches =
    form<SumOverMicrobatches>("token-mean/normalised-twice/unsuccessful-fix", FormRole::kUnsuccessfulFix,
                              "drops the division by the tokens and keeps that by the number of microbatches",
                              python::kSumOverMicrobatches);

constexpr Form kSampleWeighted =
    form<SampleWeighted>("token-mean/sample-weighted/failure", FormRole::kFailure,
                         "weights each mean by its samples instead of its tokens", python::kSampleWeighted);

constexpr Form kTokensOverSamples = form<TokensOverSamples>(
    "token-mean/sample-weighted/unsuccessful-fix", FormRole::kUnsuccessfulFix,
    "weights each mean by its token count, but divides by the number of samples", python::kTokensOverSamples);

constexpr Mechanism kMechanisms[] = {
    {"token-mean/mean-of-means", "", "Every microbatch weighs the same",
     "The means of the microbatches are averaged as they are, so that a token in a short microbatch weighs "
     "more "
     "than one in a long one. Equal token counts hide it.",
     "huggingface/transformers#34191, meta-pytorch/torchtune#1875", &kMeanOfMeans, &kMeanOfCountedMeans},
    {"token-mean/not-averaged", "", "The means are summed, not averaged",
     "Nothing divides what the microbatches added up, so that the step grows with their number: backward() "
     "adds "
     "gradients, and a mean per microbatch makes no mean of the window.",
     "karpathy/nanoGPT#206, fastai/fastai#3023", &kSumOfMeans, &kSumOverTokens},
    {"token-mean/normalised-twice", "", "The mean is divided by the number of microbatches once more",
     "The weights already add up to 1, and the loop (or the framework around it) still divides by the number "
     "of accumulation steps: the step is too small by exactly that factor.",
     "Lightning-AI/pytorch-lightning#6170, inclusionAI/AReaL#1273", &kNormalisedTwice, &kSumOverMicrobatches},
    {"token-mean/sample-weighted", "", "Samples weigh where tokens should",
     "Each mean is over tokens, but is weighted by how many sequences its microbatch has, so that a token in "
     "a "
     "short sequence weighs more than one in a long one.",
     "volcengine/verl#906, modelscope/twinkle#292", &kSampleWeighted, &kTokensOverSamples},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::token_mean
