#pragma once

namespace CLI {
class App;
}

namespace gradvet {

/// Gives the program and its commands our help pages: a short usage line, one line for each flag, a screen at
/// most.
void use_house_help(CLI::App& app);

}  // namespace gradvet
