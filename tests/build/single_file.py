"""`termpuzzles.pyz`: the program and everything it needs in one file.

It is made from what is installed here, so that nothing is downloaded: this project's source, and the dependencies that
`pyproject.toml` names, with their own. Any Python from 3.11 on runs it.
"""

from __future__ import annotations

import re
import shutil
import tomllib
import zipapp
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
NAME = "termpuzzles.pyz"
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:\[([^]]*)\])?")
_EXTRA = re.compile(r"extra\s*==\s*[\"']([^\"']+)[\"']")

# Files such as style sheets must lie in a folder, so the first start unpacks everything into the user's cache.
START = '''\
"""Unpacks the program into the user's cache, once for each version of this file, and runs it from there."""

import sys


def unpacked():
    import os
    import shutil
    import tempfile
    import zipfile

    from platformdirs import user_cache_dir

    folder = os.path.join(user_cache_dir("termpuzzles", appauthor=False), "{digest}")
    if os.path.isdir(folder):
        return folder
    try:
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        fresh = tempfile.mkdtemp(dir=os.path.dirname(folder))
    except OSError:
        import atexit

        fresh = folder = tempfile.mkdtemp(prefix="termpuzzles-")
        atexit.register(shutil.rmtree, fresh, True)
    with zipfile.ZipFile(os.path.dirname(os.path.abspath(__file__))) as archive:
        archive.extractall(fresh)
    if fresh != folder:
        try:
            os.rename(fresh, folder)
        except OSError:  # another start was quicker
            shutil.rmtree(fresh, ignore_errors=True)
    return folder


if __name__ == "__main__":
    sys.path[0] = unpacked()
    for name in [name for name in sys.modules if name.partition(".")[0] == "platformdirs"]:
        del sys.modules[name]  # it came from inside this file
    from termpuzzles.cli import main

    sys.exit(main())
'''


def build(folder: Path) -> Path:
    """Make the file in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        inside = Path(scratch)
        _put_own(inside)
        for each in _needed():
            _put(each, inside)
        digest = sha256()
        for path in sorted(path for path in inside.rglob("*") if path.is_file()):
            digest.update(f"{path.relative_to(inside)}\0".encode() + path.read_bytes())
        (inside / "__main__.py").write_text(START.replace("{digest}", digest.hexdigest()[:16]), encoding="utf-8")
        zipapp.create_archive(inside, folder / NAME, "/usr/bin/env python3", compressed=True)
    return folder / NAME


def _project() -> dict[str, list[str]]:
    found: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def _put_own(inside: Path) -> None:
    """Copy the package with its levels, and the part of its metadata that `--version` needs."""
    shutil.copytree(ROOT / "termpuzzles", inside / "termpuzzles", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "levels", inside / "termpuzzles" / "levels")
    version = _project()["version"]
    metadata = inside / f"termpuzzles-{version}.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: termpuzzles\nVersion: {version}\n", encoding="utf-8")


def _needed() -> Iterator[Distribution]:
    """The dependencies of the program, direct and indirect, each once."""
    waiting, seen = list(_project()["dependencies"]), set[str]()
    while waiting:
        match = _REQUIREMENT.match(waiting.pop())
        assert match is not None
        name, extras = match[1], {extra.strip() for extra in (match[2] or "").split(",")}
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # needed only on another system or an older Python
        for requirement in found.requires or []:
            extra = _EXTRA.search(requirement)
            if extra is None or extra[1] in extras:
                waiting.append(requirement)
        if name.lower() not in seen:
            seen.add(name.lower())
            yield found


def _put(found: Distribution, inside: Path) -> None:
    """Copy the files that a distribution installs as packages: no scripts and no compiled bytecode."""
    for file in found.files or []:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = inside / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)
