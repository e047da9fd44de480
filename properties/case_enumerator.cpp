#include "properties/case_enumerator.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "properties/case_order.hpp"
#include "src/core/operations.hpp"

namespace gradvet {

namespace {

/// Which list of the scope fills a role's numbers.
const std::vector<double>& reals_for(NumberRole role, const Scope& scope) {
  if (role == NumberRole::kScale) return scope.scales;
  if (role == NumberRole::kWeight) return scope.weights;
  return role == NumberRole::kBound ? scope.bounds : scope.values;
}

const std::vector<std::int64_t>& integers_for(NumberRole role, const Scope& scope) {
  // In number order, as every list.
  static const std::vector<std::int64_t> kKinds = {0, 1, 2, 3, 4};
  static const std::vector<std::int64_t> kPolicies = {0, 1};
  if (role == NumberRole::kOperation) return kKinds;
  if (role == NumberRole::kPolicy) return kPolicies;
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

std::vector<std::uint32_t> word_costs(const std::vector<std::int64_t>& list) {
  std::vector<std::uint32_t> costs;
  for (const std::int64_t word : list) costs.push_back(static_cast<std::uint32_t>(word_cost(word)));
  return costs;
}

class CaseEnumerator final : public CaseStream {
 public:
  CaseEnumerator(const Contract& contract, Scope scope, const Profile& profile)
      : contract_(contract), scope_(std::move(scope)), profile_(profile) {
    for (const Parameter& parameter : contract_.info().parameters)
      costs_.push_back(is_word(parameter.role)   ? word_costs(integers_for(parameter.role, scope_))
                       : is_real(parameter.role) ? costs_of(reals_for(parameter.role, scope_))
                                                 : costs_of(integers_for(parameter.role, scope_)));
    const Signature parameters = contract_.info().parameters;
    matrix_ = has_matrix(parameters);
    ragged_ = std::ranges::any_of(parameters, [](const Parameter& p) { return is_ragged(p.layout); });
    for (std::size_t argument = 0; argument < parameters.size(); ++argument)
      if (parameters[argument].layout == Layout::kOperations) operations_ = argument;
    values_ = first_of(NumberRole::kValue);
    counts_ = first_of(NumberRole::kCount);
    if (!values_ || counts_ < values_) counts_.reset();
    width_ = matrix_ ? 0 : 1;
    begin_shape();
  }

  bool next(Case& out) override {
    if (!advance_to_case()) return false;
    out = current_;
    return true;
  }

  std::uint64_t count(std::uint64_t limit) {
    constexpr std::uint64_t kStepsPerCase = 16, kFewestSteps = 50'000'000;
    steps_left_ = std::max(kFewestSteps, limit > kNoLimit / kStepsPerCase ? kNoLimit : limit * kStepsPerCase);
    std::uint64_t cases = 0;
    while (cases < limit && advance_to_case()) ++cases;
    return steps_left_ == 0 ? limit : cases;
  }

 private:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  bool advance_to_case() {
    while (advance())
      if (!contract_.refuse(current_, profile_)) return true;
    return false;
  }

  std::optional<std::size_t> first_of(NumberRole role) const {
    const Signature parameters = contract_.info().parameters;
    const auto found = std::ranges::find(parameters, role, &Parameter::role);
    if (found == parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - parameters.begin());
  }

  /// False where the steps of a count have run out.
  bool take_steps(std::uint64_t steps) {
    if (steps_left_ == kNoLimit) return true;
    steps_left_ -= std::min(steps, steps_left_);
    return steps_left_ != 0;
  }

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
      const std::size_t width = has_width(parameter.layout) ? width_ : 1;
      if (is_ragged(parameter.layout))
        current_.append_ragged(parameter, offsets_, width);
      else
        current_.append(parameter, parameter.layout == Layout::kScalar ? 1 : rows_, width);
      for (std::size_t i = 0; i < current_.extent(argument).size; ++i) slots_.push_back({argument, i, 0, 0});
      ++argument;
    }
    if (!find_reachable_costs()) return;
    total_ = 0;
    depth_ = 0;
    is_fresh_ = true;
  }

  /// reachable_[k][c]: the slots from k on can cost exactly c together. False, and no case follows, where
  /// that takes more than the steps left.
  bool find_reachable_costs() {
    std::uint64_t most = 0;
    for (const Slot& slot : slots_) {
      const auto& costs = costs_[slot.argument];
      most += costs.empty() ? 0 : *std::ranges::max_element(costs);
    }
    is_finished_ = !take_steps(slots_.size() * (most + 1));
    if (is_finished_) return false;
    reachable_.assign(slots_.size() + 1, std::vector<bool>(most + 1, false));
    reachable_.back()[0] = true;
    for (std::size_t k = slots_.size(); k-- > 0;)
      for (const std::uint32_t cost : costs_[slots_[k].argument])
        for (std::uint64_t rest = 0; rest + cost <= most; ++rest)
          if (reachable_[k + 1][rest]) reachable_[k][rest + cost] = true;
    return true;
  }

  /// Steps to the next case of the box, in order; false when there is none left.
  bool advance() {
    while (!is_finished_) {
      if (descend()) return true;
      if (is_finished_) return false;
      if (next_total() || next_shape()) continue;
      is_finished_ = true;
    }
    return false;
  }

  bool next_total() {
    const auto& totals = reachable_.front();
    do {
      if (++total_ >= totals.size() || (scope_.cost != 0 && total_ > scope_.cost)) return false;
    } while (!totals[total_]);
    depth_ = 0;
    is_fresh_ = true;
    return true;
  }

