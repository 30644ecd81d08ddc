"""Makes generated maps for another ruleset than the classic one: rows of `hotgates map random`, standard armies.

    python3 tools/strength/maps_of_ruleset.py HOTGATES hoplite 1000 60 FOLDER

makes FOLDER/hoplite-1000.ron to FOLDER/hoplite-1059.ron, 24 x 20 hexes, one of the five kinds after the other. The ground
of the classic ruleset has to be in the other one; mountains are ridges for `musket`, which has none.
"""

import re
import subprocess
import sys
from pathlib import Path

KINDS = ["pass", "river", "plain", "islands", "highlands"]


def make_map(program: str, rules: str, seed: int, folder: Path) -> None:
    """Makes the map of a seed."""
    path = folder / f"{rules}-{seed}.ron"
    kind = KINDS[seed % len(KINDS)]
    command = [program, "map", "random", "--size", "24x20", "--kind", kind, "--seed", str(seed), "-o", path]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    text = path.read_text()
    rows = re.search(r"rows: \[(.*?)\],", text, re.S).group(1)
    if rules == "musket":
        rows = rows.replace("^", "r")
    origin = re.search(r"from: (\w+)", text)
    origin = f"from: {origin.group(1)},\n" if origin else ""
    path.write_text(f'Map(name: "{rules} {seed}", rules: "{rules}", rows: [{rows}],\n{origin})\n')
    subprocess.run([program, "map", "check", path], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Makes maps of as many seeds as are asked for."""
    program, rules, first, count, folder = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    for seed in range(int(first), int(first) + int(count)):
        make_map(program, rules, seed, Path(folder))


if __name__ == "__main__":
    main()
