#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace gradvet {

/// Where a candidate's code stands, for reports that point at a file.
struct SourcePlace {
  std::string file;        ///< relative to the working folder where it is in it; `/` between folders
  std::uint64_t line = 1;  ///< of the definition, from 1; 1 too where it was not found
};

/// By RunReport::candidate; candidates that are no file have none.
using SourcePlaces = std::map<std::string, SourcePlace, std::less<>>;

/// The place of a run's candidate, or null.
inline const SourcePlace* place_of(const SourcePlaces& places, const std::string& candidate) {
  const auto found = places.find(candidate);
  return found == places.end() ? nullptr : &found->second;
}

}  // namespace gradvet
