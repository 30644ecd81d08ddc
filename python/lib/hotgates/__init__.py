"""Hotgates for Python: a hex wargame engine with computer commanders, and environments for reinforcement learning.

>>> import hotgates
>>> battle = hotgates.Battle.shipped("hot_gates", seed=1)
>>> battle.play("hunter", "warden")
>>> battle.verdict is not None
True

``hotgates.battle_v0`` is a PettingZoo environment, ``gymnasium.make("hotgates/Battle-v0")`` one side against a
commander, and ``BattleVector`` many battles at once. ``behaviour`` is raised by every change of the rules that alters a
battle, ``protocol`` is the number of the messages in which views and events come.
"""

from ._core import (
    BadFile,
    Battle,
    BattleVector,
    BattleView,
    Commander,
    HotgatesError,
    IllegalAction,
    IllegalOrder,
    Order,
    __version__,
    behaviour,
    protocol,
    shipped_maps,
)
from .registration import register_envs

__all__ = [
    "BadFile",
    "Battle",
    "BattleVector",
    "BattleView",
    "Commander",
    "HotgatesError",
    "IllegalAction",
    "IllegalOrder",
    "Order",
    "__version__",
    "behaviour",
    "protocol",
    "register_envs",
    "shipped_maps",
]

register_envs()
