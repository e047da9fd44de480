#include "src/cli/case_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "src/text/case_json.hpp"
#include "src/text/text_lines.hpp"

namespace gradvet {

namespace {

bool is_all_digits(std::string_view text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// `file` and `line` of the word; a file whose own name ends in digits after a colon is read whole.
void split_line_number(const std::string& word, GivenCases& given) {
  given.file = word;
  const std::size_t colon = word.rfind(':');
  std::error_code ignored;
  if (colon == std::string::npos || std::filesystem::exists(word, ignored)) return;
  const std::string_view digits = std::string_view(word).substr(colon + 1);
  if (!is_all_digits(digits)) return;
  given.file = word.substr(0, colon);
  given.line = std::stoul(std::string(digits));
}

Result<std::string> read_file(const std::string& file) {
  std::error_code ignored;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file, ignored))
    return make_error(ErrorCode::kCannotRead,
                      fmt::format("'{}' is no case and no file that can be read", file),
                      "give a case as JSON, '{\"example_counts\":…}', or a FILE or FILE:LINE that holds one");
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

Result<JsonValue> read_document(const std::string& text, const GivenCases& given) {
  if (given.file.empty()) return parse_json(text);
  const std::vector<std::string_view> lines = lines_of(text);
  if (given.line != 0) {
    if (given.line <= lines.size()) return parse_json(lines[given.line - 1]);
    return make_error(ErrorCode::kCannotRead,
                      fmt::format("'{}' has no line {}, only {}", given.file, given.line, lines.size()));
  }
  Result<JsonValue> whole = parse_json(text);
  const auto is_object = [](std::string_view line) { return line.starts_with('{'); };
  if (!whole && std::count_if(lines.begin(), lines.end(), is_object) > 1)
    return make_error(ErrorCode::kBadCase, fmt::format("'{}' holds several lines", given.file),
                      fmt::format("name one: {}:1", given.file));
  return whole;
}

}  // namespace

Result<GivenCases> read_given_cases(const std::string& word) {
  GivenCases given;
  std::string text = word;
  if (word.find_first_not_of(" \t\n") == std::string::npos || word[word.find_first_not_of(" \t\n")] != '{') {
    split_line_number(word, given);
    Result<std::string> content = read_file(given.file);
    if (!content) return tl::unexpected(content.error());
    text = std::move(*content);
  }
  Result<JsonValue> document = read_document(text, given);
  if (!document) {
    Error error = document.error();
    const std::string where = given.file.empty() ? "the case"
                              : given.line == 0  ? given.file
                                                 : fmt::format("{}:{}", given.file, given.line);
    if (error.code != ErrorCode::kCannotRead) error.message = fmt::format("{}: {}", where, error.message);
    return tl::unexpected(error);
  }
  if (document->kind != JsonValue::Kind::kObject)
    return make_error(ErrorCode::kBadCase, "a case is a JSON object with the contract's parameters");
  if (const JsonValue* contract = document->find("contract");
      contract != nullptr && contract->kind == JsonValue::Kind::kString)
    given.contract = contract->text;
  const JsonValue* sequence = document->find("cases");
  if (sequence == nullptr) {
    given.cases.push_back(std::move(*document));
  } else if (sequence->kind == JsonValue::Kind::kArray && !sequence->items.empty()) {
    given.cases = sequence->items;
  } else {
    return make_error(ErrorCode::kBadCase, "\"cases\" must be a list of at least one case");
  }
  return given;
}

Result<std::vector<Case>> cases_of(const GivenCases& given, const Contract& contract,
                                   const Profile& profile) {
  std::vector<Case> cases;
  for (const JsonValue& value : given.cases) {
    Result<Case> read = read_case(value, contract.info().parameters);
    if (!read) return tl::unexpected(read.error());
    if (const std::optional<std::string> reason = contract.refuse(*read, profile))
      return make_error(ErrorCode::kOutsideDomain,
                        fmt::format("the case is outside the domain of {}: {}", contract.info().id, *reason),
                        fmt::format("gradvet explain {} shows the domain", contract.info().id));
    cases.push_back(std::move(*read));
  }
  return cases;
}

}  // namespace gradvet
