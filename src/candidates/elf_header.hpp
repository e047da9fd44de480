#pragma once

#include <optional>
#include <span>
#include <string>

namespace gradvet {

/// Why a file that begins with these bytes is no shared library that this machine can load, as the end of a
/// sentence ("is no ELF file"), or nothing. Looks at no more than the header (System V ABI, chapter 4).
std::optional<std::string> why_no_shared_library(std::span<const unsigned char> beginning);

/// The same of a file whose header is that of a shared library of this machine, as far as its segments tell:
/// it may be cut off, or a position-independent program.
std::optional<std::string> why_not_loadable(int descriptor);

}  // namespace gradvet
