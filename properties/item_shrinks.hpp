#pragma once

#include "properties/shrink_list.hpp"

/// Simpler cases of contracts with ragged arguments; nothing for the others.
namespace gradvet::shrinking {

/// Some items less.
void offer_items(ShrinkList& list);
/// One item whose numbers are all zero: a count of zero needs its gradient zero.
void offer_emptied_items(ShrinkList& list);
/// Two neighbouring rows made one, and two items: neighbours of a row, or any two where there are few.
void offer_merged_items(ShrinkList& list);
/// A row or an item less, and half of every weight: what needs more rows or items than weight needs one of
/// less than 1.
void offer_halved_weights(ShrinkList& list);

}  // namespace gradvet::shrinking
