#include "src/candidates/native_result.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>

#include "src/candidates/answer_builder.hpp"
#include "src/text/decimal.hpp"

namespace gradvet {

namespace {

/// Integers up to here are float64 values themselves.
constexpr std::int64_t kExactFloats = std::int64_t{1} << 53;

bool lies_inside(std::span<const std::byte> room, std::uint64_t first, std::uint64_t count,
                 std::uint64_t bytes_each) {
  return first <= room.size() && first % sizeof(std::uint64_t) == 0 &&
         count <= (room.size() - first) / bytes_each;
}

template <class T>
T number_at(std::span<const std::byte> room, std::uint64_t first, std::uint64_t index) {
  T number;
  std::memcpy(&number, room.data() + first + index * sizeof(T), sizeof number);
  return number;
}

/// Reads rows of numbers into an answer.
class RecordReader {
 public:
  RecordReader(const NativeRecord& record, std::span<const std::byte> room, const NativeWants& wants,
               Answer& out)
      : record_(record), room_(room), wants_(wants), out_(out) {}

  /// False where a position lies outside.
  bool read() {
    if (!lies_inside(room_, record_.first_row, record_.rows, sizeof(NativeRow))) return false;
    const bool has_rows = record_.shape == GRADVET_RESULT_ROWS;
    out_.reset(is_scalar() ? AnswerShape::kScalar : has_rows ? AnswerShape::kWindows : AnswerShape::kList);
    if (has_rows) put('[');
    for (std::uint32_t i = 0; i < record_.rows; ++i) {
      const auto row = number_at<NativeRow>(room_, record_.first_row, i);
      if (i != 0) put(',');
      if (has_rows)
        out_.rows.push_back({static_cast<std::uint32_t>(out_.numbers.size()),
                             static_cast<std::uint32_t>(row.size), row.is_null != 0});
      if (!read_row(row)) return false;
    }
    if (has_rows) put(']');
    return true;
  }

 private:
  bool is_scalar() const {
    return record_.shape == GRADVET_RESULT_SCALAR && record_.rows == 1 &&
           number_at<NativeRow>(room_, record_.first_row, 0).size == 1;
  }

  bool read_row(const NativeRow& row) {
    if (row.is_null != 0) {
      if (wants_.keeps_text) out_.text += "null";
      return true;
    }
    if (!lies_inside(room_, row.first, row.size, sizeof(std::uint64_t))) return false;
    const bool is_list = !is_scalar();
    if (is_list) put('[');
    for (std::uint64_t i = 0; i < row.size; ++i) {
      if (i != 0) put(',');
      if (record_.type == GRADVET_INTEGERS)
        add(number_at<std::int64_t>(room_, row.first, i));
      else
        add(number_at<double>(room_, row.first, i));
    }
    if (is_list) put(']');
    return true;
  }

  void put(char byte) {
    if (wants_.keeps_text) out_.text += byte;
    if (wants_.keeps_text && byte == ',') out_.text += ' ';
  }

  void add(double number) {
    out_.numbers.push_back(number);
    if (wants_.keeps_text) append_shortest(out_.text, number);
  }

  void add(std::int64_t number) {
    const bool is_float = number >= -kExactFloats && number <= kExactFloats;
    if (!is_float || wants_.output != NumberFormat::kFloat64)
      out_.exact.push_back({static_cast<std::uint32_t>(out_.numbers.size()), Answer::Exact::Kind::kFraction,
                            Rational(number)});
    out_.numbers.push_back(static_cast<double>(number));
    if (!wants_.keeps_text) return;
    char buffer[24];
    out_.text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
  }

