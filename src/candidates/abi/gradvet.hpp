/// Adapts a plain C++ function to the C ABI of gradvet.h, in one line:
///
///     #include <gradvet.hpp>
///
///     std::vector<double> my_mean(const std::vector<std::vector<double>>& gradient_vectors,
///                                 const std::vector<std::int64_t>& example_counts);
///     GRADVET_SOLVE(my_mean)                   // the library then exports gradvet_solve
///     GRADVET_SOLVE_AS(my_symbol, my_mean)     // or under another name: gradvet vet ./libmine.so:my_symbol
///
/// Parameters, by the layout of the contract's (T: float, double or an integer type):
///
///     one number           T
///     one a microbatch     std::vector<T>, std::span<const T>
///     rows of numbers      std::vector<std::vector<T>>, std::vector<std::span<const T>>,
///                          std::span<const std::span<const T>>
///     ranks of rows        std::vector<std::vector<std::vector<T>>>
///
/// each by value or by const reference. A span of double (of std::int64_t for integers) shows gradvet's
/// memory itself; anything else is a copy. Results: T, std::vector<T>, std::span<const T>,
/// std::optional<std::vector<T>> for a contract whose result may be null, and
/// std::vector<std::optional<std::vector<T>>> for one with a result for each optimizer step. Integers are
/// judged as exact.
///
/// Optional parameters of the contract (token-mean's sample_counts) may be left away at the end.
///
/// A class with methods, for the contract `accumulator`: gradvet_accumulator.hpp.
///
/// A std::exception becomes a finding with its text. A case whose integers do not fit into T is declined. A
/// function that cannot take the contract's parameters, or takes float where the declared input is wider,
/// ends the run: declare its arithmetic with --profile float32.
///
/// C++17; spans need C++20.
#ifndef GRADVET_HPP
#define GRADVET_HPP

#include <gradvet.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace gradvet {
namespace native {

/// The function can take no case of this contract.
struct Misfit {
  std::string text;
};
/// The function cannot take this case.
struct Refusal {
  std::string text;
};

inline std::string quoted(const gradvet_argument& argument) { return "'" + std::string(argument.name) + "'"; }

/// One number of an argument as a T.
template <class T>
T number_at(const gradvet_argument& argument, std::size_t index) {
  if (argument.type == GRADVET_REALS) return static_cast<T>(argument.reals[index]);
  const std::int64_t number = argument.integers[index];
  if constexpr (std::is_integral_v<T>) {
    if (number < 0 ||
        static_cast<std::uint64_t>(number) > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
      throw Refusal{quoted(argument) + " holds " + std::to_string(number) + ", which its type cannot"};
  }
  return static_cast<T>(number);
}

template <class T>
void require_type(const gradvet_argument& argument, const gradvet_case& input) {
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>,
                "a parameter's numbers are of this type");
  if (std::is_integral_v<T> && argument.type == GRADVET_REALS)
    throw Misfit{quoted(argument) + " holds reals, its parameter takes integers"};
  if (std::is_same_v<T, float> && argument.type == GRADVET_REALS && input.input_format == GRADVET_FLOAT64)
    throw Misfit{quoted(argument) + " is a float, the declared input float64: vet it with --profile float32"};
}

inline void require_layout(const gradvet_argument& argument, bool fits, const char* form) {
  if (!fits) throw Misfit{"the parameter for " + quoted(argument) + " cannot be " + form};
}

inline bool has_rows(const gradvet_argument& argument) {
  return argument.layout == GRADVET_MATRIX || argument.layout == GRADVET_RAGGED ||
         argument.layout == GRADVET_RANK_VECTOR;
}

/// Where row `row` begins, and where the one behind it does.
inline std::size_t row_begin(const gradvet_argument& argument, std::size_t row) {
  return argument.offsets != nullptr ? argument.offsets[row] : row * argument.width;
}

template <class T>
std::vector<T> numbers_between(const gradvet_argument& argument, std::size_t first, std::size_t last) {
  std::vector<T> numbers;
  numbers.reserve(last - first);
  for (std::size_t i = first; i < last; ++i) numbers.push_back(number_at<T>(argument, i));
  return numbers;
}

/// What one parameter is given: made from the argument, kept for the length of the call.
template <class P>
class Given {
 public:
  Given(const gradvet_argument& argument, const gradvet_case& input) : number_(read(argument, input)) {}
  P& value() { return number_; }

 private:
  static P read(const gradvet_argument& argument, const gradvet_case& input) {
    require_type<P>(argument, input);
    require_layout(argument, argument.layout == GRADVET_SCALAR, "one number");
    return number_at<P>(argument, 0);
  }
  P number_;
};

template <class T>
class Given<std::vector<T>> {
 public:
  Given(const gradvet_argument& argument, const gradvet_case& input) {
    require_type<T>(argument, input);
    require_layout(argument, argument.layout == GRADVET_PER_MICROBATCH, "a list");
    numbers_ = numbers_between<T>(argument, 0, argument.size);
  }
  std::vector<T>& value() { return numbers_; }

