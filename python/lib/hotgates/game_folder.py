"""Folders of plans and games, as the terminal's ``tournament`` and ``tune`` have them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Protocol

from ._core import BadFile, HotgatesError

__all__ = ["GameFolder", "Plan"]

SYNC_EVERY = 0.5
"""Seconds for which a written game waits for the disk at most."""


class Plan(Protocol):
    """What a folder keeps: a ``Tournament`` or a ``Tuning``."""

    @property
    def plan(self) -> str:
        """The plan in JSON."""

    def difference(self, plan: str) -> str | None:
        """Returns what makes another plan of one in JSON, in words; ``None`` if both are the same."""


class GameFolder:
    """A folder with ``plan.json``, and ``games.jsonl`` with a line for each game. One program at a time writes it.

    Args:
        folder: The folder; it is made if it is not there.
        plan: The plan, which is that of the folder if games are there already.
        read_line: Called with each line that is there; raises ``BadFile`` if it is no game of the plan.
        work: What was begun in the folder, in a word.
        resume: ``True`` goes on with the games that are there.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        plan: Plan,
        read_line: Callable[[str], Any],
        *,
        work: str,
        resume: bool,
    ) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lines: list[str] = []
        self._games = self._open_games()
        try:
            self._begin(plan, work, resume)
            self._read_lines(read_line)
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

    def _begin(self, plan: Plan, work: str, resume: bool) -> None:
        path, begun = self.folder / "plan.json", self._games.seek(0, os.SEEK_END) > 0
        if begun and not resume:
            raise HotgatesError(f"{self.folder} holds games already: resume=True goes on with them")
        if resume and (begun or path.exists()):
            difference = plan.difference(path.read_text(encoding="utf-8"))
            if difference is not None:
                raise HotgatesError(f"{path}: another {work} was begun here: {difference}")
        else:
            self.write_file("plan.json", plan.plan + "\n")

    def _read_lines(self, read_line: Callable[[str], Any]) -> None:
        self._games.seek(0)
        whole = 0
        for number, line in enumerate(self._games, 1):
            if not line.endswith(b"\n"):
                break
            try:
                text = line[:-1].decode("utf-8")
                read_line(text)
            except (BadFile, UnicodeDecodeError) as why:
                raise BadFile(f"{self.folder / 'games.jsonl'}:{number}: {why}") from None
            self.lines.append(text)
            whole += len(line)
        # A line without its end was being written when the program ended.
        self._games.truncate(whole)

    def write_file(self, name: str, text: str) -> None:
        """Writes a file of the folder; it is there whole, or as it was before."""
        part = self.folder / f"{name}.part"
        with open(part, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.folder / name)

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
