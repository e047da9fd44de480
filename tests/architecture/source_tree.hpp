#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gradvet::test {

/// A source file of the project, whole.
struct SourceFile {
  std::string path;  ///< from the root, with '/'
  std::string room;  ///< "core", "oracles", "tests" …
  std::string name;
  std::vector<std::string> lines;
};

/// Every C++ source under the room folders and tests/, in path order.
std::vector<SourceFile> source_files(const std::filesystem::path& root);

/// The paths that a file includes with quotation marks or angle brackets, as written.
std::vector<std::string> includes_of(const SourceFile& file);

/// The room that a path belongs to: "src/core/case.hpp" is in "core", "oracles/rational.hpp" in "oracles";
/// empty for a header of a package.
std::string room_of(const std::string& path);

}  // namespace gradvet::test
