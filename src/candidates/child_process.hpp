#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/candidates/child_end.hpp"
#include "src/candidates/child_start.hpp"
#include "src/core/error.hpp"
#include "src/core/interruption.hpp"

namespace gradvet {

/// E208: the wait for the candidate of this name is over, and why.
Error interrupted_wait(const std::string& name, const Interruption& interruption);

/// A running child in a process group of its own, with pipes for requests, answers and stderr that never
/// block us. Not thread-safe. Dumps no core. The destructor closes its input, waits a moment, then kills the
/// whole group.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts it. E202 says why it could not be executed.
  ///
  /// Sets SIGPIPE to "ignore" for this process, once: a child that closes its input must not end gradvet.
  /// This is the one place where gradvet touches a signal's disposition on behalf of candidates; the child
  /// gets the default back.
  /// Waiting ends where `interruption`, which outlives the child, says so.
  static Result<std::unique_ptr<ChildProcess>> start(const ChildCommand& command,
                                                     const Interruption* interruption = nullptr);

  /// The same for a child that runs a function of ours.
  static Result<std::unique_ptr<ChildProcess>> start(const ChildBody& body,
                                                     const Interruption* interruption = nullptr);

  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Bytes to be sent are appended here; exchange() sends them.
  std::string& outbox() { return outbox_; }
  std::size_t unsent() const { return outbox_.size() - sent_; }

  enum class Event {
    kReceived,  ///< bytes were appended to the inbox
    kDrained,   ///< fewer bytes than `low_water` are unsent
    kClosed,    ///< its answers have ended: it exited or closed its output
    kExpired,   ///< the deadline passed
    kInterrupted
  };
  /// Sends and receives at once until one of the events. `low_water` 0 asks for no kDrained.
  Event exchange(std::string& inbox, std::size_t low_water, Clock::time_point deadline);

  /// Waits up to `grace` for it to end by itself, kills what is left of its group, and reaps it.
  ChildEnd end(std::chrono::milliseconds grace);

  /// The last 64 KiB of what it wrote to stderr.
  std::string_view stderr_tail() const;

 private:
  ChildProcess(const StartedChild& child, const Interruption* interruption);

  void send();
  bool receive(std::string& inbox);
  void read_stderr();
  bool has_ended() const;

  pid_t pid_;
  int requests_;
  int answers_;
  int stderr_;
  const Interruption* interruption_;
  bool answers_open_ = true;
  bool reaped_ = false;
  ChildEnd ended_;
  std::string outbox_;
  std::size_t sent_ = 0;
  std::string stderr_text_;
  std::vector<char> buffer_;
};

}  // namespace gradvet
