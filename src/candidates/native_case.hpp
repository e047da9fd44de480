#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/candidates/abi/gradvet.h"
#include "src/core/case.hpp"
#include "src/core/contract.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// Where one argument of a case lies in memory.
struct NativeArgument {
  const void* numbers;  ///< doubles or int64, by the parameter's role; never null
  const std::uint32_t* offsets;
  std::uint32_t size;
  std::uint32_t rows;
  std::uint32_t width;
  std::uint32_t offset_count;
};

/// The view of a case that the C ABI hands to a library. Made once for a contract; pointed at case after case
/// without copying a number.
class NativeCase {
 public:
  NativeCase(const ContractInfo& contract, const Profile& profile);
  NativeCase(const NativeCase&) = delete;
  NativeCase& operator=(const NativeCase&) = delete;

  std::size_t argument_count() const { return arguments_.size(); }
  /// Shows this memory as the argument.
  void point_at(std::size_t argument, const NativeArgument& memory);

  const gradvet_case& view() const { return view_; }

 private:
  std::vector<std::string> names_;
  std::vector<gradvet_argument> arguments_;
  std::string contract_;
  std::string profile_;
  gradvet_case view_{};
};

}  // namespace gradvet
