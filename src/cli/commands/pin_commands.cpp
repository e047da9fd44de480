#include "src/cli/commands/pin_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <ostream>

#include "src/cli/flag_values.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/pin_store.hpp"
#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

struct PinsFlags {
  std::optional<std::string> file;
  std::vector<std::string> lines;
};

constexpr std::size_t kMostCaseBytes = 120;
constexpr std::uint64_t kMostLine = 1'000'000'000;

std::string pin_text(const Pin& pin) {
  std::string cases;
  for (const Case& value : pin.cases) {
    if (!cases.empty()) cases += ' ';
    append_case_json(cases, value, pin.contract->info().parameters);
  }
  const std::string mechanism = pin.mechanism.empty() ? "no known mistake" : pin.mechanism;
  return fmt::format("{}  {}  {}  {}\n      {}", pin.contract->info().id, to_text(pin.kind),
                     terminal_text(mechanism), terminal_text(pin.candidate), elided(cases, kMostCaseBytes));
}

Result<ExitCode> run_pins_list(const PinsFlags& flags, Environment& environment) {
  const std::string file = flags.file.value_or(PinStore::kDefaultFile);
  const Result<PinFile> content = read_pins(file, environment.contracts);
  if (!content) return tl::unexpected(content.error());
  std::map<std::size_t, std::string> by_line;
  for (const Pin& pin : content->pins) by_line.emplace(pin.line, pin_text(pin));
  for (const UnreadablePin& pin : content->unreadable)
    by_line.emplace(pin.line, fmt::format("cannot be read: {}\n      {}", terminal_text(pin.why),
                                          elided(terminal_text(pin.text), kMostCaseBytes)));
  for (const auto& [line, text] : by_line) environment.out << fmt::format("{:>4}  {}\n", line, text);
  if (by_line.empty()) environment.out << fmt::format("no pins in {}\n", terminal_text(file));
  return ExitCode::kHeld;
}

Result<ExitCode> run_pins_remove(const PinsFlags& flags, Environment& environment) {
  const std::string file = flags.file.value_or(PinStore::kDefaultFile);
  std::vector<std::size_t> lines;
  for (const std::string& word : flags.lines) {
    const Result<std::uint64_t> line = read_count("gradvet pins remove", word, 1, kMostLine);
    if (!line) return tl::unexpected(line.error());
    lines.push_back(*line);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());

  const Result<PinFile> content = read_pins(file, environment.contracts);
  if (!content) return tl::unexpected(content.error());
  for (const std::size_t line : lines) {
    const auto is_there = [line](const auto& pin) { return pin.line == line; };
    if (std::any_of(content->pins.begin(), content->pins.end(), is_there) ||
        std::any_of(content->unreadable.begin(), content->unreadable.end(), is_there))
      continue;
    return make_error(ErrorCode::kUnknownName, fmt::format("'{}' has no pin on line '{}'", file, line),
                      "gradvet pins list shows the lines");
  }
  if (const Result<void> removed = remove_pins(file, environment.contracts, lines); !removed)
    return tl::unexpected(removed.error());
  environment.out << fmt::format("removed {} from {}\n", counted(lines.size(), "pin"), terminal_text(file));
  return ExitCode::kHeld;
}

}  // namespace

CommandRun declare_pins(CLI::App& command) {
  const auto flags = std::make_shared<PinsFlags>();
  CLI::App& list = add_command(command, "list", "show every pin with its line");
  add_value(list, "--pins", flags->file, "FILE", "the pin file (.gradvet/pins.jsonl)");
  CLI::App& remove = add_command(command, "remove", "take pins out, by the lines that list shows");
  add_words(remove, "LINE", flags->lines, Presence::kRequired, "lines to remove");
  add_value(remove, "--pins", flags->file, "FILE", "the pin file (.gradvet/pins.jsonl)");
  return [flags, &remove](Environment& environment) {
    return is_named(remove) ? run_pins_remove(*flags, environment) : run_pins_list(*flags, environment);
  };
}

}  // namespace gradvet
