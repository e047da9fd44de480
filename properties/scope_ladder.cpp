#include "properties/scope_ladder.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "oracles/float_format.hpp"

namespace gradvet {

namespace {

template <class Number>
std::vector<Number> first_of(const std::vector<Number>& list, std::uint32_t rung,
                             std::optional<std::uint32_t> asked) {
  const std::size_t length = std::min<std::size_t>(asked.value_or(rung), list.size());
  return {list.begin(), list.begin() + static_cast<std::ptrdiff_t>(length)};
}

Scope scope_of(const ScopeLadder& ladder, const ScopeRung& rung, const ScopeRequest& request,
               const DrawLimits& limits) {
  Scope scope;
  scope.microbatches = request.microbatches.value_or(std::min(rung.microbatches, limits.max_microbatches));
  scope.width = request.width.value_or(std::min(rung.width, limits.max_width));
  scope.items = request.items.value_or(rung.items);
  scope.cost = request.cost.value_or(rung.cost);
  scope.values = first_of(ladder.lists.values, rung.values, request.values);
  scope.scales = first_of(ladder.lists.scales, rung.scales, request.scales);
  scope.weights = first_of(ladder.lists.weights, rung.weights, request.weights);
  scope.bounds = first_of(ladder.lists.bounds, rung.bounds, request.bounds);
  scope.counts = first_of(ladder.lists.counts, rung.counts, request.counts);
  scope.sizes = first_of(ladder.lists.sizes, rung.sizes, request.sizes);
  scope.targets = first_of(ladder.lists.targets, rung.targets, request.targets);
  return scope;
}

}  // namespace

Scope representable_part(Scope scope, const Profile& profile) {
  std::erase_if(scope.values, [&](double value) { return !is_representable(value, profile.input); });
  std::erase_if(scope.weights, [&](double weight) { return !is_representable(weight, profile.input); });
  // A scale may come in the format of the inputs or in that of the scales.
  std::erase_if(scope.scales, [&](double scale) {
    return !is_representable(scale, profile.input) && !is_representable(scale, profile.scales);
  });
  return scope;
}

Scope pick_scope(const Contract& contract, const ScopeLadder& ladder, std::uint64_t cases,
                 const ScopeRequest& request, const DrawLimits& limits, const Profile& profile) {
  std::optional<Scope> least;
  std::optional<Scope> best;
  std::uint64_t best_count = 0;
  for (const ScopeRung& rung : ladder.rungs) {
    Scope scope = representable_part(scope_of(ladder, rung, request, limits), profile);
    if (!least) least = scope;
    const std::uint64_t count = contract.count_cases(scope, profile, cases + 1);
    if (count > cases || (best && count < best_count)) continue;
    best = std::move(scope);
    best_count = count;
  }
  return best ? *best : *least;
}

}  // namespace gradvet
