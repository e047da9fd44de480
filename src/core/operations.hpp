#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/core/case.hpp"
#include "src/core/parameter.hpp"

/// The operation list of a stateful contract.
///
/// Inside a Case it is four arguments with one row for each operation, so that whatever edits, orders and
/// enumerates rows serves operations too: the gradients (a matrix under the list's own name, which says
/// Layout::kOperations), then kinds, counts and scales. All but `add` have zeros there. Outside, it is one
/// list:
/// `[["add",[2.0],1,8.0],["save"],["load"],["step"],["reset"]]`.
namespace gradvet {

enum class OperationKind : std::int64_t { kStep, kAdd, kSave, kLoad, kReset };

/// The words of the kinds, by number.
inline constexpr std::array<std::string_view, 5> kOperationNames = {"step", "add", "save", "load", "reset"};

/// What a microbatch does that is not finite or has scale 0: it voids its whole window (no update), or it
/// alone is left out, its count too.
enum class Policy : std::int64_t { kSkipWindow, kSkipMicrobatch };

/// The words of the policies, by number.
inline constexpr std::array<std::string_view, 2> kPolicyNames = {"skip-window", "skip-microbatch"};

/// How many arguments of a Case make up an operation list, and where they stand from its first one on.
inline constexpr std::size_t kOperationArguments = 4;
inline constexpr std::size_t kOperationKinds = 1;
inline constexpr std::size_t kOperationCounts = 2;
inline constexpr std::size_t kOperationScales = 3;

/// True for the arguments that complete an operation list: they have no name of their own outside. Their
/// parameters are called after the list, `operations.kind`.
constexpr bool is_companion(const Parameter& parameter) {
  return parameter.name.find('.') != std::string_view::npos;
}

/// How many arguments the one at `argument` is made of.
constexpr std::size_t arguments_of(Layout layout) {
  return layout == Layout::kOperations ? kOperationArguments : 1;
}

inline OperationKind operation_kind(const Case& value, std::size_t operations, std::size_t row) {
  return static_cast<OperationKind>(value.integers(operations + kOperationKinds)[row]);
}

}  // namespace gradvet
