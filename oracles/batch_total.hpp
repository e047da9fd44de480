#pragma once

#include <optional>
#include <span>
#include <string>

#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// batch-total(batch_sizes, target): the sum of every size, whatever the target. Argument 0 is integers per
/// microbatch, argument 1 one integer.
namespace gradvet::batch_total {

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);
std::optional<double> settle(const Case&, const Profile&, std::span<const double> numbers);

}  // namespace gradvet::batch_total
