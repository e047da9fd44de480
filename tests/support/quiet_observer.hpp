#pragma once

#include "src/engine/hunt.hpp"

namespace gradvet::test {

/// Listens to nothing.
class QuietObserver final : public HuntObserver {
 public:
  void on_phase(Phase, std::uint64_t) override {}
  void on_progress(Phase, std::uint64_t, std::size_t) override {}
};

}  // namespace gradvet::test
