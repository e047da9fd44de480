#include "src/reporters/sarif_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "src/reporters/defect.hpp"
#include "src/reporters/json_writer.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/reporters/unjudged_reason.hpp"

namespace gradvet {

namespace {

struct Rule {
  std::string id;
  std::string name;
  std::string what;
};

std::string what_kind_means(FindingKind kind) {
  switch (kind) {
    case FindingKind::kCrash:
      return "The candidate's process ended while it computed a case.";
    case FindingKind::kTimeOut:
      return "The candidate gave no answer in time.";
    case FindingKind::kProtocol:
      return "The candidate wrote something that is no answer.";
    case FindingKind::kException:
      return "The candidate raised an exception on a case of the contract's domain.";
    case FindingKind::kWrongShape:
      return "The result has another form than the contract's.";
    case FindingKind::kNonFinite:
      return "The result holds a number that is not finite.";
    case FindingKind::kWrongValue:
      return "The result is farther from the exact value than rounding allows.";
    case FindingKind::kUnstable:
      break;
  }
  return "The answer to one case depends on what was asked before.";
}

void add_rule(std::vector<Rule>& rules, Rule rule) {
  const auto is_same = [&rule](const Rule& other) { return other.id == rule.id; };
  if (std::ranges::none_of(rules, is_same)) rules.push_back(std::move(rule));
}

/// Every mechanism of the contracts that were run, so that a reader sees what was looked for; of the kinds
/// and laws those that were found.
std::vector<Rule> rules_of(std::span<const RunReport> runs) {
  std::vector<Rule> rules;
  for (const RunReport& run : runs) {
    for (const Mechanism& mechanism : run.contract->mechanisms())
      add_rule(rules,
               {std::string(mechanism.id), std::string(mechanism.title), std::string(mechanism.root_cause)});
  }
  for (const RunReport& run : runs) {
    for (const Finding& finding : run.findings) {
      const std::string kind(to_text(finding.kind));
      if (!finding.mistake) add_rule(rules, {kind, kind, what_kind_means(finding.kind)});
    }
    if (!run.is_laws_only) continue;
    for (const LawBreach& breach : run.laws_broken)
      add_rule(rules, {fmt::format("law/{}", breach.law->id), std::string(breach.law->id),
                       std::string(breach.law->statement)});
  }
  return rules;
}

/// A message: an object with one text. `](` would make a link of what stands before it.
void write_message(JsonWriter& json, std::string_view key, std::string text) {
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at))
    text.insert(at + 1, " ");
  json.key(key);
  json.begin_object();
  json.key("text");
  json.string(text);
  json.end_object();
}

void write_rule(JsonWriter& json, const Rule& rule) {
  json.begin_object();
  json.key("id");
  json.string(rule.id);
  json.key("name");
  json.string(rule.name);
  write_message(json, "shortDescription", rule.name);
  write_message(json, "fullDescription", rule.what);
  json.key("defaultConfiguration");
  json.begin_object();
  json.key("level");
  json.string("error");
  json.end_object();
  json.end_object();
}

void write_tool(JsonWriter& json, const Session& session, const std::vector<Rule>& rules) {
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  json.key("name");
  json.string("gradvet");
  json.key("version");
  json.string(session.version);
  json.key("rules");
  json.begin_array();
  for (const Rule& rule : rules) write_rule(json, rule);
  json.end_array();
  json.end_object();
  json.end_object();
}

void write_locations(JsonWriter& json, const RunReport& run, const SourcePlace* place) {
  json.key("locations");
  json.begin_array();
  json.begin_object();
  if (place != nullptr) {
    json.key("physicalLocation");
    json.begin_object();
    json.key("artifactLocation");
    json.begin_object();
    json.key("uri");
    json.string(file_uri(place->file));
    json.end_object();
    json.key("region");
    json.begin_object();
    json.key("startLine");
    json.integer(place->line);
    json.end_object();
    json.end_object();
  }
  json.key("logicalLocations");
  json.begin_array();
  json.begin_object();
  json.key("fullyQualifiedName");
  json.string(terminal_text(run.candidate));
  json.key("kind");
  json.string("function");
  json.end_object();
  json.end_array();
  json.end_object();
  json.end_array();
}

