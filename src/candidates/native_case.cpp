#include "src/candidates/native_case.hpp"

#include "src/core/invariant.hpp"
#include "src/core/operations.hpp"

namespace gradvet {

namespace {

/// Kinds and policies travel as their numbers.
constexpr bool is_abi_kind(OperationKind kind, int number) { return static_cast<int>(kind) == number; }
static_assert(is_abi_kind(OperationKind::kStep, GRADVET_STEP) &&
              is_abi_kind(OperationKind::kAdd, GRADVET_ADD) &&
              is_abi_kind(OperationKind::kSave, GRADVET_SAVE) &&
              is_abi_kind(OperationKind::kLoad, GRADVET_LOAD) &&
              is_abi_kind(OperationKind::kReset, GRADVET_RESET) && kOperationNames.size() == 5);
static_assert(static_cast<int>(Policy::kSkipWindow) == GRADVET_SKIP_WINDOW &&
              static_cast<int>(Policy::kSkipMicrobatch) == GRADVET_SKIP_MICROBATCH &&
              kPolicyNames.size() == 2);

std::int32_t abi_layout(Layout layout) {
  switch (layout) {
    case Layout::kScalar:
      return GRADVET_SCALAR;
    case Layout::kPerMicrobatch:
      return GRADVET_PER_MICROBATCH;
    case Layout::kMatrix:
    case Layout::kOperations:  // its kinds, counts and scales are arguments of their own
      return GRADVET_MATRIX;
    case Layout::kRagged:
      return GRADVET_RAGGED;
    case Layout::kRankVector:
      return GRADVET_RANK_VECTOR;
    case Layout::kRankMatrix:
      return GRADVET_RANK_MATRIX;
  }
  fail_invariant("a layout without a number in the C ABI");
}

std::int32_t abi_format(NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat64:
      return GRADVET_FLOAT64;
    case NumberFormat::kFloat32:
      return GRADVET_FLOAT32;
    case NumberFormat::kFloat16:
      return GRADVET_FLOAT16;
    case NumberFormat::kBfloat16:
      return GRADVET_BFLOAT16;
    case NumberFormat::kExact:
      return GRADVET_EXACT;
  }
  fail_invariant("a number format without a number in the C ABI");
}

std::int32_t abi_shape(AnswerShape shape) {
  switch (shape) {
    case AnswerShape::kNull:
    case AnswerShape::kScalar:
      return GRADVET_RESULT_SCALAR;
    case AnswerShape::kList:
    case AnswerShape::kListOrNull:
      return GRADVET_RESULT_LIST;
    case AnswerShape::kWindows:
      return GRADVET_RESULT_ROWS;
  }
  fail_invariant("a shape without a number in the C ABI");
}

/// What an argument without numbers points at.
constexpr double kNoNumbers = 0;

}  // namespace

NativeCase::NativeCase(const ContractInfo& contract, const Profile& profile)
    : contract_(contract.id), profile_(to_text(profile)) {
  for (const Parameter& parameter : contract.parameters) names_.emplace_back(parameter.name);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    gradvet_argument argument{};
    argument.name = names_[i].c_str();
    argument.layout = abi_layout(contract.parameters[i].layout);
    argument.type = is_real(contract.parameters[i].role) ? GRADVET_REALS : GRADVET_INTEGERS;
    argument.is_optional = contract.parameters[i].is_optional ? 1 : 0;
    arguments_.push_back(argument);
  }
  view_.abi_version = GRADVET_ABI_VERSION;
  view_.argument_bytes = sizeof(gradvet_argument);
  view_.argument_count = arguments_.size();
  view_.arguments = arguments_.data();
  view_.contract = contract_.c_str();
  view_.profile = profile_.c_str();
  view_.input_format = abi_format(profile.input);
  view_.accumulator_format = abi_format(profile.accumulator);
  view_.output_format = abi_format(profile.output);
  view_.result_shape = abi_shape(contract.result_shape);
}

void NativeCase::point_at(std::size_t argument, const NativeArgument& memory) {
  gradvet_argument& shown = arguments_[argument];
  const void* const numbers = memory.numbers == nullptr ? &kNoNumbers : memory.numbers;
  if (shown.type == GRADVET_REALS)
    shown.reals = static_cast<const double*>(numbers);
  else
    shown.integers = static_cast<const std::int64_t*>(numbers);
  shown.size = memory.size;
  shown.rows = memory.rows;
  shown.width = memory.width;
  shown.offsets = memory.offset_count != 0 ? memory.offsets : nullptr;
  shown.offset_count = memory.offset_count;
}

}  // namespace gradvet
