#include "src/engine/measure_weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "oracles/float_format.hpp"
#include "src/engine/fraction_fit.hpp"
#include "src/engine/probe.hpp"
#include "src/text/decimal.hpp"
#include "src/text/place_text.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMostMicrobatches = 64;
constexpr int kBackgrounds = 2;
/// Dense backgrounds: small integers, distinct in neighbours, exact in every format; the second changes sign.
constexpr std::array<std::array<double, 4>, kBackgrounds> kDense = {{{3, 5, 7, 2}, {-2, 6, -5, 9}}};
constexpr std::array<double, 3> kFactors = {-1, 3, 1024};

/// A measured number and how far off rounding may have put it.
struct Measured {
  Rational value;
  Rational tolerance;
};

bool has_counted(const Case& input, std::size_t item) {
  for (std::size_t argument = 0; argument < input.argument_count(); ++argument) {
    const Case::Extent& extent = input.extent(argument);
    if (extent.layout == Layout::kScalar) continue;
    if (extent.role == NumberRole::kCount && input.integers(argument)[item] == 0) return false;
    if (extent.role == NumberRole::kWeight && input.reals(argument)[item] == 0) return false;
  }
  return true;
}

/// Builds probes on one case's counts and scales, and reads them.
class WeightProbes {
 public:
  WeightProbes(Trial& trial, const Case& shown, std::size_t coordinate)
      : trial_(trial),
        zero_(shown),
        width_(std::max<std::size_t>(shown.width(), 1)),
        coordinate_(coordinate),
        // Every window of a result has the width of the gradients.
        column_(coordinate % width_) {
    std::ranges::fill(zero_.reals(0), 0.0);
  }

  std::size_t add(const Case& input) {
    inputs_.push_back(input);
    return inputs_.size() - 1;
  }
  Case zeros() const { return zero_; }
  Case dense(int background, double factor = 1) const {
    Case made = zero_;
    for (std::size_t i = 0; i < made.items(); ++i)
      if (has_counted(made, i))
        for (std::size_t j = 0; j < width_; ++j)
          made.reals(0)[i * width_ + j] = factor * kDense[static_cast<std::size_t>(background)][(i + j) % 4];
    return made;
  }
  Case plus_one(Case base, std::size_t item) const {
    base.reals(0)[item * width_ + column_] += 1;
    return base;
  }

  bool run() {
    std::optional<std::vector<Probe>> probes = run_probes(trial_, inputs_);
    if (!probes || probes->size() != inputs_.size()) return false;
    probes_ = std::move(*probes);
    return std::ranges::all_of(probes_, [this](const Probe& probe) { return number_of(probe).has_value(); });
  }

  const Case& input(std::size_t probe) const { return probes_[probe].input; }
  std::size_t size() const { return probes_.size(); }
  Measured measured(std::size_t probe) const {
    const Rational value = *number_of(probes_[probe]);
    return {value, slack_of(probes_[probe], coordinate_, value, trial_.contract().info(), trial_.profile())};
  }
  const Rational& contract_value(std::size_t probe) const {
    return probes_[probe].contract_value.numbers[coordinate_];
  }

 private:
  std::optional<Rational> number_of(const Probe& probe) const {
    const Answer* answer = std::get_if<Answer>(&probe.outcome);
    if (answer == nullptr || !has_form_of(*answer, probe.contract_value)) return std::nullopt;
    const auto number = judged_number(*answer, coordinate_, trial_.contract().info(), trial_.profile());
    if (!number) return std::nullopt;
    return number->value;
  }

  Trial& trial_;
  Case zero_;
  std::size_t width_, coordinate_, column_;
  std::vector<Case> inputs_;
  std::vector<Probe> probes_;
};

std::string number_text(const Rational& value) { return decimal_text(value, 8); }

