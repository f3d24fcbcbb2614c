"""A release: sdist, wheel, `termpuzzles.pyz`, and their checksums, the same byte for byte from the same commit.

The backend comes from the package index, into an environment that lasts as long as the build.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import venv
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.build.single_file import ROOT, build

SUMS = "SHA256SUMS"
MOMENT = 1_577_836_800  # the date of all files inside, unless `SOURCE_DATE_EPOCH` gives another: 1 January 2020


def release(folder: Path) -> list[Path]:
    """Make all files in that folder, which must be new or empty; FileExistsError otherwise."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(MOMENT))
    _packages(folder.resolve())
    build(folder)
    made = sorted(folder.iterdir())
    sums = (f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (folder / SUMS).write_text("".join(sums), encoding="utf-8")
    return [*made, folder / SUMS]


def _packages(folder: Path) -> None:
    """Build the sdist and the wheel with the backend that `pyproject.toml` names."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    with TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        python = str(Path(scratch) / "bin" / "python")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        for words in (["pip", "install", "--quiet", *needed], ["hatchling", "build", "-d", str(folder)]):
            subprocess.run([python, "-m", *words], cwd=ROOT, env=environment, check=True, stdout=sys.stderr)
