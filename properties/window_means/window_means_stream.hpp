#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracles/window_means.hpp"
#include "properties/number_kinds.hpp"
#include "src/core/case.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"

namespace gradvet::window_means {

/// Microbatches `first` to `last` - 1 of a stream.
struct Range {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t size() const { return last - first; }
};

/// One coordinate of a window-means case.
template <class T>
class Stream {
 public:
  using Kind = NumberKind<T>;

  Stream(const Case& input, const Profile& profile)
      : sums_(input.reals(0)),
        counts_(input.integers(1)),
        steps_(input.integers(2)[0]),
        width_(input.width()),
        counts_format_(profile.counts) {}

  void select(std::size_t coordinate) { coordinate_ = coordinate; }

  std::size_t size() const { return counts_.size(); }
  std::int64_t steps() const { return steps_; }
  T sum(std::size_t i) const { return Kind::real(sums_[i * width_ + coordinate_]); }
  std::int64_t whole_count(std::size_t i) const { return counts_[i]; }
  Held<T> held(std::int64_t count) const { return Kind::held(count, counts_format_); }

  std::int64_t whole_total(Range range) const {
    std::int64_t total = 0;
    for (std::size_t i = range.first; i < range.last; ++i) total += counts_[i];
    return total;
  }
  Held<T> total(Range range) const { return held(whole_total(range)); }
  T sum(Range range) const {
    T sum{};
    for (std::size_t i = range.first; i < range.last; ++i) sum = sum + this->sum(i);
    return sum;
  }

 private:
  std::span<const double> sums_;
  std::span<const std::int64_t> counts_;
  std::int64_t steps_;
  std::size_t width_;
  NumberFormat counts_format_;
  std::size_t coordinate_ = 0;
};

/// A range of a stream as the list of terms that mean_forms.hpp asks for.
template <class T>
class Window {
 public:
  using Number = T;

  Window(const Stream<T>& stream, Range range)
      : stream_(stream), range_(range), total_(stream.total(range)) {}

  std::size_t size() const { return range_.size(); }
  T term(std::size_t i) const { return stream_.sum(range_.first + i); }
  Held<T> count(std::size_t i) const { return held(whole_count(i)); }
  std::int64_t whole_count(std::size_t i) const { return stream_.whole_count(range_.first + i); }
  Held<T> held(std::int64_t count) const { return stream_.held(count); }
  const Held<T>& total() const { return total_; }

 private:
  const Stream<T>& stream_;
  Range range_;
  Held<T> total_;
};

/// How the contract cuts a stream, and when it updates nothing. A form says what it does otherwise.
struct Cut {
  static std::vector<Range> windows(std::size_t microbatches, std::int64_t steps) {
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < windows_in(microbatches, steps); ++i) {
      const std::size_t first = i * static_cast<std::size_t>(steps);
      ranges.push_back({first, std::min(microbatches - first, static_cast<std::size_t>(steps)) + first});
    }
    return ranges;
  }
  template <class T>
  static bool is_null(const Stream<T>& stream, Range range) {
    return stream.whole_total(range) == 0;
  }
};

/// The contract itself, each window's mean computed by a method of mean_forms.hpp.
template <class Method>
struct MeanBy : Cut {
  template <class T>
  static T mean(const Stream<T>& stream, const std::vector<Range>& windows, std::size_t at) {
    return Method::mean(Window<T>(stream, windows[at]));
  }
};

/// Calls append(number) for every number of the result of a form and close(is_null) at the end of its
/// windows. A form has windows(), is_null() and mean() as above.
template <class Method, class T, class Append, class Close>
void each_window(Stream<T>& stream, std::size_t width, Append append, Close close) {
  const std::vector<Range> windows = Method::windows(stream.size(), stream.steps());
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const bool is_null = Method::is_null(stream, windows[i]);
    for (std::size_t j = 0; j < width && !is_null; ++j) {
      stream.select(j);
      append(Method::mean(stream, windows, i));
    }
    close(is_null);
  }
}

/// Adds the row that the numbers behind the last one make up.
inline void close_row(std::vector<AnswerRow>& rows, std::size_t numbers, bool is_null) {
  const std::uint32_t first = rows.empty() ? 0 : rows.back().first + rows.back().size;
  rows.push_back({first, static_cast<std::uint32_t>(numbers) - first, is_null});
}

/// Form::compute of a method that has windows(), is_null() and mean().
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kWindows);
  with_accumulator(profile, [&]<class T>() {
    Stream<T> stream(input, profile);
    each_window<Method>(
        stream, input.width(), [&](const T& number) { append_result(number, profile, out); },
        [&](bool is_null) { close_row(out.rows, out.numbers.size(), is_null); });
  });
}

/// Form::compute_exactly of the same.
template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kWindows, {}, {}};
  Stream<ExactNumber> stream(input, Profile{});
  bool is_defined = true;
  each_window<Method>(
      stream, input.width(),
      [&](const ExactNumber& number) {
        is_defined = is_defined && number.is_defined();
        out.numbers.push_back(number.value());
      },
      [&](bool is_null) { close_row(out.rows, out.numbers.size(), is_null); });
  return is_defined;
}

}  // namespace gradvet::window_means
