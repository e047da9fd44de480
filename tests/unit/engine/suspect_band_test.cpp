#include "src/engine/suspect_band.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oracles/float_format.hpp"
#include "oracles/rational.hpp"
#include "tests/support/function_candidate.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

/// The note after one answer under a profile.
std::optional<std::string> note_on(const Case& input, double answer, const Profile& profile) {
  FunctionCandidate candidate([answer](const Case&) -> Outcome { return list_answer({answer}); });
  Trial trial(candidate, contract_called("vector-mean"), profile);
  const std::vector<Case> batch{input};
  EXPECT_TRUE(trial.run(batch));
  EXPECT_TRUE(trial.judgements()[0].is_held());
  SuspectBand band;
  band.observe(batch, trial);
  return band.note();
}

/// [[1], [0]] with counts 1 and 15: A/N = 1/16, but M = 1, so that any honest form may err by u(9/16 + 5), a
/// sum by u·5/16, and a running mean, its 1 first, by little more than u(6 + 3 + 5·15)/16.
Case sparse() { return vector_mean_case({{1}, {0}}, {1, 15}); }

TEST(SuspectBand, NotesWhatIsHeldBeyondTheUsual) {
  const Profile profile = *parse_profile("float32");
  const double u = 0x1p-24;
  const std::optional<std::string> note = note_on(sparse(), 1.0 / 16 + 5.5 * u, profile);
  ASSERT_TRUE(note);
  EXPECT_NE(note->find("1 of 1 answers looked at"), std::string::npos) << *note;
  EXPECT_NE(note->find(R"({"gradient_vectors":[[1.0],[0.0]],"example_counts":[1,15]})"), std::string::npos)
      << *note;
}

TEST(SuspectBand, IsSilentOnWhatSumsAndRunningMeansDo) {
  const Profile profile = *parse_profile("float32");
  EXPECT_EQ(note_on(sparse(), 1.0 / 16, profile), std::nullopt);
  EXPECT_EQ(note_on(sparse(), 1.0 / 16 + 5 * 0x1p-24, profile), std::nullopt);
}

TEST(SuspectBand, IsSilentWhereAnOrderIsDeclared) {
  const Profile profile = *parse_profile("float32,order=sum");
  // u·5/16 is allowed, and no more is usual.
  EXPECT_EQ(note_on(vector_mean_case({{1}, {0}}, {1, 15}), 1.0 / 16 + 0x1p-26, profile), std::nullopt);
}

TEST(SuspectBand, IsNeverWiderThanTheBound) {
  const Contract& contract = contract_called("vector-mean");
  const Contract& unscaled = contract_called("unscaled-mean");
  for (const char* name : {"float64", "float32", "bfloat16", "bf16-acc32", "float16,ftz"}) {
    const Profile profile = *parse_profile(name);
    for (int i = 0; i < 300; ++i)
      for (const Contract* one : {&contract, &unscaled}) {
        Case input;
        one->draw(static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15U, i % 100,
                  {.max_microbatches = 12, .max_width = 2}, profile, input);
        Allowance allowed, usual;
        one->allow(input, profile, allowed);
        one->usual(input, profile, usual);
        ASSERT_EQ(usual.unjudged, allowed.unjudged);
        if (!usual.unjudged.empty()) continue;
        ASSERT_EQ(usual.bounds.size(), allowed.bounds.size());
        for (std::size_t j = 0; j < usual.bounds.size(); ++j) ASSERT_LE(usual.bounds[j], allowed.bounds[j]);
      }
  }
}

}  // namespace
}  // namespace gradvet::test
