#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/run_report.hpp"

namespace gradvet {

/// The variant numbers of a failure map: 1 to this.
inline constexpr int kMappedVariants = 5;

/// What all contracts are about.
inline constexpr std::string_view kFamily = "Gradient accumulation weighting";

/// A form as a program, and what the form gives for the fixtures that the program checks.
struct MappedProgram {
  const Form* form = nullptr;
  std::string python;
  std::string sha256;                     ///< of `python`
  std::vector<Observation> observations;  ///< for each fixture; an `actual` of "undefined" divides by zero

  /// True if it gives every expectation: the program ends with 0.
  bool passes() const;
};

/// One mechanism in one variant number.
struct MappedVariant {
  int number = 1;
  std::vector<Fixture> fixtures;        ///< the contract's, then the mechanism's own
  std::vector<MappedProgram> programs;  ///< failure, unsuccessful fix, repair, as far as there are

  /// The program of this role, or null.
  const MappedProgram* program(FormRole role) const;
  /// SHA-256 of a line `ROLE SHA-256` for each program, line feeds included.
  std::string digest() const;
};

/// A mechanism with all that is known of it. Contract and mechanism outlive it.
struct MappedMechanism {
  const Contract* contract = nullptr;
  const Mechanism* mechanism = nullptr;
  std::vector<MappedVariant> variants;
};

/// Known mistakes as data for others: nothing in it depends on when or where it was made.
struct FailureMap {
  std::string version;
  std::vector<MappedMechanism> mechanisms;  ///< those of a contract stand together
};

/// The contracts that must be on the same side of a split with this one, as a name: its evaluation_group, or
/// its id.
std::string_view evaluation_group(const ContractInfo& info);

/// `vector-mean(gradient_vectors, example_counts)`: what a candidate is called with.
std::string call_text(const ContractInfo& info);

/// What the map says of a mechanism, and what it does not: sentences.
std::vector<std::string> scope_notes(const MappedMechanism& mapped);

/// `gradvet.failure-map/1`, one line (failure_map.md).
std::string failure_map_json(const FailureMap& map);

/// One page for a browser (failure_map.md).
std::string failure_map_html(const FailureMap& map);

}  // namespace gradvet
