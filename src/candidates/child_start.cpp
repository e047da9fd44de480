#include "src/candidates/child_start.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
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

/// Runs in the forked child, where only async-signal-safe calls are allowed (POSIX, 2.4.3).
[[noreturn]] void become(char** arguments, char** environment, std::array<Redirection, 5>& redirections,
                         std::size_t count, std::uint64_t memory_bytes, int report) {
  ::setpgid(0, 0);
  int failed = 0;
  for (std::size_t i = 0; i < count; ++i) {
    redirections[i].source = ::fcntl(redirections[i].source, F_DUPFD_CLOEXEC, kOutOfTheWay);
    if (redirections[i].source < 0) failed = errno;
  }
  report = ::fcntl(report, F_DUPFD_CLOEXEC, kOutOfTheWay);
  for (std::size_t i = 0; i < count; ++i)
    if (::dup2(redirections[i].source, redirections[i].target) < 0) failed = errno;
  // Whatever else is open here without "close on exec" (a report, a pin file) is none of the child's
  // business.
  ::close_range(static_cast<unsigned>(redirections[count - 1].target) + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  rlimit data{};
  if (memory_bytes != 0 && ::getrlimit(RLIMIT_DATA, &data) == 0) {
    const rlim_t wanted = std::min<rlim_t>(memory_bytes, data.rlim_max);
    data = rlimit{wanted, wanted};
    ::setrlimit(RLIMIT_DATA, &data);
  }
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGINT, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (failed == 0) {
    ::execve(arguments[0], arguments, environment);
    failed = errno;
  }
  [[maybe_unused]] const ssize_t written = ::write(report, &failed, sizeof failed);
  ::_exit(127);
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

}  // namespace

Result<StartedChild> start_child(const ChildCommand& command) {
  Pipes pipes;
  if (!pipes.open()) return cannot_start(command.arguments.front(), errno);

  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  Environment environment(command.environment);
  const bool is_standard = command.streams == ChildStreams::kStandard;
  std::array<Redirection, 5> redirections{
      {{is_standard ? pipes.requests.read_end : pipes.nothing, STDIN_FILENO},
       {is_standard ? pipes.answers.write_end : pipes.errors.write_end, STDOUT_FILENO},
       {pipes.errors.write_end, STDERR_FILENO},
       {pipes.requests.read_end, kFirstPrivateDescriptor},
       {pipes.answers.write_end, kFirstPrivateDescriptor + 1}}};
  const std::size_t count = is_standard ? 3 : 5;

  const pid_t pid = ::fork();
  if (pid < 0) return cannot_start(command.arguments.front(), errno);
  if (pid == 0)
    become(arguments.data(), environment.data(), redirections, count, command.memory_bytes,
           pipes.report.write_end);
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
  const StartedChild child{pid, pipes.requests.write_end, pipes.answers.read_end, pipes.errors.read_end};
  pipes.requests.write_end = pipes.answers.read_end = pipes.errors.read_end = -1;
  // Longer pipes mean fewer switches between us and the child; a system that grants none works all the same.
  for (const int descriptor : {child.requests, child.answers}) ::fcntl(descriptor, F_SETPIPE_SZ, kPipeBytes);
  for (const int descriptor : {child.requests, child.answers, child.errors}) make_non_blocking(descriptor);
  return child;
}

}  // namespace gradvet
