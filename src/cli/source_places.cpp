#include "src/cli/source_places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "src/candidates/candidate_word.hpp"

namespace gradvet {

namespace {

namespace fs = std::filesystem;

/// "def solve(" defines solve, "def solver(" does not.
bool begins_with_name(std::string_view text, std::string_view name) {
  constexpr std::string_view kEnds = " \t(:[=";
  return text.starts_with(name) &&
         (text.size() == name.size() || kEnds.find(text[name.size()]) != std::string_view::npos);
}

/// "solve = …" and "solve: … = …" define solve, "solve(…)" and "solve == …" do not.
bool is_assignment(std::string_view line, std::string_view name) {
  if (!line.starts_with(name)) return false;
  line.remove_prefix(name.size());
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with(':') || (line.starts_with('=') && !line.starts_with("=="));
}

bool defines(std::string_view line, std::string_view name) {
  for (const std::string_view word : {"def ", "async def ", "class "})
    if (line.starts_with(word)) return begins_with_name(line.substr(word.size()), name);
  return is_assignment(line, name);
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::string from_working_folder(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::current_path(error);
  const fs::path plain = path.lexically_normal();
  if (error || !plain.is_absolute()) return plain.generic_string();
  const fs::path relative = plain.lexically_relative(folder);
  const bool is_inside = !relative.empty() && *relative.begin() != "..";
  return (is_inside ? relative : plain).generic_string();
}

std::uint64_t line_in_file(const std::string& path, std::string_view name) {
  if (!is_file(path)) return 1;
  std::ifstream stream(path, std::ios::binary);
  return line_of_definition(std::string(std::istreambuf_iterator<char>(stream), {}), name);
}

/// Of `python3 peer.py` and `/usr/bin/python3 peer.py` it is peer.py.
std::optional<std::string> file_of_command(const std::string& command) {
  std::istringstream words(command);
  std::optional<std::string> first;
  for (std::string word; words >> word;) {
    if (!is_file(word)) continue;
    if (!word.starts_with('/')) return word;
    if (!first) first = word;
  }
  return first;
}

std::optional<SourcePlace> place_of_word(const CandidateWord& word) {
  switch (word.kind) {
    case CandidateKind::kBuiltin:
      return std::nullopt;
    case CandidateKind::kPython:
      return SourcePlace{from_working_folder(word.target), line_in_file(word.target, word.symbol)};
    case CandidateKind::kSharedLibrary:
      return SourcePlace{from_working_folder(word.target), 1};
    case CandidateKind::kCommand:
      break;
  }
  const std::optional<std::string> file = file_of_command(word.target);
  if (!file) return std::nullopt;
  return SourcePlace{from_working_folder(*file), 1};
}

}  // namespace

std::uint64_t line_of_definition(std::string_view python, std::string_view name) {
  std::uint64_t found = 1;
  for (std::uint64_t line = 1; !python.empty(); ++line) {
    const std::size_t end = std::min(python.find('\n'), python.size());
    if (defines(python.substr(0, end), name)) found = line;
    python.remove_prefix(std::min(end + 1, python.size()));
  }
  return found;
}

SourcePlaces source_places(const std::vector<std::string>& candidates) {
  SourcePlaces places;
  for (const std::string& candidate : candidates) {
    const Result<CandidateWord> word = parse_candidate_word(candidate);
    if (!word) continue;
    if (std::optional<SourcePlace> place = place_of_word(*word))
      places.emplace(word->name, std::move(*place));
  }
  return places;
}

}  // namespace gradvet
