#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/vet_settings.hpp"
#include "src/core/error.hpp"

namespace gradvet {

/// Settings of gradvet.toml; a list, where it is not empty, stands in the place of the setting.
struct FileSettings {
  VetSettings settings;
  std::vector<std::string> contracts;
  std::vector<std::string> profiles;
};

/// A table [[candidate]].
struct FileCandidate {
  std::string target;     ///< the candidate's word, for the working folder
  FileSettings settings;  ///< those of [defaults] where it has none of its own
  std::string place;      ///< "gradvet.toml:3", for messages
};

/// What a gradvet.toml says. Its normative page is project_file.md. Paths are relative to the file there, and
/// to the working folder here.
struct ProjectFile {
  std::string path;
  std::optional<std::string> pins;  ///< the default file where it names none
  std::vector<std::string> reports;
  FileSettings defaults;
  std::vector<FileCandidate> candidates;
};

/// The nearest gradvet.toml: in the folder itself, or in one above it up to the one that holds `.git`;
/// outside of a repository in the folder alone, since what a stranger's file lists would be run. Empty for
/// none. The path is relative to the folder.
std::filesystem::path find_project_file(const std::filesystem::path& folder);

/// Reads it. E301 where it cannot be read or is no TOML (with line and column), E101 for an unknown key with
/// the nearest one, E102 for a value of the wrong type, an empty list or two candidates that are the same,
/// E105 for a candidate without a target.
Result<ProjectFile> read_project_file(const std::filesystem::path& path);

}  // namespace gradvet
