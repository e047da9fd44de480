#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/candidates/abi/gradvet.h"
#include "src/candidates/guarded_room.hpp"
#include "src/core/answer.hpp"
#include "src/core/error.hpp"
#include "src/core/outcome.hpp"
#include "src/core/profile.hpp"

namespace gradvet {

/// The most bytes that one result takes of its room, and the most numbers in it (over four million).
inline constexpr std::size_t kMostResultBytes = 64U << 20;
inline constexpr std::size_t kMostResultNumbers = std::size_t{1} << 22;
inline constexpr std::size_t kMostTextBytes = 4096;

/// What one call left in the room, as plain data: it may lie in memory shared with a worker. Positions are
/// bytes from the beginning of the room.
struct NativeRecord {
  std::int32_t status = GRADVET_OK;  ///< what the function returned
  std::int32_t shape = 0;            ///< GRADVET_RESULT_…; 0: no result was given
  std::int32_t type = GRADVET_REALS;
  std::uint32_t rows = 0;       ///< segments of numbers: 1, or the rows
  std::uint64_t first_row = 0;  ///< position of the NativeRow of each
  std::uint64_t first_text = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t refused_size = 0;  ///< how many numbers were asked for in vain; 0: none
  GuardedRoom::Damage damage = GuardedRoom::Damage::kNone;
};

/// Where the numbers of a row lie.
struct NativeRow {
  std::uint64_t first;  ///< position
  std::uint64_t size;   ///< numbers
  std::uint64_t is_null;
};

/// The result's side of the C ABI: gives guarded room to the library, and keeps what it wrote.
class NativeResult {
 public:
  /// `room` is where results are kept. Both outlive the object.
  NativeResult(std::span<std::byte> room, ResultRooms& guarded);
  NativeResult(const NativeResult&) = delete;
  NativeResult& operator=(const NativeResult&) = delete;

  /// Results are written from the beginning of the room again.
  void rewind() { used_ = 0; }
  /// True if any result fits into what is left of the room.
  bool has_room() const { return room_.size() - used_ >= kMostResultBytes; }

  /// What is handed to the library for the next call.
  gradvet_result* begin();
  /// Ends the call that returned `status`.
  NativeRecord finish(int status);

 private:
  static NativeResult& of(gradvet_result* result);
  static double* give_reals(gradvet_result*, std::int32_t shape, std::size_t size);
  static std::int64_t* give_integers(gradvet_result*, std::int32_t shape, std::size_t size);
  static double* give_row(gradvet_result*, std::size_t size);
  static void add_null_row(gradvet_result*);
  static void take_text(gradvet_result*, const char* text, std::size_t size);

  void drop();
  void* give(std::int32_t shape, std::int32_t type, std::size_t size);
  void* segment(std::size_t size);
  void clear_segments();
  void keep_segments();
  std::byte* take(std::size_t bytes);

  std::span<std::byte> room_;
  std::size_t used_ = 0;
  std::size_t call_began_at_ = 0;
  NativeRecord record_;
  ResultRooms& guarded_;
  struct Segment {
    const std::uint64_t* words;
    NativeRow row;
  };
  std::vector<Segment> segments_;
  std::vector<NativeRow> rows_;  ///< reused by keep_segments()
  gradvet_result handle_{};
};

/// How a result is to be read.
struct NativeWants {
  AnswerShape shape = AnswerShape::kList;  ///< of the contract's result
  NumberFormat output = NumberFormat::kFloat64;
  bool keeps_text = false;
};

/// Turns what a call left into an outcome. Trusts nothing in it: a position outside of the room, as code that
/// writes where it should not may leave, gives a ProtocolViolation. Status GRADVET_MISFIT is the caller's.
void read_native_record(const NativeRecord& record, std::span<const std::byte> room, const NativeWants& wants,
                        Outcome& out);

/// The text that a call left; empty where there is none.
std::string native_text(const NativeRecord& record, std::span<const std::byte> room);

/// E206: why the candidate can take no case at all; `text` is its own reason, empty where it gives none.
Error native_misfit(const std::string& name, std::string text);

}  // namespace gradvet
