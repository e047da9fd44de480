#include "src/engine/formula_grammar.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <span>

#include "oracles/rational.hpp"

namespace gradvet {

namespace {

/// What a formula sees of a case: exact numbers under the usual names.
struct Window {
  std::size_t microbatches = 0;  ///< M
  std::size_t width = 0;
  std::vector<Rational> values;  ///< g, row by row
  std::vector<Rational> counts;  ///< n
  std::vector<Rational> scales;  ///< s; empty where the contract has none
  Rational total = 0;            ///< N
};

std::optional<std::size_t> argument_with(const Case& input, NumberRole role) {
  for (std::size_t argument = 0; argument < input.argument_count(); ++argument)
    if (input.extent(argument).role == role) return argument;
  return std::nullopt;
}

Window window_of(const Case& input) {
  Window window;
  window.microbatches = input.microbatches();
  window.width = input.extent(0).layout == Layout::kPerMicrobatch ? 1 : input.width();
  for (const double value : input.reals(0)) window.values.push_back(exact(value));
  if (const auto counts = argument_with(input, NumberRole::kCount))
    for (const std::int64_t count : input.integers(*counts)) window.counts.emplace_back(count);
  if (const auto scales = argument_with(input, NumberRole::kScale))
    for (const double scale : input.reals(*scales)) window.scales.push_back(exact(scale));
  for (const Rational& count : window.counts) window.total += count;
  return window;
}

using Number = std::optional<Rational>;

Number quotient(const Rational& top, const Rational& bottom) {
  if (bottom == 0) return std::nullopt;
  return top / bottom;
}

const Rational& largest(const std::vector<Rational>& numbers) { return *std::ranges::max_element(numbers); }

/// A factor of microbatch i's value; nothing where undefined.
struct Factor {
  const char* text;
  std::function<Number(const Window&, std::size_t)> of;
};

struct Divisor {
  const char* text;
  std::function<Number(const Window&)> of;
};

std::vector<Factor> count_factors() {
  return {
      {"g_i", [](const Window&, std::size_t) -> Number { return Rational(1); }},
      {"g_i / n_i", [](const Window& w, std::size_t i) { return quotient(1, w.counts[i]); }},
      {"g_i / max(n_i, 1)",
       [](const Window& w, std::size_t i) { return quotient(1, std::max(w.counts[i], Rational(1))); }},
      {"g_i * n_i", [](const Window& w, std::size_t i) -> Number { return w.counts[i]; }},
      {"g_last",
       [](const Window& w, std::size_t i) -> Number { return Rational(i + 1 == w.microbatches ? 1 : 0); }},
      {"g_first", [](const Window&, std::size_t i) -> Number { return Rational(i == 0 ? 1 : 0); }},
      {"g_i without the last",
       [](const Window& w, std::size_t i) -> Number { return Rational(i + 1 == w.microbatches ? 0 : 1); }},
      {"g_i without the first",
       [](const Window&, std::size_t i) -> Number { return Rational(i == 0 ? 0 : 1); }},
      {"g_i / n_i^2", [](const Window& w, std::size_t i) { return quotient(1, w.counts[i] * w.counts[i]); }},
  };
}

std::vector<Factor> scale_factors() {
  const Rational one = 1;
  return {
      {"/ s_i",
       [](const Window& w, std::size_t i) -> Number {
         return w.scales[i] > 0 ? quotient(1, w.scales[i]) : Number(Rational(0));
       }},
      {"(scales ignored)", [](const Window&, std::size_t) -> Number { return Rational(1); }},
      {"/ s_last", [](const Window& w, std::size_t) { return quotient(1, w.scales.back()); }},
      {"/ s_first", [](const Window& w, std::size_t) { return quotient(1, w.scales.front()); }},
      {"/ max s", [](const Window& w, std::size_t) { return quotient(1, largest(w.scales)); }},
      {"/ max(s_i, 1)",
       [one](const Window& w, std::size_t i) { return quotient(1, std::max(w.scales[i], one)); }},
      {"/ (s_i or 1)",
       [one](const Window& w, std::size_t i) { return quotient(1, w.scales[i] == 0 ? one : w.scales[i]); }},
      {"* s_i", [](const Window& w, std::size_t i) -> Number { return w.scales[i]; }},
      {"/ s_i^2",
       [](const Window& w, std::size_t i) -> Number {
         return w.scales[i] > 0 ? quotient(1, w.scales[i] * w.scales[i]) : Number(Rational(0));
       }},
  };
}

std::vector<Divisor> divisors() {
  const auto count_where_scaled = [](const Window& w) -> Number {
    Rational sum = 0;
    for (std::size_t i = 0; i < w.counts.size(); ++i)
      if (w.scales.empty() || w.scales[i] > 0) sum += w.counts[i];
    return sum;
  };
  const auto counted_microbatches = [](const Window& w) -> Number {
    return Rational(std::ranges::count_if(w.counts, [](const Rational& count) { return count > 0; }));
  };
  return {
      {"N", [](const Window& w) -> Number { return w.total; }},
      {"M", [](const Window& w) -> Number { return Rational(w.microbatches); }},
      {"1", [](const Window&) -> Number { return Rational(1); }},
      {"max n", [](const Window& w) -> Number { return largest(w.counts); }},
      {"n_last", [](const Window& w) -> Number { return w.counts.back(); }},
      {"n_first", [](const Window& w) -> Number { return w.counts.front(); }},
      {"(N + 1)", [](const Window& w) -> Number { return w.total + 1; }},
      {"(N - 1)", [](const Window& w) -> Number { return w.total - 1; }},
      {"(M + 1)", [](const Window& w) -> Number { return Rational(w.microbatches + 1); }},
      {"(M - 1)", [](const Window& w) -> Number { return Rational(w.microbatches) - 1; }},
      {"max(N - 1, 1)",
       [](const Window& w) -> Number { return std::max(Rational(w.total - 1), Rational(1)); }},
      {"max(M - 1, 1)",
       [](const Window& w) -> Number { return std::max(Rational(w.microbatches) - 1, Rational(1)); }},
      {"(N - n_last)", [](const Window& w) -> Number { return w.total - w.counts.back(); }},
      {"(N - n_first)", [](const Window& w) -> Number { return w.total - w.counts.front(); }},
      {"(M n_first)", [](const Window& w) -> Number { return w.microbatches * w.counts.front(); }},
      {"(M n_last)", [](const Window& w) -> Number { return w.microbatches * w.counts.back(); }},
      {"(M max n)", [](const Window& w) -> Number { return w.microbatches * largest(w.counts); }},
      {"(N M)", [](const Window& w) -> Number { return w.total * w.microbatches; }},
      {"N^2", [](const Window& w) -> Number { return w.total * w.total; }},
      {"(N / M)", [](const Window& w) { return quotient(w.total, w.microbatches); }},
      {"(number of n_i > 0)", counted_microbatches},
      {"(sum of n_i with s_i > 0)", count_where_scaled},
  };
}

/// sum(value * factor * scale factor) / divisor. A window without microbatches gives no numbers, or 0 for a
/// scalar.
class WeightedSum final : public Formula {
 public:
  WeightedSum(Factor factor, std::optional<Factor> scale, Divisor divisor)
      : factor_(std::move(factor)), scale_(std::move(scale)), divisor_(std::move(divisor)) {}

