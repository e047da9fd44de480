#include "src/candidates/candidate_word.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "src/candidates/builtin_candidate.hpp"
#include "src/candidates/json_lines_candidate.hpp"
#include "src/candidates/native_target.hpp"
#include "src/candidates/python_candidate.hpp"
#include "src/core/invariant.hpp"
#include "src/core/nearest_name.hpp"

namespace gradvet {

namespace {

constexpr std::string_view kForms =
    "a candidate is path.py[:function], path.so[:symbol], exec:command line, or builtin:name";

std::string in_quotes(std::string_view text) {
  std::string result =
      "'";  // appended to: g++ 12 warns of overlap, wrongly, where a std::string grows in front
  result += text;
  return result += '\'';
}

bool is_identifier(std::string_view text) {
  const auto is_part = [](unsigned char byte) {
    return std::isalnum(byte) != 0 || byte == '_' || byte >= 0x80;
  };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_part);
}

/// Splits `path.py:function` at the last place where the ending stands before ':' or the end.
bool split_path(std::string_view word, std::string_view ending, std::string_view& path,
                std::string_view& symbol) {
  if (word.ends_with(ending)) {
    path = word;
    symbol = {};
    return path.size() > ending.size();
  }
  const std::string with_colon = std::string(ending) + ":";
  const std::size_t at = word.rfind(with_colon);
  if (at == std::string_view::npos || at == 0) return false;
  path = word.substr(0, at + ending.size());
  symbol = word.substr(at + with_colon.size());
  return true;
}

/// The same for a library, whose name may end with its version: `libmean.so.1.2:symbol`.
bool split_library(std::string_view word, std::string_view& path, std::string_view& symbol) {
  constexpr std::string_view kEnding = ".so";
  for (std::size_t at = word.rfind(kEnding); at != std::string_view::npos && at > 0;
       at = word.rfind(kEnding, at - 1)) {
    const std::size_t end = std::min(word.find_first_not_of(".0123456789", at + kEnding.size()), word.size());
    const bool is_version =
        word[end - 1] != '.' && (end == at + kEnding.size() || word[at + kEnding.size()] == '.');
    if (!is_version || (end < word.size() && word[end] != ':')) continue;
    path = word.substr(0, end);
    symbol = end < word.size() ? word.substr(end + 1) : std::string_view();
    return true;
  }
  return false;
}

Result<CandidateWord> file_word(CandidateKind kind, std::string_view word, std::string_view path,
                                std::string_view symbol, std::string_view default_symbol) {
  if (symbol.empty() && word.ends_with(':'))
    return make_error(ErrorCode::kUnknownName, in_quotes(word) + " names no function after the ':'",
                      "leave the ':' out for the default, " + std::string(default_symbol));
  if (!symbol.empty() && !is_identifier(symbol))
    return make_error(ErrorCode::kUnknownName,
                      in_quotes(symbol) + " in " + in_quotes(word) + " is no name of a function",
                      std::string(kForms));
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(std::filesystem::path(path), error);
  if (!std::filesystem::exists(status))
    return make_error(ErrorCode::kNoSuchFile, in_quotes(path) + " does not exist", "give the path of a file");
  if (std::filesystem::is_directory(status))
    return make_error(ErrorCode::kNoSuchFile, in_quotes(path) + " is a folder", "give the path of a file");
  const std::string_view named = symbol.empty() ? default_symbol : symbol;
  return CandidateWord{kind, std::string(path), std::string(named),
                       std::string(path) + ":" + std::string(named)};
}

Result<std::unique_ptr<Candidate>> builtin(const CandidateWord& word, std::span<const Form* const> forms) {
  std::vector<std::string_view> names;
  for (const Form* form : forms) {
    if (form->id == word.target) return make_builtin_candidate(word.name, *form);
    names.push_back(form->id);
  }
  std::string hint;
  if (const std::string_view nearest = nearest_name(word.target, names); !nearest.empty())
    hint.append("did you mean builtin:").append(nearest).append("? ");
  hint += "`gradvet list candidates` lists them";
  return make_error(ErrorCode::kUnknownName, "there is no built-in candidate " + in_quotes(word.target),
                    hint);
}

bool is_executable_file(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<CandidateWord> parse_candidate_word(std::string_view word) {
  constexpr std::string_view kBuiltinPrefix = "builtin:";
  constexpr std::string_view kCommandPrefix = "exec:";
  const std::string name(word);
  if (word.starts_with(kBuiltinPrefix))
    return CandidateWord{CandidateKind::kBuiltin, std::string(word.substr(kBuiltinPrefix.size())), {}, name};
  if (word.starts_with(kCommandPrefix)) {
    const std::string_view command = word.substr(kCommandPrefix.size());
    if (command.find_first_not_of(" \t\n") == std::string_view::npos)
      return make_error(ErrorCode::kUnknownName, in_quotes(word) + " names no command", std::string(kForms));
    return CandidateWord{CandidateKind::kCommand, std::string(command), {}, name};
  }
  std::string_view path;
  std::string_view symbol;
  if (split_path(word, ".py", path, symbol))
    return file_word(CandidateKind::kPython, word, path, symbol, "solve");
  if (split_library(word, path, symbol))
    return file_word(CandidateKind::kSharedLibrary, word, path, symbol, "gradvet_solve");
  std::string hint(kForms);
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::path(word), error))
    hint.append("; a program that speaks JSON Lines is exec:")
        .append(name.find('/') == std::string::npos ? "./" : "")
        .append(name);
  return make_error(ErrorCode::kUnknownName, in_quotes(word) + " is no candidate", hint);
}

