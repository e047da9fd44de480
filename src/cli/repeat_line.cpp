#include "src/cli/repeat_line.hpp"

#include "src/reporters/replay_line.hpp"

namespace gradvet {

std::string repeat_line(const std::vector<std::string>& arguments, std::uint64_t seed) {
  std::string line = "gradvet";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_seed_value = i > 0 && arguments[i - 1] == "--seed" && arguments[i] == "random";
    line += ' ';
    if (is_seed_value)
      line += std::to_string(seed);
    else if (arguments[i] == "--seed=random")
      line += "--seed=" + std::to_string(seed);
    else
      line += shell_word(arguments[i]);
  }
  return line;
}

}  // namespace gradvet
