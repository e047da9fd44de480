#include "src/reporters/json_report.hpp"

#include <algorithm>
#include <limits>
#include <ostream>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/json_writer.hpp"
#include "src/reporters/observations_report.hpp"
#include "src/reporters/replay_line.hpp"
#include "src/reporters/scope_text.hpp"
#include "src/text/case_json.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

/// A ratio too large for a float64 is written as the largest: JSON has no infinity, and null means that there
/// is none.
void write_optional(JsonWriter& json, const std::optional<double>& number) {
  if (number)
    json.real(std::min(*number, std::numeric_limits<double>::max()));
  else
    json.null();
}

void write_strings(JsonWriter& json, const std::vector<std::string>& texts, std::size_t first,
                   std::size_t size) {
  json.begin_array();
  for (std::size_t i = first; i < first + size; ++i) json.string(texts[i]);
  json.end_array();
}

/// A flat list of exact numbers; for windows a list of lists, null where there was no update.
void write_numbers(JsonWriter& json, AnswerShape shape, const std::vector<std::string>& texts,
                   const std::vector<AnswerRow>& rows) {
  if (shape != AnswerShape::kWindows) return write_strings(json, texts, 0, texts.size());
  json.begin_array();
  for (const AnswerRow& row : rows) {
    if (row.is_null)
      json.null();
    else
      write_strings(json, texts, row.first, row.size);
  }
  json.end_array();
}

void write_actual(JsonWriter& json, const Finding& finding) {
  const Answer* answer = std::get_if<Answer>(&finding.outcome);
  // A value of another shape would read like one of the right shape, were it a flat list of numbers.
  if (answer == nullptr || finding.kind == FindingKind::kWrongShape)
    json.string(outcome_text(finding.outcome));
  else
    write_numbers(json, answer->shape, exact_texts(*answer), answer->rows);
}

void write_mistake(JsonWriter& json, const std::optional<NamedMistake>& mistake) {
  if (!mistake) return json.null();
  json.begin_object();
  json.key("id");
  json.string(mistake->mechanism->id);
  json.key("alias");
  if (mistake->mechanism->alias.empty())
    json.null();
  else
    json.string(mistake->mechanism->alias);
  json.key("role");
  json.string(to_text(mistake->role));
  json.end_object();
}

std::string_view conclusion_text(WeightReport::Conclusion conclusion) {
  switch (conclusion) {
    case WeightReport::Conclusion::kWrongWeights:
      return "wrong weights";
    case WeightReport::Conclusion::kRightWeights:
      return "right weights";
    case WeightReport::Conclusion::kNotAdditive:
      return "not additive";
    case WeightReport::Conclusion::kNoAnswer:
      break;
  }
  return "no answer";
}

/// One entry for each microbatch, null where it shows no weight or no single fraction fits.
void write_weights(JsonWriter& json, const std::optional<WeightReport>& report) {
  if (!report) return json.null();
  json.begin_object();
  json.key("conclusion");
  json.string(conclusion_text(report->conclusion));
  json.key("contract");
  json.begin_array();
  for (const auto& weight : report->microbatches) {
    if (weight)
      json.string(fraction_text(weight->contract));
    else
      json.null();
  }
  json.end_array();
  json.key("candidate");
  json.begin_array();
  for (const auto& weight : report->microbatches) {
    if (weight && weight->candidate)
      json.string(fraction_text(*weight->candidate));
    else
      json.null();
  }
  json.end_array();
  if (!report->statement.empty()) {
    json.key("statement");
    json.string(report->statement);
  }
  json.end_object();
}

void write_minimal(JsonWriter& json, const Finding& finding) {
  if (!finding.least_in) return json.null();
  json.begin_object();
  json.key("scope");
  write_scope(json, *finding.least_in);
  json.key("cases");
  json.integer(finding.least_of);
  json.end_object();
}

