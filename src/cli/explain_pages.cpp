#include "src/cli/explain_pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/core/operations.hpp"
#include "src/reporters/answer_text.hpp"
#include "src/reporters/labelled_lines.hpp"
#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

constexpr int kPageWidth = 96;

/// Breaks a text at blanks so that pages stay readable in a terminal.
void add_paragraph(LabelledLines& lines, std::string_view label, std::string_view text) {
  while (!text.empty()) {
    std::size_t end = text.size();
    if (end > kPageWidth) {
      end = text.rfind(' ', kPageWidth);
      if (end == std::string_view::npos || end == 0) end = std::min(text.find(' '), text.size());
    }
    lines.add(label, text.substr(0, end));
    label = "";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string with_alias(std::string_view id, std::string_view alias) {
  return alias.empty() ? std::string(id) : fmt::format("{} ({})", id, alias);
}

std::string expected_text(const Fixture& fixture) {
  std::vector<std::string> numbers;
  for (const Fixture::ExpectedNumber& number : fixture.expected)
    numbers.push_back(fraction_and_decimal(number.value));
  return shape_text(fixture.expected_shape, numbers, fixture.expected_rows);
}

void add_fixtures(LabelledLines& lines, const Contract& contract) {
  const std::vector<Fixture> fixtures = contract.fixtures(1);
  std::size_t width = 0;
  for (const Fixture& fixture : fixtures) width = std::max(width, fixture.name.size());
  for (const Fixture& fixture : fixtures) {
    lines.add(&fixture == &fixtures.front() ? "fixtures" : "",
              fmt::format("{:<{}}  {}  gives {}", fixture.name, width,
                          case_json(fixture.input, contract.info().parameters), expected_text(fixture)));
  }
}

void add_form(LabelledLines& lines, std::string_view label, const Form* form) {
  if (form == nullptr) return;
  add_paragraph(lines, label, fmt::format("it {}", form->sentence));
  lines.add_below(fmt::format("builtin:{}", form->id));
}

}  // namespace

std::string call_text(const ContractInfo& info) {
  std::string out = std::string(info.id) + "(";
  for (const Parameter& parameter : info.parameters) {
    if (is_companion(parameter)) continue;
    if (out.back() != '(') out += ", ";
    out += parameter.name;
  }
  return out + ")";
}

std::string contract_page(const Contract& contract) {
  const ContractInfo& info = contract.info();
  const Palette palette(Colour::kOff);
  LabelledLines lines(palette);
  add_paragraph(lines, "contract", info.statement);
  add_paragraph(lines, "formula", info.formula);
  add_paragraph(lines, "domain", info.domain);
  add_paragraph(lines, "why", info.why);
  lines.add_blank();
  for (const Mechanism& mechanism : contract.mechanisms()) {
    const bool is_first = &mechanism == &contract.mechanisms().front();
    lines.add(is_first ? "mistakes" : "", with_alias(mechanism.id, mechanism.alias));
    add_paragraph(lines, "", fmt::format("  {}", mechanism.title));
  }
  std::string_view label = "honest";
  for (const Form* form : contract.honest_forms()) {
    lines.add(label, form->id);
    label = "";
  }
  lines.add_blank();
  add_fixtures(lines, contract);
  lines.add_blank();
  lines.add("repair", fmt::format("gradvet explain {} --source python", info.id));
  return with_alias(call_text(info), info.alias) + "\n" + lines.text();
}

std::string mechanism_page(const Contract& contract, const Mechanism& mechanism) {
  const Palette palette(Colour::kOff);
  LabelledLines lines(palette);
  add_paragraph(lines, "mistake", mechanism.title);
  add_paragraph(lines, "cause", mechanism.root_cause);
  if (!mechanism.seen_in.empty()) add_paragraph(lines, "seen in", mechanism.seen_in);
  add_form(lines, "failure", mechanism.failure);
  add_form(lines, "not a fix", mechanism.unsuccessful_fix);
  add_paragraph(lines, "contract", fmt::format("{}: {}", contract.info().id, contract.info().statement));
  for (const FormRole role : {FormRole::kFailure, FormRole::kUnsuccessfulFix, FormRole::kRepair}) {
    lines.add(role == FormRole::kFailure ? "programs" : "",
              fmt::format("gradvet explain {} --source python --role {}", mechanism.id, to_text(role)));
  }
  return with_alias(mechanism.id, mechanism.alias) + "\n" + lines.text();
}

std::string form_page(const Contract& contract, const Form& form) {
  const Palette palette(Colour::kOff);
  LabelledLines lines(palette);
  add_paragraph(lines, "form", fmt::format("it {}", form.sentence));
  lines.add("role", to_text(form.role));
  add_paragraph(lines, "contract", fmt::format("{}: {}", contract.info().id, contract.info().statement));
  if (!form.python.empty()) lines.add("program", fmt::format("gradvet explain {} --source python", form.id));
  lines.add("vet it", fmt::format("gradvet vet builtin:{}", form.id));
  return fmt::format("{}\n{}", form.id, lines.text());
}

}  // namespace gradvet
