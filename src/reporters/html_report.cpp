#include "src/reporters/html_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "src/reporters/defect.hpp"
#include "src/reporters/html_finding.hpp"
#include "src/reporters/html_page.hpp"
#include "src/reporters/html_table.hpp"
#include "src/reporters/scope_text.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/reporters/unjudged_reason.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostValueBytes = 400;

/// A verdict is never told by its colour alone.
std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHeld:
      return "✓ held";
    case Verdict::kBroken:
      return "✗ broken";
    case Verdict::kUnjudged:
      break;
  }
  return "? unjudged";
}

std::string section_id(std::size_t run) { return fmt::format("run-{}", run + 1); }

void write_overview(XmlWriter& html, std::span<const RunReport> runs) {
  constexpr std::array<std::string_view, 5> kColumns = {"candidate", "verdict", "contract", "profile",
                                                        "cases"};
  begin_table(html, "Verdicts", kColumns);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunReport& run = runs[i];
    html.begin("tr");
    html.begin("th");
    html.attribute("scope", "row");
    html.attribute("class", "code");
    html.begin("a");
    html.attribute("href", "#" + section_id(i));
    html.text(terminal_text(run.candidate));
    html.end();
    html.end();
    write_text(html, "td", to_text(run.verdict), verdict_text(run.verdict));
    html.element("td", run.contract->info().id);
    html.element("td", to_text(run.profile));
    html.element("td", grouped(run.cases.total()));
    html.end();
  }
  end_table(html);
}

void write_observations(XmlWriter& html, const RunReport& run) {
  if (run.observations.empty()) return;
  html.element("h3", "Fixtures");
  constexpr std::array<std::string_view, 4> kColumns = {"fixture", "ended", "expected", "actual"};
  begin_table(html, "Published examples of the contract", kColumns);
  for (const Observation& observation : run.observations) {
    const bool is_bad = !observation.passed && !observation.is_declined;
    write_row(html,
              std::array{HtmlCell{terminal_text(observation.check)},
                         HtmlCell{observation.passed        ? "✓ passed"
                                  : observation.is_declined ? "– declined"
                                                            : "✗ failed",
                                  -1, observation.passed ? "held" : (is_bad ? "broken" : "soft")},
                         HtmlCell{elided(terminal_text(observation.expected), kMostValueBytes), -1, "code"},
                         HtmlCell{elided(terminal_text(observation.actual), kMostValueBytes), -1, "code"}});
  }
  end_table(html);
}

void write_laws(XmlWriter& html, const RunReport& run) {
  if (run.laws_broken.empty()) return;
  html.element("h3", "Laws broken");
  for (const LawBreach& breach : run.laws_broken) {
    html.begin("details");
    html.element("summary", fmt::format("{}: {}", breach.law->id, breach.law->statement));
    write_block(html, fmt::format("two cases that break {}", breach.law->id),
                defect_of(run, breach).explanation);
    html.end();
  }
}

void write_steps(XmlWriter& html, std::string_view caption, std::span<const AccuracyStep> steps,
                 std::uint64_t beyond) {
  std::uint64_t most = beyond;
  for (const AccuracyStep& step : steps) most = std::max(most, step.numbers);
  // What no number reaches need not be scrolled past.
  while (beyond == 0 && !steps.empty() && steps.back().numbers == 0) steps = steps.first(steps.size() - 1);
  if (most == 0) return;
  const auto share = [most](std::uint64_t numbers) {
    return static_cast<double>(numbers) / static_cast<double>(most);
  };
  constexpr std::array<std::string_view, 2> kColumns = {"at most", "numbers"};
  begin_table(html, caption, kColumns);
  for (const AccuracyStep& step : steps)
    write_row(html, std::array{HtmlCell{decimal_text(step.at_most, 4)},
                               HtmlCell{grouped(step.numbers), share(step.numbers), "weight"}});
  if (beyond != 0)
    write_row(html, std::array{HtmlCell{"more"}, HtmlCell{grouped(beyond), share(beyond), "weight"}});
  end_table(html);
}

void write_accuracy(XmlWriter& html, const RunReport& run) {
  if (!run.accuracy || run.accuracy->numbers == 0) return;
  const Accuracy& accuracy = *run.accuracy;
  html.element("h3", "How near the held answers were");
  html.element("p", fmt::format("{} of {} are the nearest number of the output format.",
                                grouped(accuracy.correctly_rounded), counted(accuracy.numbers, "number")));
  write_steps(html, "Distance from the exact value, in ULP", accuracy.error_ulp, accuracy.beyond);
  write_steps(html, "The same as a share of what rounding allows", accuracy.excess, 0);
}

