#include "properties/mean_forms.hpp"
#include "properties/window_means/window_means_forms.hpp"
#include "properties/window_means/window_means_python.hpp"
#include "properties/window_means/window_means_stream.hpp"

namespace gradvet::window_means {

namespace {

using Windows = std::vector<Range>;

std::int64_t whole(std::size_t size) { return static_cast<std::int64_t>(size); }

/// A window's mean times its share of so many microbatches.
template <class T>
T share_of_mean(const Stream<T>& stream, Range window, std::int64_t microbatches) {
  return stream.sum(window) / stream.total(window) * stream.held(whole(window.size())) /
         stream.held(microbatches);
}

struct NominalTail : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    return share_of_mean(stream, windows[at], stream.steps());
  }
};

/// Right for a stream that is shorter than one window.
struct ClippedNominalTail : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    return share_of_mean(stream, windows[at], std::min(stream.steps(), whole(stream.size())));
  }
};

struct DroppedTail : MeanBy<mean_forms::SumThenDivide> {
  static Windows windows(std::size_t microbatches, std::int64_t steps) {
    Windows ranges = Cut::windows(microbatches, steps);
    if (!ranges.empty() && whole(ranges.back().size()) < steps) ranges.pop_back();
    return ranges;
  }
};

/// One step more after the last microbatch, whether or not anything is left to step with.
struct FlushedTail : MeanBy<mean_forms::SumThenDivide> {
  static Windows windows(std::size_t microbatches, std::int64_t steps) {
    Windows ranges = Cut::windows(microbatches, steps);
    if (ranges.empty() || whole(ranges.back().size()) == steps)
      ranges.push_back({microbatches, microbatches});
    return ranges;
  }
};

/// Sums are carried from window to window, counts are not.
struct LeakedSums : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    return stream.sum(Range{0, windows[at].last}) / stream.total(windows[at]);
  }
};

/// Both are carried.
struct LeakedSumsAndCounts : Cut {
  template <class T>
  static bool is_null(const Stream<T>& stream, Range window) {
    return stream.whole_total({0, window.last}) == 0;
  }
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    const Range seen{0, windows[at].last};
    return stream.sum(seen) / stream.total(seen);
  }
};

/// The last microbatch of a window over the counts of all.
struct LastOverWindow : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    return stream.sum(windows[at].last - 1) / stream.total(windows[at]);
  }
};

/// The mean of the last microbatch of a window.
struct LastMean : Cut {
  template <class T>
  static bool is_null(const Stream<T>& stream, Range window) {
    return stream.whole_count(window.last - 1) == 0;
  }
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    const std::size_t last = windows[at].last - 1;
    return stream.sum(last) / stream.held(stream.whole_count(last));
  }
};

/// Windows that end after the microbatches `is_end` names, and after the last.
template <class IsEnd>
Windows windows_ending(std::size_t microbatches, IsEnd is_end) {
  Windows ranges;
  std::size_t first = 0;
  for (std::size_t i = 0; i < microbatches; ++i)
    if (is_end(i) || i + 1 == microbatches) {
      ranges.push_back({first, i + 1});
      first = i + 1;
    }
  return ranges;
}

struct EarlyBoundary : MeanBy<mean_forms::SumThenDivide> {
  static Windows windows(std::size_t microbatches, std::int64_t steps) {
    return windows_ending(microbatches, [steps](std::size_t i) { return whole(i) % steps == 0; });
  }
};

/// The same without a step after the very first microbatch.
struct LateBoundary : MeanBy<mean_forms::SumThenDivide> {
  static Windows windows(std::size_t microbatches, std::int64_t steps) {
    return windows_ending(microbatches, [steps](std::size_t i) { return i > 0 && whole(i) % steps == 0; });
  }
};

/// The counts of the last window before that counted something; its own where there was none.
struct StaleDenominator : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    std::size_t source = at;
    for (std::size_t i = 0; i < at; ++i)
      if (stream.whole_total(windows[i]) != 0) source = i;
    return stream.sum(windows[at]) / stream.total(windows[source]);
  }
};

/// The same counts for every window: the average of all.
struct AverageDenominator : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    const auto average =
        NumberKind<T>::ratio(stream.total({0, stream.size()}), stream.held(whole(windows.size())));
    return stream.sum(windows[at]) / average;
  }
};

/// What has been accumulated is divided again at every microbatch.
struct RescaledInPlace : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    T accumulated{};
    for (std::size_t i = windows[at].first; i < windows[at].last; ++i)
      accumulated = (accumulated + stream.sum(i)) / stream.total(windows[at]);
    return accumulated;
  }
};

/// The same by the counts so far.
struct RescaledByCountsSoFar : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const Windows& windows, std::size_t at) {
    T accumulated{};
    std::int64_t seen = 0;
    for (std::size_t i = windows[at].first; i < windows[at].last; ++i) {
      seen += stream.whole_count(i);
      if (seen != 0) accumulated = (accumulated + stream.sum(i)) / stream.held(seen);
    }
    return accumulated;
  }
};

template <class Method>
constexpr Form form(std::string_view id, FormRole role, std::string_view sentence, std::string_view text) {
  return {id, role, sentence, text, compute<Method>, compute_exactly<Method>};
}

template <class Method>
constexpr Form failure(std::string_view id, std::string_view sentence, std::string_view text) {
  return form<Method>(id, FormRole::kFailure, sentence, text);
}

template <class Method>
constexpr Form unsuccessful_fix(std::string_view id, std::string_view sentence, std::string_view text) {
  return form<Method>(id, FormRole::kUnsuccessfulFix, sentence, text);
}

