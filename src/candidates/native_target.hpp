#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "src/candidates/abi/gradvet.h"
#include "src/candidates/child_start.hpp"
#include "src/core/error.hpp"

namespace gradvet {

/// A function behind the C ABI.
using NativeFunction = std::function<int(const gradvet_case*, gradvet_result*)>;

/// Where the function comes from.
class NativeTarget {
 public:
  virtual ~NativeTarget() = default;

  /// Looks at it without running anything of it; called once, in this process.
  virtual Result<void> inspect() = 0;
  /// Makes it callable: in each fresh worker, or in this process where it is not isolated.
  virtual Result<NativeFunction> load() = 0;
  /// An error once it is not what was inspected any more, so that no run mixes two versions.
  virtual Result<void> check_unchanged() const = 0;
  /// What a worker needs of our descriptors.
  virtual OtherDescriptors other_descriptors() const = 0;
  virtual std::optional<int> kept_descriptor() const { return std::nullopt; }
};

/// `symbol` of a shared library. inspect() fails with E202 for a file that is no shared library of this
/// machine; load() with E203 where the loader refuses it, E204 for a missing symbol, E205 for another version
/// of the ABI.
///
/// The library is held from inspect() on: where its file is replaced during the run, fresh workers load the
/// one that was held; where the file itself is overwritten, the run ends with E203.
std::unique_ptr<NativeTarget> make_library_target(std::string path, std::string symbol);

/// A function of this very process.
std::unique_ptr<NativeTarget> make_function_target(NativeFunction function);

}  // namespace gradvet
