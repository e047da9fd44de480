#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "src/core/error.hpp"

namespace gradvet {

/// A file that is to be written where none is.
struct NewFile {
  std::filesystem::path path;
  std::string text;
};

/// Writes the files, each as a whole or not at all, and makes the folders that they need. Never overwrites:
/// E302 with what to do where one of them is there already, and then none is written.
Result<void> write_new_files(std::span<const NewFile> files);

}  // namespace gradvet
