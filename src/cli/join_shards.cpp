#include "src/cli/join_shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <tuple>

#include "src/cli/known_ids.hpp"
#include "src/engine/power.hpp"
#include "src/engine/verdict_of_counts.hpp"
#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

using Kind = JsonValue::Kind;

/// A finding of a shard, with what chooses among several.
struct ShardFinding {
  JsonValue json;
  Finding finding;         ///< its kind, cases and mechanism
  std::string mistake;     ///< what tells it from others of its kind under --all
  bool is_proved = false;  ///< least in a scope
};

JsonValue text_value(std::string text) { return {Kind::kString, std::move(text), {}, {}}; }

JsonValue* find_member(JsonValue& object, std::string_view key) {
  const auto found = std::ranges::find(object.members, key, &JsonMember::key);
  return found == object.members.end() ? nullptr : &found->value;
}

void set_member(JsonValue& object, std::string_view key, JsonValue value) {
  if (JsonValue* member = find_member(object, key))
    *member = std::move(value);
  else
    object.members.push_back({std::string(key), std::move(value)});
}

std::uint64_t count_of(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  std::uint64_t number = 0;
  if (value != nullptr) std::from_chars(value->text.data(), value->text.data() + value->text.size(), number);
  return number;
}

/// Adds the counts of an object, and of the objects in it, by their keys.
Result<void> add_counts(const std::string& path, const JsonValue& part, JsonValue& total) {
  for (const JsonMember& member : part.members) {
    JsonValue* sum = find_member(total, member.key);
    if (sum == nullptr) {
      total.members.push_back(member);
      sum = &total.members.back().value;
      if (member.value.kind == Kind::kNumber) sum->text = "0";
      if (member.value.kind == Kind::kObject) sum->members.clear();
    }
    if (member.value.kind == Kind::kObject && sum->kind == Kind::kObject) {
      if (const Result<void> added = add_counts(path, member.value, *sum); !added) return added;
      continue;
    }
    const Result<std::uint64_t> number = read_report_count(path, member.value);
    const Result<std::uint64_t> before = read_report_count(path, *sum);
    if (!number || !before) return tl::unexpected((number ? before : number).error());
    sum->text = std::to_string(*before + *number);
  }
  return {};
}

Error damaged(const ShardFile& file, std::string_view why) {
  return {ErrorCode::kBadJson, fmt::format("'{}' has a finding that cannot be read: {}", file.path, why),
          "run that shard again"};
}

Result<ShardFinding> read_finding(const ShardFile& file, const JsonValue& json, const Contract& contract) {
  ShardFinding read;
  read.json = json;
  const JsonValue* kind = json.find("kind");
  const std::optional<FindingKind> known = kind == nullptr ? std::nullopt : finding_kind_of(kind->text);
  if (!known) return tl::unexpected(damaged(file, "its kind is unknown"));
  read.finding.kind = *known;
  const JsonValue* sequence = json.find("cases");
  const JsonValue* single = json.find("case");
  if (single == nullptr) return tl::unexpected(damaged(file, "it has no case"));
  const std::vector<JsonValue> cases = sequence == nullptr ? std::vector{*single} : sequence->items;
  for (const JsonValue& value : cases) {
    Result<Case> input = read_case(value, contract.info().parameters);
    if (!input) return tl::unexpected(damaged(file, input.error().message));
    read.finding.cases.push_back(std::move(*input));
  }
  if (read.finding.cases.empty()) return tl::unexpected(damaged(file, "it has no case"));
  const JsonValue* mistake = json.find("mechanism");
  if (mistake != nullptr && mistake->kind == Kind::kObject) {
    read.mistake = compact_json(mistake->find("id") ? *mistake->find("id") : JsonValue{}) +
                   compact_json(mistake->find("role") ? *mistake->find("role") : JsonValue{});
    for (const Mechanism& mechanism : contract.mechanisms())
      if (mistake->find("id") != nullptr && mechanism.id == mistake->find("id")->text)
        read.finding.mistake = NamedMistake{&mechanism, FormRole::kFailure, 0, 0};
  } else if (const JsonValue* formula = json.find("formula")) {
    read.mistake = formula->text;
  }
  const JsonValue* minimal = json.find("minimal");
  read.is_proved = minimal != nullptr && minimal->kind == Kind::kObject;
  return read;
}

bool is_before(const ShardFinding& a, const ShardFinding& b, const Contract& contract) {
  if (const int order = contract.compare(a.finding.last_case(), b.finding.last_case())) return order < 0;
  if (a.finding.cases.size() != b.finding.cases.size())
    return a.finding.cases.size() < b.finding.cases.size();
  return a.is_proved && !b.is_proved;
}

