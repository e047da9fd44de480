#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/flag_catalog.hpp"

namespace gradvet {

/// What may stand for the value of a flag or for a word of a command: `--contract`, `WHAT`. Empty: a file.
using ValueChoices =
    std::function<std::vector<std::string>(std::string_view command, std::string_view flag_or_word)>;

/// A shell for which a script can be written.
struct CompletionShell {
  std::string_view name;
  std::string (*write)(const CatalogCommand& program, const ValueChoices& choices);
};

/// bash, zsh and fish.
std::span<const CompletionShell> completion_shells();

}  // namespace gradvet
