#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "src/core/error.hpp"

namespace gradvet {

/// A language that `gradvet init` writes.
struct StarterLanguage {
  std::string_view name;    ///< "cpp": the user's word, and the file in starters/
  std::string_view title;   ///< "C++"
  std::string_view ending;  ///< ".cpp": of the files that its compiler takes
};

std::span<const StarterLanguage> starter_languages();

/// What a first candidate is to keep, and where it is to lie.
struct StarterWish {
  std::string_view contract;   ///< its id
  std::string_view statement;  ///< its sentence
  std::string_view repair;     ///< the Python of its repair; may be empty
  /// The path, as the user may write it; its last part has letters, digits, `_`, `-` and `.` alone.
  std::filesystem::path file;
  /// The folder of gradvet.h; empty where compilers look by themselves.
  std::filesystem::path headers;
};

/// A first candidate. Commands are for a POSIX shell, from where the path leads from.
struct Starter {
  std::string text;
  std::string build;     ///< empty: nothing is to be built
  std::string vet;       ///< "gradvet vet ./mean.so --contract vector-mean"
  std::string packages;  ///< of Debian, for both
};

/// Puts a first candidate together. E103 where the language has none for this contract.
Result<Starter> make_starter(const StarterLanguage& language, const StarterWish& wish);

/// Words that stand in a text, `@name@`, and what they stand for.
using StarterWords = std::map<std::string_view, std::string>;

/// The text with every word replaced. Where a line has nothing but an empty word it is left out; a
/// `@statement@` is broken into lines that begin as its own does.
std::string fill_starter(std::string_view text, const StarterWords& words);

}  // namespace gradvet
