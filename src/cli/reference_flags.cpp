#include "src/cli/reference_flags.hpp"

#include "src/cli/flag_values.hpp"
#include "src/cli/flags.hpp"

namespace gradvet {

namespace {
constexpr std::uint64_t kMostUlps = 1'000'000'000'000;
}

void add_reference_flags(CLI::App& command, ReferenceFlags& flags) {
  add_value(command, "--against", flags.against, "CANDIDATE",
            "judge by this candidate instead of the oracle");
  add_value(command, "--within", flags.within, "ULPS", "how far from it an answer may be (same bits)");
}

Result<ReferenceSetup> read_reference_flags(const ReferenceFlags& flags, const CandidateSetup& setup) {
  ReferenceSetup reference;
  if (flags.within) {
    if (!flags.against)
      return make_error(ErrorCode::kBadFlagValue, "--within says how far from --against an answer may be",
                        "name the reference: --against old.py");
    const Result<std::uint64_t> within = read_count("--within", *flags.within, 0, kMostUlps);
    if (!within) return tl::unexpected(within.error());
    reference.within = *within;
  }
  if (!flags.against) return reference;
  Result<std::unique_ptr<Candidate>> candidate = make_candidate(*flags.against, setup.settings);
  if (!candidate) return tl::unexpected(candidate.error());
  reference.candidate = std::move(*candidate);
  return reference;
}

}  // namespace gradvet
