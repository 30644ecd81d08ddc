"""The official tests of PettingZoo, Gymnasium and RLlib.

``max_cycles_test`` does not apply: it asks that an environment with the option ``max_cycles`` gives each agent that many
turns one after the other. Here a side gives orders until it ends its turn, and a battle ends by its rules.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.bombardment_test import bombardment_test
from pettingzoo.test.save_obs_test import test_save_obs as check_save_obs
from pettingzoo.test.state_test import state_test
from pettingzoo.utils import BaseWrapper
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from hotgates import battle_v0

from conftest import DUEL

FORMS = ["pick", "flat", "script"]


@pytest.fixture(autouse=True)
def somewhere_else(tmp_path: Path) -> Iterator[None]:
    """Official tests write into the current folder."""
    before = Path.cwd()
    os.chdir(tmp_path)
    yield
    os.chdir(before)


@pytest.mark.parametrize("actions", FORMS)
@pytest.mark.parametrize("illegal", ["lose", "ignore"])
def test_api_without_one_warning(actions: Any, illegal: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(battle_v0.env(DUEL, mask="info", actions=actions, illegal=illegal, max_actions=500), num_cycles=500)
        api_test(battle_v0.raw_env(DUEL, mask="info", actions=actions, illegal=illegal), num_cycles=100)


@pytest.mark.parametrize("actions", FORMS)
def test_api_with_masks_in_observations(actions: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo names its own environments with such observations in a list, and warns of every other.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        api_test(battle_v0.env(DUEL, actions=actions), num_cycles=500)


@pytest.mark.parametrize("mask", ["obs", "info"])
def test_seeds(mask: Any) -> None:
    seed_test(lambda: battle_v0.env(DUEL, mask=mask, illegal="ignore"), num_cycles=50)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: battle_v0.env(DUEL, render_mode=render_mode, illegal="ignore"))
    assert capsys.readouterr().out


def test_states() -> None:
    env, parallel = (battle_v0.env(DUEL, mask="info", illegal="ignore") for _ in range(2))
    env.reset(seed=1)
    state_test(env, turn_based_aec_to_parallel(parallel), num_cycles=100)


def test_saving_observations(capsys: pytest.CaptureFixture[str]) -> None:
    check_save_obs(battle_v0.env(DUEL, mask="info"))
    # Planes are no picture of one or three colours: PettingZoo's test says so and passes.
    assert "did not save" in capsys.readouterr().out


class TellingWrapper(BaseWrapper):  # type: ignore[misc]
    """Returns the next observation from ``step``: ``bombardment_test`` reads it, though ``api_test`` forbids it."""

    def step(self, action: Any) -> Any:
        super().step(action)
        return self.observe(self.agent_selection)


def test_bombardment() -> None:
    bombardment_test(TellingWrapper(battle_v0.raw_env(DUEL, mask="info", illegal="ignore")), cycles=200)


def test_the_performance_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark = sys.modules["pettingzoo.test.performance_benchmark"]
    moments = iter(range(1000))
    # The benchmark plays for five seconds: its clock jumps.
    monkeypatch.setattr(benchmark.time, "time", lambda: float(next(moments)) * 0.2)
    performance_benchmark(battle_v0.env(DUEL))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("actions", FORMS)
@pytest.mark.parametrize("mask", ["obs", "info"])
@pytest.mark.parametrize("side", ["red", "blue"])
def test_gymnasium_checks_the_environment(actions: Any, mask: Any, side: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("hotgates/Battle-v0", map=DUEL, actions=actions, mask=mask, side=side)
        check_env(env.unwrapped)


def test_gymnasium_makes_it_by_name() -> None:
    env = gymnasium.make("hotgates/Battle-v0", map=DUEL, opponent="greedy")
    first, _ = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert all(np.array_equal(first[key], again[key]) for key in first)
    check_env(env.unwrapped, skip_render_check=True)
    env.close()


def test_rllib_checks_the_environment() -> None:
    pytest.importorskip("ray")
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    for mask in ("obs", "info"):
        check_multiagent_environments(PettingZooEnv(battle_v0.env(DUEL, mask=mask)))