  bool next_shape() {
    if (!next_offsets() && !next_width() && !next_rows()) return false;
    begin_shape();
    return true;
  }

  /// The next way to share the items out to the rows, then one item more.
  bool next_offsets() {
    if (!ragged_ || rows_ == 0) return false;
    // Lexicographic: the last inner offset that can grow does, those behind it fall back to it.
    for (std::size_t row = rows_ - 1; row >= 1; --row) {
      if (offsets_[row] == offsets_[rows_]) continue;
      std::fill(offsets_.begin() + static_cast<std::ptrdiff_t>(row),
                offsets_.begin() + static_cast<std::ptrdiff_t>(rows_), offsets_[row] + 1);
      return true;
    }
    if (offsets_[rows_] == scope_.items) return false;
    return begin_items(offsets_[rows_] + 1);
  }

  bool begin_items(std::uint32_t items) {
    offsets_.assign(rows_ + 1, 0);
    offsets_.back() = items;
    return true;
  }

  bool next_width() {
    if (!matrix_ || rows_ == 0 || width_ >= scope_.width) return false;
    if (ragged_ && scope_.items == 0) return false;
    ++width_;
    // A rank matrix without items has no width.
    return begin_items(ragged_ ? 1 : 0);
  }

  bool next_rows() {
    if (rows_ >= scope_.microbatches) return false;
    ++rows_;
    width_ = matrix_ ? 0 : 1;
    return begin_items(0);
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
    while (take_steps(1)) {
      Slot& slot = slots_[depth_];
      const auto& costs = costs_[slot.argument];
      while (slot.choice < costs.size() &&
             (costs[slot.choice] > slot.remaining ||
              !reachable_[depth_ + 1][slot.remaining - costs[slot.choice]] || is_refused_early(slot)))
        ++slot.choice;
      if (slot.choice == costs.size()) {
        if (!leave_slot()) return false;
        continue;
      }
      write(slot);
      if (depth_ + 1 == slots_.size()) return true;
      enter(depth_ + 1, slot.remaining - costs[slot.choice]);
    }
    is_finished_ = true;
    return false;
  }

  /// Without this almost every branch would end in a case that the domain refuses.
  bool is_refused_early(const Slot& slot) const {
    return is_uncounted_value(slot) || is_idle_operation(slot);
  }

  /// No domain takes values that are not zero beside a count of zero (properties/README.md).
  bool is_uncounted_value(const Slot& slot) const {
    if (slot.argument != counts_ || costs_[slot.argument][slot.choice] != 0) return false;
    const std::size_t items = current_.extent(slot.argument).size;
    const std::span<const double> values = current_.reals(*values_);
    const std::size_t per_item = values.size() / items;
    return std::ranges::any_of(values.subspan(slot.index * per_item, per_item),
                               [](double number) { return number != 0; });
  }

  /// Operations but `add` have zeros only, the last is a step, and nothing is loaded before it was saved.
  bool is_idle_operation(const Slot& slot) const {
    if (!operations_ || slot.argument < *operations_) return false;
    const std::size_t part = slot.argument - *operations_;
    if (part >= kOperationArguments) return false;
    const bool is_zero = costs_[slot.argument][slot.choice] == 0;
    if (part == 0) return !is_zero && slot.index / width_ + 1 == rows_;
    if (part != kOperationKinds)
      return !is_zero && operation_kind(current_, *operations_, slot.index) != OperationKind::kAdd;
    const auto kind = static_cast<OperationKind>(slot.choice);
    if (slot.index + 1 == rows_ && kind != OperationKind::kStep) return true;
    if (kind == OperationKind::kLoad && !is_saved_before(slot.index)) return true;
    const auto gradient = current_.reals(*operations_).subspan(slot.index * width_, width_);
    return kind != OperationKind::kAdd &&
           std::ranges::any_of(gradient, [](double number) { return number != 0; });
  }

  bool is_saved_before(std::size_t row) const {
    for (std::size_t i = 0; i < row; ++i)
      if (operation_kind(current_, *operations_, i) == OperationKind::kSave) return true;
    return false;
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
  bool matrix_ = false;
  bool ragged_ = false;
  std::optional<std::size_t> operations_;  ///< the argument that begins an operation list
  std::optional<std::size_t> values_;      ///< the first argument of values,
  std::optional<std::size_t> counts_;      ///< and of the counts of the microbatches that they come from
  std::uint32_t rows_ = 0;
  std::uint32_t width_ = 0;
  std::vector<std::uint32_t> offsets_ = {0};
  Case current_;
  std::vector<Slot> slots_;
  std::vector<std::vector<bool>> reachable_;
  std::uint64_t total_ = 0;
  std::size_t depth_ = 0;
  bool is_fresh_ = true;  ///< no assignment of this shape and total was looked for yet
  bool is_finished_ = false;
  std::uint64_t steps_left_ = kNoLimit;  ///< of a count
};

}  // namespace

bool has_matrix(Signature parameters) {
  return std::ranges::any_of(parameters, [](const Parameter& p) { return has_width(p.layout); });
}

std::unique_ptr<CaseStream> enumerate_scope(const Contract& contract, const Scope& scope,
                                            const Profile& profile) {
  return std::make_unique<CaseEnumerator>(contract, scope, profile);
}

std::uint64_t count_by_walking(const Contract& contract, const Scope& scope, const Profile& profile,
                               std::uint64_t limit) {
  return CaseEnumerator(contract, scope, profile).count(limit);
}

}  // namespace gradvet
