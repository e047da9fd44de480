#include "src/reporters/failure_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/core/operations.hpp"
#include "src/text/sha256.hpp"

namespace gradvet {

bool MappedProgram::passes() const { return std::ranges::all_of(observations, &Observation::passed); }

const MappedProgram* MappedVariant::program(FormRole role) const {
  for (const MappedProgram& program : programs)
    if (program.form->role == role) return &program;
  return nullptr;
}

std::string MappedVariant::digest() const {
  std::string lines;
  for (const MappedProgram& program : programs)
    lines += fmt::format("{} {}\n", to_text(program.form->role), program.sha256);
  return sha256_hex(lines);
}

std::string_view evaluation_group(const ContractInfo& info) {
  return info.evaluation_group.empty() ? info.id : info.evaluation_group;
}

std::string call_text(const ContractInfo& info) {
  std::string out = std::string(info.id) + "(";
  for (const Parameter& parameter : info.parameters) {
    if (is_companion(parameter)) continue;
    if (out.back() != '(') out += ", ";
    out += parameter.name;
  }
  return out + ")";
}

std::vector<std::string> scope_notes(const MappedMechanism& mapped) {
  std::vector<std::string> notes = {
      "The arguments are a few numbers that stand for gradients: automatic differentiation, devices, "
      "frameworks and optimizers are not modelled.",
      "The failure holds this one mistake; real code may hold several.",
      "The observations cover the fixtures shown and no other input. They are float64 arithmetic; the "
      "programs give the same."};
  if (mapped.mechanism->failure != nullptr && mapped.mechanism->failure->is_precision)
    notes.emplace_back(
        "The mistake is one of precision: the weights are right, and where the small format is declared it "
        "is none.");
  notes.push_back(
      fmt::format("Variants of a mechanism differ in their numbers alone, and mechanisms of a contract share "
                  "fixtures and repair: all of the evaluation group {} belong on the same side of a split.",
                  evaluation_group(mapped.contract->info())));
  notes.emplace_back(
      "The programs were written for this map. They are models of a mistake, not code of the projects in "
      "which it was seen, and no independent incidents.");
  return notes;
}

}  // namespace gradvet
