"""`termpuzzles.pyz`: the program and everything it needs in one file.

It is made from what is installed here, so that nothing is downloaded: this project's source, and the dependencies that
`pyproject.toml` names, with their own. Any Python from 3.11 on runs it.
"""

from __future__ import annotations

import os
import re
import shutil
import time
import tomllib
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
NAME = "termpuzzles.pyz"
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:\[([^]]*)\])?")
_INSTALLERS_OWN = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json")
_ELSEWHERE = re.compile(r"python_|platform|os_name|implementation")  # in a marker: not everywhere
_EXTRA = re.compile(r"extra\s*==\s*[\"']([^\"']+)[\"']")

# Files such as style sheets must lie in a folder, so the first start unpacks everything into the user's cache. Whoever
# uses a folder there holds a lock on it, which ends with the process however that ends; whoever finds a folder of this
# program without one removes it. `flock` works on folders, so that no file is needed for it.
START = '''\
"""Unpacks the program into the user's cache, once for each version of this file, and runs it from there."""

import atexit
import fcntl
import os
import re
import shutil
import sys
import tempfile
import zipfile

DIGEST = "{digest}"
UNPACKED = re.compile(r"[0-9a-f]{16}([.]part)?|tmp[a-z0-9_]{8}")
TEMPORARY = re.compile(r"termpuzzles-[a-z0-9_]{8}")


def locked(folder, how):
    """A descriptor that holds a lock on the folder; where there are no locks, it holds none."""
    found = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(found, how)
    except BlockingIOError:
        os.close(found)
        raise
    except OSError:
        pass
    return found


def remove_unused(home, names):
    """Remove the folders with such a name that are ours and that no process holds."""
    for name in os.listdir(home):
        folder = os.path.join(home, name)
        if names.fullmatch(name) and name != DIGEST:
            try:
                held = locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(held).st_uid == os.getuid():
                    shutil.rmtree(folder, ignore_errors=True)
                os.close(held)
            except OSError:
                pass


def unpack(folder):
    with zipfile.ZipFile(os.path.dirname(os.path.abspath(__file__))) as archive:
        archive.extractall(folder)


def in_cache(home):
    """The folder in the cache, locked for as long as this process lives."""
    folder, part = os.path.join(home, DIGEST), os.path.join(home, DIGEST + ".part")
    os.makedirs(home, exist_ok=True)
    door = locked(home, fcntl.LOCK_EX)
    try:
        if not os.path.isdir(folder):
            shutil.rmtree(part, ignore_errors=True)
            unpack(part)
            os.rename(part, folder)
        locked(folder, fcntl.LOCK_SH)
        remove_unused(home, UNPACKED)
    finally:
        os.close(door)
    return folder


def in_temporary():
    """A folder that lasts as long as this process; those of processes that were killed are removed."""
    remove_unused(tempfile.gettempdir(), TEMPORARY)
    folder = ""
    while not os.path.isdir(folder):  # another start may have taken it for a forgotten one before it was locked
        folder = tempfile.mkdtemp(prefix="termpuzzles-")
        locked(folder, fcntl.LOCK_SH)
    atexit.register(shutil.rmtree, folder, True)
    unpack(folder)
    return folder


def unpacked():
    from platformdirs import user_cache_dir

    try:
        return in_cache(user_cache_dir("termpuzzles", appauthor=False))
    except OSError:
        return in_temporary()


if __name__ == "__main__":
    sys.path[0] = unpacked()
    for name in [name for name in sys.modules if name.partition(".")[0] == "platformdirs"]:
        del sys.modules[name]  # it came from inside this file
    from termpuzzles.cli import main

    sys.exit(main())
'''


def build(folder: Path) -> Path:
    """Make the file in that folder; from the same commit and dependencies, it is the same byte for byte."""
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
        _pack(inside, folder / NAME)
    return folder / NAME


def _pack(inside: Path, made: Path) -> None:
    """Write the files into an archive that starts like a script, sorted by name, with one date and mode for all."""
    moment = time.gmtime(_moment())[:6]
    with open(made, "wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in sorted(path.relative_to(inside).as_posix() for path in inside.rglob("*") if path.is_file()):
                entry = zipfile.ZipInfo(name, moment)
                entry.create_system, entry.external_attr = 3, 0o100644 << 16
                archive.writestr(entry, (inside / name).read_bytes(), zipfile.ZIP_DEFLATED, 9)
    made.chmod(0o755)


def _moment() -> int:
    """The date of the files, in seconds since 1970: `SOURCE_DATE_EPOCH`, else the first that an archive can hold."""
    return max(_FIRST, int(os.environ.get("SOURCE_DATE_EPOCH", _FIRST)))


_FIRST = 315_532_800  # 1 January 1980


def _put_own(inside: Path) -> None:
    """Copy the package with its levels."""
    shutil.copytree(ROOT / "termpuzzles", inside / "termpuzzles", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "levels", inside / "termpuzzles" / "levels")


def _needed() -> Iterator[Distribution]:
    """The dependencies of the program, direct and indirect, each once; ends the program if one is not installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting, seen = list(project["dependencies"]), set[str]()
    while waiting:
        asked = waiting.pop()
        match = _REQUIREMENT.match(asked)
        assert match is not None
        name, extras = match[1], {extra.strip() for extra in (match[2] or "").split(",")}
        try:
            found = distribution(name)
        except PackageNotFoundError:
            if _ELSEWHERE.search(asked.partition(";")[2]):
                continue  # needed only on another system or an older Python
            raise SystemExit(f"{NAME} needs {name}, which is not installed: .venv/bin/pip install .") from None
        for requirement in found.requires or []:
            extra = _EXTRA.search(requirement)
            if extra is None or extra[1] in extras:
                waiting.append(requirement)
        if name.lower() not in seen:
            seen.add(name.lower())
            yield found


def _put(found: Distribution, inside: Path) -> None:
    """Copy the files that a distribution installs as packages: no scripts, no bytecode, no traces of the installer."""
    for file in found.files or []:
        if ".." not in file.parts and "__pycache__" not in file.parts and file.name not in _INSTALLERS_OWN:
            target = inside / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)
