"""A candidate called in a plain loop over prebuilt arguments: prints the microseconds a call.

    python bare_loop.py CALLS
"""
import random
import sys
import time

CALLS = int(sys.argv[1])


def solve(gradient_vectors, example_counts):
    total = sum(example_counts)
    return [sum(column) / total for column in zip(*gradient_vectors)]


draw = random.Random(1)
arguments = []
for _ in range(1000):
    microbatches, width = draw.randrange(21), draw.randrange(5)
    arguments.append(([[draw.randrange(-1000, 1001) / 4 for _ in range(width)] for _ in range(microbatches)],
                      [draw.randrange(1, 1000) for _ in range(microbatches)]))
start = time.perf_counter()
for call in range(CALLS):
    solve(*arguments[call % 1000])
print((time.perf_counter() - start) / CALLS * 1e6)
