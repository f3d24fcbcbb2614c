"""What is said around the board: the line above it, the one below, and the panel beside it."""

from __future__ import annotations

from collections.abc import Iterable

from termpuzzles.games.checks import count
from termpuzzles.games.model import Puzzle
from termpuzzles.play.clock import clock_text
from termpuzzles.play.session import Session
from termpuzzles.tui.lines import Words

PANEL_WIDTH = 26


def heading(puzzle: Puzzle, place: tuple[int, int], tag: str = "", figures: str = "") -> Words:
    """Game, size, name, rating and a tag; which of how many puzzles; and the figures that have no panel to stand in."""
    grid = puzzle.grid
    wraps = "wraps" if grid.wrap_x and grid.wrap_y else "wraps across" if grid.wrap_x else "wraps down"
    parts = [f"{puzzle.game.title} {grid}"]
    parts += [wraps] * (grid.wrap_x or grid.wrap_y) + ["walls"] * bool(grid.walls)
    parts += [part for part in (puzzle.title, dict(puzzle.header).get("rating", ""), tag) if part]
    index, number = place
    numbered = ((f"   {index + 1} of {number}", "faint"),) if number > 1 else ()
    named = ((" " + " · ".join(parts), "text"), *numbered)
    return (*named, (f"   {figures}", "faint")) if figures else named


def figures(session: Session) -> str:
    """Time and turns in one line."""
    return f"{clock_text(session.clock.seconds)}   {count(session.turns, 'move')}"


def state_in_words(session: Session, message: Words, width: int) -> list[Words]:
    """Two lines: what is still wrong, in words, or that it is solved, with time and moves; and what was just done.

    What does not fit the first line goes on in the second, unless something was just done.
    """
    if session.solved:
        hints = f", {count(session.hints, 'hint')}" if session.hints else ""
        text = f" Solved in {clock_text(session.clock.seconds)} with {count(session.turns, 'move')}{hints}."
        return [((text, "good"),), message]
    lines = [" "]
    for mistake in session.mistakes:
        parted = lines[-1] + (", " if lines[-1] != " " else "") + mistake.sentence
        if len(parted) > width and lines[-1] != " ":
            lines[-1] += ","
            parted = f" {mistake.sentence}"
            lines.append("")
        lines[-1] = parted
    second: Words = ((lines[1], "text"),) if len(lines) > 1 else ()
    return [((lines[0], "text"),), message or second]


def panel(session: Session, keys: Iterable[tuple[str, str]]) -> list[Words]:
    """Time, moves, pins and hints, and the keys that matter now."""
    size = session.puzzle.grid.size
    told = [("time", clock_text(session.clock.seconds)), ("moves", str(session.turns))]
    if "pin" in session.puzzle.game.verbs:
        told.append(("pinned", f"{session.pins} of {size}"))
    if session.hints:
        told.append(("hints", str(session.hints)))
    facts: list[Words] = [((f"{name:>8}  ", "faint"), (value, "text")) for name, value in told]
    return [*facts, (), *(((f"{key:>8}  ", "text"), (does, "faint")) for key, does in keys)]