/// The least of each kind, or of each mistake; a wrong value first, as in the report of one hunt.
std::vector<JsonValue> least_findings(const std::vector<ShardFinding>& all, bool is_all,
                                      const Contract& contract) {
  std::vector<const ShardFinding*> least;
  for (const ShardFinding& finding : all) {
    const auto is_same = [&](const ShardFinding* other) {
      return other->finding.kind == finding.finding.kind && (!is_all || other->mistake == finding.mistake);
    };
    const auto same = std::ranges::find_if(least, is_same);
    if (same == least.end())
      least.push_back(&finding);
    else if (is_before(finding, **same, contract))
      *same = &finding;
  }
  std::ranges::stable_sort(least, {}, [](const ShardFinding* finding) {
    const FindingKind kind = finding->finding.kind;
    return std::tuple(kind != FindingKind::kWrongValue, kind);
  });
  std::vector<JsonValue> findings;
  for (const ShardFinding* finding : least) findings.push_back(finding->json);
  return findings;
}

/// Lists joined: notes and laws that several shards give are there once.
void add_distinct_items(const JsonValue& part, std::string_view key, JsonValue& total) {
  const auto name = [key](const JsonValue& item) {
    const JsonValue* named = key.empty() ? &item : item.find(key);
    return named == nullptr ? std::string() : named->text;
  };
  for (const JsonValue& item : part.items)
    if (std::ranges::none_of(total.items, [&](const JsonValue& known) { return name(known) == name(item); }))
      total.items.push_back(item);
}

/// Each shard has run some of the fixtures; they are listed in the contract's order.
void sort_observations(JsonValue& observations, const Contract& contract) {
  const std::vector<Fixture> fixtures = contract.fixtures(1);
  std::ranges::stable_sort(observations.items, {}, [&](const JsonValue& observation) {
    const JsonValue* check = observation.find("check");
    return std::ranges::find_if(
               fixtures,
               [check](const Fixture& fixture) { return check != nullptr && fixture.name == check->text; }) -
           fixtures.begin();
  });
}

double number_of(const JsonValue& value) {
  double number = -1;
  std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  return number;
}

void read_counts(const JsonValue& run, const Contract& contract, RunReport& joined) {
  const JsonValue& cases = *run.find("cases");
  joined.cases.pinned = count_of(cases, "pinned");
  joined.cases.fixture = count_of(cases, "fixture");
  joined.cases.exhaustive = count_of(cases, "exhaustive");
  joined.cases.random = count_of(cases, "random");
  const JsonValue& unjudged = *run.find("unjudged");
  joined.unjudged.overflow = count_of(unjudged, "overflow");
  joined.unjudged.declined = count_of(unjudged, "declined");
  joined.unjudged.unrepresentable = count_of(unjudged, "unrepresentable");
  joined.unjudged.no_reference = count_of(unjudged, "no_reference");
  const std::vector<const Form*> forms = all_forms(contract);
  for (const JsonMember& power : run.find("power")->members) {
    const auto form = std::ranges::find(forms, power.key, &Form::id);
    if (form != forms.end())
      joined.power.push_back({*form, count_of(power.value, "told_apart"), count_of(power.value, "too_close"),
                              count_of(power.value, "same")});
  }
}

/// The first shard that is unjudged for more than want of cases; null where none is.
const ShardFile* kept_from_judging(const ShardSet& shards) {
  for (const ShardFile& file : shards.files)
    if (file.run().find("verdict")->text == "unjudged" && !file.shard.is_pending) return &file;
  return nullptr;
}

std::optional<std::string> why_unjudged(const ShardSet& shards, const RunReport& joined) {
  if (const ShardFile* kept = kept_from_judging(shards))
    return fmt::format("shard {} of {}: {}", kept->shard.part.index, kept->shard.part.count,
                       kept->run().find("reason")->text);
  if (std::optional<std::string> none = nothing_judged(joined.cases, joined.unjudged)) return none;
  const auto is_pending = [](const ShardFile& file) { return file.shard.is_pending; };
  if (shards.files.front().run().find("judge")->text == "laws")
    return std::ranges::all_of(shards.files, is_pending) ? std::optional(no_law_tried()) : std::nullopt;
  return lack_of_power(joined.power, shards.profile);
}

