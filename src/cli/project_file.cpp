#include "src/cli/project_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "src/cli/messages.hpp"
#include "src/cli/pin_store.hpp"
#include "src/reporters/replay_line.hpp"

// The headers alone, so that the program needs no further library to run.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace gradvet {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFileName = "gradvet.toml";
constexpr std::string_view kPage = "gradvet vet --help lists the flags, whose names the keys are";

std::string_view type_text(toml::node_type type) {
  switch (type) {
    case toml::node_type::none:
      return "nothing";
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number with a point";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date or time";
  }
  return "an unknown type";
}

/// Reads the tables of one file.
class Reader {
 public:
  explicit Reader(const fs::path& path) : path_(path.string()), folder_(path.parent_path()) {}

  Result<ProjectFile> read(const toml::table& root) const {
    ProjectFile file;
    file.path = path_;
    file.pins = path_text(PinStore::kDefaultFile);
    if (const toml::node* defaults = root.get("defaults"); defaults != nullptr)
      if (const Result<void> read = read_defaults(*defaults, file.defaults); !read)
        return tl::unexpected(read.error());
    for (const auto& [key, value] : root) {
      Result<void> read;
      if (key.str() == "candidate")
        read = read_candidates(value, file);
      else if (key.str() == "pins")
        read = read_pins(value, file.pins);
      else if (key.str() == "reports")
        read = read_reports(value, file.reports);
      else if (key.str() != "defaults")
        read = tl::unexpected(
            unknown_key(key, {"candidate", "defaults", "pins", "reports"}, "the top of the file"));
      if (!read) return tl::unexpected(read.error());
    }
    return file;
  }

 private:
  std::string place(const toml::source_region& source) const {
    return fmt::format("{}:{}:{}", path_, source.begin.line, source.begin.column);
  }

  Error unknown_key(const toml::key& key, const std::vector<std::string_view>& names,
                    std::string_view where) const {
    Error error = unknown_name(fmt::format("key of {}", where), key.str(), names, kPage);
    error.message = fmt::format("{}: {}", place(key.source()), error.message);
    return error;
  }

  tl::unexpected<Error> wrong_type(std::string_view key, std::string_view what,
                                   const toml::node& value) const {
    return make_error(
        ErrorCode::kBadFlagValue,
        fmt::format("{}: '{}' takes {}, not {}", place(value.source()), key, what, type_text(value.type())));
  }

  std::string path_text(const std::string& path) const {
    if (folder_.empty() || fs::path(path).is_absolute()) return path;
    return (folder_ / path).lexically_normal().string();
  }

  /// A candidate's word as it must be written in the working folder.
  std::string word_text(const std::string& word) const {
    constexpr std::string_view kCommand = "exec:";
    if (folder_.empty() || word.starts_with("builtin:")) return word;
    if (!word.starts_with(kCommand)) return path_text(word);
    return fmt::format("{}cd {} && {}", kCommand, shell_word(folder_.string()), word.substr(kCommand.size()));
  }

  /// A name with a slash is a path, one without is looked up in PATH.
  std::string program_text(const std::string& program) const {
    return program.find('/') == std::string::npos ? program : path_text(program);
  }

  Result<std::string> read_text(std::string_view key, const toml::node& value) const {
    const std::optional<std::string> text = value.value_exact<std::string>();
    if (!text) return wrong_type(key, "a text in quotes", value);
    return *text;
  }

  Result<std::vector<std::string>> read_texts(std::string_view key, const toml::node& value) const {
    const toml::array* list = value.as_array();
    if (list == nullptr) return wrong_type(key, "a list of texts", value);
    if (list->empty())
      return make_error(ErrorCode::kBadFlagValue,
                        fmt::format("{}: '{}' is an empty list", place(value.source()), key),
                        "name one, or leave the key out");
    std::vector<std::string> texts;
    for (const toml::node& item : *list) {
      Result<std::string> text = read_text(key, item);
      if (!text) return tl::unexpected(text.error());
      if (std::ranges::find(texts, *text) != texts.end())
        return make_error(ErrorCode::kBadFlagValue,
                          fmt::format("{}: '{}' names '{}' twice", place(item.source()), key, *text),
                          "remove one");
      texts.push_back(std::move(*text));
    }
    return texts;
  }

