/// Vets a function of this very program: what gradvet::gradvet, the static library of the CMake package,
/// offers.
#ifndef GRADVET_VET_HPP
#define GRADVET_VET_HPP

#include <gradvet.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace gradvet {

/// How a function is vetted; the flags of `gradvet vet` of the same names.
struct VetSettings {
  std::string profile = "float64";
  std::uint64_t seed = 1;
  std::uint64_t cases = 10000;
  std::chrono::milliseconds timeout{1000};
  bool is_in_process = false;  ///< call it here instead of in a forked worker: for debuggers
};

/// What came of it.
struct Vetting {
  bool is_held = false;    ///< false also where nothing could be judged
  bool is_judged = false;  ///< false for an unknown contract, and for a run that ended without a verdict
  std::string report;      ///< what the console of `gradvet vet` says
};

/// Hunts for a case on which the function departs from the contract ("vector-mean"). An unknown contract or
/// profile is told in the report. The same seed gives the same report. The function is called in a forked
/// worker, so it may crash; other threads of this program do not exist there. May be called from one thread
/// at a time.
Vetting vet(const std::string& contract, std::function<int(const gradvet_case*, gradvet_result*)> function,
            const VetSettings& settings = {});

}  // namespace gradvet

#endif
