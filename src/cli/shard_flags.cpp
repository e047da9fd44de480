#include "src/cli/shard_flags.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "src/cli/flag_values.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"

namespace gradvet {

namespace {

constexpr std::uint64_t kMostShards = 1'000'000;
constexpr std::uint64_t kMostTaskId = 1'000'000'000;

/// The two variables in which a scheduler says which part is to be run.
struct PartVariables {
  const char* index;
  const char* count;
  std::uint64_t first;          ///< the least index
  std::string_view sets_count;  ///< what to do where the count alone is missing
};

constexpr const char* kGitLabIndex = "CI_NODE_INDEX";
constexpr const char* kGitLabCount = "CI_NODE_TOTAL";
constexpr std::string_view kSetBoth = "set both, or name the part: --shard I/N";
constexpr std::array<PartVariables, 3> kPartVariables = {{
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0, kSetBoth},
    {kGitLabIndex, kGitLabCount, 1, kSetBoth},
    {"JOB_COMPLETION_INDEX", "GRADVET_TOTAL_SHARDS", 0,
     "Kubernetes does not tell it: set it in the pod template to the job's completions"},
}};
constexpr std::array<const char*, 4> kSlurmArray = {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT",
                                                    "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"};
constexpr const char* kSlurmStep = "SLURM_ARRAY_TASK_STEP";

Error missing(const char* there, const char* absent, std::string_view hint) {
  return {ErrorCode::kBadFlagValue, fmt::format("--shard auto finds {} but no {}", there, absent),
          std::string(hint)};
}

/// A part as one scheduler names it, and the variable that shows that it does.
struct NamedPart {
  const char* variable;
  Shard shard;
};
using FoundPart = Result<std::optional<NamedPart>>;

FoundPart read_pair(const PartVariables& names, const VariableReader& variable) {
  const std::optional<std::string> index = variable(names.index);
  const std::optional<std::string> count = variable(names.count);
  if (!index && !count) return std::nullopt;
  // GitLab sets the count, 1, in jobs that are no parallel ones, too.
  if (!index && names.count == kGitLabCount && count == "1") return std::nullopt;
  if (!count) return tl::unexpected(missing(names.index, names.count, names.sets_count));
  if (!index) return tl::unexpected(missing(names.count, names.index, kSetBoth));
  const Result<std::uint64_t> parts = read_count(names.count, *count, 1, kMostShards);
  if (!parts) return tl::unexpected(parts.error());
  const Result<std::uint64_t> part = read_count(names.index, *index, names.first, names.first + *parts - 1);
  if (!part) return tl::unexpected(part.error());
  return NamedPart{names.index, {*part - names.first + 1, *parts}};
}

/// A Slurm array may begin anywhere and have a step; one without a step of its own (`--array=1,3,9`) cannot
/// be numbered.
FoundPart read_slurm(const VariableReader& variable) {
  std::array<std::uint64_t, kSlurmArray.size()> numbers{};
  const char* there = nullptr;
  const char* absent = nullptr;
  for (const char* name : kSlurmArray) (variable(name) ? there : absent) = name;
  if (there == nullptr) return std::nullopt;
  if (absent != nullptr) return tl::unexpected(missing(there, absent, "name the part: --shard I/N"));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Result<std::uint64_t> number =
        read_count(kSlurmArray[i], *variable(kSlurmArray[i]), 0, kMostTaskId);
    if (!number) return tl::unexpected(number.error());
    numbers[i] = *number;
  }
  const Result<std::uint64_t> step =
      read_count(kSlurmStep, variable(kSlurmStep).value_or("1"), 1, kMostTaskId);
  if (!step) return tl::unexpected(step.error());
  const auto [id, count, least, greatest] = numbers;
  if (id < least || id > greatest || (id - least) % *step != 0 || (greatest - least) / *step + 1 != count)
    return make_error(ErrorCode::kBadFlagValue,
                      fmt::format("{} is {}, but the array's {} tasks from {} to {} are not {} apart",
                                  kSlurmArray[0], id, count, least, greatest, *step),
                      "name the part: --shard I/N");
  return NamedPart{kSlurmArray[0], {(id - least) / *step + 1, count}};
}

Result<Shard> read_auto(const VariableReader& variable) {
  std::vector<NamedPart> parts;
  const auto add = [&parts](const FoundPart& found) -> Result<void> {
    if (!found) return tl::unexpected(found.error());
    if (*found) parts.push_back(**found);
    return {};
  };
  for (const PartVariables& names : kPartVariables)
    if (const Result<void> added = add(read_pair(names, variable)); !added)
      return tl::unexpected(added.error());
  if (const Result<void> added = add(read_slurm(variable)); !added) return tl::unexpected(added.error());
  if (parts.size() > 1)
    return make_error(ErrorCode::kBadFlagValue,
                      fmt::format("--shard auto finds {} and {}", parts[0].variable, parts[1].variable),
                      "name the part that is meant: --shard I/N");
  if (!parts.empty()) return parts.front().shard;
  if (variable(kGitLabCount) == "1") return Shard{};
  std::string names;
  for (const PartVariables& pair : kPartVariables)
    names += fmt::format("{} and {}, ", pair.index, pair.count);
  return make_error(ErrorCode::kBadFlagValue, "--shard auto finds no scheduler that names a part",
                    fmt::format("it looks at {}or {} and its like; else name the part: --shard I/N", names,
                                kSlurmArray[0]));
}

}  // namespace

void add_shard_flag(CLI::App& command, std::optional<std::string>& shard) {
  add_value(command, "--shard", shard, "I/N", "run one of N parts of the hunt; auto: as the scheduler says");
}

Result<std::optional<Shard>> read_shard_flag(const std::optional<std::string>& shard,
                                             const VariableReader& variable) {
  if (!shard) return std::optional<Shard>();
  if (shard == "auto") {
    const Result<Shard> part = read_auto(variable);
    if (!part) return tl::unexpected(part.error());
    return std::optional(*part);
  }
  const std::size_t slash = std::min(shard->find('/'), shard->size());
  const std::string_view text = *shard;
  const Result<std::uint64_t> count =
      read_count("--shard", text.substr(std::min(slash + 1, text.size())), 1, kMostShards);
  if (count) {
    const Result<std::uint64_t> index = read_count("--shard", text.substr(0, slash), 1, *count);
    if (index) return std::optional(Shard{*index, *count});
  }
  return tl::unexpected(bad_value(
      "--shard", fmt::format("I/N with I from 1 to N and N up to {}, such as 3/8, or auto", kMostShards),
      text));
}

Result<void> refuse_unsplit(const HuntFlags& hunt, std::size_t candidates) {
  if (hunt.time)
    return make_error(ErrorCode::kBadFlagValue, "--shard excludes --time",
                      "the parts of a hunt are bounded by counts: --cases N, --scope KEYS");
  if (hunt.seed == "random")
    return make_error(ErrorCode::kBadFlagValue, "--shard excludes --seed random",
                      "give the same number to every shard");
  if (candidates > 1)
    return make_error(ErrorCode::kBadFlagValue,
                      fmt::format("--shard takes exactly one candidate, not {}", candidates),
                      "run it once for each");
  return {};
}

}  // namespace gradvet
