#include "src/reporters/failure_map.hpp"
#include "src/reporters/json_writer.hpp"
#include "src/text/case_json.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

void write_member(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  json.string(text);
}

void write_member_or_null(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  if (text.empty())
    json.null();
  else
    json.string(text);
}

void write_sentence(JsonWriter& json, std::string_view key, const Form* form) {
  write_member_or_null(json, key, form == nullptr ? std::string_view() : form->sentence);
}

void write_exact_list(JsonWriter& json, std::span<const Fixture::ExpectedNumber> numbers) {
  json.begin_array();
  for (const Fixture::ExpectedNumber& number : numbers) json.string(fraction_text(number.value));
  json.end_array();
}

/// The expectation as fractions in text, in the form of a result.
void write_exact(JsonWriter& json, const Fixture& fixture) {
  switch (fixture.expected_shape) {
    case AnswerShape::kNull:
      return json.null();
    case AnswerShape::kScalar:
      return json.string(fraction_text(fixture.expected.front().value));
    case AnswerShape::kList:
    case AnswerShape::kListOrNull:
      return write_exact_list(json, fixture.expected);
    case AnswerShape::kWindows:
      break;
  }
  json.begin_array();
  for (const AnswerRow& row : fixture.expected_rows) {
    if (row.is_null)
      json.null();
    else
      write_exact_list(json, std::span(fixture.expected).subspan(row.first, row.size));
  }
  json.end_array();
}

void write_contract(JsonWriter& json, const ContractInfo& info) {
  json.key("contract");
  json.begin_object();
  write_member(json, "id", info.id);
  write_member_or_null(json, "alias", info.alias);
  write_member(json, "call", call_text(info));
  write_member(json, "statement", info.statement);
  write_member(json, "formula", info.formula);
  write_member(json, "domain", info.domain);
  write_member(json, "why", info.why);
  json.end_object();
}

void write_fixtures(JsonWriter& json, const MappedVariant& variant, Signature signature) {
  json.key("fixtures");
  json.begin_array();
  for (const Fixture& fixture : variant.fixtures) {
    json.begin_object();
    write_member(json, "check", fixture.name);
    json.key("case");
    json.raw(case_json(fixture.input, signature));
    json.key("expected");
    write_exact(json, fixture);
    json.end_object();
  }
  json.end_array();
}

void write_program(JsonWriter& json, const MappedProgram& program) {
  json.begin_object();
  write_member(json, "role", to_text(program.form->role));
  write_member(json, "form", program.form->id);
  write_member(json, "python", program.python);
  write_member(json, "sha256", program.sha256);
  json.key("exit");
  json.integer(program.passes() ? 0 : 1);
  json.key("observations");
  json.begin_array();
  for (const Observation& observation : program.observations) {
    json.begin_object();
    write_member(json, "check", observation.check);
    json.key("actual");
    json.reformat(observation.actual);
    json.key("expected");
    json.reformat(observation.expected);
    json.key("passed");
    json.boolean(observation.passed);
    json.end_object();
  }
  json.end_array();
  json.key("passed");
  json.boolean(program.passes());
  json.end_object();
}

void write_variant(JsonWriter& json, const MappedVariant& variant, Signature signature) {
  json.begin_object();
  json.key("variant");
  json.integer(static_cast<std::uint64_t>(variant.number));
  write_fixtures(json, variant, signature);
  json.key("programs");
  json.begin_array();
  for (const MappedProgram& program : variant.programs) write_program(json, program);
  json.end_array();
  write_member(json, "digest", variant.digest());
  json.end_object();
}

void write_mechanism(JsonWriter& json, const MappedMechanism& mapped) {
  const Mechanism& mechanism = *mapped.mechanism;
  const ContractInfo& info = mapped.contract->info();
  json.begin_object();
  write_member(json, "id", mechanism.id);
  write_member_or_null(json, "alias", mechanism.alias);
  write_member(json, "family", kFamily);
  write_member(json, "title", mechanism.title);
  write_member(json, "root_cause", mechanism.root_cause);
  write_sentence(json, "failure", mechanism.failure);
  write_sentence(json, "unsuccessful_approach", mechanism.unsuccessful_fix);
  write_sentence(json, "repair", &mapped.contract->repair());
  write_member_or_null(json, "seen_in", mechanism.seen_in);
  write_contract(json, info);
  write_member(json, "evaluation_group", evaluation_group(info));
  json.key("scope_notes");
  json.begin_array();
  for (const std::string& note : scope_notes(mapped)) json.string(note);
  json.end_array();
  json.key("variants");
  json.begin_array();
  for (const MappedVariant& variant : mapped.variants) write_variant(json, variant, info.parameters);
  json.end_array();
  json.end_object();
}

}  // namespace

std::string failure_map_json(const FailureMap& map) {
  std::string text;
  JsonWriter json(text, JsonWriter::Spacing::kCompact);
  json.begin_object();
  write_member(json, "schema", "gradvet.failure-map/1");
  write_member(json, "version", map.version);
  json.key("mechanisms");
  json.begin_array();
  for (const MappedMechanism& mapped : map.mechanisms) write_mechanism(json, mapped);
  json.end_array();
  json.end_object();
  return text + "\n";
}

}  // namespace gradvet
