// The random phase of gradvet beside a plain rc::check program on the same property, alternately, in one
// process: prints the median microseconds a case of each and their ratio.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <vector>

#include "properties/contract_table.hpp"
#include "src/candidates/builtin_candidate.hpp"
#include "src/engine/hunt.hpp"
#include "tests/benchmarks/plain_rapidcheck.hpp"

namespace {

using namespace gradvet;

class Silent final : public HuntObserver {
  void on_phase(Phase, std::uint64_t) override {}
  void on_progress(Phase, std::uint64_t, std::size_t) override {}
};

double gradvet_microseconds_per_case(std::uint64_t cases) {
  const Contract& contract = *contract_table().front();
  const Profile profile{};
  const std::unique_ptr<Candidate> candidate =
      make_builtin_candidate("builtin:vector-mean/repair", contract.repair());
  if (!candidate->open(contract, profile, {})) std::abort();
  HuntOptions options;
  options.cases = cases;
  options.scope.reset();
  options.draw = {.max_microbatches = 20, .max_width = 4};
  Silent silent;
  const std::atomic<bool> never{false};
  const auto start = std::chrono::steady_clock::now();
  const RunReport report = hunt(*candidate, contract, profile, options, {}, silent, never);
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  if (report.verdict != Verdict::kHeld) std::abort();
  return elapsed.count() / static_cast<double>(report.cases.random);
}

}  // namespace

int main() {
  constexpr int kRuns = 5;
  std::array<std::vector<double>, 2> times;
  for (int run = 0; run < kRuns; ++run) {
    times[0].push_back(gradvet_microseconds_per_case(1000000));
    times[1].push_back(bench::plain_rapidcheck_microseconds_per_case(20000));
  }
  for (std::vector<double>& series : times) std::ranges::sort(series);
  const double gradvet_median = times[0][kRuns / 2];
  const double plain_median = times[1][kRuns / 2];
  fmt::print(
      "gradvet, random phase: {:8.3f} us a case\nplain rc::check:       {:8.3f} us a case\nratio: {:.1f}x\n",
      gradvet_median, plain_median, plain_median / gradvet_median);
}
