// Candidates that crash, hang and lie, through the real program: tests/fixtures/candidates/zoo.

#include "tests/e2e/zoo_table.hpp"

#include <csignal>
#include <ostream>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {

void PrintTo(const Animal& animal, std::ostream* out) { *out << animal.name; }

namespace {

const std::filesystem::path kFixtures = std::filesystem::path(GRADVET_ROOT) / "tests/fixtures/candidates/zoo";

class Zoo : public GradvetCommand, public ::testing::WithParamInterface<Animal> {
 protected:
  /// The word for the animal; its file is a copy in the folder of the test, since some change theirs.
  std::string word() const {
    const std::string name(GetParam().name);
    switch (GetParam().cage) {
      case Animal::Cage::kLibrary:
        copy(GRADVET_ZOO_LIBRARY, "zoo.so");
        return "./zoo.so:" + name;
      case Animal::Cage::kPeer:
        copy(GRADVET_ZOO_PEER, "zoo_peer");
        return "exec:./zoo_peer " + name;
      case Animal::Cage::kPython:
        copy(kFixtures / "zoo.py", "zoo.py");
        return "zoo.py:" + name;
      case Animal::Cage::kShell:
        break;
    }
    return "exec:" + name;
  }

  /// The interpreter itself: the first python3 in PATH may be a script that looks for it each time, and some
  /// animals are started a hundred times.
  std::string python() const {
    const CommandResult found = shell("python3 -c 'import sys; print(sys.executable)'");
    return found.out.substr(0, found.out.find('\n'));
  }

  void copy(const std::filesystem::path& file, const std::string& name) const {
    std::filesystem::copy_file(file, workshop_.folder() / name);
  }
};

TEST_P(Zoo, ComesToItsExpectedEnd) {
  const bool is_short = GetParam().patience == Animal::Patience::kShort;
  const CommandResult run =
      gradvet({"vet", word(), "--contract", "vector-mean", "--python", python(), "--cases", "20", "--scope",
               "microbatches=2,width=1,values=2,counts=2", "--memory", "1G", "--timeout",
               is_short ? "100ms" : "20s", "--start-timeout", is_short ? "1s" : "60s"});
  EXPECT_EQ(run.status, GetParam().status) << run;
  EXPECT_NE((run.out + run.err).find(GetParam().says), std::string::npos)
      << "expected: " << GetParam().says << run;
}

std::string name_of(const ::testing::TestParamInfo<Animal>& info) {
  constexpr std::array kCages = {"Library_", "Peer_", "Python_", "Shell_"};
  std::string name = kCages[static_cast<std::size_t>(info.param.cage)];
  for (const char letter : info.param.name) name += letter == '-' ? '_' : letter;
  return name;
}

class InProcess : public GradvetCommand {
 protected:
  CommandResult vet_here(const std::string& animal, const std::vector<std::string>& more = {}) const {
    std::filesystem::copy_file(GRADVET_ZOO_LIBRARY, workshop_.folder() / "zoo.so");
    std::vector<std::string> arguments = {"vet",          "./zoo.so:" + animal,
                                          "--contract",   "vector-mean",
                                          "--in-process", "--pins",
                                          "off",          "--cases",
                                          "20",           "--scope",
                                          "off"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return gradvet(arguments);
  }
};

TEST_F(InProcess, DoesNotPassForHeldWhereTheCandidateEndsTheProcess) {
  const CommandResult run = vet_here("exits_with_zero");
  EXPECT_EQ(run.status, 3) << run;
  EXPECT_NE(run.err.find("ended the process in a call"), std::string::npos) << run;
}

TEST_F(InProcess, EndsWhereTheCaseIsWrittenTo) {
  EXPECT_EQ(vet_here("writes_to_its_case").status, 128 + SIGSEGV);
}

TEST_F(InProcess, EndsWhereTheResultIsOverrun) {
  EXPECT_EQ(vet_here("writes_far_behind_its_result").status, 128 + SIGSEGV);
}

TEST_F(InProcess, KeepsWhatTheCandidatePrintsOutOfTheReport) {
  const CommandResult run = vet_here("closes_its_streams", {"--report", "json=-"});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_EQ(run.out.substr(0, 10), "{\"schema\":") << run;
  EXPECT_EQ(run.out.find("goodbye"), std::string::npos) << run;
  EXPECT_NE(run.err.find("loading the zoo"), std::string::npos) << run;
}

TEST_F(InProcess, SaysWhichLimitsItDoesNotKeep) {
  EXPECT_NE(vet_here("gradvet_solve").err.find("keeps neither --timeout nor --memory"), std::string::npos);
}

TEST_F(InProcess, DoesNotPassForHeldWhereEveryDescriptorIsClosed) {
  EXPECT_EQ(vet_here("closes_every_descriptor").status, 2) << "no report could be written";
}

INSTANTIATE_TEST_SUITE_P(All, Zoo, ::testing::ValuesIn(kZoo), name_of);

}  // namespace
}  // namespace gradvet
