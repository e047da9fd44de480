#include "src/reporters/console_report.hpp"

#include <algorithm>
#include <ostream>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/console_breach.hpp"
#include "src/reporters/console_finding.hpp"
#include "src/reporters/labelled_lines.hpp"
#include "src/reporters/scope_text.hpp"
#include "src/reporters/unjudged_reason.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostAnswerBytes = 600;

std::string verdict_text(const RunReport& run, const Palette& palette) {
  const std::string text(to_text(run.verdict));
  switch (run.verdict) {
    case Verdict::kHeld:
      return palette.good(text);
    case Verdict::kBroken:
      return palette.bad(text);
    case Verdict::kUnjudged:
      break;
  }
  return palette.doubtful(text);
}

/// A traceback is on stderr already.
std::string first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return terminal_text(text.substr(0, end)) + (end == std::string_view::npos ? "" : " …");
}

/// `10,007 cases: 7 fixtures, 10,000 random`.
std::string cases_text(const CaseCounts& cases) {
  std::vector<std::string> parts;
  if (cases.pinned != 0) parts.push_back(counted(cases.pinned, "pin"));
  if (cases.fixture != 0) parts.push_back(counted(cases.fixture, "fixture"));
  if (cases.exhaustive != 0) parts.push_back(grouped(cases.exhaustive) + " exhaustive");
  if (cases.replayed != 0) parts.push_back(grouped(cases.replayed) + " replayed");
  if (cases.random != 0) parts.push_back(grouped(cases.random) + " random");
  std::string out = counted(cases.total(), "case");
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? ": " : ", ") + parts[i];
  return out;
}

void write_unjudged(const UnjudgedCounts& unjudged, LabelledLines& lines) {
  std::string text;
  const auto add = [&text](std::uint64_t count, std::string_view why) {
    if (count == 0) return;
    if (!text.empty()) text += ", ";
    text += counted(count, "case") + " " + std::string(why);
  };
  add(unjudged.overflow, "where an order of summation overflows");
  add(unjudged.declined, "that the candidate declined");
  add(unjudged.no_reference, "to which the reference gave no finite value");
  add(unjudged.unrepresentable, "pinned but outside the domain or the profile's input format");
  if (!text.empty()) lines.add("not judged", text);
}

void write_fixtures(const std::vector<Observation>& observations, LabelledLines& lines) {
  if (observations.empty()) return;
  std::vector<std::string> failed;
  std::size_t declined = 0;
  for (const Observation& observation : observations) {
    declined += observation.is_declined;
    if (!observation.passed && !observation.is_declined) failed.push_back(terminal_text(observation.check));
  }
  const std::string total = grouped(observations.size());
  std::string text;
  if (failed.empty())
    text = declined == 0 ? "all " + total + " pass"
                         : grouped(observations.size() - declined) + " of " + total + " pass";
  else
    text = grouped(failed.size()) + " of " + total + (failed.size() == 1 ? " fails" : " fail");
  for (std::size_t i = 0; i < failed.size(); ++i) text += (i == 0 ? ": " : ", ") + failed[i];
  if (declined != 0) text += (failed.empty() ? ", " : "; ") + grouped(declined) + " declined";
  lines.add("fixtures", text);
}

/// One line: how many of the contract's wrong forms the cases could have told from it.
void write_power(const RunReport& run, LabelledLines& lines) {
  if (run.power.empty() || run.verdict == Verdict::kBroken || run.cases.total() == 0) return;
  const auto told =
      std::ranges::count_if(run.power, [](const FormPower& form) { return form.told_apart > 0; });
  lines.add("power", "the cases tell " + grouped(static_cast<std::uint64_t>(told)) + " of " +
                         counted(run.power.size(), "known wrong form") + " from the contract");
}

void write_laws(const RunReport& run, const Palette& palette, LabelledLines& lines) {
  if (!run.is_laws_only) {
    for (std::size_t i = 0; i < run.laws_broken.size(); ++i) {
      const Law& law = *run.laws_broken[i].law;
      lines.add(i == 0 ? "laws" : "", std::string(law.id) + ": " + std::string(law.statement));
    }
    return;
  }
  if (run.verdict == Verdict::kUnjudged) return;
  const std::size_t laws = run.contract->laws().size();
  lines.add("laws", run.laws_broken.empty()
                        ? "keeps all " + counted(laws, "law") + "; no value was held against the oracle"
                        : "breaks " + grouped(run.laws_broken.size()) + " of " + counted(laws, "law"));
  for (const LawBreach& breach : run.laws_broken) write_breach(run, breach, palette, lines);
  if (!run.laws_broken.empty()) lines.add_blank();
}

