#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/candidates/child_process.hpp"
#include "src/core/candidate.hpp"

namespace gradvet {

/// Where a dialect leaves the answers that it reads.
class AnswerSink {
 public:
  virtual ~AnswerSink() = default;
  /// The outcome to be filled for the request with this id, which counts as answered from then on; null where
  /// no such request is in flight (never sent, or answered already).
  virtual Outcome* claim(std::uint64_t id) = 0;
};

/// What came of reading.
struct Reading {
  std::size_t consumed = 0;              ///< bytes that need not be shown again
  bool is_ready = false;                 ///< the child said that it has loaded
  std::optional<std::string> violation;  ///< what is no answer of the protocol; reading stopped there
  std::optional<std::uint64_t> about;    ///< the request that a violation names itself: an answer too many
  std::optional<Error> error;            ///< the child says that it can never answer
};

/// How requests and answers travel to and from a child process. Knows nothing of time, faults and restarts:
/// that is ProcessCandidate's part.
class Dialect {
 public:
  virtual ~Dialect() = default;

  /// Called once, before anything else. The references outlive the dialect.
  virtual void open(const Contract&, const Profile&) = 0;
  /// What to start; called for each fresh process, which forgets whatever was half read.
  virtual ChildCommand begin_process() = 0;
  /// True if the child says when it has loaded (Reading::is_ready).
  virtual bool announces_ready() const = 0;
  /// Appends requests for batch[i] for each i of `indices`, with ids rising from `first_id`.
  virtual void append_requests(std::span<const Case> batch, std::span<const std::uint32_t> indices,
                               std::uint64_t first_id, TokenText text, std::string& out) = 0;
  /// Reads as many complete messages as there are in `bytes`, which starts with what was not consumed before.
  virtual Reading read(std::string_view bytes, AnswerSink& sink) = 0;
  /// What to call `rest` where the output ended with it, if that is no plain end.
  virtual std::optional<std::string> cut_off(std::string_view rest) const = 0;
  /// What the user may do where no answer came in time.
  virtual std::string_view no_answer_hint() const = 0;
  virtual std::size_t preferred_batch() const = 0;
  /// True if a request is answered before the next one is needed; a peer may else wait for several.
  virtual bool answers_one_by_one() const { return false; }
  virtual std::optional<NumberFormat> carried_format() const { return std::nullopt; }
};

}  // namespace gradvet
