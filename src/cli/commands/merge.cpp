#include "src/cli/commands/merge.hpp"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <ostream>

#include "src/cli/exit_code.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/join_shards.hpp"
#include "src/cli/messages.hpp"
#include "src/cli/output_flags.hpp"
#include "src/cli/pin_store.hpp"
#include "src/reporters/console_report.hpp"
#include "src/reporters/labelled_lines.hpp"

namespace gradvet {

namespace {

struct MergeFlags {
  std::vector<std::string> reports;
  std::optional<std::string> pins;
  OutputFlags output;
};

constexpr std::string_view kJson = "json=";
constexpr std::size_t kMostCaseBytes = 600;

/// Where the joined report goes: a path, `-` for stdout, or nowhere. E102 for anything but one json=PATH.
Result<std::optional<std::string>> read_target(const std::vector<std::string>& wishes) {
  if (wishes.empty()) return std::optional<std::string>();
  if (wishes.size() > 1)
    return make_error(ErrorCode::kBadFlagValue, "gradvet merge writes one report, not several",
                      "leave out all but one --report");
  if (!wishes.front().starts_with(kJson) || wishes.front().size() == kJson.size())
    return tl::unexpected(
        bad_value("--report", "json=PATH here: findings are joined as JSON alone", wishes.front()));
  return std::optional(wishes.front().substr(kJson.size()));
}

std::string text_of(const JsonValue& finding, std::string_view key) {
  const JsonValue* value = finding.find(key);
  if (value == nullptr || value->kind == JsonValue::Kind::kNull) return {};
  const std::string text = value->kind == JsonValue::Kind::kString ? value->text : compact_json(*value);
  return elided(terminal_text(text), kMostCaseBytes);
}

/// The findings in brief: what each shard printed is not printed again.
void write_findings(const JoinedHunt& joined, const Palette& palette, std::ostream& out) {
  for (const JsonValue& finding : joined.findings) {
    LabelledLines lines(palette);
    lines.add("finding", text_of(finding, "kind") + ", phase " + text_of(finding, "phase"));
    for (const char* key : {"case", "expected", "actual"}) lines.add(key, text_of(finding, key));
    const JsonValue* mechanism = finding.find("mechanism");
    if (mechanism != nullptr && mechanism->kind == JsonValue::Kind::kObject)
      lines.add("mistake", text_of(*mechanism, "id"));
    if (const JsonValue* replay = finding.find("replay")) lines.add("replay", terminal_text(replay->text));
    out << lines.text() << '\n';
  }
}

Result<void> write_report(const std::optional<std::string>& target, const JsonValue& report,
                          std::ofstream& file, std::ostream& out) {
  if (!target) return {};
  std::ostream& stream = target == "-" ? out : file;
  stream << compact_json(report) << '\n' << std::flush;
  if (stream) return {};
  return make_error(ErrorCode::kCannotWrite, fmt::format("the report to '{}' could not be written", *target),
                    "is the disk full?");
}

Result<ExitCode> run_merge(const MergeFlags& flags, Environment& environment) {
  const Result<std::optional<std::string>> target = read_target(flags.output.reports);
  if (!target) return tl::unexpected(target.error());
  const bool is_stdout_taken = *target == "-";
  const Result<Colour> colour =
      read_colour(flags.output, is_stdout_taken ? environment.err_kind : environment.out_kind, environment);
  if (!colour) return tl::unexpected(colour.error());
  const Result<ShardSet> shards = read_shard_reports(flags.reports, environment.contracts);
  if (!shards) return tl::unexpected(shards.error());
  Result<JoinedHunt> joined = join_shards(*shards);
  if (!joined) return tl::unexpected(joined.error());
  const Result<PinStore> pins = PinStore::read(flags.pins, environment);
  if (!pins) return tl::unexpected(pins.error());
  // Opened last, so that a report that cannot be joined leaves an older file as it is.
  std::ofstream file;
  if (*target && !is_stdout_taken) file.open(**target, std::ios::binary);
  if (!file)
    return make_error(ErrorCode::kCannotWrite, fmt::format("the report '{}' cannot be written", **target),
                      "its folder must exist and be writable");

  std::vector<RunReport> pinned(1, joined->run);
  pinned.front().findings = std::move(joined->to_pin);
  pins->add_findings(pinned, environment);
  const Palette palette(*colour);
  std::ostream& console = is_stdout_taken ? environment.err : environment.out;
  ConsoleReport(*colour, Detail::kBrief).write(Session{}, {&joined->run, 1}, console);
  write_findings(*joined, palette, console);
  console.flush();
  ExitCode code = exit_code_of(joined->run);
  if (const Result<void> written = write_report(*target, joined->report, file, environment.out); !written) {
    print_error(environment.err, written.error());
    code = worse(code, ExitCode::kUsage);
  }
  return code;
}

}  // namespace

CommandRun declare_merge(CLI::App& command) {
  const auto flags = std::make_shared<MergeFlags>();
  add_words(command, "REPORT", flags->reports, Presence::kRequired,
            "the JSON reports of gradvet vet --shard I/N, of every shard");
  add_value(command, "--pins", flags->pins, "FILE",
            "where what they found is pinned (.gradvet/pins.jsonl), or off");
  add_report_flags(command, flags->output);
  add_value(command, "--color", flags->output.colour, "WHEN", "auto, always or never");
  return [flags](Environment& environment) { return run_merge(*flags, environment); };
}

}  // namespace gradvet
