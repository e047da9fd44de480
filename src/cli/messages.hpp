#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "src/core/error.hpp"

namespace gradvet {

/// Prints `gradvet: error[E204]: message; hint`, control characters escaped.
void print_error(std::ostream& err, const Error& error);

/// Prints `gradvet: warning: text`.
void print_warning(std::ostream& err, std::string_view text);

/// E101: "no contract is called 'vector-maen'; did you mean 'vector-mean'? gradvet list contracts shows them
/// all". `kind` is the noun ("contract"), `where_listed` the command or words that show the choices.
Error unknown_name(std::string_view kind, std::string_view word, std::span<const std::string_view> names,
                   std::string_view where_listed);

/// E102: "--cases takes a whole number of at least 1, not 'ten'".
Error bad_value(std::string_view flag, std::string_view what_it_takes, std::string_view word);

/// E103: "--all is not there yet"; `hint` says what to do meanwhile.
Error not_yet(std::string_view what, std::string_view hint);

}  // namespace gradvet
