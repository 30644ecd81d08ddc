"""The engine's API: what it answers is what the terminal says, and what it refuses it refuses in words."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import shutil
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest

import hotgates
from hotgates import Battle, Commander, HotgatesError, IllegalOrder, Order


def test_the_version_is_the_games(root: Path) -> None:
    found = re.search(r'^version = "(.*)"', (root / "Cargo.toml").read_text(), re.MULTILINE)
    assert found is not None and found.group(1) == hotgates.__version__
    assert hotgates.behaviour >= 1 and hotgates.protocol >= 1


def test_a_random_battle_has_the_golden_hash(root: Path) -> None:
    battle = Battle.from_file(root / "tests/maps/two_camps.ron", seed=3)
    battle.play("random", "random")
    assert f"{battle.record_hash:016x}" == (root / "tests/golden.txt").read_text().strip()


def terminal() -> str | None:
    """The program, where one was built: HOTGATES names it."""
    return os.environ.get("HOTGATES") or shutil.which("hotgates")


@pytest.mark.skipif(terminal() is None, reason="HOTGATES names no program")
@pytest.mark.parametrize(("red", "blue", "seed"), [("hunter", "warden", 5), ("greedy", "random", 9)])
def test_the_same_seed_makes_the_battle_of_the_terminal(root: Path, red: str, blue: str, seed: int) -> None:
    map_file = root / "maps/hot_gates.ron"
    words = [terminal(), "battle", str(map_file), "--red", red, "--blue", blue, "--seed", str(seed), "--json"]
    said = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True)
    last = json.loads(said.stdout.strip().splitlines()[-1])
    battle = Battle.from_file(map_file, seed=seed)
    battle.play(red, blue)
    assert f"{battle.record_hash:016x}" == last["hash"]


def test_a_commander_plays_the_battle_of_play() -> None:
    played, stepped = (Battle.shipped("hot_gates", seed=4) for _ in range(2))
    played.play("hunter", "warden")
    commanders = {"red": Commander("hunter"), "blue": Commander("warden")}
    while not stepped.over:
        order, reason = commanders[stepped.side].order(stepped)
        assert reason
        stepped.act(order)
    assert stepped.record_hash == played.record_hash


def test_a_replay_and_a_pickle_keep_battle_and_dice() -> None:
    battle = Battle.shipped("open_field", seed=6)
    for _ in range(40):
        orders = battle.legal_orders()
        battle.act(orders[len(orders) // 3])
    for other in (
        Battle.from_replay(battle.to_replay()),
        pickle.loads(pickle.dumps(battle)),
        copy.deepcopy(battle),
        battle.clone(),
    ):
        assert other.position_hash == battle.position_hash
        other.play("greedy", "greedy")
        if not battle.over:
            battle_end = battle.clone()
            battle_end.play("greedy", "greedy")
            assert other.record_hash == battle_end.record_hash


def test_a_spoilt_replay_is_refused() -> None:
    replay = bytearray(Battle.shipped().to_replay())
    replay[-1] ^= 1
    with pytest.raises(hotgates.BadFile, match="checksum"):
        Battle.from_replay(bytes(replay))
    with pytest.raises(hotgates.BadFile, match="not a Hotgates replay"):
        Battle.from_replay(b"")


def test_dice_by_a_key(duel: str) -> None:
    key = "ab" * 32
    battles = [Battle.from_text(duel, key=key) for _ in range(2)]
    for battle in battles:
        battle.play("random", "random")
    assert battles[0].record_hash == battles[1].record_hash
    assert battles[0].seed is None
    with pytest.raises(HotgatesError, match="key"):
        Battle.from_text(duel, key="ab")
    with pytest.raises(HotgatesError, match="not from both"):
        Battle.from_text(duel, seed=1, key=key)


def test_illegal_orders_change_nothing(duel: str) -> None:
    battle = Battle.from_text(duel)
    before = battle.record_hash
    for order in (Order.move(0, (50, 50)), Order.attack(0, 1), Order.move(2, (0, 0)), Order.face(0, "n"),
                  Order.exit(0), Order.work(0, (1, 1), 0), Order.attack(0, 60000)):
        with pytest.raises(IllegalOrder) as refused:
            battle.act(order)
        assert str(refused.value)
        with pytest.raises(IllegalOrder):
            battle.check(order)
    assert battle.record_hash == before


def test_legal_orders_are_those_that_are_followed(duel: str) -> None:
    battle = Battle.from_text(duel)
    orders = battle.legal_orders()
    assert len(set(orders)) == len(orders) == len(battle.legal_order_array())
    for order in orders:
        battle.clone().act(order)
        assert pickle.loads(pickle.dumps(order)) == order
    assert [order for order in orders if order.unit == 0] == battle.legal_orders(0)


def test_arrays_say_what_the_methods_say(duel: str) -> None:
    battle = Battle.from_text(duel)
    reach = battle.reach(0)
    assert reach.shape == battle.shape == battle.terrain().shape
    for (col, row), left in battle.destinations(0).items():
        assert reach[row, col] == left
        found = battle.path(0, (col, row))
        assert found is not None and found[0][-1] == (col, row)
    field = battle.cost_field("infantry", [(4, 1)])
    assert field[1, 4] == 0 and field.dtype == np.int32
    neighbours = battle.neighbours()
    assert neighbours.shape == (30, 6)
    for hex_number, around in enumerate(neighbours):
        for other in around[around >= 0]:
            assert hex_number in neighbours[other]


def test_odds_are_those_of_the_dice(duel: str) -> None:
    battle = Battle.from_text(duel)
    odds = battle.odds(0, 2, from_hex=(1, 2))
    if odds is None:
        enemy = next(unit for unit in battle.view("red")["units"] if unit["id"] == 2)["at"]
        odds = battle.odds(0, 2, from_hex=(enemy[0] + 1, enemy[1]))
    assert odds is not None
    assert sum(outcome["ways"] for outcome in odds["outcomes"]) == odds["of"]
    assert battle.odds(0, 0) is None and battle.odds(0, 1) is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Battle.shipped("nowhere"), 'unknown map "nowhere"'),
        (lambda: Battle.from_text("Map(name: 3)"), "text"),
        (lambda: Battle.from_text('Scenario(map: "x", name: "y")'), "from_file"),
        (lambda: Battle.from_text("", rules="no.ron"), ""),
        (lambda: Battle.shipped().view("green"), 'say "red" or "blue"'),
        (lambda: Battle.shipped().reach(999), "there is no unit 999"),
        (lambda: Battle.shipped().reach(-1), "there is no unit -1"),
        (lambda: Battle.shipped().path(0, (500, 0)), "off the map"),
        (lambda: Battle.shipped().cost_field("elephants"), 'unknown unit type "elephants"'),
        (lambda: Battle.shipped().to_pixels(hex=0), "1 to 256 pixels"),
        (lambda: Battle.shipped().to_pixels(hex=float("nan")), "1 to 256 pixels"),
        (lambda: Battle.shipped().play("nobody"), "unknown commander `nobody`"),
        (lambda: Battle.shipped().play("warden:consul"), "unknown rank `consul`"),
        (lambda: Order.move(-1, (0, 0)), "no number of a unit"),
        (lambda: Order.face(0, "up"), "no direction"),
    ],
)
def test_what_is_refused_is_refused_in_words(call: object, words: str) -> None:
    with pytest.raises(HotgatesError) as refused:
        call()  # type: ignore[operator]
    assert words in str(refused.value) and str(refused.value)


@pytest.mark.parametrize("call", [
    lambda: Battle.shipped(seed=-1), lambda: Battle.shipped(seed=2**64), lambda: Order.move(0, (2**40, 0)),
    lambda: Battle.shipped(3), lambda: Battle.from_replay("text"), lambda: Order.move("a", (0, 0)),
    lambda: Battle.shipped().act("end_turn"), lambda: Order.move(0, (1,)), lambda: Battle(),
])
def test_values_of_other_types_are_refused(call: object) -> None:
    with pytest.raises((TypeError, OverflowError, ValueError)):
        call()  # type: ignore[operator]


def test_a_program_that_a_file_names_is_never_started(tmp_path: Path, duel: str) -> None:
    (tmp_path / "map.ron").write_text(duel.replace("red: (", 'red: (commander: "bot:touch PWNED", '))
    battle = Battle.from_file(tmp_path / "map.ron")
    with pytest.raises(HotgatesError, match="never started from a file"):
        battle.play()
    with pytest.raises(HotgatesError):
        Battle.from_file(tmp_path / "map.ron").play("bot:touch PWNED", "random")
    with pytest.raises(HotgatesError):
        battle.play("policy:touch.onnx", "random")
    with pytest.raises(HotgatesError):
        Commander("bot:touch PWNED").order(battle)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map.ron"]
    assert not Path("PWNED").exists()


def test_threads_wait_for_each_other() -> None:
    battle = Battle.shipped("hot_gates", seed=8)
    faults: list[Exception] = []

    def step() -> None:
        try:
            for _ in range(50):
                battle.act(Order.end_turn())
        except IllegalOrder:
            pass
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=step) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not faults and battle.over


def test_other_threads_run_while_a_commander_thinks() -> None:
    battle, ticks = Battle.shipped("hot_gates", seed=8), 0
    thread = threading.Thread(target=battle.play, args=("strategist+20000", "strategist+20000"))
    thread.start()
    while thread.is_alive():
        ticks += 1
        thread.join(0.01)
    assert ticks > 3 and battle.over


def test_under_fog_a_view_hides_and_no_position_hash_is_told(duel: str) -> None:
    rules = (Path(__file__).resolve().parents[2] / "crates/rules/assets/rules/classic.ron").read_text()
    rules = rules.rstrip().removesuffix(")") + "    options: (fog_of_war: true),\n)\n"
    long = duel.replace('"..........", ".f..=..^..", "#...=....."', ", ".join(['"' + "." * 60 + '"'] * 2 + ['"#' + "." * 59 + '"']))
    battle = Battle.from_text(long.replace("(9, ", "(59, "), rules=rules)
    assert all(unit["presence"] == "unseen" for unit in battle.view("red")["units"] if unit["side"] == "blue")
    with pytest.raises(HotgatesError, match="fog of war"):
        battle.position_hash
    assert battle.view_hash("red") != battle.view_hash("blue")
