"""The words beside a board of the Wall Game: who is to move, clocks and distances, what is staged, and the turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from termpuzzles.english import counted
from termpuzzles.session.session import clock_text
from termpuzzles.tui.widgets.lines import Words
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import BLUE, RED, SIDES, WallPosition
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.match import Match, turn_in_words
from termpuzzles.wall.match.staging import Staging

SIDE_TONES = ("wrong", "good")  # of red and blue in words


def pointer(unicode: bool) -> str:
    """The sign before whose turn it is."""
    return "▶" if unicode else ">"


def turn_in_one_line(
    staged: Turn, at: WallPosition, mover: int | None, sign: str, clocks: Mapping[int, str] = {}, tone: str = "text"
) -> Words:
    """Who is to move, clocks and distances, and what is staged; `mover` is None if nobody is to move any more."""
    pieces = list[tuple[str, ...]]()
    for side in (RED, BLUE):
        pieces.append((f" {sign if side == mover else ''}{SIDES[side]} ", SIDE_TONES[side]))
        pieces.append((f"{clocks.get(side, '')}{at.distance(side)}  ", "faint"))
    return *pieces, (str(staged) if staged != Turn() else "", tone)


def turn_lines(staging: Staging) -> Iterator[Words]:
    """How far each cat has to go, and what is staged."""
    for side in (RED, BLUE):
        yield (
            ("  ", "text"),
            (f"{SIDES[side]:<5}", SIDE_TONES[side]),
            (f"{staging.shown.distance(side):>3} to go", "faint"),
        )
    yield ()
    yield from staged_lines(staging)


def staged_lines(staging: Staging) -> Iterator[Words]:
    """What is staged, and how many actions are left."""
    yield (("  turn   ", "faint"), (str(staging.turn) if staging.turn != Turn() else "-", "text"))
    yield ((f"         {counted(staging.left, 'action')} left", "faint"),)


def clocks_of(match: Match) -> dict[int, str]:
    """What is left of each side's time; nothing without a clock."""
    mover = match.position.side
    return {side: clock_text(match.clock.seconds(side, mover)) for side in (RED, BLUE) if match.clock.runs}


def player_line(match: Match, side: int, who: Words, at: WallPosition, sign: str) -> Words:
    """Who sits at a side, its clock, and how far its cat has to go."""
    moves = side == match.position.side and match.game.outcome is None
    return (
        (f"{sign if moves else ' '} ", "text"),
        (f"{SIDES[side]:<5}", SIDE_TONES[side]),
        *who,
        (f"{clocks_of(match).get(side, ''):>6}  {at.distance(side):>2} to go", "faint"),
    )


def latest_turns(match: Match, room: int) -> Iterator[Words]:
    """The latest turns, those of both sides on one line."""
    words = [str(turn) for turn in match.game.turns]
    if words and match.game.positions[0].side == BLUE:
        words.insert(0, "…")
    lines = [words[at : at + 2] for at in range(0, len(words), 2)]
    first = max(0, len(lines) - room)
    for number, pair in enumerate(lines[first:], first + 1):
        other = pair[1] if len(pair) > 1 else ""
        yield ((f"  {number:>2}  ", "faint"), (f"{pair[0]:<10} ", "text"), (other, "text"))


def last_turn(match: Match) -> str:
    """Who played what, in a sentence; "" before the first turn."""
    if not match.game.turns:
        return ""
    return f"{SIDES[1 - match.position.side].capitalize()}: {turn_in_words(match.game.turns[-1])}."


def turns_around(analysis: Analysis, room: int, sign: str) -> Iterator[Words]:
    """The turns around the one that led here."""
    first = max(0, min(analysis.at - room // 2, len(analysis.game.turns) - room))
    for number, turn in enumerate(analysis.game.turns[first : first + room], first + 1):
        side = analysis.game.positions[number - 1].side
        mark = sign if number == analysis.at else " "
        yield ((f"{mark} {number:>3}  ", "faint"), (str(turn), SIDE_TONES[side]))