  std::string text() const override {
    std::string term = factor_.text;
    if (scale_) term += std::string(" ") + scale_->text;
    return "sum(" + term + ") / " + divisor_.text;
  }

  std::optional<FormulaValue> evaluate(const Case& input) const override {
    const Window window = window_of(input);
    const bool is_scalar = input.extent(0).layout == Layout::kPerMicrobatch;
    FormulaValue value;
    if (window.microbatches == 0) {
      value.numbers.assign(is_scalar ? 1 : 0, 0);
      value.magnitudes = value.numbers;
      return value;
    }
    value.numbers.assign(window.width, 0);
    value.magnitudes = value.numbers;
    const Number divisor = divisor_.of(window);
    if (!divisor || *divisor == 0) return std::nullopt;
    for (std::size_t i = 0; i < window.microbatches; ++i) {
      Number weight = factor_.of(window, i);
      if (weight && scale_) {
        const Number scale = scale_->of(window, i);
        weight = scale ? Number(*weight * *scale) : std::nullopt;
      }
      if (!weight) return std::nullopt;
      for (std::size_t j = 0; j < window.width; ++j) {
        const Rational part = window.values[i * window.width + j] * *weight / *divisor;
        value.numbers[j] += part;
        value.magnitudes[j] += abs(part);
      }
    }
    return value;
  }

