#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "src/core/contract.hpp"
#include "src/core/error.hpp"
#include "src/core/finding.hpp"

namespace gradvet {

/// A finding's least case, stored by value. Identity is contract + cases; the rest says where it came from.
struct Pin {
  const Contract* contract = nullptr;
  std::vector<Case> cases;
  FindingKind kind = FindingKind::kWrongValue;
  std::string mechanism;  ///< empty: none was named
  std::string candidate;
  std::string profile;
  std::size_t line = 0;  ///< from 1, in the file it was read from; 0 for one not yet written
};

/// A line of the pin file that could not be read; kept as it is when the file is written.
struct UnreadablePin {
  std::size_t line = 0;  ///< from 1
  std::string text;
  std::string why;
};

/// What a pin file holds (`gradvet.pin/1`, JSON Lines).
struct PinFile {
  std::vector<Pin> pins;
  std::vector<UnreadablePin> unreadable;
};

/// Reads a pin file; one that does not exist holds nothing. E301 where it exists and cannot be read.
Result<PinFile> read_pins(const std::filesystem::path& file, ContractTable contracts);

/// Adds pins under the file's lock: reads again, merges by identity, sorts by contract and case order, writes
/// a temporary file, syncs and renames it. Creates the folder. Two runs at once lose nothing. E302 on
/// failure.
Result<void> add_pins(const std::filesystem::path& file, ContractTable contracts,
                      const std::vector<Pin>& pins);

/// Removes the lines with these numbers (from 1, as `gradvet pins list` shows them), in the same safe way.
Result<void> remove_pins(const std::filesystem::path& file, ContractTable contracts,
                         const std::vector<std::size_t>& lines);

/// One line of the file, without a line feed.
std::string to_json_line(const Pin& pin);

}  // namespace gradvet
