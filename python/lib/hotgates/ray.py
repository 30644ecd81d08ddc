"""Tournaments and self-play past one machine, with Ray: lists of pure functions, played by whoever is there.

A game is a function of its plan and its numbers, so nothing is lost with a machine: what it was playing is played again elsewhere, and
comes out the same. Games are kept in the folder of the terminal's ``tournament``, line by line, which either goes on with.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
import ray
from numpy.typing import NDArray

from ._core import BadFile, Episode, HotgatesError, Tournament
from .options import MapSource, RewardForm, make_options

__all__ = ["Tournament", "play_tasks", "self_play", "tournament"]

SYNC_EVERY = 0.5
"""Seconds for which a written game waits for the disk at most."""
BATCH_SECONDS = 2.0
"""Seconds that a batch of tasks is to take: sending one takes the driver two milliseconds."""
BATCHES = 2
"""Batches that are out for each processor of the cluster."""
MOST_IN_BATCH = 4096
"""Greatest number of tasks in a batch."""
RETRIES = -1
"""How often a task is tried again when its machine is lost: for as long as there are machines."""


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
    """
    if not ray.is_initialized():
        raise HotgatesError("there is no cluster: call ray.init() first")

    def call_all(shared: Any, part: list[Any]) -> tuple[float, list[Any]]:
        start = time.monotonic()
        results = [function(shared, task) for task in part]
        return time.monotonic() - start, results

    remote = ray.remote(max_retries=RETRIES, num_cpus=1)(call_all)
    held, rest, size = ray.put(shared), deque(tasks), batch or 1
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    out: dict[Any, list[Any]] = {}
    while rest or out:
        while rest and len(out) < BATCHES * processors:
            count = size if batch else min(size, max(1, len(rest) // (BATCHES * processors)))
            part = [rest.popleft() for _ in range(min(count, len(rest)))]
            out[remote.remote(held, part)] = part
        (ready,), _ = ray.wait(list(out), num_returns=1)
        part = out.pop(ready)
        seconds, results = ray.get(ready)
        if batch is None:
            fitting = round(BATCH_SECONDS * len(part) / max(seconds, 1e-6))
            size = max(1, min(fitting, 8 * size, MOST_IN_BATCH))
        yield from zip(part, results)


def _play(plan: Tournament, game: Any) -> str:
    return plan.play_game(game)


class GameFolder:
    """The folder of a tournament, as the terminal has it: ``plan.json``, and ``games.jsonl`` with a line for each game.

    Only one program writes it at a time.
    """

    def __init__(self, folder: str | os.PathLike[str], plan: Tournament, *, resume: bool) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lines: list[str] = []
        self._games = self._open_games()
        try:
            self._begin(plan, resume)
        except BaseException:
            self._games.close()
            raise
        self._synced = time.monotonic()

    def _open_games(self) -> IO[bytes]:
        games = open(self.folder / "games.jsonl", "a+b")
        try:
            import fcntl
        except ImportError:  # where there are no such locks, the user has to see to it
            return games
        try:
            # The lock that the terminal takes.
            fcntl.flock(games, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            games.close()
            raise HotgatesError(f"{self.folder / 'games.jsonl'}: another program is writing it") from None
        return games

    def _begin(self, plan: Tournament, resume: bool) -> None:
        path, begun = self.folder / "plan.json", self._games.seek(0, os.SEEK_END) > 0
        if begun and not resume:
            raise HotgatesError(f"{self.folder} holds games already: resume=True goes on with them")
        if resume and (begun or path.exists()):
            difference = plan.difference(path.read_text(encoding="utf-8"))
            if difference is not None:
                raise HotgatesError(f"{path}: another tournament was begun here: {difference}")
        else:
            part = path.with_name("plan.json.part")
            with open(part, "w", encoding="utf-8") as file:
                file.write(plan.plan + "\n")
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        self._games.seek(0)
        whole = 0
        for number, line in enumerate(self._games, 1):
            if not line.endswith(b"\n"):
                break
            try:
                plan.read_line(line[:-1].decode("utf-8"))
            except (BadFile, UnicodeDecodeError) as why:
                raise BadFile(f"{self.folder / 'games.jsonl'}:{number}: {why}") from None
            self.lines.append(line[:-1].decode("utf-8"))
            whole += len(line)
        # A line without its end was being written when the program ended.
        self._games.truncate(whole)

    def keep(self, line: str) -> None:
        """Writes the line of a finished game; the disk has it half a second later."""
        self._games.write(line.encode("utf-8") + b"\n")
        self.lines.append(line)
        if time.monotonic() - self._synced >= SYNC_EVERY:
            self.sync()

    def sync(self) -> None:
        """Has the disk take what is written."""
        self._games.flush()
        os.fsync(self._games.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        """Has the disk take what is written, and gives the folder free."""
        self.sync()
        self._games.close()


def tournament(
    folder: str | os.PathLike[str],
    commanders: Sequence[str],
    maps: Sequence[str | os.PathLike[str]],
    *,
    resume: bool = False,
    batch: int | None = None,
    report: Callable[[int, int], None] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Plays a tournament on the cluster, or goes on with one; returns who stands where, as ``tournament --json`` says it.

    Args:
        folder: Folder for the plan and the games: that of ``hotgates tournament -o``, which ``--resume`` goes on with, too.
        commanders: Names of built-in commanders.
        maps: Files of maps, or names of shipped ones. A file has the name that it was given in the plan.
        resume: ``True`` goes on with the games that are there, if the plan is the same.
        batch: Number of games that a machine is sent together; see ``play_tasks``.
        report: Called with the numbers of finished games and of all that are known of.
        options: ``games``, ``format``, ``rounds``, ``seed``, ``key``, ``mirror`` and ``steps``, as for ``Tournament``.

    Results are those of the terminal, game by game, whatever the machines and whichever of them are lost; only times differ.
    """
    plan = Tournament(list(commanders), [os.fspath(one) for one in maps], **options)
    games = GameFolder(folder, plan, resume=resume)
    try:
        while open_games := plan.next_games(games.lines):
            for game, line in play_tasks(_play, open_games, shared=plan, batch=batch):
                if tuple(plan.read_line(line)) != tuple(game):
                    raise HotgatesError(f"the cluster has sent another game than {game}")
                games.keep(line)
                if report is not None:
                    report(len(games.lines), len(games.lines) + len(open_games))
            games.sync()
        standings: dict[str, Any] = plan.standings(games.lines)
        return standings
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
    """
    options = make_options(map, rules=rules, actions="pick", illegal="raise", reward=reward, red=red, blue=blue,
                           max_actions=max_actions)
    yield from play_tasks(_play_episode, seeds, shared=(options, choose), batch=batch)
