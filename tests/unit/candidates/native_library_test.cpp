#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "src/candidates/native_target.hpp"
#include "tests/support/fresh_folder.hpp"
#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr CandidateLimits kLimits{milliseconds(20000), milliseconds(60000), 4ULL << 30};

std::filesystem::path library(const std::string& name) {
  return std::filesystem::path(GRADVET_NATIVE_FIXTURES) / (name + ".so");
}

/// A folder of its own, with a copy of the right library.
class NativeLibrary : public ::testing::Test {
 protected:
  NativeLibrary() { std::filesystem::copy_file(library("vector_mean"), copy()); }
  ~NativeLibrary() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path copy() const { return folder_ / "mine.so"; }

  static Error refusal(const std::string& word) {
    const Trial trial = try_candidate(word, {small_case(1, 1)}, kLimits);
    return trial.status ? Error{ErrorCode::kNotYet, "loaded", ""} : trial.status.error();
  }

  std::filesystem::path folder_ = fresh_folder();
};

TEST_F(NativeLibrary, GivesEachCaseItsAnswer) {
  const std::vector<Case> cases = numbered_cases(1000, 99);
  const Trial trial = try_candidate(copy().string(), cases, kLimits, TokenText::kKept);
  ASSERT_TRUE(trial.status.has_value()) << trial.status.error().message;
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
  EXPECT_EQ(std::get<Answer>(trial.outcomes[0]).text, "[100.0]");
}

TEST_F(NativeLibrary, NamesASymbolThatIsNotThere) {
  const Error error = refusal(copy().string() + ":my_mean");
  EXPECT_EQ(error.code, ErrorCode::kMissingSymbol);
  EXPECT_THAT(error.message, HasSubstr("'my_mean'"));
  EXPECT_THAT(error.hint, HasSubstr("mine.so:my_symbol"));
}

TEST_F(NativeLibrary, AsksForItsVersion) {
  EXPECT_EQ(refusal(library("no_version").string()).code, ErrorCode::kAbiMismatch);
  const Error error = refusal(library("version_99").string());
  EXPECT_EQ(error.code, ErrorCode::kAbiMismatch);
  EXPECT_THAT(error.message, HasSubstr("version 99"));
}

TEST_F(NativeLibrary, RefusesAVersionThatIsNo32BitConstant) {
  for (const char* name : {"version_function", "version_byte"}) {
    const Error error = refusal(library(name).string());
    EXPECT_EQ(error.code, ErrorCode::kAbiMismatch) << name;
    EXPECT_THAT(error.message, HasSubstr("is no 32-bit constant")) << name;
  }
}

TEST_F(NativeLibrary, RefusesWhatIsNoLibrary) {
  std::ofstream(copy()) << "GROUP ( libmine.so.1 )\n";
  const Error error = refusal(copy().string());
  EXPECT_EQ(error.code, ErrorCode::kNotExecutable);
  EXPECT_THAT(error.message, HasSubstr("is no ELF file"));
}

TEST_F(NativeLibrary, PassesOnWhatTheLoaderSays) {
  const Error error = refusal(library("needs_more").string());
  EXPECT_EQ(error.code, ErrorCode::kStartFailed);
  EXPECT_THAT(error.message, HasSubstr("cannot be loaded: "));
  EXPECT_THAT(error.message, HasSubstr("not_to_be_found_anywhere"));
}

TEST_F(NativeLibrary, GivesUpAfterThreeDeathsWhileLoading) {
  const Error error = refusal(library("dies_while_loading").string());
  EXPECT_EQ(error.code, ErrorCode::kStartFailed);
  EXPECT_THAT(error.message, HasSubstr("ended three times while it was loaded (signal 6 (SIGABRT))"));
  EXPECT_THAT(error.hint, HasSubstr("constructors"));
  EXPECT_THAT(error.message, HasSubstr("no licence found"));
}

TEST_F(NativeLibrary, IsHeldWhileItsFileIsReplaced) {
  const std::vector<Case> cases = numbered_cases(10, 99);
  Trial trial = try_candidate(copy().string(), cases, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  // As linkers do it: another file under the same name.
  std::filesystem::remove(copy());
  std::filesystem::copy_file(library("version_99"), copy());
  trial.candidate->restart();
  trial.outcomes.assign(cases.size(), Outcome{});
  ASSERT_TRUE(trial.candidate->evaluate(cases, trial.outcomes, TokenText::kDropped).has_value());
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

TEST_F(NativeLibrary, EndsTheRunWhenItIsOverwritten) {
  const std::vector<Case> cases = numbered_cases(10, 99);
  Trial trial = try_candidate(copy().string(), cases, kLimits);
  ASSERT_TRUE(trial.status.has_value());
  std::ofstream(copy(), std::ios::app) << "more";
  trial.candidate->restart();
  const Result<void> again = trial.candidate->evaluate(cases, trial.outcomes, TokenText::kDropped);
  ASSERT_FALSE(again.has_value());
  EXPECT_THAT(again.error().message, HasSubstr("was overwritten while it was vetted"));
}

TEST_F(NativeLibrary, IsCalledFromThisProcessWhenAsked) {
  const std::vector<Case> cases = numbered_cases(10, 99);
  Trial trial;
  CandidateSettings settings;
  settings.isolation = Isolation::kInProcess;
  trial.candidate = make_candidate(copy().string(), settings).value();
  trial.outcomes.resize(cases.size());
  ASSERT_TRUE(trial.candidate->open(vector_mean(), Profile{}, kLimits).has_value());
  ASSERT_TRUE(trial.candidate->evaluate(cases, trial.outcomes, TokenText::kDropped).has_value());
  EXPECT_THAT(unlike_own_number(trial, cases), IsEmpty());
}

}  // namespace
}  // namespace gradvet
