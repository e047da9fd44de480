#include "src/cli/new_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace gradvet {

namespace {

tl::unexpected<Error> refusal(const NewFile& file) {
  return make_error(ErrorCode::kCannotWrite,
                    fmt::format("'{}' is there already and is not overwritten", file.path.string()),
                    "name another PATH, or move it away");
}

tl::unexpected<Error> failure(const NewFile& file, int reason) {
  return make_error(ErrorCode::kCannotWrite,
                    fmt::format("'{}' cannot be written: {}", file.path.string(), std::strerror(reason)),
                    "its folder must be writable and have room");
}

/// Written under a name of its own first; a link takes the real name only where nobody has it.
Result<void> write_new_file(const NewFile& file) {
  std::error_code ignored;  // where there is no folder, opening a file in it says so
  if (file.path.has_parent_path()) std::filesystem::create_directories(file.path.parent_path(), ignored);
  const std::string temporary = fmt::format("{}.{}.tmp", file.path.string(), ::getpid());
  errno = 0;
  std::ofstream out(temporary, std::ios::binary);
  out << file.text;
  out.close();
  int reason = 0;
  if (!out)
    reason = errno;
  else if (::link(temporary.c_str(), file.path.c_str()) != 0)
    reason = errno;
  else {
    ::unlink(temporary.c_str());
    return {};
  }
  ::unlink(temporary.c_str());
  return reason == EEXIST ? refusal(file) : failure(file, reason);
}

}  // namespace

Result<void> write_new_files(std::span<const NewFile> files) {
  for (const NewFile& file : files) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file.path, ignored))) return refusal(file);
  }
  for (const NewFile& file : files)
    if (Result<void> written = write_new_file(file); !written) return written;
  return {};
}

}  // namespace gradvet
