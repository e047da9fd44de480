#include "src/reporters/observations_report.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/reporters/toy_contract.hpp"

namespace gradvet {
namespace {

std::string report(const RunReport& run) {
  std::ostringstream out;
  ObservationsReport().write({}, {&run, 1}, out);
  return out.str();
}

TEST(ObservationsReport, IsWhatPythonsJsonDumpsPrints) {
  const ToyContract contract;
  EXPECT_EQ(
      report(broken_run(contract)),
      R"({"observations": [{"check": "two coordinates", "actual": [7.0, 6.0], "expected": [3.5, 3], )"
      R"("passed": false}, {"check": "empty", "actual": [], "expected": [], "passed": true}], "passed": false})"
      "\n");
}

TEST(ObservationsReport, PassesWhenEveryFixtureDoes) {
  const ToyContract contract;
  EXPECT_TRUE(report(held_run(contract)).ends_with("\"passed\": true}\n"));
}

TEST(ObservationsReport, DoesNotPassWithoutFixtures) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.observations.clear();
  EXPECT_EQ(report(run), "{\"observations\": [], \"passed\": false}\n");
}

TEST(ObservationsReport, SpacesWhatTheCandidateWroteWithoutSpaces) {
  const ToyContract contract;
  RunReport run = held_run(contract);
  run.observations = {{"é", "[1.50,2]", "[1.5,2]", true}};
  EXPECT_EQ(report(run),
            "{\"observations\": [{\"check\": \"é\", \"actual\": [1.50, 2], \"expected\": [1.5, 2], "
            "\"passed\": true}], "
            "\"passed\": true}\n");
}

}  // namespace
}  // namespace gradvet
