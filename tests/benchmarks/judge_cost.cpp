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

constexpr std::size_t kBatches = 80;
/// As many cases as a hunt has in hand at a time: what the judge reads is warm, as it is there.
constexpr std::size_t kBatch = 256;
constexpr int kRuns = 25;

using Clock = std::chrono::steady_clock;

/// Time of every step, summed over the batches of a run.
struct Times {
  Clock::duration drawing{};
  Clock::duration computing{};
  Clock::duration judging{};
};

template <class Step>
void add_time(Clock::duration& sum, const Step& step) {
  const Clock::time_point start = Clock::now();
  for (std::size_t i = 0; i < kBatch; ++i) step(i);
  sum += Clock::now() - start;
}

/// The same cases in each run.
Times run_once(const Contract& contract, const Profile& profile, std::vector<Case>& cases,
               std::vector<Outcome>& outcomes) {
  rc::Random words(1);
  Judge judge(contract, profile);
  std::size_t broken = 0;
  int size = 0;
  Times times;
  for (std::size_t batch = 0; batch < kBatches; ++batch) {
    add_time(times.drawing, [&](std::size_t i) {
      contract.draw(words.next(), size++ % 100, {.max_microbatches = 4, .max_width = 2}, profile, cases[i]);
    });
    add_time(times.computing,
             [&](std::size_t i) { contract.repair().compute(cases[i], profile, answer_of(outcomes[i])); });
    add_time(times.judging, [&](std::size_t i) { broken += judge.judge(cases[i], outcomes[i]).is_broken(); });
  }
  if (broken != 0) std::abort();
  return times;
}

double nanoseconds_a_case(Clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count() / (kBatches * kBatch);
}

void measure(const Contract& contract, const char* profile_text) {
  const Profile profile = *parse_profile(profile_text);
  std::vector<Case> cases(kBatch);
  std::vector<Outcome> outcomes(kBatch);
  Times least = run_once(contract, profile, cases, outcomes);
  for (int run = 1; run < kRuns; ++run) {  // what else the machine does only adds
    const Times times = run_once(contract, profile, cases, outcomes);
    least.drawing = std::min(least.drawing, times.drawing);
    least.computing = std::min(least.computing, times.computing);
    least.judging = std::min(least.judging, times.judging);
  }
  const double drawing = nanoseconds_a_case(least.drawing);
  const double computing = nanoseconds_a_case(least.computing);
  const double judging = nanoseconds_a_case(least.judging);
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
