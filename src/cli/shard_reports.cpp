#include "src/cli/shard_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>

#include "src/cli/known_ids.hpp"
#include "src/reporters/json_writer.hpp"

namespace gradvet {

namespace {

using Kind = JsonValue::Kind;

Error no_report(const std::string& path, std::string_view why) {
  return {ErrorCode::kBadJson, fmt::format("'{}' is no report of a shard: {}", path, why),
          "gradvet vet --shard I/N --report json=PATH writes one"};
}

Result<const JsonValue*> member_of(const std::string& path, const JsonValue& object, std::string_view key,
                                   Kind kind) {
  const JsonValue* value = object.find(key);
  if (value == nullptr) return tl::unexpected(no_report(path, fmt::format("'{}' is missing", key)));
  const bool may_be_null =
      key == "scope" || key == "against" || key == "max_excess" || key == "reason" || key == "reason_code";
  if (value->kind != kind && !(may_be_null && value->kind == Kind::kNull))
    return tl::unexpected(no_report(path, fmt::format("'{}' is not what it should be", key)));
  return value;
}

Result<void> read_part(ShardFile& file) {
  const JsonValue* shard = file.run().find("shard");
  if (shard == nullptr || shard->kind != Kind::kObject)
    return tl::unexpected(no_report(file.path, "its run was no part of a hunt"));
  for (const auto& [key, number] :
       {std::pair{"index", &file.shard.part.index}, std::pair{"count", &file.shard.part.count}}) {
    const Result<const JsonValue*> value = member_of(file.path, *shard, key, Kind::kNumber);
    if (!value) return tl::unexpected(value.error());
    const Result<std::uint64_t> read = read_report_count(file.path, **value);
    if (!read) return tl::unexpected(read.error());
    *number = *read;
  }
  if (file.shard.part.index < 1 || file.shard.part.index > file.shard.part.count)
    return tl::unexpected(no_report(
        file.path, fmt::format("it is shard {} of {}", file.shard.part.index, file.shard.part.count)));
  const JsonValue* pending = shard->find("pending");
  file.shard.is_pending = pending != nullptr && pending->kind == Kind::kTrue;
  const Result<const JsonValue*> budget = member_of(file.path, *shard, "budget", Kind::kString);
  if (!budget) return tl::unexpected(budget.error());
  file.shard.budget = (*budget)->text;
  return {};
}

Result<ShardFile> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream || text.empty())
    return make_error(ErrorCode::kCannotRead,
                      fmt::format("the report '{}' cannot be read, or is empty", path),
                      "name files that gradvet vet --report json=PATH wrote");
  Result<JsonValue> parsed = parse_json(text);
  if (!parsed) return tl::unexpected(no_report(path, parsed.error().message));
  ShardFile file{path, std::move(*parsed), {}};
  const JsonValue* schema = file.report.find("schema");
  if (file.report.kind != Kind::kObject || schema == nullptr || schema->text != "gradvet.report/1")
    return tl::unexpected(no_report(path, "its schema is not 'gradvet.report/1'"));
  const JsonValue* runs = file.report.find("runs");
  if (runs == nullptr || runs->items.size() != 1 || runs->items.front().kind != Kind::kObject)
    return tl::unexpected(no_report(path, "it has not exactly one run"));
  if (const Result<void> read = read_part(file); !read) return tl::unexpected(read.error());
  return file;
}

/// What every shard of one hunt has in common, in JSON.
Result<std::vector<std::pair<std::string_view, std::string>>> identity_of(const ShardFile& file) {
  std::vector<std::pair<std::string_view, std::string>> identity;
  for (const auto& [key, kind] : {std::pair{"version", Kind::kString}, std::pair{"seed", Kind::kNumber}}) {
    const Result<const JsonValue*> value = member_of(file.path, file.report, key, kind);
    if (!value) return tl::unexpected(value.error());
    identity.emplace_back(key, compact_json(**value));
  }
  for (const auto& [key, kind] : {std::pair{"candidate", Kind::kString}, std::pair{"contract", Kind::kString},
                                  std::pair{"profile", Kind::kString}, std::pair{"judge", Kind::kString},
                                  std::pair{"against", Kind::kObject}}) {
    const Result<const JsonValue*> value = file.member(key, kind);
    if (!value) return tl::unexpected(value.error());
    identity.emplace_back(key, compact_json(**value));
  }
  identity.emplace_back("budget", file.shard.budget);
  identity.emplace_back("number of shards", std::to_string(file.shard.part.count));
  return identity;
}

