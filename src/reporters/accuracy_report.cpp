#include "src/reporters/accuracy_report.hpp"

#include <ostream>

#include "src/reporters/json_writer.hpp"
#include "src/reporters/report_head.hpp"
#include "src/text/case_json.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

void write_step(JsonWriter& json, const AccuracyStep& step) {
  json.begin_object();
  json.key("at_most");
  json.string(fraction_text(step.at_most));
  json.key("numbers");
  json.integer(step.numbers);
  json.end_object();
}

void write_farthest(JsonWriter& json, const std::optional<FarthestNumber>& number, const RunReport& run) {
  if (!number) return json.null();
  json.begin_object();
  json.key("case");
  json.raw(case_json(number->input, run.contract->info().parameters));
  json.key("number");
  json.integer(number->coordinate);
  json.key("expected");
  json.string(fraction_text(number->expected));
  json.key("actual");
  json.string(fraction_text(number->actual));
  json.key("error_ulp");
  json.string(fraction_text(number->error_ulp));
  json.key("excess");
  json.string(fraction_text(number->excess));
  json.end_object();
}

void write_accuracy(JsonWriter& json, const RunReport& run) {
  if (!run.accuracy) return json.null();
  const Accuracy& accuracy = *run.accuracy;
  json.begin_object();
  json.key("numbers");
  json.integer(accuracy.numbers);
  json.key("correctly_rounded");
  json.integer(accuracy.correctly_rounded);
  json.key("correctly_rounded_share");
  if (accuracy.numbers == 0)
    json.null();
  else
    json.string(fraction_text(Rational(accuracy.correctly_rounded, accuracy.numbers)));
  json.key("error_ulp");
  json.begin_array();
  for (const AccuracyStep& step : accuracy.error_ulp) write_step(json, step);
  json.end_array();
  json.key("error_ulp_beyond");
  json.integer(accuracy.beyond);
  json.key("excess");
  json.begin_array();
  for (const AccuracyStep& step : accuracy.excess) write_step(json, step);
  json.end_array();
  json.key("farthest_in_ulp");
  write_farthest(json, accuracy.farthest_in_ulp, run);
  json.key("farthest_in_excess");
  write_farthest(json, accuracy.farthest_in_excess, run);
  json.end_object();
}

}  // namespace

void AccuracyReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  std::string text;
  JsonWriter json(text, JsonWriter::Spacing::kCompact);
  begin_report(json, "gradvet.accuracy/1", session);
  json.key("runs");
  json.begin_array();
  for (const RunReport& run : runs) {
    json.begin_object();
    json.key("candidate");
    json.string(run.candidate);
    json.key("contract");
    json.string(run.contract->info().id);
    json.key("profile");
    json.string(to_text(run.profile));
    json.key("verdict");
    json.string(to_text(run.verdict));
    json.key("accuracy");
    write_accuracy(json, run);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  out << text << '\n';
}

}  // namespace gradvet
