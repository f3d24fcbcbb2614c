"""The words beside a board of the Wall Game: who is to move, clocks and distances, what is staged, and the turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from termpuzzles.english import counted
from termpuzzles.session.session import clock_text
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.widgets.lines import Words
from termpuzzles.tui.widgets.plots import big_figures
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import BLUE, RED, SIDES, Wall, WallPosition
from termpuzzles.wall.game.rules import ACTIONS
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.match import Match, turn_in_words
from termpuzzles.wall.match.staging import Staging

SIDE_TONES = ("wrong", "good")  # of red and blue in words


def pointer(unicode: bool) -> str:
    """The sign before whose turn it is."""
    return "▸" if unicode else ">"


def turn_in_one_line(
    staged: Turn, at: WallPosition, mover: int | None, sign: str, clocks: Mapping[int, str] = {}, tone: str = "text"
) -> Words:
    """Who is to move, clocks and distances, and what is staged; `mover` is None if nobody is to move any more."""
    pieces = list[tuple[str, ...]]()
    for side in (RED, BLUE):
        pieces.append((f" {sign if side == mover else ''}{SIDES[side]} ", SIDE_TONES[side]))
        pieces.append((f"{clocks.get(side, '')}{at.distance(side)}  ", "faint"))
    return *pieces, (str(staged) if staged != Turn() else "", tone)


def turn_lines(staging: Staging, unicode: bool, width: int, few: bool) -> Iterator[Words]:
    """How far each cat has to go, and what is staged; without bars if there is room for `few` lines."""
    if few:
        for side in (RED, BLUE):
            side_name, steps = f"  {SIDES[side]:<5}", f"{staging.shown.distance(side):>3} to go"
            yield (side_name, SIDE_TONES[side]), (steps, "faint")
        yield ()
        yield from staged_lines(staging, unicode, few)
        return
    yield from steps_lines(staging.shown, staging.position, unicode, width)
    yield ()
    yield from staged_lines(staging, unicode)


def steps_lines(at: WallPosition, before: WallPosition, unicode: bool, width: int) -> Iterator[Words]:
    """The steps of each cat to its mouse as bars with numbers, and in a wide panel what the staged turn changes."""
    yield (("  steps to the mouse", "faint"),)
    most, room = max(_MOST_STEPS, at.distance(RED), at.distance(BLUE)), min(_MOST_BAR, width - _AROUND_BAR)
    for side in (RED, BLUE):
        steps = at.distance(side)
        bar = ("━" if unicode else "#") * max(1, round(steps / most * room))
        letter = "" if unicode else f"{SIDES[side][0]} "
        yield (f"  {letter}{bar:<{room}}", SIDE_TONES[side]), (f"{steps:>4}", SIDE_TONES[side])
    for side in (RED, BLUE):
        steps, old = at.distance(side), before.distance(side)
        if steps != old and width >= _WIDE:
            yield ((f"  {SIDES[side]}'s way {'grows' if steps > old else 'shrinks'} from {old} to {steps}", "text"),)


def staged_lines(staging: Staging, unicode: bool, few: bool = False) -> Iterator[Words]:
    """What is staged, and how many actions are left; in two lines if there is room for `few`."""
    if few:
        yield ("  turn   ", "faint"), (str(staging.turn) if staging.turn != Turn() else "-", "text")
        yield ((f"         {counted(staging.left, 'action')} left", "faint"),)
        return
    filled, empty = "●○" if unicode else "*."
    used = ACTIONS - staging.left
    yield ("  This turn   ", "good"), (f"{filled} " * used, "source"), (f"{empty} " * staging.left, "faint")
    for words in turn_in_words(staging.turn).split(", ") if staging.turn != Turn() else ():
        yield ((f"  {words}", "text"),)
    yield ((f"  {counted(staging.left, 'action')} left", "faint"),)


def put_in_words(staging: Staging, cursor: int | Wall, mouse: bool) -> str:
    """What the key that moves a piece or builds does at the cursor; "" if nothing."""
    at = staging.shown
    if isinstance(cursor, Wall):
        return "build here"
    for is_mouse, name in ((True, "mouse"), (False, "cat")):
        if cursor == (at.mouse(at.side) if is_mouse else at.cat(at.side)):
            return f"take up the {name}" if is_mouse != mouse and at.variant != "classic" else ""
    piece = "mouse" if mouse else "cat"
    file, rank = at.place(cursor)
    return f"{piece} to {chr(ord('a') + file)}{rank + 1}" if (file, rank) in staging.targets(mouse) else ""


def keys_beside(keys: Sequence[ShownKey]) -> Iterator[Words]:
    """What the keys do now, one below the other."""
    for key in keys:
        yield (f"  {key.keys:>7} ", "source", key.action), (key.name, "faint", key.action)


def ahead_lines(positions: Sequence[WallPosition], unicode: bool, width: int) -> Iterator[Words]:
    """Whose way was the shorter after each of the latest turns, and by how much: a bar each, and whose it is."""
    leads = [at.distance(BLUE) - at.distance(RED) for at in positions[1:]][-(width // 2) :]
    if len(leads) < _FEWEST_TURNS or not unicode:
        return
    yield (("  Who is ahead", "good"), ("  by steps, after each turn", "faint"))
    most = max(max(map(abs, leads)), 1)
    bars, sides = [("  ", "text")], [("  ", "text")]
    for lead in leads:
        side = RED if lead > 0 else BLUE
        bars.append((_EIGHTHS[round(abs(lead) / most * 7)] + " ", SIDE_TONES[side] if lead else "faint"))
        sides.append((f"{SIDES[side][0]} " if lead else "= ", SIDE_TONES[side] if lead else "faint"))
    yield tuple(bars)
    yield tuple(sides)


_EIGHTHS = "▁▂▃▄▅▆▇█"
_CLOCK = 28  # columns before a clock in big figures
_MOST_STEPS, _MOST_BAR, _AROUND_BAR = 16, 24, 8  # steps of a whole bar, its columns, and those around it
_TWO_TURNS = 28  # columns of a panel with wide columns of turns
_WIDE, _FEWEST_TURNS = 44, 4  # columns of a panel with sentences; turns of which it is told who was ahead


def clocks_of(match: Match) -> dict[int, str]:
    """What is left of each side's time; nothing without a clock."""
    mover = match.position.side
    return {side: clock_text(match.clock.seconds(side, mover)) for side in (RED, BLUE) if match.clock.runs}


