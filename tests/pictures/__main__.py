"""Draws all pictures of the README anew, for a light and a dark page; with a folder, boards in pipes into that."""

import asyncio
import os
import sys
from pathlib import Path

from tests.pictures import boards
from tests.pictures.scenes import FOLDER, SCENES, THEMES, picture

if len(sys.argv) > 1:
    boards.main(Path(sys.argv[1]), *sys.argv[2:3])
elif __name__ == "__main__":
    os.environ |= {"TEXTUAL_ANIMATIONS": "none", "COLORTERM": "truecolor"}
    for scene in SCENES:
        for page in THEMES:
            drawn = asyncio.run(picture(scene, page))
            (FOLDER / f"{scene.name}-{page}.svg").write_text(drawn, encoding="utf-8")
