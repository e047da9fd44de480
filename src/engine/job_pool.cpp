#include "src/engine/job_pool.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <exception>
#include <latch>
#include <vector>

namespace gradvet {

struct JobPool::Threads {
  explicit Threads(std::size_t count) : pool(count) {}
  boost::asio::thread_pool pool;
};

JobPool::JobPool(std::size_t jobs) : jobs_(std::max<std::size_t>(1, jobs)) {
  if (jobs_ > 1) threads_ = std::make_unique<Threads>(jobs_ - 1);
}

JobPool::~JobPool() {
  if (threads_) threads_->pool.join();
}

void JobPool::run(std::size_t count, std::size_t least, const Part& part) {
  const std::size_t parts = std::clamp<std::size_t>(count / std::max<std::size_t>(1, least), 1, jobs_);
  if (parts == 1) return part(0, 0, count);
  std::vector<std::exception_ptr> thrown(parts);
  std::latch others(static_cast<std::ptrdiff_t>(parts - 1));
  const auto run_part = [&](std::size_t job) {
    try {
      part(job, count * job / parts, count * (job + 1) / parts);
    } catch (...) {
      thrown[job] = std::current_exception();
    }
  };
  for (std::size_t job = 1; job < parts; ++job)
    boost::asio::post(threads_->pool, [&run_part, &others, job] {
      run_part(job);
      others.count_down();
    });
  run_part(0);
  others.wait();
  for (const std::exception_ptr& exception : thrown)
    if (exception) std::rethrow_exception(exception);
}

}  // namespace gradvet
