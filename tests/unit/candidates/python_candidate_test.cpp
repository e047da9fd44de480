#include "src/candidates/python_candidate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Far beyond what anything here takes on a busy machine.
constexpr CandidateLimits kLimits{milliseconds(20000), milliseconds(60000), 4ULL << 30};
/// For what does hang.
constexpr CandidateLimits kTightLimits{milliseconds(500), milliseconds(60000), 4ULL << 30};

std::string behaviour(const std::string& function) { return fixture_path("behaviours.py") + ":" + function; }

/// The outcome of one call of a function of behaviours.py.
Outcome outcome_of(const std::string& function, TokenText text = TokenText::kDropped,
                   const Contract& contract = vector_mean()) {
  Trial trial = try_candidate(behaviour(function), {small_case(3, 2)}, kLimits, text, contract);
  EXPECT_TRUE(trial.status.has_value()) << (trial.status ? "" : trial.status.error().message);
  return trial.outcomes.front();
}

Answer answer_from(const std::string& function, TokenText text = TokenText::kDropped) {
  const Outcome outcome = outcome_of(function, text);
  EXPECT_EQ(kind_of(outcome), "answer") << function;
  return std::holds_alternative<Answer>(outcome) ? std::get<Answer>(outcome) : Answer{};
}

std::string refusal_of(const std::string& function) {
  const Outcome outcome = outcome_of(function);
  EXPECT_EQ(kind_of(outcome), "no value") << function;
  return std::holds_alternative<NotAValue>(outcome) ? std::get<NotAValue>(outcome).what : "";
}

std::vector<Rational> exact_values(const Answer& answer) {
  std::vector<Rational> values;
  for (const Answer::Exact& entry : answer.exact) values.push_back(entry.value);
  return values;
}

Error load_error(const std::string& word) {
  const Trial trial = try_candidate(word, {small_case(3, 2)}, kLimits);
  return trial.status ? Error{ErrorCode::kNotYet, "loaded", ""} : trial.status.error();
}

/// 300 cases with the marked one at 137: only that one may have another outcome, and it is returned.
Outcome culprit(const std::string& function, const CandidateLimits& limits = kLimits) {
  const std::vector<Case> cases = numbered_cases(300, 137);
  Trial trial = try_candidate(behaviour(function), cases, limits);
  EXPECT_TRUE(trial.status.has_value()) << (trial.status ? "" : trial.status.error().message);
  EXPECT_THAT(unlike_own_number(trial, cases), ElementsAre(137)) << function;
  return trial.outcomes[137];
}

TEST(Python, GivesEachCaseItsAnswer) {
  const std::vector<Case> cases = numbered_cases(3000, 37);
  const Trial trial = try_candidate(behaviour("right"), cases, kLimits);
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
  EXPECT_EQ(trial.candidate->name(), behaviour("right"));
}

TEST(Python, PassesArgumentsInContractOrderAsFreshListsOfFloatsAndInts) {
  EXPECT_THAT(answer_from("argument_types").numbers, ElementsAre(1.0));
  EXPECT_THAT(answer_from("ruins_its_input").numbers, ElementsAre(1.5));
}

TEST(Python, PassesEveryLayout) {
  static constexpr std::array kParameters = {
      Parameter{"gradient_vectors", Layout::kRagged, NumberRole::kWeight},
      Parameter{"example_counts", Layout::kScalar, NumberRole::kTarget},
  };
  const BareContract contract("bare", kParameters, AnswerShape::kList, ResultKind::kReal);
  Case value;
  value.append_ragged(kParameters[0], std::array<std::uint32_t, 3>{0, 1, 3});
  value.append(kParameters[1], 1, 1);
  value.integers(1)[0] = (std::int64_t{1} << 53) - 1;
  const Trial trial =
      try_candidate(behaviour("text_of_arguments"), {value}, kLimits, TokenText::kDropped, contract);
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  EXPECT_EQ(std::get<Exception>(trial.outcomes[0]).text, "ValueError: [[0.0], [0.0, 0.0]] 9007199254740991");
}

