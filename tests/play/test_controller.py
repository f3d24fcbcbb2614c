"""What each command does and says in each state of a board: a fresh one, in a trial, with a hint, solved, and more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple, NoReturn

import pytest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Move
from termpuzzles.games.queries import solve
from termpuzzles.play import history_commands
from termpuzzles.play.command_table import COMMANDS
from termpuzzles.play.hint_commands import point_out
from termpuzzles.play.history_commands import ask_position, begin_replay, solving
from termpuzzles.play.stage import Pending
from termpuzzles.session.attempt import CHECKED
from termpuzzles.session.session import Session
from termpuzzles.storage.journal_text import head_line, identity
from termpuzzles.storage.store import MemoryStore, StoreAwayError
from tests.approved import approve
from tests.play.desk import Desk, context

BOARDS = {
    "net": ("3x3:2b4178173", "3x3:3c8aee281", "3x3:2e38d42d2"),
    "simpleloop": ("simpleloop/3/3/02", "simpleloop/4/4/2l00", "simpleloop/3/3/40"),
}
FEW = ("fresh", "trial", "where")  # states in which places are told
Do = Callable[[Desk], object]


def do(command: str, *words: str, at: int | None = None, answers: tuple[str, ...] = ()) -> Do:
    """Carry out a command, with the cursor there before."""

    def done(desk: Desk) -> None:
        desk.cursor = desk.cursor if at is None else at
        desk.act(command, *words, answers=answers)

    return done


def settled(desk: Desk) -> None:
    """Do all that the solution says but at the last cell that differs, and go there."""
    puzzle, session = desk.controller.puzzle, desk.controller.session
    found = solve(puzzle)
    assert found is not None
    *others, last = solving(puzzle, session.state, found.lines).changes
    for change in others:
        session.play(Move((change,)))
    desk.cursor = puzzle.grid.cell(last.x, last.y)


def solved(desk: Desk) -> None:
    """Solve the board by playing."""
    settled(desk)
    puzzle, session = desk.controller.puzzle, desk.controller.session
    found = solve(puzzle)
    assert found is not None
    for change in solving(puzzle, session.state, found.lines).changes:
        if change.verb == "turn":
            for _ in range(change.amount):
                desk.controller.play(Gesture("turn", desk.cursor))
        else:
            desk.controller.play(Gesture("line", desk.cursor, change.amount))


def counted(desk: Desk) -> None:
    """Find the solution."""
    desk.controller.count()


FIRST = {"net": do("tile.turn", at=0), "simpleloop": do("line.east", at=0)}
SECOND = {"net": do("tile.pin", at=4), "simpleloop": do("cross.south", at=0)}


def states(game: str) -> dict[str, tuple[Do, ...]]:
    """What leads to each state."""
    first, second = FIRST[game], SECOND[game]
    found: dict[str, tuple[Do, ...]] = {
        "fresh": (),
        "past": (counted, first, do("play.mark"), second, do("play.mark_named", "there"), first, do("play.undo")),
        "trial": (counted, first, do("play.mark"), do("play.trial"), second),
        "noting": (first, do("note.line")),
        "where": (do("play.hint"),),
        "why": (do("play.hint"), do("play.hint"), do("play.hint")),
        "pointed out": (lambda desk: point_out(desk.controller),),
        "checked": (first, second, do("tile.pin" if game == "net" else "line.south", at=0), do("play.check")),
        "shown": (first, counted, do("play.give_up")),
        "solved": (counted, solved),
    }
    if game == "simpleloop":
        found["pen"] = (first, do("line.pen"))
    return found


ASKED: dict[str, tuple[Do, ...]] = {
    "play.goto": (
        *(do("play.goto", answers=(text,)) for text in ("2 3", "3,1", "s", "source", "h", "hint", "b", "back", "")),
        *(
            do("play.goto", *words)
            for words in (["1", "1"], ["3", "3"], ["0", "1"], ["1", "0"], ["4", "4"], ["5", "1"])
        ),
        *(do("play.goto", *words) for words in (["1", "5"], ["x"], ["1"], ["1", "2", "3"], ["1", "-1"], ["h"], ["b"])),
    ),
    "play.mark": (do("play.mark"), do("play.mark", "left", "half")),
    "play.mark_named": (do("play.mark_named", "x"), *(do("play.mark_named", answers=(text,)) for text in ("y", ""))),
    "play.back": (do("play.back", "there"), do("play.back", "nowhere")),
    "note.cross": (do("note.cross"), do("note.cross", "down"), do("note.cross", "left")),
    "note.line": (do("note.line"), do("note.line", "right"), do("note.line", "up")),
    "play.why_not": (do("play.why_not"), do("play.why_not", "up", "right"), do("play.why_not", "down", "down", at=4)),
}


def several(*steps: Do) -> Do:
    """Do one after the other."""

    def done(desk: Desk) -> None:
        for step in steps:
            step(desk)

    return done


def replay(desk: Desk) -> None:
    """Show the board as it began."""
    begin_replay(desk.controller)


def replay_on(number: int) -> Do:
    """Show more moves, and say whether there were any."""

    def done(desk: Desk) -> None:
        desk.said.append(f"goes on: {[history_commands.replay_on(desk.controller) for _ in range(number)]}")

    return done


MORE: dict[str, Do] = {
    "close": lambda desk: desk.said.append(f"closes: {desk.controller.close()}"),
    "unsay": lambda desk: desk.controller.unsay(),
    "count": lambda desk: desk.controller.count(),
    "tick": lambda desk: desk.said.append(f"leave: {desk.controller.tick()!r}"),
    "pause, resume": several(
        lambda desk: desk.controller.pause(), lambda desk: desk.news(), lambda desk: desk.controller.resume()
    ),
    "point out": lambda desk: point_out(desk.controller),
    "hint and do": several(do("play.hint"), do("play.do")),
    "the whole hint": several(*[do("play.hint")] * 4),
    "replay": replay,
    "two of a replay": several(replay, replay_on(2)),
    "a replay's end": several(replay, replay_on(8)),
    "close twice": lambda desk: desk.said.append(f"closes: {[desk.controller.close() for _ in range(2)]}"),
    "leave": lambda desk: desk.controller.leave(),
    "remember a position": lambda desk: _positions(desk, "remember this position"),
    "remember it named": lambda desk: _positions(desk, "remember it under a name", "my mark"),
    "go back": lambda desk: _positions(desk, "go back"),
}


def _positions(desk: Desk, *answers: str) -> None:
    if answers[0] == "go back" and not desk.controller.session.attempt.marks:
        return
    desk.answers = [*answers]
    ask_position(desk.controller)


def attempts(game: str) -> Iterator[tuple[str, Do]]:
    """Everything that is tried in each state, by what it is called."""
    for command in COMMANDS:
        if callable(command.does) and named(game).controls in command.controls:
            tried = ASKED.get(command.id, (do(command.id),))
            for number, each in enumerate(tried):
                yield f"{command.id}{f' #{number + 1}' if len(tried) > 1 else ''}", each
    yield from MORE.items()


def prepared(game: str, steps: tuple[Do, ...], **choices: object) -> Desk:
    """A desk in a state, in the middle of three boards, at 100 seconds."""
    desk = Desk(context(**choices), [read(text)[0] for text in BOARDS[game]], index=1)
    desk.controller.begin()
    if steps:
        desk.controller.session.apply(CHECKED, 0)  # so that the journal says already when it was opened
    for step in steps:
        step(desk)
    desk.controller.context.now.now = 100.0  # type: ignore[attr-defined]
    desk.news()
    return desk


def check(desk: Desk, name: str, state: str, is_kept: bool = True) -> list[str]:
    """What a command has changed; all of it is shown, said in sentences about cells of the board, and kept."""
    news, controller = desk.news(), desk.controller
    session, grid, message = controller.session, controller.puzzle.grid, controller.message
    where = f"{name} in {state}: {news}"
    assert not any(each.startswith("shows an old") or each == "shows old words" for each in news), where
    assert not message.text or (message.code and message.text[0] not in " .," and "{" not in message.text), where
    assert all(0 <= cell < grid.size for cell in (*message.cells, *controller.wrong)), where
    if not is_kept:
        return news
    again = Session(controller.puzzle)
    again.restore(controller.context.library.events(controller.puzzle))
    assert (again.state, again.turns, again.attempt.trial, again.solved) == (
        session.state,
        session.turns,
        session.attempt.trial,
        session.solved,
    ), where
    return news


@pytest.mark.parametrize("game", BOARDS)
def test_what_each_command_does_in_each_state_is_shown_said_and_kept(game: str) -> None:
    for name, attempt in attempts(game):
        for state, steps in states(game).items():
            if state in FEW or not name.startswith(("play.goto", "remember")):
                desk = prepared(game, steps)
                attempt(desk)
                check(desk, name, state)


@pytest.mark.parametrize(("command", "sets"), [("note.cross", "a cross, which means no line"), ("note.line", "a line")])
def test_a_note_says_what_the_next_direction_sets(command: str, sets: str) -> None:
    desk = prepared("net", ())
    desk.act(command)
    assert f"to set {sets}." in desk.controller.message.text


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("3x1:141", "2 groups; the source's has the usual colour."),
        ("infinity:3x1:141", "2 groups, each in one colour."),
        ("infinity:3x1:154", "1 group, each in one colour."),
    ],
)
def test_groups_are_told_apart_by_colour_and_then_no_longer(board: str, said: str) -> None:
    desk = Desk(context(), [read(board)[0]])
    desk.controller.begin()
    for shows, text in ((True, said), (False, f"One colour again; {said.partition(' group')[0]} group")):
        desk.act("play.groups")
        assert desk.controller.message.text.startswith(text)
        assert desk.controller.shows_groups == shows


def test_a_region_is_named_by_cells_and_rectangles_and_what_is_none_changes_nothing() -> None:
    desk = prepared("simpleloop", ())
    controller = desk.controller
    width, height = controller.puzzle.grid.width, controller.puzzle.grid.height
    desk.act("play.region", "2,2-1,1", "3", "3")
    region = {0, 1, width, width + 1, 2 * width + 2}
    assert controller.region == region
    for words in ("nothing", "1", "1,1-", "1,1-2", f"{width + 1},1", f"1,{height + 1}", "0,1", "1,1-9,9"):
        desk.act("play.region", words)
        assert controller.region == region, words
        assert controller.message.text.startswith(("Type region and cells", "The board has columns 1 to ")), words
    for words in ("none", "off", "clear"):
        desk.act("play.region", "1,1")
        desk.act("play.region", words)
        assert (controller.region, controller.message.text) == (frozenset(), "The region is gone.")


class Talk(NamedTuple):
    """A conversation: its title, the boards, the settings, and what is done, in lines such as `at 4 tile.turn`."""

    title: str
    boards: str
    steps: str
    choices: dict[str, object] = {}  # noqa: RUF012 - never changed
    kind: str = ""


RING = "infinity:2x2:9c3c"  # solved by turning the last tile
TALKS = (
    Talk("Solved within a trial", RING, "play.trial; at 3 tile.turn; close; tile.turn; close; tile.back; play.undo"),
    Talk("Solved, undone and solved again", RING, "at 3 tile.turn; play.undo; tile.pin; play.restart; tile.back"),
    Talk("A trial in which nothing is done", RING, "play.trial; play.trial; play.trial; close; play.undo"),
    Talk(
        "Several trials, marks and what is undone in them",
        "3x3:2b4178173",
        "at 0 tile.turn; play.mark; play.trial; at 1 tile.turn; play.mark_named two; at 2 tile.turn; play.undo; "
        "play.undo; play.undo; play.redo; play.back two; play.sound; play.jumble; close; play.redo; play.back; "
        "play.back two; play.undo; play.redo; play.back; play.back two",
    ),
    Talk(
        "Going back to marks, of which there are two",
        "3x3:2b4178173",
        "play.back; play.mark; play.back; at 0 tile.turn; play.back; play.redo; play.mark_named two; play.back: two; "
        "play.back: the mark; play.back: two; tile.turn; play.back two; play.restart; play.back: two; "
        "play.undo; play.undo",
    ),
    Talk(
        "Back to the last sound position",
        "3x3:2b4178173",
        "play.sound; count; play.sound; at 0 tile.turn; tile.pin; at 4 tile.pin; at 8 tile.turn; tile.pin; play.sound; "
        "play.redo; play.redo; play.sound; play.check; close; play.give_up; play.undo; play.sound",
    ),
    Talk(
        "Giving up in a trial, then step by step",
        RING,
        "count; play.trial; at 0 tile.turn; play.give_up; play.hint; play.undo; play.do; play.on; play.ghost",
    ),
    Talk("The solution of a drawn loop", "simpleloop/3/3/02", "count; at 0 line.east; play.give_up; play.undo"),
    Talk("Many solutions", "infinity:2x2w:5555", "count; play.give_up; play.sound; play.hint; play.hint; close"),
    Talk("No solution", "3x3:111111111", "count; play.check; close; play.possible; play.hint; play.hint; play.do"),
    Talk("An answer comes before the count", "3x3:111111111", "at 0 play.possible; count; close"),
    Talk("Solved as given", "infinity:2x2:9c36", "play.undo; play.restart; play.hint; play.on; play.why_not; play.do"),
    Talk(
        "All tiles pinned, but not solved", RING, "*pin all; play.on; play.next; play.before; play.check; play.why_not"
    ),
    Talk("All cells have two lines, but not solved", "simpleloop/4/4/00", "*two rings; play.on; play.next; play.check"),
    Talk("A game without a source", "web:2x2:9c66", "play.new; play.source; play.on"),
    Talk("A game of which no new boards can be made", RING, "play.new; at 3 tile.turn; play.on", {}, "no maker"),
    Talk("The first and the last of two", f"{RING} {RING}", "play.previous; play.following; play.following"),
    Talk("The next is home, after the board of a day", RING, "at 3 tile.turn; play.on; play.unsolved", {}, "daily"),
    Talk("Nothing comes after the only board", RING, "at 3 tile.turn; play.on; play.previous; play.restart"),
    Talk(
        "The pen draws, stops at borders and at the end of a trial",
        "simpleloop/4/4/00",
        "at 0 line.pen; board.east; board.south; board.west; board.north; board.north; close; board.east; line.pen; "
        "play.trial; line.pen; board.south; close; close; close; line.pen; play.trial; close; line.pen; line.pen",
    ),
    Talk(
        "Lines and crosses again elsewhere",
        "simpleloop/4/4/00",
        "at 0 line.again; cross.south; at 2 line.again; line.south; at 5 line.again; line.again; at 15 line.again; "
        "line.east; note.cross; line.north; note.line; cross.west; note.cross; board.north; note.cross; note.line; "
        "close",
    ),
    Talk(
        "A tile that is seen mirrored",
        "3x3:2b4178173",
        "*swap; at 0 tile.turn; tile.back; tile.half; board.west; board.east; board.south",
    ),
    Talk(
        "Turned anticlockwise", "3x3:2b4178173", "at 0 tile.turn; tile.clockwise; tile.back", {"turn": "anticlockwise"}
    ),
    Talk("Pinned with each turn", "3x3:2b4178173", "at 0 tile.turn; tile.turn; at 4 tile.pin", {"turn-then-pin": True}),
    Talk(
        "Pinned where it fits",
        "3x3:2b4178173",
        "at 0 tile.back; tile.half; at 3 tile.turn; tile.turn; at 4 tile.turn",
        {"auto-pin": True},
    ),
    Talk(
        "What follows from a pin",
        "3x3:2b4178173",
        "at 0 tile.turn; tile.pin; play.undo; tile.pin; tile.pin",
        {"follow": True},
    ),
    Talk(
        "A mistake shown at once",
        "3x3:2b4178173",
        "count; at 0 play.on; tile.turn; tile.pin; tile.turn; tile.pin; at 4 note.cross right",
        {"wrong-pins": "at once"},
    ),
    Talk(
        "A wrong line shown at once",
        "simpleloop/3/3/02",
        "count; at 4 line.east; line.east; cross.east; at 0 cross.east",
        {"wrong-pins": "at once"},
    ),
    Talk(
        "A mistake before the solution is known",
        "3x3:2b4178173",
        "at 0 tile.pin; count; at 1 tile.pin",
        {"wrong-pins": "at once"},
    ),
    Talk("Paused", RING, "pause; at 0 tile.turn; tick; resume; tile.turn; tick; tick; leave"),
    Talk(
        "A replay that something ends",
        RING,
        "at 0 tile.turn; replay; replay_on; close; replay; tile.turn; replay_on; replay; replay_on; replay_on; "
        "replay_on; replay_on",
    ),
    Talk(
        "Another window has taken the board",
        RING,
        "at 0 tile.turn; tick; *taken; tile.turn; tick; play.undo; play.trial; play.mark; play.hint; play.check; leave",
    ),
    Talk("Another window asks for the board", RING, "at 0 tile.turn; *asked; tick; tile.turn; tick"),
    Talk("Another window has the next board", f"{RING} 3x3:2b4178173", "*held; play.following; at 0 tile.turn; leave"),
    Talk("The store is away for the next board", f"{RING} 3x3:2b4178173", "*away; play.following; at 0 tile.turn"),
    Talk("Without marks", RING, "at 0 tile.turn; replay; close", {"marks": False, "sealed": False}),
    Talk("Shaded inside", "simpleloop/3/3/02", "at 0 line.east; replay", {"inside": True}),
    Talk("Nothing inside a game of turning", RING, "at 0 tile.turn", {"inside": True}),
    Talk(
        "Nothing is kept of a lesson's board", RING, "at 3 tile.turn; play.on; play.ghost; play.previous", {}, "unkept"
    ),
    Talk(
        "A ghost beside the game",
        RING,
        "at 3 tile.turn; play.ghost; play.ghost; play.restart; play.ghost; tile.turn; play.ghost",
    ),
)


def _pin_all(desk: Desk) -> None:
    for cell in range(desk.controller.puzzle.grid.size):
        desk.controller.play(Gesture("pin", cell))


def _two_rings(desk: Desk) -> None:
    for corner in (0, 2, 8, 10):
        for cell, side in ((corner, E), (corner, S), (corner + 5, N), (corner + 5, W)):
            desk.controller.play(Gesture("line", cell, side))


def _store(desk: Desk) -> MemoryStore:
    store = desk.controller.context.library.store
    assert isinstance(store, MemoryStore)
    return store


def _taken(desk: Desk) -> None:
    _store(desk).take_over(identity(desk.controller.puzzle))


def _asked(desk: Desk) -> None:
    _store(desk).claim(identity(desk.controller.puzzle))


def _held(desk: Desk) -> None:
    other = desk.controller.puzzles[1]
    _store(desk).open(identity(other)).append(head_line(other, {}), lambda error: None)


def _away(desk: Desk) -> None:
    def away(name: str) -> NoReturn:
        raise StoreAwayError(None, "The store is away.")

    _store(desk).open = away  # type: ignore[method-assign]


def _swap(desk: Desk) -> None:
    desk.swapped = E | W


HAPPENS: dict[str, Do] = {
    "*pin all": _pin_all,
    "*two rings": _two_rings,
    "*taken": _taken,
    "*asked": _asked,
    "*held": _held,
    "*away": _away,
    "*swap": _swap,
}


def carry_out(desk: Desk, step: str) -> object:
    """Do what a line of a conversation says; what a method of the controller returns."""
    controller = desk.controller
    methods: dict[str, Callable[[], object]] = {
        "close": controller.close,
        "count": controller.count,
        "tick": controller.tick,
        "pause": controller.pause,
        "resume": controller.resume,
        "leave": controller.leave,
        "replay": partial(begin_replay, controller),
        "replay_on": partial(history_commands.replay_on, controller),
    }
    if step in HAPPENS:
        return HAPPENS[step](desk)
    if step in methods:
        controller.context.now.now += 1  # type: ignore[attr-defined]
        return methods[step]()
    said, asks, answer = step.partition(":")
    words = said.split()
    if words[0] == "at":
        desk.cursor = int(words[1])
        words = words[2:]
    desk.act(words[0], *words[1:], answers=[answer.strip()] * bool(asks))
    return None


def held_with(talk: Talk) -> Iterator[str]:
    """The lines of a conversation, with what came of each step."""
    yield f"# {talk.title}"
    puzzles = [read(text)[0] for text in talk.boards.split()]
    given = context(**talk.choices)
    if talk.kind == "unkept":
        given = replace(given, library=given.library.in_memory())
    if talk.kind == "no maker":
        puzzles = [replace(puzzle, game=replace(puzzle.game, maker=None)) for puzzle in puzzles]
    if talk.kind == "daily":
        puzzles = [replace(puzzle, header=(("daily", "2026-11-21"),)) for puzzle in puzzles]
    desk = Desk(given, puzzles)
    desk.controller.begin()
    facts = dict(desk.facts())
    yield f"  board {facts['board']}, says {facts['says']}" + f", draws {facts.get('draws')}" * ("draws" in facts)
    for step in talk.steps.split(";"):
        found = carry_out(desk, step.strip())
        is_kept = talk.kind != "unkept" and not {"*taken", "*held", "*away"} & {*talk.steps.split("; ")}
        changed = check(desk, step, talk.title, is_kept)
        news = " · ".join([*([repr(found)] * (found is not None)), *changed]) or "nothing"
        yield f"  {step.strip()} → {news}"


READ = (  # the titles of conversations that a person has read whole
    "Solved within a trial",
    "Back to the last sound position",
    "Giving up in a trial, then step by step",
    "The pen draws, stops at borders and at the end of a trial",
    "A mistake shown at once",
    "Another window has taken the board",
    "The store is away for the next board",
    "A ghost beside the game",
)


def test_a_replay_drops_what_was_said_and_a_note_that_waits_for_a_direction() -> None:
    desk = prepared("net", ())
    desk.act("note.cross")
    assert "to set" in desk.controller.message.text
    begin_replay(desk.controller)
    assert not desk.controller.message.text
    assert desk.controller.pending is Pending.MOVE


def test_all_of_a_conversation_is_shown_and_kept_and_some_read_as_approved() -> None:
    found = {talk.title: "\n".join(held_with(talk)) for talk in TALKS}
    assert {*READ} <= {*found}
    approve(__file__, "board-conversations", "\n\n".join(found[title] for title in READ) + "\n")
