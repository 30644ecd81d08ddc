"""What the tests share: small maps and the environments that are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

DUEL = """Map(name: "Duel", rows: ["..........", ".f..=..^..", "#...=....."], turns: 6,
    red: (units: [(type: "cavalry", at: (9, 0)), (type: "artillery", at: (9, 1))]),
    blue: (units: [(type: "infantry"), (type: "infantry")]))"""


@pytest.fixture
def duel() -> str:
    """Text of a small map."""
    return DUEL


@pytest.fixture
def root() -> Path:
    """Folder of the repository."""
    return ROOT
