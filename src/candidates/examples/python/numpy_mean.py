"""A right vector-mean with NumPy: gradvet vet numpy_mean.py"""
import numpy as np


def solve(gradient_vectors, example_counts):
    if not gradient_vectors:
        return []
    sums = np.asarray(gradient_vectors, dtype=np.float64).sum(axis=0)
    return sums / np.float64(sum(example_counts))  # the counts are summed as Python's own, exact integers
