#include "properties/accumulator/accumulator_contract.hpp"

#include "oracles/accumulator.hpp"
#include "properties/accumulator/accumulator_cases.hpp"
#include "properties/accumulator/accumulator_draw.hpp"
#include "properties/accumulator/accumulator_forms.hpp"
#include "properties/accumulator/accumulator_laws.hpp"
#include "properties/contract_basis.hpp"

namespace gradvet::accumulator {

namespace {

constexpr Parameter kParameters[] = {
    {"operations", Layout::kOperations, NumberRole::kValue},
    {"operations.kind", Layout::kPerMicrobatch, NumberRole::kOperation},
    {"operations.count", Layout::kPerMicrobatch, NumberRole::kCount},
    {"operations.scale", Layout::kPerMicrobatch, NumberRole::kScale},
    {"policy", Layout::kScalar, NumberRole::kPolicy},
};

constexpr ContractInfo kInfo = {
    "accumulator",
    "",
    "An accumulator gives at each step the unscaled sum of the gradients that were added since the last step "
    "or reset, "
    "divided by the total number of their examples, or no update where there is nothing to give.",
    "updates[k] = (sum of gradient / scale) / (sum of count) over the window of step k; null where that "
    "count is 0",
    "Operations are [\"add\",gradient,count,scale], [\"step\"], [\"reset\"], [\"save\"], [\"load\"], the "
    "last of "
    "them a step; a load needs a save before it and brings the state kept last into a fresh accumulator. "
    "Gradients "
    "have equal width; a number may be NaN or infinite, and a scale 0: under policy skip-window that voids "
    "the "
    "window, under skip-microbatch the microbatch alone is left out, its count too. Counts are integers from "
    "0 to "
    "2^53 - 1; a count of 0 comes with a zero gradient and a scale above 0.",
    "Accumulators live across steps, checkpoints and skipped updates. What one window leaves to the next, "
    "and what a "
    "checkpoint forgets, changes training silently and only at times.",
    kParameters,
    AnswerShape::kWindows,
    ResultKind::kReal,
    false,
    "windows-and-scales"};

/// In number order (properties/README.md).
Scope published_lists() {
  Scope lists;
  lists.values = {0, 1, -1, 2, 3, -2};
  lists.scales = {0, 1, 0.5, 2, 3, 0.25, 4};
  lists.counts = {0, 1, 2, 3, 4};
  return lists;
}

/// Operation lists are many: what is tried is bounded by cost, so that four operations fit.
constexpr ScopeRung kRungs[] = {
    {.microbatches = 2, .width = 1, .values = 2, .scales = 2, .counts = 2},
    {.microbatches = 3, .width = 1, .values = 2, .scales = 2, .counts = 2},
    {.microbatches = 4, .width = 1, .values = 2, .scales = 3, .counts = 2, .cost = 8},
    {.microbatches = 5, .width = 1, .values = 2, .scales = 3, .counts = 2, .cost = 9},
    {.microbatches = 5, .width = 1, .values = 2, .scales = 3, .counts = 2, .cost = 12},
    {.microbatches = 5, .width = 2, .values = 3, .scales = 4, .counts = 3, .cost = 11},
    {.microbatches = 6, .width = 2, .values = 3, .scales = 4, .counts = 3, .cost = 12},
};

}  // namespace

Signature parameters() { return kParameters; }

const Contract& contract() {
  static const ContractBasis kContract{{&kInfo,
                                        refuse,
                                        expect,
                                        allow,
                                        settle,
                                        draw,
                                        class_names(),
                                        {published_lists(), kRungs},
                                        nullptr,
                                        fixture_formulas(),
                                        &repair(),
                                        mechanisms(),
                                        honest_forms(),
                                        laws(),
                                        probes,
                                        nullptr,
                                        has_rows}};
  return kContract;
}

}  // namespace gradvet::accumulator
