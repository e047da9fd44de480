#include "src/candidates/candidate_word.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/unit/candidates/bare_contract.hpp"

namespace gradvet {
namespace {

using ::testing::HasSubstr;

Error refusal(const std::string& word, const CandidateSettings& settings = {}) {
  const Result<std::unique_ptr<Candidate>> candidate = make_candidate(word, settings);
  return candidate ? Error{ErrorCode::kNotYet, "made", ""} : candidate.error();
}

TEST(CandidateWord, TellsTheFormsApart) {
  const std::string path = fixture_path("behaviours.py");
  const CandidateWord file = parse_candidate_word(path).value();
  EXPECT_EQ(file.kind, CandidateKind::kPython);
  EXPECT_EQ(file.target, path);
  EXPECT_EQ(file.symbol, "solve");
  EXPECT_EQ(file.name, path + ":solve");
  EXPECT_EQ(parse_candidate_word(path + ":wrong").value().symbol, "wrong");
  EXPECT_EQ(parse_candidate_word("builtin:vector-mean/repair").value().target, "vector-mean/repair");
  const CandidateWord command = parse_candidate_word("exec:./a.py --x=b.so:c").value();
  EXPECT_EQ(command.kind, CandidateKind::kCommand);
  EXPECT_EQ(command.target, "./a.py --x=b.so:c");
}

TEST(CandidateWord, ListsTheFourFormsOnAnUnknownOne) {
  for (const char* word : {"", "mean", "mean.cpp", "python:mean.py", ".py", "exec:", "exec: "}) {
    const Result<CandidateWord> parsed = parse_candidate_word(word);
    ASSERT_FALSE(parsed.has_value()) << word;
    if (parsed.error().code == ErrorCode::kNoSuchFile) continue;  // "python:mean.py" is the path of a file
    EXPECT_EQ(parsed.error().code, ErrorCode::kUnknownName) << word;
    for (const char* form : {"path.py[:function]", "path.so[:symbol]", "exec:", "builtin:"})
      EXPECT_THAT(parsed.error().hint, HasSubstr(form)) << word;
  }
}

TEST(CandidateWord, SaysThatAFileDoesNotExist) {
  const Error error = refusal("no/such/mean.py:solve");
  EXPECT_EQ(error.code, ErrorCode::kNoSuchFile);
  EXPECT_THAT(error.message, HasSubstr("'no/such/mean.py'"));
  EXPECT_EQ(refusal("no/such/mean.so").code, ErrorCode::kNoSuchFile);
}

TEST(CandidateWord, RefusesABadFunctionName) {
  const std::string path = fixture_path("behaviours.py");
  EXPECT_EQ(refusal(path + ":").code, ErrorCode::kUnknownName);
  EXPECT_EQ(refusal(path + ":1x").code, ErrorCode::kUnknownName);
  EXPECT_EQ(refusal(path + ":a b").code, ErrorCode::kUnknownName);
}

TEST(CandidateWord, NamesTheNearestBuiltin) {
  static constexpr Form kForm{"vector-mean/repair", FormRole::kRepair, "", "", nullptr, nullptr, false};
  static constexpr Form kOther{"batch-total/repair", FormRole::kRepair, "", "", nullptr, nullptr, false};
  const std::array<const Form*, 2> forms{&kOther, &kForm};
  const CandidateSettings settings{"", forms};
  EXPECT_TRUE(make_candidate("builtin:vector-mean/repair", settings).has_value());
  const Error error = refusal("builtin:vector-mean/repiar", settings);
  EXPECT_EQ(error.code, ErrorCode::kUnknownName);
  EXPECT_THAT(error.hint, HasSubstr("builtin:vector-mean/repair?"));
}

TEST(CandidateWord, TakesALibraryWithItsVersion) {
  const std::string path = ::testing::TempDir() + "libmine.so.1.22";
  std::ofstream(path) << "no library";
  EXPECT_EQ(parse_candidate_word(path).value().target, path);
  EXPECT_EQ(parse_candidate_word(path + ":mean").value().symbol, "mean");
  for (const std::string& word :
       {path + ".", path + ".py2", path + "x:mean", std::string(".so.1"), path + "-1"})
    EXPECT_EQ(refusal(word).code, ErrorCode::kUnknownName) << word;
}

TEST(CandidateWord, TakesALibraryAndItsSymbol) {
  const std::string path = std::string(GRADVET_NATIVE_FIXTURES) + "/vector_mean.so";
  const CandidateWord word = parse_candidate_word(path).value();
  EXPECT_EQ(word.kind, CandidateKind::kSharedLibrary);
  EXPECT_EQ(word.name, path + ":gradvet_solve");
  EXPECT_EQ(parse_candidate_word(path + ":other").value().symbol, "other");
  EXPECT_TRUE(make_candidate(path, {}).has_value());
  EXPECT_EQ(parse_candidate_word("no.so").error().code, ErrorCode::kNoSuchFile);
}

TEST(CandidateWord, LoadsNoProcessIntoThisOne) {
  CandidateSettings settings;
  settings.isolation = Isolation::kInProcess;
  EXPECT_EQ(refusal("exec:true", settings).code, ErrorCode::kBadFlagValue);
  EXPECT_EQ(refusal(fixture_path("behaviours.py"), settings).code, ErrorCode::kBadFlagValue);
}

TEST(FindPython, LooksInPathAndRefusesWhatIsNotThere) {
  EXPECT_TRUE(find_python("").has_value());
  EXPECT_EQ(find_python("/bin/sh").value(), "/bin/sh");
  EXPECT_EQ(find_python("/no/such/python").error().code, ErrorCode::kNoSuchFile);
  EXPECT_EQ(find_python("no-such-python").error().code, ErrorCode::kNoSuchFile);
}

}  // namespace
}  // namespace gradvet
