#include <gradvet_gtest.hpp>

#include <cmath>

namespace {

class Accumulator {
 public:
  explicit Accumulator(std::string_view policy) : skips_window_(policy == "skip-window") {}
  void add(const std::vector<double>& gradient, std::int64_t count, double scale) {
    bool is_skipped = scale == 0;
    for (const double number : gradient) is_skipped = is_skipped || !std::isfinite(number);
    if (is_skipped) {
      is_void_ = is_void_ || skips_window_;
      return;
    }
    sums_.resize(gradient.size());
    for (std::size_t j = 0; j < gradient.size(); ++j) sums_[j] += gradient[j] / scale;
    count_ += count;
  }
  std::optional<std::vector<double>> step() {
    if (is_void_ || count_ == 0) {
      reset();
      return std::nullopt;
    }
    std::vector<double> mean = sums_;
    for (double& number : mean) number /= static_cast<double>(count_);
    reset();
    return mean;
  }
  void reset() {
    sums_.clear();
    count_ = 0;
    is_void_ = false;
  }
  Accumulator save() const { return *this; }
  void load(const Accumulator& state) { *this = state; }

 protected:
  std::vector<double> sums_;
  std::int64_t count_ = 0;

 private:
  bool skips_window_;
  bool is_void_ = false;
};

class Forgetful : public Accumulator {
 public:
  using Accumulator::Accumulator;
  void load(const Accumulator& state) {
    Accumulator::load(state);
    sums_.assign(sums_.size(), 0);
  }
};

int entry_point(const gradvet_case* input, gradvet_result* result) {
  return gradvet::native::call_accumulator<Accumulator>(input, result);
}

TEST(Accumulator, KeepsTheContract) {
  EXPECT_THAT(gradvet::accumulator_class<Accumulator>(), gradvet::satisfies("accumulator"));
}

TEST(Accumulator, IsToldFromOneThatForgets) {
  EXPECT_THAT(gradvet::accumulator_class<Forgetful>(), testing::Not(gradvet::satisfies("accumulator")));
}

TEST(Accumulator, MayBeAnEntryPoint) {
  gradvet::VetSettings settings;
  settings.is_in_process = true;
  settings.cases = 500;
  EXPECT_THAT(&entry_point, gradvet::satisfies("accumulator", settings));
}

}  // namespace
