"""A battle as a PettingZoo AEC environment: ``commander_0`` commands Red, ``commander_1`` Blue.

>>> from hotgates import battle_v0
>>> env = battle_v0.env("hot_gates")
>>> env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(int(observation["action_mask"].argmax()))
>>> env.close()
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

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

__all__ = ["env", "raw_env"]

AGENTS = ("commander_0", "commander_1")
NUMBERS = {"commander_0": 0, "commander_1": 1}
RENDER_MODES = ("human", "ansi", "rgb_array")


def env(map: MapSource = "hot_gates", **options: Any) -> AECEnv[str, Any, Any]:
    """Returns the environment in the wrapper that refuses wrong order of calls; the options are those of ``raw_env``.

    >>> from hotgates import battle_v0
    >>> str(battle_v0.env())
    'hotgates_battle_v0'
    """
    return wrappers.OrderEnforcingWrapper(raw_env(map, **options))


class raw_env(AECEnv[str, Any, Any], EzPickle):  # noqa: N801, the name that PettingZoo asks for
    """A battle between two learners, without wrappers.

    Args:
        map: Name of a shipped map, text of a map, or path of a file.
        rules: Another ruleset: its name, its text or a path.
        mask: ``"obs"``: observations are ``{"observation", "units", "action_mask"}``; ``"info"``: they are planes, and
            units and mask are in ``infos``.
        actions: ``"pick"``, ``"flat"`` or ``"script"``.
        illegal: An illegal action loses the battle, is ignored, or raises ``IllegalAction``.
        reward: ``"outcome"``, ``"shaped"``, or weights of victory, men and ground. Rewards add up to 0.
        max_actions: Number of actions after which an episode is cut off.
        render_mode: ``"human"`` prints, ``"ansi"`` returns text, ``"rgb_array"`` pixels.

    Planes are ``uint8 (planes, rows, columns)``, units ``uint16 (2 × slots, features)``, masks ``int8 (actions,)``; all
    of what the agent's side knows. Pickling keeps the options only: no battle, no dice.

    >>> from hotgates import battle_v0
    >>> env = battle_v0.raw_env("hot_gates", mask="info")
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'commander_0'
    >>> env.observe("commander_0").shape == env.observation_space("commander_0").shape
    True
    """

    metadata = {
        "render_modes": list(RENDER_MODES),
        "name": "hotgates_battle_v0",
        "is_parallelizable": False,
        "render_fps": 5,
    }

    def __init__(
        self,
        map: MapSource = "hot_gates",
        *,
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
            rules=rules,
            mask=mask,
            actions=actions,
            illegal=illegal,
            reward=reward,
            max_actions=max_actions,
            render_mode=render_mode,
        )
        super().__init__()
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
            red=None,
            blue=None,
            max_actions=max_actions,
        )
        self._episode: Episode | None = Episode(options)
        self._mask = mask
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        space = observation_space(self._episode, mask)
        legal = spaces.Discrete(self._episode.action_count)
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = dict.fromkeys(AGENTS, legal)
        planes, rows, columns = self._episode.plane_shape
        self.state_space = spaces.Box(0, 255, (2 * planes, rows, columns), np.uint8)
        self._np_random = np.random.default_rng()

    @property
    def episode(self) -> Episode:
        """The battle, for questions that the environment does not answer.

        >>> from hotgates import battle_v0
        >>> battle_v0.raw_env().episode.over
        False
        """
        if self._episode is None:
            raise HotgatesError("the environment is closed")
        return self._episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations, the same object each time.

        >>> from hotgates import battle_v0
        >>> sorted(battle_v0.raw_env().observation_space("commander_0").spaces)
        ['action_mask', 'observation', 'units']
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's actions, the same object each time.

        >>> from hotgates import battle_v0
        >>> battle_v0.raw_env().action_space("commander_0")
        Discrete(781)
        """
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a battle. With a seed it is the battle of that seed in the terminal; without, the next by chance.

        >>> from hotgates import battle_v0
        >>> env = battle_v0.raw_env()
        >>> env.reset(seed=3)
        >>> env.episode.seed
        3
        """
        if seed is not None:
            self._np_random = np.random.default_rng(seed)
        number = int(self._np_random.integers(2**32)) if seed is None else int(seed)
        if not 0 <= number < 2**64:
            raise HotgatesError(f"a seed is a whole number from 0 to 2**64 - 1, not {number}")
        self.episode.reset(number)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.episode.side]
        self._refresh_infos()

    def _refresh_infos(self) -> None:
        if self._mask != "info":
            return
        episode = self.episode
        acting, mask = episode.side, episode.mask()
        for agent, number in NUMBERS.items():
            if agent in self.infos:
                legal = mask if number == acting else np.zeros_like(mask)
                self.infos[agent] = {"action_mask": legal, "units": episode.units(number)}

    def observe(self, agent: str) -> Any:
        """Returns what an agent's side knows, as new arrays. Only the agent to act has legal actions.

        >>> from hotgates import battle_v0
        >>> env = battle_v0.raw_env()
        >>> env.reset(seed=3)
        >>> int(env.observe("commander_1")["action_mask"].sum())
        0
        """
        if self._mask == "info":
            return self.episode.planes(NUMBERS[agent])
        return self.episode.observe_with_mask(NUMBERS[agent])

    def step(self, action: Any) -> None:
        """Follows an action of the agent to act.

        Raises:
            IllegalAction: With ``illegal="raise"``, if the mask does not allow it; then nothing has changed.
            HotgatesError: If the action is no whole number.

        >>> from hotgates import battle_v0
        >>> env = battle_v0.raw_env()
        >>> env.reset(seed=3)
        >>> env.step(env.episode.end_turn_action)
        >>> env.agent_selection
        'commander_1'
        """
        episode = self.episode
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = action if type(action) is int and 0 <= action < 2**32 else check_action(action)
        reward, terminated, truncated, _ = episode.step(number)
        sums = self._cumulative_rewards
        sums[agent] = 0.0
        if reward:
            self.rewards = {"commander_0": reward, "commander_1": -reward}
            sums["commander_0"] += reward
            sums["commander_1"] -= reward
        else:
            self.rewards = {"commander_0": 0.0, "commander_1": 0.0}
        if terminated or truncated:
            self.terminations = dict.fromkeys(AGENTS, terminated)
            self.truncations = dict.fromkeys(AGENTS, truncated)
            self._tell_end()
        self.agent_selection = AGENTS[episode.side]
        if self._mask == "info":
            ended = {key: value for key, value in self.infos[agent].items() if key in ("record_hash", "verdict")}
            self._refresh_infos()
            if ended:
                for info in self.infos.values():
                    info.update(ended)
        if self.render_mode == "human":
            self.render()

    def _tell_end(self) -> None:
        for agent in self.agents:
            self.infos[agent]["record_hash"] = self.episode.record_hash
            self.infos[agent]["verdict"] = self.episode.verdict

    def state(self) -> NDArray[np.uint8]:
        """Returns what both sides know, Red's planes and then Blue's: ``uint8 (2 × planes, rows, columns)``.

        >>> from hotgates import battle_v0
        >>> env = battle_v0.raw_env()
        >>> env.reset(seed=3)
        >>> env.state().shape == env.state_space.shape
        True
        """
        return np.concatenate([self.episode.planes(0), self.episode.planes(1)])

    def decode(self, observation: Any) -> dict[str, Any]:
        """Returns an observation in words.

        >>> from hotgates import battle_v0
        >>> env = battle_v0.raw_env()
        >>> env.reset(seed=3)
        >>> words = env.decode(env.observe("commander_0"))
        >>> words["side"], words["half_turns_left"]
        ('red', 1.0)
        """
        return decode_observation(self.episode, observation)

    def render(self) -> Any:
        """Shows the battle as the agent to act knows it: prints text, or returns text or pixels ``(height, width, 3)``.

        >>> from hotgates import battle_v0
        >>> env = battle_v0.raw_env(render_mode="rgb_array")
        >>> env.reset(seed=3)
        >>> env.render().dtype
        dtype('uint8')
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

        >>> from hotgates import battle_v0
        >>> env = battle_v0.raw_env()
        >>> env.close()
        >>> env.reset()
        Traceback (most recent call last):
        ...
        hotgates.HotgatesError: the environment is closed
        """
        self._episode = None