/// The same for the same mistake of the same candidate, whatever case shows it and whatever line it is on.
std::string fingerprint(const RunReport& run, const Defect& defect) {
  std::string text = fmt::format("{} {} {} {}", run.contract->info().id, terminal_text(run.candidate),
                                 defect.kind, defect.rule);
  if (!defect.detail.empty()) text += " " + defect.detail;
  return text;
}

void write_result(JsonWriter& json, const RunReport& run, const Defect& defect, const SourcePlace* place,
                  const std::vector<Rule>& rules) {
  const auto rule = std::ranges::find_if(rules, [&](const Rule& one) { return one.id == defect.rule; });
  json.begin_object();
  json.key("ruleId");
  json.string(defect.rule);
  json.key("ruleIndex");
  json.integer(static_cast<std::uint64_t>(rule - rules.begin()));
  json.key("level");
  json.string("error");
  write_message(json, "message", fmt::format("{}.\n\n{}", defect.headline, defect.explanation));
  write_locations(json, run, place);
  json.key("partialFingerprints");
  json.begin_object();
  json.key("gradvet/v1");
  json.string(fingerprint(run, defect));
  json.end_object();
  json.key("properties");
  json.begin_object();
  json.key("contract");
  json.string(run.contract->info().id);
  json.key("profile");
  json.string(to_text(run.profile));
  json.key("kind");
  json.string(defect.kind);
  if (!defect.replay.empty()) {
    json.key("replay");
    json.string(defect.replay);
  }
  json.end_object();
  json.end_object();
}

void write_invocation(JsonWriter& json, const Session& session, std::span<const RunReport> runs,
                      const SourcePlaces& places) {
  constexpr int kLastVerdict = 1;  // held or broken: the program did what it was asked
  json.key("invocations");
  json.begin_array();
  json.begin_object();
  json.key("commandLine");
  json.string(terminal_text(session.command_line));
  json.key("executionSuccessful");
  json.boolean(session.exit_code <= kLastVerdict);
  json.key("exitCode");
  json.integer(static_cast<std::uint64_t>(session.exit_code));
  json.key("toolExecutionNotifications");
  json.begin_array();
  for (const RunReport& run : runs) {
    if (run.verdict != Verdict::kUnjudged) continue;
    json.begin_object();
    json.key("level");
    json.string("error");
    write_message(
        json, "message",
        fmt::format("{}: unjudged: {}", terminal_text(run.candidate), terminal_text(unjudged_reason(run))));
    write_locations(json, run, place_of(places, run.candidate));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_array();
}

}  // namespace

std::string file_uri(std::string_view path) {
  constexpr std::string_view kKept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char byte : path) {
    if (kKept.find(byte) != std::string_view::npos)
      uri += byte;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  }
  return uri;
}

void SarifReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  const std::vector<Rule> rules = rules_of(runs);
  std::string text;
  JsonWriter json(text, JsonWriter::Spacing::kCompact);
  json.begin_object();
  json.key("$schema");
  json.string("https://json.schemastore.org/sarif-2.1.0.json");
  json.key("version");
  json.string("2.1.0");
  json.key("runs");
  json.begin_array();
  json.begin_object();
  write_tool(json, session, rules);
  write_invocation(json, session, runs, places_);
  json.key("results");
  json.begin_array();
  for (const RunReport& run : runs) {
    for (const Defect& defect : defects_of(session, run))
      write_result(json, run, defect, place_of(places_, run.candidate), rules);
  }
  json.end_array();
  json.end_object();
  json.end_array();
  json.end_object();
  out << text << '\n';
}

}  // namespace gradvet
