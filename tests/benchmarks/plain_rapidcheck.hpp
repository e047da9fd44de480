#pragma once

namespace gradvet::bench {

/// What an engineer would write without gradvet: one rc::check of vector-mean (up to 20 microbatches, width
/// up to 4) against cpp_rational, on a sum-then-divide implementation in double. Runs `cases` cases; returns
/// microseconds a case, or a negative number if the property failed.
double plain_rapidcheck_microseconds_per_case(int cases);

}  // namespace gradvet::bench
