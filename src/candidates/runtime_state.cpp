#include "src/candidates/runtime_state.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <clocale>

namespace gradvet {

RuntimeState::RuntimeState()
    : locale_(std::setlocale(LC_ALL, nullptr)), folder_(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)) {
  std::fegetenv(&floating_);
  ::pthread_sigmask(SIG_SETMASK, nullptr, &signals_);
}

RuntimeState::~RuntimeState() {
  std::fesetenv(&floating_);
  ::pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
  if (locale_ != std::setlocale(LC_ALL, nullptr)) std::setlocale(LC_ALL, locale_.c_str());
  if (folder_ < 0) return;
  [[maybe_unused]] const int changed = ::fchdir(folder_);  // where it is gone, nobody can go back
  ::close(folder_);
}

}  // namespace gradvet
