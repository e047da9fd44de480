#pragma once

#include <cstdint>
#include <optional>

#include "src/core/contract.hpp"

/// The changes that the laws of several contracts make to a case, and what they predict. A change is exact or
/// does not apply. The changed case may lie outside the domain of a profile (half of the least subnormal is
/// no float16): who applies a law asks Contract::refuse() first.
namespace gradvet::law {

/// Shuffles the microbatches; nothing below two of them.
std::optional<Case> permute(const Case& original, std::uint64_t word);

/// Inserts a microbatch whose numbers are all zero; nothing where there is none, since a window needs a
/// count.
std::optional<Case> add_empty(const Case& original, std::uint64_t word);

/// Multiplies every number of a real argument by 2^exponent.
std::optional<Case> scale_reals(const Case& original, std::size_t argument, int exponent);

/// Multiplies every number of an integer argument.
std::optional<Case> scale_integers(const Case& original, std::size_t argument, std::int64_t factor);

/// Splits one microbatch with a count of 2 or more: it keeps a part of its count, a new last one gets the
/// rest; the values are halved or stay with the first. Numbers of other roles are copied.
std::optional<Case> split(const Case& original, std::uint64_t word);

/// Adds up counts and values into one microbatch; numbers of other roles are those of the first.
std::optional<Case> merge_all(const Case& original, std::uint64_t word);

/// Shares the items of a ragged case out anew to as many rows; nothing below two rows or without items.
std::optional<Case> regroup(const Case& original, std::uint64_t word);

/// Puts all items of a ragged case into one row; nothing below two rows.
std::optional<Case> gather(const Case& original, std::uint64_t word);

/// Shuffles the items of a ragged case across its rows, which keep their sizes; nothing below two items.
std::optional<Case> shuffle_items(const Case& original, std::uint64_t word);

/// Inserts an item into a row of a ragged case: a copy of item `source`, put after it, or zeros anywhere for
/// kNewZeros. Nothing where there is no row.
std::optional<Case> insert_item(const Case& original, std::uint32_t source, std::uint64_t word);

/// The exponent -4 … 4 but not 0 that a word stands for.
int exponent_of(std::uint64_t word);

/// The result does not change.
ExactAnswer predict_same(const Case& original, const Case& changed, const ExactAnswer& result);

/// Every number of the result grows by the factor by which the argument did (and shrinks by it for
/// predict_inverse).
ExactAnswer predict_scaled(const Case& original, const Case& changed, std::size_t argument,
                           const ExactAnswer& result);
ExactAnswer predict_inverse(const Case& original, const Case& changed, std::size_t argument,
                            const ExactAnswer& result);

}  // namespace gradvet::law
