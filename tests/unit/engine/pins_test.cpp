#include "src/engine/pins.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "properties/contract_table.hpp"
#include "tests/support/fresh_folder.hpp"
#include "tests/support/sample_cases.hpp"

namespace gradvet::test {
namespace {

class PinFileTest : public testing::Test {
 protected:
  ~PinFileTest() override { std::filesystem::remove_all(folder_); }

  static Pin pin(const std::vector<std::vector<double>>& rows, const std::vector<std::int64_t>& counts) {
    Pin made;
    made.contract = &contract_called("vector-mean");
    made.cases = {vector_mean_case(rows, counts)};
    made.candidate = "mean.py:solve";
    made.profile = "float64";
    return made;
  }
  void add(const Pin& made) { ASSERT_TRUE(add_pins(file_, contract_table(), {made}).has_value()); }
  PinFile read() const {
    Result<PinFile> held = read_pins(file_, contract_table());
    EXPECT_TRUE(held.has_value());
    return held.value_or(PinFile{});
  }
  std::string text() const {
    std::ifstream in(file_);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  void write(const std::string& text) const {
    std::filesystem::create_directories(file_.parent_path());
    std::ofstream(file_) << text;
  }

  std::filesystem::path folder_ = fresh_folder();
  std::filesystem::path file_ = folder_ / ".gradvet" / "pins.jsonl";
};

TEST_F(PinFileTest, AbsentFileHoldsNothing) { EXPECT_TRUE(read().pins.empty()); }

TEST_F(PinFileTest, KeepsAPinByValue) {
  add(pin({{1}}, {2}));
  EXPECT_EQ(
      text(),
      "{\"schema\":\"gradvet.pin/1\",\"contract\":\"vector-mean\",\"cases\":[{\"gradient_vectors\":[[1.0]],"
      "\"example_counts\":[2]}],\"kind\":\"wrong-value\",\"mechanism\":null,\"candidate\":\"mean.py:solve\","
      "\"profile\":\"float64\"}\n");
  ASSERT_EQ(read().pins.size(), 1u);
  EXPECT_EQ(read().pins[0].cases[0], vector_mean_case({{1}}, {2}));
}

TEST_F(PinFileTest, KeepsOneOfEqualCases) {
  add(pin({{1}}, {2}));
  Pin other = pin({{1}}, {2});
  other.candidate = "other.py:solve";
  add(other);
  EXPECT_EQ(read().pins.size(), 1u);
}

TEST_F(PinFileTest, SortsByCaseOrder) {
  add(pin({{1, 1}, {2, 2}}, {1, 3}));
  add(pin({{1}}, {2}));
  const PinFile held = read();
  ASSERT_EQ(held.pins.size(), 2u);
  EXPECT_EQ(held.pins[0].cases[0].microbatches(), 1u);
  EXPECT_EQ(held.pins[0].line, 1u);
}

TEST_F(PinFileTest, ReportsAnUnreadableLineByNumberAndKeepsIt) {
  const std::string good = to_json_line(pin({{1}}, {2}));
  write("<<<<<<< ours\n" + good + "\n{\"schema\":\"gradvet.pin/9\"}\n");
  const PinFile held = read();
  ASSERT_EQ(held.pins.size(), 1u);
  ASSERT_EQ(held.unreadable.size(), 2u);
  EXPECT_EQ(held.unreadable[0].line, 1u);
  EXPECT_EQ(held.unreadable[1].line, 3u);
  add(pin({{1}}, {3}));
  EXPECT_EQ(read().pins.size(), 2u);
  EXPECT_EQ(read().unreadable.size(), 2u);
}

TEST_F(PinFileTest, RemovesLinesByNumber) {
  add(pin({{1}}, {2}));
  add(pin({{1}}, {3}));
  ASSERT_TRUE(remove_pins(file_, contract_table(), {1}).has_value());
  ASSERT_EQ(read().pins.size(), 1u);
  EXPECT_EQ(read().pins[0].cases[0], vector_mean_case({{1}}, {3}));
}

TEST_F(PinFileTest, LosesNothingUnderTwoWriters) {
  constexpr std::int64_t kEach = 20;
  const auto write_from = [this](std::int64_t first) {
    for (std::int64_t i = 0; i < kEach; ++i) add(pin({{1}}, {first + i}));
  };
  std::thread other(write_from, 100);
  write_from(1000);
  other.join();
  EXPECT_EQ(read().pins.size(), 2u * kEach);
}

TEST_F(PinFileTest, LeavesNoOtherFileBehind) {
  add(pin({{1}}, {2}));
  const std::filesystem::directory_iterator entries(file_.parent_path());
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

TEST_F(PinFileTest, SaysWhyAFolderCannotBeWritten) {
  std::ofstream(folder_ / "taken") << "a file";
  const Result<void> done = add_pins(folder_ / "taken" / "pins.jsonl", contract_table(), {pin({{1}}, {2})});
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, ErrorCode::kCannotWrite);
  EXPECT_THAT(done.error().message, testing::HasSubstr("taken"));
}

}  // namespace
}  // namespace gradvet::test
