"""The environments: masks, seeds, rewards, ends, and everything that can be done wrong."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import pickle
import resource
import threading
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from hotgates import Battle, BattleVector, HotgatesError, IllegalAction, Order, battle_v0
from hotgates._core import Episode
from hotgates.gym_env import BattleEnv
from hotgates.options import make_options
from hotgates.vector_env import BattleVectorEnv

from conftest import DUEL


def options(**changed: Any) -> Any:
    """Options of a self-played duel."""
    chosen: dict[str, Any] = dict(rules=None, actions="pick", illegal="lose", reward="outcome", red=None, blue=None,
                                  max_actions=None)
    map_source = changed.pop("map", DUEL)
    return make_options(map_source, **{**chosen, **changed})


@pytest.mark.parametrize("actions", ["pick", "flat"])
def test_masks_hold_exactly_the_legal_orders(actions: Any) -> None:
    env = battle_v0.raw_env(DUEL, actions=actions)
    for seed in range(5):
        env.reset(seed=seed)
        battle, chance = Battle.from_text(DUEL, seed=seed), np.random.default_rng(seed)
        picked: int | None = None
        while not env.episode.over:
            legal = np.flatnonzero(env.episode.mask())
            meant = [env.episode.meaning(int(action)) for action in legal]
            if actions == "pick" and picked is None:
                units = {order.unit for order in battle.legal_orders() if order.unit is not None}
                assert set(meant) == units | {Order.end_turn()}
            elif actions == "pick":
                assert set(meant) == set(battle.legal_orders(picked))
            else:
                assert set(meant) == set(battle.legal_orders())
            number = int(chance.integers(len(legal)))
            env.step(int(legal[number]))
            chosen = meant[number]
            if isinstance(chosen, Order):
                battle.act(chosen)
                picked = None
            else:
                picked = chosen
        assert env.episode.record_hash == battle.record_hash
        assert env.infos["commander_0"]["record_hash"] == battle.record_hash
        assert Battle.from_replay(env.episode.to_replay()).record_hash == battle.record_hash


def play_randomly(env: Any, seed: int) -> list[float]:
    """Plays an AEC episode at random and returns what each agent was given."""
    env.reset(seed=seed)
    chance, rewards = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        rewards[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(chance.choice(legal)))
    return [rewards[agent] for agent in sorted(rewards)]


def test_rewards_of_both_sides_add_up_to_nothing() -> None:
    for seed in range(10):
        rewards = play_randomly(battle_v0.env(DUEL), seed)
        assert sum(rewards) == 0 and set(rewards) <= {-1.0, 0.0, 1.0}
        assert abs(sum(play_randomly(battle_v0.env(DUEL, reward="shaped"), seed))) < 1e-6


def test_one_seed_is_one_battle_and_another_is_another() -> None:
    def hash_of(seed: int) -> int:
        env = battle_v0.raw_env(DUEL)
        play_randomly(env, seed)
        return env.episode.record_hash

    assert hash_of(1) == hash_of(1) != hash_of(2)


@pytest.mark.parametrize("map", [DUEL, "hot_gates", "thermopylae", "sallow_ridge", "vell_crossing"])
def test_what_was_looked_at_before_changes_no_observation(map: str) -> None:
    """Arrays are kept from order to order; here beside those of an episode that nobody has looked at."""
    looked = Episode(options(map=map))
    for seed in (1, 2):
        chance, actions, size = np.random.default_rng(seed), list[int](), 40
        looked.reset(seed)
        while not looked.over and len(actions) < size:
            actions.append(looked.draw_action(int(chance.integers(2**62))) if chance.random() < 0.9 else looked.end_turn_action)
            looked.step(actions[-1])
            for side in chance.permutation(2)[: chance.integers(3)].tolist():
                looked.observe(side)
            if len(actions) % 8:
                continue
            fresh = Episode(options(map=map), seed)
            for action in actions:
                fresh.step(action)
            for side in (0, 1):
                seen, expected = looked.observe_with_mask(side), fresh.observe_with_mask(side)
                assert all(np.array_equal(seen[key], expected[key]) for key in ("observation", "units", "action_mask"))
                assert np.array_equal(looked.planes(side), expected["observation"])
                assert np.array_equal(looked.units(side), expected["units"])
                assert expected["action_mask"].any() == (side == fresh.side and not fresh.over)
                # The arrays are the caller's.
                for array in seen.values():
                    array.fill(7)


def test_illegal_actions() -> None:
    env = battle_v0.raw_env(DUEL, illegal="raise")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.episode.mask() == 0)[0])
    for action in (illegal, -1, 10**9, 2**70):
        with pytest.raises(IllegalAction, match="not legal now"):
            env.step(action)
    env.step(env.episode.end_turn_action)
    env = battle_v0.raw_env(DUEL, illegal="lose")
    env.reset(seed=1)
    env.step(-5)
    assert env.terminations["commander_0"] and env.rewards == {"commander_0": -1.0, "commander_1": 1.0}
    assert env.episode.verdict == ("blue", "illegal")
    env = battle_v0.raw_env(DUEL, illegal="ignore")
    env.reset(seed=1)
    before = env.observe("commander_0")
    env.step(illegal)
    after = env.observe("commander_0")
    assert all(np.array_equal(before[key], after[key]) for key in before)


@pytest.mark.parametrize("action", [1.5, "3", None, [1], np.float32(1), np.array([1]), True, {}, object()])
def test_what_is_no_number_is_no_action(action: Any) -> None:
    env = BattleEnv(DUEL)
    env.reset(seed=1)
    with pytest.raises(HotgatesError, match="whole number"):
        env.step(action)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"mask": "nowhere"}, "unknown place of the mask"),
        ({"actions": "all"}, 'unknown actions "all"'),
        ({"illegal": "shout"}, "unknown rule for illegal actions"),
        ({"reward": "money"}, 'unknown reward "money"'),
        ({"reward": (1.0, float("nan"), 0.0)}, "finite"),
        ({"render_mode": "hologram"}, "unknown render mode"),
        ({"map": "atlantis"}, "unknown map"),
        ({"map": "nowhere.ron"}, "nowhere.ron"),
        ({"map": "Map(name: 1"}, "text"),
    ],
)
def test_wrong_options_are_refused_in_words(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(HotgatesError) as refused:
        battle_v0.raw_env(**{"map": DUEL, **changed})
    assert words in str(refused.value)


def test_an_opponent_is_a_built_in_commander_only(tmp_path: Path) -> None:
    for opponent in ("bot:touch PWNED", "policy:x.onnx", "nobody", "human"):
        with pytest.raises(HotgatesError):
            BattleEnv(DUEL, opponent=opponent)
    with pytest.raises(HotgatesError, match="somebody has to learn"):
        BattleVector(options(red="random", blue="random"), 1)


def test_closed_environments_are_refused() -> None:
    env = battle_v0.raw_env(DUEL)
    env.reset()
    env.close()
    env.close()
    for call in (env.reset, env.state, lambda: env.observe("commander_0"), lambda: env.step(0)):
        with pytest.raises(HotgatesError, match="closed"):
            call()
    envs = BattleVectorEnv(2, map=DUEL)
    envs.close()
    with pytest.raises(HotgatesError, match="closed"):
        envs.reset()


def test_nothing_hidden_is_pickled_with_an_environment() -> None:
    for env in (battle_v0.raw_env(DUEL), BattleEnv(DUEL, opponent="greedy")):
        env.reset(seed=12345678901)
        pickled = pickle.dumps(env)
        assert b"HOTGATES" not in pickled and (12345678901).to_bytes(5, "little") not in pickled
        other = pickle.loads(pickled)
        assert other.episode.seed == 0
        other.reset(seed=1)
    with pytest.raises(TypeError, match="do not pickle"):
        pickle.dumps(BattleVectorEnv(1, map=DUEL))


def test_a_vector_plays_the_battles_of_single_environments() -> None:
    for threads in (1, 3):
        envs = BattleVectorEnv(20, map=DUEL, opponent="greedy", threads=threads, reward="shaped")
        single = [BattleEnv(DUEL, opponent="greedy", reward="shaped") for _ in range(20)]
        observations, infos = envs.reset(seed=40)
        for number, env in enumerate(single):
            observation, _ = env.reset(seed=40 + number)
            assert all(np.array_equal(observation[key], observations[key][number]) for key in observation)
        chance = np.random.default_rng(1)
        over = np.zeros(20, bool)
        for _ in range(120):
            legal = observations["action_mask"]
            actions = np.array([chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in legal])
            observations, rewards, terminations, _, infos = envs.step(actions)
            for number, env in enumerate(single):
                if over[number]:
                    observation, _ = env.reset(seed=int(infos["seed"][number]))
                    reward, ended = 0.0, False
                else:
                    observation, reward, ended, _, _ = env.step(actions[number])
                assert all(np.array_equal(observation[key], observations[key][number]) for key in observation)
                assert rewards[number] == reward and terminations[number] == ended
                over[number] = ended
        envs.close()


def test_threads_change_nothing() -> None:
    def play(threads: int) -> tuple[int, list[bytes]]:
        vector = BattleVector(options(), 64, threads=threads)
        arrays = vector.make_arrays()
        vector.bind(arrays)
        vector.reset(list(range(64)))
        vector.seed_draws(9)
        actions = np.zeros(64, np.int64)
        for _ in range(200):
            vector.draw_actions(actions)
            vector.step(actions, False)
        return vector.order_count, [array.tobytes() for array in arrays.values()]

    assert play(1) == play(4)


@pytest.mark.parametrize(
    ("name", "array", "words"),
    [
        ("planes", np.zeros((2, 22, 3, 10), np.int8), "dtype"),
        ("planes", np.zeros((2, 22, 3, 11), np.uint8), "shape"),
        ("planes", np.zeros((2, 22, 3, 20), np.uint8)[..., ::2], "contiguous"),
        ("mask", np.zeros((2, 31), np.int8).T.copy().T, "contiguous"),
        ("rewards", np.zeros((2, 2)), "dtype"),
        ("sides", [0, 0], "no NumPy array"),
        ("seeds", None, "missing"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, array: Any, words: str) -> None:
    vector = BattleVector(options(), 2)
    arrays = vector.make_arrays()
    if array is None:
        del arrays[name]
    else:
        arrays[name] = array
    with pytest.raises(HotgatesError, match=words):
        vector.bind(arrays)
    frozen = vector.make_arrays()
    frozen["mask"].flags.writeable = False
    with pytest.raises(HotgatesError, match="cannot be written"):
        vector.bind(frozen)
    twice = vector.make_arrays()
    twice["terminations"] = twice["truncations"]
    with pytest.raises(HotgatesError, match="cannot be written"):
        vector.bind(twice)


def test_actions_that_do_not_fit_are_refused() -> None:
    vector = BattleVector(options(illegal="raise"), 2)
    with pytest.raises(HotgatesError, match="bind"):
        vector.reset([1, 2])
    vector.bind(vector.make_arrays())
    vector.reset([1, 2])
    with pytest.raises(HotgatesError, match="3 actions for 2"):
        vector.step(np.zeros(3, np.int64), False)
    with pytest.raises(TypeError):
        vector.step(np.zeros(2, np.int32), False)  # type: ignore[arg-type]
    with pytest.raises(HotgatesError, match="contiguous"):
        vector.step(np.zeros(4, np.int64)[::2], False)
    with pytest.raises(IllegalAction, match="in battle 1"):
        vector.step(np.array([30, 29999]), True)
    with pytest.raises(HotgatesError, match="whole numbers"):
        BattleVectorEnv(2, map=DUEL).step(np.zeros(2))
    for count, threads in ((0, 1), (1, 0), (2**40, 1)):
        with pytest.raises(HotgatesError):
            BattleVector(options(), count, threads=threads)


def test_two_threads_do_not_step_one_vector() -> None:
    vector = BattleVector(options(blue="strategist+3000", map="hot_gates"), 4)
    vector.bind(vector.make_arrays())
    vector.reset([1, 2, 3, 4])
    ends = np.full(4, vector.make_arrays()["mask"].shape[1], np.int64)
    env = battle_v0.raw_env("hot_gates")
    ends[:] = env.episode.end_turn_action
    thread = threading.Thread(target=vector.step, args=(ends, False))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            vector.order_count
        except HotgatesError as fault:
            assert "another thread" in str(fault)
            refused += 1
        thread.join(0.001)
    assert refused > 0


def _use_after_fork(vector: BattleVector, results: Any) -> None:
    try:
        vector.step(np.zeros(2, np.int64), False)
        results.put("stepped")
    except HotgatesError as fault:
        results.put(str(fault))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_after_a_fork_a_vector_is_refused() -> None:
    vector = BattleVector(options(), 2, threads=2)
    vector.bind(vector.make_arrays())
    vector.reset([1, 2])
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    process = context.Process(target=_use_after_fork, args=(vector, results))
    process.start()
    assert "fork" in results.get(timeout=60)
    process.join()
    vector.step(np.full(2, 30, np.int64), False)


def test_vectors_by_gymnasiums_name() -> None:
    envs = gymnasium.make_vec("hotgates/Battle-v0", num_envs=3, vectorization_mode="vector_entry_point", map=DUEL)
    observations, infos = envs.reset(seed=[7, 8, 9])
    assert infos["seed"].tolist() == [7, 8, 9] and observations in envs.observation_space
    sync = gymnasium.make_vec("hotgates/Battle-v0", num_envs=3, vectorization_mode="sync", map=DUEL)
    others, _ = sync.reset(seed=[7, 8, 9])
    assert all(np.array_equal(observations[key], others[key]) for key in others)


def memory_in_bytes() -> int:
    """Memory that the process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


