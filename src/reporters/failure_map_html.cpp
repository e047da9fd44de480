#include <fmt/format.h>

#include <array>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/failure_map.hpp"
#include "src/reporters/html_page.hpp"
#include "src/reporters/html_table.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/text/case_json.hpp"

namespace gradvet {

namespace {

constexpr std::array kRoles = {FormRole::kFailure, FormRole::kUnsuccessfulFix, FormRole::kRepair};

std::string_view heading(FormRole role) {
  switch (role) {
    case FormRole::kFailure:
      return "The failure";
    case FormRole::kUnsuccessfulFix:
      return "The unsuccessful fix";
    case FormRole::kRepair:
    case FormRole::kHonest:
      break;
  }
  return "The repair";
}

std::size_t count_contracts(const FailureMap& map) {
  std::size_t count = 0;
  const Contract* last = nullptr;
  for (const MappedMechanism& mapped : map.mechanisms) {
    if (mapped.contract != last) ++count;
    last = mapped.contract;
  }
  return count;
}

std::string title_of(const FailureMap& map) {
  return fmt::format("{} of {}", counted(map.mechanisms.size(), "known mistake"),
                     counted(count_contracts(map), "contract"));
}

void write_overview(XmlWriter& html, const FailureMap& map) {
  constexpr std::array<std::string_view, 3> kColumns = {"mechanism", "what goes wrong", "evaluation group"};
  begin_stacked_table(html, "Mechanisms", kColumns);
  for (const MappedMechanism& mapped : map.mechanisms) {
    html.begin("tr");
    html.begin("th");
    html.attribute("scope", "row");
    html.attribute("class", "code");
    html.begin("a");
    html.attribute("href", fmt::format("#{}", mapped.mechanism->id));
    html.text(mapped.mechanism->id);
    html.end();
    html.end();
    write_stacked_cell(html, kColumns[1], {}, mapped.mechanism->title);
    write_stacked_cell(html, kColumns[2], {}, evaluation_group(mapped.contract->info()));
    html.end();
  }
  end_table(html);
}

void write_contract(XmlWriter& html, const ContractInfo& info) {
  html.begin("section");
  html.attribute("id", info.id);
  html.attribute("aria-labelledby", fmt::format("{}-title", info.id));
  write_text(html, "p", "soft", info.alias.empty() ? "Contract" : fmt::format("Contract {}", info.alias));
  html.begin("h2");
  html.attribute("id", fmt::format("{}-title", info.id));
  html.text(call_text(info));
  html.end();
  html.element("p", info.statement);
  html.element("h3", "Formula");
  html.element("p", info.formula);
  html.element("h3", "Domain");
  html.element("p", info.domain);
  html.element("h3", "Why it matters");
  html.element("p", info.why);
  html.end();
}

HtmlCell outcome_cell(const MappedProgram* program, std::size_t fixture) {
  if (program == nullptr) return {"–", -1, "soft"};
  const Observation& observation = program->observations[fixture];
  return {fmt::format("{} {}", observation.passed ? "✓" : "✗", observation.actual), -1,
          observation.passed ? "code held" : "code broken"};
}

void write_fixtures(XmlWriter& html, const MappedVariant& variant, Signature signature) {
  constexpr std::array<std::string_view, 5> kColumns = {"boundary fixture", "expected", "failure",
                                                        "unsuccessful fix", "repair"};
  begin_stacked_table(html, fmt::format("What the programs give, N = {}", variant.number), kColumns);
  for (std::size_t i = 0; i < variant.fixtures.size(); ++i) {
    const Fixture& fixture = variant.fixtures[i];
    std::vector<std::string> numbers;
    for (const Fixture::ExpectedNumber& number : fixture.expected)
      numbers.push_back(fraction_and_decimal(number.value));
    html.begin("tr");
    html.begin("th");
    html.attribute("scope", "row");
    html.text(fixture.name);
    html.begin("div");
    html.attribute("class", "code soft");
    html.text(case_json(fixture.input, signature));
    html.end();
    html.end();
    write_stacked_cell(html, kColumns[1], "code",
                       shape_text(fixture.expected_shape, numbers, fixture.expected_rows));
    for (std::size_t column = 0; column < kRoles.size(); ++column) {
      const HtmlCell cell = outcome_cell(variant.program(kRoles[column]), i);
      write_stacked_cell(html, kColumns[column + 2], cell.kind, cell.text);
    }
    html.end();
  }
  end_table(html);
}

void write_program(XmlWriter& html, const MappedVariant& variant, FormRole role) {
  const MappedProgram* program = variant.program(role);
  if (program == nullptr) return;
  html.element("h3", heading(role));
  html.element("p", fmt::format("It {}.", program->form->sentence));
  html.begin("details");
  html.element("summary", fmt::format("The program with N = {}, which ends with {}: {}", variant.number,
                                      program->passes() ? 0 : 1,
                                      program->passes() ? "every fixture passes" : "a fixture fails"));
  write_block(html, fmt::format("{} as a program", heading(role)), program->python);
  html.end();
}

void write_digests(XmlWriter& html, const MappedMechanism& mapped) {
  constexpr std::array<std::string_view, 3> kColumns = {"variant", "of", "SHA-256"};
  begin_table(html, "Programs differ between variants in the line N = … alone", kColumns);
  for (const MappedVariant& variant : mapped.variants) {
    const std::string number = fmt::format("N = {}", variant.number);
    for (const MappedProgram& program : variant.programs)
      write_row(html, std::array{HtmlCell{number}, HtmlCell{std::string(to_text(program.form->role))},
                                 HtmlCell{program.sha256, -1, "code"}});
    write_row(html,
              std::array{HtmlCell{number}, HtmlCell{"all three"}, HtmlCell{variant.digest(), -1, "code"}});
  }
  end_table(html);
}

void write_mechanism(XmlWriter& html, const MappedMechanism& mapped) {
  const Mechanism& mechanism = *mapped.mechanism;
  const Signature signature = mapped.contract->info().parameters;
  html.begin("section");
  html.attribute("id", mechanism.id);
  html.attribute("aria-labelledby", fmt::format("{}/title", mechanism.id));
  write_text(html, "p", "soft",
             fmt::format("{} · {}{}{}", kFamily, mechanism.id, mechanism.alias.empty() ? "" : " · ",
                         mechanism.alias));
  html.begin("h2");
  html.attribute("id", fmt::format("{}/title", mechanism.id));
  html.text(mechanism.title);
  html.end();
  html.element("h3", "Root cause");
  html.element("p", mechanism.root_cause);
  if (!mechanism.seen_in.empty()) {
    html.element("h3", "Seen in public");
    html.element("p", mechanism.seen_in);
  }
  for (const FormRole role : kRoles) write_program(html, mapped.variants.front(), role);
  html.element("h3", "Boundary fixtures");
  write_fixtures(html, mapped.variants.front(), signature);
  html.begin("details");
  html.element("summary", fmt::format("Variants 2 to {}", mapped.variants.size()));
  for (const MappedVariant& variant : std::span(mapped.variants).subspan(1))
    write_fixtures(html, variant, signature);
  html.end();
  html.begin("details");
  html.element("summary", "Digests of the programs");
  write_digests(html, mapped);
  html.end();
  html.begin("details");
  html.element("summary", "Scope of this case");
  for (const std::string& note : scope_notes(mapped)) html.element("p", note);
  html.end();
  html.end();
}

}  // namespace

std::string failure_map_html(const FailureMap& map) {
  return html_page("gradvet: " + title_of(map), [&map](XmlWriter& html) {
    html.begin("header");
    html.element("h1", title_of(map));
    write_text(html, "p", "soft", fmt::format("Failure map of gradvet {}", map.version));
    html.end();
    html.begin("main");
    write_overview(html, map);
    const Contract* last = nullptr;
    for (const MappedMechanism& mapped : map.mechanisms) {
      if (mapped.contract != last) write_contract(html, mapped.contract->info());
      last = mapped.contract;
      write_mechanism(html, mapped);
    }
    html.end();
  });
}

}  // namespace gradvet
