#include "src/reporters/html_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "src/reporters/answer_text.hpp"
#include "src/reporters/case_table.hpp"
#include "src/reporters/defect.hpp"
#include "src/reporters/html_table.hpp"
#include "src/reporters/terminal_text.hpp"
#include "src/text/decimal.hpp"
#include "src/text/place_text.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostRows = 40;
constexpr std::size_t kMostValueBytes = 600;

/// The counts of a case's microbatches, where it has one for each; else nothing.
std::vector<std::int64_t> counts_of(const Case& value) {
  for (std::size_t argument = 0; argument < value.argument_count(); ++argument)
    if (value.extent(argument).role == NumberRole::kCount &&
        value.extent(argument).layout != Layout::kScalar) {
      const auto counts = value.integers(argument);
      return {counts.begin(), counts.end()};
    }
  return {};
}

double size_of(const Rational& value) { return std::abs(static_cast<double>(value)); }

/// The largest weight on either side, for the length of the bars.
double largest_weight(const WeightReport& report) {
  double largest = 0;
  for (const std::optional<MicrobatchWeight>& weight : report.microbatches)
    if (weight) largest = std::max({largest, size_of(weight->contract), std::abs(weight->measured)});
  return largest;
}

std::string candidate_weight_text(const MicrobatchWeight& weight) {
  return weight.candidate ? fraction_text(*weight.candidate) : shortest_text(weight.measured);
}

double share_of(double part, double largest) {
  return largest > 0 && std::isfinite(part / largest) ? part / largest : 0;
}

void write_microbatches(XmlWriter& html, const Finding& finding) {
  const Case& value = finding.last_case();
  const std::vector<std::int64_t> counts = counts_of(value);
  const bool has_weights =
      finding.weights && finding.weights->conclusion == WeightReport::Conclusion::kWrongWeights;
  const std::size_t rows = has_weights ? finding.weights->microbatches.size() : counts.size();
  if (rows == 0) return;
  const bool has_counts = counts.size() == rows;
  std::vector<std::string_view> columns = {row_word(value.extent(0).layout)};
  if (has_counts) columns.emplace_back("examples");
  if (has_weights) columns.insert(columns.end(), {"contract's weight", "candidate's weight"});
  const double most = has_counts ? static_cast<double>(std::ranges::max(counts)) : 0;
  const double heaviest = has_weights ? largest_weight(*finding.weights) : 0;

  begin_table(html, has_weights ? "What each part weighs in the result" : "How large each part is", columns);
  for (std::size_t i = 0; i < std::min(rows, kMostRows); ++i) {
    std::vector<HtmlCell> cells = {{place_text(value, i)}};
    if (has_counts)
      cells.push_back(
          {fmt::format("{}", counts[i]), share_of(static_cast<double>(counts[i]), most), "weight"});
    if (has_weights) {
      const std::optional<MicrobatchWeight>& weight = finding.weights->microbatches[i];
      cells.push_back(weight ? HtmlCell{fraction_text(weight->contract),
                                        share_of(size_of(weight->contract), heaviest), "weight"}
                             : HtmlCell{"none to show"});
      cells.push_back(weight ? HtmlCell{candidate_weight_text(*weight),
                                        share_of(std::abs(weight->measured), heaviest), "rival"}
                             : HtmlCell{"none to show"});
    }
    write_row(html, cells);
  }
  if (rows > kMostRows) write_row(html, std::array{HtmlCell{fmt::format("… {} more", rows - kMostRows)}});
  end_table(html);
}

/// Number by number where both have the same numbers, else both as they are.
void write_values(XmlWriter& html, const Finding& finding) {
  const Answer* answer = std::get_if<Answer>(&finding.outcome);
  const std::size_t size = finding.expected.numbers.size();
  std::vector<std::string> expected;
  for (const Rational& number : finding.expected.numbers) expected.push_back(fraction_and_decimal(number));
  constexpr std::array<std::string_view, 3> kColumns = {"number", "expected", "actual"};
  begin_table(html, "What was expected and what came", kColumns);
  if (answer != nullptr && size > 1 && answer->numbers.size() == size) {
    const std::vector<std::string> actual = number_texts(*answer);
    for (std::size_t i = 0; i < std::min(size, kMostRows); ++i)
      write_row(html, std::array{HtmlCell{fmt::format("{}", i + 1)}, HtmlCell{expected[i], -1, "code"},
                                 HtmlCell{actual[i], -1, finding.coordinate == i ? "code broken" : "code"}});
    if (size > kMostRows) write_row(html, std::array{HtmlCell{fmt::format("… {} more", size - kMostRows)}});
  } else {
    write_row(html, std::array{HtmlCell{"result"},
                               HtmlCell{shape_text(finding.expected.shape, expected, finding.expected.rows),
                                        -1, "code"},
                               HtmlCell{elided(terminal_text(outcome_text(finding.outcome)), kMostValueBytes),
                                        -1, "code broken"}});
  }
  end_table(html);
}

std::string case_text(const Finding& finding, Signature signature) {
  std::string text;
  for (const std::string& line : draw_case(finding.last_case(), signature, finding.free_numbers))
    text += line + "\n";
  return text;
}

}  // namespace

void write_html_finding(XmlWriter& html, const Session& session, const RunReport& run,
                        const Finding& finding) {
  const Defect defect = defect_of(session, run, finding);
  write_text(html, "h3", "broken",
             defect.rule == defect.kind ? defect.kind : fmt::format("{}: {}", defect.kind, defect.rule));
  if (finding.mistake) {
    const Mechanism& mechanism = *finding.mistake->mechanism;
    const Form* form =
        finding.mistake->role == FormRole::kFailure ? mechanism.failure : mechanism.unsuccessful_fix;
    if (form != nullptr && !form->sentence.empty())
      html.element("p", fmt::format("The candidate {}.", form->sentence));
  }
  if (finding.formula) html.element("p", fmt::format("It computes {}.", finding.formula->text));
  if (!finding.note.empty()) html.element("p", finding.note);
  if (finding.cases.size() > 1)
    html.element(
        "p", fmt::format("{} in a row show it; this is the last.", counted(finding.cases.size(), "case")));
  write_block(html, "the case", case_text(finding, run.contract->info().parameters));
  write_microbatches(html, finding);
  write_values(html, finding);
  html.begin("details");
  html.element("summary", "All that is known of it, as the console tells it");
  write_block(html, "the finding as the console tells it", defect.explanation);
  html.end();
  html.element("p", "To see it again:");
  write_block(html, "the command that replays it", terminal_text(defect.replay));
}

}  // namespace gradvet
