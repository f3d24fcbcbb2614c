"""Draws all pictures of the README anew, for a light and a dark page; with a folder, boards in pipes into that."""

import argparse
import asyncio
import os
from pathlib import Path

from termpuzzles.games import GAMES
from tests.pictures import boards, sheet
from tests.pictures.film import draw_film
from tests.pictures.scenes import FOLDER, SCENES, THEMES, game_picture, picture


def of_readme() -> None:
    """Draw the pictures of the README."""
    os.environ |= {"TEXTUAL_ANIMATIONS": "none", "COLORTERM": "truecolor"}
    for scene in SCENES:
        for page in THEMES:
            drawn = asyncio.run(picture(scene, page))
            (FOLDER / f"{scene.name}-{page}.svg").write_text(drawn, encoding="utf-8")
    for game in GAMES:
        for page in THEMES:
            (FOLDER / f"game-{game}-{page}.svg").write_text(game_picture(game, page), encoding="utf-8")
    for page in THEMES:
        (FOLDER / f"film-{page}.svg").write_text(asyncio.run(draw_film(page)), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where to draw boards in pipes, as PNG")
    parser.add_argument("only", nargs="?", default="", help="draw those whose name holds this")
    asked = parser.parse_args()
    if asked.folder:
        boards.main(asked.folder, asked.only)
        asyncio.run(sheet.draw_sheet(asked.folder, asked.only))
    else:
        of_readme()
