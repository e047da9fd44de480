#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "properties/fixture_formula.hpp"
#include "properties/scope_ladder.hpp"
#include "src/core/contract.hpp"

namespace gradvet {

/// What a contract's folder gives; the basis computes the rest from the signature. Everything referred to
/// lives as long as the program.
struct ContractParts {
  const ContractInfo* info;

  // From oracles/.
  std::optional<std::string> (*refuse)(const Case&, const Profile&);
  void (*expect)(const Case&, ExactAnswer&);
  void (*allow)(const Case&, const Profile&, Allowance&);
  /// A fast proof, or null: every answer is then compared in fractions.
  std::optional<double> (*settle)(const Case&, const Profile&, std::span<const double>);

  // The folder's own.
  ClassSet (*draw)(std::uint64_t word, int size, const DrawLimits&, const Profile&, Case&);
  std::span<const std::string_view> class_names;
  ScopeLadder ladder;
  /// How many cases of the domain have these sizes and numbers from the scope's lists; saturates at the
  /// largest uint64. The basis checks nothing: a test compares it with the enumeration. Null: cases are
  /// counted by walking them, which costs as much as the walk.
  std::uint64_t (*count_of_shape)(const Scope&, std::uint32_t microbatches, std::uint32_t width);
  std::vector<FixtureFormula> fixtures;
  const Form* repair;
  std::span<const Mechanism> mechanisms;
  std::span<const Form* const> honest_forms;
  std::span<const Law> laws;
  std::vector<Case> (*probes)();

  /// From oracles/; null where the contract has no narrower band.
  void (*usual)(const Case&, const Profile&, Allowance&) = nullptr;
  /// From oracles/; null where the result has no rows.
  bool (*has_rows)(const Case&, std::span<const AnswerRow>) = nullptr;
  /// By the mechanism's id; null where the contract's fixtures show every mechanism.
  std::vector<FixtureFormula> (*own_fixtures)(std::string_view mechanism) = nullptr;
};

/// A contract put together from its parts.
class ContractBasis final : public Contract {
 public:
  explicit ContractBasis(ContractParts parts);

  const ContractInfo& info() const override;
  std::optional<std::string> refuse(const Case&, const Profile&) const override;
  void expect(const Case&, ExactAnswer& out) const override;
  void allow(const Case&, const Profile&, Allowance& out) const override;
  void usual(const Case&, const Profile&, Allowance& out) const override;
  std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers) const override;
  bool has_rows(const Case&, std::span<const AnswerRow> rows) const override;
  ClassSet draw(std::uint64_t word, int size, const DrawLimits&, const Profile&, Case& out) const override;
  std::span<const std::string_view> class_names() const override;
  void shrinks(const Case& from, const Profile&, std::vector<Case>& out) const override;
  Scope scope_within(std::uint64_t cases, const ScopeRequest&, const DrawLimits&,
                     const Profile&) const override;
  std::uint64_t count_cases(const Scope&, const Profile&, std::uint64_t limit) const override;
  std::unique_ptr<CaseStream> enumerate(const Scope&, const Profile&) const override;
  int compare(const Case& a, const Case& b) const override;
  std::vector<Fixture> fixtures(int variant) const override;
  std::string python_checks() const override;
  std::vector<Fixture> own_fixtures(const Mechanism& mechanism, int variant) const override;
  std::string own_python_checks(const Mechanism& mechanism) const override;
  const Form& repair() const override;
  std::span<const Mechanism> mechanisms() const override;
  std::span<const Form* const> honest_forms() const override;
  std::span<const Law> laws() const override;
  std::vector<Case> probes() const override;

 private:
  ContractParts parts_;
};

}  // namespace gradvet
