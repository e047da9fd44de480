#include "src/candidates/native_candidate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr CandidateLimits kLimits{milliseconds(20000), milliseconds(60000), 4ULL << 30};
constexpr CandidateLimits kTightLimits{milliseconds(200), milliseconds(60000), 4ULL << 30};

double number_of(const gradvet_case* input) { return gradvet_argument_at(input, 0)->reals[0]; }
bool is_marked(const gradvet_case* input) { return number_of(input) == 13; }

/// Gives back the case's own number.
int give_back(const gradvet_case* input, gradvet_result* result) {
  gradvet_list(result, 1)[0] = number_of(input);
  return GRADVET_OK;
}

/// Does something on the marked case, and is right on every other.
NativeFunction on_mark(std::function<void()> act) {
  return [act = std::move(act)](const gradvet_case* input, gradvet_result* result) {
    if (is_marked(input)) act();
    return give_back(input, result);
  };
}

Trial run(NativeFunction function, const std::vector<Case>& cases, const CandidateLimits& limits = kLimits,
          Isolation isolation = Isolation::kForked) {
  Trial trial;
  trial.candidate = make_native_candidate("f", make_function_target(std::move(function)), isolation);
  trial.outcomes.resize(cases.size());
  trial.status = trial.candidate->open(vector_mean(), Profile{}, limits);
  if (trial.status) trial.status = trial.candidate->evaluate(cases, trial.outcomes, TokenText::kDropped);
  return trial;
}

/// 300 cases with the marked one at 137: only that one may have another outcome, and it is returned.
Outcome culprit(NativeFunction function, const CandidateLimits& limits = kLimits) {
  const std::vector<Case> cases = numbered_cases(300, 137);
  const Trial trial = run(std::move(function), cases, limits);
  EXPECT_TRUE(trial.status.has_value()) << (trial.status ? "" : trial.status.error().message);
  EXPECT_THAT(unlike_own_number(trial, cases), ElementsAre(137));
  return trial.outcomes[137];
}

std::string crash_of(std::function<void()> act) {
  const Outcome outcome = culprit(on_mark(std::move(act)));
  EXPECT_EQ(kind_of(outcome), "crash");
  return std::holds_alternative<Crash>(outcome) ? std::get<Crash>(outcome).what : "";
}

TEST(Native, GivesEachCaseItsAnswer) {
  const std::vector<Case> cases = numbered_cases(3000, 37);
  for (const Isolation isolation : {Isolation::kForked, Isolation::kInProcess}) {
    const Trial trial = run(&give_back, cases, kLimits, isolation);
    ASSERT_TRUE(trial.status.has_value());
    EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
  }
}

TEST(Native, NamesTheCaseOnWhichItEnds) {
  EXPECT_EQ(crash_of([] { std::exit(0); }), "exit status 0");
  EXPECT_EQ(crash_of([] { ::_exit(5); }), "exit status 5");
  EXPECT_EQ(crash_of([] { ::kill(::getpid(), SIGKILL); }), "signal 9 (SIGKILL)");
}

TEST(Native, NamesTheCaseThatItAbortsOnAndKeepsItsLastWords) {
  const Outcome outcome = culprit(on_mark([] {
    std::signal(SIGABRT, SIG_DFL);
    std::fputs("last words\n", stderr);
    std::abort();
  }));
  EXPECT_EQ(std::get<Crash>(outcome).what, "signal 6 (SIGABRT)");
  EXPECT_THAT(std::get<Crash>(outcome).stderr_tail, HasSubstr("last words\n"));
}

TEST(Native, LetsNoExceptionReachItsCaller) {
  const Outcome outcome = culprit(on_mark([] {
    std::signal(SIGABRT, SIG_DFL);
    throw std::runtime_error("into the caller");
  }));
  EXPECT_EQ(std::get<Crash>(outcome).what, "signal 6 (SIGABRT)");
  EXPECT_THAT(std::get<Crash>(outcome).stderr_tail, HasSubstr("into the caller"));
}

TEST(Native, NamesTheCaseThatItWouldWriteTo) {
  const NativeFunction function = [](const gradvet_case* input, gradvet_result* result) {
    std::signal(SIGSEGV, SIG_DFL);
    if (is_marked(input)) const_cast<double*>(gradvet_argument_at(input, 0)->reals)[0] = 1;
    return give_back(input, result);
  };
  EXPECT_EQ(std::get<Crash>(culprit(function)).what, "signal 11 (SIGSEGV)");
}

TEST(Native, NamesTheCaseOnWhichItHangs) {
  const Outcome outcome = culprit(on_mark([] { ::pause(); }), kTightLimits);
  EXPECT_EQ(std::get<TimedOut>(outcome).limit, milliseconds(200));
}

