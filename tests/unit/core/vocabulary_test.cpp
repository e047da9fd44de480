#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "src/core/finding.hpp"
#include "src/core/run_report.hpp"

namespace gradvet {
namespace {

/// In the order in which the first that applies names an outcome (the design's list).
constexpr std::array kKinds = {FindingKind::kCrash,      FindingKind::kTimeOut,    FindingKind::kProtocol,
                               FindingKind::kException,  FindingKind::kWrongShape, FindingKind::kNonFinite,
                               FindingKind::kWrongValue, FindingKind::kUnstable};

TEST(Vocabulary, NamesEveryFindingKindAndReadsItBack) {
  for (const FindingKind kind : kKinds) EXPECT_EQ(finding_kind_of(to_text(kind)), kind);
  EXPECT_EQ(to_text(FindingKind::kWrongValue), "wrong-value");
  EXPECT_EQ(to_text(FindingKind::kNonFinite), "non-finite");
}

TEST(Vocabulary, KnowsNoOtherFindingKind) {
  EXPECT_EQ(finding_kind_of("wrong value"), std::nullopt);
  EXPECT_EQ(finding_kind_of(""), std::nullopt);
}

TEST(Vocabulary, NamesPhasesAndVerdicts) {
  EXPECT_EQ(to_text(Phase::kPins), "pins");
  EXPECT_EQ(to_text(Phase::kExhaustive), "exhaustive");
  EXPECT_EQ(to_text(Verdict::kHeld), "held");
  EXPECT_EQ(to_text(Verdict::kBroken), "broken");
  EXPECT_EQ(to_text(Verdict::kUnjudged), "unjudged");
}

}  // namespace
}  // namespace gradvet
