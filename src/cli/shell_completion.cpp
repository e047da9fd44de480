#include "src/cli/shell_completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace gradvet {

namespace {

/// The text with a backslash before each of these characters.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char byte : text) {
    if (special.find(byte) != std::string_view::npos) out += '\\';
    out += byte;
  }
  return out;
}

/// Inside single quotes of a POSIX shell.
std::string in_quotes(std::string_view text) {
  std::string out;
  for (const char byte : text) out += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return out;
}

/// What completes the words of a command: the commands under it, or what may stand for its first word.
std::vector<std::string> word_choices(const CatalogCommand& command, const ValueChoices& choices) {
  std::vector<std::string> names;
  for (const CatalogCommand& under : command.commands) names.push_back(under.name);
  return !names.empty() || command.words.empty() ? names : choices(command.name, command.words.front().name);
}

/// The flags of a command and of those under it, each once.
std::vector<CatalogFlag> all_flags(const CatalogCommand& command) {
  std::vector<CatalogFlag> flags = command.flags;
  for (const CatalogCommand& under : command.commands)
    for (const CatalogFlag& flag : all_flags(under)) {
      const auto is_same = [&flag](const CatalogFlag& other) { return other.name == flag.name; };
      if (std::ranges::none_of(flags, is_same)) flags.push_back(flag);
    }
  return flags;
}

std::string bash_script(const CatalogCommand& program, const ValueChoices& choices) {
  std::vector<std::string> names;
  std::string commands;
  for (const CatalogCommand& command : program.commands) {
    names.push_back(command.name);
    std::string values;
    std::vector<std::string> flags;
    for (const CatalogFlag& flag : all_flags(command)) {
      flags.push_back(flag.name);
      if (flag.value_name.empty()) continue;
      const std::vector<std::string> known = choices(command.name, flag.name);
      values += known.empty()
                    ? fmt::format("        {}) _gradvet_files ;;\n", flag.name)
                    : fmt::format("        {}) _gradvet_words '{}' ;;\n", flag.name, fmt::join(known, " "));
    }
    commands += fmt::format(
        "    {}) flags='{}' words='{}'\n      case $before in\n{}        *) _gradvet_rest ;;\n      esac "
        ";;\n",
        command.name, fmt::join(flags, " "), fmt::join(word_choices(command, choices), " "), values);
  }
  return fmt::format(R"(# bash completion for gradvet: source it, or put it into a folder of bash-completion
_gradvet_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }}
_gradvet_files() {{ compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word"); }}
_gradvet_rest() {{
  if [[ $word == -* ]]; then _gradvet_words "$flags"
  elif [[ $words ]]; then _gradvet_words "$words"
  else _gradvet_files; fi
}}
_gradvet() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} flags words
  if ((COMP_CWORD == 1)); then _gradvet_words '{} --help --version'; return; fi
  case ${{COMP_WORDS[1]}} in
{}  esac
}}
complete -F _gradvet gradvet
)",
                     fmt::join(names, " "), commands);
}

std::string zsh_action(const std::vector<std::string>& known) {
  return known.empty() ? "_files" : fmt::format("({})", fmt::join(known, " "));
}

std::string zsh_script(const CatalogCommand& program, const ValueChoices& choices) {
  std::string names, cases;
  for (const CatalogCommand& command : program.commands) {
    names += fmt::format("    '{}:{}'\n", command.name, in_quotes(escaped(command.line, "\\:")));
    std::string arguments;
    for (const CatalogFlag& flag : all_flags(command)) {
      arguments += fmt::format(" \\\n        '*{}[{}]", flag.name, in_quotes(escaped(flag.line, "\\[]:")));
      if (!flag.value_name.empty())
        arguments += fmt::format(":{}:{}", in_quotes(escaped(flag.value_name, "\\:")),
                                 zsh_action(choices(command.name, flag.name)));
      arguments += "'";
    }
    if (!command.words.empty() || !command.commands.empty())
      arguments += fmt::format(" \\\n        '*:word:{}'", zsh_action(word_choices(command, choices)));
    cases += fmt::format("      {}) _arguments{} ;;\n", command.name, arguments);
  }
  return fmt::format(R"(#compdef gradvet
_gradvet() {{
  local state
  local -a commands
  commands=(
{}  )
  _arguments -C '--help[print a page]' '--version[print the version]' '1:command:->command' '*::word:->words'
  case $state in
    command) _describe command commands ;;
    words) case $words[1] in
{}    esac ;;
  esac
}}
if [[ $funcstack[1] = _gradvet ]]; then _gradvet "$@"; else compdef _gradvet gradvet; fi
)",
                     names, cases);
}

std::string fish_quoted(std::string_view text) { return "'" + escaped(text, "\\'") + "'"; }

std::string fish_script(const CatalogCommand& program, const ValueChoices& choices) {
  std::string out = "# fish completion for gradvet\n";
  for (const CatalogCommand& command : program.commands) {
    out += fmt::format("complete -c gradvet -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                       fish_quoted(command.line));
    const std::string seen = fmt::format("-n '__fish_seen_subcommand_from {}'", command.name);
    for (const CatalogFlag& flag : all_flags(command)) {
      const std::vector<std::string> known =
          flag.value_name.empty() ? std::vector<std::string>{} : choices(command.name, flag.name);
      out += fmt::format("complete -c gradvet {} -l {}", seen, flag.name.substr(2));
      if (!known.empty())
        out += fmt::format(" -x -a {}", fish_quoted(fmt::format("{}", fmt::join(known, " "))));
      else if (!flag.value_name.empty())
        out += " -r";
      out += fmt::format(" -d {}\n", fish_quoted(flag.line));
    }
    if (const std::vector<std::string> words = word_choices(command, choices); !words.empty())
      out += fmt::format("complete -c gradvet {} -f -a {}\n", seen,
                         fish_quoted(fmt::format("{}", fmt::join(words, " "))));
  }
  return out;
}

constexpr std::array<CompletionShell, 3> kShells = {
    {{"bash", &bash_script}, {"zsh", &zsh_script}, {"fish", &fish_script}}};

}  // namespace

std::span<const CompletionShell> completion_shells() { return kShells; }

}  // namespace gradvet
