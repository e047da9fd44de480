#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/cli/new_files.hpp"
#include "src/cli/starter.hpp"

namespace gradvet {

/// A service for which `gradvet init --ci` writes what vets on every push.
struct CiService {
  std::string_view name;   ///< "github": the user's word, and the file in starters/
  std::string_view title;  ///< "GitHub"
  std::string_view path;   ///< of the file, from the root of the repository
  /// The file that has to include it, and its text; empty where the service finds `path` by itself.
  std::string_view root_path;
  std::string_view root_text;
};

std::span<const CiService> ci_services();

/// What a CI file vets.
struct CiSubject {
  std::string name;      ///< "mean.py", or what gradvet.toml lists
  std::string build;     ///< a command, or empty
  std::string vet;       ///< a command that further flags may follow
  std::string packages;  ///< of Debian
};

/// The file that vets it, its path from the root of the repository.
NewFile ci_file(const CiService& service, const CiSubject& subject);

}  // namespace gradvet
