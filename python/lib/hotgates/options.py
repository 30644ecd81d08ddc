"""What the environments have in common: their options, spaces and words."""

from __future__ import annotations

import os
from typing import Any, Literal, TypedDict, Union

import numpy as np
from gymnasium import spaces

from ._core import Episode, HotgatesError

ActionForm = Literal["pick", "flat", "script"]
"""How orders are numbered."""
IllegalRule = Literal["lose", "ignore", "raise"]
"""What an illegal action does."""
MaskPlace = Literal["obs", "info"]
"""Where the action mask is given: in the observation, or in ``info``."""
RewardForm = Union[Literal["outcome", "shaped"], "tuple[float, float, float]"]
"""``"outcome"``, ``"shaped"``, or weights of victory, men and ground."""
MapSource = Union[str, "os.PathLike[str]"]
"""Name of a shipped map, text of a map, or path of a file."""

SIDES = ("red", "blue")
REWARDS: dict[str, tuple[float, float, float]] = {"outcome": (1.0, 0.0, 0.0), "shaped": (1.0, 0.5, 0.25)}


class EpisodeOptions(TypedDict):
    """Options of all episodes of an environment, as the compiled part takes them."""

    map: Any
    rules: str | None
    actions: str
    illegal: str
    reward: tuple[float, float, float]
    red: str | None
    blue: str | None
    max_actions: int | None


def make_options(
    map: MapSource,
    *,
    rules: str | None,
    actions: ActionForm,
    illegal: IllegalRule,
    reward: RewardForm,
    red: str | None,
    blue: str | None,
    max_actions: int | None,
) -> EpisodeOptions:
    """Returns the options as the compiled part takes them."""
    if isinstance(reward, str):
        if reward not in REWARDS:
            raise HotgatesError(f'unknown reward "{reward}"; known: {", ".join(REWARDS)}, or three weights')
        reward = REWARDS[reward]
    return EpisodeOptions(
        map=map,
        rules=rules,
        actions=actions,
        illegal=illegal,
        reward=reward,
        red=red,
        blue=blue,
        max_actions=max_actions,
    )


def check_choice(what: str, word: str, known: tuple[str, ...]) -> None:
    """Raises ``HotgatesError`` unless a word is one of those known."""
    if word not in known:
        raise HotgatesError(f'unknown {what} "{word}"; known: {", ".join(known)}')


def check_action(action: Any) -> int:
    """Returns an action as a number.

    Raises:
        HotgatesError: If it is no whole number.

    >>> import numpy
    >>> from hotgates.options import check_action
    >>> check_action(numpy.int64(3))
    3
    """
    if isinstance(action, (bool, np.bool_)):
        raise HotgatesError(f"an action is a whole number, not {action!r}")
    if isinstance(action, (int, np.integer)):
        return int(action) if -(2**63) <= int(action) < 2**63 else -1
    if isinstance(action, np.ndarray) and action.shape == () and np.issubdtype(action.dtype, np.integer):
        return int(action)
    raise HotgatesError(f"an action is a whole number, not {action!r}")


def observation_space(episode: Episode, mask: MaskPlace) -> spaces.Space[Any]:
    """Returns the space of observations: a Dict with ``observation``, ``units`` and ``action_mask``, or planes alone."""
    planes = spaces.Box(0, 255, tuple(episode.plane_shape), np.uint8)
    if mask == "info":
        return planes
    units = spaces.Box(0, 65535, tuple(episode.unit_shape), np.uint16)
    legal = spaces.Box(0, 1, (episode.action_count,), np.int8)
    return spaces.Dict({"observation": planes, "units": units, "action_mask": legal})


def decode_observation(episode: Episode, observation: Any) -> dict[str, Any]:
    """Returns an observation in words: the units of each side, flags, turn; what a person would want to print.

    Args:
        observation: As the environment gives it: planes, or a dictionary with ``observation`` and ``units``.
    """
    planes = observation["observation"] if isinstance(observation, dict) else observation
    names = episode.plane_names
    planes = np.asarray(planes)
    if planes.shape != tuple(episode.plane_shape):
        raise HotgatesError(f"planes have the shape {planes.shape}, not {tuple(episode.plane_shape)}")

    def hexes(name: str) -> list[tuple[int, int]]:
        rows, cols = np.nonzero(planes[names.index(name)])
        return [(int(col), int(row)) for row, col in zip(rows, cols)]

    def units(whose: str) -> list[dict[str, Any]]:
        found = []
        for kind in episode.type_names:
            for col, row in hexes(f"{whose} type: {kind}"):
                unit: dict[str, Any] = {"type": kind, "hex": (col, row)}
                unit["men"] = int(planes[names.index(f"{whose} men"), row, col]) / 255
                if whose == "own":
                    unit["points"] = int(planes[names.index("own points"), row, col])
                found.append(unit)
        return found

    terrain = [name.removeprefix("terrain: ") for name in names if name.startswith("terrain: ")]
    ground = planes[: len(terrain)].argmax(axis=0)
    words: dict[str, Any] = {
        "side": SIDES[0] if planes[names.index("side is red")].any() else SIDES[1],
        "half_turns_left": int(planes[names.index("half-turns left")].max()) / 255,
        "own": units("own"),
        "enemy": units("enemy"),
        "own_flags": hexes("own flag"),
        "enemy_flags": hexes("enemy flag"),
        "picked": next(iter(hexes("picked unit")), None),
        "terrain": [[terrain[number] for number in row] for row in ground],
    }
    if isinstance(observation, dict) and "units" in observation:
        table = np.asarray(observation["units"])
        slots = len(table) // 2
        for key, rows in (("own_table", table[:slots]), ("enemy_table", table[slots:])):
            words[key] = [dict(zip(episode.feature_names, map(int, row))) for row in rows if row[0]]
    return words
