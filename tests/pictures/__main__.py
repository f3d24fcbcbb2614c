"""Draws all pictures anew, for a light and a dark page."""

import asyncio
import os

from tests.pictures.scenes import FOLDER, SCENES, THEMES, picture

if __name__ == "__main__":
    os.environ |= {"TEXTUAL_ANIMATIONS": "none", "COLORTERM": "truecolor"}
    for scene in SCENES:
        for page in THEMES:
            drawn = asyncio.run(picture(scene, page))
            (FOLDER / f"{scene.name}-{page}.svg").write_text(drawn, encoding="utf-8")
