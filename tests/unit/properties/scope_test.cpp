#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "properties/case_order.hpp"
#include "properties/contract_table.hpp"
#include "src/core/operations.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet {
namespace {

using test::batch_total_case;
using test::contract_called;
using test::unscaled_mean_case;
using test::vector_mean_case;

/// How many numbers a role may take in the scope, and the one in place `at` of its list.
std::size_t choices(NumberRole role, const Scope& scope) {
  switch (role) {
    case NumberRole::kValue:
      return scope.values.size();
    case NumberRole::kScale:
      return scope.scales.size();
    case NumberRole::kWeight:
      return scope.weights.size();
    case NumberRole::kBound:
      return scope.bounds.size();
    case NumberRole::kCount:
      return scope.counts.size();
    case NumberRole::kSize:
      return scope.sizes.size();
    case NumberRole::kTarget:
      return scope.targets.size();
    case NumberRole::kOperation:
      return kOperationNames.size();
    case NumberRole::kPolicy:
      return kPolicyNames.size();
  }
  return 0;
}

double real_at(NumberRole role, const Scope& scope, std::size_t at) {
  if (role == NumberRole::kScale) return scope.scales[at];
  if (role == NumberRole::kWeight) return scope.weights[at];
  return role == NumberRole::kBound ? scope.bounds[at] : scope.values[at];
}

std::int64_t integer_at(NumberRole role, const Scope& scope, std::size_t at) {
  if (is_word(role)) return static_cast<std::int64_t>(at);
  if (role == NumberRole::kCount) return scope.counts[at];
  return role == NumberRole::kSize ? scope.sizes[at] : scope.targets[at];
}

/// Every way to fill the case's numbers from the scope's lists, by counting in mixed radix.
void fill_all(const Case& shape, const Scope& scope, std::vector<Case>& out) {
  std::vector<std::size_t> radix;
  for (std::size_t a = 0; a < shape.argument_count(); ++a)
    radix.insert(radix.end(), shape.extent(a).size, choices(shape.extent(a).role, scope));
  std::vector<std::size_t> digits(radix.size(), 0);
  while (true) {
    Case filled = shape;
    std::size_t at = 0;
    for (std::size_t a = 0; a < shape.argument_count(); ++a)
      for (std::size_t i = 0; i < shape.extent(a).size; ++i, ++at) {
        const NumberRole role = shape.extent(a).role;
        if (is_real(role))
          filled.reals(a)[i] = real_at(role, scope, digits[at]);
        else
          filled.integers(a)[i] = integer_at(role, scope, digits[at]);
      }
    if (scope.cost == 0 || case_cost(filled) <= scope.cost) out.push_back(filled);
    std::size_t place = 0;
    while (place < digits.size() && ++digits[place] == radix[place]) digits[place++] = 0;
    if (place == digits.size()) return;
  }
}

/// Every way to share at most `items` out to `rows`, as offsets; one empty list where rows are not ragged.
std::vector<std::vector<std::uint32_t>> all_offsets(bool ragged, std::uint32_t rows, std::uint32_t items) {
  std::vector<std::vector<std::uint32_t>> all = {{0}};
  for (std::uint32_t row = 0; ragged && row < rows; ++row) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& offsets : all)
      for (std::uint32_t end = offsets.back(); end <= items; ++end) {
        longer.push_back(offsets);
        longer.back().push_back(end);
      }
    all = std::move(longer);
  }
  return all;
}

std::vector<Case> all_of_domain(const Contract& contract, const Scope& scope) {
  std::vector<Case> all;
  const Signature parameters = contract.info().parameters;
  const bool matrix =
      std::ranges::any_of(parameters, [](const Parameter& parameter) { return has_width(parameter.layout); });
  const bool ragged =
      std::ranges::any_of(parameters, [](const Parameter& parameter) { return is_ragged(parameter.layout); });
  for (std::uint32_t rows = 0; rows <= scope.microbatches; ++rows)
    for (std::uint32_t width = 0; width <= scope.width; ++width) {
      if (matrix ? (rows == 0 && width > 0) : width != 1) continue;
      for (const auto& offsets : all_offsets(ragged, rows, scope.items)) {
        // What holds nothing has no width.
        if (ragged && matrix && offsets.back() == 0 && width > 0) continue;
        Case shape;
        for (const Parameter& parameter : parameters) {
          const std::size_t columns = has_width(parameter.layout) ? width : 1;
          if (is_ragged(parameter.layout))
            shape.append_ragged(parameter, offsets, columns);
          else
            shape.append(parameter, parameter.layout == Layout::kScalar ? 1 : rows, columns);
        }
        fill_all(shape, scope, all);
      }
    }
  std::erase_if(all, [&](const Case& value) { return contract.refuse(value, Profile{}).has_value(); });
  std::ranges::sort(all, [&](const Case& a, const Case& b) { return contract.compare(a, b) < 0; });
  return all;
}

