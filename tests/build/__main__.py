"""Makes the file in the given folder, or in `dist`."""

import sys
from pathlib import Path

from tests.build.single_file import build

if __name__ == "__main__":
    made = build(Path(sys.argv[1] if len(sys.argv) > 1 else "dist"))
    print(f"{made}: {made.stat().st_size:,} bytes")
