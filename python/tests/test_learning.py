"""The example learns: a fixed number of steps repeats bit for bit and beats random play."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys

import numpy as np
import pytest

from hotgates.gym_env import BattleEnv

from conftest import ROOT


def run_example(*options: str) -> tuple[str, float]:
    """Trains as options say; returns the digest of the weights and the share of points in percent."""
    words = [sys.executable, str(ROOT / "python/examples/ppo.py"), *options, "--games", "200", "--quiet"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = re.fullmatch(r"weights ([0-9a-f]{16}); ([0-9.]+) % of 200 paired games against random .*\n", said)
    assert found is not None, said
    return found.group(1), float(found.group(2))


def test_the_example_repeats_and_beats_random_play() -> None:
    (first, share), (again, same_share) = (run_example("--steps", "16000") for _ in range(2))
    assert (first, share) == (again, same_share)
    assert share >= 60


def test_lessons_repeat_and_beat_random_play() -> None:
    lessons = ("--lessons", "150", "--epochs", "4", "--teacher", "hunter", "--steps", "0")
    (first, share), (again, same_share) = run_example(*lessons), run_example(*lessons)
    assert (first, share) == (again, same_share)
    assert share >= 60


def test_a_policy_is_saved_and_loaded(tmp_path: object) -> None:
    words = [sys.executable, str(ROOT / "python/examples/ppo.py"), "--steps", "4000", "--games", "20", "--quiet"]
    file = f"{tmp_path}/policy.npz"
    saved = subprocess.run([*words, "--save", file], capture_output=True, text=True, check=True).stdout
    loaded = subprocess.run([*words, "--load", file, "--steps", "0"], capture_output=True, text=True, check=True).stdout
    assert saved == loaded


def test_the_example_learns_with_pytorch() -> None:
    pytest.importorskip("torch", reason="PyTorch, an extra, is not installed")
    _, share = run_example("--steps", "16000", "--torch")
    assert share >= 60


def test_numpy_and_pytorch_take_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="PyTorch, an extra, is not installed")
    monkeypatch.syspath_prepend(str(ROOT / "python/examples"))
    ppo, skirmish, skirmish_torch = map(importlib.import_module, ("ppo", "skirmish", "skirmish_torch"))
    chance = np.random.default_rng(1)
    env = BattleEnv(skirmish.SKIRMISH)
    encoder = skirmish.Encoder(env, skirmish.SKIRMISH)
    start = skirmish.new_weights(chance, encoder.size)
    networks = [make({name: array.copy() for name, array in start.items()}, encoder.links)
                for make in (ppo.NumpyNetwork, skirmish_torch.TorchNetwork)]
    env.reset(seed=1)
    planes = []
    for number in range(40):
        if env.episode.over:
            env.reset(seed=number)
        planes.append(env.episode.planes(0))
        env.step(env.episode.draw_action(int(chance.integers(2**62))))
    seen = encoder.look(np.stack(planes))
    some = {"mask": np.ones((40, encoder.hexes + 1), np.int8), "action": chance.integers(encoder.hexes, size=40),
            "chance": np.full(40, 1 / (encoder.hexes + 1), np.float32)}
    gain, target = (chance.standard_normal(40).astype(np.float32) for _ in range(2))
    for _ in range(5):
        for network in networks:
            network.learn(seen, ppo.clipped_objective(some, gain, target), 1e-3)
        for one, other in zip(*(network.judge(seen) for network in networks)):
            np.testing.assert_allclose(one, other, atol=1e-4)
    moved = [np.abs(networks[0].weights[name] - start[name]).max() for name in start]
    assert min(moved) > 1e-3
    for name in start:
        np.testing.assert_allclose(networks[0].weights[name], networks[1].weights[name], atol=1e-4)
