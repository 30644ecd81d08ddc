"""The environments' names in Gymnasium's registry."""

from __future__ import annotations

ENV_ID = "hotgates/Battle-v0"


def register_envs() -> None:
    """Registers ``hotgates/Battle-v0`` with Gymnasium, if that is installed. Importing ``hotgates`` does so.

    >>> import gymnasium, hotgates
    >>> hotgates.register_envs()
    >>> "hotgates/Battle-v0" in gymnasium.registry
    True
    """
    try:
        import gymnasium
    except ModuleNotFoundError:
        return
    if ENV_ID in gymnasium.registry:
        return
    gymnasium.register(
        id=ENV_ID,
        entry_point="hotgates.gym_env:BattleEnv",
        vector_entry_point="hotgates.vector_env:BattleVectorEnv",
    )