  Result<std::string> read_value(const TextKey& key, const toml::node& value) const {
    const bool takes_number = key.type == KeyType::kNumber || key.type == KeyType::kSeed;
    if (const std::optional<std::int64_t> number = value.value_exact<std::int64_t>(); number && takes_number)
      return std::to_string(*number);
    if (key.type == KeyType::kNumber) return wrong_type(key.name, "a whole number", value);
    if (key.type == KeyType::kSeed && !value.is_string())
      return wrong_type(key.name, "a whole number or \"random\"", value);
    Result<std::string> text = read_text(key.name, value);
    if (!text) return text;
    if (key.type == KeyType::kPath) return program_text(*text);
    if (key.type == KeyType::kCandidate) return word_text(*text);
    return text;
  }

  /// True where the key is one of a flag's.
  Result<bool> read_flag(const toml::key& key, const toml::node& value, VetSettings& settings) const {
    for (const TextKey& known : text_keys()) {
      if (known.name != key.str()) continue;
      Result<std::string> text = read_value(known, value);
      if (!text) return tl::unexpected(text.error());
      known.value(settings) = std::move(*text);
      return true;
    }
    for (const SwitchKey& known : switch_keys()) {
      if (known.name != key.str()) continue;
      const std::optional<bool> is_set = value.value_exact<bool>();
      if (!is_set) return wrong_type(known.name, "true or false", value);
      known.is_set(settings) = *is_set;
      return true;
    }
    return false;
  }

  Result<void> read_setting(const toml::key& key, const toml::node& value, std::string_view where,
                            FileSettings& out) const {
    const bool is_contracts = key.str() == "contracts";
    if (is_contracts || key.str() == "profiles") {
      Result<std::vector<std::string>> texts = read_texts(key.str(), value);
      if (!texts) return tl::unexpected(texts.error());
      (is_contracts ? out.contracts : out.profiles) = std::move(*texts);
      return {};
    }
    const Result<bool> is_flag = read_flag(key, value, out.settings);
    if (!is_flag) return tl::unexpected(is_flag.error());
    // One of its own stands in the place of a list of [defaults].
    if (key.str() == "contract") out.contracts.clear();
    if (key.str() == "profile") out.profiles.clear();
    if (*is_flag) return {};
    std::vector<std::string_view> names = {"contracts", "profiles"};
    if (where != "[defaults]") names.emplace_back("target");
    for (const TextKey& known : text_keys()) names.push_back(known.name);
    for (const SwitchKey& known : switch_keys()) names.push_back(known.name);
    return tl::unexpected(unknown_key(key, names, where));
  }

  Result<void> refuse_one_and_many(const toml::table& table) const {
    for (const std::string name : {"contract", "profile"}) {
      if (!table.contains(name) || !table.contains(name + "s")) continue;
      return make_error(ErrorCode::kBadFlagValue,
                        fmt::format("{}: '{}' and '{}s' are both there", place(table.source()), name, name),
                        "put all into the list");
    }
    return {};
  }

  Result<void> read_defaults(const toml::node& value, FileSettings& defaults) const {
    const toml::table* table = value.as_table();
    if (table == nullptr) return wrong_type("defaults", "a table, [defaults]", value);
    for (const auto& [key, setting] : *table)
      if (const Result<void> read = read_setting(key, setting, "[defaults]", defaults); !read) return read;
    return refuse_one_and_many(*table);
  }

