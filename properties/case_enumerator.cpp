#include "properties/case_enumerator.hpp"

#include <algorithm>
#include <vector>

#include "properties/case_order.hpp"
#include "src/core/invariant.hpp"

namespace gradvet {

namespace {

/// Which list of the scope fills a role's numbers.
const std::vector<double>& reals_for(NumberRole role, const Scope& scope) {
  return role == NumberRole::kScale ? scope.scales : scope.values;
}

const std::vector<std::int64_t>& integers_for(NumberRole role, const Scope& scope) {
  if (role == NumberRole::kSize) return scope.sizes;
  if (role == NumberRole::kTarget) return scope.targets;
  return scope.counts;
}

template <class Number>
std::vector<std::uint32_t> costs_of(const std::vector<Number>& list) {
  std::vector<std::uint32_t> costs;
  for (const Number number : list) costs.push_back(static_cast<std::uint32_t>(number_cost(number)));
  return costs;
}

class CaseEnumerator final : public CaseStream {
 public:
  CaseEnumerator(const Contract& contract, Scope scope, const Profile& profile)
      : contract_(contract), scope_(std::move(scope)), profile_(profile) {
    for (const Parameter& parameter : contract_.info().parameters)
      costs_.push_back(is_real(parameter.role) ? costs_of(reals_for(parameter.role, scope_))
                                               : costs_of(integers_for(parameter.role, scope_)));
    width_ = has_matrix(contract_.info().parameters) ? 0 : 1;
    begin_shape();
  }

  bool next(Case& out) override {
    while (advance()) {
      if (contract_.refuse(current_, profile_)) continue;
      out = current_;
      return true;
    }
    return false;
  }

 private:
  /// One number of the case in hand: where it lies and which entry of its list it holds.
  struct Slot {
    std::size_t argument;
    std::size_t index;
    std::size_t choice;
    std::uint64_t remaining;  ///< cost left for this slot and those after it
  };

  void begin_shape() {
    current_.clear();
    slots_.clear();
    std::size_t argument = 0;
    for (const Parameter& parameter : contract_.info().parameters) {
      const bool scalar = parameter.layout == Layout::kScalar;
      require_invariant(
          scalar || parameter.layout == Layout::kPerMicrobatch || parameter.layout == Layout::kMatrix,
          "this layout is not enumerated yet");
      current_.append(parameter, scalar ? 1 : rows_, parameter.layout == Layout::kMatrix ? width_ : 1);
      for (std::size_t i = 0; i < current_.extent(argument).size; ++i) slots_.push_back({argument, i, 0, 0});
      ++argument;
    }
    find_reachable_costs();
    total_ = 0;
    depth_ = 0;
    is_fresh_ = true;
  }

  /// reachable_[k][c]: the slots from k on can cost exactly c together.
  void find_reachable_costs() {
    std::uint64_t most = 0;
    for (const Slot& slot : slots_) {
      const auto& costs = costs_[slot.argument];
      most += costs.empty() ? 0 : *std::ranges::max_element(costs);
    }
    reachable_.assign(slots_.size() + 1, std::vector<bool>(most + 1, false));
    reachable_.back()[0] = true;
    for (std::size_t k = slots_.size(); k-- > 0;)
      for (const std::uint32_t cost : costs_[slots_[k].argument])
        for (std::uint64_t rest = 0; rest + cost <= most; ++rest)
          if (reachable_[k + 1][rest]) reachable_[k][rest + cost] = true;
  }

  /// Steps to the next case of the box, in order; false when there is none left.
  bool advance() {
    while (!is_finished_) {
      if (descend()) return true;
      if (next_total() || next_shape()) continue;
      is_finished_ = true;
    }
    return false;
  }

  bool next_total() {
    const auto& totals = reachable_.front();
    do {
      if (++total_ >= totals.size()) return false;
    } while (!totals[total_]);
    depth_ = 0;
    is_fresh_ = true;
    return true;
  }

  bool next_shape() {
    const bool matrix = has_matrix(contract_.info().parameters);
    if (matrix && rows_ > 0 && width_ < scope_.width) {
      ++width_;
    } else if (rows_ < scope_.microbatches) {
      ++rows_;
      width_ = matrix ? 0 : 1;
    } else {
      return false;
    }
    begin_shape();
    return true;
  }

  /// Finds the next assignment of the slots whose costs add up to total_, in lexicographic order:
  /// depth-first, never into a branch that cannot reach the total.
  bool descend() {
    if (slots_.empty()) {
      const bool first = is_fresh_ && total_ == 0;
      is_fresh_ = false;
      return first;
    }
    if (is_fresh_) {
      is_fresh_ = false;
      if (!reachable_.front()[total_]) return false;
      enter(0, total_);
    } else {
      depth_ = slots_.size() - 1;
      ++slots_[depth_].choice;
    }
    while (true) {
      Slot& slot = slots_[depth_];
      const auto& costs = costs_[slot.argument];
      while (slot.choice < costs.size() && (costs[slot.choice] > slot.remaining ||
                                            !reachable_[depth_ + 1][slot.remaining - costs[slot.choice]]))
        ++slot.choice;
      if (slot.choice == costs.size()) {
        if (!leave_slot()) return false;
        continue;
      }
      write(slot);
      if (depth_ + 1 == slots_.size()) return true;
      enter(depth_ + 1, slot.remaining - costs[slot.choice]);
    }
  }

  void enter(std::size_t depth, std::uint64_t remaining) {
    depth_ = depth;
    slots_[depth].choice = 0;
    slots_[depth].remaining = remaining;
  }

  bool leave_slot() {
    if (depth_ == 0) return false;
    --depth_;
    ++slots_[depth_].choice;
    return true;
  }

  void write(const Slot& slot) {
    const NumberRole role = current_.extent(slot.argument).role;
    if (is_real(role))
      current_.reals(slot.argument)[slot.index] = reals_for(role, scope_)[slot.choice];
    else
      current_.integers(slot.argument)[slot.index] = integers_for(role, scope_)[slot.choice];
  }

  const Contract& contract_;
  Scope scope_;
  Profile profile_;
  std::vector<std::vector<std::uint32_t>> costs_;  ///< by argument, then by entry of its list
  std::uint32_t rows_ = 0;
  std::uint32_t width_ = 0;
  Case current_;
  std::vector<Slot> slots_;
  std::vector<std::vector<bool>> reachable_;
  std::uint64_t total_ = 0;
  std::size_t depth_ = 0;
  bool is_fresh_ = true;  ///< no assignment of this shape and total was looked for yet
  bool is_finished_ = false;
};

}  // namespace

bool has_matrix(Signature parameters) {
  return std::ranges::any_of(parameters, [](const Parameter& p) { return p.layout == Layout::kMatrix; });
}

std::unique_ptr<CaseStream> enumerate_scope(const Contract& contract, const Scope& scope,
                                            const Profile& profile) {
  return std::make_unique<CaseEnumerator>(contract, scope, profile);
}

}  // namespace gradvet
