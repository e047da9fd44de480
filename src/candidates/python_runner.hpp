#pragma once

namespace gradvet {

/// The text of python_runner.py, which travels inside the binary.
const char* python_runner();

}  // namespace gradvet
