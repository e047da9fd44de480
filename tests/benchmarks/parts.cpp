// The parts of a hunt, one by one, for three contracts: bench_parts [--benchmark_filter=…]. Times are of one
// case unless the name says otherwise.

#include <benchmark/benchmark.h>
#include <rapidcheck/Random.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "oracles/rational.hpp"
#include "properties/contract_table.hpp"
#include "src/candidates/builtin_candidate.hpp"
#include "src/candidates/candidate_word.hpp"
#include "src/engine/judge.hpp"
#include "src/engine/shrink.hpp"
#include "src/engine/trial.hpp"
#include "src/text/case_json.hpp"

namespace {

using namespace gradvet;

constexpr std::size_t kBatch = 256;

/// What a hunt draws by default, but for its size: as in the comparison with other tools.
struct Drawn {
  explicit Drawn(const Contract& contract) {
    rc::Random words(1);
    int size = 0;
    for (Case& drawn : cases)
      contract.draw(words.next(), size++ % 100, {.max_microbatches = 20, .max_width = 4}, Profile{}, drawn);
    for (std::size_t i = 0; i < kBatch; ++i)
      contract.repair().compute(cases[i], Profile{}, answer_of(outcomes[i]));
  }
  std::vector<Case> cases = std::vector<Case>(kBatch);
  std::vector<Outcome> outcomes = std::vector<Outcome>(kBatch);
};

/// Calls `step` for the cases of a batch in turn.
template <class Step>
void each(benchmark::State& state, const Step& step) {
  std::size_t i = 0;
  for (auto _ : state) step(i++ % kBatch);
  state.SetItemsProcessed(state.iterations());
}

void draw(benchmark::State& state, const Contract& contract) {
  rc::Random words(1);
  Case drawn;
  each(state, [&](std::size_t i) {
    contract.draw(words.next(), static_cast<int>(i % 100), {.max_microbatches = 20, .max_width = 4},
                  Profile{}, drawn);
  });
}

void enumerate(benchmark::State& state, const Contract& contract) {
  const Scope scope = contract.scope_within(1'000'000, ScopeRequest{}, DrawLimits{}, Profile{});
  std::unique_ptr<CaseStream> stream = contract.enumerate(scope, Profile{});
  Case next;
  each(state, [&](std::size_t) {
    if (!stream->next(next)) stream = contract.enumerate(scope, Profile{});
  });
}

void compute(benchmark::State& state, const Contract& contract) {
  const Drawn drawn(contract);
  Outcome outcome;
  each(state,
       [&](std::size_t i) { contract.repair().compute(drawn.cases[i], Profile{}, answer_of(outcome)); });
}

void judge(benchmark::State& state, const Contract& contract) {
  const Drawn drawn(contract);
  const Profile profile;
  Judge judging(contract, profile);
  each(state, [&](std::size_t i) {
    if (judging.judge(drawn.cases[i], drawn.outcomes[i]).is_broken()) std::abort();
  });
}

/// The exact road, which only what the judge cannot settle takes.
void oracle(benchmark::State& state, const Contract& contract) {
  const Drawn drawn(contract);
  ExactAnswer expected;
  Allowance allowance;
  each(state, [&](std::size_t i) {
    contract.expect(drawn.cases[i], expected);
    contract.allow(drawn.cases[i], Profile{}, allowance);
  });
}

void write_json(benchmark::State& state, const Contract& contract) {
  const Drawn drawn(contract);
  std::string text;
  each(state, [&](std::size_t i) {
    text.clear();
    append_case_json(text, drawn.cases[i], contract.info().parameters);
  });
}

void read_json(benchmark::State& state, const Contract& contract) {
  const Drawn drawn(contract);
  std::vector<std::string> texts;
  for (const Case& value : drawn.cases) texts.push_back(case_json(value, contract.info().parameters));
  each(state, [&](std::size_t i) {
    const Result<Case> read = read_case(parse_json(texts[i]).value(), contract.info().parameters);
    if (!read) std::abort();
  });
}

/// A whole shrinking, from the first drawn case that breaks the contract's first mistake.
void shrink_all(benchmark::State& state, const Contract& contract) {
  const std::unique_ptr<Candidate> candidate =
      make_builtin_candidate("failure", *contract.mechanisms().front().failure);
  const Profile profile;
  if (!candidate->open(contract, profile, CandidateLimits{})) std::abort();
  Trial trial(*candidate, contract, profile);
  const Drawn drawn(contract);
  if (!trial.run(drawn.cases)) std::abort();
  std::size_t first = 0;
  while (first < kBatch && trial.judgements()[first].kind != FindingKind::kWrongValue) ++first;
  if (first == kBatch) std::abort();
  const BrokenCase start{drawn.cases[first], trial.outcomes()[first], trial.judgements()[first]};
  std::uint64_t calls = 0;
  for (auto _ : state) {
    BrokenCase best = start;
    calls += shrink(trial, best, SameFinding(trial, start), ShrinkBudget{});
  }
  state.counters["calls"] = static_cast<double>(calls) / static_cast<double>(state.iterations());
}

/// A C function in a worker: what crossing to another process and back costs with it.
void cross(benchmark::State& state, const Contract& contract) {
  const std::unique_ptr<Candidate> candidate =
      make_candidate(GRADVET_MEAN_LIBRARY, CandidateSettings{}).value();
  if (!candidate->open(contract, Profile{}, CandidateLimits{})) std::abort();
  Drawn drawn(contract);
  for (auto _ : state)
    if (!candidate->evaluate(drawn.cases, drawn.outcomes, TokenText::kDropped)) std::abort();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kBatch));
}

}  // namespace

int main(int argc, char** argv) {
  for (const Contract* contract : contract_table().first(3)) {
    const std::string id(contract->info().id);
    const auto add = [&](const char* part, void (*measure)(benchmark::State&, const Contract&)) {
      benchmark::RegisterBenchmark((id + "/" + part).c_str(), measure, std::cref(*contract));
    };
    add("draw", draw);
    add("enumerate", enumerate);
    add("compute", compute);
    add("judge", judge);
    add("oracle", oracle);
    add("write_json", write_json);
    add("read_json", read_json);
    add("shrink_all", shrink_all);
    if (id == "vector-mean") add("cross_to_worker (256 cases)", cross);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return EXIT_FAILURE;
  benchmark::RunSpecifiedBenchmarks();
}
