// Everything that a JSON Lines candidate may write, whole lines and parts of them, through the dialect that
// reads it.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "properties/contract_table.hpp"
#include "src/candidates/dialect.hpp"
#include "src/candidates/json_lines_candidate.hpp"

using namespace gradvet;

namespace {

/// Requests 1 to 8 are in flight.
class Requests final : public AnswerSink {
 public:
  Outcome* claim(std::uint64_t id) override {
    if (id < 1 || id > outcomes_.size() || outcomes_[id - 1]) return nullptr;
    return &outcomes_[id - 1].emplace();
  }
  const std::array<std::optional<Outcome>, 8>& outcomes() const { return outcomes_; }

 private:
  std::array<std::optional<Outcome>, 8> outcomes_;
};

struct Read {
  Requests requests;
  std::optional<std::string> violation;
  std::size_t consumed = 0;
};

/// Shows the bytes in pieces of at most `piece`, each time with what was left of those before.
void read_in_pieces(const Contract& contract, TokenText text, std::string_view bytes, std::size_t piece,
                    Read& out) {
  const Profile profile;
  const std::unique_ptr<Dialect> dialect = make_json_lines_dialect("true");
  dialect->open(contract, profile);
  std::string sent;
  dialect->append_requests({}, {}, 1, text, sent);
  static_cast<void>(dialect->begin_process());
  for (std::size_t shown = 0; shown < bytes.size() && !out.violation;) {
    shown = std::min(bytes.size(), shown + piece);
    Reading reading = dialect->read(bytes.substr(out.consumed, shown - out.consumed), out.requests);
    if (reading.consumed > shown - out.consumed || reading.is_ready) std::abort();
    out.consumed += reading.consumed;
    out.violation = std::move(reading.violation);
  }
  static_cast<void>(dialect->cut_off(bytes.substr(out.consumed)));
}

void check(const Answer& answer) {
  for (const Answer::Exact& exact : answer.exact)
    if (exact.index >= answer.numbers.size()) std::abort();
  for (const AnswerRow& row : answer.rows)
    if (row.first + row.size > answer.numbers.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte says how the rest comes.
  const std::size_t piece = 1 + data[0] % 32;
  const TokenText text = (data[0] & 0x80) != 0 ? TokenText::kKept : TokenText::kDropped;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (const Contract* contract : contract_table()) {
    Read whole, pieces;
    read_in_pieces(*contract, text, bytes, bytes.size() + 1, whole);
    read_in_pieces(*contract, text, bytes, piece, pieces);
    if (whole.violation != pieces.violation || whole.consumed != pieces.consumed) std::abort();
    for (std::size_t i = 0; i < whole.requests.outcomes().size(); ++i) {
      const auto& one = whole.requests.outcomes()[i];
      const auto& other = pieces.requests.outcomes()[i];
      if (one.has_value() != other.has_value()) std::abort();
      if (!one) continue;
      if (one->index() != other->index()) std::abort();
      if (const Answer* const answer = std::get_if<Answer>(&*one)) check(*answer);
    }
  }
  return 0;
}
