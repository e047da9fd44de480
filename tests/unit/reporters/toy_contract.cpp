#include "tests/unit/reporters/toy_contract.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include <algorithm>
#include <array>
#include "src/reporters/json_writer.hpp"

namespace gradvet {

namespace {

constexpr std::array<Parameter, 2> kParameters = {
    {{"rows", Layout::kMatrix, NumberRole::kValue}, {"counts", Layout::kPerMicrobatch, NumberRole::kCount}}};

Form form(std::string_view id, FormRole role, std::string_view sentence) {
  return {id, role, sentence, "def solve(rows, counts):\n    return [1]\n", nullptr, nullptr};
}

Scope small_scope() {
  Scope scope;
  scope.microbatches = 3;
  scope.width = 2;
  scope.values = {0, 1, -1, 2, -2};
  scope.counts = {0, 1, 2, 3};
  return scope;
}

}  // namespace

ToyContract::ToyContract()
    : info_{.id = "toy-mean",
            .alias = "FA-00001",
            .statement = "Every coordinate's sum divided by the total of the counts.",
            .formula = "sum rows / sum counts",
            .domain = "counts are whole",
            .why = "it is a toy",
            .parameters = kParameters,
            .result_shape = AnswerShape::kList,
            .result_kind = ResultKind::kReal,
            .is_linear_in_values = true},
      repair_(form("toy-mean/repair", FormRole::kRepair, "divides by the total")),
      failure_(form("toy-mean/row-denominator/failure", FormRole::kFailure, "divides by the number of rows")),
      unsuccessful_fix_(form("toy-mean/row-denominator/unsuccessful-fix", FormRole::kUnsuccessfulFix,
                             "averages the means of the rows")),
      mechanism_{.id = "toy-mean/row-denominator",
                 .alias = "FA-00001",
                 .title = "Rows are counted",
                 .root_cause = "The number of rows is the denominator.",
                 .seen_in = "",
                 .failure = &failure_,
                 .unsuccessful_fix = &unsuccessful_fix_} {}

std::optional<std::string> ToyContract::refuse(const Case& value, const Profile&) const {
  for (const std::int64_t count : value.integers(1))
    if (count < 0) return "the count " + std::to_string(count) + " is below 0";
  return std::nullopt;
}

Case ToyContract::make_case(const std::vector<double>& rows, const std::vector<std::int64_t>& counts) const {
  Case value;
  value.append(kParameters[0], counts.size(), counts.empty() ? 0 : rows.size() / counts.size());
  std::copy(rows.begin(), rows.end(), value.reals(0).begin());
  value.append(kParameters[1], counts.size(), 1);
  std::copy(counts.begin(), counts.end(), value.integers(1).begin());
  return value;
}

RunReport broken_run(const ToyContract& contract) {
  RunReport run;
  run.candidate = "toy.py:solve";
  run.contract = &contract;
  run.verdict = Verdict::kBroken;
  run.cases = {.pinned = 0, .fixture = 2, .exhaustive = 120, .random = 0};
  run.scope = small_scope();
  run.classes = {{"zero count", 12}};
  run.observations = {{"two coordinates", "[7.0, 6.0]", "[3.5, 3]", false}, {"empty", "[]", "[]", true}};
  Finding finding;
  finding.kind = FindingKind::kWrongValue;
  finding.phase = Phase::kExhaustive;
  finding.cases = {contract.make_case({1.0}, {2})};
  finding.expected = {AnswerShape::kList, {Rational(1, 2)}, {}};
  Answer answer;
  answer.reset(AnswerShape::kList);
  answer.numbers = {1.0};
  finding.outcome = answer;
  finding.coordinate = 0;
  finding.excess = 1e15;
  finding.least_in = small_scope();
  finding.least_of = 18432;
  finding.mistake = NamedMistake{contract.mechanisms().data(), FormRole::kFailure, 40};
  finding.explanation = ValueExplanation{.coordinate = 0,
                                         .nearest = 0.5,
                                         .actual = 1.0,
                                         .nearest_bits = 0x3fe0000000000000,
                                         .actual_bits = 0x3ff0000000000000,
                                         .bits = 64,
                                         .error_ulp = Rational(Integer(1) << 52),
                                         .allowed_ulp = Rational(9, 2),
                                         .given = {}};
  finding.free_numbers = {{.argument = 1, .index = 0}};
  run.findings = {finding};
  return run;
}

RunReport held_run(const ToyContract& contract) {
  RunReport run;
  run.candidate = "builtin:toy-mean/repair";
  run.contract = &contract;
  run.verdict = Verdict::kHeld;
  run.cases = {.pinned = 0, .fixture = 7, .exhaustive = 18432, .random = 10000};
  run.scope = small_scope();
  run.scope_finished = true;
  run.max_excess = 0.25;
  run.observations = {{"empty", "[]", "[]", true}};
  return run;
}

RunReport hostile_run(const ToyContract& contract) {
  using namespace std::string_literals;
  const std::string text =
      "a\x1b[2J\0b\r\n::error::c\n</system-out>]]><script>d</script>[e](f) ``` | \"' \xff\xc0"s;
  RunReport run = broken_run(contract);
  run.candidate = text;
  run.notes = {text};
  run.observations.front().check = text;
  run.observations.front().actual = text;
  run.findings.front().kind = FindingKind::kException;
  run.findings.front().outcome = Exception{text};
  run.findings.front().mistake.reset();
  run.findings.push_back(run.findings.front());
  run.findings.back().kind = FindingKind::kCrash;
  run.findings.back().outcome = Crash{text, text};
  return run;
}

std::string report_text(const Reporter& reporter, const std::vector<RunReport>& runs) {
  Session session;
  session.version = "0.1.0";
  session.command_line = "gradvet vet toy.py";
  std::ostringstream out;
  reporter.write(session, runs, out);
  return out.str();
}

std::string block_of(const std::string& page_file, const std::string& language) {
  std::ifstream stream(page_file);
  const std::string page(std::istreambuf_iterator<char>(stream), {});
  const std::string fence = "```" + language + "\n";
  const std::size_t begin = page.find(fence);
  if (begin == std::string::npos) return "";
  const std::size_t first = begin + fence.size();
  return page.substr(first, page.find("```", first) - first);
}

std::string example_of(const std::string& page_file) {
  const Result<JsonValue> example = parse_json(block_of(page_file, "json"));
  std::string text;
  if (!example) {
    ADD_FAILURE() << example.error().message;
    return text;
  }
  JsonWriter(text, JsonWriter::Spacing::kCompact).value(*example);
  return text;
}

}  // namespace gradvet
