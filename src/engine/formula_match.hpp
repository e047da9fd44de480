#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/core/weights.hpp"
#include "src/engine/formula_grammar.hpp"
#include "src/engine/probe.hpp"
#include "src/engine/trial.hpp"

namespace gradvet {

/// The formulas of a contract's signature, to be asked one probe at a time.
class FormulaMatcher {
 public:
  explicit FormulaMatcher(const Contract& contract);
  std::size_t size() const { return formulas_.size(); }
  std::string text(std::size_t index) const { return formulas_[index]->text(); }
  /// For each formula whether it agrees with the candidate on the probe.
  std::vector<bool> agreeing(const Trial& trial, const Probe& probe) const;
  /// The same for these formulas alone; false for the others.
  std::vector<bool> agreeing(const Trial& trial, const Probe& probe,
                             std::span<const std::size_t> asked) const;

 private:
  std::vector<std::unique_ptr<Formula>> formulas_;
};

/// The simplest formula of the grammar (formula_grammar.hpp), evaluated exactly, that agrees with the
/// candidate on every probe and not with the contract on all of them; else a constant ratio to the right
/// answer; else nothing. Answers that are no finite value agree with a formula only where it is undefined.
std::optional<FormulaMatch> match_formula(const Trial& trial, std::span<const Probe> probes);

}  // namespace gradvet
