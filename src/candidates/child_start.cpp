#include "src/candidates/child_start.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <span>
#include <string_view>

extern char** environ;

namespace gradvet {

namespace {

constexpr int kPipeBytes = 1 << 20;
constexpr int kFirstPrivateDescriptor = 3;
/// Sources of dup2 are moved to here first, so that no target overwrites a source.
constexpr int kOutOfTheWay = 16;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

bool open_pipe(Pipe& out) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  out = Pipe{ends[0], ends[1]};
  return true;
}

void make_non_blocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

/// The environment of the child: ours, and what the command adds.
class Environment {
 public:
  explicit Environment(const std::vector<std::string>& added) {
    for (char** entry = environ; *entry != nullptr; ++entry) pointers_.push_back(*entry);
    const std::size_t inherited = pointers_.size();
    for (const std::string& entry : added) {
      const std::string_view name = std::string_view(entry).substr(0, entry.find('=') + 1);
      const auto end = pointers_.begin() + static_cast<std::ptrdiff_t>(inherited);
      if (std::none_of(pointers_.begin(), end,
                       [name](const char* held) { return std::string_view(held).starts_with(name); }))
        pointers_.push_back(const_cast<char*>(entry.c_str()));
    }
    pointers_.push_back(nullptr);
  }
  char** data() { return pointers_.data(); }

 private:
  std::vector<char*> pointers_;
};

/// What the child does with descriptors: `source` becomes `target`.
struct Redirection {
  int source;
  int target;
};

constexpr rlim_t kFileBytes = 1ULL << 30;

/// Lowers a limit of this process, never above what it may have.
void limit(__rlimit_resource resource, rlim_t most) {
  rlimit held{};
  if (::getrlimit(resource, &held) != 0) return;
  const rlim_t wanted = std::min(most, held.rlim_max);
  held = rlimit{wanted, wanted};
  ::setrlimit(resource, &held);
}

/// What a child does before it becomes what it is to be; only async-signal-safe calls (POSIX, 2.4.3). Gives
/// errno of what failed, or 0.
int become_child(std::span<Redirection> redirections, rlim_t memory_bytes, int* report) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a gradvet that is killed leaves nobody behind
  int failed = 0;
  for (Redirection& redirection : redirections) {
    redirection.source = ::fcntl(redirection.source, F_DUPFD_CLOEXEC, kOutOfTheWay);
    if (redirection.source < 0) failed = errno;
  }
  if (report != nullptr) *report = ::fcntl(*report, F_DUPFD_CLOEXEC, kOutOfTheWay);
  for (const Redirection& redirection : redirections)
    if (::dup2(redirection.source, redirection.target) < 0) failed = errno;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kFileBytes);
  if (memory_bytes != 0) limit(RLIMIT_DATA, memory_bytes);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  return failed;
}

