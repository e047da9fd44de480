#include "src/candidates/python_candidate.hpp"

#include <charconv>
#include <cstring>
#include <utility>

#include "src/candidates/dialect.hpp"
#include "src/candidates/process_candidate.hpp"
#include "src/candidates/python_answers.hpp"
#include "src/candidates/python_marshal.hpp"
#include "src/candidates/python_runner.hpp"
#include "src/candidates/stderr_excerpt.hpp"
#include "src/core/operations.hpp"

namespace gradvet {

namespace {

using Kind = MarshalReader::Kind;

/// Both directions: bytes of the payload, then a number.
struct FrameHeader {
  std::uint32_t bytes;
  std::uint32_t number;  ///< requests: 1 where texts are wanted; answers: how many, or kControl
};
constexpr std::uint32_t kControl = 0xFFFFFFFF;

ChildCommand runner_command(const PythonTarget& target, std::string_view mode) {
  ChildCommand command;
  // faulthandler: a segmentation fault shows its Python line on stderr.
  command.arguments = {target.python,     "-X",        "faulthandler", "-c", python_runner(),
                       std::string(mode), target.path, target.function};
  // Without it the order of a set of strings, and so a floating-point sum over one, differs from run to run.
  command.environment = {"PYTHONHASHSEED=0"};
  command.streams = ChildStreams::kPrivate;
  return command;
}

/// The payload of a whole frame at the start of `bytes`, or nothing yet.
std::optional<std::string_view> whole_frame(std::string_view bytes, FrameHeader& header) {
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (bytes.size() - sizeof header < header.bytes) return std::nullopt;
  return bytes.substr(sizeof header, header.bytes);
}

/// What the runner says outside of answers: a letter, a text and a hint.
struct Control {
  char kind = '\0';
  std::string text;
  std::string hint;
};

std::optional<Control> read_control(std::string_view payload) {
  MarshalReader reader(payload);
  if (reader.next() != Kind::kText || reader.text.empty()) return std::nullopt;
  const std::string_view text = reader.text;
  const std::size_t split = std::min(text.find('\0'), text.size());
  return Control{text.front(), std::string(text.substr(1, split - 1)),
                 std::string(text.substr(std::min(split + 1, text.size())))};
}

Error error_of(const Control& control) {
  return Error{control.kind == 'A' ? ErrorCode::kWrongArity : ErrorCode::kStartFailed, control.text,
               control.hint};
}

class PythonDialect final : public Dialect {
 public:
  explicit PythonDialect(PythonTarget target) : target_(std::move(target)) {}

  void open(const Contract& contract, const Profile&) override {
    expected_ = contract.info().result_shape;
    for (const Parameter& parameter : contract.info().parameters) {
      if (is_companion(parameter)) continue;
      // The runner leaves out what the function does not take.
      parameters_.push_back(std::string(parameter.name) + (parameter.is_optional ? "?" : ""));
    }
  }

  ChildCommand begin_process() override {
    next_id_ = 0;
    ChildCommand command = runner_command(target_, "run");
    command.arguments.insert(command.arguments.end(), parameters_.begin(), parameters_.end());
    return command;
  }

  bool announces_ready() const override { return true; }
  std::size_t preferred_batch() const override { return 1024; }
  bool answers_one_by_one() const override { return true; }
  std::string_view no_answer_hint() const override {
    return "--start-timeout gives the first call more time";
  }
  std::optional<std::string> cut_off(std::string_view) const override { return std::nullopt; }
  std::optional<NumberFormat> carried_format() const override { return is_mixed_ ? std::nullopt : carried_; }

  void append_requests(std::span<const Case> batch, std::span<const std::uint32_t> indices,
                       std::uint64_t first_id, TokenText text, std::string& out) override {
    if (next_id_ == 0) next_id_ = first_id;
    keeps_text_ = text == TokenText::kKept;
    const std::size_t header_at = out.size();
    out.append(sizeof(FrameHeader), '\0');
    append_marshal_list(out, indices.size());
    for (const std::uint32_t index : indices) append_case(out, batch[index]);
    const FrameHeader header{static_cast<std::uint32_t>(out.size() - header_at - sizeof(FrameHeader)),
                             keeps_text_ ? 1U : 0U};
    std::memcpy(out.data() + header_at, &header, sizeof header);
  }

