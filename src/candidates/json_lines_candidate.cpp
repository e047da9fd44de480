#include "src/candidates/json_lines_candidate.hpp"

#include <charconv>
#include <cstring>
#include <utility>

#include "src/candidates/dialect.hpp"
#include "src/candidates/json_answer.hpp"
#include "src/candidates/process_candidate.hpp"
#include "src/text/case_json.hpp"
#include "src/text/json_value.hpp"

namespace gradvet {

namespace {

constexpr std::size_t kMaxLineBytes = 64U << 20;
/// A message quotes no more of a line than this.
constexpr std::size_t kQuotedBytes = 200;

std::string in_quotes(std::string_view line) {
  std::string text;
  append_json_string(text, line.substr(0, kQuotedBytes));
  if (line.size() > kQuotedBytes) text += "…";
  return text;
}

void append_integer(std::string& out, std::uint64_t number) {
  char buffer[24];
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// Steps over the fixed parts of a line, with any spaces between them.
class LineCursor {
 public:
  explicit LineCursor(std::string_view line) : line_(line) {}
  bool take(std::string_view token) {
    skip_spaces();
    if (!line_.starts_with(token)) return false;
    line_.remove_prefix(token.size());
    return true;
  }
  bool take_id(std::uint64_t& out) {
    skip_spaces();
    const auto [end, error] = std::from_chars(line_.data(), line_.data() + line_.size(), out);
    if (error != std::errc()) return false;
    line_.remove_prefix(static_cast<std::size_t>(end - line_.data()));
    return true;
  }
  std::string_view rest() const { return line_; }
  void skip(std::size_t bytes) { line_.remove_prefix(bytes); }

 private:
  void skip_spaces() {
    while (!line_.empty() && (line_.front() == ' ' || line_.front() == '\t')) line_.remove_prefix(1);
  }
  std::string_view line_;
};

/// True for a command that is one program with its arguments, and nothing that only a shell can do.
bool is_simple(std::string_view command) {
  command = trimmed(command);
  const std::string_view first_word = command.substr(0, command.find_first_of(" \t"));
  return command.find_first_of(";&|<>(){}`#!\n") == std::string_view::npos &&
         first_word.find('=') == std::string_view::npos;
}

/// What the shell is given. It replaces itself by a simple command, so that there is one process less and the
/// candidate's own end is seen, not the shell's account of it.
std::string shell_script(const std::string& command) {
  return is_simple(command) ? "exec " + command : command;
}

class JsonLinesDialect final : public Dialect {
 public:
  explicit JsonLinesDialect(std::string command) : command_(std::move(command)) {}

  void open(const Contract& contract, const Profile& profile) override {
    signature_ = contract.info().parameters;
    wants_.shape = contract.info().result_shape;
    wants_.keeps_tokens =
        profile.output != NumberFormat::kFloat64 || contract.info().result_kind == ResultKind::kInteger;
    after_id_ = ",\"contract\":";
    append_json_string(after_id_, contract.info().id);
    after_id_ += ",\"format\":\"";
    after_id_ += to_text(profile.input);
    after_id_ += "\",\"args\":";
  }

  ChildCommand begin_process() override {
    scanned_ = 0;
    ChildCommand command;
    command.arguments = {"/bin/sh", "-c", shell_script(command_)};
    command.streams = ChildStreams::kStandard;
    return command;
  }

  bool announces_ready() const override { return false; }
  std::size_t preferred_batch() const override { return 512; }
  std::string_view no_answer_hint() const override {
    return "it must write one line per request and flush its output after each; --start-timeout gives more "
           "time";
  }

  void append_requests(std::span<const Case> batch, std::span<const std::uint32_t> indices,
                       std::uint64_t first_id, TokenText text, std::string& out) override {
    wants_.keeps_text = text == TokenText::kKept;
    for (const std::uint32_t index : indices) {
      out += "{\"gradvet\":1,\"id\":";
      append_integer(out, first_id++);
      out += after_id_;
      append_case_json(out, batch[index], signature_);
      out += "}\n";
    }
  }

  Reading read(std::string_view bytes, AnswerSink& sink) override {
    Reading reading;
    for (;;) {
      const std::size_t search_from = std::max(scanned_, reading.consumed);
      const std::size_t feed = bytes.find('\n', search_from);
      if (feed == std::string_view::npos) {
        scanned_ = bytes.size() - reading.consumed;
        if (scanned_ > kMaxLineBytes) reading.violation = "a line of over 64 MiB";
        return reading;
      }
      const std::string_view line = bytes.substr(reading.consumed, feed - reading.consumed);
      reading.consumed = feed + 1;
      if (read_canonical(line, sink)) continue;
      reading.violation = read_any(line, sink, reading.about);
      if (reading.violation) return reading;
    }
  }

  std::optional<std::string> cut_off(std::string_view rest) const override {
    rest = trimmed(rest);
    if (rest.empty()) return std::nullopt;
    return "the output ends in the middle of a line: " + in_quotes(rest);
  }

 private:
  /// The line that nearly every peer writes, `{"id":1,"result":…}`, without building a tree. False leaves
  /// nothing behind: the line is then read with all its checks.
  bool read_canonical(std::string_view line, AnswerSink& sink) {
    LineCursor cursor(line);
    std::uint64_t id = 0;
    if (!cursor.take("{") || !cursor.take("\"id\"") || !cursor.take(":") || !cursor.take_id(id) ||
        !cursor.take(",") || !cursor.take("\"result\"") || !cursor.take(":"))
      return false;
    const std::size_t length = read_result(cursor.rest(), wants_, scratch_);
    if (length == 0) return false;
    cursor.skip(length);
    if (!cursor.take("}") || !trimmed(cursor.rest()).empty()) return false;
    Outcome* const outcome = sink.claim(id);
    if (outcome == nullptr) return false;
    std::swap(answer_of(*outcome), scratch_);
    return true;
  }

  /// Any other line; what is wrong with it, or nothing.
  std::optional<std::string> read_any(std::string_view line, AnswerSink& sink,
                                      std::optional<std::uint64_t>& about) {
    line = trimmed(line);
    if (line.empty()) return std::nullopt;
    const Result<JsonValue> value = parse_json(line);
    if (!value) return "no JSON: " + in_quotes(line);
    if (value->kind != JsonValue::Kind::kObject) return "no JSON object: " + in_quotes(line);
    const JsonValue* const id_value = value->find("id");
    std::uint64_t id = 0;
    if (id_value == nullptr || !read_id(*id_value, id)) return "no id: " + in_quotes(line);
    const JsonValue* const result = value->find("result");
    const JsonValue* const error = value->find("error");
    const JsonValue* const declined = value->find("declined");
    if ((result != nullptr) + (error != nullptr) + (declined != nullptr) > 1)
      return "more than one of result, error and declined: " + in_quotes(line);
    for (const JsonValue* text : {error, declined})
      if (text != nullptr && text->kind != JsonValue::Kind::kString)
        return "an error or declined that is no text: " + in_quotes(line);
    Outcome* const outcome = sink.claim(id);
    if (outcome == nullptr) {
      about = id;
      return "an id that is not in flight (unknown, or answered already): " + in_quotes(line);
    }
    if (error != nullptr)
      *outcome = Exception{error->text};
    else if (declined != nullptr)
      *outcome = Declined{declined->text};
    else if (result != nullptr)
      read_result(*result, wants_, *outcome);
    else
      *outcome = NotAValue{"an answer without a result"};
    return std::nullopt;
  }

  static bool read_id(const JsonValue& value, std::uint64_t& out) {
    if (value.kind != JsonValue::Kind::kNumber) return false;
    const char* const last = value.text.data() + value.text.size();
    const auto [end, error] = std::from_chars(value.text.data(), last, out);
    return error == std::errc() && end == last;
  }

  std::string command_;
  Signature signature_;
  AnswerWants wants_;
  std::string after_id_;     ///< of a request: contract and format
  std::size_t scanned_ = 0;  ///< bytes of the unfinished line that hold no line feed
  Answer scratch_;
};

}  // namespace

std::unique_ptr<Dialect> make_json_lines_dialect(std::string command) {
  return std::make_unique<JsonLinesDialect>(std::move(command));
}

std::unique_ptr<Candidate> make_json_lines_candidate(std::string name, std::string command) {
  return std::make_unique<ProcessCandidate>(std::move(name), make_json_lines_dialect(std::move(command)));
}

}  // namespace gradvet
