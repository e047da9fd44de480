// What NumPy returns, through the real program: tests/fixtures/candidates/zoo/numpy_zoo.py.

#include <array>

#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

struct Return {
  std::string_view function;
  int status;
  std::string_view says;
};

constexpr std::array kReturns = {
    Return{"mean", 0, "held"},
    Return{"big_endian", 0, "held"},
    Return{"long_double", 0, "held"},
    Return{"objects", 0, "held"},
    Return{"strided", 0, "held"},
    Return{"list_of_scalars", 0, "held"},
    Return{"empties_its_arguments", 0, "held"},
    Return{"masks_its_numbers", 1, "non-finite"},
    Return{"no_dimensions", 1, "wrong-shape"},
    Return{"a_column", 1, "wrong-shape"},
    Return{"complex_numbers", 1, "wrong-shape"},
    Return{"texts", 1, "wrong-shape"},
    Return{"booleans", 1, "wrong-shape"},
    Return{"dates", 1, "wrong-shape"},
    Return{"records", 1, "wrong-shape"},
    Return{"cuts_to_integers", 1, "wrong-value"},
    Return{"raises_on_division_by_zero", 1, "exception"},
};

class Numpy : public GradvetCommand {};

TEST_F(Numpy, ReturnsAreReadForWhatTheyAre) {
  const std::optional<std::string> python = python_with_numpy();
  if (!python) GTEST_SKIP() << "NumPy is not installed (python3-numpy)";
  std::filesystem::copy_file(
      std::filesystem::path(GRADVET_ROOT) / "tests/fixtures/candidates/zoo/numpy_zoo.py",
      workshop_.folder() / "numpy_zoo.py");
  for (const Return& row : kReturns) {
    const CommandResult run =
        gradvet({"vet", "numpy_zoo.py:" + std::string(row.function), "--contract", "vector-mean", "--python",
                 *python, "--pins", "off", "--cases", "20", "--scope", "microbatches=2,width=1"});
    EXPECT_EQ(run.status, row.status) << row.function << run;
    EXPECT_NE(run.out.find(row.says), std::string::npos) << row.function << run;
  }
}

}  // namespace
}  // namespace gradvet
