// The observations that were published with the three cases: 7 fixtures for the failure and 7 for the
// unsuccessful fix of each, recorded with Python 3.12.14. The values are typed from the published tables.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "properties/contract_table.hpp"

namespace gradvet {
namespace {

struct Published {
  std::string_view check;
  std::vector<double> actual;
  bool passed;
};

struct Record {
  std::string_view form;
  std::vector<Published> observations;
};

const std::vector<Record>& records() {
  static const std::vector<Record> kRecords = {
      {"vector-mean/microbatch-denominator/failure",
       {{"two coordinates", {7.0, 6.0}, false},
        {"single vector", {5.0, 7.0}, true},
        {"empty", {}, true},
        {"zero coordinate", {4.0, 3.0}, false},
        {"one coordinate", {5.0}, false},
        {"three vectors", {5.0}, false},
        {"unequal counts", {3.0, 6.0}, false}}},
      {"vector-mean/microbatch-denominator/unsuccessful-fix",
       {{"two coordinates", {3.0, 3.333333333333333}, false},
        {"single vector", {5.0, 7.0}, true},
        {"empty", {}, true},
        {"zero coordinate", {1.3333333333333333, 1.6666666666666665}, false},
        {"one coordinate", {2.0}, true},
        {"three vectors", {2.0}, false},
        {"unequal counts", {2.0, 4.0}, true}}},
      {"unscaled-mean/last-scale/failure",
       {{"different scales", {0.6666666666666666}, false},
        {"same scale", {1.5}, true},
        {"one step", {5.0}, true},
        {"empty window", {0.0}, true},
        {"zero numerator", {0.6666666666666666}, true},
        {"zero scale step omitted", {1.0}, false},
        {"different counts", {1.5}, false}}},
      {"unscaled-mean/last-scale/unsuccessful-fix",
       {{"different scales", {1.0}, true},
        {"same scale", {1.5}, true},
        {"one step", {5.0}, true},
        {"empty window", {0.0}, true},
        {"zero numerator", {0.6666666666666666}, true},
        {"zero scale step omitted", {2.6666666666666665}, false},
        {"different counts", {2.0}, true}}},
      {"batch-total/full-batches-only/failure",
       {{"short final batch", {0}, false},
        {"all full batches", {2}, true},
        {"single short", {0}, false},
        {"empty", {0}, true},
        {"oversized batch", {0}, false},
        {"mixed remainder", {2}, true},
        {"unit batch", {0}, false}}},
      {"batch-total/full-batches-only/unsuccessful-fix",
       {{"short final batch", {2}, false},
        {"all full batches", {2}, true},
        {"single short", {0}, false},
        {"empty", {0}, true},
        {"oversized batch", {3}, true},
        {"mixed remainder", {2}, true},
        {"unit batch", {2}, false}}},
  };
  return kRecords;
}

/// The contract of a form and the form.
std::pair<const Contract*, const Form*> find_form(std::string_view id) {
  for (const Contract* contract : contract_table())
    for (const Mechanism& mechanism : contract->mechanisms())
      for (const Form* form : {mechanism.failure, mechanism.unsuccessful_fix})
        if (form->id == id) return {contract, form};
  return {};
}

/// A quotient of small integers as a double: exactly what Python's `/` gives.
double python_value(const Rational& value) {
  return static_cast<double>(numerator(value)) / static_cast<double>(denominator(value));
}

TEST(PublishedObservations, AreFortyTwo) {
  std::size_t count = 0;
  for (const Record& record : records()) count += record.observations.size();
  EXPECT_EQ(count, 42U);
}

TEST(PublishedObservations, AreReproducedBitForBit) {
  for (const Record& record : records()) {
    const auto [contract, form] = find_form(record.form);
    ASSERT_NE(form, nullptr) << record.form;
    const std::vector<Fixture> fixtures = contract->fixtures(1);
    ASSERT_EQ(fixtures.size(), record.observations.size());
    for (std::size_t i = 0; i < fixtures.size(); ++i) {
      const Published& published = record.observations[i];
      ASSERT_EQ(fixtures[i].name, published.check);
      Answer answer;
      form->compute(fixtures[i].input, Profile{}, answer);
      ASSERT_EQ(answer.numbers.size(), published.actual.size()) << record.form << ": " << published.check;
      bool passed = answer.shape == fixtures[i].expected_shape;
      for (std::size_t j = 0; j < answer.numbers.size(); ++j) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(answer.numbers[j]),
                  std::bit_cast<std::uint64_t>(published.actual[j]))
            << record.form << ": " << published.check;
        passed = passed && answer.numbers[j] == python_value(fixtures[i].expected[j].value);
      }
      EXPECT_EQ(passed, published.passed) << record.form << ": " << published.check;
    }
  }
}

}  // namespace
}  // namespace gradvet
