"""torch.amp.GradScaler, on the CPU. Its page asks for one scale in all of a window."""
import torch

from linear_window import sgd, weight


def scaled_window(scaled_sums, scales, counts):
    if 0.0 in scales or not scaled_sums:
        return NotImplemented  # the scaler has no scale of 0, and steps only after a backward pass
    w = weight(1)
    optimizer = sgd(w)
    scaler = torch.amp.GradScaler("cpu", init_scale=scales[0])
    for scaled_sum, scale in zip(scaled_sums, scales):
        scaler.scale(torch.zeros(()))  # makes the scale, which the first update needs
        scaler.update(scale)
        scaler.scale(torch.tensor([scaled_sum]) @ w / scale / sum(counts)).backward()
    scaler.step(optimizer)
    return -w.detach()[0]


def one_scale(scaled_sums, scales, counts):
    return NotImplemented if len(set(scales)) > 1 else scaled_window(scaled_sums, scales, counts)