Scope small_scope() {
  Scope scope;
  scope.microbatches = 2;
  scope.width = 2;
  scope.items = 2;
  scope.values = {0, -0.0, 1, -1, 3};
  scope.weights = {0, 1, 0.5};
  scope.scales = {0, 1, 0.5};
  scope.bounds = {0, 1};
  scope.counts = {0, 1, 2};
  scope.sizes = {0, 1, 2, 5};
  scope.targets = {1, 3};
  scope.weights = {0, 1, 0.5};
  scope.bounds = {0, 1, 2};
  scope.items = 2;
  return scope;
}

TEST(Enumeration, GivesEveryCaseOfTheDomainOnceInTheCaseOrder) {
  for (const Contract* contract : contract_table()) {
    Scope scope = small_scope();
    if (contract->info().parameters.size() > 3) {
      scope.width = 1;
      scope.values = {0, -1};
    }
    const std::vector<Case> expected = all_of_domain(*contract, scope);
    const auto stream = contract->enumerate(scope, Profile{});
    Case value;
    std::size_t count = 0;
    for (; stream->next(value); ++count) {
      ASSERT_LT(count, expected.size()) << contract->info().id;
      ASSERT_TRUE(value == expected[count]) << contract->info().id << " differs at " << count;
    }
    EXPECT_EQ(count, expected.size()) << contract->info().id;
    EXPECT_FALSE(stream->next(value)) << contract->info().id;
  }
}

TEST(Enumeration, IsStrictlyIncreasingOverTheDefaultScope) {
  for (const Contract* contract : contract_table()) {
    const Scope scope = contract->scope_within(20000, {}, DrawLimits{}, Profile{});
    const auto stream = contract->enumerate(scope, Profile{});
    Case before;
    Case value;
    ASSERT_TRUE(stream->next(before));
    std::uint64_t count = 1;
    for (; stream->next(value); ++count) {
      ASSERT_LT(contract->compare(before, value), 0) << contract->info().id;
      before = value;
    }
    EXPECT_EQ(count, contract->count_cases(scope, Profile{})) << contract->info().id;
  }
}

TEST(CaseCount, IsTheNumberOfEnumeratedCases) {
  for (const Contract* contract : contract_table())
    for (const std::uint32_t microbatches : {0U, 1U, 2U, 3U})
      for (const std::uint32_t width : {0U, 1U, 2U}) {
        Scope scope = small_scope();
        scope.microbatches = microbatches;
        scope.width = width;
        scope.values = {0, 1};
        // Operation lists and windows of five arguments are too many without it.
        if (contract->info().parameters.size() > 3) scope.cost = 6;
        std::uint64_t count = 0;
        const auto stream = contract->enumerate(scope, Profile{});
        for (Case value; stream->next(value);) ++count;
        EXPECT_EQ(contract->count_cases(scope, Profile{}), count)
            << contract->info().id << " " << microbatches << "x" << width;
      }
}

TEST(CaseCount, StopsAtItsLimit) {
  Scope scope = small_scope();
  // The larger box has shapes that take longer than a run; nothing of a count may depend on them.
  for (const std::uint32_t size : {4U, 200U})
    for (const Contract* contract : contract_table()) {
      scope.microbatches = scope.width = scope.items = size;
      EXPECT_EQ(contract->count_cases(scope, Profile{}, 500), 500U) << contract->info().id;
    }
}

TEST(CaseCount, StopsAtTheLargestInteger) {
  Scope scope = small_scope();
  scope.microbatches = scope.width = 200;
  for (const std::string_view id : {"vector-mean", "unscaled-mean", "batch-total"}) {
    EXPECT_EQ(contract_called(id).count_cases(scope, Profile{}, 1000), 1000U) << id;
    EXPECT_EQ(contract_called(id).count_cases(scope, Profile{}), ~std::uint64_t{0}) << id;
  }
}

TEST(Scope, GrowsWithTheNumberOfCasesAndStaysWithinIt) {
  for (const Contract* contract : contract_table()) {
    std::uint64_t before = 0;
    for (const std::uint64_t cases : {100ULL, 1000ULL, 20000ULL}) {
      const Scope scope = contract->scope_within(cases, {}, DrawLimits{}, Profile{});
      const std::uint64_t count = contract->count_cases(scope, Profile{});
      EXPECT_LE(count, cases) << contract->info().id;
      EXPECT_GT(count, before) << contract->info().id << " " << cases;
      before = count;
    }
  }
}

TEST(Scope, HasThreeMicrobatchesAndTwoCoordinatesByDefault) {
  const Scope scope = contract_called("vector-mean").scope_within(20000, {}, DrawLimits{}, Profile{});
  EXPECT_EQ(scope.microbatches, 3U);
  EXPECT_EQ(scope.width, 2U);
}

TEST(Scope, FollowsARequest) {
  ScopeRequest request;
  request.microbatches = 4;
  request.width = 3;
  request.values = 5;
  request.counts = 4;
  const Scope scope = contract_called("vector-mean").scope_within(20000, request, DrawLimits{}, Profile{});
  EXPECT_EQ(scope.microbatches, 4U);
  EXPECT_EQ(scope.width, 3U);
  EXPECT_EQ(scope.values, (std::vector<double>{0, 1, -1, 2, 3}));
  EXPECT_EQ(scope.counts, (std::vector<std::int64_t>{0, 1, 2, 3}));
}

