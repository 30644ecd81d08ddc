"""How fast the environments are, beside others measured in the same run.

    python python/benchmarks/speed.py

Rates are counts over processor time of the process, so that other programs on the machine do not matter much. One row
needs about three seconds. Peers that are not installed are left out: ``pip install "pettingzoo[classic]" open_spiel``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import hotgates
from hotgates import Battle, BattleVector, battle_v0
from hotgates.options import make_options

FIELD = Path(__file__).with_name("field_30x20.ron")
SECONDS = 1.0


def rate(step: Callable[[], int]) -> float:
    """Counts per second of processor time; ``step`` returns what it has counted."""
    step()
    start = now = time.process_time()
    count = 0
    while now - start < SECONDS:
        count += step()
        now = time.process_time()
    return count / (now - start)


def vector_step(actions: str, battles: int) -> Callable[[], int]:
    """A thousand steps of self-play with observations and masks, actions drawn by the masks; counts orders."""
    options = make_options(FIELD, rules=None, actions=actions, illegal="lose", reward="outcome", red=None, blue=None,
                           max_actions=None)
    vector = BattleVector(options, battles)
    vector.bind(vector.make_arrays())
    vector.reset(list(range(battles)))
    chosen = np.zeros(battles, np.int64)
    steps = max(1, (40_000 if actions == "pick" else 4_000) // battles)

    def step() -> int:
        before = vector.order_count
        for _ in range(steps):
            vector.draw_actions(chosen)
            vector.step(chosen, False)
        return vector.order_count - before

    return step


def listed_step() -> Callable[[], int]:
    """Listing every legal order of a position, as a form without kept masks has to after each order."""
    battle = Battle.from_file(FIELD)

    def step() -> int:
        for _ in range(200):
            battle.legal_order_array()
        return 200

    return step


def aec_step(env: Any, draw: Callable[[Any, Any], Any]) -> Callable[[], int]:
    """A thousand agent steps of a PettingZoo environment; counts agent steps."""
    env.reset(seed=1)

    def step() -> int:
        for _ in range(1000):
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(draw(observation, info))
        return 1000

    return step


def draw_by_core(env: Any) -> Callable[[Any, Any], int]:
    """Draws a legal action without a look at the mask."""
    lots = iter(np.random.default_rng(1).integers(2**62, size=50_000_000 // 10).tolist())
    return lambda observation, info: env.unwrapped.episode.draw_action(next(lots))


def draw_by_mask(observation: Any, info: Any) -> int:
    """Draws a legal action by the mask, as scripts do."""
    legal = np.flatnonzero(observation["action_mask"] if isinstance(observation, dict) else info["action_mask"])
    return int(legal[np.random.randint(len(legal))])


def open_spiel_step(name: str) -> Callable[[], int]:
    """A hundred random moves of an OpenSpiel game with its observation tensors; counts moves."""
    import pyspiel

    game = pyspiel.load_game(name)
    held = [game.new_initial_state()]
    chance = np.random.default_rng(1)

    def step() -> int:
        for _ in range(100):
            state = held[0]
            if state.is_terminal():
                held[0] = state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, _ = zip(*state.chance_outcomes())
                state.apply_action(outcomes[chance.integers(len(outcomes))])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            actions = state.legal_actions()
            state.apply_action(actions[chance.integers(len(actions))])
        return 100

    return step


def rows() -> list[tuple[str, str, Callable[[], Callable[[], int]]]]:
    """What is measured: name, unit, and how."""
    measured: list[tuple[str, str, Callable[[], Callable[[], int]]]] = []
    for actions in ("pick", "flat", "script"):
        measured.append((f"hotgates vector, {actions}, 64 battles", "orders", lambda form=actions: vector_step(form, 64)))
    measured.append(("hotgates: legal orders listed, nothing else", "lists", listed_step))

    def raw(**changed: Any) -> Callable[[], int]:
        env = battle_v0.raw_env(FIELD, **changed)
        return aec_step(env, draw_by_core(env))

    measured.append(("hotgates raw_env, mask=info, drawn by core", "agent steps", lambda: raw(mask="info")))
    measured.append(("hotgates raw_env, drawn by core", "agent steps", raw))
    measured.append(("hotgates raw_env, drawn by mask", "agent steps",
                     lambda: aec_step(battle_v0.raw_env(FIELD), draw_by_mask)))
    measured.append(("hotgates env, drawn by mask", "agent steps", lambda: aec_step(battle_v0.env(FIELD), draw_by_mask)))

    def wrapped() -> Callable[[], int]:
        from pettingzoo.utils import wrappers

        env: Any = wrappers.TerminateIllegalWrapper(battle_v0.raw_env(FIELD), illegal_reward=-1)
        env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
        return aec_step(env, draw_by_mask)

    measured.append(("hotgates in PettingZoo's usual three wrappers", "agent steps", wrapped))
    for name in ("tictactoe_v3", "connect_four_v3", "chess_v6", "go_v5"):
        def peer(name: str = name) -> Callable[[], int]:
            import importlib

            module = importlib.import_module(f"pettingzoo.classic.{name}")
            return aec_step(module.env().unwrapped, draw_by_mask)

        measured.append((f"pettingzoo {name}, raw, drawn by mask", "agent steps", peer))
    for game in ("tic_tac_toe", "connect_four", "breakthrough", "backgammon", "chess"):
        measured.append((f"open_spiel {game}, from Python", "moves", lambda game=game: open_spiel_step(game)))
    return measured


def main() -> None:
    """Prints the table."""
    print(f"hotgates {hotgates.__version__}; {FIELD.name}, 25 units a side, classic rules; one core")
    print(f"| {'what':<46} | {'a second':>10} | {'of':<11} |")
    print(f"|{'-' * 48}|{'-' * 11}:|{'-' * 13}|")
    for name, unit, make in rows():
        try:
            step = make()
        except ImportError:
            continue
        print(f"| {name:<46} | {rate(step):>10,.0f} | {unit:<11} |", flush=True)


if __name__ == "__main__":
    main()
