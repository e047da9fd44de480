// Lines that a JSON Lines candidate may write, through the dialect that reads them.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "src/candidates/json_answer.hpp"
#include "src/text/json_value.hpp"

using namespace gradvet;

/// The two readers of a result must agree: what the fast one takes, the careful one takes as the same value.
static void compare(std::string_view text, const AnswerWants& wants) {
  Answer fast;
  const std::size_t length = read_result(text, wants, fast);
  if (length > text.size()) std::abort();
  const Result<JsonValue> value = parse_json(text);
  if (!value) return;
  Outcome careful;
  read_result(*value, wants, careful);
  if (length != text.size()) return;
  const Answer* const answer = std::get_if<Answer>(&careful);
  if (answer == nullptr || answer->numbers.size() != fast.numbers.size() || answer->shape != fast.shape)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const AnswerShape shape : {AnswerShape::kScalar, AnswerShape::kList, AnswerShape::kWindows})
    for (const bool keeps : {false, true}) compare(text, {shape, keeps, keeps});
  return 0;
}
