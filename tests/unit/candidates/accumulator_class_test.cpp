// gradvet_accumulator.hpp: an accumulator as a class.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <gradvet_accumulator.hpp>

#include "tests/unit/candidates/operation_cases.hpp"

namespace gradvet {
namespace {

using ::testing::HasSubstr;

/// The sum of all gradients, under the policy's word, with arguments of these types.
template <class Gradient, class Count, class Scale, class Policy = std::string_view>
class Sums {
 public:
  using Number = std::decay_t<decltype(*std::declval<Gradient>().begin())>;

  explicit Sums(Policy policy) : policy_(policy) {}
  void add(Gradient gradient, Count count, Scale scale) noexcept {
    for (const Number number : gradient) sums_.push_back(number / scale);
    count_ += static_cast<std::int64_t>(count);
  }
  std::optional<std::vector<Number>> step() {
    if (count_ == 0) return std::nullopt;
    if (policy_ == "skip-microbatch") sums_.push_back(static_cast<Number>(count_));
    count_ = 0;
    return std::exchange(sums_, {});
  }
  void reset() { sums_.clear(); }
  std::vector<Number> save() const { return sums_; }
  void load(const std::vector<Number>& sums) {
    sums_ = sums;
    count_ = 100;
  }

 private:
  std::string policy_;
  std::vector<Number> sums_;
  std::int64_t count_ = 0;
};

using Plain = Sums<const std::vector<double>&, std::int64_t, double>;

template <class A>
std::string answer(const std::string& operations, const std::string& policy = "skip-microbatch",
                   const Profile& profile = {}) {
  return answer_text_of(accumulator_class<A>(), operations_case(operations, policy), bare_accumulator(),
                        profile);
}

const std::string kWindow = R"(["add",[3.0,8.0],5,2.0],["step"],["step"])";

TEST(AccumulatorClass, GivesARowForEachStep) {
  EXPECT_EQ(answer<Plain>(kWindow), "[[1.5, 4.0, 5.0], null]");
  EXPECT_EQ(answer<Plain>(kWindow, "skip-window"), "[[1.5, 4.0], null]");
  EXPECT_EQ(answer<Plain>(R"(["add",[3.0],5,1.0],["reset"],["step"])", "skip-window"), "[[]]");
  EXPECT_EQ(answer<Plain>(""), "[]");
}

TEST(AccumulatorClass, LoadsWhatWasSavedIntoAFreshObject) {
  EXPECT_EQ(answer<Plain>(R"(["add",[3.0],5,1.0],["save"],["add",[7.0],5,1.0],["load"],["step"])"),
            "[[3.0, 100.0]]");
}

TEST(AccumulatorClass, TakesItsArgumentsInTheTypesOfAFunction) {
  using Owning = Sums<std::vector<double>, double, const double&, const std::string&>;
  using Spans = Sums<std::span<const double>, std::uint64_t, double, std::string>;
  EXPECT_EQ(answer<Owning>(kWindow), "[[1.5, 4.0, 5.0], null]");
  EXPECT_EQ(answer<Spans>(kWindow), "[[1.5, 4.0, 5.0], null]");
}

TEST(AccumulatorClass, TakesFloatsWhereTheyAreDeclared) {
  using Floats = Sums<std::span<const float>, std::int64_t, float>;
  EXPECT_EQ(answer<Floats>(kWindow, "skip-microbatch", parse_profile("float32").value()),
            "[[1.5, 4.0, 5.0], null]");
  EXPECT_THAT(answer<Floats>(kWindow), HasSubstr("--profile float32"));
}

TEST(AccumulatorClass, DeclinesACountThatItsTypeCannotHold) {
  using Narrow = Sums<std::vector<double>, std::int8_t, double>;
  EXPECT_EQ(answer<Narrow>(kWindow), "[[1.5, 4.0, 5.0], null]");
  EXPECT_EQ(answer<Narrow>(R"(["add",[3.0],128,1.0],["step"])"),
            "declined: 'operations.count' holds 128, which its type cannot");
}

struct Throwing {
  explicit Throwing(std::string_view policy) {
    if (policy == "skip-window") throw std::invalid_argument("no such policy");
  }
  void add(const std::vector<double>&, int, double) { throw std::overflow_error("too large"); }
  std::optional<std::vector<double>> step() { throw 5; }
  void reset() { throw std::logic_error("never"); }
  int save() { return 0; }
  void load(int) { throw std::out_of_range("sums"); }
};

TEST(AccumulatorClass, TellsWhichMethodThrew) {
  EXPECT_EQ(answer<Throwing>(kWindow, "skip-window"), "exception: in its constructor: no such policy");
  EXPECT_EQ(answer<Throwing>(kWindow), "exception: in add: too large");
  EXPECT_EQ(answer<Throwing>(R"(["reset"],["step"])"), "exception: in reset: never");
  EXPECT_EQ(answer<Throwing>(R"(["save"],["load"],["step"])"), "exception: in load: sums");
  EXPECT_EQ(answer<Throwing>(R"(["step"])"), "exception: an exception that is no std::exception");
}

TEST(AccumulatorClass, AnswersNoOtherContract) {
  EXPECT_THAT(answer_text_of(accumulator_class<Plain>(), small_case(1, 1), vector_mean()),
              HasSubstr("takes operations and a policy"));
}

}  // namespace
}  // namespace gradvet
