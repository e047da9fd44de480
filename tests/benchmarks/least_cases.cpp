// For every known wrong form: how many cases until the random phase alone finds it, how many candidate calls
// until it is shrunk and proved, and how often the result is the least case of the published scope. 50 seeds.

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "properties/contract_table.hpp"
#include "src/engine/hunt.hpp"
#include "tests/support/form_candidate.hpp"
#include "tests/support/quiet_observer.hpp"

namespace {

using namespace gradvet;

constexpr std::uint64_t kSeeds = 50;

RunReport run(const Contract& contract, const Form& form, const HuntOptions& options) {
  const Profile profile{};
  test::FunctionCandidate candidate = test::form_candidate(form, profile);
  test::QuietObserver quiet;
  const std::atomic<bool> never{false};
  return hunt(candidate, contract, profile, options, {}, quiet, never);
}

const Finding* wrong_value_of(const RunReport& report) {
  const auto found = std::ranges::find(report.findings, FindingKind::kWrongValue, &Finding::kind);
  return found == report.findings.end() ? nullptr : &*found;
}

std::uint64_t median(std::vector<std::uint64_t> numbers) {
  if (numbers.empty()) return 0;
  std::ranges::nth_element(numbers, numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2));
  return numbers[numbers.size() / 2];
}

void write_row(const Contract& contract, const Form& form) {
  const RunReport exhaustive = run(contract, form, {});
  const Finding* least = wrong_value_of(exhaustive);
  std::vector<std::uint64_t> to_find, to_shrink;
  std::uint64_t found_least = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    HuntOptions options;
    options.seed = seed;
    options.scope.reset();
    options.has_fixtures = false;
    const RunReport report = run(contract, form, options);
    const Finding* finding = wrong_value_of(report);
    if (finding == nullptr) continue;
    to_find.push_back(report.cases.random);
    to_shrink.push_back(finding->calls);
    found_least += least != nullptr && finding->last_case() == least->last_case();
  }
  fmt::print("{:<50} {:>8} {:>10} {:>7}/{}\n", form.id, median(to_find), median(to_shrink), found_least,
             kSeeds);
}

}  // namespace

int main() {
  fmt::print("{:<50} {:>8} {:>10} {:>10}\n", "wrong form (medians of 50 seeds)", "to find", "to shrink",
             "least");
  for (const Contract* contract : contract_table())
    for (const Mechanism& mechanism : contract->mechanisms())
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
        if (!form->is_precision) write_row(*contract, *form);
}