class Measurement {
 public:
  Measurement(Trial& trial, const Case& shown, std::size_t coordinate) : probes_(trial, shown, coordinate) {
    first_zero_ = probes_.add(probes_.zeros());
    for (int background = 0; background < kBackgrounds; ++background) {
      dense_.push_back(probes_.add(probes_.dense(background)));
    }
    for (std::size_t i = 0; i < shown.items(); ++i) {
      if (!has_counted(shown, i)) {
        rows_.push_back(std::nullopt);
        continue;
      }
      Row row{probes_.add(probes_.plus_one(probes_.zeros(), i)), {}};
      for (int background = 0; background < kBackgrounds; ++background)
        row.on_background[static_cast<std::size_t>(background)] =
            probes_.add(probes_.plus_one(probes_.dense(background), i));
      rows_.push_back(row);
    }
    for (const double factor : kFactors) scaled_.push_back(probes_.add(probes_.dense(0, factor)));
    last_zero_ = probes_.add(probes_.zeros());
  }

  WeightReport report() {
    WeightReport report;
    if (!probes_.run()) return report;
    report.probes = probes_.size();
    if (disproves_additivity(report)) return report;
    report.conclusion = WeightReport::Conclusion::kRightWeights;
    for (const std::optional<Row>& row : rows_) {
      if (!row) {
        report.microbatches.emplace_back();
        continue;
      }
      const Measured measured = probes_.measured(row->alone);
      MicrobatchWeight weight;
      weight.contract = probes_.contract_value(row->alone);
      weight.is_right = abs(measured.value - weight.contract) <= measured.tolerance;
      weight.candidate = weight.is_right ? weight.contract : fit_fraction(measured.value, measured.tolerance);
      weight.measured = encode(measured.value, float_format(NumberFormat::kFloat64));
      if (!weight.is_right) report.conclusion = WeightReport::Conclusion::kWrongWeights;
      report.microbatches.emplace_back(std::move(weight));
    }
    return report;
  }

 private:
  struct Row {
    std::size_t alone;
    std::array<std::size_t, kBackgrounds> on_background;
  };

  bool prove(WeightReport& report, std::string statement, std::vector<std::size_t> proof) const {
    report.conclusion = WeightReport::Conclusion::kNotAdditive;
    report.statement = std::move(statement);
    for (const std::size_t probe : proof) report.proof.push_back(probes_.input(probe));
    return true;
  }

  bool disproves_additivity(WeightReport& report) const {
    for (const std::size_t zero : {first_zero_, last_zero_}) {
      const Measured measured = probes_.measured(zero);
      if (abs(measured.value) > measured.tolerance)
        return prove(report, "all values 0 give " + number_text(measured.value) + ", not 0", {zero});
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!rows_[i]) continue;
      const Measured alone = probes_.measured(rows_[i]->alone);
      for (std::size_t background = 0; background < kBackgrounds; ++background) {
        const Measured base = probes_.measured(dense_[background]);
        const Measured raised = probes_.measured(rows_[i]->on_background[background]);
        const Rational step = raised.value - base.value;
        if (abs(step - alone.value) > alone.tolerance + base.tolerance + raised.tolerance)
          return prove(report,
                       "one more in " + place_text(probes_.input(first_zero_), i) + " adds " +
                           number_text(alone.value) + " where all else is 0, but " + number_text(step) +
                           " on other values",
                       {dense_[background], rows_[i]->on_background[background]});
      }
    }
    const Measured base = probes_.measured(dense_[0]);
    for (std::size_t i = 0; i < kFactors.size(); ++i) {
      const Rational factor(static_cast<int>(kFactors[i]));
      const Measured scaled = probes_.measured(scaled_[i]);
      if (abs(scaled.value - factor * base.value) > scaled.tolerance + abs(factor) * base.tolerance)
        return prove(report,
                     "values times " + number_text(factor) + " give " + number_text(scaled.value) + ", not " +
                         number_text(factor * base.value),
                     {dense_[0], scaled_[i]});
    }
    return false;
  }

  WeightProbes probes_;
  std::size_t first_zero_ = 0, last_zero_ = 0;
  std::vector<std::size_t> dense_, scaled_;
  std::vector<std::optional<Row>> rows_;
};

}  // namespace

std::optional<WeightReport> measure_weights(Trial& trial, const Case& shown, std::size_t coordinate) {
  if (shown.items() == 0 || shown.items() > kMostMicrobatches) return std::nullopt;
  return Measurement(trial, shown, coordinate).report();
}

}  // namespace gradvet
