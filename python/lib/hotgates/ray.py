"""Tournaments, tunings and self-play past one machine, with Ray: lists of pure functions, played by whoever is there.

A game is a function of its plan and its numbers, so nothing is lost with a machine: what it was playing is played again elsewhere, and
comes out the same. Games are kept in the folder of the terminal's ``tournament`` or ``tune``, line by line, which either goes on with.
"""

from __future__ import annotations

import os
import pickle
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from ._core import Episode, HotgatesError, Tournament, Tuning, TuningProgress
from .game_folder import GameFolder
from .options import MapSource, RewardForm, make_options

__all__ = ["Tournament", "Tuning", "TuningProgress", "play_tasks", "self_play", "tournament", "tune"]

BATCH_SECONDS = 2.0
"""Seconds that a batch of tasks is to take: sending one takes the driver two milliseconds."""
BATCHES = 2
"""Batches that are out for each processor of the cluster."""
MOST_IN_BATCH = 4096
"""Greatest number of tasks in a batch."""
RETRIES = -1
"""How often a task is tried again when its machine is lost: for as long as there are machines."""


_held: dict[str, Any] = {}
"""What the tasks of a ``TaskPlayer`` share, by its key; each process of the cluster holds that of the last one."""


def _call_all(
    function: Callable[[Any, Any], Any], key: str, pickled: bytes, part: list[Any]
) -> tuple[float, list[Any]]:
    start = time.monotonic()
    if key not in _held:
        _held.clear()
        _held[key] = pickle.loads(pickled)
    shared = _held[key]
    results = [function(shared, task) for task in part]
    return time.monotonic() - start, results


