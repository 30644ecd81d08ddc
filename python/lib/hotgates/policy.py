"""Trained policies as files that command by ``policy:FILE.onnx`` in the terminal.

A policy is a model in ONNX with one input or two, and one output. ``planes`` is ``float32 (1, planes, rows, columns)``: the
planes of an observation, their bytes as numbers. ``units``, which it may do without, is ``float32 (1, rows, features)``. The
output, ``float32 (1, actions)``, are the scores of the actions of the form ``pick``; the legal action with the highest is played.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from ._core import Episode, HotgatesError, behaviour
from .options import MapSource, make_options

if TYPE_CHECKING:
    from onnx import ModelProto

FORMAT = 1
"""Number of the layout of the metadata."""


def _episode(map: MapSource, rules: str | None) -> Episode:
    options = make_options(map, rules=rules, actions="pick", illegal="raise", reward="outcome", red=None, blue=None,
                           max_actions=None)
    return Episode(options)


def policy_metadata(map: MapSource, *, rules: str | None = None) -> dict[str, str]:
    """Returns the metadata by which the terminal knows which battles a policy can play.

    Args:
        map: Map that the policy was trained on: a shipped one's name, a text or a file.
        rules: Another ruleset than the map's.

    >>> from hotgates.policy import policy_metadata
    >>> policy_metadata("hot_gates")["hotgates.form"]
    'pick'
    """
    episode = _episode(map, rules)
    _, rows, columns = episode.plane_shape
    return {
        "hotgates.format": str(FORMAT),
        "hotgates.form": "pick",
        "hotgates.behaviour": str(behaviour),
        "hotgates.width": str(columns),
        "hotgates.height": str(rows),
        "hotgates.actions": str(episode.action_count),
        "hotgates.unit_rows": str(episode.unit_shape[0]),
        "hotgates.planes": json.dumps(episode.plane_names),
    }


def save_policy(model: ModelProto, path: str | os.PathLike[str], map: MapSource, *, rules: str | None = None) -> None:
    """Checks a model, puts the metadata into it, and writes it. Needs the package ``onnx``.

    Args:
        model: Model with the inputs and the output that policies have.
        path: File to write.
        map, rules: As for ``policy_metadata``.

    Raises:
        HotgatesError: If the inputs or outputs are others.
    """
    import onnx

    episode = _episode(map, rules)
    initial = {tensor.name for tensor in model.graph.initializer}
    inputs = {value.name: _shape(value) for value in model.graph.input if value.name not in initial}
    outputs = [_shape(value) for value in model.graph.output]
    wanted = {"planes": (1, *episode.plane_shape), "units": (1, *episode.unit_shape)}
    if "planes" not in inputs or not inputs.keys() <= wanted.keys():
        raise HotgatesError(f'a policy has the input "planes" and perhaps "units", not {sorted(inputs)}')
    for name, shape in inputs.items():
        if shape != wanted[name]:
            raise HotgatesError(f"the input {name!r} has the shape {shape}, not {wanted[name]}")
    if outputs != [(1, episode.action_count)]:
        raise HotgatesError(f"a policy has one output of the shape {(1, episode.action_count)}, not {outputs}")
    onnx.helper.set_model_props(model, policy_metadata(map, rules=rules))
    onnx.checker.check_model(model)
    onnx.save_model(model, os.fspath(path))


def _shape(value: Any) -> tuple[int, ...]:
    """Returns the shape of an input or output. A batch of any size counts as 1."""
    sizes = [dim.dim_value for dim in value.type.tensor_type.shape.dim]
    return tuple(size or 1 for size in sizes)
