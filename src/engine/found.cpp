#include "src/engine/found.hpp"

#include <algorithm>

namespace gradvet {

void FoundByKind::add(Phase phase, BrokenCase broken, std::uint64_t ordinal) {
  std::vector<Found>& found = by_kind_[static_cast<std::size_t>(broken.judgement.kind)];
  if (std::ranges::any_of(found, [phase](const Found& known) { return known.phase == phase; })) return;
  found.push_back({phase, std::move(broken), false, ordinal});
}

void FoundByKind::add_unstable(BrokenCase broken, std::uint64_t ordinal) {
  std::vector<Found>& found = by_kind_[static_cast<std::size_t>(FindingKind::kUnstable)];
  if (found.empty()) found.push_back({Phase::kRandom, std::move(broken), true, ordinal});
}

std::size_t FoundByKind::size() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(by_kind_, [](const std::vector<Found>& found) { return !found.empty(); }));
}

std::vector<Found> FoundByKind::to_report(const Contract& contract) const {
  std::vector<Found> chosen;
  const auto choose = [&](FindingKind kind) {
    const std::vector<Found>& found = of_kind(kind);
    if (found.empty()) return;
    const auto is_before = [&contract](const Found& a, const Found& b) {
      const int order = contract.compare(a.broken.input, b.broken.input);
      if (order != 0) return order < 0;
      return a.phase == Phase::kExhaustive && b.phase != Phase::kExhaustive;  // it carries the proof
    };
    chosen.push_back(*std::ranges::min_element(found, is_before));
  };
  choose(FindingKind::kWrongValue);
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    if (static_cast<FindingKind>(kind) != FindingKind::kWrongValue) choose(static_cast<FindingKind>(kind));
  return chosen;
}

void add_distinct(std::vector<Finding>& findings, Finding finding, const Contract& contract) {
  const auto is_same_mistake = [&finding](const Finding& other) {
    if (finding.mistake && other.mistake)
      return finding.mistake->mechanism == other.mistake->mechanism &&
             finding.mistake->role == other.mistake->role;
    return finding.formula && other.formula && finding.formula->text == other.formula->text;
  };
  const auto same = std::ranges::find_if(findings, is_same_mistake);
  if (same == findings.end())
    findings.push_back(std::move(finding));
  else if (contract.compare(finding.last_case(), same->last_case()) < 0)
    *same = std::move(finding);
}

}  // namespace gradvet
