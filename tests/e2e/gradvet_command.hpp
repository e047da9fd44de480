#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/run_command.hpp"

namespace gradvet {

/// A test that runs the real program in a fresh folder.
class GradvetCommand : public ::testing::Test {
 protected:
  CommandResult gradvet(const std::vector<std::string>& arguments) const {
    return workshop_.run(GRADVET_PROGRAM, arguments);
  }
  CommandResult shell(const std::string& line) const { return workshop_.run_in_shell(GRADVET_PROGRAM, line); }

  /// An interpreter that has NumPy, for --python; nothing where none has.
  std::optional<std::string> python_with_numpy() const {
    for (const std::string candidate : {"python3", "/usr/bin/python3"})
      if (shell(candidate + " -c 'import numpy'").status == 0) return candidate;
    return std::nullopt;
  }

  /// Puts an example candidate (src/candidates/examples/python) into the folder under its own name.
  void copy_example(const std::string& name) const {
    std::filesystem::copy_file(std::filesystem::path(GRADVET_EXAMPLES) / name, workshop_.folder() / name);
  }

  Workshop workshop_;
};

/// The published programs beside the repository; empty where they are not there.
inline std::filesystem::path published_folder() {
  const std::filesystem::path folder = std::filesystem::path(GRADVET_ROOT) / "../shared/published";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

}  // namespace gradvet