 private:
  Factor factor_;
  std::optional<Factor> scale_;
  Divisor divisor_;
};

/// A total of sizes, in integers.
class Total final : public Formula {
 public:
  using Function =
      std::function<std::optional<Integer>(std::span<const std::int64_t> sizes, std::int64_t target)>;
  Total(const char* text, Function of) : text_(text), of_(std::move(of)) {}

  std::string text() const override { return text_; }
  std::optional<FormulaValue> evaluate(const Case& input) const override {
    const std::optional<Integer> total = of_(input.integers(0), input.integers(1)[0]);
    if (!total) return std::nullopt;
    return FormulaValue{{Rational(*total)}, {abs(Rational(*total))}};
  }

 private:
  const char* text_;
  Function of_;
};

using Sizes = std::span<const std::int64_t>;

template <class Predicate>
Integer sum_where(Sizes sizes, Predicate is_wanted) {
  Integer sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (is_wanted(i)) sum += sizes[i];
  return sum;
}

Integer sum_of(Sizes sizes) {
  return sum_where(sizes, [](std::size_t) { return true; });
}

std::vector<std::unique_ptr<Formula>> totals() {
  std::vector<std::unique_ptr<Formula>> all;
  const auto add = [&all](const char* text, Total::Function of) {
    all.push_back(std::make_unique<Total>(text, std::move(of)));
  };
  add("sum of the sizes equal to target",
      [](Sizes s, std::int64_t t) { return sum_where(s, [&](std::size_t i) { return s[i] == t; }); });
  add("sum of the sizes without the last",
      [](Sizes s, std::int64_t) { return sum_where(s, [&](std::size_t i) { return i + 1 < s.size(); }); });
  add("sum of the sizes without the first",
      [](Sizes s, std::int64_t) { return sum_where(s, [&](std::size_t i) { return i > 0; }); });
  add("sum of the sizes that reach target",
      [](Sizes s, std::int64_t t) { return sum_where(s, [&](std::size_t i) { return s[i] >= t; }); });
  add("sum of the sizes up to target",
      [](Sizes s, std::int64_t t) { return sum_where(s, [&](std::size_t i) { return s[i] <= t; }); });
  add("sum of the sizes below target",
      [](Sizes s, std::int64_t t) { return sum_where(s, [&](std::size_t i) { return s[i] < t; }); });
  add("sum of the sizes above target",
      [](Sizes s, std::int64_t t) { return sum_where(s, [&](std::size_t i) { return s[i] > t; }); });
  add("sum(min(size, target))", [](Sizes s, std::int64_t t) {
    Integer sum = 0;
    for (const std::int64_t size : s) sum += std::min(size, t);
    return sum;
  });
  add("sum(max(size, target))", [](Sizes s, std::int64_t t) {
    Integer sum = 0;
    for (const std::int64_t size : s) sum += std::max(size, t);
    return sum;
  });
  add("number of sizes * target", [](Sizes s, std::int64_t t) { return Integer(s.size()) * t; });
  add("number of sizes", [](Sizes s, std::int64_t) { return Integer(s.size()); });
  add("sum rounded down to a multiple of target",
      [](Sizes s, std::int64_t t) { return Integer(sum_of(s) - sum_of(s) % t); });
  add("sum rounded up to a multiple of target",
      [](Sizes s, std::int64_t t) { return Integer((sum_of(s) + t - 1) / t * t); });
  add("sum / target, rounded down", [](Sizes s, std::int64_t t) { return Integer(sum_of(s) / t); });
  add("sum mod target", [](Sizes s, std::int64_t t) { return Integer(sum_of(s) % t); });
  add("min(sum, target)", [](Sizes s, std::int64_t t) { return std::min(sum_of(s), Integer(t)); });
  add("max(sum, target)", [](Sizes s, std::int64_t t) { return std::max(sum_of(s), Integer(t)); });
  add("the last size", [](Sizes s, std::int64_t) -> std::optional<Integer> {
    return s.empty() ? Integer(0) : Integer(s.back());
  });
  add("the first size", [](Sizes s, std::int64_t) -> std::optional<Integer> {
    return s.empty() ? Integer(0) : Integer(s.front());
  });
  add("number of sizes * first size",
      [](Sizes s, std::int64_t) { return s.empty() ? Integer(0) : Integer(s.size()) * s.front(); });
  add("number of sizes * largest size", [](Sizes s, std::int64_t) {
    return s.empty() ? Integer(0) : Integer(s.size()) * *std::ranges::max_element(s);
  });
  add("sum mod 2^31", [](Sizes s, std::int64_t) { return Integer(sum_of(s) % (Integer(1) << 31)); });
  add("sum mod 2^32", [](Sizes s, std::int64_t) { return Integer(sum_of(s) % (Integer(1) << 32)); });
  add("target", [](Sizes, std::int64_t t) { return Integer(t); });
  add("0", [](Sizes, std::int64_t) { return Integer(0); });
  add("sum + 1", [](Sizes s, std::int64_t) { return Integer(sum_of(s) + 1); });
  add("sum - 1", [](Sizes s, std::int64_t) { return Integer(sum_of(s) - 1); });
  return all;
}

bool has(Signature signature, NumberRole role, Layout layout) {
  return std::ranges::any_of(signature, [&](const Parameter& parameter) {
    return parameter.role == role && parameter.layout == layout;
  });
}

}  // namespace

std::vector<std::unique_ptr<Formula>> formulas_for(Signature signature) {
  if (has(signature, NumberRole::kSize, Layout::kPerMicrobatch) &&
      has(signature, NumberRole::kTarget, Layout::kScalar))
    return totals();
  std::vector<std::unique_ptr<Formula>> all;
  const bool has_values =
      !signature.empty() && signature[0].role == NumberRole::kValue &&
      (signature[0].layout == Layout::kMatrix || signature[0].layout == Layout::kPerMicrobatch);
  if (!has_values || !has(signature, NumberRole::kCount, Layout::kPerMicrobatch)) return all;
  std::vector<std::optional<Factor>> scales = {std::nullopt};
  if (has(signature, NumberRole::kScale, Layout::kPerMicrobatch)) {
    scales.clear();
    for (Factor& factor : scale_factors()) scales.emplace_back(std::move(factor));
  }
  const std::vector<Factor> factors = count_factors();
  const std::vector<Divisor> all_divisors = divisors();
  // Simplest first: by the sum of the places in the lists, each of which goes from simple to odd.
  struct Choice {
    std::size_t factor, scale, divisor;
    std::size_t rank() const { return factor + scale + divisor; }
  };
  std::vector<Choice> choices;
  for (std::size_t factor = 0; factor < factors.size(); ++factor)
    for (std::size_t scale = 0; scale < scales.size(); ++scale)
      for (std::size_t divisor = 0; divisor < all_divisors.size(); ++divisor)
        choices.push_back({factor, scale, divisor});
  std::ranges::stable_sort(choices, {}, &Choice::rank);
  for (const Choice& choice : choices)
    all.push_back(std::make_unique<WeightedSum>(factors[choice.factor], scales[choice.scale],
                                                all_divisors[choice.divisor]));
  return all;
}

}  // namespace gradvet
