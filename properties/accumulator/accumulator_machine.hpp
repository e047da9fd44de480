#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracles/accumulator.hpp"
#include "properties/number_kinds.hpp"
#include "src/core/form.hpp"
#include "src/core/operations.hpp"

/// The accumulator as the state machine that trainers write, with the places where they go wrong as switches.
namespace gradvet::accumulator {

/// Which loss scale undoes a window.
enum class Unscaling { kEachItsOwn, kLast, kFirst };

/// What becomes of a microbatch that is to be left out.
enum class Skipped {
  kLeftOut,           ///< as the contract says
  kCountStays,        ///< its gradient is dropped, its count is not
  kCoordinatesZeroed  ///< only the coordinates that are not finite are dropped, and nothing where the scale
                      ///< is 0
};

/// The right answers to every question; a mistake changes one or two.
struct Rules {
  Unscaling unscaling = Unscaling::kEachItsOwn;
  Skipped skipped = Skipped::kLeftOut;
  bool step_clears_count = true;
  bool reset_clears_count = true;
  bool load_brings_sum = true;
  bool load_brings_count = true;
  bool voided_step_clears_sum = true;
  bool voided_step_clears_count = true;
};

template <Rules kRules, class T>
class Machine {
 public:
  using Kind = NumberKind<T>;

  Machine(const Case& input, const Profile& profile)
      : input_(input), profile_(profile), now_(input.width()) {}

  /// Calls use(update) for each step, with null where there is no update.
  template <class Use>
  void run(Use use) {
    State saved = now_;
    for (std::size_t row = 0; row < input_.microbatches(); ++row) {
      switch (operation_kind(input_, kOperations, row)) {
        case OperationKind::kAdd:
          add(row);
          break;
        case OperationKind::kStep:
          step(use);
          break;
        case OperationKind::kReset:
          clear(true, kRules.reset_clears_count);
          break;
        case OperationKind::kSave:
          saved = now_;
          break;
        case OperationKind::kLoad:
          load(saved);
          break;
      }
    }
  }

 private:
  struct State {
    explicit State(std::size_t width) : sums(width) {}
    std::vector<T> sums;
    std::int64_t count = 0;
    double scale = 1;  ///< the one that undoes the window, where that is one
    bool has_scale = false;
    bool is_void = false;
  };

  void clear(bool clears_sum, bool clears_count) {
    if (clears_sum) now_.sums.assign(now_.sums.size(), T{});
    if (clears_count) now_.count = 0;
    now_.has_scale = false;
    now_.is_void = false;
  }

  void load(const State& saved) {
    now_ = saved;
    if (!kRules.load_brings_sum) now_.sums.assign(now_.sums.size(), T{});
    if (!kRules.load_brings_count) now_.count = 0;
  }

  void add(std::size_t row) {
    const std::int64_t count = input_.integers(kOperations + kOperationCounts)[row];
    const double scale = input_.reals(kOperations + kOperationScales)[row];
    if (is_skipped(input_, row)) {
      if (static_cast<Policy>(input_.integers(kPolicy)[0]) == Policy::kSkipWindow) {
        now_.is_void = true;
        return;
      }
      if (kRules.skipped != Skipped::kLeftOut) now_.count += count;
      if (kRules.skipped == Skipped::kCoordinatesZeroed && scale > 0) add_gradient(row, scale);
      return;
    }
    now_.count += count;
    add_gradient(row, scale);
  }

  void add_gradient(std::size_t row, double scale) {
    if (kRules.unscaling == Unscaling::kLast || !now_.has_scale) now_.scale = scale;
    now_.has_scale = true;
    for (std::size_t j = 0; j < now_.sums.size(); ++j) {
      const double number = input_.reals(kOperations)[row * now_.sums.size() + j];
      if (!std::isfinite(number)) continue;
      const T gradient = Kind::real(number);
      now_.sums[j] =
          now_.sums[j] + (kRules.unscaling == Unscaling::kEachItsOwn ? gradient / held(scale) : gradient);
    }
  }

  template <class Use>
  void step(Use use) {
    if (now_.is_void || now_.count == 0) {
      use(static_cast<const std::vector<T>*>(nullptr));
      return clear(!now_.is_void || kRules.voided_step_clears_sum,
                   now_.is_void ? kRules.voided_step_clears_count : kRules.step_clears_count);
    }
    std::vector<T> update;
    for (const T& sum : now_.sums) {
      const T unscaled = kRules.unscaling == Unscaling::kEachItsOwn ? sum : sum / held(now_.scale);
      update.push_back(unscaled / Kind::held(now_.count, profile_.counts));
    }
    use(&update);
    clear(true, kRules.step_clears_count);
  }

  Held<T> held(double scale) const { return Kind::held(scale, profile_.scales); }

  const Case& input_;
  const Profile& profile_;
  State now_;
};

/// Form::compute of the machine with these rules.
template <Rules kRules>
void compute_by(const Case& input, const Profile& profile, Answer& out) {
  out.reset(AnswerShape::kWindows);
  with_accumulator(profile, [&]<class T>() {
    Machine<kRules, T>(input, profile).run([&](const std::vector<T>* update) {
      const auto first = static_cast<std::uint32_t>(out.numbers.size());
      out.rows.push_back(
          {first, update == nullptr ? 0 : static_cast<std::uint32_t>(update->size()), !update});
      if (update != nullptr)
        for (const T& number : *update) append_result(number, profile, out);
    });
  });
}

/// Form::compute_exactly of the same: a count above 0 divides every update, so that all are defined.
template <Rules kRules>
bool compute_exactly_by(const Case& input, ExactAnswer& out) {
  out = ExactAnswer{AnswerShape::kWindows, {}, {}};
  const Profile profile;
  Machine<kRules, ExactNumber>(input, profile).run([&](const std::vector<ExactNumber>* update) {
    const auto first = static_cast<std::uint32_t>(out.numbers.size());
    out.rows.push_back({first, update == nullptr ? 0 : static_cast<std::uint32_t>(update->size()), !update});
    if (update != nullptr)
      for (const ExactNumber& number : *update) out.numbers.push_back(number.value());
  });
  return true;
}

}  // namespace gradvet::accumulator