needs_memory = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system tells no memory")
MEMORY_LEFT = 4 << 20
"""Bytes by which memory may grow from a quarter of a run to its end: what an allocator keeps for itself."""


class SteadyMemory:
    """Measures from a quarter of a run to its end by how much memory grows.

    Args:
        what: What is counted.
        size: Number of all of it.
    """

    def __init__(self, what: str, size: int) -> None:
        self.what, self.size, self.before = what, size, 0

    def count(self, done: int) -> None:
        """Says how much is done."""
        if not self.before and done >= self.size // 4:
            self.before = memory_in_bytes()

    def check(self) -> None:
        """Asserts at the end that memory has stayed, and prints by how much it has grown."""
        grown = memory_in_bytes() - self.before
        print(f"{self.size:,} {self.what}: memory from a quarter of them on {grown / 1024:+,.0f} KiB")
        assert self.before and grown < MEMORY_LEFT


class WildActions:
    """Actions of good and bad kinds by lot: legal ones, any numbers, and what is no number at all."""

    NUMBERS: list[Any] = [-1, -(2**63), 2**31, 2**32, 2**63, 2**64, 2**200, np.int8(-3), np.uint64(2**64 - 1), np.array(7)]
    OTHERS: list[Any] = [None, 1.0, float("nan"), np.float64(2), "3", b"4", True, np.bool_(True), [1], (1,), {}, object(),
                         np.array([1]), np.zeros((2, 2)), np.array("5"), np.datetime64(1, "s"), 1j, int, Ellipsis]

    def __init__(self, size: int) -> None:
        self.size, self.chance = size, np.random.default_rng(1)
        self.refused = 0

    def draw(self, episode: Episode, count: int) -> Any:
        """Draws an action: one of two is legal, three of ten are numbers of actions, the rest is neither."""
        kind, lot = self.chance.random(), int(self.chance.integers(2**62))
        if kind < 0.5:
            return episode.draw_action(lot)
        if kind < 0.8:
            return lot % count
        known = self.NUMBERS if kind < 0.9 else self.OTHERS
        return known[lot % len(known)]

    def step(self, env: Any, action: Any) -> Any:
        """Has an environment follow an action, and counts those that it refuses."""
        try:
            return env.step(action)
        except HotgatesError:
            self.refused += 1
            return None

    def check(self) -> None:
        """Asserts that about one of ten was no number, and refused."""
        assert self.refused > self.size // 20


