#include "tests/support/run_command.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ostream>
#include <stdexcept>

#include "tests/support/fresh_folder.hpp"

namespace gradvet {

namespace {

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(program.c_str(), words.data());
  _exit(127);
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const CommandResult& result) {
  return stream << "\n$ " << result.command << "\nstatus: " << result.status << "\n--- stdout ---\n"
                << result.out << "--- stderr ---\n"
                << result.err << "--------------\n";
}

Workshop::Workshop() : folder_(fresh_folder()), outputs_(fresh_folder()) {}

Workshop::~Workshop() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
  std::filesystem::remove_all(outputs_, ignored);
}

void Workshop::write(const std::string& name, const std::string& content) const {
  const std::filesystem::path file = folder_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
}

std::string Workshop::read(const std::string& name) const { return read_file(folder_ / name); }

bool Workshop::has(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

Workshop::Started Workshop::start(const std::string& program,
                                  const std::vector<std::string>& arguments) const {
  Started started;
  started.command = program;
  for (const std::string& argument : arguments) started.command += " '" + argument + "'";
  const std::string number = std::to_string(++started_);
  started.out = outputs_ / ("out" + number);
  started.err = outputs_ / ("err" + number);
  // Made here, so that the caller can look into them at once.
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  const int out = open(started.out.c_str(), flags, 0600);
  const int err = open(started.err.c_str(), flags, 0600);
  if (out < 0 || err < 0) throw std::runtime_error("no file for the output of " + started.command);
  started.process = fork();
  if (started.process < 0) throw std::runtime_error("cannot fork");
  if (started.process > 0) {
    close(out);
    close(err);
    return started;
  }
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (chdir(folder_.c_str()) != 0) _exit(126);
  for (const char* name : {"NO_COLOR", "GRADVET_PYTHON", "GITHUB_STEP_SUMMARY", "GTEST_SHARD_INDEX",
                           "GTEST_TOTAL_SHARDS", "CI_NODE_INDEX", "CI_NODE_TOTAL", "JOB_COMPLETION_INDEX",
                           "GRADVET_TOTAL_SHARDS", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT",
                           "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"})
    unsetenv(name);
  for (const auto& [name, value] : variables_) setenv(name.c_str(), value.c_str(), 1);
  become(program, arguments);
}

CommandResult Workshop::wait_for(const Started& started) {
  int status = 0;
  while (waitpid(started.process, &status, 0) < 0 && errno == EINTR) {
  }
  CommandResult result;
  result.command = started.command;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read_file(started.out);
  result.err = read_file(started.err);
  return result;
}

CommandResult Workshop::run(const std::string& program, const std::vector<std::string>& arguments) const {
  return wait_for(start(program, arguments));
}

CommandResult Workshop::run_in_shell(const std::string& program, const std::string& line) const {
  const std::string folder = std::filesystem::path(program).parent_path().string();
  return run("/bin/sh", {"-c", "PATH=" + folder + ":$PATH; " + line});
}

}  // namespace gradvet
