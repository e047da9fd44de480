// gradvet_accumulator.h: an accumulator as functions.

#include <gmock/gmock.h>
#include <gradvet_accumulator.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/unit/candidates/operation_cases.hpp"

namespace gradvet {
namespace {

using ::testing::HasSubstr;

/// What the functions below did and are to do. They are plain functions, so this is not in an object.
struct Log {
  std::set<const void*> alive;
  int created = 0;
  int destroyed_twice = 0;
  std::string policy_and_width;
  std::string fails;  ///< the function that fails
  int status = GRADVET_FAILED;
  const char* why = nullptr;
  int beside = 0;  ///< where step writes, from the beginning of its update; 0: nowhere
};
Log log_;

struct State {
  double sum = 0;
  std::int64_t count = 0;
};

int status_of(const char* function) { return log_.fails == function ? log_.status : GRADVET_OK; }

template <class T>
T* keep(T* made) {
  log_.alive.insert(made);
  return made;
}

template <class T>
void drop(void* made) {
  if (log_.alive.erase(made) == 1)
    delete static_cast<T*>(made);
  else
    ++log_.destroyed_twice;
}

void* create(std::int32_t policy, std::size_t width) {
  log_.policy_and_width = std::to_string(policy) + " " + std::to_string(width);
  if (log_.fails == "second create" && log_.created == 1) return nullptr;
  if (log_.fails == "create") return nullptr;
  ++log_.created;
  return keep(new State);
}

/// Of two coordinates the first, each scaled and counted.
int add(void* state, const double* gradient, std::size_t, std::int64_t count, double scale) {
  auto& self = *static_cast<State*>(state);
  self.sum += gradient[0] / scale;
  self.count += count;
  return status_of("add");
}

int reset(void* state) {
  *static_cast<State*>(state) = State{};
  return status_of("reset");
}

int step(void* state, double* out, std::size_t width) {
  auto& self = *static_cast<State*>(state);
  if (log_.beside != 0) out[log_.beside > 0 ? static_cast<std::ptrdiff_t>(width) : -1] = 1;
  const bool updates = self.count > 0;
  if (updates && width > 0) out[0] = self.sum / static_cast<double>(self.count);
  self = State{};
  return status_of("step") != GRADVET_OK ? status_of("step") : updates ? GRADVET_OK : GRADVET_NO_UPDATE;
}

void* save(void* state) {
  if (log_.fails == "save itself") return state;
  return log_.fails == "save" ? nullptr : keep(new State(*static_cast<State*>(state)));
}

int load(void* state, const void* snapshot) {
  *static_cast<State*>(state) = *static_cast<const State*>(snapshot);
  return status_of("load");
}

const char* why(const void*) { return log_.why; }

gradvet_accumulator_functions functions() {
  return {create, add, step, reset, save, load, drop<State>, nullptr, why};
}

NativeFunction candidate(const gradvet_accumulator_functions& functions) {
  return [functions](const gradvet_case* input, gradvet_result* result) {
    return gradvet_run_operations(input, result, &functions);
  };
}

class AccumulatorFunctions : public ::testing::Test {
 protected:
  AccumulatorFunctions() { log_ = Log{}; }

