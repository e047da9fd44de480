#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace gradvet {

/// Arbitrary-precision integer.
using Integer = boost::multiprecision::cpp_int;

/// Exact fraction in lowest terms. Its division by zero throws: divide only by what is known not to be zero.
using Rational = boost::multiprecision::cpp_rational;

}  // namespace gradvet
