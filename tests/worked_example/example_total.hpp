#pragma once

#include <optional>
#include <string>

#include "src/core/answer.hpp"
#include "src/core/contract.hpp"

/// example-total(example_counts): the number of examples of a window. Argument 0 is integers per microbatch.
/// The worked example of properties/README.md, as it would lie in oracles/.
namespace gradvet::example_total {

std::optional<std::string> refuse(const Case&, const Profile&);
void expect(const Case&, ExactAnswer& out);
void allow(const Case&, const Profile&, Allowance& out);

}  // namespace gradvet::example_total
