#include "src/reporters/console_finding.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/case_table.hpp"
#include "src/reporters/console_weights.hpp"
#include "src/reporters/replay_line.hpp"
#include "src/reporters/scope_text.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostOutcomeBytes = 600;
constexpr std::size_t kMostStderrLines = 8;
constexpr std::size_t kMostStderrBytes = 2000;
constexpr std::size_t kMostStderrLine = 200;
constexpr std::size_t kMostCasesDrawn = 4;
constexpr std::size_t kLongestReplayLine = 6000;
constexpr int kDecimalDigits = 17;
constexpr std::int64_t kMostUlpOfZero = std::int64_t{1} << 53;

std::string where_found(Phase phase) {
  switch (phase) {
    case Phase::kPins:
      return "found again from a pin";
    case Phase::kFixtures:
      return "found by a fixture";
    case Phase::kExhaustive:
      return "found by trying every case of the scope";
    case Phase::kRandom:
      return "found by a random case";
    case Phase::kReplay:
      return "replayed";
  }
  return "";
}

std::string how_least(const Finding& finding, Signature signature) {
  if (finding.phase == Phase::kReplay) return "";
  if (finding.least_in) {
    const std::string scope = scope_text(*finding.least_in, signature);
    if (finding.least_of == 0) return "the least of all cases with " + scope;
    return fmt::format("the least of all {} with {}", counted(finding.least_of, "case"), scope);
  }
  if (finding.calls == 0) return "";
  return fmt::format("the least found in {}; not proved to be the least there is",
                     counted(finding.calls, "call"));
}

void write_cases(const Finding& finding, Signature signature, LabelledLines& lines) {
  std::size_t count = finding.cases.size();
  const bool is_one_repeated = count > 1 && std::ranges::all_of(finding.cases, [&](const Case& one) {
                                 return one == finding.cases[0];
                               });
  if (is_one_repeated) {
    lines.add("", fmt::format("the same case {} times; the last time shows it", grouped(count)));
    count = 1;
  }
  if (count > 1)
    lines.add("", fmt::format("{} in this order; the last one shows it", counted(count, "case")));
  for (std::size_t i = 0; i < count; ++i) {
    if (count > kMostCasesDrawn && i == 1) {
      i = count - 2;
      lines.add("", fmt::format("… {} more", counted(i - 1, "case")));
    }
    const std::vector<std::string> drawn = draw_case(finding.cases[i], signature, finding.free_numbers);
    for (std::size_t line = 0; line < drawn.size(); ++line)
      lines.add(line != 0 ? "" : (count == 1 ? "case" : fmt::format("case {}", i + 1)), drawn[line]);
  }
}

/// Number `at` of a result in words, from 1: "coordinate 2 of 3"; "window 2 of 4, coordinate 1 of 3".
std::string place_in_result(const ExactAnswer& result, std::size_t at) {
  for (std::size_t window = 0; window < result.rows.size(); ++window) {
    const AnswerRow& row = result.rows[window];
    if (at >= row.first && at < std::size_t{row.first} + row.size)
      return fmt::format("window {} of {}, coordinate {} of {}", window + 1, grouped(result.rows.size()),
                         at - row.first + 1, grouped(row.size));
  }
  return fmt::format("coordinate {} of {}", at + 1, grouped(result.numbers.size()));
}

/// The coordinate line is for lists of several numbers, where the reader would have to search for the wrong
/// one.
void write_coordinate(const Finding& finding, LabelledLines& lines) {
  const Answer* answer = std::get_if<Answer>(&finding.outcome);
  const std::size_t size = finding.expected.numbers.size();
  if (answer == nullptr || !finding.coordinate || size < 2 || *finding.coordinate >= size) return;
  if (answer->numbers.size() != size) return;
  const std::size_t at = *finding.coordinate;
  lines.add("furthest",
            fmt::format("{}: expected {}, got {}", place_in_result(finding.expected, at),
                        fraction_and_decimal(finding.expected.numbers[at]), number_texts(*answer)[at]));
}

