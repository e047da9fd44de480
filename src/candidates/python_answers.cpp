#include "src/candidates/python_answers.hpp"

#include <cmath>

#include "src/candidates/answer_builder.hpp"
#include "src/candidates/nearest_float.hpp"

namespace gradvet {

namespace {

using Kind = MarshalReader::Kind;

enum class Read { kValue, kNoValue, kMalformed };

bool read_integer(MarshalReader& reader, Integer& out) {
  switch (reader.next()) {
    case Kind::kInteger:
      out = reader.integer;
      return true;
    case Kind::kLongInteger:
      out = reader.long_integer;
      return true;
    default:
      return false;
  }
}

/// Passes over what is left of an object whose kind was just read.
bool skip(MarshalReader& reader, Kind kind) {
  if (kind == Kind::kMalformed || kind == Kind::kDict || kind == Kind::kDictEnd) return false;
  if (kind != Kind::kList && kind != Kind::kTuple) return true;
  for (std::size_t left = reader.count; left > 0; --left)
    if (!skip(reader, reader.next())) return false;
  return true;
}

/// Reads a plain value of the runner into an Answer.
class ValueReader {
 public:
  ValueReader(MarshalReader& reader, AnswerShape expected, Answer& out)
      : reader_(reader), expected_(expected), out_(out), builder_(out, expected) {}

  Read read(Kind kind) {
    if (kind == Kind::kNone) {
      if (!may_be_null(expected_)) return refuse("None");
      out_.shape = AnswerShape::kNull;
      return Read::kValue;
    }
    if (kind == Kind::kList) {
      builder_.open_list();
      if (!read_items()) return Read::kMalformed;
      if (why_.empty()) builder_.close_list();
    } else if (!read_number(kind)) {
      return Read::kMalformed;
    }
    return why_.empty() ? Read::kValue : Read::kNoValue;
  }

  std::string_view why() const { return why_; }

 private:
  Read refuse(std::string_view why) {
    why_ = why;
    return Read::kNoValue;
  }

  bool read_items() {
    for (std::size_t left = reader_.count; left > 0; --left) {
      const Kind kind = reader_.next();
      if (!why_.empty()) {
        if (!skip(reader_, kind)) return false;
      } else if (kind == Kind::kNone) {
        builder_.add_null();
      } else if (kind == Kind::kList) {
        if (!read_row()) return false;
      } else if (!builder_.expect_number()) {
        why_ = "a list of both numbers and rows";
        if (!skip(reader_, kind)) return false;
      } else if (!read_number(kind)) {
        return false;
      }
    }
    return true;
  }

  bool read_row() {
    if (!builder_.open_row()) {
      why_ = kNestedLists;
      return skip(reader_, Kind::kList);
    }
    for (std::size_t left = reader_.count; left > 0; --left) {
      const Kind kind = reader_.next();
      if (kind == Kind::kNone) {
        builder_.add_null_in_row();
      } else if (kind == Kind::kList) {
        why_ = kNestedLists;
        if (!skip(reader_, kind)) return false;
      } else if (!read_number(kind)) {
        return false;
      }
    }
    builder_.close_row();
    return true;
  }

  bool read_number(Kind kind) {
    switch (kind) {
      case Kind::kFloat:
        builder_.add(reader_.number);
        return true;
      case Kind::kInteger:
        add_integer(Rational(reader_.integer));
        return true;
      case Kind::kLongInteger:
        add_integer(Rational(reader_.long_integer));
        return true;
      case Kind::kTuple:
        return read_fraction();
      default:
        return false;
    }
  }

  bool read_fraction() {
    Integer numerator;
    Integer denominator;
    if (reader_.count != 2 || !read_integer(reader_, numerator) || !read_integer(reader_, denominator))
      return false;
    if (denominator.is_zero()) {
      why_ = "a fraction with the denominator 0";
      return true;
    }
    add_fraction(Rational(numerator, denominator));
    return true;
  }

  /// Rounded as a float is; one beyond every float stays exact, so that it is wrong rather than infinite.
  void add_integer(Rational value) {
    const double nearest = nearest_float(value);
    const bool is_float = std::isfinite(nearest);
    builder_.add_exact(is_float ? Answer::Exact::Kind::kToken : Answer::Exact::Kind::kFraction, nearest,
                       std::move(value));
  }

  void add_fraction(Rational value) {
    const double nearest = nearest_float(value);
    builder_.add_exact(Answer::Exact::Kind::kFraction, nearest, std::move(value));
  }

  MarshalReader& reader_;
  AnswerShape expected_;
  Answer& out_;
  AnswerBuilder builder_;
  std::string_view why_;
};

std::optional<NumberFormat> narrow_format(std::string_view name) {
  if (name == "float32") return NumberFormat::kFloat32;
  if (name == "float16") return NumberFormat::kFloat16;
  if (name == "bfloat16") return NumberFormat::kBfloat16;
  return std::nullopt;
}

bool read_event(std::string_view text, Outcome& out) {
  if (text.empty()) return false;
  std::string rest(text.substr(1));
  switch (text.front()) {
    case 'E':
      out = Exception{std::move(rest)};
      return true;
    case 'V':
      out = NotAValue{std::move(rest)};
      return true;
    case 'D':
      out = Declined{std::move(rest)};
      return true;
    case 'C':
      out = Crash{std::move(rest), {}};
      return true;
    default:
      return false;
  }
}

}  // namespace

bool read_python_answer(MarshalReader& reader, AnswerShape expected, bool has_text, Outcome& out) {
  std::optional<NumberFormat> carried;
  Kind kind = reader.next();
  const bool is_carrying = kind == Kind::kDict;
  if (is_carrying) {
    if (reader.next() != Kind::kText) return false;
    carried = narrow_format(reader.text);
    kind = reader.next();
  }
  Answer* answer = nullptr;
  if (kind == Kind::kText) {
    if (!read_event(reader.text, out)) return false;
  } else {
    answer = &answer_of(out);
    ValueReader value(reader, expected, *answer);
    const Read read = value.read(kind);
    if (read == Read::kMalformed) return false;
    if (read == Read::kNoValue) {
      out = NotAValue{std::string(value.why())};
      answer = nullptr;
    } else {
      answer->carried_format = carried;
    }
  }
  if (is_carrying && reader.next() != Kind::kDictEnd) return false;
  if (has_text) {
    if (reader.next() != Kind::kText) return false;
    if (answer != nullptr) answer->text = reader.text;
  }
  return true;
}

}  // namespace gradvet
