#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;  // CLI11's headers are heavy; only flags, help_page and parse_line read them
}

namespace gradvet {

/// Declares flags the one way in which CLI11 2.1.2 has no surprises: every value is kept as the user's own
/// text (our readers give the messages), a repeatable flag takes one value each time, so that it never eats a
/// candidate.

/// `--name VALUE`, at most once.
void add_value(CLI::App& command, const std::string& flag, std::optional<std::string>& value,
               const std::string& value_name, const std::string& line);

/// `--name VALUE`, any number of times.
void add_repeatable(CLI::App& command, const std::string& flag, std::vector<std::string>& values,
                    const std::string& value_name, const std::string& line);

/// `--name`.
void add_switch(CLI::App& command, const std::string& flag, bool& is_set, const std::string& line);

/// Whether a command can go without a word.
enum class Presence { kOptional, kRequired };

/// A word without a flag. CLI11 would read a word in brackets as a list of words; this does not.
void add_word(CLI::App& command, const std::string& name, std::string& word, Presence presence,
              const std::string& line);

/// One word or more; `name` is shown with dots.
void add_words(CLI::App& command, const std::string& name, std::vector<std::string>& words, Presence presence,
               const std::string& line);

/// A command under a command, of which exactly one must be named.
CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& line);

/// True if the command line named it.
bool is_named(const CLI::App& command);

}  // namespace gradvet
