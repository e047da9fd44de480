#pragma once

#include <span>

#include "src/core/form.hpp"

namespace gradvet::clipped_mean {

const Form& repair();
std::span<const Mechanism> mechanisms();
std::span<const Form* const> honest_forms();

}  // namespace gradvet::clipped_mean
