#include "src/reporters/console_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "src/reporters/terminal_text.hpp"
#include "src/text/decimal.hpp"
#include "src/text/place_text.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostWeights = 8;

/// "3 of 7 examples, " where the case has a count for each microbatch.
std::string share_text(const Case& value, std::size_t microbatch) {
  for (std::size_t argument = 0; argument < value.argument_count(); ++argument) {
    if (value.extent(argument).role != NumberRole::kCount) continue;
    if (value.extent(argument).layout == Layout::kScalar) continue;
    Integer total = 0;
    for (const std::int64_t count : value.integers(argument)) total += count;
    return fmt::format("{} of {} examples, ", value.integers(argument)[microbatch], total.str());
  }
  return "";
}

std::string candidate_text(const MicrobatchWeight& weight) {
  if (weight.candidate) return fraction_text(*weight.candidate);
  return fmt::format("{} (no single fraction fits)", shortest_text(weight.measured));
}

void write_table(const WeightReport& report, const Case& value, LabelledLines& lines) {
  const std::size_t count = report.microbatches.size();
  const std::string of_all = is_ragged(value.extent(0).layout) ? "" : fmt::format(" of {}", count);
  for (std::size_t i = 0; i < std::min(count, kMostWeights); ++i) {
    const std::string share = share_text(value, i);
    std::string line = fmt::format("{}{}: {}", place_text(value, i), of_all, share);
    if (const std::optional<MicrobatchWeight>& weight = report.microbatches[i])
      line +=
          fmt::format("weight {}, candidate {}", fraction_text(weight->contract), candidate_text(*weight));
    else
      line += share.empty() ? "has no weight to show" : "which show no weight";
    lines.add(i == 0 ? "weights" : "", line);
  }
  if (count > kMostWeights) lines.add_below(fmt::format("… {} more", count - kMostWeights));
}

bool is_wrong_order_alone(const Finding& finding) {
  return finding.explanation && finding.explanation->given && finding.explanation->is_within_bound();
}

}  // namespace

void write_weights(const Finding& finding, LabelledLines& lines) {
  using Conclusion = WeightReport::Conclusion;
  if (const std::optional<WeightReport>& report = finding.weights) {
    switch (report->conclusion) {
      case Conclusion::kWrongWeights:
        write_table(*report, finding.last_case(), lines);
        break;
      case Conclusion::kRightWeights:
        lines.add("weights", is_wrong_order_alone(finding)
                                 ? "the weights are right; the rounding is not"
                                 : "the weights are right; the fault depends on magnitude");
        break;
      case Conclusion::kNotAdditive:
        lines.add("weights", "none: the candidate is not additive, which the contract is");
        lines.add_below(terminal_text(report->statement));
        break;
      case Conclusion::kNoAnswer:
        lines.add("weights", "none: the candidate gave no finite answer to some probe");
        break;
    }
  }
  if (finding.formula && finding.formula->cases_agreed != 0)
    lines.add("formula",
              fmt::format("computes {} on {} found; elsewhere it does otherwise", finding.formula->text,
                          counted(finding.formula->cases_agreed, "wrong value")));
  else if (finding.formula)
    lines.add("formula", fmt::format("computes {}; it agrees here and on {}", finding.formula->text,
                                     counted(finding.formula->probes_agreed, "probe")));
  else if (finding.weights && !finding.mistake)
    lines.add("formula", "no formula of gradvet's grammar agrees on every probe");
}

}  // namespace gradvet
