#include "tests/e2e/gradvet_command.hpp"

namespace gradvet {
namespace {

using CarriedFormat = GradvetCommand;

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Sums in float32 and stores the result in a format that the answer carries as its dtype.
constexpr const char* kTensorModule = R"(import math
import struct


def stored(value, code):
    try:
        return struct.unpack(code, struct.pack(code, value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


class Tensor:
    def __init__(self, items, dtype):
        self.items, self.dtype = items, dtype

    def tolist(self):
        return self.items


def mean(gradient_vectors, example_counts, code, dtype):
    if not gradient_vectors:
        return []
    result = []
    for column in zip(*gradient_vectors):
        total = 0.0
        for value in column:
            total = stored(total + stored(value, "f"), "f")
        result.append(stored(stored(total / stored(float(sum(example_counts)), "f"), "f"), code))
    return Tensor(result, dtype)


def float32(gradient_vectors, example_counts):
    return mean(gradient_vectors, example_counts, "f", "torch.float32")


def float16(gradient_vectors, example_counts):
    return mean(gradient_vectors, example_counts, "e", "torch.float16")
)";

TEST_F(CarriedFormat, IsTheProfileToDeclare) {
  workshop_.write("tensors.py", kTensorModule);
  for (const auto& [function, profile] :
       {std::pair{"float32", "float32"}, std::pair{"float16", "f16-acc32"}}) {
    const std::string candidate = std::string("tensors.py:") + function;
    const CommandResult run = gradvet({"vet", candidate, "--pins", "off"});
    EXPECT_EQ(run.status, 1) << run;
    EXPECT_TRUE(contains(run.out, std::string("held under --profile ") + profile + ":")) << run;
    const CommandResult declared =
        gradvet({"vet", candidate, "--pins", "off", "--profile", profile, "--cases", "2000"});
    EXPECT_EQ(declared.status, 0) << declared;
  }
}

TEST_F(CarriedFormat, IsThatOfNumPy) {
  const std::optional<std::string> python = python_with_numpy();
  if (!python) GTEST_SKIP() << "NumPy is not installed (python3-numpy)";
  workshop_.write("means.py",
                  "import numpy as np\n"
                  "def solve(gradient_vectors, example_counts):\n"
                  "    if not gradient_vectors:\n"
                  "        return []\n"
                  "    rows = np.asarray(gradient_vectors, dtype=np.float32)\n"
                  "    total = np.zeros(rows.shape[1], dtype=np.float32)\n"
                  "    for row in rows:\n"
                  "        total += row\n"
                  "    return total / np.float32(sum(example_counts))\n");
  const CommandResult run = gradvet({"vet", "means.py", "--python", *python, "--pins", "off"});
  EXPECT_EQ(run.status, 1) << run;
  EXPECT_TRUE(contains(run.out, "held under --profile float32:")) << run;
  const CommandResult declared =
      gradvet({"vet", "means.py", "--python", *python, "--pins", "off", "--profile", "float32"});
  EXPECT_EQ(declared.status, 0) << declared;
}

}  // namespace
}  // namespace gradvet
