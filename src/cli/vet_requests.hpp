#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/cli/environment.hpp"
#include "src/cli/output_flags.hpp"
#include "src/cli/vet_settings.hpp"

namespace CLI {
class App;
}

namespace gradvet {

/// Whether a gradvet.toml is read, and which, as the user wrote it.
struct ConfigFlags {
  std::optional<std::string> path;
  bool is_off = false;
};

void add_config_flags(CLI::App& command, ConfigFlags& flags);

/// Candidates that are vetted in one way.
struct VetRequest {
  std::vector<std::string> candidates;
  VetSettings settings;
  std::string place;  ///< of gradvet.toml, "gradvet.toml:3"; empty for those of the command line
};

/// All that one command vets, and where that goes.
struct VetPlan {
  std::vector<VetRequest> requests;
  OutputFlags output;
  std::optional<std::string> pins;
  bool has_file = false;  ///< a gradvet.toml took part
};

/// The candidates of the command line in one request; without any, those of gradvet.toml, one for each
/// contract and profile. Flags win over a candidate's table, and that over [defaults], which holds for
/// candidates of the command line, too. E105 where nothing is to be vetted; what read_project_file() says.
Result<VetPlan> plan_requests(const std::vector<std::string>& candidates, const VetSettings& settings,
                              const ConfigFlags& config, OutputFlags output, std::optional<std::string> pins);

}  // namespace gradvet
