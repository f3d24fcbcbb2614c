"""Deductions as texts that a person can read and approve: what a step settles, what it rests on, and its pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from termpuzzles.board.grid import MASKS, Grid
from termpuzzles.logic.explain.parts import Part, Role, Sides
from termpuzzles.logic.explain.step import Narrowing, Premise, Step
from termpuzzles.logic.problem import ALL

LETTERS = {8: "N", 4: "E", 2: "S", 1: "W"}


def lines(mask: int) -> str:
    """`NE`; `-` for none."""
    return "".join(letter for side, letter in LETTERS.items() if mask & side) or "-"


def masks(domain: int) -> str:
    """`N|E`: the masks of a domain; `nothing` and `anything` for none and all."""
    if domain == ALL:
        return "anything"
    return "|".join(lines(mask) for mask in MASKS if domain >> mask & 1) or "nothing"


def sides(known: int) -> str:
    """`N+ S-`: a known byte."""
    drawn = "".join(f"{letter}+" for side, letter in LETTERS.items() if known >> 4 & side)
    return drawn + "".join(f"{letter}-" for side, letter in LETTERS.items() if known & side)


def marked(marks: Mapping[Role, Sides], grid: Grid) -> str:
    """The cells of each role, with the sides that count."""
    found = []
    for role, cells in marks.items():
        named = " ".join(f"{grid.name(cell)}{lines(mask) if mask else ''}" for cell, mask in cells.items())
        found.append(f"{role.value} {named}")
    return "; ".join(found)


def page(part: Part, grid: Grid) -> str:
    """A page as a screen shows it, with its marks; `?` supposes something, `#` shows light and dark."""
    return f"{'?' * part.assumption}{'#' * part.checkerboard}{part.shown} [{marked(part.marks, grid)}]"


def narrowings(narrowed: Iterable[Narrowing], grid: Grid) -> str:
    """`(1, 1) N|E > N`."""
    return ", ".join(f"{grid.name(cell)} {masks(before)} > {masks(after)}" for cell, before, after in narrowed)


def premises(because: Iterable[Premise], grid: Grid) -> str:
    """The cells that a step rests on, with the sides and masks that it cites."""
    found = []
    for cell, known, left in because:
        cited = [sides(known)] * bool(known) + [masks(left)] * (left != ALL)
        found.append(f"{grid.name(cell)} {' '.join(cited)}".rstrip())
    return ", ".join(found)


def told(step: Step, grid: Grid, brief: bool = False) -> str:
    """A step in a few lines; `brief` leaves out what a screen shows."""
    found = [f"{step.rule}: {step.sentence}", f"    {narrowings(step.narrowed, grid)}"]
    if not brief:
        found.append(f"    by {premises(step.because, grid)}")
        found += [f"    | {page(part, grid)}" for part in step.parts]
    return "\n".join(found)


def form(sentence: str) -> str:
    """A sentence without its places, numbers, directions and kinds of tiles."""
    text = re.sub(r"\(\d+, \d+\)( and \(\d+, \d+\))?(, )?", "@", sentence)
    text = re.sub(r"\b(end|straight|corner|T|cross tile|blank tile|cell|tile)(s?)\b", r"tile\2", text)
    text = re.sub(r"\b(up|down|left|right|above|below|on|to|from|the|and|or|across|edge)\b,? ?", "", text)
    text = re.sub(r"\b(points|opens|runs|\d+|two|three|four|five|six|seven|eight|nine|ten)\b", "~", text)
    return ". ".join(dict.fromkeys(text.split(". ")))
