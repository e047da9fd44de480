// Cases a second through each way to call the same C function: a library in this process, a library in a
// worker, a program through a pipe. The cases: 4 microbatches of 8 coordinates.

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "src/candidates/candidate_word.hpp"
#include "tests/unit/candidates/bare_contract.hpp"

using namespace gradvet;

namespace {

using Clock = std::chrono::steady_clock;

Case window() {
  constexpr std::size_t kRows = 4;
  constexpr std::size_t kWidth = 8;
  Case result;
  result.append(kVectorMeanParameters[0], kRows, kWidth);
  for (double& value : result.reals(0)) value = 0.1;
  result.append(kVectorMeanParameters[1], kRows, 1);
  for (std::int64_t& count : result.integers(1)) count = 3;
  return result;
}

/// Evaluates for two seconds.
void measure(std::string_view way, const std::string& word, Isolation isolation) {
  CandidateSettings settings;
  settings.isolation = isolation;
  const std::unique_ptr<Candidate> candidate = make_candidate(word, settings).value();
  if (const Result<void> opened = candidate->open(vector_mean(), Profile{}, CandidateLimits{}); !opened) {
    fmt::print("{}: {}\n", way, opened.error().message);
    std::exit(1);
  }
  const std::vector<Case> batch(candidate->preferred_batch(), window());
  std::vector<Outcome> outcomes(batch.size());
  std::uint64_t cases = 0;
  const Clock::time_point began = Clock::now();
  while (Clock::now() - began < std::chrono::seconds(2)) {
    if (!candidate->evaluate(batch, outcomes, TokenText::kDropped)) std::exit(1);
    cases += batch.size();
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
  fmt::print("{:<28} {:>12.0f} cases/s\n", way, static_cast<double>(cases) / seconds);
}

}  // namespace

int main() {
  const std::string library = GRADVET_MEAN_LIBRARY;
  measure("a library in this process", library, Isolation::kInProcess);
  measure("a library in a worker", library, Isolation::kForked);
  measure("a program through a pipe", std::string("exec:") + GRADVET_MEAN_PROGRAM, Isolation::kForked);
}
