#include "src/engine/power.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "oracles/rational.hpp"
#include "src/engine/hunt.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"
#include "tests/support/sample_cases.hpp"

// A run whose cases could not have told a mistake from the contract is no proof of anything. Fixtures of the
// built-in contracts tell all mistakes apart, so that a contract is made here whose rounding allows as much
// as the test wants.

namespace gradvet::test {
namespace {

/// Another contract in all but what rounding allows.
class BluntContract final : public Contract {
 public:
  /// Every bound is `bound`. The contract outlives this one.
  BluntContract(const Contract& contract, Rational bound) : contract_(contract), bound_(std::move(bound)) {}

  const ContractInfo& info() const override { return contract_.info(); }
  std::optional<std::string> refuse(const Case& input, const Profile& profile) const override {
    return contract_.refuse(input, profile);
  }
  void expect(const Case& input, ExactAnswer& out) const override { contract_.expect(input, out); }
  void allow(const Case& input, const Profile& profile, Allowance& out) const override {
    contract_.allow(input, profile, out);
    for (Rational& bound : out.bounds) bound = bound_;
  }
  std::optional<double> settle(const Case&, const Profile&, std::span<const double>) const override {
    return std::nullopt;
  }
  ClassSet draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile,
                Case& out) const override {
    return contract_.draw(word, size, limits, profile, out);
  }
  std::span<const std::string_view> class_names() const override { return contract_.class_names(); }
  void shrinks(const Case& from, const Profile& profile, std::vector<Case>& out) const override {
    contract_.shrinks(from, profile, out);
  }
  Scope scope_within(std::uint64_t cases, const ScopeRequest& request, const DrawLimits& limits,
                     const Profile& profile) const override {
    return contract_.scope_within(cases, request, limits, profile);
  }
  std::uint64_t count_cases(const Scope& scope, const Profile& profile, std::uint64_t limit) const override {
    return contract_.count_cases(scope, profile, limit);
  }
  std::unique_ptr<CaseStream> enumerate(const Scope& scope, const Profile& profile) const override {
    return contract_.enumerate(scope, profile);
  }
  int compare(const Case& a, const Case& b) const override { return contract_.compare(a, b); }
  std::vector<Fixture> fixtures(int variant) const override { return contract_.fixtures(variant); }
  std::string python_checks() const override { return contract_.python_checks(); }
  const Form& repair() const override { return contract_.repair(); }
  std::span<const Mechanism> mechanisms() const override { return contract_.mechanisms(); }
  std::span<const Form* const> honest_forms() const override { return contract_.honest_forms(); }
  std::span<const Law> laws() const override { return {}; }
  std::vector<Case> probes() const override { return contract_.probes(); }

 private:
  const Contract& contract_;
  Rational bound_;
};

RunReport run_with(const Contract& contract, const Profile& profile) {
  FunctionCandidate candidate = form_candidate(contract.repair(), profile);
  HuntOptions options;
  options.cases = 100;
  options.scope = std::nullopt;
  QuietObserver quiet;
  const std::atomic<bool> interrupted{false};
  return hunt(candidate, contract, profile, options, {}, quiet, interrupted);
}

TEST(Power, LeavesARunUnjudgedThatCouldNotTellAMistake) {
  const Profile profile = *parse_profile("bfloat16");
  // No two values that are drawn are so far apart.
  const BluntContract blunt(contract_called("vector-mean"), Rational(Integer(1) << 200));
  const RunReport report = run_with(blunt, profile);
  EXPECT_EQ(to_text(report.verdict), "unjudged");
  EXPECT_THAT(report.findings, testing::IsEmpty());
  ASSERT_TRUE(report.reason.has_value());
  // Of the unsuccessful fix no bound hides that it divides 0 by 0.
  EXPECT_EQ(*report.reason,
            "no case could have told these mistakes from the contract under profile bfloat16: "
            "vector-mean/microbatch-denominator/failure; declare a wider accumulator, or run more cases");
  EXPECT_FALSE(report.reason_code.has_value());
}

TEST(Power, HoldsTheSameRunWhereTheBoundIsTheContractsOwn) {
  EXPECT_EQ(to_text(run_with(contract_called("vector-mean"), *parse_profile("bfloat16")).verdict), "held");
}

TEST(Power, TellsAMistakeOnlyBeyondTwiceTheBound) {
  // Sums 1 and 6 over counts 1 and 2: 7/3; the failure divides by the two microbatches: 7/2, farther by 7/6.
  const Case input = vector_mean_case({{1}, {6}}, {1, 2});
  const auto told_apart = [&](const Rational& bound) {
    const BluntContract blunt(contract_called("vector-mean"), bound);
    const Profile profile{};
    PowerMeter power(blunt, profile);
    power.observe(input);
    return power.forms().front().told_apart;
  };
  ASSERT_EQ(contract_called("vector-mean").mechanisms().front().failure->id,
            "vector-mean/microbatch-denominator/failure");
  EXPECT_EQ(told_apart(Rational(7, 12)), 0U);
  EXPECT_EQ(told_apart(Rational(7, 12) - power_of_two(-100)), 1U);
}

TEST(Power, AsksNothingOfMistakesOfPrecision) {
  const BluntContract blunt(contract_called("vector-mean"), Rational(Integer(1) << 200));
  const Profile profile{};
  PowerMeter power(blunt, profile);
  const std::optional<std::string> lack = lack_of_power(power.forms(), profile);
  ASSERT_TRUE(lack.has_value());
  std::size_t named = 0;
  for (const Mechanism& mechanism : blunt.mechanisms())
    for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix}) {
      EXPECT_EQ(lack->find(form->id) == std::string::npos, form->is_precision) << form->id;
      named += form->is_precision ? 0 : 1;
    }
  EXPECT_GT(named, 0U);
}

}  // namespace
}  // namespace gradvet::test
