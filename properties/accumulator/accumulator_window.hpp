#pragma once

#include <vector>

#include "oracles/accumulator.hpp"
#include "properties/unscaled_mean/unscaled_mean_window.hpp"

/// A window at a time: what was added is kept until the step, which computes its mean by a method of
/// mean_forms.hpp.
namespace gradvet::accumulator {

/// Form::compute of a method that has `mean(const unscaled_mean::Window<T>&)`.
template <class Method>
void compute(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kWindows);
  Windows windows;
  windows.read(input);
  Case window;
  with_accumulator(profile, [&]<class T>() {
    for (const Windows::Step& step : windows.steps()) {
      const auto width = step.updates ? static_cast<std::uint32_t>(input.width()) : 0;
      out.rows.push_back({static_cast<std::uint32_t>(out.numbers.size()), width, !step.updates});
      for (std::size_t j = 0; j < width; ++j) {
        write_window(input, windows.rows(step), j, window);
        append_result(Method::mean(unscaled_mean::Window<T>(window, profile)), profile, out);
      }
    }
  });
}

/// Form::compute_exactly of the same.
template <class Method>
bool compute_exactly(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kWindows, {}, {}};
  Windows windows;
  windows.read(input);
  Case window;
  for (const Windows::Step& step : windows.steps()) {
    const auto width = step.updates ? static_cast<std::uint32_t>(input.width()) : 0;
    out.rows.push_back({static_cast<std::uint32_t>(out.numbers.size()), width, !step.updates});
    for (std::size_t j = 0; j < width; ++j) {
      write_window(input, windows.rows(step), j, window);
      const ExactNumber mean = Method::mean(unscaled_mean::Window<ExactNumber>(window, Profile{}));
      if (!mean.is_defined()) return false;
      out.numbers.push_back(mean.value());
    }
  }
  return true;
}

}  // namespace gradvet::accumulator