void write_finding(JsonWriter& json, const Session& session, const RunReport& run, const Finding& finding) {
  const Signature signature = run.contract->info().parameters;
  json.begin_object();
  json.key("kind");
  json.string(to_text(finding.kind));
  json.key("phase");
  json.string(to_text(finding.phase));
  json.key("case");
  json.raw(case_json(finding.last_case(), signature));
  if (finding.cases.size() > 1) {
    json.key("cases");
    json.begin_array();
    for (const Case& value : finding.cases) json.raw(case_json(value, signature));
    json.end_array();
  }
  json.key("expected");
  write_numbers(json, finding.expected.shape, exact_texts(finding.expected), finding.expected.rows);
  json.key("actual");
  write_actual(json, finding);
  json.key("excess");
  write_optional(json, finding.excess);
  json.key("minimal");
  write_minimal(json, finding);
  json.key("calls");
  json.integer(finding.calls);
  json.key("mechanism");
  write_mistake(json, finding.mistake);
  json.key("weights");
  write_weights(json, finding.weights);
  json.key("formula");
  if (finding.formula)
    json.string(finding.formula->text);
  else
    json.null();
  json.key("replay");
  json.string(replay_line(session, run, finding));
  json.end_object();
}

struct NamedCount {
  std::string_view name;
  std::uint64_t count;
};

void write_counts(JsonWriter& json, std::initializer_list<NamedCount> counts) {
  json.begin_object();
  for (const auto& [name, count] : counts) {
    json.key(name);
    json.integer(count);
  }
  json.end_object();
}

void write_run(JsonWriter& json, const Session& session, const RunReport& run) {
  json.begin_object();
  json.key("candidate");
  json.string(run.candidate);
  json.key("contract");
  json.string(run.contract->info().id);
  json.key("profile");
  json.string(to_text(run.profile));
  json.key("verdict");
  json.string(to_text(run.verdict));
  json.key("reason");
  if (run.reason)
    json.string(*run.reason);
  else
    json.null();
  json.key("cases");
  write_counts(json, {{"pinned", run.cases.pinned},
                      {"fixture", run.cases.fixture},
                      {"exhaustive", run.cases.exhaustive},
                      {"random", run.cases.random}});
  json.key("unjudged");
  write_counts(json, {{"overflow", run.unjudged.overflow},
                      {"declined", run.unjudged.declined},
                      {"unrepresentable", run.unjudged.unrepresentable}});
  json.key("scope");
  if (run.scope)
    write_scope(json, *run.scope);
  else
    json.null();
  json.key("classes");
  json.begin_object();
  for (const auto& [name, count] : run.classes) {
    json.key(name);
    json.integer(count);
  }
  json.end_object();
  json.key("power");
  json.begin_object();
  for (const FormPower& form : run.power) {
    json.key(form.form->id);
    write_counts(json, {{"told_apart", form.told_apart}, {"too_close", form.too_close}, {"same", form.same}});
  }
  json.end_object();
  json.key("max_excess");
  write_optional(json, run.max_excess);
  json.key("observations");
  write_observations(json, run.observations);
  json.key("findings");
  json.begin_array();
  for (const Finding& finding : run.findings) write_finding(json, session, run, finding);
  json.end_array();
  json.key("laws_broken");
  json.begin_array();
  for (const LawBreach& breach : run.laws_broken) {
    json.begin_object();
    json.key("law");
    json.string(breach.law->id);
    json.key("statement");
    json.string(breach.law->statement);
    json.key("case");
    json.raw(case_json(breach.original, run.contract->info().parameters));
    json.key("changed");
    json.raw(case_json(breach.changed, run.contract->info().parameters));
    json.end_object();
  }
  json.end_array();
  json.key("notes");
  write_strings(json, run.notes, 0, run.notes.size());
  json.end_object();
}

}  // namespace

void JsonReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  std::string text;
  JsonWriter json(text, JsonWriter::Spacing::kCompact);
  json.begin_object();
  json.key("schema");
  json.string("gradvet.report/1");
  json.key("version");
  json.string(session.version);
  json.key("seed");
  json.integer(session.seed);
  json.key("runs");
  json.begin_array();
  for (const RunReport& run : runs) write_run(json, session, run);
  json.end_array();
  json.end_object();
  out << text << '\n';
}

}  // namespace gradvet
