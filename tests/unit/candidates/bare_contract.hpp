#pragma once

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "src/candidates/candidate_word.hpp"
#include "src/core/candidate.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

/// A contract with a name, parameters and a result shape, and nothing behind them: all that a candidate asks
/// for.
class BareContract : public Contract {
 public:
  BareContract(std::string_view id, Signature parameters, AnswerShape shape, ResultKind kind) {
    info_.id = id;
    info_.parameters = parameters;
    info_.result_shape = shape;
    info_.result_kind = kind;
  }

  const ContractInfo& info() const override { return info_; }
  std::optional<std::string> refuse(const Case&, const Profile&) const override { unasked(); }
  void expect(const Case&, ExactAnswer&) const override { unasked(); }
  void allow(const Case&, const Profile&, Allowance&) const override { unasked(); }
  std::optional<double> settle(const Case&, const Profile&, std::span<const double>) const override {
    unasked();
  }
  ClassSet draw(std::uint64_t, int, const DrawLimits&, const Profile&, Case&) const override { unasked(); }
  std::span<const std::string_view> class_names() const override { unasked(); }
  void shrinks(const Case&, const Profile&, std::vector<Case>&) const override { unasked(); }
  Scope scope_within(std::uint64_t, const ScopeRequest&, const DrawLimits&, const Profile&) const override {
    unasked();
  }
  std::uint64_t count_cases(const Scope&, const Profile&, std::uint64_t) const override { unasked(); }
  std::unique_ptr<CaseStream> enumerate(const Scope&, const Profile&) const override { unasked(); }
  int compare(const Case&, const Case&) const override { unasked(); }
  std::vector<Fixture> fixtures(int) const override { unasked(); }
  std::string python_checks() const override { unasked(); }
  const Form& repair() const override { unasked(); }
  std::span<const Mechanism> mechanisms() const override { unasked(); }
  std::span<const Form* const> honest_forms() const override { unasked(); }
  std::span<const Law> laws() const override { unasked(); }
  std::vector<Case> probes() const override { unasked(); }

 private:
  [[noreturn]] static void unasked() {
    fail_invariant("a candidate asked a bare contract for more than its facts");
  }
  ContractInfo info_{};
};

inline constexpr std::array kVectorMeanParameters = {
    Parameter{"gradient_vectors", Layout::kMatrix, NumberRole::kValue},
    Parameter{"example_counts", Layout::kPerMicrobatch, NumberRole::kCount},
};
inline constexpr std::array kBatchTotalParameters = {
    Parameter{"batch_sizes", Layout::kPerMicrobatch, NumberRole::kSize},
    Parameter{"target", Layout::kScalar, NumberRole::kTarget},
};

inline const BareContract& vector_mean() {
  static const BareContract contract("vector-mean", kVectorMeanParameters, AnswerShape::kList,
                                     ResultKind::kReal);
  return contract;
}

/// One microbatch, one coordinate.
inline Case small_case(double value, std::int64_t count) {
  Case result;
  result.append(kVectorMeanParameters[0], 1, 1);
  result.reals(0)[0] = value;
  result.append(kVectorMeanParameters[1], 1, 1);
  result.integers(1)[0] = count;
  return result;
}

/// `count` cases 0, 1, … of one number each, with 13 (which the fixtures act up on) only at `marked`.
inline std::vector<Case> numbered_cases(std::size_t count, std::size_t marked) {
  std::vector<Case> cases;
  for (std::size_t i = 0; i < count; ++i)
    cases.push_back(small_case(i == marked ? 13.0 : static_cast<double>(100 + i), 1));
  return cases;
}

/// The interpreter behind the first python3 in PATH: the thing itself, not a script that looks for it each
/// time.
inline const std::string& python_itself() {
  static const std::string path = [] {
    std::string line(4096, '\0');
    FILE* const pipe = ::popen("python3 -c 'import sys; print(sys.executable)'", "r");
    require_invariant(
        pipe != nullptr && std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr,
        "these tests need a python3 in PATH");
    ::pclose(pipe);
    return line.substr(0, line.find('\n'));
  }();
  return path;
}

/// What a test asks of a candidate, in one place.
struct Trial {
  std::vector<Outcome> outcomes;
  Result<void> status;
  std::unique_ptr<Candidate> candidate;
};

inline Trial try_candidate(const std::string& word, const std::vector<Case>& cases,
                           const CandidateLimits& limits = {}, TokenText text = TokenText::kDropped,
                           const Contract& contract = vector_mean(), const Profile& profile = {}) {
  Trial trial;
  Result<std::unique_ptr<Candidate>> candidate = make_candidate(word, {python_itself(), {}});
  if (!candidate) {
    trial.status = tl::unexpected(candidate.error());
    return trial;
  }
  trial.candidate = std::move(*candidate);
  trial.outcomes.resize(cases.size());
  trial.status = trial.candidate->open(contract, profile, limits);
  if (trial.status) trial.status = trial.candidate->evaluate(cases, trial.outcomes, text);
  return trial;
}

inline std::string fixture_path(const std::string& file) {
  return std::string(GRADVET_CANDIDATE_FIXTURES) + "/" + file;
}

/// A short name of the alternative that an outcome holds.
inline std::string kind_of(const Outcome& outcome) {
  static constexpr std::array kNames = {"answer",   "exception", "crash",   "time-out",
                                        "protocol", "no value",  "declined"};
  return kNames[outcome.index()];
}

/// True if the outcome is the answer [number].
inline bool is_answer_of(const Outcome& outcome, double number) {
  const Answer* const answer = std::get_if<Answer>(&outcome);
  return answer != nullptr && answer->shape == AnswerShape::kList && answer->numbers.size() == 1 &&
         answer->numbers.front() == number;
}

/// Indices of the cases that did not give back their own number.
inline std::vector<std::size_t> unlike_own_number(const Trial& trial, const std::vector<Case>& cases) {
  std::vector<std::size_t> unlike;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (!is_answer_of(trial.outcomes[i], cases[i].reals(0)[0])) unlike.push_back(i);
  return unlike;
}

}  // namespace gradvet
