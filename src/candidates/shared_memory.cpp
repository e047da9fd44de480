#include "src/candidates/shared_memory.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace gradvet {

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

Result<SharedMemory> SharedMemory::map(std::size_t bytes) {
  void* const data =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED)
    return make_error(ErrorCode::kStartFailed,
                      "no " + std::to_string(bytes >> 20) +
                          " MiB of memory to share with a worker: " + std::strerror(errno));
  SharedMemory memory;
  memory.data_ = static_cast<std::byte*>(data);
  memory.size_ = bytes;
  return memory;
}

void SharedMemory::make_read_only() const { ::mprotect(data_, size_, PROT_READ); }

void SharedMemory::make_writable() const { ::mprotect(data_, size_, PROT_READ | PROT_WRITE); }

void SharedMemory::forbid(std::size_t first, std::size_t count) const {
  ::mprotect(data_ + first, count, PROT_NONE);
}

}  // namespace gradvet