 private:
  std::vector<T> numbers_;
};

template <class T>
class Given<std::vector<std::vector<T>>> {
 public:
  Given(const gradvet_argument& argument, const gradvet_case& input) {
    require_type<T>(argument, input);
    require_layout(argument, has_rows(argument), "rows");
    for (std::size_t row = 0; row < argument.rows; ++row)
      rows_.push_back(numbers_between<T>(argument, row_begin(argument, row), row_begin(argument, row + 1)));
  }
  std::vector<std::vector<T>>& value() { return rows_; }

 private:
  std::vector<std::vector<T>> rows_;
};

template <class T>
class Given<std::vector<std::vector<std::vector<T>>>> {
 public:
  Given(const gradvet_argument& argument, const gradvet_case& input) {
    require_type<T>(argument, input);
    require_layout(argument, argument.layout == GRADVET_RANK_MATRIX, "ranks of rows");
    for (std::size_t rank = 0; rank < argument.rows; ++rank) {
      std::vector<std::vector<T>>& rows = ranks_.emplace_back();
      for (std::size_t row = argument.offsets[rank]; row < argument.offsets[rank + 1]; ++row)
        rows.push_back(numbers_between<T>(argument, row * argument.width, (row + 1) * argument.width));
    }
  }
  std::vector<std::vector<std::vector<T>>>& value() { return ranks_; }

 private:
  std::vector<std::vector<std::vector<T>>> ranks_;
};

#if __cplusplus >= 202002L
/// gradvet's own numbers where they are of this type, else a copy.
template <class T>
class Numbers {
 public:
  explicit Numbers(const gradvet_argument& argument) {
    if constexpr (std::is_same_v<T, double>) {
      if (argument.type == GRADVET_REALS) {
        shown_ = {argument.reals, argument.size};
        return;
      }
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      shown_ = {argument.integers, argument.size};
      return;
    }
    copy_ = numbers_between<T>(argument, 0, argument.size);
    shown_ = copy_;
  }
  std::span<const T> shown() const { return shown_; }

 private:
  std::vector<T> copy_;
  std::span<const T> shown_;
};

template <class T>
class Given<std::span<const T>> {
 public:
  Given(const gradvet_argument& argument, const gradvet_case& input) : numbers_(read(argument, input)) {
    span_ = numbers_.shown();
  }
  std::span<const T>& value() { return span_; }

 private:
  static Numbers<T> read(const gradvet_argument& argument, const gradvet_case& input) {
    require_type<T>(argument, input);
    require_layout(argument, argument.layout == GRADVET_PER_MICROBATCH, "a list");
    return Numbers<T>(argument);
  }
  Numbers<T> numbers_;
  std::span<const T> span_;
};

template <class T>
class Given<std::vector<std::span<const T>>> {
 public:
  Given(const gradvet_argument& argument, const gradvet_case& input) : numbers_(read(argument, input)) {
    for (std::size_t row = 0; row < argument.rows; ++row) {
      const std::size_t first = row_begin(argument, row);
      rows_.push_back(numbers_.shown().subspan(first, row_begin(argument, row + 1) - first));
    }
  }
  std::vector<std::span<const T>>& value() { return rows_; }

 private:
  static Numbers<T> read(const gradvet_argument& argument, const gradvet_case& input) {
    require_type<T>(argument, input);
    require_layout(argument, has_rows(argument), "rows");
    return Numbers<T>(argument);
  }
  Numbers<T> numbers_;
  std::vector<std::span<const T>> rows_;
};

template <class T>
class Given<std::span<const std::span<const T>>> {
 public:
  Given(const gradvet_argument& argument, const gradvet_case& input) : rows_(argument, input) {
    span_ = rows_.value();
  }
  std::span<const std::span<const T>>& value() { return span_; }

