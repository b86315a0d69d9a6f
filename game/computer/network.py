"""A small network: two hidden layers, one probability. Trained with Adam on log-loss, kept as plain arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Network:
    """Weights and biases of three layers, float32. Weights of three dimensions are blocks of members side by side."""

    layers: tuple[tuple[Array, Array], ...]

    def chances(self, inputs: Array) -> Array:
        """Probabilities, one for each row."""
        last = inputs
        for number, (weights, biases) in enumerate(self.layers):
            last = (last @ weights if weights.ndim == 2 else _by_block(last, weights)) + biases
            if number < len(self.layers) - 1:
                np.maximum(last, 0, out=last)
        return 1 / (1 + np.exp(-last[:, 0]))


def _by_block(inputs: Array, blocks: Array) -> Array:
    """`inputs` times the matrix that has `blocks` on its diagonal and is 0 elsewhere."""
    count, inner, outer = blocks.shape
    parts = inputs.reshape(len(inputs), count, inner).transpose(1, 0, 2)
    return (parts @ blocks).transpose(1, 0, 2).reshape(len(inputs), count * outer)


def fresh(inputs: int, hidden: tuple[int, int], seed: int) -> Network:
    """A network with random weights."""
    source = np.random.default_rng(seed)
    sizes = (inputs, *hidden, 1)
    layers = tuple(
        (
            (source.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32),
            np.zeros(after, dtype=np.float32),
        )
        for before, after in pairwise(sizes)
    )
    return Network(layers)


def averaged(members: Sequence[Network]) -> Network:
    """One network whose log-odds are the mean of those of networks of equal shape.

    Whoever takes the best of many choices finds what a network is wrong about; several are less often wrong together.
    """
    count = len(members)
    (first, second, last) = zip(*(member.layers for member in members), strict=True)
    blocks = np.stack([weights for weights, _ in second])
    return Network(
        (
            (
                np.concatenate([weights for weights, _ in first], axis=1),
                np.concatenate([biases for _, biases in first]),
            ),
            (blocks, np.concatenate([biases for _, biases in second])),
            (np.concatenate([weights for weights, _ in last]) / count, np.mean([biases for _, biases in last], axis=0)),
        )
    )


def log_loss(network: Network, inputs: Array, wins: Array) -> float:
    """Mean log-loss; the base of the logarithm is e."""
    chances = np.clip(network.chances(inputs), 1e-6, 1 - 1e-6)
    return float(-np.mean(wins * np.log(chances) + (1 - wins) * np.log(1 - chances)))


def train(
    network: Network, inputs: Array, wins: Array, *, epochs: int, rate: float, seed: int, batch: int = 512
) -> Network:
    """A network fitted to the outcomes; the rate falls to a twentieth over the epochs."""
    source = np.random.default_rng(seed)
    values = [array.copy() for layer in network.layers for array in layer]
    first = [np.zeros_like(value) for value in values]
    second = [np.zeros_like(value) for value in values]
    step = 0
    steps = max(1, epochs * (len(inputs) // batch))
    for _ in range(epochs):
        order = source.permutation(len(inputs))
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start : start + batch]
            gradients = _gradients(values, inputs[chosen], wins[chosen])
            step += 1
            now = rate * (0.05 + 0.95 * (1 - step / steps))
            for number, gradient in enumerate(gradients):
                first[number] += 0.1 * (gradient - first[number])
                second[number] += 0.001 * (gradient**2 - second[number])
                mean = first[number] / (1 - 0.9**step)
                spread = second[number] / (1 - 0.999**step)
                decay = 1e-4 * values[number] if values[number].ndim == 2 else 0
                values[number] -= now * (mean / (np.sqrt(spread) + 1e-8) + decay)
    return Network(tuple(zip(values[::2], values[1::2], strict=True)))


def _gradients(values: list[Array], inputs: Array, wins: Array) -> list[Array]:
    activations = [inputs]
    for number in range(0, len(values), 2):
        after = activations[-1] @ values[number] + values[number + 1]
        if number < len(values) - 2:
            np.maximum(after, 0, out=after)
        activations.append(after)
    chances = 1 / (1 + np.exp(-activations[-1][:, 0]))
    slope = ((chances - wins) / len(wins)).astype(np.float32)[:, None]
    gradients: list[Array] = []
    for number in range(len(values) - 2, -1, -2):
        before = activations[number // 2]
        gradients += [slope.sum(axis=0), before.T @ slope]
        if number:
            slope = (slope @ values[number].T) * (before > 0)
    return gradients[::-1]