void write_power(XmlWriter& html, const RunReport& run) {
  if (run.power.empty() || run.cases.total() == 0) return;
  const auto told =
      std::ranges::count_if(run.power, [](const FormPower& form) { return form.told_apart > 0; });
  html.begin("details");
  html.element("summary", fmt::format("The cases tell {} of {} from the contract", told,
                                      counted(run.power.size(), "known wrong form")));
  constexpr std::array<std::string_view, 4> kColumns = {"wrong form", "told apart", "too close",
                                                        "same value"};
  begin_table(html, "In how many of the cases looked at", kColumns);
  for (const FormPower& form : run.power)
    write_row(html,
              std::array{HtmlCell{std::string(form.form->id), -1, "code"}, HtmlCell{grouped(form.told_apart)},
                         HtmlCell{grouped(form.too_close)}, HtmlCell{grouped(form.same)}});
  end_table(html);
  html.end();
}

void write_classes(XmlWriter& html, const RunReport& run) {
  if (run.classes.empty()) return;
  html.begin("details");
  html.element("summary", fmt::format("Kinds of input that were drawn: {}", run.classes.size()));
  constexpr std::array<std::string_view, 2> kColumns = {"kind of input", "cases"};
  begin_table(html, "Random cases of each kind", kColumns);
  const double all = static_cast<double>(std::max<std::uint64_t>(run.cases.random, 1));
  for (const auto& [name, count] : run.classes)
    write_row(html, std::array{HtmlCell{name},
                               HtmlCell{grouped(count), static_cast<double>(count) / all, "weight"}});
  end_table(html);
  html.end();
}

void write_run(XmlWriter& html, const Session& session, const RunReport& run, std::size_t number) {
  html.begin("section");
  html.attribute("id", section_id(number));
  html.attribute("aria-labelledby", section_id(number) + "-title");
  write_text(html, "p", fmt::format("verdict {}", to_text(run.verdict)), verdict_text(run.verdict));
  html.begin("h2");
  html.attribute("id", section_id(number) + "-title");
  html.text(fmt::format("{} under {}, {}", terminal_text(run.candidate), run.contract->info().id,
                        to_text(run.profile)));
  html.end();
  write_text(html, "p", "soft", run.contract->info().statement);
  if (run.reason) write_block(html, "why it is unjudged", terminal_text(unjudged_reason(run)));
  if (run.scope && run.scope_finished)
    html.element("p",
                 fmt::format("Tried: {}, among them every one with {}.", counted(run.cases.total(), "case"),
                             scope_text(*run.scope, run.contract->info().parameters)));
  else
    html.element("p", fmt::format("Tried: {}.", counted(run.cases.total(), "case")));
  for (const std::string& note : run.notes) html.element("p", "Note: " + terminal_text(note));
  for (const Finding& finding : run.findings) write_html_finding(html, session, run, finding);
  write_laws(html, run);
  write_observations(html, run);
  write_accuracy(html, run);
  html.element("h3", "What was looked at");
  write_power(html, run);
  write_classes(html, run);
  html.end();
}

}  // namespace

void HtmlReport::write(const Session& session, std::span<const RunReport> runs, std::ostream& out) const {
  const auto count = [runs](Verdict verdict) {
    return std::ranges::count_if(runs, [verdict](const RunReport& run) { return run.verdict == verdict; });
  };
  const std::string summary = fmt::format("{} held, {} broken, {} unjudged", count(Verdict::kHeld),
                                          count(Verdict::kBroken), count(Verdict::kUnjudged));
  out << html_page("gradvet: " + summary, [&](XmlWriter& html) {
    html.begin("header");
    html.element("h1", summary);
    write_text(html, "p", "soft", fmt::format("gradvet {}, seed {}", session.version, session.seed));
    write_block(html, "the command of this report", terminal_text(session.command_line));
    html.end();
    html.begin("main");
    write_overview(html, runs);
    for (std::size_t i = 0; i < runs.size(); ++i) write_run(html, session, runs[i], i);
    html.end();
  });
}

}  // namespace gradvet
