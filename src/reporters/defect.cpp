#include "src/reporters/defect.hpp"

#include <fmt/format.h>

#include <sstream>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/console_breach.hpp"
#include "src/reporters/console_finding.hpp"
#include "src/reporters/console_report.hpp"
#include "src/reporters/replay_line.hpp"
#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostCaseBytes = 200;
constexpr std::size_t kMostValueBytes = 200;

std::string case_text(const Finding& finding, Signature signature) {
  std::string text = elided(case_json(finding.last_case(), signature), kMostCaseBytes);
  if (finding.cases.size() == 1) return text;
  return fmt::format("{}, the last of which is {}", counted(finding.cases.size(), "case"), text);
}

std::string expected_text(const ExactAnswer& expected) {
  std::vector<std::string> numbers;
  for (const Rational& number : expected.numbers) numbers.push_back(fraction_and_decimal(number));
  return elided(shape_text(expected.shape, numbers, expected.rows), kMostValueBytes);
}

std::string mistake_text(const Finding& finding) {
  if (finding.mistake)
    return fmt::format("; {}, the {}", finding.mistake->mechanism->id,
                       finding.mistake->role == FormRole::kFailure ? "failure" : "unsuccessful fix");
  if (finding.formula) return fmt::format("; computes {}", finding.formula->text);
  return "";
}

std::string detail_of(const Finding& finding) {
  if (finding.mistake) return std::string(to_text(finding.mistake->role));
  return finding.formula ? finding.formula->text : "";
}

/// Without the blank line that parts it from what stands before.
std::string without_first_break(const std::string& text) {
  return text.starts_with('\n') ? text.substr(1) : text;
}

}  // namespace

Defect defect_of(const Session& session, const RunReport& run, const Finding& finding) {
  Defect defect;
  defect.kind = to_text(finding.kind);
  defect.rule = finding.mistake ? std::string(finding.mistake->mechanism->id) : defect.kind;
  defect.detail = detail_of(finding);
  defect.headline = fmt::format("{} on {}: {}, expected {}{}", defect.kind,
                                case_text(finding, run.contract->info().parameters),
                                elided(terminal_text(outcome_text(finding.outcome)), kMostValueBytes),
                                expected_text(finding.expected), mistake_text(finding));
  const Palette palette(Colour::kOff);
  LabelledLines lines(palette);
  write_finding(session, run, finding, palette, lines);
  defect.explanation = without_first_break(lines.text());
  defect.replay = replay_line(session, run, finding);
  return defect;
}

Defect defect_of(const RunReport& run, const LawBreach& breach) {
  Defect defect;
  defect.kind = "law";
  defect.rule = fmt::format("law/{}", breach.law->id);
  defect.headline =
      fmt::format("breaks the law {} on {}: {}", breach.law->id,
                  elided(case_json(breach.original, run.contract->info().parameters), kMostCaseBytes),
                  breach.law->statement);
  const Palette palette(Colour::kOff);
  LabelledLines lines(palette);
  write_breach(run, breach, palette, lines);
  defect.explanation = without_first_break(lines.text());
  return defect;
}

std::vector<Defect> defects_of(const Session& session, const RunReport& run) {
  std::vector<Defect> defects;
  for (const Finding& finding : run.findings) defects.push_back(defect_of(session, run, finding));
  if (!run.is_laws_only) return defects;
  for (const LawBreach& breach : run.laws_broken) defects.push_back(defect_of(run, breach));
  return defects;
}

std::string console_text(const Session& session, const RunReport& run) {
  Session alone = session;
  alone.pairs.clear();
  std::ostringstream out;
  ConsoleReport(Colour::kOff, Detail::kBrief).write(alone, {&run, 1}, out);
  return out.str();
}

}  // namespace gradvet
