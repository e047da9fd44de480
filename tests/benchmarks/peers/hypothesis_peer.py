"""The vector-mean property under Hypothesis: prints the microseconds a case, generation and exact check included.

    python hypothesis_peer.py CASES
"""
import sys
import time
from fractions import Fraction

from hypothesis import HealthCheck, Phase, given, settings, strategies

CASES = int(sys.argv[1])
ROUNDOFF = Fraction(1, 2**53)

numbers = strategies.one_of(
    strategies.integers(-1000, 1000).map(float),
    strategies.integers(-(2**40), 2**40).map(lambda number: number / 2**20))


@strategies.composite
def windows(draw):
    microbatches, width = draw(strategies.integers(0, 20)), draw(strategies.integers(0, 4))
    rows = draw(strategies.lists(strategies.lists(numbers, min_size=width, max_size=width),
                                 min_size=microbatches, max_size=microbatches))
    counts = draw(strategies.lists(strategies.integers(1, 999), min_size=microbatches, max_size=microbatches))
    return rows, counts


def mean(rows, counts):
    return [sum(column) / sum(counts) for column in zip(*rows)]


seen = 0


@settings(max_examples=CASES, database=None, deadline=None, derandomize=True, phases=[Phase.generate],
          suppress_health_check=list(HealthCheck))
@given(windows())
def keeps_the_contract(window):
    global seen
    seen += 1
    rows, counts = window
    for column, answer in zip(zip(*rows), mean(rows, counts), strict=True):
        values = [Fraction(value) for value in column]
        allowed = ROUNDOFF * (len(rows) + 4) * sum(map(abs, values)) / sum(counts)
        assert abs(Fraction(answer) - sum(values) / sum(counts)) <= allowed


start = time.perf_counter()
keeps_the_contract()
print((time.perf_counter() - start) / seen * 1e6)
