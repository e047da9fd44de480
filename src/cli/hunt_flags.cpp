#include "src/cli/hunt_flags.hpp"

#include <fmt/format.h>

#include <limits>
#include <ostream>
#include <random>

#include "src/cli/flag_values.hpp"
#include "src/cli/flags.hpp"

namespace gradvet {

namespace {

constexpr std::uint64_t kMostCases = 1'000'000'000'000;
/// A case of more rows or columns would no longer fit into one request line.
constexpr std::uint64_t kMostMicrobatches = 100'000;
constexpr std::uint64_t kMostWidth = 1'000'000;
constexpr std::uint64_t kMostJobs = 256;

/// Sets `number` where the flag is there.
template <class Number>
Result<void> read_number(std::string_view flag, const std::optional<std::string>& text, std::uint64_t least,
                         std::uint64_t most, Number& number) {
  if (!text) return {};
  const Result<std::uint64_t> read = read_count(flag, *text, least, most);
  if (!read) return tl::unexpected(read.error());
  number = static_cast<Number>(*read);
  return {};
}

Result<void> read_seed(const std::optional<std::string>& text, std::ostream& err, std::uint64_t& seed) {
  if (text != "random")
    return read_number("--seed", text, 0, std::numeric_limits<std::uint64_t>::max(), seed);
  std::random_device device;
  seed = (std::uint64_t{device()} << 32) | device();
  err << "gradvet: --seed random chose --seed " << seed << '\n';
  return {};
}

}  // namespace

void add_case_flags(CLI::App& command, HuntFlags& flags) {
  add_value(command, "--cases", flags.cases, "N", "random cases (10000)");
  add_value(command, "--seed", flags.seed, "S", "a number, or random (1)");
}

void add_bound_flags(CLI::App& command, HuntFlags& flags) {
  add_value(command, "--time", flags.time, "T", "end after 10s, 2m, …");
  add_value(command, "--scope", flags.scope, "KEYS", "microbatches=3,width=2,values=5,counts=4 or off");
  add_value(command, "--max-microbatches", flags.max_microbatches, "N", "of random cases (300)");
  add_value(command, "--max-width", flags.max_width, "N", "of random cases (1024)");
  add_value(command, "--jobs", flags.jobs, "N", "so many instances of the candidate at once (1)");
  add_switch(command, "--all", flags.is_all, "go on after a wrong value: one case for each distinct mistake");
  add_switch(command, "--laws-only", flags.is_laws_only,
             "judge values by the contract's laws alone, not by its oracle");
}

Result<HuntOptions> read_hunt_flags(const HuntFlags& flags, std::ostream& err) {
  HuntOptions options;
  options.is_all = flags.is_all;
  options.is_laws_only = flags.is_laws_only;
  if (flags.is_all && flags.is_laws_only)
    return make_error(ErrorCode::kBadFlagValue, "--all and --laws-only exclude each other",
                      "laws do not tell one mistake from another");
  Result<void> read = read_number("--cases", flags.cases, 0, kMostCases, options.cases);
  if (read)
    read = read_number("--max-microbatches", flags.max_microbatches, 1, kMostMicrobatches,
                       options.draw.max_microbatches);
  if (read) read = read_number("--max-width", flags.max_width, 1, kMostWidth, options.draw.max_width);
  if (!read) return tl::unexpected(read.error());
  if (flags.time) {
    const Result<std::chrono::milliseconds> time = read_duration("--time", *flags.time);
    if (!time) return tl::unexpected(time.error());
    options.time = *time;
  }
  if (flags.scope) {
    Result<std::optional<ScopeRequest>> scope = read_scope("--scope", *flags.scope);
    if (!scope) return tl::unexpected(scope.error());
    options.scope = *scope;
  }
  // Last, so that a choice is printed only where it is used.
  if (read = read_seed(flags.seed, err, options.seed); !read) return tl::unexpected(read.error());
  return options;
}

Result<std::size_t> read_jobs(const HuntFlags& flags) {
  std::size_t jobs = 1;
  if (const Result<void> read = read_number("--jobs", flags.jobs, 1, kMostJobs, jobs); !read)
    return tl::unexpected(read.error());
  return jobs;
}

std::string budget_words(const HuntFlags& flags, const HuntOptions& options) {
  return fmt::format("--cases {} --scope {} --max-microbatches {} --max-width {}{}", options.cases,
                     flags.scope.value_or("default"), options.draw.max_microbatches, options.draw.max_width,
                     options.is_all ? " --all" : "");
}

}  // namespace gradvet