 private:
  Given<std::vector<std::span<const T>>> rows_;
  std::span<const std::span<const T>> span_;
};
#endif

/// Hands over a list of numbers of any kind.
template <class Numbers>
int give_list(gradvet_result* result, const Numbers& numbers) {
  using T = std::decay_t<decltype(*numbers.begin())>;
  static_assert(std::is_arithmetic_v<T>, "a result is a number, a list of numbers, or optional lists");
  if constexpr (std::is_integral_v<T>) {
    std::int64_t* const out = gradvet_integers(result, numbers.size());
    if (out != nullptr)
      std::transform(numbers.begin(), numbers.end(), out,
                     [](T number) { return static_cast<std::int64_t>(number); });
  } else {
    double* const out = gradvet_list(result, numbers.size());
    if (out != nullptr) std::copy(numbers.begin(), numbers.end(), out);
  }
  return GRADVET_OK;
}

/// Hands over what the next optimizer step updates, or that it updates nothing.
template <class T>
void give_row(gradvet_result* result, const std::optional<std::vector<T>>& update) {
  if (!update) {
    gradvet_null_row(result);
  } else if (double* const out = gradvet_row(result, update->size()); out != nullptr) {
    std::copy(update->begin(), update->end(), out);
  }
}

template <class T>
int give(gradvet_result* result, const std::vector<std::optional<std::vector<T>>>& updates) {
  for (const std::optional<std::vector<T>>& update : updates) give_row(result, update);
  return GRADVET_OK;
}

template <class T>
int give(gradvet_result* result, const std::optional<std::vector<T>>& value) {
  return value ? give_list(result, *value) : gradvet_null(result);
}

template <class R>
int give(gradvet_result* result, const R& value) {
  if constexpr (std::is_integral_v<R>)
    return gradvet_integer(result, static_cast<std::int64_t>(value));
  else if constexpr (std::is_floating_point_v<R>)
    return gradvet_scalar(result, static_cast<double>(value));
  else
    return give_list(result, value);
}

template <class T>
using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

/// How many of the contract's arguments a function has to take: those before the optional ones at the end.
inline std::size_t required_arguments(const gradvet_case& input) {
  std::size_t required = input.argument_count;
  if (input.argument_bytes < offsetof(gradvet_argument, is_optional) + sizeof(std::int32_t)) return required;
  while (required > 0 && gradvet_argument_at(&input, required - 1)->is_optional != 0) --required;
  return required;
}

template <class R, class... P, class F, std::size_t... I>
int call_with(F& function, const gradvet_case& input, gradvet_result* result, std::index_sequence<I...>) {
  if (sizeof...(P) > input.argument_count || sizeof...(P) < required_arguments(input))
    throw Misfit{"the function takes " + std::to_string(sizeof...(P)) + " arguments, the contract has " +
                 std::to_string(input.argument_count)};
  std::tuple<Given<Plain<P>>...> given(Given<Plain<P>>(*gradvet_argument_at(&input, I), input)...);
  return give(result, function(std::forward<P>(static_cast<P>(std::get<I>(given).value()))...));
}

/// How a function of any kind is called.
template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... P>
struct Signature<R (*)(P...)> {
  template <class F>
  static int call(F& function, const gradvet_case& input, gradvet_result* result) {
    return call_with<R, P...>(function, input, result, std::index_sequence_for<P...>());
  }
};
template <class R, class... P>
struct Signature<R (*)(P...) noexcept> : Signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...)> : Signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...) const> : Signature<R (*)(P...)> {};

/// Does what answers a case; what it throws becomes the outcome.
template <class Action>
int report_throws(gradvet_result* result, Action action) {
  try {
    return action();
  } catch (const Misfit& misfit) {
    return gradvet_misfit(result, misfit.text.c_str());
  } catch (const Refusal& refusal) {
    return gradvet_decline(result, refusal.text.c_str());
  } catch (const std::exception& exception) {
    return gradvet_fail(result, exception.what());
  } catch (...) {
    return gradvet_fail(result, "an exception that is no std::exception");
  }
}

/// Calls the function with the arguments of a case, and hands over what it returns or throws.
template <class F>
int call(F function, const gradvet_case* input, gradvet_result* result) {
  return report_throws(result, [&] { return Signature<F>::call(function, *input, result); });
}

/// The function behind the type of the ABI's entry point; itself where it is of that type already.
template <class F>
std::function<int(const gradvet_case*, gradvet_result*)> adapt(F function) {
  if constexpr (std::is_invocable_r_v<int, F, const gradvet_case*, gradvet_result*>)
    return function;
  else
    return [function](const gradvet_case* input, gradvet_result* result) {
      return call(function, input, result);
    };
}

}  // namespace native
}  // namespace gradvet

/// Exports `symbol`, which answers through `function`. Stands once in a source file, outside of any
/// namespace.
#define GRADVET_SOLVE_AS(symbol, function)                                                  \
  extern "C" GRADVET_EXPORT int symbol(const gradvet_case* input, gradvet_result* result);  \
  extern "C" GRADVET_EXPORT int symbol(const gradvet_case* input, gradvet_result* result) { \
    return ::gradvet::native::call(&function, input, result);                               \
  }

/// The same as `gradvet_solve`, the symbol that is looked for where none is named.
#define GRADVET_SOLVE(function) GRADVET_SOLVE_AS(gradvet_solve, function)

#endif