[[noreturn]] void become(char** arguments, char** environment, std::span<Redirection> redirections,
                         std::uint64_t memory_bytes, int report) {
  int failed = become_child(redirections, memory_bytes, &report);
  // Whatever else is open here without "close on exec" (a report, a pin file) is none of the child's
  // business.
  ::close_range(static_cast<unsigned>(redirections.back().target) + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  if (failed == 0) {
    ::execve(arguments[0], arguments, environment);
    failed = errno;
  }
  [[maybe_unused]] const ssize_t written = ::write(report, &failed, sizeof failed);
  ::_exit(127);
}

void close_others(const ChildBody& body) {
  constexpr unsigned kFirst = kFirstPrivateDescriptor + 2;
  if (body.kept_descriptor) {
    const auto kept = static_cast<unsigned>(*body.kept_descriptor);
    ::close_range(kFirst, kept - 1, 0);
    ::close_range(kept + 1, ~0U, 0);
  } else {
    ::close_range(kFirst, ~0U, 0);
  }
}

/// Nothing may leave this frame: above it stands the caller of gradvet, which is the parent's business.
[[noreturn]] void become(const ChildBody& body, std::span<Redirection> redirections,
                         std::uint64_t memory_bytes) noexcept {
  constexpr int kNoChild = 126;
  if (become_child(redirections, memory_bytes, nullptr) != 0) ::_exit(kNoChild);
  if (body.others == OtherDescriptors::kClosed) close_others(body);
  body.run();
  ::_exit(0);
}

/// The data segment of this process, as RLIMIT_DATA counts it (proc(5): "data + stack" of statm, in pages).
std::uint64_t own_data_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t fields[6] = {};
  for (std::uint64_t& field : fields) statm >> field;
  return statm ? fields[5] * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

tl::unexpected<Error> cannot_start(const std::string& program, int number) {
  return make_error(ErrorCode::kNotExecutable,
                    "'" + program + "' cannot be executed: " + std::strerror(number));
}

struct Pipes {
  Pipe requests;
  Pipe answers;
  Pipe errors;
  Pipe report;  ///< carries errno where execve fails, closes where it succeeds
  int nothing = -1;

  Pipes() = default;
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;
  ~Pipes() {
    for (Pipe* pipe : {&requests, &answers, &errors, &report}) {
      close_if_open(pipe->read_end);
      close_if_open(pipe->write_end);
    }
    close_if_open(nothing);
  }

  bool open() {
    nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    return nothing >= 0 && open_pipe(requests) && open_pipe(answers) && open_pipe(errors) &&
           open_pipe(report);
  }
};

/// The streams of a child, requests and answers last.
std::array<Redirection, 5> private_streams(const Pipes& pipes) {
  return {{{pipes.nothing, STDIN_FILENO},
           {pipes.errors.write_end, STDOUT_FILENO},
           {pipes.errors.write_end, STDERR_FILENO},
           {pipes.requests.read_end, kFirstPrivateDescriptor},
           {pipes.answers.write_end, kFirstPrivateDescriptor + 1}}};
}

std::array<Redirection, 3> standard_streams(const Pipes& pipes) {
  return {{{pipes.requests.read_end, STDIN_FILENO},
           {pipes.answers.write_end, STDOUT_FILENO},
           {pipes.errors.write_end, STDERR_FILENO}}};
}

/// Our side of a child that runs.
StartedChild take_pipes(pid_t pid, Pipes& pipes) {
  const StartedChild child{pid, pipes.requests.write_end, pipes.answers.read_end, pipes.errors.read_end};
  pipes.requests.write_end = pipes.answers.read_end = pipes.errors.read_end = -1;
  // Longer pipes mean fewer switches between us and the child; a system that grants none works all the same.
  for (const int descriptor : {child.requests, child.answers}) ::fcntl(descriptor, F_SETPIPE_SZ, kPipeBytes);
  for (const int descriptor : {child.requests, child.answers, child.errors}) make_non_blocking(descriptor);
  return child;
}

}  // namespace

Result<StartedChild> start_child(const ChildCommand& command) {
  Pipes pipes;
  if (!pipes.open()) return cannot_start(command.arguments.front(), errno);

  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  Environment environment(command.environment);
  auto with_private = private_streams(pipes);
  auto with_standard = standard_streams(pipes);
  const std::span<Redirection> redirections = command.streams == ChildStreams::kStandard
                                                  ? std::span<Redirection>(with_standard)
                                                  : std::span<Redirection>(with_private);

  const pid_t pid = ::fork();
  if (pid < 0) return cannot_start(command.arguments.front(), errno);
  if (pid == 0)
    become(arguments.data(), environment.data(), redirections, command.memory_bytes, pipes.report.write_end);
  ::setpgid(pid, pid);  // here too: whichever of the two runs first

  close_if_open(pipes.report.write_end);
  int failed = 0;
  ssize_t got = 0;
  do got = ::read(pipes.report.read_end, &failed, sizeof failed);
  while (got < 0 && errno == EINTR);
  if (got == static_cast<ssize_t>(sizeof failed)) {
    ::waitpid(pid, nullptr, 0);
    return cannot_start(command.arguments.front(), failed);
  }
  return take_pipes(pid, pipes);
}

Result<StartedChild> start_child(const ChildBody& body) {
  const auto no_child = [](int number) {
    return make_error(ErrorCode::kStartFailed,
                      std::string("no worker can be forked: ") + std::strerror(number));
  };
  Pipes pipes;
  if (!pipes.open()) return no_child(errno);
  auto redirections = private_streams(pipes);
  const std::uint64_t memory_bytes = body.memory_bytes == 0 ? 0 : own_data_bytes() + body.memory_bytes;
  std::fflush(nullptr);  // what is buffered now must not be written by the child as well
  const pid_t pid = ::fork();
  if (pid < 0) return no_child(errno);
  if (pid == 0) {
    // Ends that the child would otherwise hold open on itself.
    for (int* const end : {&pipes.requests.write_end, &pipes.answers.read_end, &pipes.errors.read_end})
      close_if_open(*end);
    become(body, redirections, memory_bytes);
  }
  ::setpgid(pid, pid);
  return take_pipes(pid, pipes);
}

}  // namespace gradvet
