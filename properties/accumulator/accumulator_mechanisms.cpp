#include "properties/accumulator/accumulator_forms.hpp"
#include "properties/accumulator/accumulator_machine.hpp"
#include "properties/accumulator/accumulator_python.hpp"
#include "properties/accumulator/accumulator_window.hpp"
#include "properties/mean_forms.hpp"

namespace gradvet::accumulator {

namespace {

using namespace python;

constexpr Form kRepair = {"accumulator/repair",
                          FormRole::kRepair,
                          "unscales each gradient by its own scale, divides once by the total count, and "
                          "clears all of it at every step",
                          Joined<kHead, kReset, kAdd, kUnscaleEach, kStep, kSave, kLoad, kSolve>::kText,
                          compute<mean_forms::SumThenDivide>,
                          compute_exactly<mean_forms::SumThenDivide>};

template <Rules kRules>
constexpr Form wrong(FormRole role, std::string_view id, std::string_view sentence, std::string_view text) {
  return {id, role, sentence, text, compute_by<kRules>, compute_exactly_by<kRules>};
}

constexpr Form kCounterKept = wrong<Rules{.step_clears_count = false}>(
    FormRole::kFailure, "accumulator/counter-not-reset/failure", "clears the sum at a step but not the count",
    Joined<kHead, kReset, kAdd, kUnscaleEach, kStepKeepsCount, kSave, kLoad, kSolve>::kText);

constexpr Form kCounterKeptByReset = wrong<Rules{.reset_clears_count = false}>(
    FormRole::kUnsuccessfulFix, "accumulator/counter-not-reset/unsuccessful-fix",
    "clears the count at a step but not in reset",
    Joined<kHead, kResetKeepsCount, kAdd, kUnscaleEach, kStepClearsCountItself, kSave, kLoad, kSolve>::kText);

constexpr Form kLastScale = wrong<Rules{.unscaling = Unscaling::kLast}>(
    FormRole::kFailure, "accumulator/last-scale/failure",
    "unscales the whole window with the scale that came last",
    Joined<kHead, kReset, kAdd, kUnscaleByLast, kStep, kSave, kLoad, kSolve>::kText);

constexpr Form kFirstScale = wrong<Rules{.unscaling = Unscaling::kFirst}>(
    FormRole::kUnsuccessfulFix, "accumulator/last-scale/unsuccessful-fix",
    "unscales the whole window with the scale that it began with",
    Joined<kHead, kReset, kAdd, kUnscaleByFirst, kStep, kSave, kLoad, kSolve>::kText);

constexpr Form kResumeLosesSum = wrong<Rules{.load_brings_sum = false}>(
    FormRole::kFailure, "accumulator/resume-in-window/failure",
    "loads the count of an open window but not its sum",
    Joined<kHead, kReset, kAdd, kUnscaleEach, kStep, kSave, kLoadLosesSum, kSolve>::kText);

constexpr Form kResumeLosesCount = wrong<Rules{.load_brings_count = false}>(
    FormRole::kUnsuccessfulFix, "accumulator/resume-in-window/unsuccessful-fix",
    "loads the sum of an open window but begins its count anew",
    Joined<kHead, kReset, kAdd, kUnscaleEach, kStep, kSave, kLoadLosesCount, kSolve>::kText);

constexpr Form kSkippedKeepsCount = wrong<Rules{.voided_step_clears_count = false}>(
    FormRole::kFailure, "accumulator/half-skipped-step/failure",
    "keeps the count of a window that was voided",
    Joined<kHead, kReset, kAdd, kUnscaleEach, kVoidedStepKeepsCount, kSave, kLoad, kSolve>::kText);

constexpr Form kSkippedKeepsSum = wrong<Rules{.voided_step_clears_sum = false}>(
    FormRole::kUnsuccessfulFix, "accumulator/half-skipped-step/unsuccessful-fix",
    "clears the count of a window that was voided but keeps its sum",
    Joined<kHead, kReset, kAdd, kUnscaleEach, kVoidedStepKeepsSum, kSave, kLoad, kSolve>::kText);

constexpr Form kCountStays = wrong<Rules{.skipped = Skipped::kCountStays}>(
    FormRole::kFailure, "accumulator/skipped-microbatch-counted/failure",
    "leaves a microbatch that is not finite out of the sum but not out of the count",
    Joined<kHead, kReset, kAddKeepsCount, kUnscaleEach, kStep, kSave, kLoad, kSolve>::kText);

constexpr Form kCoordinatesZeroed = wrong<Rules{.skipped = Skipped::kCoordinatesZeroed}>(
    FormRole::kUnsuccessfulFix, "accumulator/skipped-microbatch-counted/unsuccessful-fix",
    "puts 0 for each number that is not finite and counts the microbatch",
    Joined<kHead, kReset, kAddZeroesCoordinates, kUnscaleEach, kStep, kSave, kLoad, kSolve>::kText);

constexpr Mechanism kMechanisms[] = {
    {"accumulator/counter-not-reset", "", "The count outlives its window",
     "The sum is cleared after an optimizer step, the number of examples is not, so that every later window "
     "is divided "
     "by all that came before it too.",
     "meta-pytorch/torchtune#1917", &kCounterKept, &kCounterKeptByReset},
    {"accumulator/last-scale", "", "One loss scale undoes a window that had several",
     "Gradients are added as they come, scaled, and the sum is unscaled once. A scale that changed within "
     "the window is "
     "undone for the last microbatch alone.",
     "pytorch/pytorch#26512", &kLastScale, &kFirstScale},
    {"accumulator/resume-in-window", "", "A checkpoint within a window keeps half of it",
     "What is saved holds the position in the window but not the gradients that were accumulated so far, or "
     "the reverse.",
     "open-mmlab/mmcv#2083, Nerogar/OneTrainer#1465", &kResumeLosesSum, &kResumeLosesCount},
    {"accumulator/half-skipped-step", "", "A skipped step leaves something to the next window",
     "The step that a non-finite gradient voids returns early, before the state of its window is cleared in "
     "full.",
     "filipstrand/mflux#447", &kSkippedKeepsCount, &kSkippedKeepsSum},
    {"accumulator/skipped-microbatch-counted", "", "A microbatch that is left out still counts",
     "A microbatch that is not finite does not enter the sum of gradients, but its examples enter the "
     "denominator.",
     "PrimeIntellect-ai/prime-rl#1961", &kCountStays, &kCoordinatesZeroed},
};

}  // namespace

const Form& repair() { return kRepair; }

std::span<const Mechanism> mechanisms() { return kMechanisms; }

}  // namespace gradvet::accumulator
