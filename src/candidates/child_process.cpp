#include "src/candidates/child_process.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>

#include "src/candidates/reap_killed.hpp"

namespace gradvet {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kStderrTailBytes = 64 * 1024;
constexpr std::size_t kReadBytes = 256 * 1024;
/// The pipes of a child that has died may be held open by a child of its own; so often we look whether it
/// lives.
constexpr milliseconds kLookInterval{50};
/// How long a child may take to end by itself once its input is closed.
constexpr milliseconds kFarewell{200};

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

void ignore_broken_pipes() {
  static std::once_flag once;
  std::call_once(once, [] {
    std::signal(SIGPIPE, SIG_IGN);
    // Whoever started gradvet may have ignored it, which would take away how children end.
    std::signal(SIGCHLD, SIG_DFL);
  });
}

}  // namespace

Error interrupted_wait(const std::string& name, const Interruption& interruption) {
  return {ErrorCode::kInterrupted,
          std::string(interruption.why()) + " while an answer of '" + name + "' was waited for",
          {}};
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ChildCommand& command,
                                                          const Interruption* interruption) {
  ignore_broken_pipes();
  return start_child(command).map([interruption](const StartedChild& child) {
    return std::unique_ptr<ChildProcess>(new ChildProcess(child, interruption));
  });
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ChildBody& body,
                                                          const Interruption* interruption) {
  ignore_broken_pipes();
  return start_child(body).map([interruption](const StartedChild& child) {
    return std::unique_ptr<ChildProcess>(new ChildProcess(child, interruption));
  });
}

ChildProcess::ChildProcess(const StartedChild& child, const Interruption* interruption)
    : pid_(child.pid),
      requests_(child.requests),
      answers_(child.answers),
      stderr_(child.errors),
      interruption_(interruption),
      buffer_(kReadBytes) {}

ChildProcess::~ChildProcess() {
  end(kFarewell);
  close_if_open(answers_);
  close_if_open(stderr_);
}

void ChildProcess::send() {
  while (requests_ >= 0 && sent_ < outbox_.size()) {
    const ssize_t written = ::write(requests_, outbox_.data() + sent_, outbox_.size() - sent_);
    if (written > 0) {
      sent_ += static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      close_if_open(requests_);  // it reads no more; what it still answers is read all the same
    }
  }
  outbox_.clear();
  sent_ = 0;
}

/// Reads what is there; false at the end of the stream.
bool ChildProcess::receive(std::string& inbox) {
  ssize_t got = 0;
  do got = ::read(answers_, buffer_.data(), buffer_.size());
  while (got < 0 && errno == EINTR);
  if (got > 0) inbox.append(buffer_.data(), static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && errno == EAGAIN);
}

void ChildProcess::read_stderr() {
  std::array<char, 16 * 1024> buffer;
  while (stderr_ >= 0) {
    const ssize_t got = ::read(stderr_, buffer.data(), buffer.size());
    if (got > 0) {
      stderr_text_.append(buffer.data(), static_cast<std::size_t>(got));
      if (stderr_text_.size() > 4 * kStderrTailBytes)
        stderr_text_.erase(0, stderr_text_.size() - kStderrTailBytes);
    } else if (got < 0 && errno == EAGAIN) {
      return;
    } else if (got == 0 || errno != EINTR) {
      close_if_open(stderr_);
    }
  }
}

std::string_view ChildProcess::stderr_tail() const {
  const std::string_view text = stderr_text_;
  return text.substr(text.size() - std::min(text.size(), kStderrTailBytes));
}

bool ChildProcess::has_ended() const {
  siginfo_t info{};
  return reaped_ || (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                     info.si_pid == pid_);
}

ChildProcess::Event ChildProcess::exchange(std::string& inbox, std::size_t low_water,
                                           Clock::time_point deadline) {
  if (!answers_open_) return Event::kClosed;
  const std::size_t held = inbox.size();
  for (;;) {
    if (interruption_ != nullptr && interruption_->is_over()) return Event::kInterrupted;
    send();
    if (unsent() < low_water) return Event::kDrained;
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    const milliseconds wait = std::clamp(left, milliseconds(0), kLookInterval);
    std::array<pollfd, 3> waiting{
        {{answers_, POLLIN, 0}, {stderr_, POLLIN, 0}, {unsent() > 0 ? requests_ : -1, POLLOUT, 0}}};
    const int ready = ::poll(waiting.data(), waiting.size(), static_cast<int>(wait.count()));
    if (waiting[1].revents != 0) read_stderr();
    if (ready > 0 && waiting[0].revents != 0) {
      answers_open_ = receive(inbox);
      if (inbox.size() > held) {
        answers_open_ = true;
        return Event::kReceived;
      }
      if (!answers_open_) return Event::kClosed;
    }
    if (ready == 0) {
      if (has_ended()) {
        answers_open_ = false;
        receive(inbox);
        return inbox.size() > held ? Event::kReceived : Event::kClosed;
      }
      if (Clock::now() >= deadline) return Event::kExpired;
    }
  }
}

ChildEnd ChildProcess::end(milliseconds grace) {
  if (reaped_) return ended_;
  close_if_open(requests_);
  const Clock::time_point deadline = Clock::now() + grace;
  milliseconds pause{1};
  while (!has_ended() && Clock::now() < deadline) {
    // Waiting on stderr keeps a child that writes its last words there from blocking.
    pollfd last_words{stderr_, POLLIN, 0};
    ::poll(&last_words, 1, static_cast<int>(pause.count()));
    if (stderr_ < 0 || (last_words.revents & POLLIN) == 0) pause = std::min(pause * 2, milliseconds(20));
    read_stderr();
  }
  const bool ended_itself = has_ended();
  ::kill(-pid_, SIGKILL);  // before the reaping, while the group's number cannot be another's
  ::kill(pid_, SIGKILL);   // it may have left the group
  const int status = reap_killed(pid_);
  reaped_ = true;
  read_stderr();
  if (!ended_itself)
    ended_ = ChildEnd{ChildEnd::Kind::kKilledByUs, 0};
  else if (WIFSIGNALED(status))
    ended_ = ChildEnd{ChildEnd::Kind::kSignaled, WTERMSIG(status)};
  else
    ended_ = ChildEnd{ChildEnd::Kind::kExited, WEXITSTATUS(status)};
  return ended_;
}

}  // namespace gradvet
