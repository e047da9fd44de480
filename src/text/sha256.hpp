#pragma once

#include <string>
#include <string_view>

namespace gradvet {

/// The SHA-256 of the bytes (FIPS 180-4) in 64 lower-case hexadecimal digits, as sha256sum prints it.
std::string sha256_hex(std::string_view bytes);

}  // namespace gradvet
