"""Many battles of one side against a commander, as a Gymnasium vector environment in threads of Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._core import BattleVector, Episode, HotgatesError
from .options import (
    ActionForm,
    IllegalRule,
    MapSource,
    MaskPlace,
    RewardForm,
    check_choice,
    make_options,
    observation_space,
)


class BattleVectorEnv(VectorEnv[Any, Any, Any]):
    """Many battles of one side against a built-in commander, stepped in threads of Rust.

    Args:
        num_envs: Number of battles.
        threads: Number of threads; 1 steps them in the caller's.
        copy: ``True`` returns copies; ``False`` the arrays themselves, which the next step overwrites.
        map, side, opponent, rules, mask, actions, illegal, reward, max_actions: As for ``BattleEnv``.

    A battle that is over begins anew at the next step, whose action counts for nothing (``AutoresetMode.NEXT_STEP``).
    After a fork it raises ``HotgatesError``.

    >>> import gymnasium, hotgates
    >>> envs = gymnasium.make_vec("hotgates/Battle-v0", num_envs=3, vectorization_mode="vector_entry_point")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations["action_mask"].shape
    (3, 781)
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        map: MapSource = "hot_gates",
        side: Literal["red", "blue"] = "red",
        opponent: str = "random",
        rules: str | None = None,
        mask: MaskPlace = "obs",
        actions: ActionForm = "pick",
        illegal: IllegalRule = "lose",
        reward: RewardForm = "outcome",
        max_actions: int | None = None,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_choice("side", side, ("red", "blue"))
        check_choice("place of the mask", mask, ("obs", "info"))
        options = make_options(
            map,
            rules=rules,
            actions=actions,
            illegal=illegal,
            reward=reward,
            red=None if side == "red" else opponent,
            blue=None if side == "blue" else opponent,
            max_actions=max_actions,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._number = 0 if side == "red" else 1
        self._mask = mask
        self._copy = copy
        self._refuse = illegal == "raise"
        self._vector = BattleVector(options, num_envs, threads=threads)
        self._arrays = self._vector.make_arrays()
        self._vector.bind(self._arrays)
        pattern = Episode(options)
        self.single_observation_space = observation_space(pattern, mask)
        self.single_action_space = spaces.Discrete(pattern.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _look(self) -> tuple[Any, dict[str, Any]]:
        keep = np.copy if self._copy else np.asarray
        planes, units = keep(self._arrays["planes"]), keep(self._arrays["units"])
        legal = keep(self._arrays["mask"])
        if self._mask == "info":
            return planes, {"action_mask": legal, "units": units}
        return {"observation": planes, "units": units, "action_mask": legal}, {}

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins every battle anew: with a seed, battle ``i`` has the seed ``seed + i``; a list names each.

        >>> from hotgates.vector_env import BattleVectorEnv
        >>> observations, infos = BattleVectorEnv(2).reset(seed=[5, 9])
        >>> infos["seed"].tolist()
        [5, 9]
        """
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=None if seed is None else int(seed))
            first = int(self.np_random.integers(2**32)) if seed is None else int(seed)
            seeds = [first + number for number in range(self.num_envs)]
        else:
            chance = self.np_random
            seeds = [int(chance.integers(2**32)) if one is None else int(one) for one in seed]
        self._vector.reset(seeds)
        observations, infos = self._look()
        return observations, {**infos, "seed": self._arrays["seeds"].copy()}

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Follows one action in every battle: ``int64 (num_envs,)``.

        >>> import numpy
        >>> from hotgates.vector_env import BattleVectorEnv
        >>> envs = BattleVectorEnv(2)
        >>> observations, _ = envs.reset(seed=5)
        >>> _, rewards, _, _, _ = envs.step(observations["action_mask"].argmax(axis=1))
        >>> rewards.tolist()
        [0.0, 0.0]
        """
        actions = np.asarray(actions)
        if not np.issubdtype(actions.dtype, np.integer) or actions.shape != (self.num_envs,):
            raise HotgatesError(f"actions are whole numbers of the shape ({self.num_envs},), not {actions!r}")
        self._vector.step(np.ascontiguousarray(actions, dtype=np.int64), self._refuse)
        observations, infos = self._look()
        rewards = self._arrays["rewards"][:, self._number].astype(np.float64)
        return (
            observations,
            rewards,
            self._arrays["terminations"].copy(),
            self._arrays["truncations"].copy(),
            {**infos, "seed": self._arrays["seeds"].copy()},
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Gives the memory back. What follows is refused.

        >>> from hotgates.vector_env import BattleVectorEnv
        >>> BattleVectorEnv(1).close()
        """
        self._vector.close()

    def __reduce__(self) -> Any:
        raise TypeError("battles in threads do not pickle: make the vector environment anew in the other process")
