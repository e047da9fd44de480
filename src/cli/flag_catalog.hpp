#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gradvet {

/// A flag as the help page shows it.
struct CatalogFlag {
  std::string name;        ///< "--contract"
  std::string short_name;  ///< "-h", or empty
  std::string value_name;  ///< "NAME"; empty for a switch
  std::string line;        ///< what it means
};

/// A word without a flag.
struct CatalogWord {
  std::string name;  ///< "CANDIDATE"
  bool is_required = false;
  bool is_repeatable = false;
  std::string line;
};

/// A command with its flags, its words and the commands under it; the program itself is one, too.
struct CatalogCommand {
  std::string name;
  std::string line;
  std::vector<CatalogWord> words;
  std::vector<CatalogFlag> flags;
  std::vector<CatalogCommand> commands;
};

/// What the whole program takes, read from the flags that its commands declared, in that order. Any command
/// of the program may ask.
CatalogCommand catalog_of_program(const CLI::App& command);

}  // namespace gradvet
