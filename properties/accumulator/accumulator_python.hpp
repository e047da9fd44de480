#pragma once

#include <string_view>

#include "properties/joined_text.hpp"

/// The Python programs of the contract: one class, whose methods are right or wrong, and the function that
/// drives it.
namespace gradvet::accumulator::python {

inline constexpr std::string_view kHead = R"(import math


class Accumulator:
    def __init__(self, policy):
        self.policy = policy
        self.sums = []
        self.count = 0
        self.scale = 0
        self.is_void = False
)";

inline constexpr std::string_view kReset = R"(
    def reset(self):
        self.sums = [0] * len(self.sums)
        self.count = 0
        self.scale = 0
        self.is_void = False
)";

inline constexpr std::string_view kResetKeepsCount = R"(
    def reset(self):
        self.sums = [0] * len(self.sums)
        self.scale = 0
        self.is_void = False
)";

inline constexpr std::string_view kAdd = R"(
    def add(self, gradient, count, scale):
        self.sums = self.sums or [0] * len(gradient)
        if scale == 0 or not all(math.isfinite(number) for number in gradient):
            if self.policy == 'skip-window':
                self.is_void = True
            return
        self.count += count
        self.add_gradient(gradient, scale)
)";

inline constexpr std::string_view kAddKeepsCount = R"(
    def add(self, gradient, count, scale):
        self.sums = self.sums or [0] * len(gradient)
        if scale == 0 or not all(math.isfinite(number) for number in gradient):
            if self.policy == 'skip-window':
                self.is_void = True
            else:
                self.count += count
            return
        self.count += count
        self.add_gradient(gradient, scale)
)";

inline constexpr std::string_view kAddZeroesCoordinates = R"(
    def add(self, gradient, count, scale):
        self.sums = self.sums or [0] * len(gradient)
        if scale == 0 or not all(math.isfinite(number) for number in gradient):
            if self.policy == 'skip-window':
                self.is_void = True
                return
            if scale == 0:
                self.count += count
                return
            gradient = [number if math.isfinite(number) else 0 for number in gradient]
        self.count += count
        self.add_gradient(gradient, scale)
)";

inline constexpr std::string_view kUnscaleEach = R"(
    def add_gradient(self, gradient, scale):
        for j, number in enumerate(gradient):
            self.sums[j] += number / scale

    def mean(self):
        return [number / self.count for number in self.sums]
)";

inline constexpr std::string_view kUnscaleByLast = R"(
    def add_gradient(self, gradient, scale):
        self.scale = scale
        for j, number in enumerate(gradient):
            self.sums[j] += number

    def mean(self):
        return [number / self.scale / self.count for number in self.sums]
)";

inline constexpr std::string_view kUnscaleByFirst = R"(
    def add_gradient(self, gradient, scale):
        self.scale = self.scale or scale
        for j, number in enumerate(gradient):
            self.sums[j] += number

    def mean(self):
        return [number / self.scale / self.count for number in self.sums]
)";

inline constexpr std::string_view kStep = R"(
    def step(self):
        update = None if self.is_void or self.count == 0 else self.mean()
        self.reset()
        return update
)";

inline constexpr std::string_view kStepKeepsCount = R"(
    def step(self):
        update = None if self.is_void or self.count == 0 else self.mean()
        count = 0 if self.is_void else self.count
        self.reset()
        self.count = count
        return update
)";

inline constexpr std::string_view kStepClearsCountItself = R"(
    def step(self):
        update = None if self.is_void or self.count == 0 else self.mean()
        self.reset()
        self.count = 0
        return update
)";

inline constexpr std::string_view kVoidedStepKeepsCount = R"(
    def step(self):
        if self.is_void:
            self.sums = [0] * len(self.sums)
            self.is_void = False
            return None
        update = None if self.count == 0 else self.mean()
        self.reset()
        return update
)";

inline constexpr std::string_view kVoidedStepKeepsSum = R"(
    def step(self):
        if self.is_void:
            self.count = 0
            self.is_void = False
            return None
        update = None if self.count == 0 else self.mean()
        self.reset()
        return update
)";

inline constexpr std::string_view kSave = R"(
    def save(self):
        return {'sums': list(self.sums), 'count': self.count, 'scale': self.scale, 'is_void': self.is_void}
)";

inline constexpr std::string_view kLoad = R"(
    def load(self, state):
        self.sums = list(state['sums'])
        self.count = state['count']
        self.scale = state['scale']
        self.is_void = state['is_void']
)";

inline constexpr std::string_view kLoadLosesSum = R"(
    def load(self, state):
        self.sums = [0] * len(state['sums'])
        self.count = state['count']
        self.scale = state['scale']
        self.is_void = state['is_void']
)";

inline constexpr std::string_view kLoadLosesCount = R"(
    def load(self, state):
        self.sums = list(state['sums'])
        self.count = 0
        self.scale = state['scale']
        self.is_void = state['is_void']
)";

inline constexpr std::string_view kSolve = R"(

def solve(operations, policy):
    accumulator, saved, updates = Accumulator(policy), None, []
    for kind, *arguments in operations:
        if kind == 'add':
            accumulator.add(*arguments)
        elif kind == 'step':
            updates.append(accumulator.step())
        elif kind == 'reset':
            accumulator.reset()
        elif kind == 'save':
            saved = accumulator.save()
        else:
            accumulator = Accumulator(policy)
            accumulator.load(saved)
    return updates
)";

}  // namespace gradvet::accumulator::python
