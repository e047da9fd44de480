#include "src/cli/manual_page.hpp"

#include <fmt/format.h>

namespace gradvet {

namespace {

/// Text that roff shows as it is: no request at the start of a line, no escape, hyphens that can be copied.
std::string roff_text(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (byte == '\\')
      out += "\\e";
    else if (byte == '-')
      out += "\\-";
    else if ((byte == '.' || byte == '\'') && (out.empty() || out.back() == '\n'))
      out += fmt::format("\\&{}", byte);
    else
      out += byte;
  }
  return out;
}

void write_item(std::string_view term, std::string_view value, std::string_view line, std::string& out) {
  out += fmt::format(".TP\n\\fB{}\\fR", roff_text(term));
  if (!value.empty()) out += fmt::format(" \\fI{}\\fR", roff_text(value));
  out += fmt::format("\n{}\n", roff_text(line));
}

std::string word_text(const CatalogWord& word) {
  const std::string name = word.name + (word.is_repeatable ? "..." : "");
  return word.is_required ? name : "[" + name + "]";
}

void write_command(const CatalogCommand& command, const std::string& path, std::string& out) {
  const std::string name = path + " " + command.name;
  std::string words;
  for (const CatalogWord& word : command.words) words += " " + word_text(word);
  out += fmt::format(".SS \"{}{}\"\n{}.\n", roff_text(name), roff_text(words), roff_text(command.line));
  for (const CatalogWord& word : command.words) write_item(word.name, "", word.line, out);
  for (const CatalogFlag& flag : command.flags)
    if (flag.name != "--help") write_item(flag.name, flag.value_name, flag.line, out);
  for (const CatalogCommand& under : command.commands) write_command(under, name, out);
}

}  // namespace

std::string manual_page(const CatalogCommand& program, std::string_view version) {
  std::string out = fmt::format(".TH GRADVET 1 \"\" \"gradvet {}\" \"User Commands\"\n", version);
  out += fmt::format(
      ".SH NAME\n{0} \\- vets implementations of gradient accumulation weighting\n"
      ".SH SYNOPSIS\n.B {0}\n.I COMMAND\n[\\fIFLAGS\\fR]\n"
      ".SH DESCRIPTION\n{1}\n.SH COMMANDS\n",
      program.name, roff_text(program.line));
  for (const CatalogCommand& command : program.commands) write_command(command, program.name, out);
  out +=
      ".SH EXIT STATUS\n.TP\n0\nheld\n.TP\n1\nbroken\n.TP\n2\nusage or configuration\n.TP\n3\ncould not "
      "judge: "
      "nothing ran, a candidate could not be started, interrupted\n.TP\n4\na bug of gradvet\n";
  return out;
}

}  // namespace gradvet
