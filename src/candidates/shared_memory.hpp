#pragma once

#include <cstddef>
#include <span>

#include "src/core/error.hpp"

namespace gradvet {

/// Memory that this process and those forked from it share.
class SharedMemory {
 public:
  SharedMemory() = default;
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  /// Pages cost nothing until they are written. E203 where the system gives none.
  static Result<SharedMemory> map(std::size_t bytes);

  std::span<std::byte> bytes() const { return {data_, size_}; }
  /// From now on a write by this process is a segmentation fault, until it is writable again.
  void make_read_only() const;
  void make_writable() const;
  /// From now on touching these whole pages is a segmentation fault, in this process and those forked from
  /// it.
  void forbid(std::size_t first, std::size_t count) const;

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gradvet
