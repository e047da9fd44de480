#pragma once

#include <optional>

#include "src/core/number.hpp"

namespace gradvet {

/// The fraction with the smallest denominator in [low, high] (low <= high; both ends included), by descent in
/// the Stern-Brocot tree (Graham, Knuth and Patashnik, Concrete Mathematics, 4.5), as continued fractions.
Rational simplest_between(const Rational& low, const Rational& high);

/// The fraction that stands out within `tolerance` of `measured`: the simplest one, if every other fraction
/// there has a denominator over 1,024 times larger; nothing otherwise. (Two fractions p/q and r/s differ by
/// at least 1/(q s), so an interval of width w that holds p/q holds no other with s < 1/(q w).)
std::optional<Rational> fit_fraction(const Rational& measured, const Rational& tolerance);

}  // namespace gradvet
