#include "tests/architecture/source_tree.hpp"

#include <algorithm>
#include <fstream>

namespace gradvet::test {

namespace {

bool is_source(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".hpp" || extension == ".cpp" || extension == ".h";
}

SourceFile read_file(const std::filesystem::path& root, const std::filesystem::path& path) {
  SourceFile file;
  file.path = std::filesystem::relative(path, root).generic_string();
  file.room = room_of(file.path);
  file.name = path.filename().string();
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  return file;
}

}  // namespace

std::string room_of(const std::string& path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string::npos) return {};
  const std::string top = path.substr(0, slash);
  if (top == "oracles" || top == "properties" || top == "tests") return top;
  if (top != "src") return {};
  return path.substr(slash + 1, path.find('/', slash + 1) - slash - 1);
}

std::vector<SourceFile> source_files(const std::filesystem::path& root) {
  std::vector<SourceFile> files;
  for (const char* top : {"src", "oracles", "properties", "tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top))
      if (entry.is_regular_file() && is_source(entry.path())) files.push_back(read_file(root, entry.path()));
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

std::vector<std::string> includes_of(const SourceFile& file) {
  std::vector<std::string> found;
  for (const std::string& line : file.lines) {
    if (!line.starts_with("#include ")) continue;
    const std::size_t open = line.find_first_of("<\"");
    const std::size_t close = line.find_first_of(">\"", open + 1);
    if (open != std::string::npos && close != std::string::npos)
      found.push_back(line.substr(open + 1, close - open - 1));
  }
  return found;
}

}  // namespace gradvet::test