  std::string answer(const std::string& operations, const std::string& policy = "skip-window") {
    const std::string text = answer_text_of(candidate(functions()), operations_case(operations, policy));
    EXPECT_EQ(log_.alive.size(), 0U) << operations << " when failing in " << log_.fails;
    EXPECT_EQ(log_.destroyed_twice, 0) << operations << " when failing in " << log_.fails;
    return text;
  }
};

const std::string kAll =
    R"(["add",[3.0],2,1.0],["save"],["save"],["load"],["reset"],["load"],["step"],["step"])";

TEST_F(AccumulatorFunctions, GiveARowForEachStep) {
  EXPECT_EQ(answer(R"(["add",[3.0],1,2.0],["add",[1.5],1,1.0],["step"],["step"])"), "[[1.5], null]");
  EXPECT_EQ(answer(kAll), "[[1.5], null]");
  EXPECT_EQ(answer(R"(["add",[3.0],2,1.0],["reset"],["step"])"), "[null]");
  EXPECT_EQ(answer(""), "[]");
}

TEST_F(AccumulatorFunctions, AreToldPolicyAndWidth) {
  answer(R"(["add",[3.0,1.0],2,1.0],["step"])", "skip-microbatch");
  EXPECT_EQ(log_.policy_and_width, "1 2");
  answer(R"(["step"])");
  EXPECT_EQ(log_.policy_and_width, "0 0");
}

TEST_F(AccumulatorFunctions, LoadASnapshotIntoAFreshOneEachTime) {
  answer(kAll);
  EXPECT_EQ(log_.created, 3);
}

TEST_F(AccumulatorFunctions, AreTakenForTheirFailure) {
  for (const char* function : {"add", "step", "reset", "load"}) {
    log_ = Log{};
    log_.fails = function;
    EXPECT_EQ(answer(kAll), std::string("exception: in ") + function + ": it returned 1 without a text");
    log_.why = "out of luck";
    EXPECT_EQ(answer(kAll), std::string("exception: in ") + function + ": out of luck");
    log_.status = GRADVET_DECLINED;
    EXPECT_EQ(answer(kAll), std::string("declined: in ") + function + ": out of luck");
  }
  for (const char* function : {"create", "save"}) {
    log_ = Log{};
    log_.fails = function;
    log_.why = "no memory";
    EXPECT_EQ(answer(kAll), std::string("exception: in ") + function + ": no memory");
  }
  log_ = Log{};
  log_.fails = "second create";
  EXPECT_EQ(answer(kAll), "exception: in create: it returned 1 without a text");
}

TEST_F(AccumulatorFunctions, MayNotSaveTheAccumulatorItself) {
  log_.fails = "save itself";
  EXPECT_EQ(answer(kAll), "exception: in save: it gave the accumulator itself, not a copy of its state");
}

TEST_F(AccumulatorFunctions, MayNotWriteBesideTheUpdate) {
  log_.beside = 1;
  EXPECT_EQ(answer(kAll), "exception: in step: it wrote behind the end of its update");
  log_.beside = -1;
  EXPECT_EQ(answer(kAll), "exception: in step: it wrote before the beginning of its update");
}

TEST_F(AccumulatorFunctions, LeaveANaNWhereNothingIsWritten) {
  EXPECT_EQ(answer(R"(["add",[3.0,1.0],2,1.0],["step"])"), "[[1.5, NaN]]");
}

TEST_F(AccumulatorFunctions, FreeASnapshotByAFunctionOfItsOwn) {
  gradvet_accumulator_functions own = functions();
  own.save = [](void* state) -> void* { return keep(new double(static_cast<State*>(state)->sum)); };
  own.load = [](void* state, const void* snapshot) -> int {
    *static_cast<State*>(state) = {*static_cast<const double*>(snapshot), 1};
    return GRADVET_OK;
  };
  own.destroy_snapshot = drop<double>;
  EXPECT_EQ(answer_text_of(candidate(own), operations_case(kAll)), "[[3.0], null]");
  EXPECT_EQ(log_.alive.size(), 0U);
  EXPECT_EQ(log_.destroyed_twice, 0);
}

TEST_F(AccumulatorFunctions, AreAllNeeded) {
  gradvet_accumulator_functions some = functions();
  some.load = nullptr;
  EXPECT_THAT(answer_text_of(candidate(some), operations_case(kAll)), HasSubstr("no function 'load'"));
}

TEST_F(AccumulatorFunctions, AnswerNoOtherContract) {
  EXPECT_THAT(answer_text_of(candidate(functions()), small_case(1, 1), vector_mean()),
              HasSubstr("takes operations and a policy"));
}

TEST_F(AccumulatorFunctions, DeclineALoadBeforeAnySave) {
  EXPECT_EQ(answer(R"(["load"],["step"])"), "declined: a load before any save");
}

}  // namespace
}  // namespace gradvet
