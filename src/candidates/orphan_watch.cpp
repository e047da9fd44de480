#include "src/candidates/orphan_watch.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "src/candidates/reap_killed.hpp"

namespace gradvet {

namespace {

/// The parent that /proc/PID/stat names; 0 where the process is gone. The name before it may hold anything
/// but is the last thing in brackets (proc(5)).
pid_t parent_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t at = line.rfind(") ");
  pid_t parent = 0;
  if (at == std::string::npos || line.size() < at + 4) return 0;
  std::from_chars(line.data() + at + 4, line.data() + line.size(), parent);
  return parent;
}

}  // namespace

std::vector<pid_t> own_children() {
  std::vector<pid_t> children;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator("/proc", error);
       entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    pid_t process = 0;
    const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (wrong != std::errc() || end != name.data() + name.size()) continue;
    if (parent_of(name) == ::getpid()) children.push_back(process);
  }
  return children;
}

OrphanWatch::OrphanWatch() {
  if (!own_children().empty()) return;
  is_watching_ = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

OrphanWatch::~OrphanWatch() {
  if (!is_watching_) return;
  // Those that end hand over children of their own; no process can do so for ever.
  constexpr int kMostGenerations = 100;
  for (int i = 0; i < kMostGenerations; ++i) {
    const std::vector<pid_t> children = own_children();
    if (children.empty()) return;
    for (const pid_t child : children)
      if (::kill(child, SIGKILL) == 0) reap_killed(child);  // another user's must not be waited for
  }
}

}  // namespace gradvet
