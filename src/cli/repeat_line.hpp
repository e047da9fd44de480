#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gradvet {

/// The command that repeats a run, for a shell: the arguments as they were, quoted where they must be, with
/// the seed that `--seed random` chose.
std::string repeat_line(const std::vector<std::string>& arguments, std::uint64_t seed);

}  // namespace gradvet
