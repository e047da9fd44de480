#pragma once

#include <optional>
#include <span>
#include <string>

#include "oracles/rounding_bound.hpp"
#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// token-mean(microbatch_means, token_counts, sample_counts): every coordinate's mean over the tokens of the
/// window, made from the means of its microbatches; null (no update) where no token counts. Argument 0 is a
/// matrix of values, argument 1 the token counts, argument 2 the sample counts, which the result does not
/// depend on.
namespace gradvet::token_mean {

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
/// What usual implementations stay within (Contract::usual).
void usual(const Case&, const Profile&, Allowance& out);
/// The bounds alone, for any formats.
void allow(const Case&, const rounding::Arithmetic&, Allowance& out);
/// Nothing where the result is null.
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);

}  // namespace gradvet::token_mean
