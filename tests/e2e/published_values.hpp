#pragma once

#include <array>
#include <string_view>

namespace gradvet {

/// One row of a published table: what a program prints for a check, as Python writes it.
struct PublishedObservation {
  std::string_view check;
  std::string_view failure;
  std::string_view unsuccessful_fix;
  std::string_view expected;
  bool failure_passes;
  bool unsuccessful_fix_passes;
};

struct PublishedTable {
  std::string_view alias;
  std::string_view contract;
  std::array<PublishedObservation, 7> rows;
};

/// The 42 observations of the three published cases, variant 1, copied by hand from their pages: facts, not
/// code.
inline constexpr std::array<PublishedTable, 3> kPublishedTables = {{
    {"FA-98881",
     "vector-mean",
     {{{"two coordinates", "[7.0, 6.0]", "[3.0, 3.333333333333333]", "[3.5, 3]", false, false},
       {"single vector", "[5.0, 7.0]", "[5.0, 7.0]", "[5, 7]", true, true},
       {"empty", "[]", "[]", "[]", true, true},
       {"zero coordinate", "[4.0, 3.0]", "[1.3333333333333333, 1.6666666666666665]", "[2, 1.5]", false,
        false},
       {"one coordinate", "[5.0]", "[2.0]", "[2]", false, true},
       {"three vectors", "[5.0]", "[2.0]", "[2.142857142857143]", false, false},
       {"unequal counts", "[3.0, 6.0]", "[2.0, 4.0]", "[2, 4]", false, true}}}},
    {"FA-98896",
     "unscaled-mean",
     {{{"different scales", "0.6666666666666666", "1.0", "1", false, true},
       {"same scale", "1.5", "1.5", "1.5", true, true},
       {"one step", "5.0", "5.0", "5", true, true},
       {"empty window", "0.0", "0.0", "0", true, true},
       {"zero numerator", "0.6666666666666666", "0.6666666666666666", "0.6666666666666666", true, true},
       {"zero scale step omitted", "1.0", "2.6666666666666665", "0.6666666666666666", false, false},
       {"different counts", "1.5", "2.0", "2", false, true}}}},
    {"FA-98921",
     "batch-total",
     {{{"short final batch", "0", "2", "3", false, false},
       {"all full batches", "2", "2", "2", true, true},
       {"single short", "0", "0", "1", false, false},
       {"empty", "0", "0", "0", true, true},
       {"oversized batch", "0", "3", "3", false, true},
       {"mixed remainder", "2", "2", "2", true, true},
       {"unit batch", "0", "2", "3", false, false}}}},
}};

}  // namespace gradvet
