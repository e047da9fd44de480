#include "src/engine/observe.hpp"

#include "oracles/float_format.hpp"
#include "src/text/decimal.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

namespace {

std::string expected_text(const Fixture& fixture) {
  std::string out;
  const bool is_list = fixture.expected_shape == AnswerShape::kList;
  if (is_list) out += '[';
  for (std::size_t i = 0; i < fixture.expected.size(); ++i) {
    const Fixture::ExpectedNumber& number = fixture.expected[i];
    if (i > 0) out += ", ";
    if (number.token == Fixture::ExpectedNumber::Token::kInteger)
      out += fraction_text(number.value);
    else
      append_shortest(out, encode(number.value, float_format(NumberFormat::kFloat64)));
  }
  if (is_list) out += ']';
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