std::string with_bits(double value, std::uint64_t bits, int width) {
  return fmt::format("{} (0x{:0{}x})", shortest_text(value), bits, width / 4);
}

/// "order=sequential gives 0.5 (0x3f…)", or from where to where: what the declared order has to do with the
/// answer.
void write_given_by_order(const ValueExplanation& value, LabelledLines& lines) {
  if (!value.given) return;
  const GivenByOrder& given = *value.given;
  std::string text =
      fmt::format("order={} {} {}", to_text(given.order), given.is_one_value() ? "gives" : "can give",
                  with_bits(given.least, given.least_bits, value.bits));
  if (!given.is_one_value())
    text += fmt::format(" to {}", with_bits(given.greatest, given.greatest_bits, value.bits));
  lines.add_below(text);
  if (value.is_within_bound())
    lines.add_below("near enough for some order, but not what the declared one gives");
}

/// The wrong number in the terms of its format: the nearest value and the answer with their bits, and the
/// distance.
void write_explanation(const RunReport& run, const Finding& finding, LabelledLines& lines) {
  if (!finding.explanation) return;
  const ValueExplanation& value = *finding.explanation;
  lines.add("in bits", fmt::format("{} {}, got {}", run.against ? "reference" : "nearest",
                                   with_bits(value.nearest, value.nearest_bits, value.bits),
                                   with_bits(value.actual, value.actual_bits, value.bits)));
  // Of zero an ULP is the least subnormal: no measure for a number that is none.
  if (value.nearest != 0 || value.error_ulp < kMostUlpOfZero)
    lines.add_below(fmt::format("{} ULP away, {} ULP allowed", decimal_text(value.error_ulp, 4),
                                decimal_text(value.allowed_ulp, 4)));
  write_given_by_order(value, lines);
}

void write_values(const RunReport& run, const Finding& finding, LabelledLines& lines) {
  std::vector<std::string> expected;
  for (const Rational& number : finding.expected.numbers)
    expected.push_back(run.against ? decimal_text(number, kDecimalDigits) : fraction_and_decimal(number));
  lines.add(run.against ? "reference" : "expected",
            shape_text(finding.expected.shape, expected, finding.expected.rows));
  lines.add("actual", elided(terminal_text(outcome_text(finding.outcome)), kMostOutcomeBytes));
  write_coordinate(finding, lines);
  if (finding.excess)
    lines.add("excess", ratio_text(*finding.excess) +
                            (run.against ? " times what --within allows" : " times what rounding allows"));
  write_explanation(run, finding, lines);
}

void write_profile_hint(const Finding& finding, LabelledLines& lines) {
  if (finding.held_under)
    lines.add("hint",
              fmt::format("held under --profile {}: declare it if the candidate computes in that format",
                          to_text(*finding.held_under)));
}

void write_name(const Finding& finding, const Palette& palette, LabelledLines& lines) {
  if (!finding.mistake)
    return lines.add("mistake", "none that gradvet knows by name (gradvet list mechanisms)");
  const Mechanism& mechanism = *finding.mistake->mechanism;
  const bool is_failure = finding.mistake->role == FormRole::kFailure;
  const Form* form = is_failure ? mechanism.failure : mechanism.unsuccessful_fix;
  std::string name = palette.strong(mechanism.id);
  if (!mechanism.alias.empty()) name += fmt::format(" ({})", mechanism.alias);
  lines.add("mistake", fmt::format("{}, {}", name, is_failure ? "the failure" : "the unsuccessful fix"));
  if (form != nullptr && !form->sentence.empty()) lines.add_below(fmt::format("it {}", form->sentence));
  if (finding.mistake->cases_agreed != 0)
    lines.add_below(fmt::format("the candidate agrees with it on {} found; elsewhere it does otherwise",
                                counted(finding.mistake->cases_agreed, "wrong value")));
  if (finding.mistake->probes_agreed != 0)
    lines.add_below(fmt::format("the candidate agrees with it here and on {}{}",
                                counted(finding.mistake->probes_agreed, "probe"),
                                form != nullptr && form->is_precision ? ", bit for bit" : ""));
}

