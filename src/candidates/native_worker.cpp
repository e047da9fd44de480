#include "src/candidates/native_worker.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <string>
#include <thread>

#include "src/candidates/fault_note.hpp"

namespace gradvet {

namespace {

constexpr int kRequests = 3;
constexpr int kAnswers = 4;
constexpr std::size_t kLeastCaseBytes = 16U << 20;
/// A round goes on while the largest result fits, so the room holds more than one.
constexpr std::size_t kRoomBytes = 2 * kMostResultBytes;
constexpr std::size_t kProgressBytes = (sizeof(RoundProgress) + 4095) / 4096 * 4096;

bool wait_for_round(RoundProgress& progress) {
  char byte = 0;
  ssize_t got = 0;
  do got = ::read(kRequests, &byte, 1);
  while (got < 0 && errno == EINTR);
  if (got < 0) progress.is_cut_off = true;
  return got == 1;
}

void say_done(RoundProgress& progress) {
  constexpr char kByte = 1;
  progress.is_done.store(true, std::memory_order_release);
  ssize_t written = 0;
  do written = ::write(kAnswers, &kByte, 1);
  while (written < 0 && errno == EINTR);
  if (written < 0) progress.is_cut_off = true;
}

void copy_text(char (&out)[kMostTextBytes], const std::string& text) {
  const std::size_t kept = std::min(text.size(), kMostTextBytes - 1);
  text.copy(out, kept);
  out[kept] = '\0';
}

/// Ends this process by SIGXCPU should nobody be left to stop it: no sooner than every case may have used up
/// its time on every core.
void limit_cpu_of_round(const WorkerSetup& setup, std::size_t cases) {
  rlimit limit{};
  rusage used{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0 || ::getrusage(RUSAGE_SELF, &used) != 0) return;
  const auto longest = std::chrono::ceil<std::chrono::seconds>(setup.start + cases * setup.per_case);
  const rlim_t cores = std::max(1U, std::thread::hardware_concurrency());
  const auto so_far = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  limit.rlim_cur = std::min(so_far + static_cast<rlim_t>(longest.count()) * cores + 1, limit.rlim_max);
  ::setrlimit(RLIMIT_CPU, &limit);
}

void watch_memory(const WorkerMemory& memory) {
  const ResultRooms& rooms = memory.rooms;
  note_faults({{{memory.cases.bytes(), Touched::kCase},
                {rooms.page.guard_before(), Touched::kBeforeResult},
                {rooms.page.guard_behind(), Touched::kBehindResult},
                {rooms.large.guard_before(), Touched::kBeforeResult},
                {rooms.large.guard_behind(), Touched::kBehindResult}}},
              memory.progress().touched);
}

}  // namespace

Result<WorkerMemory> WorkerMemory::make(std::size_t case_bytes) {
  Result<SharedMemory> cases = SharedMemory::map(std::max(case_bytes, kLeastCaseBytes));
  if (!cases) return tl::unexpected(cases.error());
  Result<SharedMemory> results = SharedMemory::map(kProgressBytes + kRoomBytes);
  if (!results) return tl::unexpected(results.error());
  Result<ResultRooms> rooms = ResultRooms::map(kMostResultBytes);
  if (!rooms) return tl::unexpected(rooms.error());
  WorkerMemory memory{std::move(*cases), std::move(*results), std::move(*rooms)};
  new (memory.results.bytes().data()) RoundProgress;
  return memory;
}

RoundProgress& WorkerMemory::progress() const {
  return *std::launder(reinterpret_cast<RoundProgress*>(results.bytes().data()));
}

std::span<std::byte> WorkerMemory::room() const { return results.bytes().subspan(kProgressBytes); }

void run_worker(const WorkerSetup& setup) {
  RoundProgress& progress = setup.memory.progress();
  limit_cpu_of_round(setup, 0);
  const Result<NativeFunction> function = setup.target.load();
  if (!function) {
    copy_text(progress.load_message, function.error().message);
    copy_text(progress.load_hint, function.error().hint);
    progress.load_error = static_cast<std::uint32_t>(function.error().code);
    say_done(progress);
    return;
  }
  setup.memory.cases.make_read_only();
  const RoundCases cases(setup.memory.cases.bytes());
  NativeCase shown(setup.contract, setup.profile);
  NativeResult result(setup.memory.room(), setup.memory.rooms);
  watch_memory(setup.memory);
  say_done(progress);
  while (wait_for_round(progress)) {
    result.rewind();
    const std::size_t count = cases.count();
    limit_cpu_of_round(setup, count);
    for (std::size_t i = 0; i < count && result.has_room(); ++i) {
      cases.show(i, shown);
      progress.begun.store(static_cast<std::uint32_t>(i + 1), std::memory_order_release);
      progress.records[i] = result.finish((*function)(&shown.view(), result.begin()));
      progress.answered.store(static_cast<std::uint32_t>(i + 1), std::memory_order_release);
    }
    say_done(progress);
  }
}

}  // namespace gradvet
