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
  add_value(command, "--shard", flags.shard, "I/N", "one part of the hunt, or auto (not yet)");
  add_switch(command, "--all", flags.is_all, "one finding for each distinct mistake (not yet)");
  add_switch(command, "--laws-only", flags.is_laws_only, "judge by the laws, without the oracle (not yet)");
  add_value(command, "--against", flags.against, "CANDIDATE", "compare two candidates (not yet)");
  add_value(command, "--within", flags.within, "ULPS", "how far they may differ (not yet)");
}

Result<void> refuse_later_flags(const LaterFlags& flags) {
  if (flags.jobs) {
    const Result<std::uint64_t> jobs = read_count("--jobs", *flags.jobs, 1, kMostJobs);
    if (!jobs) return tl::unexpected(jobs.error());
    if (*jobs > 1) return tl::unexpected(not_yet("--jobs above 1", "--jobs 1 gives the same report"));
  }
  if (flags.shard) return tl::unexpected(not_yet("--shard", "other seeds explore other cases meanwhile"));
  if (flags.is_all)
    return tl::unexpected(not_yet("--all", "without it the first finding of each kind is shown"));
  if (flags.is_laws_only) return tl::unexpected(not_yet("--laws-only", "without it the oracle judges"));
  if (flags.against) return tl::unexpected(not_yet("--against", "both can be vetted against the contract"));
  if (flags.within) return tl::unexpected(not_yet("--within", "the profile says what rounding allows"));
  return {};
}

}  // namespace gradvet
