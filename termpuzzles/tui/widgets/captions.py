"""The words above and below the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.english import counted
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import Difficulty, technique_name
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, ROLE, TARGET, TRIAL, Look
from termpuzzles.session.open_cells import number_settled, to_settle
from termpuzzles.session.session import Session, clock_text
from termpuzzles.session.staged_hint import WHERE, WHICH, StagedHint, acts_out
from termpuzzles.tui.widgets.lines import Words, margin

KeyOf = Callable[[str], str]  # the key in force for a command, by its id


def board_names(puzzle: Puzzle) -> list[str]:
    """Game and size, then as far as there are such: how it wraps, walls, its title, and how hard it is."""
    grid = puzzle.grid
    parts = [f"{puzzle.game.title} {grid}"]
    parts += [*filter(None, (grid.surface.words, "walls" * bool(grid.walls)))]
    return [*parts, *filter(None, (puzzle.title, difficulty(puzzle)))]


def difficulty(puzzle: Puzzle) -> str:
    """How hard the level is, as far as it says: its grade in a word and dots, else the technique that it needs."""
    hard = Difficulty.written(puzzle.game.name, puzzle.grid.size, puzzle.header)
    if hard.effort:
        return f"{hard.words} {hard.dots()}"
    return technique_name(hard.hardest) if hard.hardest else ""


_NARROW = 40  # columns: in a window this narrow the heading shows only the time


def figures(session: Session, timed: bool, width: int, at: str = "") -> str:
    """Time, turns and the cursor's place in one line."""
    parts = [clock_text(session.clock.seconds)] * timed + [counted(session.turns, "move")] * (width >= _NARROW)
    return "   ".join([*parts, *([f"at {at}"] if at else [])])


def said(message: str, trouble: str, width: int, tone: str = "faint") -> list[Words]:
    """The trouble there is with keeping the game, and the message."""
    return [*(((line, "bad loop"),) for line in wrapped(trouble, width)), *toned(message, width, tone)]


def state_in_words(state: str, message: str, trouble: str, width: int, room: int, tone: str = "faint") -> list[Words]:
    """The parts of `state`; below it the message, in its tone, and any trouble.

    All this takes `room` lines; if there is not room for both, only the message and any trouble are shown, in as many
    lines as they need.
    """
    below = said(message, trouble, width, tone)
    if len(below) >= room and below:
        return below
    kept = [part if len(part) > width - 2 else part.replace(" ", "\u00a0") for part in state.split(", ")]
    lines, most = wrapped(", ".join(kept), width), room - len(below)
    if most < len(lines):
        flowing = _flowing(state, message, width, tone) if message and not trouble else []
        if 0 < len(flowing) <= room:
            return flowing
        lines[most - 1 :] = [_cut(" ".join(lines[most - 1 :]), width)]
    above: list[Words] = [((line.replace("\u00a0", " "), "text"),) for line in lines]
    return [*(above or [()]), *below]


def still_wrong(session: Session, wrong: bool, may_say: Callable[[str], bool]) -> str:
    """What is still wrong, or with `wrong` off the progress; without the parts that may not be said."""
    parts = [mistake.sentence for mistake in session.mistakes] if wrong else [progress(session)]
    return ", ".join(filter(may_say, parts))


def _flowing(state: str, message: str, width: int, tone: str) -> list[Words]:
    """The state, and on the rest of its last line the message."""
    lines: list[Words] = []
    left = len(state) + 1
    for line in wrapped(f"{state}. {message}", width):
        lines.append(((line[: left + 1], "text"), (line[left + 1 :], tone)) if left > 0 else ((line, tone),))
        left -= len(line)
    return lines


def _cut(text: str, width: int) -> str:
    """As many words of the text as a line has room for, or whole parts if one fits, and a sign that it goes on."""
    words = wrapped(" ".join(filter(None, text.split(" "))), width - 2)[0].split(" ")
    return f"{' '.join(words[:-1] if words[-1].isdecimal() else words).rstrip(',')} …"


def toned(text: str, width: int, tone: str = "faint") -> list[Words]:
    """The text in lines of one tone."""
    return [((line.replace("\u00a0", " "), tone),) for line in wrapped(text, width)]


