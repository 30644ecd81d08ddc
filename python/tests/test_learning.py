"""The example learns: a fixed number of steps repeats bit for bit and beats random play."""

from __future__ import annotations

import re
import subprocess
import sys

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
