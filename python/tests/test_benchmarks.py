"""The benchmarks measure what is there: each of their parts runs once, without a word about speed."""

from __future__ import annotations

import importlib

import pytest

from conftest import ROOT


@pytest.fixture(autouse=True)
def beside_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Benchmarks are no package."""
    monkeypatch.syspath_prepend(str(ROOT / "python/benchmarks"))


def test_each_row_of_the_speeds_counts() -> None:
    own = [(name, make) for name, _, make in importlib.import_module("speed").rows() if name.startswith("hotgates")]
    assert len(own) == 9
    for name, make in own:
        assert make()() > 0, name


def test_games_and_lines_of_a_cluster_are_measured() -> None:
    pytest.importorskip("ray")
    seconds, kept = importlib.import_module("cluster").measured_games()
    assert len(seconds) == 120 and min(seconds) > 0 and kept > 0