  const NativeRecord& record_;
  std::span<const std::byte> room_;
  const NativeWants& wants_;
  Answer& out_;
};

/// No update as a whole, where the contract's result may be that: nothing but one null row.
bool is_null_as_a_whole(const NativeRecord& record, std::span<const std::byte> room,
                        const NativeWants& wants) {
  return wants.shape == AnswerShape::kListOrNull && record.shape == GRADVET_RESULT_ROWS && record.rows == 1 &&
         lies_inside(room, record.first_row, record.rows, sizeof(NativeRow)) &&
         number_at<NativeRow>(room, record.first_row, 0).is_null != 0;
}

/// A stream of no windows: neither a row nor a number was given.
bool has_no_windows(const NativeRecord& record, std::span<const std::byte> room, const NativeWants& wants) {
  if (wants.shape != AnswerShape::kWindows || record.refused_size != 0) return false;
  if (record.shape == 0) return true;
  return record.shape == GRADVET_RESULT_LIST && record.rows == 1 &&
         lies_inside(room, record.first_row, record.rows, sizeof(NativeRow)) &&
         number_at<NativeRow>(room, record.first_row, 0).size == 0;
}

void give_without_numbers(AnswerShape shape, std::string_view text, const NativeWants& wants, Outcome& out) {
  Answer& answer = answer_of(out);
  answer.reset(shape);
  if (wants.keeps_text) answer.text = text;
}

void read_result(const NativeRecord& record, std::span<const std::byte> room, const NativeWants& wants,
                 Outcome& out) {
  if (is_null_as_a_whole(record, room, wants))
    return give_without_numbers(AnswerShape::kNull, "null", wants, out);
  if (has_no_windows(record, room, wants))
    return give_without_numbers(AnswerShape::kWindows, "[]", wants, out);
  if (record.refused_size != 0) {
    out = NotAValue{"room for " + std::to_string(record.refused_size) + " numbers, more than the " +
                    std::to_string(kMostResultNumbers) + " of a result"};
  } else if (record.shape == 0) {
    out = NotAValue{"no result, though it returned GRADVET_OK"};
  } else if (record.shape != GRADVET_RESULT_SCALAR && record.shape != GRADVET_RESULT_LIST &&
             record.shape != GRADVET_RESULT_ROWS) {
    out = NotAValue{"a result of shape " + std::to_string(record.shape) + ", which there is not"};
  } else if (record.shape == GRADVET_RESULT_ROWS && wants.shape != AnswerShape::kWindows) {
    out = NotAValue{std::string(kNestedLists)};
  } else if (!RecordReader(record, room, wants, answer_of(out)).read()) {
    out = ProtocolViolation{"it wrote into the memory that gradvet keeps its results in"};
  }
}

}  // namespace

NativeResult::NativeResult(std::span<std::byte> room, ResultRooms& guarded) : room_(room), guarded_(guarded) {
  handle_.abi_version = GRADVET_ABI_VERSION;
  handle_.owner = this;
  handle_.reals = &give_reals;
  handle_.integers = &give_integers;
  handle_.row = &give_row;
  handle_.null_row = &add_null_row;
  handle_.text = &take_text;
}

NativeResult& NativeResult::of(gradvet_result* result) { return *static_cast<NativeResult*>(result->owner); }

gradvet_result* NativeResult::begin() {
  record_ = NativeRecord{};
  call_began_at_ = used_;
  return &handle_;
}

/// Forgets the result that was given so far, and its room; not that something beside it was written.
void NativeResult::drop() {
  clear_segments();
  used_ = call_began_at_;
  record_.text_bytes = 0;
}

void NativeResult::clear_segments() {
  for (GuardedRoom* const room : {&guarded_.page, &guarded_.large}) {
    if (record_.damage == GuardedRoom::Damage::kNone) record_.damage = room->damage();
    room->clear();
  }
  segments_.clear();
}

/// The next bytes of the room, in whole words; null where one result has no more.
std::byte* NativeResult::take(std::size_t bytes) {
  bytes = (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t) * sizeof(std::uint64_t);
  if (bytes > kMostResultBytes - std::min(kMostResultBytes, used_ - call_began_at_)) return nullptr;
  std::byte* const first = room_.data() + used_;
  used_ += bytes;
  return first;
}

/// Room for numbers, each NaN.
void* NativeResult::segment(std::size_t size) {
  std::uint64_t* words = nullptr;
  if (size <= kMostResultNumbers) {
    words = guarded_.page.take(size);
    if (words == nullptr) words = guarded_.large.take(size);
  }
  if (words == nullptr) {
    record_.refused_size = size;
    return nullptr;
  }
  segments_.push_back({words, {0, size, 0}});
  return words;
}

void* NativeResult::give(std::int32_t shape, std::int32_t type, std::size_t size) {
  drop();
  record_.refused_size = 0;
  record_.shape = shape;
  record_.type = type;
  return segment(size);
}

double* NativeResult::give_reals(gradvet_result* result, std::int32_t shape, std::size_t size) {
  return static_cast<double*>(of(result).give(shape, GRADVET_REALS, size));
}

std::int64_t* NativeResult::give_integers(gradvet_result* result, std::int32_t shape, std::size_t size) {
  return static_cast<std::int64_t*>(of(result).give(shape, GRADVET_INTEGERS, size));
}

double* NativeResult::give_row(gradvet_result* result, std::size_t size) {
  NativeResult& self = of(result);
  if (self.record_.shape != GRADVET_RESULT_ROWS) {
    self.drop();
    self.record_.shape = GRADVET_RESULT_ROWS;
    self.record_.type = GRADVET_REALS;
  }
  return static_cast<double*>(self.segment(size));
}

void NativeResult::add_null_row(gradvet_result* result) {
  if (give_row(result, 0) != nullptr) of(result).segments_.back().row.is_null = 1;
}

void NativeResult::take_text(gradvet_result* result, const char* text, std::size_t size) {
  NativeResult& self = of(result);
  const std::size_t kept = std::min(size, kMostTextBytes);
  std::byte* const first = self.take(kept);
  if (first == nullptr) return;
  std::memcpy(first, text, kept);
  self.record_.first_text = static_cast<std::uint64_t>(first - self.room_.data());
  self.record_.text_bytes = kept;
}

NativeRecord NativeResult::finish(int status) {
  record_.status = status;
  keep_segments();
  clear_segments();
  return record_;
}

/// Copies what was written to where results are kept, and a table of it.
void NativeResult::keep_segments() {
  rows_.clear();
  for (const Segment& segment : segments_) {
    const std::size_t bytes = segment.row.size * sizeof(std::uint64_t);
    std::byte* const kept = take(bytes);
    if (kept == nullptr) {
      record_.refused_size = segment.row.size;
      return;
    }
    if (bytes != 0) std::memcpy(kept, segment.words, bytes);
    rows_.push_back({static_cast<std::uint64_t>(kept - room_.data()), segment.row.size, segment.row.is_null});
  }
  if (rows_.empty()) return;
  std::byte* const table = take(rows_.size() * sizeof(NativeRow));
  if (table == nullptr) {
    record_.refused_size = rows_.size();
    return;
  }
  record_.rows = static_cast<std::uint32_t>(rows_.size());
  record_.first_row = static_cast<std::uint64_t>(table - room_.data());
  std::memcpy(table, rows_.data(), rows_.size() * sizeof(NativeRow));
}

std::string native_text(const NativeRecord& record, std::span<const std::byte> room) {
  if (record.text_bytes > kMostTextBytes || !lies_inside(room, record.first_text, record.text_bytes, 1))
    return {};
  return std::string(reinterpret_cast<const char*>(room.data() + record.first_text), record.text_bytes);
}

Error native_misfit(const std::string& name, std::string text) {
  if (text.empty()) text = "it gives no reason";
  return {ErrorCode::kWrongArity, "'" + name + "' cannot take the cases of the contract: " + text,
          "gradvet explain CONTRACT shows its parameters and their order; gradvet.h and gradvet.hpp show "
          "their types"};
}

void read_native_record(const NativeRecord& record, std::span<const std::byte> room, const NativeWants& wants,
                        Outcome& out) {
  if (record.damage != GuardedRoom::Damage::kNone) {
    out = Crash{record.damage == GuardedRoom::Damage::kBefore ? "wrote before the beginning of its result"
                                                              : "wrote behind the end of its result",
                {}};
    return;
  }
  switch (record.status) {
    case GRADVET_OK:
      read_result(record, room, wants, out);
      return;
    case GRADVET_DECLINED:
      out = Declined{native_text(record, room)};
      return;
    default:
      break;
  }
  std::string text = native_text(record, room);
  if (text.empty()) text = "it returned " + std::to_string(record.status) + " without a text";
  out = Exception{std::move(text)};
}

}  // namespace gradvet
