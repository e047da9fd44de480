#include "src/engine/observe.hpp"

#include "oracles/float_format.hpp"
#include "src/text/decimal.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

namespace {

void append_number(std::string& out, const Fixture::ExpectedNumber& number) {
  if (number.token == Fixture::ExpectedNumber::Token::kInteger)
    out += fraction_text(number.value);
  else
    append_shortest(out, encode(number.value, float_format(NumberFormat::kFloat64)));
}

void append_list(std::string& out, std::span<const Fixture::ExpectedNumber> numbers) {
  out += '[';
  for (const Fixture::ExpectedNumber& number : numbers) {
    if (out.back() != '[') out += ", ";
    append_number(out, number);
  }
  out += ']';
}

std::string expected_text(const Fixture& fixture) {
  std::string out;
  switch (fixture.expected_shape) {
    case AnswerShape::kNull:
      return "null";
    case AnswerShape::kScalar:
      append_number(out, fixture.expected.front());
      return out;
    case AnswerShape::kList:
    case AnswerShape::kListOrNull:
      append_list(out, fixture.expected);
      return out;
    case AnswerShape::kWindows:
      break;
  }
  out += '[';
  for (const AnswerRow& row : fixture.expected_rows) {
    if (out.size() > 1) out += ", ";
    if (row.is_null)
      out += "null";
    else
      append_list(out, std::span(fixture.expected).subspan(row.first, row.size));
  }
  out += ']';
  return out;
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string actual_text(const Outcome& outcome) {
  struct Visitor {
    std::string operator()(const Answer& answer) const { return answer.text; }
    std::string operator()(const Exception& exception) const {
      return json_string("exception: " + exception.text);
    }
    std::string operator()(const Crash& crash) const { return json_string("crash: " + crash.what); }
    std::string operator()(const TimedOut&) const { return json_string("time-out"); }
    std::string operator()(const ProtocolViolation& violation) const {
      return json_string("protocol: " + violation.what);
    }
    std::string operator()(const NotAValue& value) const { return json_string("not a value: " + value.what); }
    std::string operator()(const Declined& declined) const {
      return json_string("declined: " + declined.why);
    }
  };
  return std::visit(Visitor{}, outcome);
}

}  // namespace

std::vector<Observation> observations_of(const std::vector<Fixture>& fixtures, const Trial& trial) {
  std::vector<Observation> observations;
  observations.reserve(fixtures.size());
  for (std::size_t i = 0; i < fixtures.size(); ++i)
    observations.push_back({std::string(fixtures[i].name), actual_text(trial.outcomes()[i]),
                            expected_text(fixtures[i]), trial.judgements()[i].is_held(),
                            std::holds_alternative<Declined>(trial.outcomes()[i])});
  return observations;
}

}  // namespace gradvet
