// Bytes that the Python runner may write, should a candidate write on its descriptor.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "src/candidates/python_answers.hpp"
#include "src/candidates/python_marshal.hpp"

using namespace gradvet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const AnswerShape shape : {AnswerShape::kScalar, AnswerShape::kList, AnswerShape::kWindows}) {
    for (const bool has_text : {false, true}) {
      MarshalReader reader(bytes);
      Outcome outcome;
      while (read_python_answer(reader, shape, has_text, outcome)) {
        const Answer* const answer = std::get_if<Answer>(&outcome);
        if (answer == nullptr) continue;
        for (const Answer::Exact& exact : answer->exact)
          if (exact.index >= answer->numbers.size()) std::abort();
        for (const AnswerRow& row : answer->rows)
          if (row.first + row.size > answer->numbers.size()) std::abort();
      }
      if (reader.position() > bytes.size()) std::abort();
    }
  }
  return 0;
}
