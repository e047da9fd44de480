#include "src/cli/starter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "src/cli/messages.hpp"
#include "src/cli/starter_texts.hpp"
#include "src/reporters/replay_line.hpp"
#include "src/text/text_lines.hpp"

namespace gradvet {

namespace {

constexpr std::array<StarterLanguage, 6> kLanguages = {{
    {"python", "Python", ".py"},
    {"c", "C", ".c"},
    {"cpp", "C++", ".cpp"},
    {"rust", "Rust", ".rs"},
    {"go", "Go", ".go"},
    {"javascript", "JavaScript", ".mjs"},
}};

constexpr std::string_view kMark = "=== ";
constexpr std::size_t kLineWidth = 100;

/// The part that begins with `=== name`; nothing where there is none.
std::optional<std::string> part_of(std::string_view text, std::string_view name) {
  std::optional<std::string> part;
  for (const std::string_view line : lines_of(text)) {
    if (line.starts_with(kMark)) {
      if (part) return part;
      if (line.substr(kMark.size()) == name) part.emplace();
    } else if (part) {
      part->append(line).push_back('\n');
    }
  }
  return part;
}

/// The part for this contract, else the one for all; empty where there is neither.
std::string part_for(std::string_view text, std::string_view name, std::string_view contract) {
  std::optional<std::string> part = part_of(text, fmt::format("{} {}", name, contract));
  if (!part) part = part_of(text, name);
  return part.value_or("");
}

std::string one_line(std::string part) {
  while (!part.empty() && part.back() == '\n') part.pop_back();
  return part;
}

/// A sentence in lines that all begin with `margin`.
std::string broken_lines(std::string_view margin, std::string_view sentence) {
  std::string out;
  while (!sentence.empty()) {
    std::size_t end = sentence.size();
    if (margin.size() + end > kLineWidth) {
      end = sentence.rfind(' ', kLineWidth - margin.size());
      if (end == std::string_view::npos || end == 0) end = std::min(sentence.find(' '), sentence.size());
    }
    out += fmt::format("{}{}\n", margin, sentence.substr(0, end));
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
  return out;
}

/// The words that name files. A command is for a shell, so that they are quoted there.
enum class Quoting { kForShell, kNone };

StarterWords file_words(const std::filesystem::path& file, Quoting quoting) {
  const auto word = [quoting](const std::string& text) {
    return quoting == Quoting::kForShell ? shell_word(text) : text;
  };
  const std::string stem = std::filesystem::path(file).replace_extension().string();
  return {{"file", word(file.string())},
          {"stem", word(stem)},
          {"local", word(file.has_parent_path() ? stem : "./" + stem)}};
}

/// The commands where the candidate is called `file`.
struct Commands {
  std::string build;
  std::string vet;
};

Commands commands_of(std::string_view text, const StarterWish& wish, const std::filesystem::path& file,
                     const std::filesystem::path& headers) {
  StarterWords words = file_words(file, Quoting::kForShell);
  words["include"] = headers.empty() ? "" : " -I " + shell_word(headers.string());
  const std::string target = one_line(part_for(text, "target", wish.contract));
  // A command line is quoted once for its own shell and once more for the one that reads this line.
  const bool is_command = target.starts_with("exec:");
  const StarterWords& target_words = is_command ? words : file_words(file, Quoting::kNone);
  return {one_line(fill_starter(part_for(text, "build", wish.contract), words)),
          fmt::format("gradvet vet {} --contract {}",
                      shell_word(one_line(fill_starter(target, target_words))), wish.contract)};
}

}  // namespace

std::span<const StarterLanguage> starter_languages() { return kLanguages; }

std::string fill_starter(std::string_view text, const StarterWords& words) {
  std::string out;
  for (const std::string_view source : lines_of(text)) {
    std::string line(source);
    bool is_left_out = false;
    for (const auto& [name, value] : words) {
      const std::string mark = fmt::format("@{}@", name);
      for (std::size_t at = line.find(mark); at != std::string::npos;
           at = line.find(mark, at + value.size())) {
        if (name == "statement") {
          line = one_line(broken_lines(line.substr(0, at), value));
          break;
        }
        line.replace(at, mark.size(), value);
        is_left_out = is_left_out || (value.empty() && line.find_first_not_of(' ') == std::string::npos);
      }
    }
    if (!is_left_out) out.append(line).push_back('\n');
  }
  return out;
}

Result<Starter> make_starter(const StarterLanguage& language, const StarterWish& wish) {
  const std::string_view text = starter_text(language.name);
  std::optional<std::string> middle = part_of(text, wish.contract);
  if (!middle && !wish.repair.empty()) middle = part_of(text, "any");
  if (!middle)
    return tl::unexpected(
        not_yet(fmt::format("a first candidate for {} in {}", wish.contract, language.title),
                "gradvet explain " + std::string(wish.contract) + " says what one has to do"));

  // The file may move with its folder: inside of it the commands are those of its own folder.
  const Commands inside = commands_of(text, wish, wish.file.filename(), {});
  StarterWords words = file_words(wish.file.filename(), Quoting::kForShell);
  words["contract"] = wish.contract;
  words["statement"] = wish.statement;
  words["build"] = inside.build;
  words["vet"] = inside.vet;
  words["repair"] = one_line(std::string(wish.repair));
  Commands outside = commands_of(text, wish, wish.file, wish.headers);
  return Starter{
      fill_starter(part_for(text, "before", wish.contract) + *middle + part_for(text, "after", wish.contract),
                   words),
      std::move(outside.build), std::move(outside.vet), one_line(part_for(text, "packages", wish.contract))};
}

}  // namespace gradvet
