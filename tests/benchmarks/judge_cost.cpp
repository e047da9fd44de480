// What the judge costs beside the generator and the candidate it judges, for small cases: nanoseconds a case
// of each, and the judge's share of the other two together. The judge should stay below 1.
// bench_judge [CONTRACT]

#include <fmt/core.h>
#include <rapidcheck/Random.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "properties/contract_table.hpp"
#include "src/engine/judge.hpp"

namespace {

using namespace gradvet;

constexpr std::size_t kCases = 20000;
constexpr int kRuns = 25;

/// Nanoseconds a case of `step(i)` over all cases, in the fastest run: what else the machine does only adds.
template <class Step>
double nanoseconds(const Step& step) {
  std::vector<double> times;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < kCases; ++i) step(i);
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    times.push_back(elapsed.count() / static_cast<double>(kCases));
  }
  return std::ranges::min(times);
}

void measure(const Contract& contract, const char* profile_text) {
  const Profile profile = *parse_profile(profile_text);
  std::vector<Case> cases(kCases);
  std::vector<Outcome> outcomes(kCases);
  rc::Random words(1);
  const double drawing = nanoseconds([&](std::size_t i) {
    contract.draw(words.next(), static_cast<int>(i % 100), {.max_microbatches = 4, .max_width = 2}, profile,
                  cases[i]);
  });
  const double computing = nanoseconds(
      [&](std::size_t i) { contract.repair().compute(cases[i], profile, answer_of(outcomes[i])); });
  Judge judge(contract, profile);
  std::size_t broken = 0;
  const double judging =
      nanoseconds([&](std::size_t i) { broken += judge.judge(cases[i], outcomes[i]).is_broken(); });
  if (broken != 0) std::abort();
  fmt::print("{:<14} {:<28} {:8.0f} {:8.0f} {:8.0f} {:8.2f}\n", contract.info().id, profile_text, drawing,
             computing, judging, judging / (drawing + computing));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view only = argc > 1 ? argv[1] : "";
  fmt::print("{:<14} {:<28} {:>8} {:>8} {:>8} {:>8}\n", "ns a case", "profile", "draw", "compute", "judge",
             "share");
  for (const Contract* contract : contract_table()) {
    if (!only.empty() && only != contract->info().id) continue;
    for (const char* profile : {"float64", "float32", "bfloat16", "bf16-acc32", "float16"})
      measure(*contract, profile);
  }
  if (!only.empty()) return EXIT_SUCCESS;
  // The repair sums from left to right.
  for (const Contract* contract : contract_table().first(2))
    for (const char* profile : {"float64,order=sum", "float64,order=sequential", "float32,order=sequential",
                                "float64,order=sum-then-divide", "float16,order=sequential"})
      measure(*contract, profile);
}