/// Adds what one shard's run says to the joined run.
Result<void> add_run(const ShardFile& file, const Contract& contract, JsonValue& run,
                     std::vector<ShardFinding>& findings) {
  constexpr std::pair<const char*, Kind> kMembers[] = {
      {"verdict", Kind::kString},   {"reason", Kind::kString},      {"reason_code", Kind::kString},
      {"scope", Kind::kObject},     {"max_excess", Kind::kNumber},  {"cases", Kind::kObject},
      {"unjudged", Kind::kObject},  {"classes", Kind::kObject},     {"power", Kind::kObject},
      {"notes", Kind::kArray},      {"observations", Kind::kArray}, {"findings", Kind::kArray},
      {"laws_broken", Kind::kArray}};
  for (const auto& [key, kind] : kMembers)
    if (const Result<const JsonValue*> value = file.member(key, kind); !value)
      return tl::unexpected(value.error());
  const JsonValue& part = file.run();
  for (const char* key : {"cases", "unjudged", "classes", "power"})
    if (const Result<void> added = add_counts(file.path, *part.find(key), *find_member(run, key)); !added)
      return added;
  if (run.find("scope")->kind == Kind::kNull) set_member(run, "scope", *part.find("scope"));
  const JsonValue& excess = *part.find("max_excess");
  if (excess.kind == Kind::kNumber && number_of(excess) > number_of(*run.find("max_excess")))
    set_member(run, "max_excess", excess);
  add_distinct_items(*part.find("notes"), {}, *find_member(run, "notes"));
  add_distinct_items(*part.find("laws_broken"), "law", *find_member(run, "laws_broken"));
  std::ranges::copy(part.find("observations")->items,
                    std::back_inserter(find_member(run, "observations")->items));
  for (const JsonValue& json : part.find("findings")->items) {
    Result<ShardFinding> finding = read_finding(file, json, contract);
    if (!finding) return tl::unexpected(finding.error());
    findings.push_back(std::move(*finding));
  }
  return {};
}

/// The run of the first shard, emptied of what is to be joined.
void make_empty(JsonValue& run) {
  for (const char* key : {"cases", "unjudged", "classes", "power"})
    set_member(run, key, {Kind::kObject, {}, {}, {}});
  for (const char* key : {"notes", "observations", "findings", "laws_broken"})
    set_member(run, key, {Kind::kArray, {}, {}, {}});
  for (const char* key : {"scope", "max_excess", "shard"}) set_member(run, key, {});
}

}  // namespace

Result<JoinedHunt> join_shards(const ShardSet& shards) {
  JoinedHunt joined;
  joined.report = shards.files.front().report;
  JsonValue& run = find_member(joined.report, "runs")->items.front();
  make_empty(run);
  std::vector<ShardFinding> findings;
  for (const ShardFile& file : shards.files)
    if (const Result<void> added = add_run(file, *shards.contract, run, findings); !added)
      return tl::unexpected(added.error());
  sort_observations(*find_member(run, "observations"), *shards.contract);
  const bool is_all = shards.files.front().shard.budget.ends_with(" --all");
  joined.findings = least_findings(findings, is_all, *shards.contract);
  for (ShardFinding& finding : findings) joined.to_pin.push_back(std::move(finding.finding));

  joined.run.candidate = run.find("candidate")->text;
  joined.run.contract = shards.contract;
  joined.run.profile = shards.profile;
  if (run.find("max_excess")->kind == Kind::kNumber)
    joined.run.max_excess = number_of(*run.find("max_excess"));
  read_counts(run, *shards.contract, joined.run);
  if (!findings.empty() || !run.find("laws_broken")->items.empty())
    joined.run.verdict = Verdict::kBroken;
  else if (joined.run.reason = why_unjudged(shards, joined.run); !joined.run.reason)
    joined.run.verdict = Verdict::kHeld;
  JsonValue& notes = *find_member(run, "notes");
  if (std::optional<std::string> lost = lost_forms(joined.run.power, shards.profile);
      lost && joined.run.verdict == Verdict::kHeld)
    add_distinct_items({Kind::kArray, {}, {text_value(std::move(*lost))}, {}}, {}, notes);
  for (const JsonValue& note : notes.items) joined.run.notes.push_back(note.text);

  set_member(run, "verdict", text_value(std::string(to_text(joined.run.verdict))));
  set_member(run, "reason", joined.run.reason ? text_value(*joined.run.reason) : JsonValue{});
  const ShardFile* kept = joined.run.reason ? kept_from_judging(shards) : nullptr;
  set_member(run, "reason_code", kept != nullptr ? *kept->run().find("reason_code") : JsonValue{});
  set_member(run, "findings", {Kind::kArray, {}, joined.findings, {}});
  return joined;
}

}  // namespace gradvet