def solved(session: Session) -> str:
    """Say that the board is solved, how long it took, and with what help."""
    hints = session.attempt.hints
    if session.attempt.gave_up:
        return "Solved for you: this is the solution."
    time = f"in {clock_text(session.clock.seconds)} " if session.clock.seconds >= 1 else ""
    return f"Solved {time}with {counted(session.turns, 'move')}, {counted(hints, 'hint') if hints else 'no hints'}."


def progress(session: Session) -> str:
    """The player's progress: by pins in a game that has them, else by moves."""
    if session.puzzle.game.pins:
        return f"{number_settled(session.puzzle, session.state)} of {to_settle(session.puzzle)} pinned"
    return counted(session.turns, "move")


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines, broken at spaces."""
    lines: list[str] = []
    for word in text.split(" ") if text else []:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f" {word}")
    return lines


def hint_in_words(staged: StagedHint, in_pipes: bool) -> tuple[str, str]:
    """The words of a hint at its current page, and what its key does next."""
    if staged.stage == WHERE:
        return seen(staged.sentence, in_pipes), "which technique"
    if staged.stage == WHICH:
        return seen(staged.sentence, in_pipes), "why"
    begins_to_suppose = acts_out(staged) and staged.page == 1  # the opposite of what is concluded, as its words say
    concludes = staged.is_last or begins_to_suppose
    text = f"{staged.conclusion} {staged.reason}".strip() if concludes else staged.reason
    if acts_out(staged) and not staged.is_last:
        return seen(text, in_pipes), "next; arrow keys step"
    return seen(text, in_pipes), "next" if not staged.is_last else "make the move" if staged.can_be_done else "close"


def seen(text: str, in_pipes: bool) -> str:
    """A hint's words with the looks of cells as they are in pipes, where shaded cells are those of the puzzle."""
    return text.replace("shaded", "outlined") if in_pipes else text


def room_for(window: int) -> int:
    """The columns of a line of words, with one blank before it, in a window of that many columns."""
    return window - 2 * margin(window) + 1


def in_margin(lines: Sequence[Words], window: int) -> list[Words]:
    """Lines that begin with one blank, set in as far as all else in a window of that many columns."""
    more = " " * (margin(window) - 1)
    return [((more + line[0][0], *line[0][1:]), *line[1:]) if more and line else line for line in lines]


def cell_in_words(look: Look) -> str:
    """What the smallest zoom does not show of a cell, in words: its walls, notes, trial and role in a hint."""
    facts = [f"a wall {_sides(look.walls)}"] if look.walls else []
    facts += [f"noted: no line {_sides(look.notes & 15)}"] if look.notes & 15 else []
    facts += [f"noted: a line {_sides(look.notes >> 4)}"] if look.notes >> 4 else []
    facts += ["changed in this trial"] if look.effects & TRIAL else []
    facts += [_ROLES[look.hint & ROLE]] if look.hint & ROLE else []
    return f"Here: {'; '.join(facts)}." if facts else ""


_ROLES = {
    TARGET: "the hint is about this cell",
    BECAUSE: "the hint rests on this cell",
    CUT_OFF: "this cell would be cut off",
    ASSUMED: "the hint assumes this about the cell",
}
_WHERE = {N: "above", S: "below", W: "to the left", E: "to the right"}


def _sides(mask: int) -> str:
    return " and ".join(name for side, name in _WHERE.items() if mask & side)


def time_chart(times: Sequence[float], unicode: bool) -> str:
    """The times as bars side by side, the longest time the highest bar."""
    bars = "▁▂▃▄▅▆▇█" if unicode else "_.-=+*#@"
    longest = max(times, default=0.0) if len(times) > 1 else 0.0
    return "".join(bars[round(time / longest * (len(bars) - 1))] for time in times) if longest else ""


def filled_bar(share: float, width: int, unicode: bool, tone: str = "lit") -> Words:
    """A bar that is filled by a share from 0 to 1, to half a column; anything shows, and so does what is left."""
    halves = 2 * width if share >= 1 else min(2 * width - 1, max(round(2 * share * width), int(share > 0)))
    if not unicode:
        filled = -(-halves // 2)
        return ("#" * filled, tone), ("." * (width - filled), "frame")
    full, half = divmod(halves, 2)
    return ("━" * full + "╸" * half, tone), ("─" * (width - full - half), "frame")
