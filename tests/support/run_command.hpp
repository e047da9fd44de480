#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace gradvet {

/// What a command did.
struct CommandResult {
  std::string command;
  int status = -1;  ///< exit status; 128 + number where a signal ended it
  std::string out;
  std::string err;
};

/// Command, status, stdout and stderr, for the message of a failing test.
std::ostream& operator<<(std::ostream& stream, const CommandResult& result);

/// A fresh folder in which commands run; removed with the object.
class Workshop {
 public:
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  void write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;

  /// Environment variables for the commands; the test's own are kept, but for those that gradvet reads.
  void set(const std::string& name, const std::string& value) { variables_.emplace_back(name, value); }

  /// Runs the program (a path) and waits for its end.
  CommandResult run(const std::string& program, const std::vector<std::string>& arguments) const;

  /// Runs a line in `sh`, with the folder of `program` first in PATH.
  CommandResult run_in_shell(const std::string& program, const std::string& line) const;

  /// Starts the program; wait_for() gives what it did. Its output goes into files of its own.
  struct Started {
    int process = -1;
    std::string command;
    std::filesystem::path out;
    std::filesystem::path err;
  };
  Started start(const std::string& program, const std::vector<std::string>& arguments) const;
  static CommandResult wait_for(const Started& started);

 private:
  std::filesystem::path folder_;  ///< where commands run
  std::filesystem::path outputs_;
  std::vector<std::pair<std::string, std::string>> variables_;
  mutable int started_ = 0;
};

}  // namespace gradvet
