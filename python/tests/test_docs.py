"""Every public name has a docstring whose example runs, and stubs say what the compiled module has."""

from __future__ import annotations

import doctest
import importlib
import importlib.resources
import inspect
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from hotgates import _core

from conftest import ROOT

MODULES = ["hotgates", "hotgates._core", "hotgates.registration", "hotgates.options", "hotgates.battle_v0",
           "hotgates.gym_env", "hotgates.policy", "hotgates.vector_env"]
# The core of the environments has one example for all, and exceptions explain themselves.
WITHOUT_EXAMPLE = ("Episode.", "BattleVector.", "BattleView.", "Tournament.", "Tuning.", "TuningProgress.")


def documented() -> Iterator[tuple[str, Any]]:
    """Every public function, class, method and property."""
    seen: set[int] = set()
    for module in map(importlib.import_module, MODULES):
        yield module.__name__, module
        for name, value in vars(module).items():
            home = getattr(value, "__module__", None)
            if name.startswith("_") or id(value) in seen or not str(home).startswith("hotgates"):
                continue
            if inspect.isclass(value) or inspect.isroutine(value):
                seen.add(id(value))
                yield name, value
            if inspect.isclass(value) and not issubclass(value, (Exception, dict)):
                for member, what in vars(value).items():
                    if not member.startswith("_") and (callable(what) or inspect.isdatadescriptor(what) or isinstance(what, staticmethod)):
                        yield f"{name}.{member}", getattr(value, member)


NAMED = [pytest.param(name, value, id=name) for name, value in documented()]


@pytest.mark.parametrize(("name", "value"), NAMED)
def test_a_public_name_has_a_docstring_whose_example_runs(name: str, value: Any) -> None:
    text = inspect.getdoc(value)
    assert text, f"{name} has no docstring"
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    if inspect.isroutine(value) or inspect.isdatadescriptor(value):
        is_core = name.startswith(WITHOUT_EXAMPLE)
        private = name in ("make_options", "check_choice", "observation_space", "decode_observation", "save_policy")
        assert example.examples or is_core or private, f"{name} has no example"
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert failed == 0


def test_the_stubs_are_those_of_the_compiled_module() -> None:
    words = [sys.executable, "-m", "mypy.stubtest", "hotgates._core", "--ignore-disjoint-bases"]
    pytest.importorskip("mypy")
    said = subprocess.run(words, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr


def test_the_package_type_checks() -> None:
    pytest.importorskip("mypy")
    words = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "python/pyproject.toml"), "-p", "hotgates"]
    said = subprocess.run(words, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr


def test_all_of_the_compiled_module_is_in_its_stub() -> None:
    stub = (importlib.resources.files("hotgates") / "_core.pyi").read_text()
    for name in vars(_core):
        if not name.startswith("__"):
            assert name in stub
