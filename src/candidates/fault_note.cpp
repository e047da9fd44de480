#include "src/candidates/fault_note.hpp"

#include <ucontext.h>

#include <csignal>

namespace gradvet {

namespace {

// A signal handler reaches nothing but objects of static storage.
std::array<WatchedMemory, 5> watched_memory;
std::atomic<std::uint32_t>* fault_note = nullptr;
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "a signal handler may touch no other");

/// Whether memory that was there when the process began is not, or not even to be read.
bool is_taken_away(const siginfo_t& info, [[maybe_unused]] const void* context,
                   [[maybe_unused]] Touched touched) {
  if (info.si_code == SEGV_MAPERR) return true;
#if defined(__x86_64__)
  constexpr greg_t kWrite = 2;  // of the page fault's error code
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return touched == Touched::kCase && (registers[REG_ERR] & kWrite) == 0;
#else
  return false;
#endif
}

/// Notes what was touched; the instruction that is then tried again ends the process.
void on_fault(int number, siginfo_t* info, void* context) {
  std::signal(number, SIG_DFL);
  if (info->si_code <= 0) {  // sent by someone: there is nothing that is tried again
    std::raise(number);
    return;
  }
  const auto* const address = static_cast<const std::byte*>(info->si_addr);
  for (const WatchedMemory& watched : watched_memory)
    if (address >= watched.memory.data() && address < watched.memory.data() + watched.memory.size())
      fault_note->store(static_cast<std::uint32_t>(
          is_taken_away(*info, context, watched.means) ? Touched::kTakenAway : watched.means));
}

}  // namespace

std::string_view to_text(Touched touched) {
  switch (touched) {
    case Touched::kNothing:
      return {};
    case Touched::kCase:
      return ": it wrote to its case";
    case Touched::kBehindResult:
      return ": it reached behind the end of its result";
    case Touched::kTakenAway:
      return ": it took memory away that gradvet shares with it";
    case Touched::kBeforeResult:
      return ": it reached before the beginning of its result";
  }
  return {};
}

void note_faults(const std::array<WatchedMemory, 5>& watched, std::atomic<std::uint32_t>& note) {
  struct sigaction held = {};
  if (::sigaction(SIGSEGV, nullptr, &held) != 0 || held.sa_handler != SIG_DFL) return;
  watched_memory = watched;
  fault_note = &note;
  struct sigaction action = {};
  action.sa_sigaction = &on_fault;
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace gradvet
