#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/architecture/source_tree.hpp"

namespace gradvet::test {
namespace {

using testing::IsEmpty;

const std::filesystem::path kRoot = GRADVET_SOURCE_DIR;

/// Which rooms a room may see (src/README.md, "Rooms").
const std::map<std::string, std::set<std::string>> kArrows = {
    {"core", {"core"}},
    {"oracles", {"core", "oracles"}},
    {"text", {"core", "text"}},
    {"properties", {"core", "oracles", "properties"}},
    {"engine", {"core", "oracles", "text", "engine"}},
    {"candidates", {"core", "text", "candidates"}},
    {"reporters", {"core", "text", "reporters"}},
    {"cli", {"core", "oracles", "text", "properties", "engine", "candidates", "reporters", "cli"}},
};

bool contains_word(const std::string& line, const std::string& word) {
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1))
    if (at == 0 || (std::isalnum(static_cast<unsigned char>(line[at - 1])) == 0 && line[at - 1] != '_'))
      return true;
  return false;
}

/// "path: line" of every place in the rooms other than `allowed` where one of the words begins.
std::vector<std::string> places_outside(const std::set<std::string>& allowed,
                                        const std::vector<std::string>& words) {
  std::vector<std::string> places;
  for (const SourceFile& file : source_files(kRoot)) {
    if (allowed.contains(file.room) || file.room == "tests") continue;
    for (const std::string& line : file.lines)
      for (const std::string& word : words)
        if (contains_word(line, word)) places.push_back(file.path + ": " + line);
  }
  return places;
}

TEST(Architecture, ReadsTheTree) { EXPECT_GT(source_files(kRoot).size(), 50u); }

TEST(Architecture, EveryRoomHasItsArrows) {
  std::vector<std::string> unknown;
  for (const SourceFile& file : source_files(kRoot))
    if (file.room != "tests" && !kArrows.contains(file.room)) unknown.push_back(file.path);
  EXPECT_THAT(unknown, IsEmpty());
}

TEST(Architecture, NoIncludeGoesAgainstTheArrows) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_files(kRoot)) {
    const auto arrows = kArrows.find(file.room);
    if (arrows == kArrows.end()) continue;
    for (const std::string& include : includes_of(file)) {
      const std::string room = room_of(include);
      if (kArrows.contains(room) && !arrows->second.contains(room))
        wrong.push_back(file.path + " includes " + include);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, ProjectIncludesAreWholeFromTheRoot) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : source_files(kRoot))
    for (const std::string& line : file.lines)
      if (!file.path.starts_with("tests/package/outside/") && line.starts_with("#include \"") && room_of(line.substr(10)).empty())
        wrong.push_back(file.path + ": " + line);
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, RapidCheckLivesInPropertiesAndEngineOnly) {
  EXPECT_THAT(places_outside({"properties", "engine"}, {"rapidcheck"}), IsEmpty());
}

TEST(Architecture, ProcessesAndLibrariesAreTouchedByCandidatesOnly) {
  EXPECT_THAT(
      places_outside({"candidates"}, {"fork(", "vfork(", "execv", "posix_spawn", "dlopen(", "waitpid("}),
      IsEmpty());
}

TEST(Architecture, CoreOraclesAndPropertiesDoNoInputOrOutput) {
  EXPECT_THAT(places_outside({"text", "engine", "candidates", "reporters", "cli"},
                             {"std::cout", "std::cerr", "ifstream", "ofstream", "std::thread", "getenv("}),
              IsEmpty());
}

TEST(Architecture, FileNamesAreUniqueInTheRooms) {
  std::map<std::string, int> seen;
  for (const SourceFile& file : source_files(kRoot))
    if (file.room != "tests" && file.room != "properties" &&
        !file.path.starts_with("src/candidates/examples"))
      ++seen[file.name];
  std::vector<std::string> repeated;
  for (const auto& [name, count] : seen)
    if (count > 1) repeated.push_back(name);
  EXPECT_THAT(repeated, IsEmpty());
}

TEST(Architecture, NoSourceIsLongerThanFiveHundredLines) {
  std::vector<std::string> long_files;
  for (const SourceFile& file : source_files(kRoot))
    if (file.lines.size() > 500) long_files.push_back(file.path);
  EXPECT_THAT(long_files, IsEmpty());
}

TEST(Architecture, EveryRoomHasAPageForTheNextEngineer) {
  for (const auto& [room, arrows] : kArrows) {
    const std::filesystem::path folder =
        room == "oracles" || room == "properties" ? kRoot / room : kRoot / "src" / room;
    if (room == "core") continue;  // src/README.md is its page
    EXPECT_TRUE(std::filesystem::exists(folder / "README.md")) << folder;
  }
  EXPECT_TRUE(std::filesystem::exists(kRoot / "src" / "README.md"));
}

TEST(Architecture, TheTopLevelHoldsThePlannedEntriesOnly) {
  const std::set<std::string> planned = {
      "src", "properties", "oracles", "tests", "CMakeLists.txt", "README.md", "CMakePresets.json"};
  std::vector<std::string> others;
  for (const auto& entry : std::filesystem::directory_iterator(kRoot)) {
    const std::string name = entry.path().filename().string();
    if (name != "build" && !name.starts_with('.') && !planned.contains(name)) others.push_back(name);
  }
  EXPECT_THAT(others, IsEmpty());
}

}  // namespace
}  // namespace gradvet::test
