/// Adapts a C++ class to the contract `accumulator`, in one line:
///
///     #include <gradvet_accumulator.hpp>
///
///     class MyAccumulator {
///      public:
///       explicit MyAccumulator(std::string_view policy);  // "skip-window" or "skip-microbatch"
///       void add(const std::vector<double>& gradient, std::int64_t count, double scale);
///       std::optional<std::vector<double>> step();        // the update, or none
///       void reset();
///       State save() const;                               // a State of your own
///       void load(const State& state);                    // into a fresh MyAccumulator
///     };
///     GRADVET_ACCUMULATOR_CLASS(MyAccumulator)                  // the library then exports gradvet_solve
///     GRADVET_ACCUMULATOR_CLASS_AS(my_symbol, MyAccumulator)    // or under another name
///
///     gradvet vet ./libmine.so --contract accumulator
///
/// The policy may be taken as a std::string too; the gradient as any list of gradvet.hpp, its numbers, count
/// and scale as any type that is allowed there. Each case has an object of its own. A `load` destroys it, and
/// has another one load what was saved last, as a restart of training does; so a State must not refer to the
/// object that it came from. An exception is a finding whose text names the method.
///
/// C++17; spans need C++20.
#ifndef GRADVET_ACCUMULATOR_HPP
#define GRADVET_ACCUMULATOR_HPP

#include <gradvet.hpp>

#include <stdexcept>
#include <string_view>

namespace gradvet {
namespace native {

/// An accumulator of class A, and what was saved of one.
template <class A>
class AccumulatorRun {
 public:
  AccumulatorRun(const gradvet_case& input, gradvet_result* result)
      : input_(input),
        result_(result),
        gradients_(argument("operations")),
        kinds_(argument("operations.kind")),
        counts_(argument("operations.count")),
        scales_(argument("operations.scale")),
        policy_(argument("policy")) {}

  int run() {
    try {
      construct();
      for (std::size_t row = 0; row < kinds_.size; ++row) operate(row);
      return GRADVET_OK;
    } catch (const std::exception& exception) {
      throw std::runtime_error("in " + std::string(method_) + ": " + exception.what());
    }
  }

 private:
  using State = std::decay_t<decltype(std::declval<A&>().save())>;

  const gradvet_argument& argument(const char* name) const {
    const gradvet_argument* const found = gradvet_find(&input_, name);
    if (found == nullptr) throw Misfit{"it is an accumulator, which takes operations and a policy"};
    return *found;
  }

  /// A fresh accumulator in the place of the one before it.
  void construct() {
    method_ = "its constructor";
    const std::string_view word =
        policy_.integers[0] == GRADVET_SKIP_WINDOW ? "skip-window" : "skip-microbatch";
    if constexpr (std::is_constructible_v<A, std::string_view>) {
      accumulator_.emplace(word);
    } else {
      static_assert(std::is_constructible_v<A, std::string>,
                    "an accumulator is constructed from the word of its policy, a std::string_view");
      accumulator_.emplace(std::string(word));
    }
  }

  void operate(std::size_t row) {
    switch (kinds_.integers[row]) {
      case GRADVET_STEP:
        method_ = "step";
        return give_row(result_, accumulator_->step());
      case GRADVET_ADD:
        method_ = "add";
        return add(&A::add, row);
      case GRADVET_SAVE:
        method_ = "save";
        saved_.emplace(accumulator_->save());
        return;
      case GRADVET_LOAD:
        if (!saved_) throw Refusal{"a load before any save"};
        construct();
        method_ = "load";
        accumulator_->load(static_cast<const State&>(*saved_));
        return;
      case GRADVET_RESET:
        method_ = "reset";
        accumulator_->reset();
        return;
      default:
        throw Refusal{"an operation that this header does not know"};
    }
  }

  template <class C, class R, class G, class N, class S>
  void add(R (C::*method)(G, N, S), std::size_t row) {
    gradvet_argument numbers = gradients_;
    numbers.layout = GRADVET_PER_MICROBATCH;
    numbers.reals += row * gradients_.width;
    numbers.size = numbers.rows = gradients_.width;
    numbers.width = 1;
    gradvet_argument count_number = counts_;
    count_number.layout = GRADVET_SCALAR;
    count_number.integers += row;
    gradvet_argument scale_number = scales_;
    scale_number.layout = GRADVET_SCALAR;
    scale_number.reals += row;
    Given<Plain<G>> gradient(numbers, input_);
    Given<Plain<N>> count(count_number, input_);
    Given<Plain<S>> scale(scale_number, input_);
    ((*accumulator_).*method)(std::forward<G>(static_cast<G>(gradient.value())),
                              std::forward<N>(static_cast<N>(count.value())),
                              std::forward<S>(static_cast<S>(scale.value())));
  }

  const gradvet_case& input_;
  gradvet_result* result_;
  const gradvet_argument& gradients_;
  const gradvet_argument& kinds_;
  const gradvet_argument& counts_;
  const gradvet_argument& scales_;
  const gradvet_argument& policy_;
  std::optional<A> accumulator_;
  std::optional<State> saved_;
  const char* method_ = "";  ///< the one that is called
};

/// Answers a case through accumulators of class A.
template <class A>
int call_accumulator(const gradvet_case* input, gradvet_result* result) {
  return report_throws(result, [&] { return AccumulatorRun<A>(*input, result).run(); });
}

}  // namespace native

/// The class behind the type of the ABI's entry point, for the matcher of gradvet_gtest.hpp.
template <class A>
std::function<int(const gradvet_case*, gradvet_result*)> accumulator_class() {
  return &native::call_accumulator<A>;
}

}  // namespace gradvet

/// Exports `symbol`, which answers through a class. Stands once in a source file, outside of any namespace.
#define GRADVET_ACCUMULATOR_CLASS_AS(symbol, accumulator)                                   \
  extern "C" GRADVET_EXPORT int symbol(const gradvet_case* input, gradvet_result* result);  \
  extern "C" GRADVET_EXPORT int symbol(const gradvet_case* input, gradvet_result* result) { \
    return ::gradvet::native::call_accumulator<accumulator>(input, result);                 \
  }

/// The same as `gradvet_solve`, the symbol that is looked for where none is named.
#define GRADVET_ACCUMULATOR_CLASS(accumulator) GRADVET_ACCUMULATOR_CLASS_AS(gradvet_solve, accumulator)

#endif
