#include "src/engine/free_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "oracles/float_format.hpp"

namespace gradvet {

namespace {

/// A case of more numbers is not read number by number.
constexpr std::size_t kMostNumbers = 32;
/// Fewer values inside the domain show nothing.
constexpr std::size_t kFewestValues = 3;
/// Values that each may take when all are changed at once; every number has so many.
constexpr std::size_t kJointValues = 5;
/// Ways to change all free numbers at once.
constexpr std::size_t kJointTries = 24;

template <class Number>
void keep_others(std::vector<Number>& values, Number own) {
  std::vector<Number> kept;
  for (const Number value : values)
    if (value != own && std::ranges::find(kept, value) == kept.end()) kept.push_back(value);
  values = std::move(kept);
}

class Variation {
 public:
  Variation(Trial& trial, const Case& input, const SameFinding& same)
      : trial_(trial), input_(input), same_(same) {}

  std::vector<FreeNumber> find() {
    std::size_t numbers = input_.all_reals().size() + input_.all_integers().size();
    if (numbers > kMostNumbers) return {};
    for (std::uint32_t argument = 0; argument < input_.argument_count(); ++argument)
      for (std::uint32_t index = 0; index < input_.extent(argument).size; ++index)
        if (is_free({argument, index})) free_.push_back({argument, index});
    return std::move(free_);
  }

 private:
  /// The case with the number set to value `choice` of those tried; false where there are not so many.
  bool change(Case& out, const FreeNumber& at, std::size_t choice) const {
    if (is_real(input_.extent(at.argument).role)) {
      const double own = input_.reals(at.argument)[at.index];
      std::vector<double> values = {1.0, 0.0, 2.0, -1.0, 0.5, 7.0, -3.0, 1000.0, 2 * own, -own, own + 1.0};
      std::erase_if(values, [this](double value) {
        return !std::isfinite(value) || !is_representable(value, trial_.profile().input);
      });
      keep_others(values, own);
      if (choice >= values.size()) return false;
      out.reals(at.argument)[at.index] = values[choice];
      return true;
    }
    constexpr std::int64_t kMostDoubled = std::int64_t{1} << 40;
    const std::int64_t own = input_.integers(at.argument)[at.index];
    std::vector<std::int64_t> values = {
        1, 0, 2, 3, 7, 100, std::min(own, kMostDoubled) * 2, std::min(own, kMostDoubled) + 1};
    keep_others(values, own);
    if (choice >= values.size()) return false;
    out.integers(at.argument)[at.index] = values[choice];
    return true;
  }

  bool is_free(const FreeNumber& at) {
    std::vector<Case> changed;
    Case next = input_;
    for (std::size_t choice = 0; change(next, at, choice); ++choice) add_inside(changed, next);
    if (changed.size() < kFewestValues) return false;
    if (!free_.empty()) {
      for (std::size_t attempt = 0; attempt < kJointTries; ++attempt) {
        next = input_;
        // A multiplicative walk over the first values: pairs of equal and of different choices both come up.
        std::size_t choice = 7 * attempt + 3;
        change(next, at, choice % kJointValues);
        for (const FreeNumber& other : free_) {
          choice = choice * 13 + attempt;
          change(next, other, choice % kJointValues);
        }
        add_inside(changed, next);
      }
    }
    if (!trial_.run(changed)) return false;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      const Judgement& judgement = trial_.judgements()[i];
      if (judgement.standing == Judgement::Standing::kOverflow) continue;
      SameFinding same = same_;
      if (!same.accepts(changed[i], trial_.outcomes()[i], judgement)) return false;
    }
    return true;
  }

  void add_inside(std::vector<Case>& cases, const Case& input) const {
    if (!trial_.contract().refuse(input, trial_.profile())) cases.push_back(input);
  }

  Trial& trial_;
  const Case& input_;
  const SameFinding& same_;
  std::vector<FreeNumber> free_;
};

}  // namespace

std::vector<FreeNumber> free_numbers(Trial& trial, const Case& input, const SameFinding& same) {
  return Variation(trial, input, same).find();
}

}  // namespace gradvet