TEST(Scope, StaysWithinTheLimitsOfWhatIsDrawn) {
  for (const Contract* contract : contract_table())
    EXPECT_EQ(contract->scope_within(20000, {}, DrawLimits{2, 1}, Profile{}).microbatches, 2U);
}

TEST(Scope, HoldsNumbersInNumberOrderThatTheFormatHas) {
  for (const Contract* contract : contract_table())
    for (const std::string_view format : {"float64", "float32", "float16", "bfloat16"}) {
      ScopeRequest everything;
      everything.values = everything.scales = everything.weights = everything.counts = everything.sizes =
          everything.targets = 1000;
      everything.microbatches = 1;
      const Scope scope =
          contract->scope_within(1000000, everything, DrawLimits{}, parse_profile(format).value());
      const auto rises = [](const auto& list) {
        return std::ranges::adjacent_find(list, [](auto a, auto b) { return compare_numbers(a, b) >= 0; }) ==
               list.end();
      };
      EXPECT_TRUE(rises(scope.values) && rises(scope.scales) && rises(scope.weights) && rises(scope.counts) &&
                  rises(scope.sizes) && rises(scope.targets))
          << contract->info().id;
    }
}

/// The least case of the default scope on which the form is wrong or undefined, among those that `matters`
/// admits.
template <class Matters>
std::optional<Case> least_failing(const Contract& contract, const Form& form, Matters matters) {
  const auto stream =
      contract.enumerate(contract.scope_within(20000, {}, DrawLimits{}, Profile{}), Profile{});
  ExactAnswer expected;
  ExactAnswer actual;
  for (Case value; stream->next(value);) {
    if (!matters(value)) continue;
    contract.expect(value, expected);
    if (!form.compute_exactly(value, actual) || actual != expected) return value;
  }
  return std::nullopt;
}

constexpr auto kAny = [](const Case&) { return true; };

TEST(DefaultScope, HoldsTheLeastCasesOfVectorMeansMistakes) {
  const Contract& contract = contract_called("vector-mean");
  const Mechanism& mechanism = contract.mechanisms()[0];
  EXPECT_EQ(least_failing(contract, *mechanism.failure, kAny), vector_mean_case({{1}}, {2}));
  // A zero count makes a mean of nothing: an exception.
  EXPECT_EQ(least_failing(contract, *mechanism.unsuccessful_fix, kAny), vector_mean_case({{0}, {0}}, {0, 1}));
  const auto all_count = [](const Case& value) {
    return std::ranges::all_of(value.integers(1), [](std::int64_t count) { return count > 0; });
  };
  // (0 + 1/2) / 2 for 1/3.
  EXPECT_EQ(least_failing(contract, *mechanism.unsuccessful_fix, all_count),
            vector_mean_case({{0}, {1}}, {1, 2}));
}

TEST(DefaultScope, HoldsTheLeastCasesOfUnscaledMeansMistakes) {
  const Contract& contract = contract_called("unscaled-mean");
  const Mechanism& mechanism = contract.mechanisms()[0];
  // A zero scale omits the sum; both keep it.
  EXPECT_EQ(least_failing(contract, *mechanism.failure, kAny), unscaled_mean_case({1}, {0}, {1}));
  EXPECT_EQ(least_failing(contract, *mechanism.unsuccessful_fix, kAny), unscaled_mean_case({1}, {0}, {1}));
  const auto no_zero_scale = [](const Case& value) {
    return std::ranges::all_of(value.reals(1), [](double scale) { return scale > 0; });
  };
  // A scale below 1 counts as 1.
  EXPECT_EQ(least_failing(contract, *mechanism.unsuccessful_fix, no_zero_scale),
            unscaled_mean_case({1}, {0.5}, {1}));
  const auto no_scale_below_one = [](const Case& value) {
    return std::ranges::all_of(value.reals(1), [](double scale) { return scale >= 1; });
  };
  // The last scale divides what came at another: 1 / 2 for 1. Its microbatch may count nothing; costs 1 + 1 +
  // 2 + 1.
  EXPECT_EQ(least_failing(contract, *mechanism.failure, no_scale_below_one),
            unscaled_mean_case({1, 0}, {1, 2}, {1, 0}));
}

TEST(DefaultScope, HoldsTheLeastCasesOfBatchTotalsMistakes) {
  const Contract& contract = contract_called("batch-total");
  const Mechanism& mechanism = contract.mechanisms()[0];
  EXPECT_EQ(least_failing(contract, *mechanism.failure, kAny), batch_total_case({1}, 2));
  EXPECT_EQ(least_failing(contract, *mechanism.unsuccessful_fix, kAny), batch_total_case({1}, 2));
}

}  // namespace
}  // namespace gradvet
