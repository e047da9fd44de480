#include "src/cli/case_words.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

/// A file of the given content in the test's folder, which GoogleTest makes.
std::string file_with(const std::string& name, const std::string& content) {
  const std::string path = ::testing::TempDir() + "gradvet_case_words_" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

constexpr const char* kCase = R"({"rows":[[1.0]],"counts":[2]})";

TEST(CaseWords, ReadACaseByValue) {
  const GivenCases given = *read_given_cases(std::string("  ") + kCase);
  EXPECT_EQ(given.cases.size(), 1U);
  EXPECT_EQ(given.file, "");
}

TEST(CaseWords, ReadASequence) {
  EXPECT_EQ(read_given_cases(std::string(R"({"cases":[)") + kCase + "," + kCase + "]}")->cases.size(), 2U);
  EXPECT_FALSE(read_given_cases(R"({"cases":[]})"));
}

TEST(CaseWords, ReadAFileThatHoldsOneCase) {
  EXPECT_EQ(read_given_cases(file_with("one.json", std::string(kCase) + "\n"))->cases.size(), 1U);
}

TEST(CaseWords, ReadTheNamedLineOfAPinFile) {
  const std::string pin = std::string(R"({"schema":"gradvet.pin/1","contract":"toy-mean","cases":[)") +
                          kCase + R"(],"kind":"crash"})";
  const std::string file = file_with("pins.jsonl", pin + "\n" + pin + "\n");
  const GivenCases given = *read_given_cases(file + ":2");
  EXPECT_EQ(given.contract, "toy-mean");
  EXPECT_EQ(given.line, 2U);
  EXPECT_EQ(given.file, file);
  EXPECT_EQ(read_given_cases(file).error().hint, "name one: " + file + ":1");
  EXPECT_EQ(read_given_cases(file + ":3").error().code, ErrorCode::kCannotRead);
}

TEST(CaseWords, AreCasesOfTheContractOrRefusedWithTheReason) {
  const ToyContract contract;
  EXPECT_EQ(cases_of(*read_given_cases(kCase), contract, {})->front(), contract.make_case({1.0}, {2}));
  const Error refused =
      cases_of(*read_given_cases(R"({"rows":[[1.0]],"counts":[-2]})"), contract, {}).error();
  EXPECT_EQ(refused.code, ErrorCode::kOutsideDomain);
  EXPECT_EQ(refused.message, "the case is outside the domain of toy-mean: the count -2 is below 0");
  EXPECT_EQ(cases_of(*read_given_cases("{}"), contract, {}).error().code, ErrorCode::kBadCase);
}

}  // namespace
}  // namespace gradvet
