#include <gradvet.hpp>

#include "mean.hpp"

GRADVET_SOLVE(mean)
