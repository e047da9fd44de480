#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace gradvet {

/// Every expected failure has one of these; the number is stable and shown to the user as E<number>.
enum class ErrorCode {
  // 1xx: the command line
  kUnknownName = 101,   ///< a contract, mechanism, candidate, reporter or flag value that does not exist
  kBadFlagValue = 102,  ///< a flag's value cannot be read or is out of range
  kNotYet = 103,        ///< a planned option that this version does not carry out
  kAmbiguousContract = 104,
  kMissingArgument = 105,
  kBadProfile = 106,
  // 2xx: candidates
  kNoSuchFile = 201,
  kNotExecutable = 202,
  kStartFailed = 203,  ///< import error, no such function, died before the first answer
  kMissingSymbol = 204,
  kAbiMismatch = 205,
  kWrongArity = 206,
  kNoAnswer = 207,       ///< the start time-out passed without any answer
  kInterrupted = 208,    ///< the wait for it was ended by the user or by --time
  kTooManyFaults = 209,  ///< of one batch: the rest of it was not asked
  // 3xx: files
  kCannotRead = 301,
  kCannotWrite = 302,
  // 4xx: text
  kBadJson = 401,
  kBadNumber = 402,
  kBadCase = 403,  ///< JSON that is not a case of the contract
  // 5xx: meaning
  kOutsideDomain = 501,
  kNothingJudged = 502,
};

/// An expected failure. `message` says what failed and quotes the user's word; `hint` says what to do (may be
/// empty).
struct Error {
  ErrorCode code;
  std::string message;
  std::string hint;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> make_error(ErrorCode code, std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(hint)});
}

}  // namespace gradvet
