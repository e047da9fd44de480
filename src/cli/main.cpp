#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>

#include "properties/contract_table.hpp"
#include "src/candidates/orphan_watch.hpp"
#include "src/cli/command_table.hpp"
#include "src/cli/interrupt.hpp"
#include "src/cli/known_ids.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/parse_line.hpp"

namespace {

using namespace gradvet;

/// Nothing of the machine or the time: the same sources and compiler give the same bytes.
constexpr std::string_view kBuildFacts = "compiler    " GRADVET_COMPILER
                                         "\n"
                                         "build type  " GRADVET_BUILD_TYPE
                                         "\n"
                                         "sanitizers  " GRADVET_SANITIZERS
                                         "\n"
                                         "Boost       " GRADVET_BOOST "\n";

StreamKind kind_of(int descriptor) {
  return isatty(descriptor) == 1 ? StreamKind::kTerminal : StreamKind::kOther;
}

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::filesystem::path program_file() {
  std::error_code failed;
  std::filesystem::path file = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? std::filesystem::path() : file;
}

int run(std::vector<std::string> arguments) {
  const OrphanWatch orphans;
  const std::vector<const Form*> builtins = all_forms(contract_table());
  Environment environment{
      .contracts = contract_table(),
      .builtins = builtins,
      .reporters = reporter_table(),
      .version = GRADVET_VERSION,
      .build_facts = kBuildFacts,
      .arguments = arguments,
      .out = std::cout,
      .err = std::cerr,
      .out_kind = kind_of(STDOUT_FILENO),
      .err_kind = kind_of(STDERR_FILENO),
      .is_colour_unwanted = variable("NO_COLOR").has_value() || variable("TERM") == "dumb",
      .python = variable("GRADVET_PYTHON"),
      .step_summary = variable("GITHUB_STEP_SUMMARY"),
      .variable = &variable,
      .program = program_file(),
      .interrupted = watch_interrupts(),
  };
  const Result<CommandRun> command = parse_command_line(command_table(), std::move(arguments));
  const Result<ExitCode> ended =
      command ? (*command)(environment) : Result<ExitCode>(tl::unexpected(command.error()));
  if (ended) return static_cast<int>(*ended);
  print_error(environment.err, ended.error());
  return static_cast<int>(exit_code_of(ended.error()));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::exception& bug) {
    std::cerr << "gradvet: internal error: " << bug.what() << "; please report it with the command line\n";
    return static_cast<int>(ExitCode::kOwnBug);
  }
}
