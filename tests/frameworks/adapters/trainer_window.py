"""One optimizer step of Hugging Face's Trainer: a token is an example, a label of 0 counts, one of -100 is masked."""
import tempfile

import torch
from transformers import Trainer, TrainingArguments
from transformers.trainer_callback import PrinterCallback

from linear_window import LinearModel, fits_stream, microbatch, noted_steps, sgd

OUTPUT = tempfile.mkdtemp()


class TokenModel(LinearModel):
    """Does what the models of the library do: the mean over the tokens, or the sum over num_items_in_batch."""

    def forward(self, examples, labels, num_items_in_batch=None, **options):
        items = (labels != -100).sum() if num_items_in_batch is None else num_items_in_batch
        return {"loss": (examples @ self.w).sum() / items}


class TokenTrainer(Trainer):
    def _get_train_sampler(self, *dataset):
        return torch.utils.data.SequentialSampler(self.train_dataset)


def trained(gradients, counts, accumulation_steps):
    """What each optimizer step of one epoch took from w."""
    model = TokenModel(len(gradients[0]))
    optimizer = sgd(model.w)
    taken = noted_steps(optimizer, model.w)
    arguments = TrainingArguments(
        output_dir=OUTPUT, per_device_train_batch_size=1, gradient_accumulation_steps=accumulation_steps,
        num_train_epochs=1, lr_scheduler_type="constant", max_grad_norm=0.0, report_to=[], save_strategy="no",
        logging_strategy="no", disable_tqdm=True, remove_unused_columns=False, use_cpu=True)
    tokens = [{"examples": microbatch(gradient, max(count, 1)),
               "labels": torch.zeros(count, dtype=torch.long) if count else torch.tensor([-100])}
              for gradient, count in zip(gradients, counts)]
    trainer = TokenTrainer(model, arguments, train_dataset=tokens, optimizers=(optimizer, None))
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return taken


def token_window(microbatch_means, token_counts):
    if not fits_stream(microbatch_means, token_counts, max(len(microbatch_means), 1)):
        return NotImplemented
    sums = [[mean * count for mean in row] for row, count in zip(microbatch_means, token_counts)]
    return torch.tensor(trained(sums, token_counts, len(sums))[0])


def token_windows(sums, counts, accumulation_steps):
    if not fits_stream(sums, counts, accumulation_steps):
        return NotImplemented
    return torch.tensor(trained(sums, counts, accumulation_steps))
