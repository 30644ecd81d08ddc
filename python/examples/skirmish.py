"""What the learning examples share: a small map, a network for it in NumPy, and its file for ``policy:FILE.onnx``.

The network looks at each hex, its neighbours and the whole map, and gives every hex a score by the same weights: an action of
the form ``pick`` is a hex. It is small enough to learn on one core.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

# More threads than one would add up in an order of their own.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np
from numpy.typing import NDArray

from hotgates import Battle
from hotgates.gym_env import BattleEnv
from hotgates.policy import save_policy

Array = NDArray[np.float32]
Weights = dict[str, Array]

Objective = Callable[[Array, Array], tuple[Array, Array]]
"""Returns the gradients of scores and values, given both."""


class Network(Protocol):
    """A network that judges positions and learns."""

    weights: Weights

    def judge(self, seen: Array) -> tuple[Array, Array]:
        """Returns scores of all actions and the value of each position."""

    def learn(self, seen: Array, objective: Objective, rate: float) -> None:
        """Takes a step down the gradients that an objective says scores and values have."""


SKIRMISH = Path(__file__).with_name("skirmish.ron").read_text(encoding="utf-8")

HIDDEN = 48
# Layers that look at a hex, at the sum of its neighbours and at the mean of the map.
MIXING = ("second", "third")


class Encoder:
    """Makes what the network sees of planes: for each hex its own, the sum around it, the means, and distances."""

    def __init__(self, env: BattleEnv, text: str) -> None:
        names = env.episode.plane_names
        battle = Battle.from_text(text)
        around = battle.neighbours()
        self.names = names
        self.rows, self.columns = battle.shape
        self.hexes = len(around)
        self.links = np.zeros((self.hexes, self.hexes), np.float32)
        for place, others in enumerate(around):
            self.links[place, others[others >= 0]] = 1.0
        self.steps = self._distances()
        self.aims = [names.index(name) for name in ("enemy men", "enemy flag", "own men", "own flag", "picked unit")]
        # Men and the half-turns left go to 255, points to some 16, everything else to 1.
        self.scale = np.array([255.0 if name in ("own men", "enemy men", "half-turns left") else
                               16.0 if name == "own points" else 1.0 for name in names], np.float32)
        self.size = 3 * len(names) + len(self.aims)

    def _distances(self) -> Array:
        """Steps between any two hexes, in tens."""
        steps = np.where(np.eye(self.hexes, dtype=bool), 0.0, np.inf)
        reached, distance = np.eye(self.hexes, dtype=np.float32), 0
        while np.isinf(steps).any() and distance < self.hexes:
            distance += 1
            reached = np.minimum(reached + reached @ self.links, 1.0)
            steps[(reached > 0) & np.isinf(steps)] = distance
        return (np.minimum(steps, 20.0) / 10.0).astype(np.float32)

    def look(self, planes: NDArray[np.uint8]) -> Array:
        """Returns ``float32 (battles, hexes, features)``."""
        battles, count = planes.shape[:2]
        own = planes.reshape(battles, count, self.hexes).transpose(0, 2, 1).astype(np.float32) / self.scale
        beside = self.links @ own
        means = np.broadcast_to(own.mean(axis=1, keepdims=True), own.shape)
        far = []
        for aim in self.aims:
            # Two hexes that are farther from each other than the map is wide are as far as that.
            away = self.steps[None] + np.float32(2.0) * (own[:, None, :, aim] <= 0)
            far.append(np.minimum(away.min(axis=2), np.float32(2.0))[:, :, None])
        return np.concatenate([own, beside, means, *far], axis=2)


def new_weights(chance: np.random.Generator, size: int) -> Weights:
    """Returns the weights of an untrained network."""

    def layer(inputs: int, outputs: int, scale: float) -> Array:
        return (chance.standard_normal((inputs, outputs)) * scale / np.sqrt(inputs)).astype(np.float32)

    weights = {"first": layer(size, HIDDEN, 1.4), "first_bias": np.zeros(HIDDEN, np.float32)}
    for name in MIXING:
        weights |= {name: layer(HIDDEN, HIDDEN, 1.0), f"{name}_beside": layer(HIDDEN, HIDDEN, 0.2),
                    f"{name}_mean": layer(HIDDEN, HIDDEN, 0.7), f"{name}_bias": np.zeros(HIDDEN, np.float32)}
    return weights | {
        "hex": layer(HIDDEN, 1, 0.01), "end": layer(HIDDEN, 1, 0.01), "end_bias": np.full(1, -1.0, np.float32),
        "value": layer(HIDDEN, 1, 0.1), "value_bias": np.zeros(1, np.float32),
    }


def forward(weights: Weights, links: Array, seen: Array) -> tuple[Array, Array, list[Array]]:
    """Returns scores of all actions, the value of each position, and what the way back needs."""
    here = np.maximum(seen @ weights["first"] + weights["first_bias"], 0)
    kept = [seen, here]
    for name in MIXING:
        mean = here.mean(axis=1, keepdims=True) @ weights[f"{name}_mean"]
        mixed = here @ weights[name] + links @ (here @ weights[f"{name}_beside"]) + mean
        here = np.maximum(mixed + weights[f"{name}_bias"], 0)
        kept.append(here)
    pooled = here.mean(axis=1)
    scores = np.concatenate([(here @ weights["hex"])[:, :, 0], pooled @ weights["end"] + weights["end_bias"]], axis=1)
    return scores, (pooled @ weights["value"] + weights["value_bias"])[:, 0], [*kept, pooled]


def backward(weights: Weights, links: Array, kept: list[Array], scores: Array, values: Array) -> Weights:
    """Returns the gradients of the weights, given those of scores and values."""
    seen, *layers, pooled = kept
    hexes = seen.shape[1]
    on_hexes, on_end = scores[:, :hexes], scores[:, hexes:]
    on_pooled = on_end @ weights["end"].T + values[:, None] @ weights["value"].T
    on_here = on_hexes[:, :, None] * weights["hex"][:, 0] + on_pooled[:, None, :] / np.float32(hexes)

    def flat(array: Array) -> Array:
        return array.reshape(-1, array.shape[-1])

    found = {
        "hex": flat(layers[-1]).T @ on_hexes.reshape(-1, 1), "end": pooled.T @ on_end, "end_bias": on_end.sum(axis=0),
        "value": pooled.T @ values[:, None], "value_bias": values.sum(keepdims=True),
    }
    for name, before, after in reversed(list(zip(MIXING, layers, layers[1:]))):
        on_here = on_here * (after > 0)
        # A hex is a neighbour of its neighbours.
        on_beside, on_mean = links @ on_here, on_here.sum(axis=1)
        found |= {
            name: flat(before).T @ flat(on_here), f"{name}_bias": flat(on_here).sum(axis=0),
            f"{name}_beside": flat(before).T @ flat(on_beside), f"{name}_mean": before.mean(axis=1).T @ on_mean,
        }
        on_here = (on_here @ weights[name].T + on_beside @ weights[f"{name}_beside"].T
                   + (on_mean @ weights[f"{name}_mean"].T)[:, None, :] / np.float32(hexes))
    on_first = on_here * (layers[0] > 0)
    return found | {"first": flat(seen).T @ flat(on_first), "first_bias": flat(on_first).sum(axis=0)}


def save_onnx(path: str, weights: Weights, encoder: Encoder) -> None:
    """Writes the network with its encoder as a policy that commands by ``policy:FILE.onnx``. Needs the package ``onnx``."""
    from onnx import TensorProto, helper, numpy_helper

    nodes: list[Any] = []
    values = {name: array for name, array in weights.items() if not name.startswith("value")}

    def put(operator: str, *inputs: str | Array, **attributes: Any) -> str:
        names = []
        for what in inputs:
            if isinstance(what, str):
                names.append(what)
                continue
            # The same array is kept once.
            known = [name for name, array in values.items() if array is what]
            names.append(known[0] if known else f"constant {len(values)}")
            values[names[-1]] = what
        nodes.append(helper.make_node(operator, names, [f"value {len(nodes)}"], **attributes))
        return f"value {len(nodes) - 1}"

    def number(value: float) -> Array:
        return np.array(value, np.float32)

    def shape(*sizes: int) -> Any:
        return np.array(sizes, np.int64)

    hexes, count = encoder.hexes, len(encoder.names)
    flat = put("Reshape", "planes", shape(1, count, hexes))
    own = put("Div", put("Transpose", flat, perm=[0, 2, 1]), encoder.scale)
    means = put("MatMul", np.full((hexes, hexes), 1 / hexes, np.float32), own)
    seen = [own, put("MatMul", encoder.links, own), means]
    for aim in encoder.aims:
        absent = put("Cast", put("LessOrEqual", put("Slice", own, shape(aim), shape(aim + 1), shape(2)), number(0)), to=TensorProto.FLOAT)
        away = put("Add", put("Mul", put("Transpose", absent, perm=[0, 2, 1]), number(2)), encoder.steps)
        seen.append(put("Min", put("ReduceMin", away, axes=[2], keepdims=1), number(2)))
    here = put("Relu", put("Add", put("MatMul", put("Concat", *seen, axis=2), "first"), "first_bias"))
    for name in MIXING:
        mean = put("MatMul", put("ReduceMean", here, axes=[1], keepdims=1), f"{name}_mean")
        beside = put("MatMul", encoder.links, put("MatMul", here, f"{name}_beside"))
        mixed = put("Add", put("Add", put("MatMul", here, name), beside), mean)
        here = put("Relu", put("Add", mixed, f"{name}_bias"))
    on_hexes = put("Reshape", put("MatMul", here, "hex"), shape(1, hexes))
    pooled = put("ReduceMean", here, axes=[1], keepdims=0)
    end = put("Add", put("MatMul", pooled, "end"), "end_bias")
    nodes.append(helper.make_node("Concat", [on_hexes, end], ["scores"], axis=1))
    graph = helper.make_graph(
        nodes, "skirmish",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, [1, count, encoder.rows, encoder.columns])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, hexes + 1])],
        [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in values.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    save_policy(model, path, SKIRMISH)


def load_onnx(path: str) -> Weights:
    """Returns the weights of a network that ``save_onnx`` has written, but for those of the value, which are 0."""
    import onnx
    from onnx import numpy_helper

    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer}
    weights = {name: array for name, array in tensors.items() if not name.startswith("constant ")}
    return weights | {"value": np.zeros((HIDDEN, 1), np.float32), "value_bias": np.zeros(1, np.float32)}
