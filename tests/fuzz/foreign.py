"""Texts of other programs with small faults: each answer is a puzzle, or one sentence with a place.

The texts are those of the corpus of other people's boards, where it is there, and the examples of the page of formats.
A fault is a line dropped, doubled, cut or swapped with another, or a character changed; some texts have several.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, decode, gate, read, read_each
from termpuzzles.games.model import Puzzle
from tests import corpus

_PLACE = re.compile(r"^in(:\d+){0,2}: \S")
_LONGEST = 6000  # characters of a text that is mutated


def specimens() -> list[str]:
    """The undamaged texts."""
    texts = [specimen.text for form in gate.formats() for specimen in form.about.examples]
    for table in sorted(corpus.FOLDER.glob("foreign/*/expected.tsv")):
        rows = [line.split("\t")[0] for line in table.read_text(encoding="utf-8").splitlines()[1:]]
        for name in rows:
            path = table.parent / name if len(name) < 100 else table.parent
            texts.append(decode(path.read_bytes()) if path.is_file() else name)
    return [text for text in texts if len(text) <= _LONGEST]


def damaged(rng: Random, text: str) -> str:
    """The text with one to three faults."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        lines = text.split("\n")
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(6)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[at])
        elif kind == 2:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        elif kind == 3:
            lines[at], lines[other] = lines[other], lines[at]
        else:
            place = rng.randrange(len(lines[at]) + 1)
            letter = rng.choice((*"0123456789abcdfhvwzBWLIT+-./?#:;,_%&=[]{}\"' \t\r·┏■○●\u202e\x00", ""))
            lines[at] = lines[at][:place] + letter + lines[at][place + rng.randrange(2) :]
        text = "\n".join(lines)
    return text


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try that many damaged texts and report the outcome."""
    rng, whole = Random(seed), specimens()
    outcomes = {"read": 0, "refused": 0}
    for _ in range(count):
        text = damaged(rng, rng.choice(whole))
        for reading in read_each(text, source="in"):
            if isinstance(reading.puzzle, Puzzle):
                outcomes["read"] += 1
                (again,) = read(canonical_id(reading.puzzle))
                assert (again.tiles, again.clues) == (reading.puzzle.tiles, reading.puzzle.clues), text
            else:
                assert isinstance(reading.puzzle, PuzzleError), text
                assert _PLACE.match(str(reading.puzzle)), (text, str(reading.puzzle))
                assert str(reading.puzzle).isprintable(), text
                outcomes["refused"] += 1
            assert all(remark.isprintable() for remark in reading.remarks), text
    return ", ".join(f"{number} {what}" for what, number in outcomes.items()) + f", in {count} texts; no traceback"
