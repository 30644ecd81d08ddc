"""A tournament on a cluster is that of one process and of the terminal, whatever machine is lost."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import DUEL, ROOT

import hotgates
from hotgates import HotgatesError

ray = pytest.importorskip("ray")

from hotgates.ray import Tournament, play_tasks, self_play, tournament  # noqa: E402

COMMANDERS = ["greedy", "hunter", "warden"]
MAPS = ["maps/open_field.ron", "maps/goat_path.ron"]
OPTIONS: dict[str, Any] = {"games": 12, "seed": 5, "steps": 200}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of three nodes on this machine, with a processor each."""
    from ray.cluster_utils import Cluster

    monkeypatch.chdir(ROOT)
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes = [made.add_node(num_cpus=1) for _ in range(2)]
    made.nodes_to_lose = nodes
    ray.init(address=made.address, log_to_driver=False)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def results(folder: Path) -> list[dict[str, Any]]:
    """Returns the games of a folder without times and checksums, in the order of the plan."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in games:
        for name in ("ms", "ms_of_side", "sum"):
            del game[name]
    return sorted(games, key=lambda game: json.dumps(game, sort_keys=True))


def results_of_one_process() -> list[dict[str, Any]]:
    """Plays the same games here, one after the other."""
    plan = Tournament(COMMANDERS, MAPS, **OPTIONS)
    games = [json.loads(plan.play_game(game)) for game in plan.next_games([])]
    for game in games:
        for name in ("ms", "ms_of_side", "sum"):
            del game[name]
    return sorted(games, key=lambda game: json.dumps(game, sort_keys=True))


def test_a_node_that_is_killed_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    lost = []

    def kill_one(finished: int, known: int) -> None:
        if finished == 12:
            lost.append(cluster.nodes_to_lose.pop())
            cluster.remove_node(lost[0], allow_graceful=False)

    standings = tournament(tmp_path / "t", COMMANDERS, MAPS, report=kill_one, **OPTIONS)
    assert lost and standings["complete"] and standings["games"] == 72
    found = results(tmp_path / "t")
    assert len(found) == 72 and found == results_of_one_process()
    assert len({json.dumps(game, sort_keys=True) for game in found}) == 72
    # The folder goes on with nothing, and with no other plan.
    again = tournament(tmp_path / "t", COMMANDERS, MAPS, resume=True, **OPTIONS)
    assert again == standings and results(tmp_path / "t") == found
    with pytest.raises(HotgatesError, match="holds games already"):
        tournament(tmp_path / "t", COMMANDERS, MAPS, **OPTIONS)
    with pytest.raises(HotgatesError, match="another tournament was begun here: the commanders were"):
        tournament(tmp_path / "t", COMMANDERS[:2], MAPS, resume=True, **OPTIONS)
    # A torn line is played again; nothing else is.
    games = tmp_path / "t/games.jsonl"
    games.write_bytes(games.read_bytes()[:-40])
    assert tournament(tmp_path / "t", COMMANDERS, MAPS, resume=True, **OPTIONS) == standings
    assert results(tmp_path / "t") == found
    if program := os.environ.get("HOTGATES"):
        check_with_terminal(program, tmp_path, found)
    check_self_play()


def check_with_terminal(program: str, folder: Path, found: list[dict[str, Any]]) -> None:
    """The terminal makes the same plan and the same games, and goes on with the folder."""
    words = ["tournament", *COMMANDERS, "--maps", *MAPS, "--games", "12", "--seed", "5", "--steps", "200", "--json"]
    for out, more in (("terminal", []), ("t", ["--resume"])):
        command = [program, *words, "-o", str(folder / out), *more]
        subprocess.run(command, check=True, capture_output=True)
        assert results(folder / out) == found
    assert (folder / "terminal/plan.json").read_text() == (folder / "t/plan.json").read_text()


def check_self_play() -> None:
    """Episodes are those of their seeds, with chance as well."""

    def choose(planes: Any, units: Any, mask: Any, chance: Any) -> int:
        return int(chance.choice(mask.nonzero()[0]))

    episodes = dict(self_play(choose, range(20), map=DUEL, blue="random"))
    again = dict(self_play(choose, [3, 7], map=DUEL, blue="random", batch=1))
    assert sorted(episodes) == list(range(20))
    for seed, arrays in again.items():
        assert all((arrays[name] == array).all() for name, array in episodes[seed].items())
        assert len(arrays["action"]) == len(arrays["planes"]) > 0 and set(arrays["side"]) == {0}


def test_without_a_cluster_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(HotgatesError, match=r"there is no cluster: call ray.init\(\) first"):
        list(play_tasks(lambda shared, task: task, [1]))


def test_programs_and_unknown_commanders_play_no_tournament() -> None:
    for name, why in (("bot:touch PWNED", "programs command in"), ("policy:a.onnx", "trained policies"), ("nobody", "unknown")):
        with pytest.raises(HotgatesError, match=why):
            Tournament(["greedy", name], ["open_field"])
    assert not Path("PWNED").exists()
    with pytest.raises(hotgates.BadFile, match="line 1: "):
        Tournament(["greedy", "random"], ["open_field"]).next_games(["{}"])
