"""Policies as files: what the learning example writes, and that the network plays in Python as its file does in the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import hotgates
from hotgates.gym_env import BattleEnv
from hotgates.policy import policy_metadata, save_policy

EXAMPLES = ROOT / "python/examples"
HASHES = EXAMPLES / "skirmish.hashes"

onnx = pytest.importorskip("onnx")
sys.path.insert(0, str(EXAMPLES))

import skirmish  # noqa: E402


def play(weights: skirmish.Weights, side: str, opponent: str, seed: int) -> int:
    """Fights a battle by the highest scores; returns its hash."""
    env = BattleEnv(skirmish.SKIRMISH, side=side, opponent=opponent)  # type: ignore[arg-type]
    encoder = skirmish.Encoder(env, skirmish.SKIRMISH)
    observation, _ = env.reset(seed=seed)
    over = False
    while not over:
        scores, _, _ = skirmish.forward(weights, encoder.links, encoder.look(observation["observation"][None]))
        legal = observation["action_mask"] == 1
        observation, _, over, _, info = env.step(int(skirmish.np.where(legal, scores[0], -skirmish.np.inf).argmax()))
    return int(info["record_hash"])


def test_the_network_plays_as_its_file_does_in_the_terminal() -> None:
    """``tests/policies.rs`` plays the file's battles and looks for the same hashes."""
    weights = skirmish.load_onnx(str(EXAMPLES / "skirmish.onnx"))
    lines = []
    for side in ("red", "blue"):
        for opponent in ("random", "greedy", "hunter", "warden"):
            for seed in (3, 4):
                lines.append(f"{side} {opponent} {seed} {play(weights, side, opponent, seed):016x}\n")
    if os.environ.get("HOTGATES_ACCEPT"):
        HASHES.write_text("".join(lines))
    assert "".join(lines) == HASHES.read_text()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    weights = skirmish.load_onnx(str(EXAMPLES / "skirmish.onnx"))
    encoder = skirmish.Encoder(BattleEnv(skirmish.SKIRMISH), skirmish.SKIRMISH)
    file = str(tmp_path / "again.onnx")
    skirmish.save_onnx(file, weights, encoder)
    again = skirmish.load_onnx(file)
    assert again.keys() == weights.keys()
    assert all((again[name] == array).all() for name, array in weights.items())
    metadata = {entry.key: entry.value for entry in onnx.load(file).metadata_props}
    assert metadata == policy_metadata(skirmish.SKIRMISH)
    assert metadata["hotgates.behaviour"] == str(hotgates.behaviour)


def test_a_model_of_other_shapes_is_no_policy(tmp_path: Path) -> None:
    model = onnx.load(str(EXAMPLES / "skirmish.onnx"))
    file = tmp_path / "refused.onnx"
    with pytest.raises(hotgates.HotgatesError, match=r"the input 'planes' has the shape \(1, 22, 5, 10\), not"):
        save_policy(model, file, "hot_gates")
    model.graph.input[0].name = "pixels"
    with pytest.raises(hotgates.HotgatesError, match=r"a policy has the input \"planes\".*\['pixels'\]"):
        save_policy(model, file, skirmish.SKIRMISH)
    assert not file.exists()