TEST(Python, TakesFloatsAsFloats) {
  const Answer answer = answer_from("floats");
  EXPECT_THAT(answer.exact, IsEmpty());
  ASSERT_EQ(answer.numbers.size(), 4U);
  EXPECT_TRUE(std::isnan(answer.numbers[0]));
  EXPECT_TRUE(std::isinf(answer.numbers[1]));
  EXPECT_TRUE(std::signbit(answer.numbers[2]));
  EXPECT_EQ(answer.numbers[3], 5e-324);
}

/// Honest code returns a plain 0 where its sum has underflowed, as JSON's 0 does.
TEST(Python, TakesFractionsAsExactAndIntegersAsFloats) {
  const Answer integers = answer_from("integers");
  EXPECT_THAT(exact_values(integers),
              ElementsAre(Rational(7), Rational(Integer("-2147483649")), Rational(Integer(1) << 62),
                          Rational(-(Integer(1) << 70)), Rational(0)));
  EXPECT_EQ(integers.numbers[3], -std::ldexp(1.0, 70));
  for (const Answer::Exact& entry : integers.exact) EXPECT_EQ(entry.kind, Answer::Exact::Kind::kToken);
  const Answer fractions = answer_from("fractions");
  EXPECT_THAT(exact_values(fractions), ElementsAre(Rational(3, 2)));
  EXPECT_EQ(fractions.exact[0].kind, Answer::Exact::Kind::kFraction);
}

TEST(Python, TakesTuplesScalarsAndTheirKin) {
  EXPECT_THAT(answer_from("as_tuple").numbers, ElementsAre(1.5, 2.0));
  EXPECT_EQ(answer_from("scalar").shape, AnswerShape::kScalar);
  EXPECT_THAT(answer_from("packed").numbers, ElementsAre(0.5, 2.0));
  EXPECT_THAT(answer_from("decimals").numbers, ElementsAre(0.1));
  EXPECT_THAT(answer_from("decimals").exact, IsEmpty());
  const Answer subclasses = answer_from("subclasses");
  EXPECT_THAT(subclasses.numbers, ElementsAre(1.0, 0.25));
  EXPECT_THAT(exact_values(subclasses), ElementsAre(Rational(1)));
  EXPECT_TRUE(std::isnan(answer_from("null_inside").numbers.at(1)));
}

TEST(Python, SeesTheFormatThatTensorsCarry) {
  const Answer float32 = answer_from("float32_tensor");
  EXPECT_THAT(float32.numbers, ElementsAre(0.5, 1.5));
  EXPECT_EQ(float32.carried_format, NumberFormat::kFloat32);
  EXPECT_EQ(answer_from("bfloat16_scalars").carried_format, NumberFormat::kBfloat16);
  EXPECT_EQ(answer_from("mixed_formats").carried_format, std::nullopt);
  EXPECT_EQ(answer_from("right").carried_format, std::nullopt);
  EXPECT_THAT(exact_values(answer_from("integer_tensor")), ElementsAre(Rational(3), Rational(4)));
}

TEST(Python, ReportsAFormatThatAllItsAnswersCarried) {
  const std::vector<Case> cases = numbered_cases(3, 1);
  EXPECT_EQ(try_candidate(behaviour("float32_tensor_or_empty"), cases, kLimits).candidate->carried_format(),
            NumberFormat::kFloat32);
  EXPECT_EQ(try_candidate(behaviour("right"), cases, kLimits).candidate->carried_format(), std::nullopt);
}

