#include <atomic>
#include <sstream>
#include <utility>

#include "properties/contract_table.hpp"
#include "src/candidates/abi/gradvet_vet.hpp"
#include "src/candidates/native_candidate.hpp"
#include "src/cli/known_ids.hpp"
#include "src/cli/messages.hpp"
#include "src/engine/hunt.hpp"
#include "src/reporters/console_report.hpp"

namespace gradvet {

namespace {

class SilentObserver final : public HuntObserver {
 public:
  void on_phase(Phase, std::uint64_t) override {}
  void on_progress(Phase, std::uint64_t, std::size_t) override {}
};

Vetting not_judged(const Error& error) {
  std::ostringstream text;
  print_error(text, error);
  return {false, false, text.str()};
}

/// The report without the line that replays the case: a shell has no word for a function of this program.
std::string without_replay(const std::string& report) {
  std::istringstream lines(report);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("  replay ")) kept += line + "\n";
  return kept;
}

}  // namespace

Vetting vet(const std::string& contract, std::function<int(const gradvet_case*, gradvet_result*)> function,
            const VetSettings& settings) {
  const Result<const Contract*> known = find_contract(contract_table(), contract);
  if (!known) return not_judged(known.error());
  const Result<Profile> profile = parse_profile(settings.profile);
  if (!profile) return not_judged(profile.error());
  const std::unique_ptr<Candidate> candidate =
      make_native_candidate("the function", make_function_target(std::move(function)),
                            settings.is_in_process ? Isolation::kInProcess : Isolation::kForked);
  CandidateLimits limits;
  limits.per_case = settings.timeout;
  if (const Result<void> opened = candidate->open(**known, *profile, limits); !opened)
    return not_judged(opened.error());
  HuntOptions options;
  options.seed = settings.seed;
  options.cases = settings.cases;
  SilentObserver observer;
  const std::atomic<bool> interrupted{false};
  const RunReport run = hunt(*candidate, **known, *profile, options, {}, observer, interrupted);
  std::ostringstream text;
  ConsoleReport(Colour::kOff, Detail::kBrief).write(Session{}, {&run, 1}, text);
  return {run.verdict == Verdict::kHeld, run.verdict != Verdict::kUnjudged, without_replay(text.str())};
}

}  // namespace gradvet