  Reading read(std::string_view bytes, AnswerSink& sink) override {
    Reading reading;
    FrameHeader header{};
    while (const std::optional<std::string_view> payload =
               whole_frame(bytes.substr(reading.consumed), header)) {
      reading.consumed += sizeof header + payload->size();
      if (header.number == kControl)
        read_control_frame(*payload, reading);
      else
        read_answers(*payload, header.number, sink, reading);
      if (reading.error || reading.violation) break;
    }
    return reading;
  }

 private:
  static constexpr std::string_view kGarbage =
      "bytes on the runner's own descriptor that are not the runner's";

  static void append_numbers(std::string& out, const Case& value, std::size_t argument, std::size_t first,
                             std::size_t last) {
    if (is_real(value.extent(argument).role)) {
      const std::span<const double> reals = value.reals(argument);
      for (std::size_t i = first; i < last; ++i) append_marshal_float(out, reals[i]);
    } else {
      const std::span<const std::int64_t> integers = value.integers(argument);
      for (std::size_t i = first; i < last; ++i) append_marshal_integer(out, integers[i]);
    }
  }

  static void append_list(std::string& out, const Case& value, std::size_t argument, std::size_t first,
                          std::size_t last) {
    append_marshal_list(out, last - first);
    append_numbers(out, value, argument, first, last);
  }

  /// `count` lists of the argument's width each, from item `first` on.
  static void append_rows(std::string& out, const Case& value, std::size_t argument, std::size_t first,
                          std::size_t count) {
    const std::size_t width = value.extent(argument).width;
    append_marshal_list(out, count);
    for (std::size_t row = first; row < first + count; ++row)
      append_list(out, value, argument, row * width, (row + 1) * width);
  }

  static void append_ragged_rows(std::string& out, const Case& value, std::size_t argument) {
    const Case::Extent& extent = value.extent(argument);
    const std::span<const std::uint32_t> offsets = value.offsets(argument);
    append_marshal_list(out, extent.rows);
    for (std::size_t row = 0; row < extent.rows; ++row)
      if (has_width(extent.layout))
        append_rows(out, value, argument, offsets[row], offsets[row + 1] - offsets[row]);
      else
        append_list(out, value, argument, offsets[row], offsets[row + 1]);
  }

  static void append_operations(std::string& out, const Case& value, std::size_t argument) {
    const Case::Extent& extent = value.extent(argument);
    append_marshal_list(out, extent.rows);
    for (std::size_t row = 0; row < extent.rows; ++row) {
      const OperationKind kind = operation_kind(value, argument, row);
      const bool adds = kind == OperationKind::kAdd;
      append_marshal_list(out, adds ? 4 : 1);
      append_marshal_text(out, kOperationNames[static_cast<std::size_t>(kind)]);
      if (!adds) continue;
      append_list(out, value, argument, row * extent.width, (row + 1) * extent.width);
      append_numbers(out, value, argument + kOperationCounts, row, row + 1);
      append_numbers(out, value, argument + kOperationScales, row, row + 1);
    }
  }

  void append_case(std::string& out, const Case& value) const {
    append_marshal_tuple(out, parameters_.size());
    for (std::size_t argument = 0; argument < value.argument_count();
         argument += arguments_of(value.extent(argument).layout)) {
      const Case::Extent& extent = value.extent(argument);
      if (extent.role == NumberRole::kPolicy) {
        append_marshal_text(out, kPolicyNames[static_cast<std::size_t>(value.integers(argument)[0])]);
        continue;
      }
      switch (extent.layout) {
        case Layout::kScalar:
          append_numbers(out, value, argument, 0, extent.size);
          break;
        case Layout::kPerMicrobatch:
          append_list(out, value, argument, 0, extent.size);
          break;
        case Layout::kMatrix:
          append_rows(out, value, argument, 0, extent.rows);
          break;
        case Layout::kRagged:
        case Layout::kRankVector:
        case Layout::kRankMatrix:
          append_ragged_rows(out, value, argument);
          break;
        case Layout::kOperations:
          append_operations(out, value, argument);
      }
    }
  }

