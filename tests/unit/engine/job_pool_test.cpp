#include "src/engine/job_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

namespace gradvet::test {
namespace {

using testing::Each;

TEST(JobPool, CoversEveryPositionOnceInTheOrderOfTheJobs) {
  for (const std::size_t jobs : {1, 2, 3, 8})
    for (const std::size_t count : {0, 1, 2, 7, 100}) {
      JobPool pool(jobs);
      std::vector<int> seen(count, 0);
      std::vector<std::size_t> first_of(jobs, count);
      pool.run(count, 1, [&](std::size_t job, std::size_t first, std::size_t last) {
        first_of[job] = first;
        for (std::size_t i = first; i < last; ++i) ++seen[i];
      });
      EXPECT_THAT(seen, Each(1)) << jobs << " jobs, " << count;
      EXPECT_TRUE(std::ranges::is_sorted(first_of)) << jobs << " jobs, " << count;
    }
}

TEST(JobPool, MakesNoPartSmallerThanTheLeast) {
  JobPool pool(8);
  std::atomic<int> parts{0};
  pool.run(35, 16, [&](std::size_t, std::size_t first, std::size_t last) {
    EXPECT_GE(last - first, 16U);
    ++parts;
  });
  EXPECT_EQ(parts, 2);
  pool.run(3, 16, [](std::size_t job, std::size_t first, std::size_t last) {
    EXPECT_EQ(job, 0U);
    EXPECT_EQ(last - first, 3U);
  });
}

TEST(JobPool, RunsItsPartsAtTheSameTime) {
  JobPool pool(3);
  // Each waits for the others: one after another they would never end.
  std::latch all(3);
  std::vector<std::thread::id> threads(3);
  pool.run(3, 1, [&](std::size_t job, std::size_t, std::size_t) {
    all.arrive_and_wait();
    threads[job] = std::this_thread::get_id();
  });
  EXPECT_EQ(threads[0], std::this_thread::get_id());
  EXPECT_NE(threads[1], threads[2]);
}

TEST(JobPool, ThrowsWhatAPartThrowsOnceAllAreDone) {
  JobPool pool(2);
  std::atomic<bool> is_other_done{false};
  const auto part = [&](std::size_t job, std::size_t, std::size_t) {
    if (job == 1) throw std::runtime_error("of job 1");
    is_other_done = true;
  };
  EXPECT_THROW(pool.run(2, 1, part), std::runtime_error);
  EXPECT_TRUE(is_other_done);
}

}  // namespace
}  // namespace gradvet::test
