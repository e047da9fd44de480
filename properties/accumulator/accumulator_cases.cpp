#include "properties/accumulator/accumulator_cases.hpp"

#include <algorithm>
#include <limits>

#include "oracles/accumulator.hpp"
#include "properties/accumulator/accumulator_contract.hpp"
#include "src/core/operations.hpp"

namespace gradvet::accumulator {

namespace {

struct Operation {
  OperationKind kind;
  Formula gradient = {};
  int count = 0;
  int scale = 0;
};

Operation add(Formula gradient, int count, int scale) {
  return {OperationKind::kAdd, gradient, count, scale};
}
constexpr Operation kStep{OperationKind::kStep};
constexpr Operation kReset{OperationKind::kReset};
constexpr Operation kSave{OperationKind::kSave};
constexpr Operation kLoad{OperationKind::kLoad};

/// One coordinate; an update for each expectation that is there.
FixtureFormula fixture(std::string_view name, Policy policy, const std::vector<Operation>& operations,
                       const std::vector<std::optional<Formula>>& expected) {
  FixtureFormula made{name, std::vector<ArgumentFormula>(kPolicy + 1), {}, AnswerShape::kWindows, {}};
  for (const Operation& operation : operations) {
    made.arguments[kOperations].numbers.push_back(operation.gradient);
    made.arguments[kOperations + kOperationKinds].numbers.push_back(fixed(static_cast<int>(operation.kind)));
    made.arguments[kOperations + kOperationCounts].numbers.push_back(fixed(operation.count));
    made.arguments[kOperations + kOperationScales].numbers.push_back(fixed(operation.scale));
  }
  made.arguments[kPolicy].numbers.push_back(fixed(static_cast<int>(policy)));
  for (const std::optional<Formula>& update : expected) {
    made.expected_rows.push_back(update ? 1 : kNoUpdate);
    if (update) made.expected.push_back(*update);
  }
  return made;
}

/// Two coordinates for each addition: its value, and its value times -3. What is no number stays one
/// coordinate's.
struct Addition {
  double value;
  std::int64_t count;
  double scale;
};

class ProbeMaker {
 public:
  ProbeMaker& add(Addition addition) {
    kinds_.push_back(OperationKind::kAdd);
    additions_.push_back(addition);
    return *this;
  }
  ProbeMaker& then(OperationKind kind) {
    kinds_.push_back(kind);
    additions_.push_back({0, 0, 0});
    return *this;
  }
  /// The case under each policy.
  void append_to(std::vector<Case>& cases) const {
    for (std::int64_t policy = 0; policy < static_cast<std::int64_t>(kPolicyNames.size()); ++policy) {
      Case& made = cases.emplace_back();
      for (const Parameter& parameter : parameters())
        made.append(parameter, parameter.layout == Layout::kScalar ? 1 : kinds_.size(),
                    is_matrix(parameter.layout) ? 2 : 1);
      for (std::size_t row = 0; row < kinds_.size(); ++row) {
        const Addition& addition = additions_[row];
        made.reals(kOperations)[2 * row] = addition.value;
        made.reals(kOperations)[2 * row + 1] =
            addition.value - addition.value == 0 ? 0 - 3 * addition.value : 7.0;
        if (addition.count == 0) made.reals(kOperations)[2 * row + 1] = 0;
        made.integers(kOperations + kOperationKinds)[row] = static_cast<std::int64_t>(kinds_[row]);
        made.integers(kOperations + kOperationCounts)[row] = addition.count;
        made.reals(kOperations + kOperationScales)[row] = addition.scale;
      }
      made.integers(kPolicy)[0] = policy;
    }
  }

