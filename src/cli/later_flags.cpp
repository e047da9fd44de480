#include "src/cli/later_flags.hpp"

#include "src/cli/flag_values.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/messages.hpp"

namespace gradvet {

namespace {
constexpr std::uint64_t kMostJobs = 4096;
}

void add_later_flags(CLI::App& command, LaterFlags& flags) {
  add_value(command, "--jobs", flags.jobs, "N", "1; more: not yet");
}

Result<void> refuse_later_flags(const LaterFlags& flags) {
  if (flags.jobs) {
    const Result<std::uint64_t> jobs = read_count("--jobs", *flags.jobs, 1, kMostJobs);
    if (!jobs) return tl::unexpected(jobs.error());
    if (*jobs > 1) return tl::unexpected(not_yet("--jobs above 1", "--jobs 1 gives the same report"));
  }
  return {};
}

}  // namespace gradvet
