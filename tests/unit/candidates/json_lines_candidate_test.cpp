#include "src/candidates/json_lines_candidate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "src/text/case_json.hpp"
#include "tests/unit/candidates/operation_cases.hpp"

namespace gradvet {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Far beyond what anything here takes on a busy machine.
constexpr CandidateLimits kLimits{milliseconds(20000), milliseconds(60000), 4ULL << 30};
/// For what does hang.
constexpr CandidateLimits kTightLimits{milliseconds(500), milliseconds(60000), 4ULL << 30};

std::string peer(const std::string& arguments) {
  return "exec:'" + python_itself() + "' '" + fixture_path("json_lines_peer.py") + "' " + arguments;
}

/// A peer that answers the marked case with this line; ID stands for its id.
Outcome raw(const std::string& line, const Contract& contract = vector_mean(), const Profile& profile = {}) {
  Trial trial = try_candidate(peer("raw 0 '" + line + "'"), {small_case(13, 1)}, kLimits, TokenText::kDropped,
                              contract, profile);
  EXPECT_TRUE(trial.status.has_value()) << line;
  return trial.outcomes.front();
}

/// 60 cases with the marked one at 37: only that one may have another outcome, and it is returned.
Outcome culprit(const std::string& mode, const CandidateLimits& limits = kLimits) {
  const std::vector<Case> cases = numbered_cases(60, 37);
  Trial trial = try_candidate(peer(mode), cases, limits);
  EXPECT_TRUE(trial.status.has_value()) << (trial.status ? "" : trial.status.error().message);
  EXPECT_THAT(unlike_own_number(trial, cases), ElementsAre(37)) << mode;
  return trial.outcomes[37];
}

TEST(JsonLines, GivesEachCaseItsAnswer) {
  const std::vector<Case> cases = numbered_cases(1000, 37);
  const Trial trial = try_candidate(peer("right"), cases, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

TEST(JsonLines, TakesAnswersInAnyOrder) {
  const std::vector<Case> cases = numbered_cases(50, 37);
  const Trial trial = try_candidate(peer("reversed 50"), cases, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

TEST(JsonLines, SendsThePublishedRequest) {
  const Trial trial = try_candidate(peer("echo"), {small_case(2.5, 3)}, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_EQ(std::get<Exception>(trial.outcomes[0]).text,
            R"({"gradvet":1,"id":1,"contract":"vector-mean","format":"float64",)"
            R"("args":{"gradient_vectors":[[2.5]],"example_counts":[3]}})");
}

TEST(JsonLines, SurvivesBatchAfterBatch) {
  const std::vector<Case> cases = numbered_cases(10, 99);
  Trial trial = try_candidate(peer("right"), cases, kLimits);
  for (int i = 0; i < 3; ++i) {
    trial.outcomes.assign(cases.size(), Outcome{});
    ASSERT_TRUE(trial.candidate->evaluate(cases, trial.outcomes, TokenText::kKept).has_value());
    EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
  }
  EXPECT_EQ(std::get<Answer>(trial.outcomes[0]).text, "[100.0]");
}

TEST(JsonLines, NamesTheCaseOnWhichItDies) {
  const Outcome outcome = culprit("dies");
  EXPECT_EQ(std::get<Crash>(outcome).what, "exit status 5");
  EXPECT_EQ(std::get<Crash>(outcome).stderr_tail, "last words\n");
}

TEST(JsonLines, NamesTheCaseOnWhichItIsKilled) {
  EXPECT_EQ(std::get<Crash>(culprit("killed")).what, "signal 9 (SIGKILL)");
}

TEST(JsonLines, NamesTheCaseOnWhichItClosesItsOutput) {
  EXPECT_EQ(std::get<Crash>(culprit("closes")).what, "closed its output");
}

TEST(JsonLines, NamesTheCaseOnWhichItHangs) {
  EXPECT_EQ(std::get<TimedOut>(culprit("hangs", kTightLimits)).limit, milliseconds(500));
}

TEST(JsonLines, NamesTheCaseOnWhichItWritesGarbage) {
  EXPECT_THAT(std::get<ProtocolViolation>(culprit("garbage")).what, HasSubstr("\"loss = 0.5\""));
}

TEST(JsonLines, NamesTheCaseWithAnUnknownId) {
  EXPECT_THAT(std::get<ProtocolViolation>(culprit("unknown-id")).what, HasSubstr("not in flight"));
}

TEST(JsonLines, NamesTheCaseThatIsAnsweredTwice) {
  EXPECT_THAT(std::get<ProtocolViolation>(culprit("duplicate")).what, HasSubstr("not in flight"));
}

TEST(JsonLines, CallsHalfALineAtTheEndGarbage) {
  EXPECT_THAT(std::get<ProtocolViolation>(culprit("half-a-line")).what, HasSubstr("middle of a line"));
}

TEST(JsonLines, CallsHalfALineOfAKilledProgramADeath) {
  EXPECT_EQ(std::get<Crash>(culprit("half-a-line-killed")).what, "signal 9 (SIGKILL)");
}

TEST(JsonLines, CallsAnEndAfterAnswersADeath) {
  const std::vector<Case> cases = numbered_cases(40, 99);
  const Trial trial = try_candidate(peer("dies-after 25"), cases, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  // 25 answers, then the rest one at a time in a new process: 15 answers. No case dies by itself, so the
  // death goes to the first that it left unanswered.
  EXPECT_THAT(unlike_own_number(trial, cases), ElementsAre(25));
  EXPECT_EQ(std::get<Crash>(trial.outcomes[25]).what, "exit status 7");
}

TEST(JsonLines, GivesUpAfterThreeDeathsBeforeTheFirstAnswer) {
  const Trial trial = try_candidate(peer("dies-at-once"), numbered_cases(10, 99), kLimits);
  ASSERT_FALSE(trial.status.has_value());
  EXPECT_EQ(trial.status.error().code, ErrorCode::kStartFailed);
  EXPECT_THAT(trial.status.error().message, HasSubstr("exit status 9"));
  EXPECT_THAT(trial.status.error().message, HasSubstr("cannot live"));
}

TEST(JsonLines, SaysThatACommandDoesNotExist) {
  const Trial trial = try_candidate("exec:no-such-command-at-all", numbered_cases(1, 99), kLimits);
  ASSERT_FALSE(trial.status.has_value());
  EXPECT_EQ(trial.status.error().code, ErrorCode::kNotExecutable);
  EXPECT_THAT(trial.status.error().message, HasSubstr("no-such-command-at-all"));
}

TEST(JsonLines, LetsTheShellDoWhatOnlyAShellCan) {
  const std::vector<Case> cases = numbered_cases(5, 99);
  const std::string program = peer("right").substr(5);
  const Trial trial = try_candidate("exec:X=1; cd / && " + program + " | cat", cases, kLimits);
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

TEST(JsonLines, AsksForAFlushWhereNothingEverComes) {
  const CandidateLimits limits{milliseconds(100), milliseconds(300), 4ULL << 30};
  const Trial trial = try_candidate(peer("silent"), numbered_cases(3, 99), limits);
  ASSERT_FALSE(trial.status.has_value());
  EXPECT_EQ(trial.status.error().code, ErrorCode::kNoAnswer);
  EXPECT_THAT(trial.status.error().hint, HasSubstr("flush"));
}

TEST(JsonLines, CallsABannerGarbage) {
  const Trial trial = try_candidate(peer("banner"), numbered_cases(1, 99), kLimits);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_THAT(std::get<ProtocolViolation>(trial.outcomes[0]).what, HasSubstr("Welcome!"));
}

TEST(JsonLines, ReadsEveryKindOfAnswer) {
  EXPECT_EQ(std::get<Exception>(raw(R"({"id":ID,"error":"no \"x\""})")).text, "no \"x\"");
  EXPECT_EQ(std::get<Declined>(raw(R"({"declined":"too large","id":ID})")).why, "too large");
  EXPECT_EQ(std::get<NotAValue>(raw(R"({"id":ID,"result":null})")).what, "null");
  EXPECT_EQ(std::get<NotAValue>(raw(R"({"id":ID})")).what, "an answer without a result");
  EXPECT_EQ(std::get<Answer>(raw(R"({"result":[1],"id":ID,"took":0.1})")).numbers, std::vector<double>{1});
  EXPECT_TRUE(std::isnan(std::get<Answer>(raw(R"({"id":ID,"result":[null]})")).numbers.at(0)));
}

TEST(JsonLines, RefusesLinesThatOnlyLookLikeAnswers) {
  for (const char* line :
       {R"({"id":ID,"result":[1]} x)", R"({"id":ID,"result":[01]})", R"({"id":ID,"id":ID,"result":[1]})",
        R"({"id":"ID","result":[1]})", R"({"id":ID.0,"result":[1]})", R"({"id":-ID,"result":[1]})",
        R"({"result":[1]})", R"([ID,1])", R"({"id":ID,"result":[1],"error":"x"})", R"({"id":ID,"error":1})"})
    EXPECT_EQ(kind_of(raw(line)), "protocol") << line;
}

TEST(JsonLines, KeepsTokensForANarrowOutput) {
  Profile profile;
  profile.output = NumberFormat::kFloat32;
  const Outcome outcome = raw(R"({"id":ID,"result":[0.1]})", vector_mean(), profile);
  const Answer& answer = std::get<Answer>(outcome);
  ASSERT_EQ(answer.exact.size(), 1U);
  EXPECT_EQ(answer.exact[0].value, Rational(1, 10));
}

TEST(JsonLines, KeepsIntegersBeyondFloat64ForAContractOnIntegers) {
  const BareContract contract("batch-total", kVectorMeanParameters, AnswerShape::kScalar,
                              ResultKind::kInteger);
  const Outcome outcome = raw(R"({"id":ID,"result":9007199254740993})", contract);
  const Answer& answer = std::get<Answer>(outcome);
  ASSERT_EQ(answer.exact.size(), 1U);
  EXPECT_EQ(answer.exact[0].value, Rational(Integer("9007199254740993")));
}

TEST(JsonLines, RunsTheExampleBesideIt) {
  const std::vector<Case> cases = numbered_cases(20, 3);
  const Trial trial = try_candidate("exec:'" + python_itself() + "' '" + std::string(GRADVET_CANDIDATES) +
                                        "/examples/python/json_lines_mean.py'",
                                    cases, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

/// Lines of the fenced block of json_lines.md that follows `heading`.
std::vector<std::string> block_of_page(const std::string& heading) {
  std::ifstream page(std::string(GRADVET_CANDIDATES) + "/json_lines.md");
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(page, line) && line != heading) continue;
  while (std::getline(page, line) && !line.starts_with("```")) continue;
  while (std::getline(page, line) && line != "```") lines.push_back(line);
  return lines;
}

/// Asks a peer that checks what it is sent, line by line, and then answers as the page does under headings
/// that begin with `example`.
Trial speak_as_the_page(const std::string& example, const Contract& contract) {
  const std::vector<std::string> requests = block_of_page("### " + example + " requests");
  std::string script = "exec:";
  std::vector<Case> cases;
  for (const std::string& request : requests) {
    script += "read -r line; [ \"$line\" = '" + request + "' ] || exit 9; ";
    const JsonValue value = parse_json(request).value();
    cases.push_back(read_case(*value.find("args"), contract.info().parameters).value());
  }
  for (const std::string& answer : block_of_page("### " + example + " answers"))
    script += "printf '%s\\n' '" + answer + "'; ";
  Trial trial = try_candidate(script + "cat", cases, kLimits, TokenText::kKept, contract);
  EXPECT_TRUE(trial.status.has_value()) << (trial.status ? "" : trial.status.error().message);
  return trial;
}

TEST(JsonLines, SpeaksAsItsPageSays) {
  const Trial trial = speak_as_the_page("The example's", vector_mean());
  ASSERT_EQ(trial.outcomes.size(), 3U);
  EXPECT_THAT(std::get<Answer>(trial.outcomes[0]).numbers, ElementsAre(3.5, 3.0));
  EXPECT_EQ(std::get<Answer>(trial.outcomes[1]).exact.at(0).value, Rational(15, 7));
  EXPECT_EQ(std::get<Declined>(trial.outcomes[2]).why, "an empty window");
}

TEST(JsonLines, SpeaksOfOperationsAsItsPageSays) {
  const Trial trial = speak_as_the_page("An accumulator's", bare_accumulator());
  ASSERT_EQ(trial.outcomes.size(), 3U);
  const Answer& resumed = std::get<Answer>(trial.outcomes[0]);
  EXPECT_THAT(resumed.rows, ElementsAre(AnswerRow{0, 1, false}, AnswerRow{1, 1, false}));
  EXPECT_THAT(resumed.numbers, ElementsAre(2.0, 1.25));
  const Answer& voided = std::get<Answer>(trial.outcomes[1]);
  EXPECT_THAT(voided.rows, ElementsAre(AnswerRow{0, 0, true}, AnswerRow{0, 0, true}));
  EXPECT_THAT(std::get<Answer>(trial.outcomes[2]).rows, IsEmpty());
}

}  // namespace
}  // namespace gradvet
