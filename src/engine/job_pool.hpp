#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace gradvet {

/// Runs the parts of one piece of work at the same time, each in a thread of its own. The threads live as
/// long as the pool: what one of them forks is not ended by its parent's end before.
class JobPool {
 public:
  /// So many jobs, at least 1: the calling thread is one of them.
  explicit JobPool(std::size_t jobs);
  ~JobPool();
  JobPool(const JobPool&) = delete;
  JobPool& operator=(const JobPool&) = delete;

  std::size_t jobs() const { return jobs_; }

  /// A part: the positions from `first` up to, not including, `last`.
  using Part = std::function<void(std::size_t job, std::size_t first, std::size_t last)>;

  /// Splits the positions 0 … count - 1 into contiguous parts in the order of the jobs, at most one a job and
  /// none smaller than `least` (at least 1) but a single one; returns when all are done. Job 0 runs in the
  /// calling thread. What a part throws is thrown here.
  void run(std::size_t count, std::size_t least, const Part& part);

 private:
  struct Threads;

  std::size_t jobs_;
  std::unique_ptr<Threads> threads_;  ///< null: there is one job alone
};

}  // namespace gradvet
