// A pin file as merges, editors and disks may leave it.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "properties/contract_table.hpp"
#include "src/engine/pins.hpp"

using namespace gradvet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("gradvet-fuzz-pins-" + std::to_string(::getpid()));
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  const Result<PinFile> pins = read_pins(file, contract_table());
  if (!pins) return 0;
  for (const Pin& pin : pins->pins) {
    // What was read is written as a line that is read as the same cases.
    std::ofstream(file, std::ios::binary) << to_json_line(pin) << '\n';
    const Result<PinFile> again = read_pins(file, contract_table());
    if (!again || again->pins.size() != 1 || again->pins.front().cases != pin.cases) std::abort();
  }
  return 0;
}
