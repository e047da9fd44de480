// gradvet vet --jobs: the reports are those of one job, byte for byte.

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

struct Vetted {
  const char* name;
  const char* file;
  const char* text;
  const char* candidate;
  int status;
};

void PrintTo(const Vetted& vetted, std::ostream* out) { *out << vetted.name; }

class ReportOfJobs : public GradvetCommand, public ::testing::WithParamInterface<Vetted> {};

TEST_P(ReportOfJobs, IsThatOfOne) {
  const Vetted& vetted = GetParam();
  if (*vetted.file != '\0') workshop_.write(vetted.file, vetted.text);
  const auto vet = [&](const std::string& jobs) {
    return gradvet({"vet", vetted.candidate, "--contract", "vector-mean", "--pins", jobs + ".jsonl", "--jobs",
                    jobs, "--cases", "3000", "--timeout", "10s", "--report", "json=" + jobs + ".json"});
  };
  const CommandResult one = vet("1");
  EXPECT_EQ(one.status, vetted.status) << one;
  for (const char* jobs : {"2", "5"}) {
    const CommandResult several = vet(jobs);
    EXPECT_EQ(several.status, vetted.status) << several;
    EXPECT_EQ(workshop_.read(std::string(jobs) + ".json"), workshop_.read("1.json")) << jobs;
  }
}

constexpr const char* kRight =
    "def solve(gradient_vectors, example_counts):\n"
    "    total = sum(example_counts)\n"
    "    return [sum(column) / total for column in zip(*gradient_vectors)]\n";
/// Wrong from five microbatches on, where no fixture and no scope looks.
constexpr const char* kWrongWhereLong =
    "def solve(gradient_vectors, example_counts):\n"
    "    total = len(example_counts) if len(example_counts) > 4 else sum(example_counts)\n"
    "    return [sum(column) / total for column in zip(*gradient_vectors)]\n";

INSTANTIATE_TEST_SUITE_P(Candidates, ReportOfJobs,
                         ::testing::Values(Vetted{"Builtin", "", "", "builtin:vector-mean/repair", 0},
                                           Vetted{"Mistake", "", "",
                                                  "builtin:vector-mean/microbatch-denominator/failure", 1},
                                           Vetted{"Python", "right.py", kRight, "right.py", 0},
                                           Vetted{"WrongWhereLong", "long.py", kWrongWhereLong, "long.py", 1},
                                           Vetted{"Crashing", "", "", GRADVET_ZOO_LIBRARY ":aborts", 1}),
                         [](const auto& vetted) { return std::string(vetted.param.name); });

}  // namespace
}  // namespace gradvet