  static void read_control_frame(std::string_view payload, Reading& reading) {
    const std::optional<Control> control = read_control(payload);
    if (!control)
      reading.violation = kGarbage;
    else if (control->kind == 'R')
      reading.is_ready = true;
    else
      reading.error = error_of(*control);
  }

  /// Answers come in the order of the requests.
  void read_answers(std::string_view payload, std::uint32_t count, AnswerSink& sink, Reading& reading) {
    MarshalReader reader(payload);
    for (std::uint32_t i = 0; i < count; ++i) {
      Outcome* const outcome = sink.claim(next_id_);
      if (outcome == nullptr) {
        reading.violation = kGarbage;
        return;
      }
      ++next_id_;
      if (!read_python_answer(reader, expected_, keeps_text_, *outcome)) {
        *outcome = ProtocolViolation{std::string(kGarbage)};
        reading.violation = kGarbage;
        return;
      }
      if (const Answer* answer = std::get_if<Answer>(outcome); answer != nullptr && !answer->numbers.empty())
        note_format(answer->carried_format);
    }
  }

  void note_format(std::optional<NumberFormat> format) {
    is_mixed_ = is_mixed_ || !format || (carried_ && carried_ != format);
    carried_ = format;
  }

  PythonTarget target_;
  std::vector<std::string> parameters_;
  AnswerShape expected_ = AnswerShape::kList;
  std::uint64_t next_id_ = 0;  ///< of the next answer; 0 until the process was sent a request
  bool keeps_text_ = false;
  std::optional<NumberFormat> carried_;
  bool is_mixed_ = false;
};

std::optional<PythonFunction> read_description(std::string_view text) {
  PythonFunction function;
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (words.size() < 2) return std::nullopt;
  const auto read = [](const std::string& word, auto& out) {
    return std::from_chars(word.data(), word.data() + word.size(), out).ec == std::errc();
  };
  if (!read(words[0], function.line) || !read(words[1], function.required)) return std::nullopt;
  function.parameters.assign(words.begin() + 2, words.end());
  return function;
}

}  // namespace

std::unique_ptr<Candidate> make_python_candidate(std::string name, PythonTarget target) {
  return std::make_unique<ProcessCandidate>(std::move(name),
                                            std::make_unique<PythonDialect>(std::move(target)));
}

Result<PythonFunction> inspect_python_function(const PythonTarget& target, const CandidateLimits& limits) {
  const std::string name = "'" + target.path + ":" + target.function + "'";
  Result<std::unique_ptr<ChildProcess>> child =
      ChildProcess::start(runner_command(target, "inspect"), limits.interruption);
  if (!child) return tl::unexpected(child.error());
  const auto deadline = ChildProcess::Clock::now() + limits.start;
  std::string inbox;
  for (;;) {
    const ChildProcess::Event event = (*child)->exchange(inbox, 0, deadline);
    if (event == ChildProcess::Event::kInterrupted)
      return tl::unexpected(interrupted_wait(target.path, *limits.interruption));
    if (event == ChildProcess::Event::kExpired)
      return make_error(ErrorCode::kNoAnswer,
                        name + " did not load within " + std::to_string(limits.start.count()) + " ms",
                        "give it more time with --start-timeout");
    if (event == ChildProcess::Event::kClosed) {
      const ChildEnd end = (*child)->end(std::chrono::milliseconds(500));
      return make_error(ErrorCode::kStartFailed, name + " ended while it was loaded (" + to_text(end) + ")" +
                                                     stderr_excerpt((*child)->stderr_tail()));
    }
    FrameHeader header{};
    const std::optional<std::string_view> payload = whole_frame(inbox, header);
    if (!payload) continue;
    const std::optional<Control> control = read_control(*payload);
    if (control && control->kind != 'I') return tl::unexpected(error_of(*control));
    const std::optional<PythonFunction> function = control ? read_description(control->text) : std::nullopt;
    if (!function) return make_error(ErrorCode::kStartFailed, name + " wrote on the runner's own descriptor");
    return *function;
  }
}

Result<std::vector<std::string>> python_parameter_names(const PythonTarget& target,
                                                        const CandidateLimits& limits) {
  return inspect_python_function(target, limits).map([](PythonFunction found) {
    return std::move(found.parameters);
  });
}

}  // namespace gradvet
