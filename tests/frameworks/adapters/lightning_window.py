"""One epoch of Lightning's Trainer with accumulate_grad_batches, optimized by itself."""
import logging
import warnings

import lightning.pytorch
import torch

from linear_window import LinearModel, fits, fits_stream, microbatches, noted_steps, sgd, window_counts

logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
warnings.filterwarnings("ignore")


class Module(lightning.pytorch.LightningModule):
    def __init__(self, width, loss_of):
        super().__init__()
        self.model, self.loss_of = LinearModel(width), loss_of
        self.optimizer = sgd(self.model.w)
        self.taken = noted_steps(self.optimizer, self.model.w)

    def training_step(self, examples, index):
        return self.loss_of(self.model(examples), index)

    def configure_optimizers(self):
        return self.optimizer


def windows(sums, counts, accumulation_steps, loss_of):
    """What each optimizer step of one epoch took from w."""
    module = Module(len(sums[0]), loss_of)
    trainer = lightning.pytorch.Trainer(
        accelerator="cpu", max_epochs=1, accumulate_grad_batches=accumulation_steps, barebones=True)
    trainer.fit(module, torch.utils.data.DataLoader(microbatches(sums, counts), batch_size=None))
    return module.taken


def mean_losses(gradient_vectors, example_counts):
    if not fits(gradient_vectors, example_counts) or 0 in example_counts:
        return NotImplemented
    loss_of = lambda losses, index: losses.mean()
    return torch.tensor(windows(gradient_vectors, example_counts, len(gradient_vectors), loss_of)[0])


def mean_windows(sums, counts, accumulation_steps):
    """With losses whose mean over the microbatches of their window is the mean over its examples."""
    if not fits_stream(sums, counts, accumulation_steps):
        return NotImplemented

    def loss_of(losses, index):
        window = window_counts(counts, accumulation_steps, index)
        return losses.sum() * len(window) / sum(window)

    return torch.tensor(windows(sums, counts, accumulation_steps, loss_of))