def wild_size() -> int:
    """Number of random actions; HOTGATES_ACTIONS=1000000 is the closing size."""
    return int(os.environ.get("HOTGATES_ACTIONS", "30000"))


@needs_memory
@pytest.mark.parametrize("actions", ["pick", "flat", "script"])
def test_random_actions_break_nothing_and_memory_stays(actions: Any) -> None:
    env = BattleEnv(DUEL, opponent="greedy", actions=actions, illegal="ignore", max_actions=300)
    env.reset(seed=1)
    wild, memory = WildActions(wild_size()), SteadyMemory(f"actions of one side, {actions}", wild_size())
    for number in range(wild.size):
        memory.count(number)
        stepped = wild.step(env, wild.draw(env.episode, int(env.action_space.n)))
        if stepped is not None and (stepped[2] or stepped[3]):
            env.reset()
    wild.check()
    memory.check()


@needs_memory
@pytest.mark.parametrize(("actions", "illegal"), [("pick", "ignore"), ("flat", "lose"), ("script", "raise")])
def test_random_actions_of_two_learners_break_nothing(actions: Any, illegal: Any) -> None:
    env = battle_v0.raw_env(DUEL, actions=actions, illegal=illegal, max_actions=300)
    env.reset(seed=1)
    wild, memory = WildActions(wild_size()), SteadyMemory(f"actions of two, {actions}, {illegal}", wild_size())
    count = int(env.action_space("commander_0").n)
    for number in range(wild.size):
        memory.count(number)
        wild.step(env, wild.draw(env.episode, count))
        env.last()
        if not env.agents or env.episode.over:
            env.reset()
    wild.check()
    memory.check()


