#include "src/cli/messages.hpp"

#include <fmt/format.h>

#include "src/core/nearest_name.hpp"
#include "src/reporters/terminal_text.hpp"

namespace gradvet {

namespace {

/// Text of several lines (a traceback), the later ones indented.
std::string lines_text(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += terminal_text(text.substr(0, end));
    if (end == std::string_view::npos || end + 1 == text.size()) return out;
    out += "\n  ";
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void print_error(std::ostream& err, const Error& error) {
  err << fmt::format("gradvet: error[E{}]: {}", static_cast<int>(error.code), lines_text(error.message));
  if (!error.hint.empty()) err << "; " << terminal_text(error.hint);
  err << '\n';
}

void print_warning(std::ostream& err, std::string_view text) {
  err << "gradvet: warning: " << terminal_text(text) << '\n';
}

Error unknown_name(std::string_view kind, std::string_view word, std::span<const std::string_view> names,
                   std::string_view where_listed) {
  const std::string_view nearest = nearest_name(word, names);
  std::string hint = nearest.empty() ? "" : fmt::format("did you mean '{}'? ", nearest);
  hint += where_listed;
  return {ErrorCode::kUnknownName, fmt::format("no {} is called '{}'", kind, word), std::move(hint)};
}

Error bad_value(std::string_view flag, std::string_view what_it_takes, std::string_view word) {
  return {ErrorCode::kBadFlagValue, fmt::format("{} takes {}, not '{}'", flag, what_it_takes, word), ""};
}

Error not_yet(std::string_view what, std::string_view hint) {
  return {ErrorCode::kNotYet, fmt::format("{} is not there yet in this version", what), std::string(hint)};
}

}  // namespace gradvet
