#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/contract.hpp"
#include "src/reporters/reporter_table.hpp"

namespace gradvet {

enum class StreamKind { kTerminal, kOther };

/// The value of an environment variable; nothing where it is not set, or empty.
using VariableReader = std::function<std::optional<std::string>(const char* name)>;

/// What a command may use of the world around it. Made once by main; nothing below reads it from anywhere
/// else.
struct Environment {
  ContractTable contracts;
  std::span<const Form* const> builtins;  ///< every form of every contract
  std::span<const ReporterEntry> reporters;
  std::string_view version;
  std::string_view build_facts = {};  ///< whole lines: how this binary was built
  std::vector<std::string> arguments;  ///< the command line, without the program's name

  std::ostream& out;  ///< results
  std::ostream& err;  ///< diagnostics and progress
  StreamKind out_kind = StreamKind::kOther;
  StreamKind err_kind = StreamKind::kOther;

  bool is_colour_unwanted = false;                         ///< NO_COLOR is set, or the terminal is dumb
  std::optional<std::string> python;                       ///< GRADVET_PYTHON
  std::optional<std::string> step_summary = std::nullopt;  ///< GITHUB_STEP_SUMMARY: a file to append to
  /// Those of schedulers, which only `--shard auto` asks.
  VariableReader variable = [](const char*) { return std::optional<std::string>(); };
  std::filesystem::path program = {};  ///< the file that runs; empty where the system does not say
  const std::atomic<bool>& interrupted;
};

}  // namespace gradvet
