"""A tournament and a tuning on a cluster are those of one process and of the terminal, whatever machine is lost."""

from __future__ import annotations

import doctest
import json
import os
import pickle
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import DUEL, ROOT

import hotgates
from hotgates import HotgatesError

ray = pytest.importorskip("ray")

import hotgates.ray  # noqa: E402
from hotgates.ray import Tournament, Tuning, TuningProgress, play_tasks, self_play, tournament, tune  # noqa: E402

COMMANDERS = ["greedy", "hunter", "warden"]
MAPS = ["maps/open_field.ron", "maps/goat_path.ron"]
OPTIONS: dict[str, Any] = {"games": 12, "seed": 5, "steps": 200}
TUNED: dict[str, Any] = {"commander": "hunter@classic", "against": ["greedy", "random"], "maps": ["maps/goat_path.ron"],
                         "validation": ["maps/hot_gates.ron"], "held_out": ["maps/open_field.ron"]}
TUNING: dict[str, Any] = {"iterations": 4, "games": 4, "validation_games": 4, "test_games": 24, "seed": 3, "steps": 60}


@pytest.fixture(scope="module")
def four_nodes() -> Iterator[Any]:
    """A cluster of four nodes on this machine, with a processor each; two tests kill one each."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.nodes_to_lose = [made.add_node(num_cpus=1) for _ in range(3)]
    ray.init(address=made.address, log_to_driver=False)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def cluster(four_nodes: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The cluster with as many nodes as are left, three at least."""
    monkeypatch.chdir(ROOT)
    assert len(four_nodes.nodes_to_lose) >= 1
    return four_nodes


def results(folder: Path) -> list[dict[str, Any]]:
    """Returns the games of a folder without times and checksums, in the order of the plan."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    return without_times(games)


def without_times(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns games without times and checksums, in the order of their texts."""
    for game in games:
        for name in ("ms", "ms_of_side", "sum"):
            del game[name]
    return sorted(games, key=lambda game: json.dumps(game, sort_keys=True))


def results_of_one_process() -> list[dict[str, Any]]:
    """Plays the same games here, one after the other."""
    plan = Tournament(COMMANDERS, MAPS, **OPTIONS)
    return without_times([json.loads(plan.play_game(game)) for game in plan.next_games([])])


def tuning_of_one_process() -> tuple[TuningProgress, list[dict[str, Any]]]:
    """Plays the same tuning here, one game after the other."""
    plan = Tuning(**TUNED, **TUNING)
    progress, lines = TuningProgress(plan), []
    while games := progress.next_games():
        for game in games:
            lines.append(plan.play_game(game))
            progress.read_line(lines[-1])
            if progress.over:
                break
    return progress, without_times(list(map(json.loads, lines)))


def killer(cluster: Any, at: int) -> tuple[list[Any], Any]:
    """A list of lost nodes, and a report that kills a node of the cluster when so many games are finished."""
    lost: list[Any] = []

    def kill_one(finished: int, known: int) -> None:
        assert finished <= known
        if finished == at:
            lost.append(cluster.nodes_to_lose.pop())
            cluster.remove_node(lost[0], allow_graceful=False)

    return lost, kill_one


def test_without_a_cluster_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(HotgatesError, match=r"there is no cluster: call ray.init\(\) first"):
        list(play_tasks(lambda shared, task: task, [1]))


def test_a_node_that_is_killed_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    lost, kill_one = killer(cluster, 12)
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


