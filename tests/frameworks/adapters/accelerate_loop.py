"""Accelerate's accumulate(), as its guide on gradient accumulation shows it."""
import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState, GradientState

from linear_window import LinearModel, fits, fits_stream, microbatches, noted_steps, sgd, window_counts


def windows(sums, counts, accumulation_steps, loss_of):
    """What each optimizer step of one epoch took from w."""
    AcceleratorState._reset_state(True)
    GradientState._reset_state()
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=accumulation_steps)
    model = LinearModel(len(sums[0]))
    optimizer = sgd(model.w)
    taken = noted_steps(optimizer, model.w)
    loader = torch.utils.data.DataLoader(microbatches(sums, counts), batch_size=None)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for index, examples in enumerate(loader):
        with accelerator.accumulate(model):
            accelerator.backward(loss_of(model(examples), window_counts(counts, accumulation_steps, index)))
            optimizer.step()
            optimizer.zero_grad()
    return taken


def mean_losses(gradient_vectors, example_counts):
    """The loop of the quick start: the loss is the mean over the microbatch."""
    if not fits(gradient_vectors, example_counts) or 0 in example_counts:
        return NotImplemented
    loss_of = lambda losses, window: losses.mean()
    return torch.tensor(windows(gradient_vectors, example_counts, len(gradient_vectors), loss_of)[0])


def mean_windows(sums, counts, accumulation_steps):
    """The same loop with losses whose mean over the microbatches of their window is the mean over its examples."""
    if not fits_stream(sums, counts, accumulation_steps):
        return NotImplemented
    loss_of = lambda losses, window: losses.sum() * len(window) / sum(window)
    return torch.tensor(windows(sums, counts, accumulation_steps, loss_of))


def total_windows(sums, counts, accumulation_steps):
    """The guide's loop for microbatches of varying size: it undoes the division by accumulation_steps."""
    if not fits_stream(sums, counts, accumulation_steps):
        return NotImplemented
    loss_of = lambda losses, window: losses.sum() * accumulation_steps / sum(window)
    return torch.tensor(windows(sums, counts, accumulation_steps, loss_of))