constexpr Form kRepair = form<MeanBy<mean_forms::SumThenDivide>>(
    "window-means/repair", FormRole::kRepair, "sums each window and divides once by the total of its counts",
    python::kRepair);

constexpr Form kNominalTail = failure<NominalTail>(
    "window-means/nominal-tail/failure",
    "scales a window as if it had accumulation_steps microbatches, the short tail too", python::kNominalTail);
constexpr Form kClippedNominalTail = unsuccessful_fix<ClippedNominalTail>(
    "window-means/nominal-tail/unsuccessful-fix",
    "allows for a stream shorter than one window, but not for a short tail after full ones",
    python::kClippedNominalTail);
constexpr Form kDroppedTail = failure<DroppedTail>("window-means/dropped-tail/failure",
                                                   "steps after full windows only", python::kDroppedTail);
constexpr Form kFlushedTail = unsuccessful_fix<FlushedTail>(
    "window-means/dropped-tail/unsuccessful-fix",
    "steps once more at the end, also where nothing is left to step with", python::kFlushedTail);
constexpr Form kLeakedSums = failure<LeakedSums>(
    "window-means/leak-into-next/failure",
    "keeps the sums of earlier windows, and divides by the counts of the last alone", python::kLeakedSums);
constexpr Form kLeakedSumsAndCounts = unsuccessful_fix<LeakedSumsAndCounts>(
    "window-means/leak-into-next/unsuccessful-fix",
    "keeps the counts of earlier windows too: the mean of all that came so far",
    python::kLeakedSumsAndCounts);
constexpr Form kLastOverWindow = failure<LastOverWindow>(
    "window-means/only-last-counts/failure",
    "clears the sums at every microbatch: the last one of a window over the counts of all",
    python::kLastOverWindow);
constexpr Form kLastMean =
    unsuccessful_fix<LastMean>("window-means/only-last-counts/unsuccessful-fix",
                               "clears the counts as well: the mean of the last one", python::kLastMean);
constexpr Form kEarlyBoundary = failure<EarlyBoundary>(
    "window-means/early-boundary/failure",
    "steps after microbatches 0, K, 2K, …: the first window has one, all later ones are shifted",
    python::kEarlyBoundary);
constexpr Form kLateBoundary = unsuccessful_fix<LateBoundary>(
    "window-means/early-boundary/unsuccessful-fix",
    "skips the step after microbatch 0: the first window has one microbatch too many", python::kLateBoundary);
constexpr Form kStaleDenominator = failure<StaleDenominator>(
    "window-means/other-denominator/failure",
    "divides by the counts of the window before, the first one by its own", python::kStaleDenominator);
constexpr Form kAverageDenominator = unsuccessful_fix<AverageDenominator>(
    "window-means/other-denominator/unsuccessful-fix",
    "divides every window by the counts that a window has on average", python::kAverageDenominator);
constexpr Form kRescaledInPlace = failure<RescaledInPlace>(
    "window-means/rescaled-in-place/failure",
    "divides the accumulated sums by the window's counts at every microbatch", python::kRescaledInPlace);
constexpr Form kRescaledByCountsSoFar = unsuccessful_fix<RescaledByCountsSoFar>(
    "window-means/rescaled-in-place/unsuccessful-fix",
    "divides them by the counts so far at every microbatch", python::kRescaledByCountsSoFar);

constexpr Mechanism kMechanisms[] = {
    {"window-means/nominal-tail", "", "A short tail is divided by the nominal number of microbatches",
     "Every microbatch is scaled by 1/accumulation_steps, the last window too, which has fewer: its step is "
     "too small by exactly that share.",
     "huggingface/transformers#39659, Lightning-AI/pytorch-lightning#19987", &kNominalTail,
     &kClippedNominalTail},
    {"window-means/dropped-tail", "", "The short tail is never stepped",
     "A step is taken at every accumulation_steps-th microbatch and nowhere else, so that what is left at "
     "the end "
     "of the stream was computed for nothing.",
     "Lightning-AI/pytorch-lightning#2853", &kDroppedTail, &kFlushedTail},
    {"window-means/leak-into-next", "", "A window leaks into the next",
     "Gradients are not cleared between windows (or only where a step was taken), so that a later step "
     "applies "
     "earlier gradients once more.",
     "huggingface/transformers#22098", &kLeakedSums, &kLeakedSumsAndCounts},
    {"window-means/only-last-counts", "", "Gradients are cleared at every microbatch",
     "zero_grad() stands inside the loop over microbatches: the step sees the last one alone, which looks "
     "like "
     "training with a small batch.",
     "bytetriper/RAE#67", &kLastOverWindow, &kLastMean},
    {"window-means/early-boundary", "", "The boundary of a window is off by one",
     "i % K == 0 in place of (i + 1) % K == 0 steps after the first microbatch and shifts every later "
     "window.",
     "modelscope/FunASR#3472", &kEarlyBoundary, &kLateBoundary},
    {"window-means/other-denominator", "", "A window is divided by the counts of another",
     "The number of items is taken from the window before, or once for many windows, while the sums are "
     "those of "
     "this one.",
     "huggingface/trl#6024", &kStaleDenominator, &kAverageDenominator},
    {"window-means/rescaled-in-place", "", "The accumulator is rescaled at every call",
     "What belongs to the end of a window is done in place at every microbatch, so that the first one is "
     "divided "
     "as often as there are microbatches.",
     "pytorch/torchtitan#1732", &kRescaledInPlace, &kRescaledByCountsSoFar},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::window_means
