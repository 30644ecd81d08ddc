"""How throughput grows with machines: a tournament on up to 100 of them, simulated from what this machine measures.

    python python/benchmarks/cluster.py

Measured are the lengths of games, the time that the driver takes to send a batch of games and to receive it, and the time to keep
a line. The simulation plays batches by these numbers: the driver does one thing at a time, a machine of four processors plays as many
batches at once, and each batch is on the way for a millisecond, there and back. Nothing else of a network is in it.
"""

from __future__ import annotations

import heapq
import random
import statistics
import tempfile
import time
from pathlib import Path

import ray

from hotgates.game_folder import GameFolder
from hotgates.ray import BATCH_SECONDS, BATCHES, Tournament

PROCESSORS = 4
ON_THE_WAY = 0.001
ROUNDS = 40


def measured_games() -> tuple[list[float], float]:
    """Returns the seconds of games, and those that keeping a line takes."""
    plan = Tournament(["hunter", "warden", "greedy"], ["hot_gates", "open_field"], games=20, seed=1)
    lines, seconds = [], []
    for game in plan.next_games([]):
        start = time.process_time()
        lines.append(plan.play_game(game))
        seconds.append(time.process_time() - start)
    with tempfile.TemporaryDirectory() as folder:
        games = GameFolder(Path(folder), plan, plan.read_line, work="tournament", resume=False)
        start = time.process_time()
        for line in lines:
            plan.read_line(line)
            games.keep(line)
        kept = (time.process_time() - start) / len(lines)
        games.close()
    return seconds, kept


def measured_overhead(batches: int = 400) -> float:
    """Returns the seconds that the driver takes for a batch without games."""
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)

    @ray.remote
    def nothing(shared: object, part: list[int]) -> list[str]:
        return ["x" * 400 for _ in part]

    shared = ray.put(None)
    ray.get([nothing.remote(shared, [0] * 8) for _ in range(20)])
    start = time.process_time()
    for _ in range(batches // 8):
        out = [nothing.remote(shared, [0] * 8) for _ in range(8)]
        while out:
            ready, out = ray.wait(out, num_returns=1)
            ray.get(ready)
    taken = (time.process_time() - start) / batches
    ray.shutdown()
    return taken


def simulated_rate(machines: int, batch: int, games: list[float], send: float, keep: float) -> float:
    """Returns games a second on so many machines."""
    draw, mean, spread = random.Random(1), statistics.mean(games), statistics.stdev(games)
    processors = machines * PROCESSORS
    count = left = ROUNDS * batch * processors
    free = [0.0] * processors  # when each processor has done what it has
    arrivals: list[tuple[float, int]] = []
    driver = 0.0
    while left > 0 or arrivals:
        # The driver sends while it may, and receives what has come else.
        if left > 0 and len(arrivals) < BATCHES * processors:
            part = min(batch, left)
            left -= part
            driver += send / 2
            length = max(part * min(games), draw.gauss(part * mean, spread * part**0.5))
            end = max(heapq.heappop(free), driver + ON_THE_WAY) + length
            heapq.heappush(free, end)
            heapq.heappush(arrivals, (end + ON_THE_WAY, part))
            continue
        at, part = heapq.heappop(arrivals)
        driver = max(driver, at) + send / 2 + keep * part
    return count / driver


def main() -> None:
    """Prints what was measured and the table."""
    games, keep = measured_games()
    send = measured_overhead()
    mean = statistics.mean(games)
    whole = round(BATCH_SECONDS / mean)
    print(f"a game takes {1000 * mean:.1f} ms ({1000 * min(games):.1f} to {1000 * max(games):.1f}), "
          f"a batch takes the driver {1000 * send:.2f} ms, a line {1e6 * keep:.0f} µs")
    print()
    print(f"| machines | batches of 8 games: games a second | of linear | of two seconds, {whole} games: games a second | of linear |")
    print("|---:|---:|---:|---:|---:|")
    one = {batch: simulated_rate(1, batch, games, send, keep) for batch in (8, whole)}
    for machines in (1, 2, 5, 10, 20, 50, 100):
        rates = {batch: simulated_rate(machines, batch, games, send, keep) for batch in (8, whole)}
        cells = (f"{rate:,.0f} | {rate / one[batch] / machines:.2f}" for batch, rate in rates.items())
        print(f"| {machines} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