def test_a_tuning_goes_on_when_a_node_is_killed(cluster: Any, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    lost, kill_one = killer(cluster, 30)
    document = tune(folder, **TUNED, **TUNING, report=kill_one)
    progress, expected = tuning_of_one_process()
    assert lost and document["complete"] and document == progress.document()
    check_tuning(folder, progress, expected)
    assert tune(folder, **TUNED, **TUNING, resume=True) == document
    check_tuning(folder, progress, expected)
    with pytest.raises(HotgatesError, match="another tuning was begun here: the number of iterations was 4 and is 5 now"):
        tune(folder, **TUNED, **{**TUNING, "iterations": 5}, resume=True)
    if program := os.environ.get("HOTGATES"):
        check_tuning_with_terminal(program, tmp_path, progress, expected)


def check_tuning(folder: Path, progress: TuningProgress, expected: list[dict[str, Any]]) -> None:
    """Games are those of one process, none lost or there twice, and so are the bytes of all other files."""
    assert results(folder) == expected
    assert (folder / "plan.json").read_text() == Tuning(**TUNED, **TUNING).plan + "\n"
    assert (folder / "doctrine.ron").read_text() == progress.doctrine
    assert (folder / "report.html").read_text() == progress.to_html()
    assert sorted(path.name for path in folder.iterdir()) == ["doctrine.ron", "games.jsonl", "plan.json", "report.html"]


def check_tuning_with_terminal(
    program: str, folder: Path, progress: TuningProgress, expected: list[dict[str, Any]]
) -> None:
    """The terminal makes the same folder, and either goes on with what the other has begun."""
    words = ["tune", TUNED["commander"], "--against", *TUNED["against"], "--json", "--jobs", "1"]
    for option in ("maps", "validation", "held_out"):
        words += ["--" + option.replace("_", "-"), *TUNED[option]]
    for option, number in TUNING.items():
        words += ["--" + option.replace("_", "-"), str(number)]

    def play(name: str, *more: str) -> Any:
        said = subprocess.run([program, *words, "-o", str(folder / name), *more], capture_output=True)
        assert said.returncode < 2, said.stderr
        check_tuning(folder / name, progress, expected)
        return json.loads(said.stdout)

    assert play("terminal") == play("t", "--resume") == progress.document()
    lines = (folder / "terminal/games.jsonl").read_bytes().splitlines(keepends=True)
    for name, count in (("of_terminal", 25), ("of_cluster", 40)):
        (folder / name).mkdir()
        (folder / name / "plan.json").write_bytes((folder / "terminal/plan.json").read_bytes())
        # The last line is torn.
        (folder / name / "games.jsonl").write_bytes(b"".join(lines[:count])[:-7])
    assert play("of_cluster", "--resume") == tune(folder / "of_terminal", **TUNED, **TUNING, resume=True)
    check_tuning(folder / "of_terminal", progress, expected)


def test_a_tuning_is_for_one_program_at_a_time(cluster: Any, tmp_path: Path) -> None:
    def play_again(finished: int, known: int) -> None:
        with pytest.raises(HotgatesError, match="another program is writing it"):
            tune(tmp_path / "t", **TUNED, **TUNING, resume=True)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        tune(tmp_path / "t", **TUNED, **TUNING, report=play_again)
    assert len(results(tmp_path / "t")) == 1


def test_examples_of_the_docstrings_run(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testmod(hotgates.ray, optionflags=doctest.ELLIPSIS)
    assert failed == 0 and tried >= 8


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


def test_a_pickled_plan_plays_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    own = tmp_path / "own.ron"
    shipped = (ROOT / "crates/doctrine/assets/classic.ron").read_text()
    own.write_text(shipped.replace("boldness: 1000", "boldness: 300"))
    assert own.read_text() != shipped
    tuning = Tuning(f"hunter@{own}", ["greedy", f"warden@{own}"], MAPS[:1], validation=["hot_gates"], held_out=MAPS[1:], mirror=True,
                    **TUNING)
    tournament = Tournament([f"hunter@{own}", "hunter"], MAPS[:1], key="07" * 32, mirror=True, games=8)
    own.unlink()
    progress = TuningProgress(tuning)
    for plan, games in ((tuning, progress.next_games()), (tournament, tournament.next_games([]))):
        copy = pickle.loads(pickle.dumps(plan))
        assert copy.plan == plan.plan and len(games) == 8
        played = [without_times([json.loads(one.play_game(game)) for game in games]) for one in (plan, copy)]
        assert played[0] == played[1]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"commander": "greedy"}, "greedy: the commander weighs nothing by a doctrine"),
        ({"commander": "human"}, "human: only commanders of this program have a doctrine"),
        ({"commander": "hunter@bold"}, "there is no doctrine `bold`"),
        ({"against": ["bot:touch PWNED"]}, "programs command in"),
        ({"against": ["greedy", "greedy"]}, r"greedy\+60: the opponent is named twice"),
        ({"against": []}, "a tuning has an opponent"),
        ({"held_out": ["maps/hot_gates.ron"]}, "the map is named for validation and for the test"),
        ({"numbers": ["relief"]}, "numbers: relief: hunter@classic does not decide by it, but by answers.hunter"),
        ({"elo0": 30.0}, "elo0 has to be less than elo1"),
        ({"iterations": 0}, "an iteration"),
    ],
)
def test_a_tuning_that_cannot_be_played_is_refused(
    changed: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(HotgatesError, match=words):
        Tuning(**{**TUNED, **TUNING, **changed})
    assert not Path("PWNED").exists()


def test_programs_and_unknown_commanders_play_no_tournament() -> None:
    for name, why in (("bot:touch PWNED", "programs command in"), ("policy:a.onnx", "trained policies"), ("nobody", "unknown")):
        with pytest.raises(HotgatesError, match=why):
            Tournament(["greedy", name], ["open_field"])
    assert not Path("PWNED").exists()
    with pytest.raises(hotgates.BadFile, match="line 1: "):
        Tournament(["greedy", "random"], ["open_field"]).next_games(["{}"])