  Result<FileCandidate> read_candidate(const toml::table& table, const FileSettings& defaults) const {
    FileCandidate candidate;
    candidate.settings = defaults;
    candidate.place = fmt::format("{}:{}", path_, table.source().begin.line);
    for (const auto& [key, value] : table) {
      if (key.str() == "target") {
        const Result<std::string> target = read_text("target", value);
        if (!target) return tl::unexpected(target.error());
        candidate.target = word_text(*target);
      } else if (const Result<void> read = read_setting(key, value, "[[candidate]]", candidate.settings);
                 !read) {
        return tl::unexpected(read.error());
      }
    }
    if (candidate.target.empty())
      return make_error(ErrorCode::kMissingArgument,
                        fmt::format("{}: a [[candidate]] has no target", candidate.place),
                        "name it: target = \"mean.py:solve\"");
    if (const Result<void> refused = refuse_one_and_many(table); !refused)
      return tl::unexpected(refused.error());
    return candidate;
  }

  Result<void> read_candidates(const toml::node& value, ProjectFile& file) const {
    const toml::array* tables = value.as_array();
    if (tables == nullptr || !std::ranges::all_of(*tables, &toml::node::is_table))
      return wrong_type("candidate", "tables, [[candidate]]", value);
    std::vector<const toml::table*> seen;
    for (const toml::node& node : *tables) {
      const toml::table& table = *node.as_table();
      Result<FileCandidate> candidate = read_candidate(table, file.defaults);
      if (!candidate) return tl::unexpected(candidate.error());
      const auto same = std::ranges::find_if(seen, [&table](auto* other) { return *other == table; });
      if (same != seen.end())
        return make_error(ErrorCode::kBadFlagValue,
                          fmt::format("{}: '{}' is listed in line {} already, with the same settings",
                                      candidate->place, candidate->target, (*same)->source().begin.line),
                          "remove one");
      seen.push_back(&table);
      file.candidates.push_back(std::move(*candidate));
    }
    return {};
  }

  Result<void> read_pins(const toml::node& value, std::optional<std::string>& pins) const {
    Result<std::string> text = read_text("pins", value);
    if (!text) return tl::unexpected(text.error());
    pins = *text == "off" ? *text : path_text(*text);
    return {};
  }

  Result<void> read_reports(const toml::node& value, std::vector<std::string>& reports) const {
    Result<std::vector<std::string>> texts = read_texts("reports", value);
    if (!texts) return tl::unexpected(texts.error());
    for (const std::string& text : *texts) {
      const std::size_t equals = text.find('=');
      const bool has_path =
          equals != std::string::npos && equals + 1 < text.size() && text.substr(equals) != "=-";
      reports.push_back(has_path ? text.substr(0, equals + 1) + path_text(text.substr(equals + 1)) : text);
    }
    return {};
  }

  std::string path_;
  fs::path folder_;
};

}  // namespace

fs::path find_project_file(const fs::path& folder) {
  std::error_code ignored;
  const fs::path absolute = fs::absolute(folder, ignored);
  fs::path found;
  fs::path up;
  for (fs::path at = absolute;; at = at.parent_path(), up /= "..") {
    if (found.empty() && fs::exists(at / kFileName, ignored)) found = up / kFileName;
    if (fs::exists(at / ".git", ignored)) return found;
    if (at == at.parent_path()) break;
  }
  return fs::exists(absolute / kFileName, ignored) ? fs::path(kFileName) : fs::path();
}

Result<ProjectFile> read_project_file(const fs::path& path) {
  std::error_code ignored;
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path, ignored))
    return make_error(ErrorCode::kCannotRead, fmt::format("'{}' cannot be read", path.string()),
                      "--config names the file, --no-config goes without one");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const toml::parse_result parsed = toml::parse(std::string_view(text));
  if (!parsed) {
    const toml::source_position at = parsed.error().source().begin;
    return make_error(
        ErrorCode::kCannotRead,
        fmt::format("{}:{}:{}: {}", path.string(), at.line, at.column, parsed.error().description()),
        "it is no TOML");
  }
  return Reader(path).read(parsed.table());
}

}  // namespace gradvet
