#include "src/cli/output_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/source_places.hpp"

namespace gradvet {

namespace {

constexpr std::string_view kStdout = "-";

Result<const ReporterEntry*> find_reporter(std::string_view name, const Environment& environment) {
  std::vector<std::string_view> names;
  for (const ReporterEntry& entry : environment.reporters) {
    if (entry.name == name) return &entry;
    names.push_back(entry.name);
  }
  return tl::unexpected(unknown_name("report", name, names, "gradvet list reporters shows them all"));
}

struct ReportWish {
  const ReporterEntry* entry;
  std::string path;
};

Result<ReportWish> read_wish(const std::string& text, std::size_t run_count, const Environment& environment) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size())
    return tl::unexpected(bad_value("--report", "KIND=PATH, such as json=report.json", text));
  const Result<const ReporterEntry*> entry =
      find_reporter(std::string_view(text).substr(0, equals), environment);
  if (!entry) return tl::unexpected(entry.error());
  if ((*entry)->limit == RunLimit::kOne && run_count > 1)
    return make_error(ErrorCode::kBadFlagValue,
                      fmt::format("--report '{}' takes exactly one candidate, not {}", text, run_count),
                      "run it once for each, or use json");
  return ReportWish{*entry, text.substr(equals + 1)};
}

}  // namespace

Result<Colour> read_colour(const OutputFlags& flags, StreamKind kind, const Environment& environment) {
  static constexpr std::array<std::string_view, 3> kChoices = {"auto", "always", "never"};
  const std::string choice = flags.colour.value_or("auto");
  if (choice == "always") return Colour::kOn;
  if (choice == "never") return Colour::kOff;
  if (choice != "auto")
    return tl::unexpected(
        unknown_name("value of --color", choice, kChoices, "it takes auto, always or never"));
  const bool is_wanted = kind == StreamKind::kTerminal && !environment.is_colour_unwanted;
  return is_wanted ? Colour::kOn : Colour::kOff;
}

void add_report_flags(CLI::App& command, OutputFlags& flags) {
  add_repeatable(command, "--report", flags.reports, "KIND=PATH", "write a report as well; - is stdout");
}

void add_console_flags(CLI::App& command, OutputFlags& flags) {
  add_value(command, "--color", flags.colour, "WHEN", "auto, always or never");
  add_value(command, "--progress", flags.progress, "WHEN", "auto or never");
  add_switch(command, "--verbose", flags.is_verbose, "also show every observation and class of input");
}

Result<ReportSet> ReportSet::open(const OutputFlags& flags, const std::vector<std::string>& candidates,
                                  const Environment& environment) {
  std::vector<ReportWish> wishes;
  for (const std::string& text : flags.reports) {
    Result<ReportWish> wish = read_wish(text, candidates.size(), environment);
    if (!wish) return tl::unexpected(wish.error());
    for (const ReportWish& other : wishes) {
      if (other.path != wish->path) continue;
      return make_error(ErrorCode::kBadFlagValue,
                        fmt::format("two reports are to be written to '{}'", wish->path),
                        "give each a path of its own");
    }
    wishes.push_back(std::move(*wish));
  }
  const Detail detail = flags.is_verbose ? Detail::kVerbose : Detail::kBrief;
  const auto on_stdout =
      std::find_if(wishes.begin(), wishes.end(), [](const ReportWish& wish) { return wish.path == kStdout; });
  const bool is_stdout_taken = on_stdout != wishes.end();

  ReportSet set;
  const Result<Colour> colour =
      read_colour(flags, is_stdout_taken ? environment.err_kind : environment.out_kind, environment);
  if (!colour) return tl::unexpected(colour.error());
  if (!is_stdout_taken || on_stdout->entry->name != "console") {
    Target& console = set.targets_.emplace_back();
    console.reporter = std::make_unique<ConsoleReport>(*colour, detail);
    console.stream = is_stdout_taken ? &environment.err : &environment.out;
  }
  const ReportStyle style{Colour::kOff, detail, wishes.empty() ? SourcePlaces() : source_places(candidates)};
  for (const ReportWish& wish : wishes) {
    set.add_step_summary(*wish.entry, style, environment);
    Target& target = set.targets_.emplace_back();
    target.path = wish.path;
    target.reporter = wish.entry->make(style);
    target.needs = wish.entry->needs;
    if (wish.path == kStdout) {
      target.stream = &environment.out;
      continue;
    }
    target.file = std::make_unique<std::ofstream>(wish.path, std::ios::binary);
    target.stream = target.file.get();
    std::error_code ignored;
    if (std::filesystem::is_directory(wish.path, ignored))
      return make_error(ErrorCode::kCannotWrite, fmt::format("the report '{}' is a folder", wish.path),
                        "name a file in it");
    if (!*target.file)
      return make_error(ErrorCode::kCannotWrite, fmt::format("the report '{}' cannot be written", wish.path),
                        "its folder must exist and be writable");
  }
  return set;
}

void ReportSet::add_step_summary(const ReporterEntry& entry, const ReportStyle& style,
                                 const Environment& environment) {
  if (entry.make_step_summary == nullptr || !environment.step_summary) return;
  auto file = std::make_unique<std::ofstream>(*environment.step_summary, std::ios::binary | std::ios::app);
  if (!*file)
    return print_warning(environment.err,
                         fmt::format("the step summary '{}' cannot be written", *environment.step_summary));
  Target& target = targets_.emplace_back();
  target.path = *environment.step_summary;
  target.reporter = entry.make_step_summary(style);
  target.stream = file.get();
  target.file = std::move(file);
}

bool ReportSet::needs(ReportNeeds need) const {
  return std::ranges::any_of(targets_, [need](const Target& target) { return target.needs == need; });
}

Result<void> ReportSet::write(const Session& session, std::span<const RunReport> runs) {
  Result<void> result;
  for (Target& target : targets_) {
    target.reporter->write(session, runs, *target.stream);
    target.stream->flush();
    if (*target.stream) continue;
    const std::string where = target.file == nullptr ? "the console" : "'" + target.path + "'";
    result = make_error(ErrorCode::kCannotWrite, fmt::format("the report to {} could not be written", where),
                        "is the disk full?");
  }
  return result;
}

Result<ProgressMode> read_progress(const OutputFlags& flags, const Environment& environment) {
  static constexpr std::array<std::string_view, 2> kChoices = {"auto", "never"};
  const std::string choice = flags.progress.value_or("auto");
  if (choice == "never") return ProgressMode::kNone;
  if (choice != "auto")
    return tl::unexpected(unknown_name("value of --progress", choice, kChoices, "it takes auto or never"));
  if (environment.err_kind == StreamKind::kTerminal) return ProgressMode::kLine;
  return flags.is_verbose ? ProgressMode::kPhases : ProgressMode::kNone;
}

}  // namespace gradvet
