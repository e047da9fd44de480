// What candidates leave running in a session of their own.

#include <cerrno>
#include <csignal>
#include <string>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

class Orphans : public GradvetCommand {
 protected:
  /// Vets it, and tells what has become of the process that it left.
  std::string fate_after(const std::string& candidate) const {
    const CommandResult run =
        gradvet({"vet", candidate, "--contract", "vector-mean", "--cases", "20", "--scope", "off"});
    if (run.status != 0) return "status " + std::to_string(run.status) + run.out + run.err;
    const pid_t process = std::stoi(workshop_.read("daemon.pid"));
    return ::kill(process, 0) == 0 || errno != ESRCH ? "it runs" : "it has ended";
  }
  void copy(const std::filesystem::path& file, const std::string& name) const {
    std::filesystem::copy_file(file, workshop_.folder() / name);
  }
};

TEST_F(Orphans, OfALibraryAreEnded) {
  copy(GRADVET_ZOO_LIBRARY, "zoo.so");
  EXPECT_EQ(fate_after("./zoo.so:leaves_a_daemon"), "it has ended");
}

TEST_F(Orphans, OfAProgramAreEnded) {
  copy(GRADVET_ZOO_PEER, "zoo_peer");
  workshop_.write("peer.sh",
                  "setsid sh -c 'echo $$ > daemon.part; mv daemon.part daemon.pid; exec sleep 600' &\n"
                  "while [ ! -e daemon.pid ]; do sleep 0.01; done\n"
                  "exec ./zoo_peer right\n");
  EXPECT_EQ(fate_after("exec:sh peer.sh"), "it has ended");
}

TEST_F(Orphans, OfAPythonFunctionAreEnded) {
  workshop_.write("mean.py",
                  "import os, subprocess\n"
                  "child = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
                  "open('daemon.pid', 'w').write(str(child.pid))\n"
                  "def solve(gradient_vectors, example_counts):\n"
                  "    return [sum(column) / sum(example_counts) for column in zip(*gradient_vectors)]\n");
  EXPECT_EQ(fate_after("mean.py"), "it has ended");
}

}  // namespace
}  // namespace gradvet
