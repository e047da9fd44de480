#include "properties/contract_basis.hpp"

#include <algorithm>
#include <utility>

#include "properties/case_enumerator.hpp"
#include "properties/case_order.hpp"
#include "properties/case_shrinks.hpp"

namespace gradvet {

ContractBasis::ContractBasis(ContractParts parts) : parts_(std::move(parts)) {}

const ContractInfo& ContractBasis::info() const { return *parts_.info; }

std::optional<std::string> ContractBasis::refuse(const Case& input, const Profile& profile) const {
  return parts_.refuse(input, profile);
}

void ContractBasis::expect(const Case& input, ExactAnswer& out) const { parts_.expect(input, out); }

void ContractBasis::allow(const Case& input, const Profile& profile, Allowance& out) const {
  parts_.allow(input, profile, out);
}

void ContractBasis::usual(const Case& input, const Profile& profile, Allowance& out) const {
  out.bounds.clear();
  out.unjudged.clear();
  if (parts_.usual != nullptr) parts_.usual(input, profile, out);
}

std::optional<double> ContractBasis::settle(const Case& input, const Profile& profile,
                                            std::span<const double> numbers) const {
  return parts_.settle == nullptr ? std::nullopt : parts_.settle(input, profile, numbers);
}

bool ContractBasis::has_rows(const Case& input, std::span<const AnswerRow> rows) const {
  return parts_.has_rows == nullptr ? rows.empty() : parts_.has_rows(input, rows);
}

ClassSet ContractBasis::draw(std::uint64_t word, int size, const DrawLimits& limits, const Profile& profile,
                             Case& out) const {
  return parts_.draw(word, size, limits, profile, out);
}

std::span<const std::string_view> ContractBasis::class_names() const { return parts_.class_names; }

void ContractBasis::shrinks(const Case& from, const Profile& profile, std::vector<Case>& out) const {
  list_shrinks(*this, from, profile, out);
}

Scope ContractBasis::scope_within(std::uint64_t cases, const ScopeRequest& request, const DrawLimits& limits,
                                  const Profile& profile) const {
  return pick_scope(*this, parts_.ladder, cases, request, limits, profile);
}

std::uint64_t ContractBasis::count_cases(const Scope& scope, const Profile& profile,
                                         std::uint64_t limit) const {
  const Scope usable = representable_part(scope, profile);
  if (parts_.count_of_shape == nullptr || usable.cost != 0)
    return count_by_walking(*this, usable, profile, limit);
  const bool matrix = has_matrix(info().parameters);
  std::uint64_t count = 0;
  for (std::uint32_t rows = 0; rows <= usable.microbatches; ++rows) {
    const std::uint32_t least_width = matrix ? 0 : 1;
    const std::uint32_t greatest_width = !matrix ? 1 : rows == 0 ? 0 : usable.width;
    for (std::uint32_t width = least_width; width <= greatest_width; ++width) {
      const std::uint64_t more = parts_.count_of_shape(usable, rows, width);
      if (more >= limit - count) return limit;
      count += more;
    }
  }
  return count;
}

std::unique_ptr<CaseStream> ContractBasis::enumerate(const Scope& scope, const Profile& profile) const {
  return enumerate_scope(*this, representable_part(scope, profile), profile);
}

int ContractBasis::compare(const Case& a, const Case& b) const { return compare_cases(a, b); }

std::vector<Fixture> ContractBasis::fixtures(int variant) const {
  return make_fixtures(parts_.fixtures, parts_.info->parameters, variant);
}

std::string ContractBasis::python_checks() const {
  return make_python_checks(parts_.fixtures, parts_.info->parameters);
}

std::vector<Fixture> ContractBasis::own_fixtures(const Mechanism& mechanism, int variant) const {
  if (parts_.own_fixtures == nullptr) return {};
  return make_fixtures(parts_.own_fixtures(mechanism.id), parts_.info->parameters, variant);
}

std::string ContractBasis::own_python_checks(const Mechanism& mechanism) const {
  if (parts_.own_fixtures == nullptr) return {};
  return make_python_checks(parts_.own_fixtures(mechanism.id), parts_.info->parameters);
}

const Form& ContractBasis::repair() const { return *parts_.repair; }
std::span<const Mechanism> ContractBasis::mechanisms() const { return parts_.mechanisms; }
std::span<const Form* const> ContractBasis::honest_forms() const { return parts_.honest_forms; }
std::span<const Law> ContractBasis::laws() const { return parts_.laws; }
std::vector<Case> ContractBasis::probes() const { return parts_.probes(); }

}  // namespace gradvet
