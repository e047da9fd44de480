"""Keras 3: gradient_accumulation_steps of an optimizer, which is given the gradients that a training step has."""
import os

os.environ["KERAS_BACKEND"] = "jax"
import keras


def windows(means, accumulation_steps):
    """What each step took from w: a row for each microbatch after which w has changed."""
    w = keras.Variable(keras.ops.zeros(len(means[0])))
    optimizer = keras.optimizers.SGD(1.0, gradient_accumulation_steps=accumulation_steps)
    optimizer.build([w])
    for mean in means:
        optimizer.apply([keras.ops.convert_to_tensor(mean, "float32")], [w])
    return -w.value


def mean_of_means(gradient_vectors, example_counts):
    if len(gradient_vectors) < 2 or not gradient_vectors[0] or 0 in example_counts:
        return NotImplemented  # a window of one microbatch is no accumulation: the option asks for 2 or more
    means = [[number / count for number in row] for row, count in zip(gradient_vectors, example_counts)]
    return windows(means, len(gradient_vectors))