void write_details(const RunReport& run, LabelledLines& lines) {
  for (const Observation& observation : run.observations) {
    lines.add(observation.passed ? "  passed" : "  failed",
              terminal_text(observation.check) + ": " + elided(terminal_text(observation.actual), 200) +
                  ", expected " + elided(terminal_text(observation.expected), 200));
  }
  for (const FormPower& form : run.power)
    lines.add("power", std::string(form.form->id) + ": told apart in " + counted(form.told_apart, "case") +
                           ", too close in " + grouped(form.too_close) + ", same value in " +
                           grouped(form.same));
  for (const auto& [name, count] : run.classes) lines.add("class", name + ": " + counted(count, "case"));
}

void write_run(const Session& session, const RunReport& run, const Palette& palette, Detail detail,
               std::ostream& out) {
  const ContractInfo& contract = run.contract->info();
  out << verdict_text(run, palette) << "  " << palette.strong(terminal_text(run.candidate)) << "  "
      << contract.id << "  " << to_text(run.profile) << '\n';
  LabelledLines lines(palette);
  lines.add("contract", std::string(contract.statement));
  if (run.against)
    lines.add("against", terminal_text(run.against->candidate) +
                             (run.against->within ? ", within " + grouped(*run.against->within) + " ULP"
                                                  : ", in the same bits") +
                             "; the contract's own values were not asked");
  if (run.reason) lines.add("because", first_line(unjudged_reason(run)));
  if (run.shard && run.shard->part.is_part())
    lines.add("shard", grouped(run.shard->part.index) + " of " + grouped(run.shard->part.count) +
                           ": this part alone; gradvet merge judges all parts by their JSON reports");
  if (run.cases.total() != 0) lines.add("judged", cases_text(run.cases));
  if (run.scope && run.scope_finished)
    lines.add("scope",
              (run.shard && run.shard->part.is_part() ? "its part of every case with " : "every case with ") +
                  scope_text(*run.scope, run.contract->info().parameters));
  // A finding ends the exhaustive phase; how far it came says nothing then.
  if (run.scope && !run.scope_finished && run.findings.empty())
    lines.add("scope", "not finished: " + scope_text(*run.scope, run.contract->info().parameters));
  if (run.max_excess && run.verdict == Verdict::kHeld)
    lines.add("closest", ratio_text(*run.max_excess) + " of what rounding allows, among the cases that held");
  write_power(run, lines);
  write_unjudged(run.unjudged, lines);
  for (const Finding& finding : run.findings) write_finding(session, run, finding, palette, lines);
  if (!run.findings.empty()) lines.add_blank();
  write_laws(run, palette, lines);
  write_fixtures(run.observations, lines);
  if (detail == Detail::kVerbose) write_details(run, lines);
  if (!run.repeat.empty()) lines.add("repeat", terminal_text(run.repeat));
  for (const std::string& note : run.notes) lines.add("note", terminal_text(note));
  out << lines.text() << '\n';
}

void write_pair(const PairReport& pair, const Palette& palette, std::ostream& out) {
  out << palette.strong("pair") << "  " << terminal_text(pair.first) << "  " << terminal_text(pair.second)
      << "  " << pair.contract->info().id << "  " << to_text(pair.profile) << '\n';
  LabelledLines lines(palette);
  std::string counts = counted(pair.same_bits, "case") + " with the same bits";
  const auto add = [&counts](std::uint64_t count, std::string_view what) {
    if (count != 0) counts += ", " + grouped(count) + " " + std::string(what);
  };
  add(pair.within_rounding, "within what rounding allows");
  add(pair.apart, "apart");
  add(pair.one_answered, "where one alone gave a value");
  add(pair.neither_answered, "where neither did");
  add(pair.not_judged, "that differ where an order of summation overflows");
  lines.add("answers", counts);
  if (pair.largest_ulp) lines.add("farthest", ratio_text(*pair.largest_ulp) + " ULP");
  if (pair.parting) {
    add_drawn("part on", *pair.parting, pair.contract->info().parameters, lines);
    lines.add("first", elided(terminal_text(outcome_text(pair.first_outcome)), kMostAnswerBytes));
    lines.add("second", elided(terminal_text(outcome_text(pair.second_outcome)), kMostAnswerBytes));
  }
  out << lines.text() << '\n';
}

void write_totals(std::span<const RunReport> runs, std::ostream& out) {
  const auto count = [runs](Verdict verdict) {
    return std::count_if(runs.begin(), runs.end(),
                         [verdict](const RunReport& r) { return r.verdict == verdict; });
  };
  out << counted(runs.size(), "candidate") << ": " << count(Verdict::kHeld) << " held, "
      << count(Verdict::kBroken) << " broken, " << count(Verdict::kUnjudged) << " unjudged\n";
}

}  // namespace

void ConsoleReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  for (const RunReport& run : runs) write_run(session, run, palette_, detail_, out);
  for (const PairReport& pair : session.pairs) write_pair(pair, palette_, out);
  if (runs.size() > 1) write_totals(runs, out);
}

}  // namespace gradvet
