#include "src/reporters/json_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ostream>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/json_writer.hpp"
#include "src/reporters/observations_report.hpp"
#include "src/reporters/replay_line.hpp"
#include "src/reporters/report_head.hpp"
#include "src/reporters/scope_text.hpp"
#include "src/reporters/unjudged_reason.hpp"
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
  json.key("probes_agreed");
  json.integer(mistake->probes_agreed);
  json.key("cases_agreed");
  json.integer(mistake->cases_agreed);
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

void write_given_by_order(JsonWriter& json, const ValueExplanation& explanation) {
  if (!explanation.given) return json.null();
  const int digits = explanation.bits / 4;
  json.begin_object();
  json.key("order");
  json.string(to_text(explanation.given->order));
  json.key("least");
  json.real(explanation.given->least);
  json.key("least_bits");
  json.string(fmt::format("0x{:0{}x}", explanation.given->least_bits, digits));
  json.key("greatest");
  json.real(explanation.given->greatest);
  json.key("greatest_bits");
  json.string(fmt::format("0x{:0{}x}", explanation.given->greatest_bits, digits));
  json.end_object();
}

/// Bit patterns and distances as text: a JSON reader would take them for float64, which neither may be.
void write_explanation(JsonWriter& json, const std::optional<ValueExplanation>& explanation) {
  if (!explanation) return json.null();
  const int digits = explanation->bits / 4;
  json.begin_object();
  json.key("coordinate");
  json.integer(explanation->coordinate);
  json.key("nearest");
  json.real(explanation->nearest);
  json.key("nearest_bits");
  json.string(fmt::format("0x{:0{}x}", explanation->nearest_bits, digits));
  json.key("actual");
  json.real(explanation->actual);
  json.key("actual_bits");
  json.string(fmt::format("0x{:0{}x}", explanation->actual_bits, digits));
  json.key("error_ulp");
  json.string(decimal_text(explanation->error_ulp, 4));
  json.key("allowed_ulp");
  json.string(decimal_text(explanation->allowed_ulp, 4));
  json.key("given_by_order");
  write_given_by_order(json, *explanation);
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

/// `{"gradient_vectors":[0,3]}`: indexes among the numbers of the argument, row by row.
void write_free_numbers(JsonWriter& json, const Finding& finding, Signature signature) {
  json.begin_object();
  for (std::uint32_t argument = 0; argument < signature.size(); ++argument) {
    const auto is_here = [argument](const FreeNumber& number) { return number.argument == argument; };
    if (std::ranges::none_of(finding.free_numbers, is_here)) continue;
    json.key(signature[argument].name);
    json.begin_array();
    for (const FreeNumber& number : finding.free_numbers)
      if (is_here(number)) json.integer(number.index);
    json.end_array();
  }
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
  json.key("free");
  write_free_numbers(json, finding, signature);
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
  json.key("explanation");
  write_explanation(json, finding.explanation);
  json.key("note");
  if (finding.note.empty())
    json.null();
  else
    json.string(finding.note);
  json.key("held_under");
  if (finding.held_under)
    json.string(to_text(*finding.held_under));
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

void write_against(JsonWriter& json, const std::optional<AgainstWhat>& against) {
  if (!against) return json.null();
  json.begin_object();
  json.key("candidate");
  json.string(against->candidate);
  json.key("within_ulp");
  if (against->within)
    json.integer(*against->within);
  else
    json.null();
  json.end_object();
}

void write_pair(JsonWriter& json, const PairReport& pair) {
  json.begin_object();
  json.key("first");
  json.string(pair.first);
  json.key("second");
  json.string(pair.second);
  json.key("contract");
  json.string(pair.contract->info().id);
  json.key("cases");
  write_counts(json, {{"same_bits", pair.same_bits},
                      {"within_rounding", pair.within_rounding},
                      {"apart", pair.apart},
                      {"one_answered", pair.one_answered},
                      {"neither_answered", pair.neither_answered},
                      {"not_judged", pair.not_judged}});
  json.key("largest_ulp");
  write_optional(json, pair.largest_ulp);
  json.key("parting");
  if (pair.parting) {
    json.begin_object();
    json.key("case");
    json.raw(case_json(*pair.parting, pair.contract->info().parameters));
    json.key("first");
    json.string(outcome_text(pair.first_outcome));
    json.key("second");
    json.string(outcome_text(pair.second_outcome));
    json.end_object();
  } else {
    json.null();
  }
  json.end_object();
}

void write_shard(JsonWriter& json, const std::optional<ShardReport>& shard) {
  if (!shard) return json.null();
  json.begin_object();
  json.key("index");
  json.integer(shard->part.index);
  json.key("count");
  json.integer(shard->part.count);
  json.key("pending");
  json.boolean(shard->is_pending);
  json.key("budget");
  json.string(shard->budget);
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
  json.key("judge");
  json.string(run.against ? "reference" : run.is_laws_only ? "laws" : "oracle");
  json.key("against");
  write_against(json, run.against);
  json.key("verdict");
  json.string(to_text(run.verdict));
  json.key("reason");
  if (run.reason)
    json.string(*run.reason);
  else
    json.null();
  json.key("reason_code");
  if (run.reason_code)
    json.string(code_text(*run.reason_code));
  else
    json.null();
  json.key("shard");
  write_shard(json, run.shard);
  json.key("cases");
  write_counts(json, {{"pinned", run.cases.pinned},
                      {"fixture", run.cases.fixture},
                      {"exhaustive", run.cases.exhaustive},
                      {"random", run.cases.random},
                      {"replayed", run.cases.replayed}});
  json.key("unjudged");
  write_counts(json, {{"overflow", run.unjudged.overflow},
                      {"declined", run.unjudged.declined},
                      {"unrepresentable", run.unjudged.unrepresentable},
                      {"no_reference", run.unjudged.no_reference}});
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
  json.key("repeat");
  if (run.repeat.empty())
    json.null();
  else
    json.string(run.repeat);
  json.key("notes");
  json.begin_array();
  for (const std::string& note : run.notes) json.string(note);
  json.end_array();
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
    json.key("answer");
    write_numbers(json, breach.answer.shape, exact_texts(breach.answer), breach.answer.rows);
    json.key("demanded");
    write_numbers(json, breach.demanded.shape, exact_texts(breach.demanded), breach.demanded.rows);
    json.key("actual");
    write_numbers(json, breach.actual.shape, exact_texts(breach.actual), breach.actual.rows);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

void JsonReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  std::string text;
  JsonWriter json(text, JsonWriter::Spacing::kCompact);
  begin_report(json, "gradvet.report/1", session);
  json.key("runs");
  json.begin_array();
  for (const RunReport& run : runs) write_run(json, session, run);
  json.end_array();
  json.key("pairs");
  json.begin_array();
  for (const PairReport& pair : session.pairs) write_pair(json, pair);
  json.end_array();
  json.end_object();
  out << text << '\n';
}

}  // namespace gradvet
