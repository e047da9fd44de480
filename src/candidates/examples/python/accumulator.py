"""A right accumulator, as the class that a training loop holds: gradvet vet accumulator.py:Accumulator"""
import math


class Accumulator:
    def __init__(self, policy):
        self.skips_window = policy == "skip-window"
        self.reset()

    def reset(self):
        self.sums, self.count, self.is_void = [], 0, False

    def add(self, gradient, count, scale):
        if scale == 0 or not all(math.isfinite(number) for number in gradient):
            self.is_void = self.is_void or self.skips_window
            return
        sums = self.sums or [0.0] * len(gradient)
        self.sums = [total + number / scale for total, number in zip(sums, gradient)]
        self.count += count

    def step(self):
        updates = self.count > 0 and not self.is_void
        update = [total / self.count for total in self.sums] if updates else None
        self.reset()
        return update

    def save(self):
        return {"sums": self.sums, "count": self.count, "is_void": self.is_void}

    def load(self, state):
        self.sums, self.count, self.is_void = state["sums"], state["count"], state["is_void"]