TEST(Native, LimitsMemoryOnTopOfItsOwn) {
  CandidateLimits limits = kLimits;
  limits.memory_bytes = 256ULL << 20;
  const Outcome outcome = culprit(
      [](const gradvet_case* input, gradvet_result* result) {
        if (!is_marked(input)) return give_back(input, result);
        // mmap, which no sanitizer stands in for.
        void* const memory =
            ::mmap(nullptr, 1ULL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return memory == MAP_FAILED ? gradvet_fail(result, "out of memory") : GRADVET_OK;
      },
      limits);
  EXPECT_EQ(std::get<Exception>(outcome).text, "out of memory");
}

TEST(Native, LimitsTheSizeOfFiles) {
  const Outcome outcome = culprit(on_mark([] {
    std::FILE* const file = std::tmpfile();
    if (::ftruncate(::fileno(file), 2LL << 30) == 0) std::abort();
  }));
  EXPECT_EQ(std::get<Crash>(outcome).what, "signal 25 (SIGXFSZ)");
}

TEST(Native, GoesOnWhereItDiesOnEveryCase) {
  const std::vector<Case> cases = numbered_cases(5, 99);
  const Trial trial = run([](const gradvet_case*, gradvet_result*) -> int { ::_exit(9); }, cases);
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  for (const Outcome& outcome : trial.outcomes) EXPECT_EQ(std::get<Crash>(outcome).what, "exit status 9");
}

TEST(Native, SpendsTheGraceOfAFirstCallOnce) {
  const std::vector<Case> cases = numbered_cases(5, 99);
  const CandidateLimits limits{milliseconds(50), milliseconds(60000), 4ULL << 30};
  const auto began = std::chrono::steady_clock::now();
  const Trial trial = run(
      [](const gradvet_case*, gradvet_result*) {
        ::pause();
        return 0;
      },
      cases, limits);
  ASSERT_TRUE(trial.status.has_value());
  for (const Outcome& outcome : trial.outcomes) EXPECT_EQ(kind_of(outcome), "time-out");
  // 11 times the limit and then 4 times the limit itself; five times the grace would be 2.75 s.
  EXPECT_LT(std::chrono::steady_clock::now() - began, milliseconds(2500));
}

TEST(Native, ForgetsStateAtARestart) {
  static int calls = 0;
  const NativeFunction function = [](const gradvet_case*, gradvet_result* result) {
    gradvet_list(result, 1)[0] = ++calls;
    return 0;
  };
  const std::vector<Case> cases = numbered_cases(2, 99);
  Trial trial = run(function, cases);
  EXPECT_TRUE(is_answer_of(trial.outcomes[1], 2));
  trial.candidate->restart();
  ASSERT_TRUE(trial.candidate->evaluate(cases, trial.outcomes, TokenText::kDropped).has_value());
  EXPECT_TRUE(is_answer_of(trial.outcomes[0], 1));
  EXPECT_EQ(calls, 0) << "a worker is a copy";
}

TEST(Native, TakesACaseLargerThanItsMemory) {
  constexpr std::size_t kNumbers = 3U << 20;  // 24 MiB
  Case large;
  large.append(kVectorMeanParameters[0], 1, kNumbers);
  large.reals(0)[kNumbers - 1] = 7;
  large.append(kVectorMeanParameters[1], 1, 1);
  const NativeFunction function = [](const gradvet_case* input, gradvet_result* result) {
    gradvet_list(result, 1)[0] =
        gradvet_argument_at(input, 0)->reals[gradvet_argument_at(input, 0)->size - 1];
    return 0;
  };
  const Trial trial = run(function, {small_case(1, 1), large, small_case(2, 1)});
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  EXPECT_TRUE(is_answer_of(trial.outcomes[1], 7));
  EXPECT_TRUE(is_answer_of(trial.outcomes[2], 2));
}

TEST(Native, EndsARoundWhereTheRoomForResultsDoes) {
  const NativeFunction function = [](const gradvet_case* input, gradvet_result* result) {
    double* const numbers = gradvet_list(result, std::size_t{1} << 20);  // 8 MiB each
    numbers[0] = number_of(input);
    return 0;
  };
  const std::vector<Case> cases = numbered_cases(20, 99);
  const Trial trial = run(function, cases);
  ASSERT_TRUE(trial.status.has_value());
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(std::get<Answer>(trial.outcomes[i]).numbers.front(), cases[i].reals(0)[0]);
}

TEST(Native, EndsTheRunWhereTheFunctionFitsNoCase) {
  for (const Isolation isolation : {Isolation::kForked, Isolation::kInProcess}) {
    const Trial trial =
        run([](const gradvet_case*,
               gradvet_result* result) { return gradvet_misfit(result, "it takes three arguments"); },
            numbered_cases(1, 99), kLimits, isolation);
    ASSERT_FALSE(trial.status.has_value());
    EXPECT_EQ(trial.status.error().code, ErrorCode::kWrongArity);
    EXPECT_THAT(trial.status.error().message, HasSubstr("it takes three arguments"));
  }
}

TEST(Native, IsNotFooledByABytesOnItsDescriptors) {
  const std::vector<Case> cases = numbered_cases(50, 99);
  const Trial trial = run(
      [](const gradvet_case* input, gradvet_result* result) {
        [[maybe_unused]] const ssize_t written = ::write(4, "xx", 2);
        return give_back(input, result);
      },
      cases);
  ASSERT_TRUE(trial.status.has_value());
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

TEST(Native, NoticesADeathWhileAGrandchildHoldsThePipes) {
  const Outcome outcome = culprit(on_mark([] {
    if (::fork() == 0) {
      ::sleep(60);
      ::_exit(0);
    }
    ::_exit(6);
  }));
  EXPECT_EQ(std::get<Crash>(outcome).what, "exit status 6");
}

/// What a candidate may leave behind in its thread and process.
void ruin_the_state() {
  std::fesetround(FE_UPWARD);
  std::setlocale(LC_ALL, "C.UTF-8");
  [[maybe_unused]] const int changed = ::chdir("/");
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
}

TEST(Native, LeavesNoRunTimeStateBehind) {
  const std::filesystem::path folder = std::filesystem::current_path();
  for (const Isolation isolation : {Isolation::kForked, Isolation::kInProcess}) {
    const Trial trial = run(on_mark(&ruin_the_state), numbered_cases(3, 1), kLimits, isolation);
    ASSERT_TRUE(trial.status.has_value());
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
    EXPECT_EQ(std::filesystem::current_path(), folder);
    sigset_t held;
    ::sigprocmask(SIG_SETMASK, nullptr, &held);
    EXPECT_EQ(::sigismember(&held, SIGINT), 0);
  }
}

}  // namespace
}  // namespace gradvet
