#include "src/cli/vet_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "src/cli/flags.hpp"
#include "src/cli/project_file.hpp"

namespace gradvet {

namespace {

using Choices = std::vector<std::optional<std::string>>;

/// The flag alone; else the file's list, or its value.
Choices choices(const std::optional<std::string>& flag, const std::vector<std::string>& list,
                const std::optional<std::string>& value) {
  if (flag || list.empty()) return {flag ? flag : value};
  return {list.begin(), list.end()};
}

/// Flags may have made two tables of the file the same.
bool is_same(const VetRequest& a, const VetRequest& b) {
  return a.candidates == b.candidates &&
         arguments_of(a.candidates.front(), a.settings) == arguments_of(b.candidates.front(), b.settings);
}

/// One for each contract and profile. The words are vetted together.
void add_requests(const std::vector<std::string>& words, const std::string& place, const VetSettings& flags,
                  const FileSettings& file, std::vector<VetRequest>& requests) {
  VetRequest request{words, flags, place};
  fill_from(request.settings, file.settings);
  CandidateFlags& candidate = request.settings.candidate;
  for (const auto& contract :
       choices(flags.candidate.contract, file.contracts, file.settings.candidate.contract)) {
    candidate.contract = contract;
    for (const auto& profile :
         choices(flags.candidate.profile, file.profiles, file.settings.candidate.profile)) {
      candidate.profile = profile;
      const auto is_there = [&request](const VetRequest& other) { return is_same(request, other); };
      if (std::ranges::none_of(requests, is_there)) requests.push_back(request);
    }
  }
}

Result<std::filesystem::path> file_of(const ConfigFlags& config) {
  if (config.path && config.is_off)
    return make_error(ErrorCode::kBadFlagValue, "--config and --no-config exclude each other");
  if (config.path) return std::filesystem::path(*config.path);
  return config.is_off ? std::filesystem::path() : find_project_file(std::filesystem::current_path());
}

}  // namespace

void add_config_flags(CLI::App& command, ConfigFlags& flags) {
  add_value(command, "--config", flags.path, "FILE", "candidates and settings (the nearest gradvet.toml)");
  add_switch(command, "--no-config", flags.is_off, "read no gradvet.toml");
}

Result<VetPlan> plan_requests(const std::vector<std::string>& candidates, const VetSettings& settings,
                              const ConfigFlags& config, OutputFlags output,
                              std::optional<std::string> pins) {
  VetPlan plan{{}, std::move(output), std::move(pins)};
  const Result<std::filesystem::path> path = file_of(config);
  if (!path) return tl::unexpected(path.error());
  ProjectFile file;
  if (!path->empty()) {
    Result<ProjectFile> read = read_project_file(*path);
    if (!read) return tl::unexpected(read.error());
    file = std::move(*read);
    plan.has_file = true;
    if (!plan.pins) plan.pins = file.pins;
    if (plan.output.reports.empty()) plan.output.reports = file.reports;
  }
  if (!candidates.empty()) {
    add_requests(candidates, "", settings, file.defaults, plan.requests);
    return plan;
  }
  for (const FileCandidate& candidate : file.candidates)
    add_requests({candidate.target}, candidate.place, settings, candidate.settings, plan.requests);
  if (!plan.requests.empty()) return plan;
  if (plan.has_file)
    return make_error(ErrorCode::kMissingArgument, fmt::format("'{}' lists no candidate", file.path),
                      "add a [[candidate]] with its target, or name one: gradvet vet mean.py");
  return make_error(
      ErrorCode::kMissingArgument,
      config.is_off ? "no candidate is named" : "no candidate is named, and there is no gradvet.toml",
      "gradvet vet --help shows what it takes");
}

}  // namespace gradvet
