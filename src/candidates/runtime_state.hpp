#pragma once

#include <cfenv>
#include <csignal>
#include <string>

namespace gradvet {

/// What code of a candidate that runs in this process may change behind our back: rounding mode, flush to
/// zero, floating-point traps, signal mask, locale and folder. The destructor puts back what the constructor
/// found.
class RuntimeState {
 public:
  RuntimeState();
  ~RuntimeState();
  RuntimeState(const RuntimeState&) = delete;
  RuntimeState& operator=(const RuntimeState&) = delete;

 private:
  std::fenv_t floating_;
  sigset_t signals_;
  std::string locale_;
  int folder_;
};

}  // namespace gradvet
