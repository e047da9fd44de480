"""A right vector-mean: the sum of every coordinate over the window, divided once by the total number of examples."""


def solve(gradient_vectors, example_counts):
    if not gradient_vectors:
        return []
    total = sum(example_counts)
    sums = [0.0] * len(gradient_vectors[0])
    for row in gradient_vectors:
        for j, value in enumerate(row):
            sums[j] += value
    return [value / total for value in sums]