TEST(Python, KeepsTheTextWhereItIsWanted) {
  EXPECT_EQ(answer_from("as_tuple", TokenText::kKept).text, "[1.5, 2]");
  EXPECT_EQ(answer_from("fractions", TokenText::kKept).text, R"(["3/2"])");
  EXPECT_EQ(answer_from("floats", TokenText::kKept).text, "[NaN, Infinity, -0.0, 5e-324]");
  EXPECT_EQ(answer_from("scalar", TokenText::kKept).text, "2.5");
  EXPECT_EQ(answer_from("null_inside", TokenText::kKept).text, "[1.0, null]");
  EXPECT_EQ(answer_from("float32_tensor", TokenText::kKept).text, "[0.5, 1.5]");
  EXPECT_EQ(answer_from("scalar").text, "");
}

TEST(Python, KeepsAnswersApartFromTheListThatIsReused) {
  const std::vector<Case> cases = {small_case(1, 1), small_case(1, 2), small_case(1, 3)};
  const Trial trial = try_candidate(behaviour("reuses_its_list"), cases, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_TRUE(is_answer_of(trial.outcomes[i], static_cast<double>(i + 1)));
}

TEST(Python, RefusesWhatIsNoValue) {
  EXPECT_EQ(refusal_of("nothing"), "None");
  EXPECT_THAT(refusal_of("ragged"), HasSubstr("list in a list"));
  EXPECT_EQ(refusal_of("text"), "the text '3.5'");
  EXPECT_EQ(refusal_of("text_inside"), "the text 'x'");
  EXPECT_EQ(refusal_of("flag"), "a bool");
  EXPECT_EQ(refusal_of("mapping"), "a dict");
  EXPECT_EQ(refusal_of("generator"), "a generator");
  EXPECT_EQ(refusal_of("itself"), "lists nested too deep");
  EXPECT_EQ(refusal_of("flag_tensor"), "a Tensor of bool");
  EXPECT_THAT(refusal_of("broken_tensor"), HasSubstr("ZeroDivisionError"));
}

TEST(Python, ReadsRowsWhereTheContractHasThem) {
  const BareContract contract("windows", kVectorMeanParameters, AnswerShape::kWindows, ResultKind::kReal);
  const Outcome outcome = outcome_of("ragged", TokenText::kDropped, contract);
  const Answer& answer = std::get<Answer>(outcome);
  EXPECT_EQ(answer.shape, AnswerShape::kWindows);
  EXPECT_THAT(answer.rows, ElementsAre(AnswerRow{0, 2, false}, AnswerRow{2, 1, false}));
  EXPECT_EQ(std::get<Answer>(outcome_of("nothing", TokenText::kDropped, contract)).shape, AnswerShape::kNull);
}

TEST(Python, DeclinesACaseByReturningNotImplemented) {
  EXPECT_EQ(std::get<Declined>(outcome_of("declines")).why, "NotImplemented");
  EXPECT_EQ(std::get<Declined>(outcome_of("declines", TokenText::kKept)).why, "NotImplemented");
}

TEST(Python, TellsExceptionsByTypeAndText) {
  EXPECT_EQ(std::get<Exception>(outcome_of("raises")).text, "ZeroDivisionError: division by zero");
  EXPECT_EQ(std::get<Exception>(outcome_of("raises_nastily")).text, "Nasty");
  EXPECT_THAT(std::get<Exception>(outcome_of("recurses")).text, HasSubstr("RecursionError"));
}

TEST(Python, CallsAnExitInACallACrash) {
  EXPECT_THAT(std::get<Crash>(outcome_of("exits")).what, HasSubstr("exit status 3"));
  EXPECT_THAT(std::get<Crash>(outcome_of("interrupts")).what, HasSubstr("KeyboardInterrupt"));
}

TEST(Python, NamesTheCaseOnWhichItDies) {
  const Outcome outcome = culprit("dies_on_mark");
  EXPECT_EQ(std::get<Crash>(outcome).what, "exit status 5");
  EXPECT_THAT(std::get<Crash>(outcome).stderr_tail, HasSubstr("last words"));
}

TEST(Python, NamesTheCaseOnWhichItIsKilled) {
  EXPECT_EQ(std::get<Crash>(culprit("killed_on_mark")).what, "signal 9 (SIGKILL)");
}

TEST(Python, NamesTheCaseOnWhichItDiesAndLeavesAChild) {
  EXPECT_EQ(std::get<Crash>(culprit("leaves_a_child_on_mark")).what, "exit status 6");
}

TEST(Python, NamesTheCaseOnWhichItHangs) {
  EXPECT_EQ(std::get<TimedOut>(culprit("hangs_on_mark", kTightLimits)).limit, milliseconds(500));
}

TEST(Python, RestartsTheClockAtEveryAnswer) {
  // 40 calls of 20 ms each are longer than the limit; no single one is.
  const std::vector<Case> cases = numbered_cases(40, 99);
  const Trial trial = try_candidate(behaviour("slow"), cases, kTightLimits);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

TEST(Python, GivesUpAfterThreeDeathsBeforeTheFirstAnswer) {
  const Error error = load_error(behaviour("dies_always"));
  EXPECT_EQ(error.code, ErrorCode::kNotYet);  // one case: one death, and that is its outcome
  const Trial trial = try_candidate(behaviour("dies_always"), numbered_cases(5, 99), kLimits);
  ASSERT_FALSE(trial.status.has_value());
  EXPECT_EQ(trial.status.error().code, ErrorCode::kStartFailed);
  EXPECT_THAT(trial.status.error().message, HasSubstr("exit status 9"));
  EXPECT_THAT(trial.status.error().message, HasSubstr("cannot live"));
}

TEST(Python, StartsAfreshWhenAsked) {
  const std::vector<Case> cases = numbered_cases(2, 99);
  Trial trial = try_candidate(behaviour("counts_calls"), cases, kLimits);
  EXPECT_TRUE(is_answer_of(trial.outcomes[1], 2.0));
  trial.candidate->restart();
  ASSERT_TRUE(trial.candidate->evaluate(cases, trial.outcomes, TokenText::kDropped).has_value());
  EXPECT_TRUE(is_answer_of(trial.outcomes[0], 1.0));
}

TEST(Python, LetsItPrint) {
  const Trial trial = try_candidate(behaviour("prints"), {small_case(3, 2)}, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_TRUE(is_answer_of(trial.outcomes[0], 1.5));
}

TEST(Python, SurvivesPoisonedStreams) {
  const Trial trial = try_candidate(fixture_path("poisons_streams.py"), {small_case(3, 2)}, kLimits);
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  EXPECT_TRUE(is_answer_of(trial.outcomes[0], 1.5));
}

TEST(Python, AcceptsAScriptThatEndsOnceItsFunctionIsThere) {
  const Trial trial = try_candidate(fixture_path("ends_while_loading.py"), {small_case(3, 2)}, kLimits);
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  EXPECT_TRUE(is_answer_of(trial.outcomes[0], 1.5));
  EXPECT_THAT(trial.candidate->stderr_tail(), HasSubstr("passed"));
  EXPECT_THAT(load_error(fixture_path("ends_while_loading.py") + ":other").message,
              HasSubstr("SystemExit(1)"));
}

TEST(Python, SaysWhyAFileCannotBeLoaded) {
  const Error import_error = load_error(fixture_path("fails_while_loading.py"));
  EXPECT_EQ(import_error.code, ErrorCode::kStartFailed);
  EXPECT_THAT(import_error.message, HasSubstr("No module named 'a_package_that_nobody_has'"));
  EXPECT_THAT(import_error.message, HasSubstr("line 2"));
  EXPECT_THAT(import_error.message, Not(HasSubstr("importlib")));
  const Error syntax_error = load_error(fixture_path("has_bad_syntax.py"));
  EXPECT_EQ(syntax_error.code, ErrorCode::kStartFailed);
  EXPECT_THAT(syntax_error.message, HasSubstr("line 1"));
}

TEST(Python, SaysWhichFunctionsThereAre) {
  const Error error = load_error(fixture_path("behaviours.py") + ":absent");
  EXPECT_EQ(error.code, ErrorCode::kStartFailed);
  EXPECT_THAT(error.message, HasSubstr("no function 'absent'"));
  EXPECT_THAT(error.hint, HasSubstr("behaviours.py:wrong"));
}

TEST(Python, SaysThatTheNumberOfParametersIsWrong) {
  const Error error = load_error(behaviour("three_parameters"));
  EXPECT_EQ(error.code, ErrorCode::kWrongArity);
  EXPECT_THAT(error.message, HasSubstr("(gradient_vectors, example_counts, target)"));
  EXPECT_EQ(kind_of(outcome_of("has_a_default")), "answer");
}

TEST(Python, LeavesOutOptionalArgumentsThatAFunctionDoesNotTake) {
  std::array parameters = kVectorMeanParameters;
  parameters[1].is_optional = true;
  const BareContract contract("optional", parameters, AnswerShape::kList, ResultKind::kReal);
  const auto number = [&](const std::string& function) {
    return std::get<Answer>(outcome_of(function, TokenText::kDropped, contract)).numbers[0];
  };
  EXPECT_EQ(number("given_both"), 2.0);
  EXPECT_EQ(number("given_one"), 1.0);
  EXPECT_EQ(number("given_any"), 1.0);
  EXPECT_EQ(number("given_its_default"), 8.0) << "a default of another name is no optional argument";
  const Trial trial =
      try_candidate(behaviour("takes_none"), {small_case(3, 2)}, kLimits, TokenText::kDropped, contract);
  ASSERT_FALSE(trial.status.has_value());
  EXPECT_EQ(trial.status.error().code, ErrorCode::kWrongArity);
  EXPECT_THAT(trial.status.error().hint, HasSubstr("1 or 2 parameters"));
}

TEST(Python, SaysThatThePythonIsNone) {
  Result<std::unique_ptr<Candidate>> candidate = make_candidate(behaviour("right"), {"/bin/false", {}});
  ASSERT_TRUE(candidate.has_value());
  const Result<void> opened = (*candidate)->open(vector_mean(), {}, kLimits);
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, ErrorCode::kStartFailed);
}

TEST(PythonInspection, TellsParametersAndLine) {
  const std::string python = python_itself();
  const PythonFunction function =
      inspect_python_function({fixture_path("behaviours.py"), "has_a_default", python}).value();
  EXPECT_THAT(function.parameters, ElementsAre("gradient_vectors", "example_counts", "eps"));
  EXPECT_EQ(function.required, 2U);
  EXPECT_GT(function.line, 100);
  EXPECT_THAT(python_parameter_names({fixture_path("ends_while_loading.py"), "solve", python}).value(),
              ElementsAre("gradient_vectors", "example_counts"));
  EXPECT_EQ(inspect_python_function({fixture_path("has_bad_syntax.py"), "solve", python}).error().code,
            ErrorCode::kStartFailed);
}

TEST(PythonExamples, DoWhatTheySay) {
  Case value;
  value.append(kVectorMeanParameters[0], 2, 2);
  const std::array numbers = {2.0, 4.0, 12.0, 8.0};
  std::copy(numbers.begin(), numbers.end(), value.reals(0).begin());
  value.append(kVectorMeanParameters[1], 2, 1);
  value.integers(1)[0] = 1;
  value.integers(1)[1] = 3;
  const std::string folder = std::string(GRADVET_CANDIDATES) + "/examples/python/";
  const Trial right = try_candidate(folder + "mean.py", {value}, kLimits);
  EXPECT_THAT(std::get<Answer>(right.outcomes.at(0)).numbers, ElementsAre(3.5, 3.0));
  value.integers(1)[1] = 4;
  const Trial wrong = try_candidate(folder + "mean_of_means.py", {value}, kLimits);
  EXPECT_THAT(std::get<Answer>(wrong.outcomes.at(0)).numbers, ElementsAre(2.5, 3.0));
}

}  // namespace
}  // namespace gradvet