/// Whether it is about what the candidate gives, so that right code shows what is wanted.
bool has_answer_of_its_own(FindingKind kind) {
  switch (kind) {
    case FindingKind::kException:
    case FindingKind::kWrongShape:
    case FindingKind::kNonFinite:
    case FindingKind::kWrongValue:
      return true;
    case FindingKind::kCrash:
    case FindingKind::kTimeOut:
    case FindingKind::kProtocol:
    case FindingKind::kUnstable:
      break;
  }
  return false;
}

void write_mistake(const RunReport& run, const Finding& finding, const Palette& palette,
                   LabelledLines& lines) {
  if (run.against) return;
  if (finding.mistake || finding.kind == FindingKind::kWrongValue) write_name(finding, palette, lines);
  if (!finding.mistake && !has_answer_of_its_own(finding.kind)) return;
  lines.add("repair",
            fmt::format("gradvet explain {} --source python --role repair", run.contract->info().id));
}

/// A candidate whose numbers are wrong or out of order says nothing about it on stderr; one that fails does.
bool is_told_by_stderr(FindingKind kind) {
  switch (kind) {
    case FindingKind::kCrash:
    case FindingKind::kTimeOut:
    case FindingKind::kProtocol:
      return true;
    case FindingKind::kException:  // has its text
    case FindingKind::kWrongShape:
    case FindingKind::kNonFinite:
    case FindingKind::kWrongValue:
    case FindingKind::kUnstable:
      break;
  }
  return false;
}

void write_stderr(const Finding& finding, LabelledLines& lines) {
  if (!is_told_by_stderr(finding.kind)) return;
  std::string_view tail = finding.stderr_tail;
  if (const Crash* crash = std::get_if<Crash>(&finding.outcome); tail.empty() && crash != nullptr)
    tail = crash->stderr_tail;
  if (tail.size() > kMostStderrBytes) tail.remove_prefix(tail.size() - kMostStderrBytes);
  std::vector<std::string> last;
  while (!tail.empty()) {
    const std::size_t end = std::min(tail.find('\n'), tail.size());
    if (end != 0) last.push_back(elided(terminal_text(tail.substr(0, end)), kMostStderrLine));
    tail.remove_prefix(std::min(end + 1, tail.size()));
  }
  const std::size_t first = last.size() > kMostStderrLines ? last.size() - kMostStderrLines : 0;
  for (std::size_t i = first; i < last.size(); ++i) lines.add(i == first ? "stderr" : "", last[i]);
}

void write_free_numbers(const Finding& finding, LabelledLines& lines) {
  if (finding.free_numbers.empty()) return;
  lines.add("free",
            finding.free_numbers.size() == 1
                ? "the number marked * does not matter: every other one tried shows the same"
                : "the numbers marked * do not matter: all others tried, together too, show the same");
}

void write_replay(const Session& session, const RunReport& run, const Finding& finding,
                  LabelledLines& lines) {
  const std::string line = replay_line(session, run, finding);
  if (line.size() <= kLongestReplayLine) return lines.add("replay", terminal_text(line));
  lines.add("replay",
            fmt::format("too long for a command line ({} bytes): without --pins off it is pinned and "
                        "named by its line; --report json=PATH holds it whole",
                        grouped(line.size())));
}

}  // namespace

void write_finding(const Session& session, const RunReport& run, const Finding& finding,
                   const Palette& palette, LabelledLines& lines) {
  lines.add_blank();
  lines.add("finding", fmt::format("{}, {}", palette.bad(to_text(finding.kind)), where_found(finding.phase)));
  write_cases(finding, run.contract->info().parameters, lines);
  if (!finding.note.empty()) lines.add("note", finding.note);
  write_free_numbers(finding, lines);
  write_values(run, finding, lines);
  if (const std::string text = how_least(finding, run.contract->info().parameters); !text.empty())
    lines.add("least", text);
  write_weights(finding, lines);
  write_profile_hint(finding, lines);
  write_mistake(run, finding, palette, lines);
  write_stderr(finding, lines);
  write_replay(session, run, finding, lines);
}

}  // namespace gradvet
