#include "src/candidates/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

namespace gradvet {
namespace {

using std::chrono::milliseconds;
using Event = ChildProcess::Event;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr milliseconds kSoon{10000};

std::unique_ptr<ChildProcess> shell(std::string script, ChildStreams streams = ChildStreams::kStandard,
                                    std::uint64_t memory_bytes = 0) {
  Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(
      {{"/bin/sh", "-c", std::move(script)}, {"GRADVET_TEST=added"}, streams, memory_bytes});
  EXPECT_TRUE(child.has_value());
  return std::move(*child);
}

/// Everything that it writes until it closes its output.
std::string all_of(ChildProcess& child) {
  std::string inbox;
  while (child.exchange(inbox, 0, ChildProcess::Clock::now() + kSoon) == Event::kReceived) continue;
  return inbox;
}

TEST(ChildProcess, CarriesMoreThanAPipeHoldsBothWaysAtOnce) {
  const auto child = shell("cat");
  const std::string sent(8 << 20, 'x');
  child->outbox() = sent;
  std::string inbox;
  while (inbox.size() < sent.size())
    ASSERT_EQ(child->exchange(inbox, 0, ChildProcess::Clock::now() + kSoon), Event::kReceived);
  EXPECT_EQ(inbox, sent);
}

TEST(ChildProcess, SaysThatItsOutputIsDrained) {
  const auto child = shell("cat");
  child->outbox() = "abc";
  std::string inbox;
  EXPECT_EQ(child->exchange(inbox, 1, ChildProcess::Clock::now() + kSoon), Event::kDrained);
}

TEST(ChildProcess, TellsTheExitStatus) {
  const auto child = shell("exit 3");
  EXPECT_EQ(all_of(*child), "");
  EXPECT_EQ(to_text(child->end(kSoon)), "exit status 3");
}

TEST(ChildProcess, TellsTheSignal) {
  const auto child = shell("kill -SEGV $$");
  EXPECT_EQ(all_of(*child), "");
  EXPECT_EQ(to_text(child->end(kSoon)), "signal 11 (SIGSEGV)");
}

TEST(ChildProcess, TellsWhatAShellSaysOfASignal) {
  EXPECT_EQ(to_text(ChildEnd{ChildEnd::Kind::kExited, 139}), "exit status 139 (128 + signal 11, SIGSEGV)");
  EXPECT_EQ(to_text(ChildEnd{ChildEnd::Kind::kExited, 255}), "exit status 255");
}

TEST(ChildProcess, ExpiresAtItsDeadlineAndIsKilled) {
  const auto child = shell("sleep 60");
  std::string inbox;
  EXPECT_EQ(child->exchange(inbox, 0, ChildProcess::Clock::now() + milliseconds(30)), Event::kExpired);
  EXPECT_EQ(child->end(milliseconds(0)).kind, ChildEnd::Kind::kKilledByUs);
}

TEST(ChildProcess, NoticesADeathWhileAGrandchildHoldsThePipes) {
  const auto child = shell("sleep 60 & exit 4");
  EXPECT_EQ(all_of(*child), "");
  EXPECT_EQ(to_text(child->end(kSoon)), "exit status 4");
}

TEST(ChildProcess, KillsTheWholeGroup) {
  const auto child = shell("sleep 60 & echo $!; wait");
  std::string inbox;
  while (inbox.find('\n') == std::string::npos)
    ASSERT_EQ(child->exchange(inbox, 0, ChildProcess::Clock::now() + kSoon), Event::kReceived);
  const pid_t grandchild = std::stoi(inbox);
  child->end(milliseconds(0));
  // The killed grandchild may take a moment to be reaped by whoever adopts it; a living one would sleep for a
  // minute.
  const auto deadline = ChildProcess::Clock::now() + kSoon;
  const auto lives = [grandchild] {
    const std::string path = "/proc/" + std::to_string(grandchild) + "/stat";
    FILE* const file = std::fopen(path.c_str(), "r");
    if (file == nullptr) return false;
    char state = 0;
    const int read = std::fscanf(file, "%*d (%*[^)]) %c", &state);
    std::fclose(file);
    return read == 1 && state != 'Z' && state != 'X';
  };
  while (lives() && ChildProcess::Clock::now() < deadline) continue;
  EXPECT_FALSE(lives());
}

TEST(ChildProcess, KeepsTheLast64KiBOfStderr) {
  const auto child = shell(
      "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789 >&2; "
      "i=$((i+1)); done; echo last words >&2");
  EXPECT_EQ(all_of(*child), "");
  child->end(kSoon);
  EXPECT_EQ(child->stderr_tail().size(), 65536U);
  EXPECT_TRUE(child->stderr_tail().ends_with("6789\nlast words\n"));
}

TEST(ChildProcess, GivesPrivateStreamsOnThreeAndFour) {
  const auto child = shell("cat <&3 >&4; cat; echo to stdout", ChildStreams::kPrivate);
  child->outbox() = "abc";
  std::string inbox;
  ASSERT_EQ(child->exchange(inbox, 0, ChildProcess::Clock::now() + kSoon), Event::kReceived);
  EXPECT_EQ(inbox, "abc");
  child->end(kSoon);
  EXPECT_EQ(child->stderr_tail(), "to stdout\n");
}

TEST(ChildProcess, LimitsDataAndCoreAndAddsToTheEnvironment) {
  const auto child = shell("ulimit -d; ulimit -c; echo $GRADVET_TEST", ChildStreams::kStandard, 1ULL << 30);
  EXPECT_EQ(all_of(*child), "1048576\n0\nadded\n");
}

TEST(ChildProcess, LeavesNoDescriptorOfOursToTheChild) {
  const auto first = shell("cat");
  const auto second = shell("ls /proc/self/fd | wc -l");
  // 0, 1, 2, and the one with which ls reads the folder.
  EXPECT_EQ(std::stoi(all_of(*second)), 4);
}

TEST(ChildProcess, SurvivesAChildThatClosesItsInput) {
  const auto child = shell("exec 0<&-; echo ready; sleep 60");
  std::string inbox;
  ASSERT_EQ(child->exchange(inbox, 0, ChildProcess::Clock::now() + kSoon), Event::kReceived);
  child->outbox() = std::string(4 << 20, 'x');
  EXPECT_EQ(child->exchange(inbox, 0, ChildProcess::Clock::now() + milliseconds(30)), Event::kExpired);
}

TEST(ChildProcess, SaysWhyAProgramCannotBeExecuted) {
  const auto child = ChildProcess::start({{"/no/such/program"}, {}, ChildStreams::kStandard, 0});
  ASSERT_FALSE(child.has_value());
  EXPECT_EQ(child.error().code, ErrorCode::kNotExecutable);
  EXPECT_THAT(child.error().message, HasSubstr("No such file"));
}

}  // namespace
}  // namespace gradvet
