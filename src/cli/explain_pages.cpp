#include "src/cli/explain_pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/labelled_lines.hpp"
#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

constexpr int kPageWidth = 96;

/// Breaks a text at blanks so that pages stay readable in a terminal. Every line begins with `margin`.
void add_paragraph(LabelledLines& lines, std::string_view label, std::string_view text,
                   std::string_view margin = "") {
  while (!text.empty()) {
    std::size_t end = text.size();
    if (end > kPageWidth) {
      end = text.rfind(' ', kPageWidth);
      if (end == std::string_view::npos || end == 0) end = std::min(text.find(' '), text.size());
    }
    lines.add(label, fmt::format("{}{}", margin, text.substr(0, end)));
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

/// Beside what a fixture should give, what the wrong forms give where that is something else.
void add_fixtures(LabelledLines& lines, const Contract& contract, const MappedVariant& variant) {
  std::size_t width = 0;
  for (const Fixture& fixture : variant.fixtures) width = std::max(width, fixture.name.size());
  for (std::size_t i = 0; i < variant.fixtures.size(); ++i) {
    const Fixture& fixture = variant.fixtures[i];
    lines.add(i == 0 ? "fixtures" : "",
              fmt::format("{:<{}}  {}  gives {}", fixture.name, width,
                          case_json(fixture.input, contract.info().parameters), expected_text(fixture)));
    for (const MappedProgram& program : variant.programs) {
      const Observation& observation = program.observations[i];
      if (observation.passed) continue;
      lines.add_below(fmt::format("{:<{}}    the {} gives {}", "", width,
                                  program.form->role == FormRole::kFailure ? "failure" : "unsuccessful fix",
                                  observation.actual));
    }
  }
}

void add_form(LabelledLines& lines, std::string_view label, const Form* form) {
  if (form == nullptr) return;
  add_paragraph(lines, label, fmt::format("it {}", form->sentence));
  lines.add_below(fmt::format("builtin:{}", form->id));
}

void add_mistake(LabelledLines& lines, std::string_view label, const Mechanism& mechanism) {
  lines.add(label, with_alias(mechanism.id, mechanism.alias));
  const auto add = [&lines](const std::string& text) { add_paragraph(lines, "", text, "  "); };
  add(std::string(mechanism.title));
  if (mechanism.failure != nullptr) add(fmt::format("failure: it {}", mechanism.failure->sentence));
  if (mechanism.unsuccessful_fix != nullptr)
    add(fmt::format("not a fix: it {}", mechanism.unsuccessful_fix->sentence));
  if (!mechanism.seen_in.empty()) add(fmt::format("seen in {}", mechanism.seen_in));
}

void add_contract(LabelledLines& lines, const std::string& statement, const ContractInfo& info) {
  add_paragraph(lines, "contract", statement);
  add_paragraph(lines, "formula", info.formula);
  add_paragraph(lines, "domain", info.domain);
  add_paragraph(lines, "why", info.why);
}

}  // namespace

std::string contract_page(const Contract& contract) {
  const ContractInfo& info = contract.info();
  const Palette palette(Colour::kOff);
  LabelledLines lines(palette);
  add_contract(lines, std::string(info.statement), info);
  lines.add_blank();
  for (const Mechanism& mechanism : contract.mechanisms())
    add_mistake(lines, &mechanism == &contract.mechanisms().front() ? "mistakes" : "", mechanism);
  add_form(lines, "repair", &contract.repair());
  std::string_view label = "honest";
  for (const Form* form : contract.honest_forms()) {
    lines.add(label, form->id);
    label = "";
  }
  lines.add_blank();
  add_fixtures(lines, contract, MappedVariant{1, contract.fixtures(1), {}});
  lines.add_blank();
  lines.add("program", fmt::format("gradvet explain {} --source python", info.id));
  return with_alias(call_text(info), info.alias) + "\n" + lines.text();
}

std::string mechanism_page(const Contract& contract, const MappedVariant& variant,
                           const Mechanism& mechanism) {
  const ContractInfo& info = contract.info();
  const Palette palette(Colour::kOff);
  LabelledLines lines(palette);
  add_paragraph(lines, "mistake", mechanism.title);
  add_paragraph(lines, "cause", mechanism.root_cause);
  if (!mechanism.seen_in.empty()) add_paragraph(lines, "seen in", mechanism.seen_in);
  add_form(lines, "failure", mechanism.failure);
  add_form(lines, "not a fix", mechanism.unsuccessful_fix);
  add_form(lines, "repair", &contract.repair());
  lines.add_blank();
  add_contract(lines, fmt::format("{}: {}", info.id, info.statement), info);
  lines.add_blank();
  add_fixtures(lines, contract, variant);
  lines.add_blank();
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
