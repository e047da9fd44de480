#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

using Accuracy = GradvetCommand;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(Accuracy, OfTheRepairIsReported) {
  const CommandResult run = gradvet({"vet", "builtin:vector-mean/repair", "--cases", "300", "--report",
                                     "accuracy=accuracy.json", "--pins", "off"});
  EXPECT_EQ(run.status, 0) << run;
  const std::string report = workshop_.read("accuracy.json");
  EXPECT_TRUE(report.starts_with(R"({"schema":"gradvet.accuracy/1","version":)")) << report;
  EXPECT_TRUE(contains(report, R"("verdict":"held","accuracy":{"numbers":)")) << report;
  EXPECT_TRUE(contains(report, R"("error_ulp":[{"at_most":"0","numbers":)")) << report;
  EXPECT_TRUE(contains(report, R"("farthest_in_excess":{"case":{"gradient_vectors":)")) << report;
}

TEST_F(Accuracy, OfAFormThatRoundsMoreIsLess) {
  const auto share = [this](const char* candidate) {
    const CommandResult run =
        gradvet({"vet", candidate, "--cases", "0", "--report", "accuracy=-", "--pins", "off"});
    EXPECT_EQ(run.status, 0) << run;
    const std::string key = R"("correctly_rounded_share":")";
    const std::size_t begin = run.out.find(key) + key.size();
    const std::string fraction = run.out.substr(begin, run.out.find('"', begin) - begin);
    const std::size_t slash = fraction.find('/');
    return std::stod(fraction) / (slash == std::string::npos ? 1 : std::stod(fraction.substr(slash + 1)));
  };
  // Small integers are summed without rounding: then one division is correctly rounded always.
  EXPECT_EQ(share("builtin:vector-mean/repair"), 1);
  EXPECT_LT(share("builtin:vector-mean/honest/weighted-means"), 1);
}

TEST_F(Accuracy, OfAnIntegerIsNotMeasured) {
  const CommandResult run = gradvet(
      {"vet", "builtin:batch-total/repair", "--cases", "10", "--report", "accuracy=-", "--pins", "off"});
  EXPECT_TRUE(contains(run.out, R"("accuracy":{"numbers":0,)")) << run;
}

}  // namespace
}  // namespace gradvet
