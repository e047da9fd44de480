#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace gradvet {

/// A new, empty folder under the system's temporary one. The caller removes it. Throws std::runtime_error
/// where none can be made.
inline std::filesystem::path fresh_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "gradvet-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
  return name;
}

}  // namespace gradvet
