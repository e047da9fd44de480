"""The model that makes a trainer's gradient visible: one weight vector w = 0, the loss of an example x is x·w, plain
SGD with learning rate 1. The gradient of an example is x itself, so after one step w is minus what was accumulated."""
import torch

# A microbatch is built in full, example by example; gradvet also draws counts that no memory holds.
MOST_EXAMPLES = 4096


def weight(width):
    return torch.nn.Parameter(torch.zeros(width))


def sgd(*weights):
    return torch.optim.SGD(weights, lr=1.0)


def fits(gradients, counts):
    """Whether the window can be built: neither empty nor too large."""
    return len(gradients) > 0 and len(gradients[0]) > 0 and max(counts) <= MOST_EXAMPLES


def microbatch(gradient, count):
    """As many examples as counted; the first one carries the summed gradient."""
    examples = torch.zeros(count, len(gradient))
    if count > 0:
        examples[0] = torch.tensor(gradient)
    return examples


def microbatches(gradients, counts):
    return [microbatch(gradient, count) for gradient, count in zip(gradients, counts)]


def noted_steps(optimizer, w):
    """A list to which each step of the optimizer adds what it took from w; w starts each window at 0."""
    taken = []

    def note(*arguments):
        taken.append((-w.detach()).tolist())
        w.data.zero_()

    optimizer.register_step_post_hook(note)
    return taken


def window_counts(counts, accumulation_steps, index):
    """The counts of the window that microbatch `index` of a stream belongs to."""
    first = index - index % accumulation_steps
    return counts[first : first + accumulation_steps]


def fits_stream(sums, counts, accumulation_steps):
    """Whether the stream can be built and every window of it counts something."""
    if not fits(sums, counts) or accumulation_steps > MOST_EXAMPLES:
        return False
    return all(sum(window_counts(counts, accumulation_steps, i)) > 0 for i in range(len(counts)))


class LinearModel(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.w = weight(width)

    def forward(self, examples):
        return examples @ self.w