def player_line(match: Match, side: int, who: Words, sign: str, at: WallPosition | None = None) -> Words:
    """Who sits at a side, its clock, and below the board how far its cat has to go."""
    moves = side == match.position.side and match.game.outcome is None
    return (
        (f"{sign if moves else ' '} ", "text"),
        (f"{SIDES[side]:<5}", SIDE_TONES[side]),
        *who,
        (f"{clocks_of(match).get(side, ''):>6}", "source" if moves else "faint"),
        (f"  {at.distance(side):>2} to go" if at else "", "faint"),
    )


def player_card(match: Match, side: int, who: Words, sign: str, unicode: bool) -> Iterator[Words]:
    """Who sits at a side, with its clock in big figures, and an empty line; without a clock one line."""
    moves = side == match.position.side and match.game.outcome is None
    name: Words = ((f"{sign if moves else ' '} ", "text"), (f"{SIDES[side]:<5}", SIDE_TONES[side]), *who)
    figures = big_figures(clocks_of(match).get(side, ""), unicode)
    about = f"  {'to move' if moves else ''}"
    lines: list[Words] = [name, ((about, "faint"),), ()]
    for line, figure in zip(lines, figures, strict=False):
        gap = " " * (_CLOCK - sum(len(piece[0]) for piece in line))
        yield *line, (gap, "text"), (figure, "source" if moves else "faint")
    yield ()


def latest_turns(match: Match, room: int, width: int) -> Iterator[Words]:
    """The latest turns, those of both sides on one line, in so many columns."""
    words = [str(turn) for turn in match.game.turns]
    if words and match.game.positions[0].side == BLUE:
        words.insert(0, "…")
    lines = [words[at : at + 2] for at in range(0, len(words), 2)]
    first = max(0, len(lines) - room)
    for number, pair in enumerate(lines[first:], first + 1):
        other = pair[1] if len(pair) > 1 else ""
        gap = "  " if width >= _TWO_TURNS else " "
        yield ((f"{gap}{number:>2}{gap}", "faint"), (f"{pair[0]:<{8 + len(gap)}} ", "text"), (other, "text"))


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