 private:
  std::vector<OperationKind> kinds_;
  std::vector<Addition> additions_;
};

}  // namespace

std::vector<FixtureFormula> fixture_formulas() {
  constexpr auto kWindow = Policy::kSkipWindow;
  constexpr auto kMicrobatch = Policy::kSkipMicrobatch;
  return {
      fixture("one window", kWindow, {add(times_n(2), 1, 1), add(times_n(8), 4, 1), kStep}, {times_n(2)}),
      fixture("nothing added", kWindow, {add(times_n(2), 1, 1), kStep, kStep}, {times_n(2), std::nullopt}),
      fixture("no operations", kWindow, {}, {}),
      fixture("counts all zero", kMicrobatch, {add(fixed(0), 0, 1), kStep}, {std::nullopt}),
      fixture("two windows", kWindow, {add(times_n(4), 2, 1), kStep, add(times_n(9), 3, 1), kStep},
              {times_n(2), times_n(3)}),
      fixture("reset forgets", kMicrobatch, {add(times_n(4), 1, 1), kReset, add(times_n(2), 2, 1), kStep},
              {times_n(1)}),
      fixture("resumed in a window", kWindow,
              {add(times_n(2), 1, 1), kSave, kLoad, add(times_n(4), 1, 1), kStep}, {times_n(3)}),
      fixture("loaded over a later window", kWindow,
              {add(times_n(2), 1, 1), kSave, kStep, add(times_n(6), 1, 1), kLoad, kStep},
              {times_n(2), times_n(2)}),
      fixture("loss scale halved", kWindow, {add(times_n(8), 1, 4), add(times_n(8), 1, 2), kStep},
              {times_n(3)}),
      fixture("zero scale voids the window", kWindow,
              {add(times_n(2), 1, 1), add(times_n(4), 1, 0), kStep, add(times_n(6), 2, 1), kStep},
              {std::nullopt, times_n(3)}),
      fixture("zero scale leaves the microbatch out", kMicrobatch,
              {add(times_n(2), 1, 1), add(times_n(4), 3, 0), kStep, add(times_n(6), 2, 1), kStep},
              {times_n(2), times_n(3)}),
  };
}

std::vector<Case> probes() {
  using enum OperationKind;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<Case> cases;
  // Counts and values that no two wrong sums or totals share.
  ProbeMaker().add({5, 3, 1}).add({7, 5, 1}).then(kStep).append_to(cases);
  ProbeMaker().add({5, 3, 4}).add({7, 5, 2}).then(kStep).append_to(cases);
  ProbeMaker().add({5, 3, 0.5}).add({7, 5, 2}).add({0, 0, 8}).then(kStep).append_to(cases);
  ProbeMaker().add({5, 3, 1}).then(kStep).add({7, 5, 1}).then(kStep).then(kStep).append_to(cases);
  ProbeMaker().add({5, 3, 1}).then(kReset).add({7, 5, 1}).then(kStep).append_to(cases);
  ProbeMaker().add({5, 3, 1}).then(kStep).then(kReset).add({7, 5, 1}).then(kStep).append_to(cases);
  ProbeMaker().add({5, 3, 1}).then(kSave).then(kLoad).add({7, 13, 1}).then(kStep).append_to(cases);
  ProbeMaker().add({5, 4, 1}).then(kSave).then(kStep).then(kLoad).then(kStep).append_to(cases);
  ProbeMaker().then(kSave).add({5, 4, 1}).then(kLoad).add({3, 2, 1}).then(kStep).append_to(cases);
  for (const double wrong : {kNaN, kInfinity, -kInfinity}) {
    ProbeMaker().add({5, 3, 1}).add({wrong, 5, 1}).then(kStep).add({7, 2, 1}).then(kStep).append_to(cases);
    ProbeMaker().add({wrong, 5, 2}).then(kStep).append_to(cases);
  }
  ProbeMaker().add({5, 3, 1}).add({11, 5, 0}).then(kStep).add({7, 2, 1}).then(kStep).append_to(cases);
  ProbeMaker().add({11, 5, 0}).then(kReset).add({7, 2, 1}).then(kStep).append_to(cases);
  ProbeMaker().add({11, 5, 0}).then(kSave).then(kLoad).add({7, 2, 1}).then(kStep).append_to(cases);
  return cases;
}

}  // namespace gradvet::accumulator
