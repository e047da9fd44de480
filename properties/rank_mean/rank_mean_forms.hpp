#pragma once

#include <span>

#include "src/core/form.hpp"

namespace gradvet::rank_mean {

const Form& repair();
std::span<const Mechanism> mechanisms();
std::span<const Form* const> honest_forms();

}  // namespace gradvet::rank_mean
