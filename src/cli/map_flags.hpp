#pragma once

#include <fstream>
#include <optional>
#include <string>

#include "src/cli/environment.hpp"
#include "src/core/error.hpp"
#include "src/reporters/failure_map.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// Where the failure map goes, as the user wrote it.
struct MapFlags {
  std::optional<std::string> json;
  std::optional<std::string> html;

  bool is_wanted() const { return json.has_value() || html.has_value(); }
};

void add_map_flags(CLI::App& command, MapFlags& flags);

/// The files of a failure map, opened before it is made, so that a bad path fails at once.
class MapFiles {
 public:
  /// `-` is stdout. E102 where both formats go to one path, E302 for a path that cannot be written.
  static Result<MapFiles> open(const MapFlags& flags, Environment& environment);

  /// Writes the formats that are wanted; E302 where a file or stdout did not take one.
  Result<void> write(const FailureMap& map);

 private:
  struct File {
    std::string path;
    std::ofstream file;
    std::ostream* standard_output = nullptr;  ///< instead of `file`
  };
  static Result<std::optional<File>> open_file(const std::optional<std::string>& path,
                                               Environment& environment);
  static Result<void> write_file(std::optional<File>& file, const std::string& text);

  std::optional<File> json_;
  std::optional<File> html_;
};

}  // namespace gradvet
