#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/core/answer.hpp"
#include "src/core/case.hpp"
#include "src/core/error.hpp"
#include "src/core/form.hpp"
#include "src/core/profile.hpp"
#include "src/core/scope.hpp"

namespace gradvet {

/// What a contract's result is made of: kInteger is judged by exact equality of the unrounded token.
enum class ResultKind { kReal, kInteger };

/// The facts of a contract that need no computing.
struct ContractInfo {
  std::string_view id;         ///< "vector-mean"
  std::string_view alias;      ///< "FA-98881", or empty
  std::string_view statement;  ///< one sentence
  std::string_view formula;    ///< one line of plain text
  std::string_view domain;     ///< one sentence
  std::string_view why;        ///< why it matters, two or three sentences
  Signature parameters;
  AnswerShape result_shape;
  ResultKind result_kind;
  /// True if the result is linear in the kValue numbers, so that probes give weights.
  bool is_linear_in_values;
  /// The name that contracts share of which one's known mistake is another's too; empty: it shares none.
  std::string_view evaluation_group = {};
};

/// What rounding allows for one case: for each number of the result the largest honest distance from the
/// exact value, or the reason why the value cannot be judged there (overflow that some order could reach,
/// second order too large).
struct Allowance {
  /// The values from `least` to `greatest`, both included.
  struct Interval {
    Rational least;
    Rational greatest;
  };
  std::vector<Rational> bounds;
  /// How far a number that is given exactly (a fraction) may be from a result that is no fraction: a root
  /// that had to be cut off. Empty where equality is asked.
  std::vector<Rational> exact_bounds;
  /// Where the profile declares a summation order with a sharp rule: for each number the values that this
  /// order can give, or nothing where the rule does not reach. An answer outside is wrong even within its
  /// bound. Empty: bounds alone.
  std::vector<std::optional<Interval>> reachable;
  std::string unjudged;  ///< empty: judged
};

/// Limits of what is drawn.
struct DrawLimits {
  std::uint32_t max_microbatches = 300;
  std::uint32_t max_width = 1024;
};

/// A class of hostile input that a drawn case belongs to; bits, see Contract::class_names().
using ClassSet = std::uint64_t;

/// A named case with its published expectation.
struct Fixture {
  struct ExpectedNumber {
    Rational value;
    /// As published: `3` or `3.5`.
    enum class Token { kInteger, kFloat } token;
  };
  std::string_view name;
  Case input;
  AnswerShape expected_shape;
  std::vector<ExpectedNumber> expected;
  std::vector<AnswerRow> expected_rows;  ///< of AnswerShape::kWindows
};

/// A metamorphic law: how the result must change when the case does. It needs no oracle.
struct Law {
  std::string_view id;         ///< "permute-microbatches"
  std::string_view statement;  ///< one line
  /// The changed case, or nothing where the law does not apply to this case. `word` picks among the changes.
  std::optional<Case> (*transform)(const Case&, std::uint64_t word);
  /// The result that the law demands on `changed`, given the result on `original`.
  ExactAnswer (*predict)(const Case& original, const Case& changed, const ExactAnswer& result);
};

/// Cases one after another.
class CaseStream {
 public:
  virtual ~CaseStream() = default;
  /// Writes the next case and returns true, or returns false at the end.
  virtual bool next(Case& out) = 0;
};

/// A contract: what is true and what is explored. Immutable and safe to share between threads.
class Contract {
 public:
  virtual ~Contract() = default;

  virtual const ContractInfo& info() const = 0;

  // What is true.

  /// Why the case is outside the domain (a sentence that quotes the offending value), or nothing.
  virtual std::optional<std::string> refuse(const Case&, const Profile&) const = 0;
  /// The exact result. The case is inside the domain.
  virtual void expect(const Case&, ExactAnswer& out) const = 0;
  /// What rounding allows, one bound per number of the result; zeros where equality is asked.
  virtual void allow(const Case&, const Profile&, Allowance& out) const = 0;
  /// The same for what usual implementations, sums and running means in the order of the case, stay within:
  /// never more than allow() gives, `bounds` empty where there is no such narrower band.
  virtual void usual(const Case&, const Profile&, Allowance& out) const { out.bounds.clear(); }
  /// A fast proof that an answer is held: an upper estimate of its excess (0 … 1) if fixed-width integers
  /// prove it within what allow() gives, nothing if they do not. Never proves a wrong answer right; "nothing"
  /// decides nothing.
  virtual std::optional<double> settle(const Case&, const Profile&,
                                       std::span<const double> numbers) const = 0;
  /// Whether an answer of the contract's form has the rows that the result has, null where it is null. Asked
  /// before settle(), which sees the numbers alone.
  virtual bool has_rows(const Case&, std::span<const AnswerRow> rows) const { return rows.empty(); }

  // What is explored.

  /// Draws a case inside the domain, its numbers representable in the profile's input format, from one random
  /// word; a pure function of its arguments. `size` 0 … 100 grows the case. Returns the classes that it
  /// belongs to.
  virtual ClassSet draw(std::uint64_t word, int size, const DrawLimits&, const Profile&, Case& out) const = 0;
  /// Bit i of a ClassSet has the name class_names()[i].
  virtual std::span<const std::string_view> class_names() const = 0;
  /// Simpler cases of the domain, each strictly before `from` in the case order, most promising first.
  virtual void shrinks(const Case& from, const Profile&, std::vector<Case>& out) const = 0;
  /// The largest published scope with at most `cases` cases that agrees with the request; every mechanism has
  /// its least failing case in the default one (20,000, nothing requested). A request that names sizes beyond
  /// `cases` is followed all the same.
  virtual Scope scope_within(std::uint64_t cases, const ScopeRequest&, const DrawLimits&,
                             const Profile&) const = 0;
  /// Number of cases of the domain in the scope, at most `limit`; `limit` too where counting would take too
  /// long.
  virtual std::uint64_t count_cases(
      const Scope&, const Profile&,
      std::uint64_t limit = std::numeric_limits<std::uint64_t>::max()) const = 0;
  /// The cases of the domain in the scope, in the case order, without repeats.
  virtual std::unique_ptr<CaseStream> enumerate(const Scope&, const Profile&) const = 0;
  /// `gradvet.order/1`: negative if a is simpler, positive if b is, 0 if they are the same case.
  virtual int compare(const Case& a, const Case& b) const = 0;

  // What is known.

  /// The published fixtures in the variant number (1 is the published one; 1 … 64).
  virtual std::vector<Fixture> fixtures(int variant) const = 0;
  /// Python text of the fixtures in the variant number N: lines `check('name', lambda: solve(…), expected)`.
  virtual std::string python_checks() const = 0;
  /// Fixtures of one mechanism of this contract that show it where fixtures() do not; none for most.
  virtual std::vector<Fixture> own_fixtures(const Mechanism&, int /*variant*/) const { return {}; }
  /// The same as python_checks().
  virtual std::string own_python_checks(const Mechanism&) const { return {}; }
  virtual const Form& repair() const = 0;
  virtual std::span<const Mechanism> mechanisms() const = 0;
  virtual std::span<const Form* const> honest_forms() const = 0;
  virtual std::span<const Law> laws() const = 0;
  /// Cases on which the answers of a candidate are compared with those of each mechanism before one is named.
  virtual std::vector<Case> probes() const = 0;
};

/// Every contract, in the order in which they are listed. An explicit table, made once by properties/.
using ContractTable = std::span<const Contract* const>;

}  // namespace gradvet
