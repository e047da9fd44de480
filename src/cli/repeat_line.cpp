#include "src/cli/repeat_line.hpp"

#include "src/reporters/replay_line.hpp"
#include "src/reporters/scope_text.hpp"

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

std::string repeat_line(const std::vector<std::string>& arguments, const RunReport& run) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto is_bound = [](const std::string& word) {
      return word == "--time" || word == "--cases" || word == "--scope";
    };
    if (is_bound(arguments[i])) {
      ++i;  // and its value
    } else if (!is_bound(arguments[i].substr(0, arguments[i].find('=')))) {
      kept.push_back(arguments[i]);
    }
  }
  kept.insert(kept.end(), {"--cases", std::to_string(run.cases.random), "--scope",
                           run.scope && run.scope_finished ? scope_keys(*run.scope) : "off"});
  return repeat_line(kept, run.seed);
}

}  // namespace gradvet