Result<std::string> find_python(const std::string& wanted) {
  if (wanted.find('/') != std::string::npos) {
    if (is_executable_file(wanted)) return wanted;
    return make_error(ErrorCode::kNoSuchFile, in_quotes(wanted) + " is no Python that can be executed",
                      "name one with --python or GRADVET_PYTHON");
  }
  const std::string program = wanted.empty() ? "python3" : wanted;
  const char* const variable = std::getenv("PATH");
  std::string_view folders =
      variable == nullptr ? std::string_view("/usr/bin:/bin") : std::string_view(variable);
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string_view folder = end == 0 ? std::string_view(".") : folders.substr(0, end);
    const std::filesystem::path path = std::filesystem::path(folder) / program;
    if (is_executable_file(path)) return path.string();
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return make_error(ErrorCode::kNoSuchFile, "no " + in_quotes(program) + " in PATH",
                    "name a Python with --python or GRADVET_PYTHON");
}

Result<std::unique_ptr<Candidate>> make_candidate(std::string_view word, const CandidateSettings& settings) {
  const Result<CandidateWord> parsed = parse_candidate_word(word);
  if (!parsed) return tl::unexpected(parsed.error());
  const bool is_process = parsed->kind == CandidateKind::kCommand || parsed->kind == CandidateKind::kPython;
  if (is_process && settings.isolation == Isolation::kInProcess)
    return make_error(ErrorCode::kBadFlagValue, in_quotes(word) + " is a process of its own",
                      "--in-process is for shared libraries");
  switch (parsed->kind) {
    case CandidateKind::kBuiltin:
      return builtin(*parsed, settings.builtins);
    case CandidateKind::kCommand:
      return make_json_lines_candidate(parsed->name, parsed->target);
    case CandidateKind::kPython: {
      const Result<std::string> python = find_python(settings.python);
      if (!python) return tl::unexpected(python.error());
      return make_python_candidate(parsed->name, {parsed->target, parsed->symbol, *python});
    }
    case CandidateKind::kSharedLibrary:
      return make_native_candidate(parsed->name, make_library_target(parsed->target, parsed->symbol),
                                   settings.isolation);
  }
  fail_invariant("a kind of candidate that cannot be made");
}

}  // namespace gradvet
