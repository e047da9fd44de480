// The case that a user writes for `gradvet replay`.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "properties/contract_table.hpp"
#include "src/text/case_json.hpp"
#include "src/text/json_value.hpp"

using namespace gradvet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<JsonValue> value = parse_json(text);
  if (!value) return 0;
  for (const Contract* contract : contract_table()) {
    const Result<Case> input = read_case(*value, contract->info().parameters);
    if (!input) continue;
    const std::string written = case_json(*input, contract->info().parameters);
    const Result<JsonValue> again = parse_json(written);
    if (!again || read_case(*again, contract->info().parameters) != *input) std::abort();
    if (contract->refuse(*input, Profile{})) continue;
    ExactAnswer expected;
    contract->expect(*input, expected);
  }
  return 0;
}