class TaskPlayer:
    """Calls a pure function for tasks on the cluster, round by round.

    Args:
        function: Function of ``(shared, task)`` without side effects: a task whose machine is lost is called again.
        shared: What all tasks need; it is sent to each machine once, and read by each process once.
        batch: Number of tasks that are sent together. Without it as many as take two seconds, fewer towards the end of a round.
    """

    def __init__(self, function: Callable[[Any, Any], Any], shared: Any = None, batch: int | None = None) -> None:
        if not ray.is_initialized():
            raise HotgatesError("there is no cluster: call ray.init() first")
        self._call = ray.remote(max_retries=RETRIES, num_cpus=1)(_call_all)
        self._function, self._key = ray.put(function), uuid.uuid4().hex
        self._shared = ray.put(ray.cloudpickle.dumps(shared))
        self._batch, self._size = batch, batch or 1

    def play(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Yields tasks with their results, as they come. What is out when the caller wants no more is called off."""
        rest, out = deque(tasks), dict[Any, list[Any]]()
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while rest or out:
                while rest and len(out) < BATCHES * processors:
                    count = self._size if self._batch else min(self._size, max(1, len(rest) // (BATCHES * processors)))
                    part = [rest.popleft() for _ in range(min(count, len(rest)))]
                    out[self._call.remote(self._function, self._key, self._shared, part)] = part
                (ready,), _ = ray.wait(list(out), num_returns=1)
                part = out.pop(ready)
                seconds, results = ray.get(ready)
                if self._batch is None:
                    fitting = round(BATCH_SECONDS * len(part) / max(seconds, 1e-6))
                    self._size = max(1, min(fitting, 8 * self._size, MOST_IN_BATCH))
                yield from zip(part, results)
        finally:
            # A generator may be given up after the cluster.
            for sent in out if ray.is_initialized() else ():
                ray.cancel(sent)


def play_tasks(
    function: Callable[[Any, Any], Any], tasks: Iterable[Any], *, shared: Any = None, batch: int | None = None
) -> Iterator[tuple[Any, Any]]:
    """Calls a pure function for each task on the cluster; yields tasks with their results, as they come.

    Args:
        function: Function of ``(shared, task)`` without side effects: a task whose machine is lost is called again.
        tasks: The tasks, small and picklable.
        shared: What all tasks need; it is sent to each machine once.
        batch: Number of tasks that are sent together. Without it as many as take two seconds, fewer towards the end.

    A cluster has to be there: ``ray.init()`` makes one of this machine, ``ray.init(address=…)`` finds another.

    >>> from hotgates.ray import play_tasks
    >>> sorted(play_tasks(lambda base, task: base + task, range(3), shared=10))
    [(0, 10), (1, 11), (2, 12)]
    """
    yield from TaskPlayer(function, shared, batch).play(tasks)


Report = Callable[[int, int], None]
"""Called with the numbers of finished games and of all that are known of."""


def _play_game(plan: Tournament | Tuning, game: Any) -> str:
    return plan.play_game(game)


def _play_round(
    player: TaskPlayer, games: GameFolder, tasks: list[Any], read_line: Callable[[str, Any], bool], report: Report | None
) -> None:
    """Plays games and keeps each as soon as it is finished, until ``read_line`` of a line and its task wants no more."""
    known = len(games.lines) + len(tasks)
    for task, line in player.play(tasks):
        goes_on = read_line(line, task)
        games.keep(line)
        if report is not None:
            report(len(games.lines), known)
        if not goes_on:
            break
    games.sync()


def _check_game(found: Any, expected: Any) -> None:
    if found != expected:
        raise HotgatesError(f"the cluster has sent the game {found} for {expected}")


def tournament(
    folder: str | os.PathLike[str],
    commanders: Sequence[str],
    maps: Sequence[str | os.PathLike[str]],
    *,
    resume: bool = False,
    batch: int | None = None,
    report: Report | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Plays a tournament on the cluster, or goes on with one; returns who stands where, as ``tournament --json`` says it.

    Args:
        folder: Folder for the plan and the games: that of ``hotgates tournament -o``, which ``--resume`` goes on with, too.
        commanders: Names of built-in commanders; a doctrine of a name (``"hunter@mine.ron"``) is read here.
        maps: Files of maps, or names of shipped ones. A file has the name that it was given in the plan.
        resume: ``True`` goes on with the games that are there, if the plan is the same.
        batch: Number of games that a machine is sent together; see ``play_tasks``.
        report: Called with the numbers of finished games and of all that are known of.
        options: ``games``, ``format``, ``rounds``, ``seed``, ``key``, ``mirror`` and ``steps``, as for ``Tournament``.

    Results are those of the terminal, game by game, whatever the machines and whichever of them are lost; only times differ.

    >>> from hotgates.ray import tournament
    >>> standings = tournament("of_two", ["greedy", "random"], ["open_field"], games=2, seed=1)
    >>> standings["complete"], standings["games"]
    (True, 2)
    """
    plan = Tournament(list(commanders), [os.fspath(one) for one in maps], **options)
    games = GameFolder(folder, plan, plan.read_line, work="tournament", resume=resume)

    def read_line(line: str, game: Any) -> bool:
        _check_game(plan.read_line(line), game)
        return True

    try:
        player = TaskPlayer(_play_game, plan, batch)
        while open_games := plan.next_games(games.lines):
            _play_round(player, games, open_games, read_line, report)
        standings: dict[str, Any] = plan.standings(games.lines)
        return standings
    finally:
        games.close()


def tune(
    folder: str | os.PathLike[str],
    commander: str,
    against: Sequence[str],
    maps: Sequence[str | os.PathLike[str]],
    *,
    validation: Sequence[str | os.PathLike[str]] = (),
    held_out: Sequence[str | os.PathLike[str]] = (),
    resume: bool = False,
    batch: int | None = None,
    report: Report | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Tunes a doctrine on the cluster, or goes on with it, and tests it; returns what came of it, as ``tune --json`` says it.

    Args:
        folder: Folder for plan, games, doctrine and report: that of ``hotgates tune -o``, which ``--resume`` goes on with, too.
        commander: Name of the commander whose doctrine is tuned, with the doctrine to start from; that is read here.
        against: Names of its opponents.
        maps: Files of maps, or names of shipped ones, on which the search plays. A file has the name that it was given in the plan.
        validation, held_out: Maps for checkpoints and for the test at the end; without any they are generated.
        resume: ``True`` goes on with the games that are there, if the plan is the same.
        batch: Number of games that a machine is sent together; see ``play_tasks``.
        report: Called with the numbers of finished games and of all that are known of.
        options: ``numbers``, ``iterations``, ``games``, ``validation_games``, ``test_games`` (numbers of games), ``seed``,
            ``steps`` (of a half-turn), ``mirror``, ``elo0``, ``elo1`` (normalised Elo), ``alpha`` and ``beta`` (shares of wrong
            verdicts), as for ``Tuning``.

    Results are those of the terminal, game by game, whatever the machines and whichever of them are lost; only times differ, and how
    many games are finished beyond those that the test looks at. The games of an iteration wait for all of the one before: a cluster
    is of use as far as there are opponents, maps and games of a trial.

    >>> from hotgates.ray import tune
    >>> found = tune("tuned", "hunter", ["random"], ["open_field"], validation=["goat_path"], held_out=["hot_gates"],
    ...              iterations=1, games=2, validation_games=2, test_games=2, steps=20)
    >>> found["tune"], found["complete"], len(found["checkpoints"])
    ('hunter@classic+20', True, 2)
    """
    named = [[os.fspath(one) for one in files] for files in (maps, validation, held_out)]
    plan = Tuning(commander, list(against), named[0], validation=named[1], held_out=named[2], **options)
    progress = TuningProgress(plan)
    games = GameFolder(folder, plan, progress.read_line, work="tuning", resume=resume)

    def read_line(line: str, game: Any) -> bool:
        stage, _, numbers = game
        _check_game(progress.read_line(line), (stage, numbers))
        return not progress.over

    try:
        player, is_written = TaskPlayer(_play_game, plan, batch), False
        while True:
            doctrine = None if is_written else progress.doctrine
            if doctrine is not None:
                games.write_file("doctrine.ron", doctrine)
                is_written = True
            if not (open_games := progress.next_games()):
                break
            _play_round(player, games, open_games, read_line, report)
        games.write_file("report.html", progress.to_html())
        document: dict[str, Any] = progress.document()
        return document
    finally:
        games.close()


ChooseAction = Callable[[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.int8], np.random.Generator], int]
"""Returns a legal action for planes, unit table and mask; chance comes from the generator alone."""


def _play_episode(shared: tuple[Any, ChooseAction], seed: int) -> dict[str, NDArray[Any]]:
    options, choose = shared
    episode, chance = Episode(options, seed), np.random.default_rng(seed)
    rows: dict[str, list[Any]] = {name: [] for name in ("planes", "units", "mask", "action", "side", "reward")}
    while not episode.over:
        side = episode.side
        planes, units = episode.observe(side)
        mask = episode.mask()
        action = int(choose(planes, units, mask, chance))
        reward = episode.step(action)[0]
        for name, what in (("planes", planes), ("units", units), ("mask", mask), ("action", action), ("side", side),
                           ("reward", reward if side == 0 else -reward)):
            rows[name].append(what)
    kinds = {"action": np.int64, "side": np.uint8, "reward": np.float32}
    arrays = {name: np.asarray(what, dtype=kinds.get(name)) for name, what in rows.items()}
    return arrays | {"record_hash": np.array([episode.record_hash], np.uint64)}


def self_play(
    choose: ChooseAction,
    seeds: Iterable[int],
    *,
    map: MapSource,
    rules: str | None = None,
    reward: RewardForm = "outcome",
    red: str | None = None,
    blue: str | None = None,
    max_actions: int | None = None,
    batch: int | None = None,
) -> Iterator[tuple[int, dict[str, NDArray[Any]]]]:
    """Plays an episode for each seed on the cluster; yields seeds with what the learner saw, did and was given.

    Args:
        choose: Returns an action for planes, unit table and mask; it is pickled, with all that it refers to.
        seeds: Seeds of the battles, and of the generator that ``choose`` is handed: the same seed is the same episode everywhere.
        map, rules, reward, max_actions: As for the environments.
        red, blue: Commander of a side that does not learn; without both, ``choose`` plays both sides.
        batch: Number of episodes that a machine is sent together; see ``play_tasks``.

    Each episode is a dictionary of arrays with a row for each action: ``planes``, ``units``, ``mask``, ``action``, ``side`` and
    ``reward`` (what the action gave its side), and ``record_hash``. They come in the order in which they end.

    >>> from hotgates.ray import self_play
    >>> episodes = dict(self_play(lambda planes, units, mask, chance: int(mask.argmax()), [1, 2], map="open_field", blue="random",
    ...                           max_actions=9))
    >>> sorted(episodes), episodes[1]["action"].shape, episodes[1]["planes"].dtype
    ([1, 2], (9,), dtype('uint8'))
    """
    options = make_options(map, rules=rules, actions="pick", illegal="raise", reward=reward, red=red, blue=blue,
                           max_actions=max_actions)
    yield from play_tasks(_play_episode, seeds, shared=(options, choose), batch=batch)
