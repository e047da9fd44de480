#include "src/candidates/child_end.hpp"

#include <csignal>
#include <string_view>

namespace gradvet {

namespace {

std::string_view signal_name(int number) {
  switch (number) {
    case SIGABRT:
      return "SIGABRT";
    case SIGALRM:
      return "SIGALRM";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGHUP:
      return "SIGHUP";
    case SIGILL:
      return "SIGILL";
    case SIGINT:
      return "SIGINT";
    case SIGKILL:
      return "SIGKILL";
    case SIGPIPE:
      return "SIGPIPE";
    case SIGQUIT:
      return "SIGQUIT";
    case SIGSEGV:
      return "SIGSEGV";
    case SIGSYS:
      return "SIGSYS";
    case SIGTERM:
      return "SIGTERM";
    case SIGTRAP:
      return "SIGTRAP";
    case SIGXFSZ:
      return "SIGXFSZ";
    case SIGXCPU:
      return "SIGXCPU";
    default:
      return {};
  }
}

}  // namespace

std::string to_text(const ChildEnd& end) {
  const auto named = [](int number) {
    const std::string_view name = signal_name(number);
    return name.empty() ? std::string() : std::string(name);
  };
  switch (end.kind) {
    case ChildEnd::Kind::kKilledByUs:
      return "closed its output";
    case ChildEnd::Kind::kSignaled: {
      const std::string name = named(end.number);
      return "signal " + std::to_string(end.number) + (name.empty() ? "" : " (" + name + ")");
    }
    case ChildEnd::Kind::kExited: {
      // A shell says in this way that a signal ended its child.
      const std::string name = end.number > 128 ? named(end.number - 128) : std::string();
      return "exit status " + std::to_string(end.number) +
             (name.empty() ? "" : " (128 + signal " + std::to_string(end.number - 128) + ", " + name + ")");
    }
  }
  return {};
}

}  // namespace gradvet
