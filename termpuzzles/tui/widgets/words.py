"""What is said around the board: the line above it, the one below, and the panel beside it."""

from __future__ import annotations

from collections.abc import Iterable

from termpuzzles.games.mistakes import count
from termpuzzles.games.model import Puzzle
from termpuzzles.play.advice import WHERE, WHICH, Advice
from termpuzzles.play.clock import clock_text
from termpuzzles.play.near import settled, to_settle
from termpuzzles.play.session import Session
from termpuzzles.play.shelf.grades import dots, grade, technique_name
from termpuzzles.tui.widgets.lines import Words

PANEL_WIDTH = 26


def heading(puzzle: Puzzle, place: tuple[int, int], tag: str, figures: str, width: int) -> Words:
    """Game, size, name, rating and a tag; which of how many puzzles; and the figures that have no panel to stand in.

    Where there is not room for all, the first part is cut.
    """
    grid = puzzle.grid
    wraps = "wraps" if grid.wrap_x and grid.wrap_y else "wraps across" if grid.wrap_x else "wraps down"
    parts = [f"{puzzle.game.title} {grid}"]
    parts += [wraps] * (grid.wrap_x or grid.wrap_y) + ["walls"] * bool(grid.walls)
    parts += [part for part in (puzzle.title, difficulty(puzzle), tag) if part]
    index, number = place
    after = "".join(f"   {said}" for said in (f"{index + 1} of {number}" if number > 1 else "", figures) if said)
    named, room = " " + " · ".join(parts), width - len(after)
    return ((named if len(named) <= room else f"{named[: max(0, room - 2)]} …", "text"), (after, "faint"))


def difficulty(puzzle: Puzzle) -> str:
    """How hard the level says it is: its grade in a word and dots, else the technique that it needs."""
    header = dict(puzzle.header)
    effort = header.get("effort", "")
    if effort.isdecimal() and int(effort):
        return f"{grade(int(effort))} {dots(int(effort))}"
    return technique_name(header["rating"]) if header.get("rating") else ""


_NARROW = 40  # columns of a window in which the heading tells the time alone


def figures(session: Session, timed: bool, width: int) -> str:
    """Time and turns in one line."""
    moves = count(session.turns, "move")
    if width < _NARROW:
        return clock_text(session.clock.seconds) if timed else ""
    return f"{clock_text(session.clock.seconds)}   {moves}" if timed else moves


def state_in_words(session: Session, wrong: bool, message: str, trouble: str, width: int, room: int) -> list[Words]:
    """What is still wrong, or that it is solved, with time and moves; below it what was just done, and any trouble.

    All this takes `room` lines; where there is not room for both, what was just done and any trouble stand alone, and
    take as many lines as they need. `wrong` off tells no mistakes, only how far one is.
    """
    below: list[Words] = [((line, "bad loop"),) for line in wrapped(trouble, width)]
    below += faintly(message, width)
    if session.solved:
        return [((f" {solved(session)}", "good"),), *below]
    if len(below) >= room and below:
        return below
    told = [mistake.sentence for mistake in session.mistakes] if wrong else [progress(session)]
    kept = [sentence if len(sentence) > width - 2 else sentence.replace(" ", "\u00a0") for sentence in told]
    lines, most = wrapped(", ".join(kept), width), max(1, room - len(below))
    if most < len(lines):
        lines[most - 1] = lines[most - 1].rstrip(",")[: width - 1] + " …"
    above: list[Words] = [((line.replace("\u00a0", " "), "text"),) for line in lines[:most]]
    return [*above, *below]


def faintly(text: str, width: int) -> list[Words]:
    """The text in lines."""
    return [((line, "faint"),) for line in wrapped(text, width)]


def solved(session: Session) -> str:
    """That the board is solved, how long it took, and with what help."""
    if session.gave_up:
        return "Solved for you: this is the solution."
    hints = count(session.hints, "hint") if session.hints else "no hints"
    return f"Solved in {clock_text(session.clock.seconds)} with {count(session.turns, 'move')}, {hints}."


def progress(session: Session) -> str:
    """How far one is: by pins in a game that has them, else by moves."""
    if session.puzzle.game.pins:
        return f"{settled(session.puzzle, session.state)} of {to_settle(session.puzzle)} pinned"
    return count(session.turns, "move")


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines, broken at spaces."""
    lines: list[str] = []
    for word in text.split(" ") if text else []:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f" {word}")
    return lines


def advice_in_words(advice: Advice) -> tuple[str, str]:
    """What a hint tells at its page, and how to go on with it."""
    told = advice.sentence
    if advice.is_last and advice.conclusion and advice.conclusion not in told:
        told = f"{told} {advice.conclusion}"
    if advice.stage == WHERE:
        return told, "i: which idea"
    if advice.stage == WHICH:
        return told, "i: why"
    return told, "i: do it" if advice.is_last else "i: next"


def advice_panel(advice: Advice) -> list[Words]:
    """The hint in the place of the panel's keys: its technique, its page, and what it says, whole."""
    told, how = advice_in_words(advice)
    width = PANEL_WIDTH - 2
    page = f" {advice.page} of {advice.pages} ──" if advice.page and advice.pages > 1 else ""
    title = f"── {advice.title or 'Hint'} "
    rule = title[: width - len(page)] + "─" * max(0, width - len(title) - len(page)) + page
    lines: list[Words] = [((rule, "faint"),)]
    concluded = advice.conclusion if advice.page and advice.conclusion not in told else ""
    lines += [((line, "good"),) for line in wrapped(concluded, width)] + [()] * bool(concluded)
    lines += [((line, "text"),) for line in wrapped(told, width)]
    shown = (how.replace(":", " "), "screen.act('play.hint')"), ("I do it at once", "screen.act('play.do')")
    return [*lines, (), *(((f" {text}", "faint", action),) for text, action in shown)]


def panel(
    session: Session, keys: Iterable[tuple[str, str, str]], timed: bool, best: float | None = None, place: str = ""
) -> list[Words]:
    """Time, moves, pins and hints, and the keys that matter now, each of which acts when it is clicked."""
    facts = facts_of(session, timed, best, place)
    shown: list[Words] = [((f"{key:>8}  ", "text", action), (does, "faint", action)) for key, does, action in keys]
    return [*facts, (), *shown]


def facts_of(session: Session, timed: bool, best: float | None, place: str) -> list[Words]:
    """The figures of the panel."""
    told = [("time", clock_text(session.clock.seconds))] if timed else []
    told += [("best", clock_text(best))] if timed and best is not None else []
    told.append(("moves", str(session.turns)))
    if session.puzzle.game.pins:
        told.append(("pinned", f"{settled(session.puzzle, session.state)} of {to_settle(session.puzzle)}"))
    if session.hints:
        told.append(("hints", str(session.hints)))
    told += [("at", place)] if place else []
    return [((f"{name:>8}  ", "faint"), (value, "text")) for name, value in told]