@needs_memory
@pytest.mark.parametrize("actions", ["pick", "flat", "script"])
def test_random_arrays_of_actions_break_nothing(actions: Any) -> None:
    battles, chance = 16, np.random.default_rng(1)
    vector = BattleVector(options(actions=actions, illegal="ignore", max_actions=300), battles)
    arrays = vector.make_arrays()
    vector.bind(arrays)
    vector.reset(list(range(battles)))
    memory, refused = SteadyMemory(f"actions of {battles} battles, {actions}", wild_size()), 0
    for number in range(0, wild_size(), battles):
        memory.count(number)
        wild: Any = chance.integers(-(2**63), 2**63 - 1, size=battles)
        near = chance.random(battles) < 0.8
        wild[near] = chance.integers(arrays["mask"].shape[1], size=int(near.sum()))
        if number % 5 == 0:
            vector.draw_actions(wild)
        if number % 7 == 0:
            kinds: list[Any] = [wild[:3], wild.astype(np.int32), wild.astype(np.float64), wild[::-1], wild.reshape(4, 4), None, 3, [1]]
            wild = kinds[number // 7 % len(kinds)]
        try:
            vector.step(wild, bool(number % 2))
        except (HotgatesError, TypeError):
            refused += 1
    assert refused > wild_size() // battles // 10
    memory.check()


@needs_memory
def test_episodes_leave_no_memory_behind() -> None:
    """HOTGATES_EPISODES=1000000 is the closing size."""
    wanted = int(os.environ.get("HOTGATES_EPISODES", "4000"))
    vector = BattleVector(options(), 64)
    arrays = vector.make_arrays()
    vector.bind(arrays)
    vector.reset(list(range(64)))
    actions, ended, memory = np.zeros(64, np.int64), 0, SteadyMemory("episodes of a vector", wanted)
    while ended < wanted:
        vector.draw_actions(actions)
        vector.step(actions, False)
        ended += int(arrays["terminations"].sum())
        memory.count(ended)
    memory.check()


@needs_memory
def test_episodes_of_two_learners_leave_no_memory_behind() -> None:
    """HOTGATES_EPISODES=1000000 is the closing size."""
    wanted = int(os.environ.get("HOTGATES_EPISODES", "500"))
    env, memory = battle_v0.raw_env(DUEL), SteadyMemory("episodes of two learners", wanted)
    lots = itertools.cycle(np.random.default_rng(1).integers(2**62, size=100_003).tolist())
    for number in range(wanted):
        memory.count(number)
        env.reset(seed=number)
        for _ in env.agent_iter():
            _, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else env.episode.draw_action(next(lots)))
        assert not env.agents
    memory.check()


def test_observations_in_words() -> None:
    env = battle_v0.raw_env(DUEL)
    env.reset(seed=1)
    words = env.decode(env.observe("commander_0"))
    units = Battle.from_text(DUEL, seed=1).view("red")["units"]
    assert {unit["hex"] for unit in words["own"]} == {tuple(unit["at"]) for unit in units if unit["side"] == "red"}
    assert {unit["hex"] for unit in words["enemy"]} == {tuple(unit["at"]) for unit in units if unit["side"] == "blue"}
    assert words["own_table"][0]["men"] == units[0]["strength"]
    assert words["enemy_flags"] == [(0, 2)] and words["terrain"][2][0] == "castle"
    with pytest.raises(HotgatesError, match="shape"):
        env.decode(np.zeros((1, 2, 3), np.uint8))
