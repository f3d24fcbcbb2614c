"""Makes the single file in the given folder, or in `dist`; `release` first makes all files of a release."""

import sys
from pathlib import Path

from tests.build.release import release
from tests.build.single_file import build

if __name__ == "__main__":
    is_release = sys.argv[1:2] == ["release"]
    folder = Path((sys.argv[2:] if is_release else sys.argv[1:])[0] if len(sys.argv) > 1 + is_release else "dist")
    for made in release(folder) if is_release else [build(folder)]:
        print(f"{made}: {made.stat().st_size:,} bytes")
