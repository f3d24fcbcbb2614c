"""Makes the single file in the given folder, or in `dist`; with `release` a release, and with `page` the page."""

import sys
from collections.abc import Callable
from pathlib import Path

from tests.build import page
from tests.build.release import release
from tests.build.single_file import build

MAKERS: dict[str, Callable[[Path], list[Path]]] = {
    "release": release,
    "page": lambda folder: [page.build(folder)],
}

if __name__ == "__main__":
    words = sys.argv[1:]
    make = MAKERS.get(words[0], lambda folder: [build(folder)]) if words else lambda folder: [build(folder)]
    given = words[1:] if words[:1] and words[0] in MAKERS else words
    for made in make(Path(given[0] if given else "dist/page" if words[:1] == ["page"] else "dist")):
        print(f"{made}: {page.download(made) if made.is_dir() else made.stat().st_size:,} bytes")
