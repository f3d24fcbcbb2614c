"""Makes the single file in the given folder, or in `dist`; with `release` a release, and with `page` the page."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from tests.build import page
from tests.build.release import release
from tests.build.single_file import build

MAKERS: dict[str, Callable[[Path], list[Path]]] = {
    "release": release,
    "page": lambda folder: [page.build(folder)],
    "file": lambda folder: [build(folder)],
}

if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.build", description=__doc__)
    parser.add_argument("what", nargs="?", metavar="release|page|file", help="by default file")
    parser.add_argument("folder", nargs="?", type=Path, help="by default dist, or dist/page")
    given = parser.parse_args()
    if given.what not in MAKERS:  # a folder alone is where the file goes
        given.what, given.folder = "file", Path(given.what) if given.what else None
    for made in MAKERS[given.what](given.folder or Path("dist/page" if given.what == "page" else "dist")):
        print(f"{made}: {page.download(made) if made.is_dir() else made.stat().st_size:,} bytes")