Result<void> refuse_other_hunts(const std::vector<ShardFile>& files) {
  const auto first = identity_of(files.front());
  if (!first) return tl::unexpected(first.error());
  for (const ShardFile& file : files) {
    const auto other = identity_of(file);
    if (!other) return tl::unexpected(other.error());
    for (std::size_t i = 0; i < first->size(); ++i)
      if ((*other)[i].second != (*first)[i].second)
        return make_error(
            ErrorCode::kBadFlagValue,
            fmt::format("the reports are not of one hunt: the {} of '{}' is {}, that of '{}' {}",
                        (*first)[i].first, files.front().path, (*first)[i].second, file.path,
                        (*other)[i].second),
            "merge the shards of one hunt, run with the same flags by the same version");
  }
  return {};
}

/// `files` is in the order of the indexes.
Result<void> refuse_gaps(const std::vector<ShardFile>& files) {
  const std::uint64_t count = files.front().shard.part.count;
  for (std::size_t i = 1; i < files.size(); ++i)
    if (files[i].shard.part.index == files[i - 1].shard.part.index)
      return make_error(ErrorCode::kBadFlagValue,
                        fmt::format("shard {} of {} is there twice, as '{}' and as '{}'",
                                    files[i].shard.part.index, count, files[i - 1].path, files[i].path),
                        "leave one of them out");
  if (files.size() == count) return {};
  std::string missing;
  std::uint64_t named = 0;
  std::size_t at = 0;
  for (std::uint64_t index = 1; index <= count && named < 8; ++index) {
    if (at < files.size() && files[at].shard.part.index == index)
      ++at;
    else
      missing += (named++ == 0 ? "" : ", ") + std::to_string(index);
  }
  if (count - files.size() > named) missing += ", …";
  return make_error(ErrorCode::kBadFlagValue,
                    fmt::format("{} of {} shards are missing: {}", count - files.size(), count, missing),
                    "name the report of every shard");
}

}  // namespace

Result<const JsonValue*> ShardFile::member(std::string_view key, JsonValue::Kind kind) const {
  return member_of(path, run(), key, kind);
}

Result<std::uint64_t> read_report_count(const std::string& path, const JsonValue& value) {
  std::uint64_t number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto [stopped, error] = std::from_chars(value.text.data(), end, number);
  if (value.kind != Kind::kNumber || error != std::errc{} || stopped != end)
    return tl::unexpected(no_report(path, fmt::format("'{}' is no count", value.text)));
  return number;
}

std::string compact_json(const JsonValue& value) {
  std::string text;
  JsonWriter(text, JsonWriter::Spacing::kCompact).value(value);
  return text;
}

Result<ShardSet> read_shard_reports(const std::vector<std::string>& paths, ContractTable contracts) {
  ShardSet set;
  for (const std::string& path : paths) {
    Result<ShardFile> file = read_file(path);
    if (!file) return tl::unexpected(file.error());
    set.files.push_back(std::move(*file));
  }
  if (const Result<void> refused = refuse_other_hunts(set.files); !refused)
    return tl::unexpected(refused.error());
  std::ranges::stable_sort(set.files, {}, [](const ShardFile& file) { return file.shard.part.index; });
  if (const Result<void> refused = refuse_gaps(set.files); !refused) return tl::unexpected(refused.error());
  const Result<const Contract*> contract =
      find_contract(contracts, set.files.front().run().find("contract")->text);
  if (!contract) return tl::unexpected(contract.error());
  set.contract = *contract;
  const Result<Profile> profile = parse_profile(set.files.front().run().find("profile")->text);
  if (!profile) return tl::unexpected(profile.error());
  set.profile = *profile;
  return set;
}

}  // namespace gradvet
