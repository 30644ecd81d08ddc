"""One side of a battle against a commander, as a Gymnasium environment: ``hotgates/Battle-v0``."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import Env, spaces
from gymnasium.utils import EzPickle

from ._core import Episode, HotgatesError
from .options import (
    ActionForm,
    IllegalRule,
    MapSource,
    MaskPlace,
    RewardForm,
    check_action,
    check_choice,
    decode_observation,
    make_options,
    observation_space,
)

RENDER_MODES = ("human", "ansi", "rgb_array")


class BattleEnv(Env[Any, Any], EzPickle):
    """One side of a battle against a built-in commander.

    Args:
        map: Name of a shipped map, text of a map, or path of a file.
        side: Side that learns, ``"red"`` or ``"blue"``.
        opponent: Commander of the other side, such as ``"random"`` or ``"warden:colonel"``.
        rules, mask, actions, illegal, reward, max_actions, render_mode: As for ``hotgates.battle_v0.raw_env``.

    >>> import gymnasium, hotgates
    >>> env = gymnasium.make("hotgates/Battle-v0", map="hot_gates", opponent="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> observation["observation"].dtype
    dtype('uint8')
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 5}

    def __init__(
        self,
        map: MapSource = "hot_gates",
        *,
        side: Literal["red", "blue"] = "red",
        opponent: str = "random",
        rules: str | None = None,
        mask: MaskPlace = "obs",
        actions: ActionForm = "pick",
        illegal: IllegalRule = "lose",
        reward: RewardForm = "outcome",
        max_actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            map,
            side=side,
            opponent=opponent,
            rules=rules,
            mask=mask,
            actions=actions,
            illegal=illegal,
            reward=reward,
            max_actions=max_actions,
            render_mode=render_mode,
        )
        check_choice("side", side, ("red", "blue"))
        check_choice("place of the mask", mask, ("obs", "info"))
        if render_mode is not None:
            check_choice("render mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
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
        self._episode: Episode | None = Episode(options)
        self._number = 0 if side == "red" else 1
        self._mask = mask
        self.observation_space = observation_space(self._episode, mask)
        self.action_space = spaces.Discrete(self._episode.action_count)

    @property
    def episode(self) -> Episode:
        """The battle, for questions that the environment does not answer.

        >>> from hotgates.gym_env import BattleEnv
        >>> BattleEnv().episode.over
        False
        """
        if self._episode is None:
            raise HotgatesError("the environment is closed")
        return self._episode

    def _look(self) -> tuple[Any, dict[str, Any]]:
        episode = self.episode
        if self._mask == "info":
            planes, units = episode.observe(self._number)
            return planes, {"action_mask": episode.mask(), "units": units}
        return episode.observe_with_mask(self._number), {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a battle. With a seed it is the battle of that seed in the terminal; without, the next by chance.

        >>> from hotgates.gym_env import BattleEnv
        >>> observation, info = BattleEnv().reset(seed=5)
        >>> info["seed"]
        5
        """
        episode = self.episode
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**32)) if seed is None else int(seed)
        episode.reset(number)
        observation, info = self._look()
        return observation, {**info, "seed": number}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Follows an action, and then the opponent's orders until the learner is to act.

        Raises:
            IllegalAction: With ``illegal="raise"``, if the mask does not allow it; then nothing has changed.

        >>> from hotgates.gym_env import BattleEnv
        >>> env = BattleEnv()
        >>> observation, _ = env.reset(seed=5)
        >>> observation, reward, terminated, truncated, info = env.step(env.episode.end_turn_action)
        >>> reward
        0.0
        """
        episode = self.episode
        reward, terminated, truncated, illegal = episode.step(check_action(action))
        observation, info = self._look()
        info["illegal"] = illegal
        if terminated or truncated:
            info["record_hash"], info["verdict"] = episode.record_hash, episode.verdict
        if self.render_mode == "human":
            self.render()
        return observation, reward if self._number == 0 else -reward, terminated, truncated, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Returns the legal actions as ``bool (actions,)``: what Stable-Baselines3's contributed ``MaskablePPO`` calls.

        >>> from hotgates.gym_env import BattleEnv
        >>> env = BattleEnv()
        >>> _ = env.reset(seed=5)
        >>> bool(env.action_masks()[env.episode.end_turn_action])
        True
        """
        return self.episode.mask().astype(bool)

    def decode(self, observation: Any) -> dict[str, Any]:
        """Returns an observation in words.

        >>> from hotgates.gym_env import BattleEnv
        >>> env = BattleEnv(side="blue")
        >>> observation, _ = env.reset(seed=5)
        >>> env.decode(observation)["side"]
        'blue'
        """
        return decode_observation(self.episode, observation)

    def render(self) -> Any:
        """Shows the battle as the side to act knows it; see ``hotgates.battle_v0.raw_env.render``.

        >>> from hotgates.gym_env import BattleEnv
        >>> env = BattleEnv(render_mode="ansi")
        >>> _ = env.reset(seed=5)
        >>> len(env.render()) > 100
        True
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self.episode.to_pixels(32.0)
        text = self.episode.to_text(self.render_mode == "human")
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Gives the battle's memory back. What follows is refused.

        >>> from hotgates.gym_env import BattleEnv
        >>> env = BattleEnv()
        >>> env.close()
        """
        self._episode = None
