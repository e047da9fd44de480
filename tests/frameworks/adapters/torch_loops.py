"""The two loops that PyTorch's own pages show: gradients accumulate in .grad, the loop scales the loss."""
from linear_window import fits, microbatches, sgd, weight


def mean_of_means(gradient_vectors, example_counts):
    if not fits(gradient_vectors, example_counts) or 0 in example_counts:
        return NotImplemented  # the mean loss of no example is NaN
    w = weight(len(gradient_vectors[0]))
    optimizer = sgd(w)
    for examples in microbatches(gradient_vectors, example_counts):
        loss = (examples @ w).mean()
        (loss / len(gradient_vectors)).backward()
    optimizer.step()
    return -w.detach()


def sum_over_total(gradient_vectors, example_counts):
    if not fits(gradient_vectors, example_counts):
        return NotImplemented
    w = weight(len(gradient_vectors[0]))
    optimizer = sgd(w)
    for examples in microbatches(gradient_vectors, example_counts):
        ((examples @ w).sum() / sum(example_counts)).backward()
    optimizer.step()
    return -w.detach()
