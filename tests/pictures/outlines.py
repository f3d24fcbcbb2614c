"""The letters of the pictures as outlines, so that no font is needed to show them.

`.venv/bin/python -m tests.pictures.outlines FONT` takes them from DejaVu Sans Mono (fontTools is needed for that,
and not otherwise) and writes `outlines.txt`: a character and its path a
line, in a cell of 20 by 40 with the y axis downward.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

FILE = Path(__file__).with_name("outlines.txt")
WIDTH, HEIGHT = 20, 40  # the size of a cell
BASELINE = 29
NOTICE = (
    "# Outlines of DejaVu Sans Mono, in the public domain; its letters are (c) 2003 Bitstream, Inc. (Bitstream Vera)."
)
LETTERS = [chr(code) for code in range(33, 127)]
LETTERS += "◦╱╲┊·…–—“”‘’×÷∞●○◆◇■□▪▸◂▾▴▹◃►◄✓✗↑↓←→↵⇧⌫⏎°±½¼¾≤≥≠▣▢•⋯⋮≡☰"


def outlines() -> dict[str, str]:
    """The path of each character."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {line[0]: line[2:] for line in lines if not line.startswith("# ")}


def main(font: str) -> None:
    """Write the outlines of the font."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # type: ignore[import-not-found]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found]

    opened = TTFont(font)
    glyphs, names = opened.getGlyphSet(), opened.getBestCmap()
    scale = WIDTH / opened["hmtx"]["a"][0]
    lines = [NOTICE]
    for letter in LETTERS:
        if ord(letter) in names:
            pen = DecomposingRecordingPen(glyphs)
            glyphs[names[ord(letter)]].draw(pen)
            lines.append(f"{letter} {_path(pen.value, scale)}")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _path(drawn: list[tuple[str, tuple[tuple[float, float] | None, ...]]], scale: float) -> str:
    """The path that a pen has drawn, rounded to half a unit, in relative coordinates."""
    path, x, y = "", 0.0, 0.0
    for what, points in drawn:
        places = [
            (round(point[0] * 2 * scale) / 2, round(BASELINE * 2 - point[1] * 2 * scale) / 2)
            for point in points
            if point
        ]
        if what == "moveTo":
            (x, y), path = places[0], f"{path}M{places[0][0]:g} {places[0][1]:g}"
        elif what == "lineTo":
            ((to_x, to_y),) = places
            path += _line(to_x - x, to_y - y)
            x, y = to_x, to_y
        elif what == "qCurveTo":
            for (bend_x, bend_y), (to_x, to_y) in _curves(places):
                path += f"q{_pairs(bend_x - x, bend_y - y, to_x - x, to_y - y)}"
                x, y = to_x, to_y
        else:
            path += "z"
    return path


def _line(across: float, down: float) -> str:
    if not across or not down:
        return f"v{down:g}" if down else f"h{across:g}" if across else ""
    return f"l{_pairs(across, down)}"


def _curves(places: list[tuple[float, float]]) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The quadratic curves of a run: halfway between two control points lies a point of the curve."""
    *bends, end = places
    for bend, following in pairwise(bends):
        yield bend, (round(bend[0] + following[0]) / 2, round(bend[1] + following[1]) / 2)
    yield bends[-1], end


def _pairs(*numbers: float) -> str:
    """The numbers, separated only where needed."""
    return (
        "".join(f" {number:g}" for number in numbers)[1:].replace(" 0.", " .").replace("-0.", "-.").replace(" -", "-")
    )


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.pictures.outlines", description=__doc__)
    parser.add_argument("font", help="the file of DejaVu Sans Mono")
    main(parser.parse_args().font)
