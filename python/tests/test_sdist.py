"""The source distribution holds everything that it is built from."""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest
from conftest import ROOT

MATURIN = Path(sys.executable).with_name("maturin")

pytestmark = pytest.mark.skipif(not MATURIN.exists(), reason="maturin, which makes the distribution, is not installed")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the distribution, newly made."""
    folder = tmp_path_factory.mktemp("sdist")
    words = [str(MATURIN), "sdist", "--manifest-path", str(ROOT / "python/Cargo.toml"), "--out", str(folder)]
    subprocess.run(words, check=True, capture_output=True)
    (file,) = folder.iterdir()
    return file


def files_of(sdist: Path) -> dict[str, str]:
    """Returns the files by their paths; only those of Rust and TOML with their text."""
    with tarfile.open(sdist) as archive:
        found = {}
        for member in archive.getmembers():
            assert member.isfile(), f"{member.name} is no plain file"
            path = member.name.split("/", 1)[1]
            data = archive.extractfile(member)
            text = path.endswith((".rs", ".toml")) and data is not None
            found[path] = data.read().decode() if text and data is not None else ""
    return found


def test_what_sources_embed_is_there(sdist: Path) -> None:
    files, embedded = files_of(sdist), 0
    for path, text in files.items():
        if not re.fullmatch(r"crates/[a-z]+/src/.*\.rs", path):
            continue
        # What tests embed is not built.
        code = text.split("#[cfg(test)]")[0]
        for name in re.findall(r'include_(?:str|bytes)!\(\s*"([^"]+)"', code):
            embedded += 1
            assert posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) in files, f"{name} of {path}"
    assert embedded >= 25


def test_crates_that_crates_need_are_there(sdist: Path) -> None:
    files = files_of(sdist)
    crates = {path.split("/")[1] for path in files if path.startswith("crates/")}
    assert {"engine", "learn", "maps"} <= crates
    for crate in crates:
        needed = files[f"crates/{crate}/Cargo.toml"].split("[dev-dependencies]")[0]
        for name in re.findall(r"^hotgates-([a-z-]+)", needed, re.MULTILINE):
            assert name in crates, f"{crate} needs {name}"
    for name in ("Cargo.toml", "pyproject.toml", "README.md", "python/Cargo.lock", "python/src/lib.rs", "lib/hotgates/py.typed"):
        assert name in files


@pytest.mark.skipif("HOTGATES_SDIST" not in os.environ, reason="a build from nothing takes minutes: HOTGATES_SDIST=1")
def test_it_builds_in_a_clean_folder(sdist: Path, tmp_path: Path) -> None:
    wheels, home = tmp_path / "wheels", tmp_path / "env"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(wheels), str(sdist)], check=True, cwd=tmp_path)
    venv.create(home, with_pip=True)
    python = str(home / "bin/python")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *map(str, wheels.iterdir())]
    subprocess.run(install, check=True)
    code = "import hotgates; b = hotgates.Battle.shipped('hot_gates', seed=1); b.play('random', 'random'); print(b.over)"
    said = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert said == "True\n"
