"""Ghosts: a game in one line, which gives its times again and can harm nobody who reads it."""

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, is_puzzle, read, write
from termpuzzles.formats.ghost import Ghost, GhostMove, ghost_line, ghost_of
from termpuzzles.games.model import Change, Gesture, Move, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.controller import Controller
from termpuzzles.play.ghost_commands import own_line
from termpuzzles.play.history_commands import solving
from termpuzzles.session.ghost import Progress, Rival, runs
from termpuzzles.session.session import Session
from tests.data import sweep
from tests.play.test_session import Time

NET = "7x7:41a9v272518dd74d3v8hdb32b7572e34a879214e513779e415a9"
BOARDS = (NET, f"infinity:{NET}", "simpleloop/5/5/sg020", "3x3w:9c3a5e16c", "infinity:2x2:3333", "4x2:41545511")
Events = list[tuple[float, str]]


def solvable(names: tuple[str, ...] = BOARDS) -> list[Puzzle]:
    """The puzzles of these ids that have a solution."""
    return [puzzle for puzzle in (read(name)[0] for name in names) if solve(puzzle) is not None]


def played(puzzle: Puzzle, chance: random.Random, slips: int = 20) -> tuple[Session, Events]:
    """A game to its end by somebody who also does much that is of no use, and what its journal holds."""
    time, events = Time(), list[tuple[float, str]]()

    def record(seconds: float, event: str) -> None:
        events.append((float(f"{seconds:.1f}"), event))

    session = Session(puzzle, now=time, record=record)
    session.clock.start()
    found = solve(puzzle)
    assert found is not None
    steps = [Move((change,)) for change in solving(puzzle, session.state, found.lines).changes]
    chance.shuffle(steps)
    for move in steps:
        if chance.random() < slips / len(steps):
            time.now += chance.choice((0.1, 2.34, 40.0))
            session.play(move)
            time.now += 0.7
            if session.solved:
                break
            session.undo()
        if chance.random() < 0.1 and puzzle.game.pins:
            session.play(Move((Change("pin", 0, 0), Change("free", 0, 0))))
        time.now += chance.choice((0.0, 0.04, 0.5, 1.26, 9.0))
        session.play(move)
    assert session.solved
    return session, events


def through_its_line(puzzle: Puzzle, ghost: Ghost) -> Ghost:
    """The ghost that a friend gets."""
    found = ghost_of(read(ghost_line(puzzle, ghost))[0])
    assert found is not None
    return found


def test_ghosts_of_many_games_take_the_same_time_and_are_short() -> None:
    chance, puzzles = random.Random(1), solvable()
    assert len(puzzles) >= 4
    for number in range(500 if sweep.IS_LONG else 60):
        puzzle = puzzles[number % len(puzzles)]
        session, events = played(puzzle, chance, chance.choice((0, 5, 400)))
        (ghost,) = runs(puzzle, events)
        again = through_its_line(puzzle, ghost)
        assert again.seconds == pytest.approx(session.clock.seconds, abs=0.051)
        assert len(ghost_line(puzzle, ghost)) <= 1200
        assert again == ghost or len(again.steps) < len(ghost.steps)
        assert Rival(puzzle, again).share(again.seconds) == 1


def test_what_was_done_first_is_still_in_the_line_of_a_long_game() -> None:
    (puzzle,) = read(NET)
    _, events = played(puzzle, random.Random(2), slips=0)
    first, rest = events[:6], events[6:]
    begun = first[-1][0]
    turns = [(begun + number, "move turn 2,3 1") for number in range(1, 4001)]
    (ghost,) = runs(puzzle, [*first, *turns, *((seconds + 4000, event) for seconds, event in rest)])
    again = through_its_line(puzzle, ghost)
    assert len(again.steps) < len(ghost.steps)
    assert Rival(puzzle, again).share(again.seconds) == 1


def test_a_position_in_the_text_is_where_the_ghost_begins() -> None:
    (puzzle,) = read(NET)
    turned = puzzle.game.play(puzzle, puzzle.start, Move((Change("turn", 0, 0, 1), Change("turn", 3, 3, 1))))
    (given,) = read(write(puzzle, "picture", turned), game="net")
    _, events = played(given, random.Random(6))
    (ghost,) = runs(given, events)
    assert through_its_line(given, ghost).seconds == ghost.seconds


def test_a_game_whose_board_has_no_id_is_no_line_for_a_friend(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read("infinity:2x2:3333")
    session = SimpleNamespace(solved=True, attempt=SimpleNamespace(gave_up=False))
    library = SimpleNamespace(events=lambda board: [(0.0, "opened"), *played(puzzle, random.Random(1), slips=0)[1]])
    controller = cast(
        Controller, SimpleNamespace(session=session, puzzle=puzzle, context=SimpleNamespace(library=library, called=""))
    )
    assert own_line(controller).startswith("ghost:")

    def refuse(board: Puzzle, ghost: Ghost) -> str:
        raise PuzzleError("a board with an id", "none")

    monkeypatch.setattr("termpuzzles.play.ghost_commands.ghost_line", refuse)
    assert own_line(controller) == ""


@pytest.mark.parametrize(
    ("moves", "seconds", "lead"),
    [
        (0, 0.0, 0),
        (0, 9.0, 0),
        (0, 13.0, -3),
        (1, 2.0, 8),
        (1, 10.0, 0),
        (1, 19.0, 0),
        (1, 24.0, -4),
        (2, 3.0, 17),
        (2, 10.0, 10),
        (2, 20.0, 0),
        (2, 44.0, -4),
    ],
)
def test_the_lead_is_the_time_from_or_to_the_ghosts_being_as_far(moves: int, seconds: float, lead: int) -> None:
    (puzzle,) = read("net:5x1:1aaa4")  # the ghost turns the second tile after 10 seconds, the others after 20 and 40
    rival, time = Rival(puzzle, Ghost((GhostMove(100, 1, 5), GhostMove(200, 2, 5), GhostMove(400, 3, 5)))), Time()
    mine = Session(puzzle, now=time)
    mine.clock.start()
    for cell in range(1, moves + 1):
        assert mine.do(Gesture("turn", cell))
    time.now += seconds
    assert rival.lead(mine) == lead


@pytest.mark.parametrize(
    ("number", "seen"),
    [(4, [0.5, 0.5]), (249, [0.5, 0.5]), (250, [0.5, 0.5]), (251, [0.0, 0.5]), (500, [0.0, 0.5]), (501, [0.0, 0.0])],
)
def test_a_ghost_is_looked_at_at_two_hundred_and_fifty_moments_at_most(number: int, seen: list[float]) -> None:
    (puzzle,) = read("infinity:4x1:1111")
    idle = [GhostMove(30 + at, 3, (4, 8)[at % 2]) for at in range(number - 3)]
    steps = (GhostMove(10, 1, 1), GhostMove(20, 3, 8), *idle, GhostMove(10_000, 3, 1))
    rival = Rival(puzzle, Ghost(steps))
    assert len(steps) == number
    assert [rival.share(seconds) for seconds in (1.0, 2.0)] == seen
    assert [rival.share(seconds) for seconds in (0.0, 0.9375, 999.0, 1000.0, 2000.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]


def test_on_the_way_to_a_loop_through_one_circle_there_is_nothing_between_none_and_nearly_all() -> None:
    (puzzle,) = read("pearl:3x3:aWg")
    progress = Progress(puzzle)
    assert progress.of(bytes(9)) == 0.0
    assert progress.of(bytes((4, 1, 0, 0, 0, 0, 0, 0, 0))) == 0.0
    assert progress.of(bytes((4, 5, 1, 0, 0, 0, 0, 0, 0))) == 0.99


def test_a_ghost_is_read_as_an_id() -> None:
    (puzzle,) = read(NET)
    _, events = played(puzzle, random.Random(8))
    line = ghost_line(puzzle, runs(puzzle, events)[0])
    assert is_puzzle(line)
    assert canonical_id(read(f"# a friend\n{line}\tand more\n{NET}\n")[0]) == NET
    assert ghost_of(read(NET)[0]) is None
    (shown,) = read(write(read(line)[0], "picture"), game="net")
    assert ghost_of(shown) == ghost_of(read(line)[0])
    assert ghost_of(read(f"# ghost: 1xyz\n{write(puzzle, 'picture')}", game="net")[0]) is None


def bad() -> Iterator[tuple[str, int, str]]:
    yield "ghost:7x7:12@1AA", 13, "49 tiles"
    yield "ghost:", 7, "ghost:ID@"
    yield "ghost:ghost:2x2:3333@1AA@1AA", 7, "the id of a board"
    yield "ghost:┏┓@1AA", 7, "the id of a board"
    yield "ghost:infinity:2x2:3333@2AA", 25, "version 1"
    yield "ghost:infinity:2x2:3333@1A!", 27, "a letter"
    yield "ghost:infinity:2x2:3333@1gICAgIA", 33, "cut short"
    yield "ghost:infinity:2x2:3333@1AAB_", 25, "on the 2x2 board"
    yield "ghost:infinity:2x2:3333@1AAAB", 25, "turn tiles"
    yield "ghost:infinity:2x2:3333@1AA", 25, "solve the board"


@pytest.mark.parametrize(("text", "column", "expected"), [*bad()])
def test_a_bad_ghost_is_told_with_its_place(text: str, column: int, expected: str) -> None:
    with pytest.raises(PuzzleError, match=expected) as told:
        read(text)
    assert (told.value.line, told.value.column) == (1, column)


def test_garbled_ghosts_are_read_or_refused() -> None:
    chance = random.Random(9)
    (puzzle,) = read(NET)
    _, events = played(puzzle, chance)
    line = ghost_line(puzzle, runs(puzzle, events)[0])
    refused = 0
    for _ in range(100_000 if sweep.IS_LONG else 1500):
        text = garbled(line, chance)
        try:
            (found,) = read(text)
        except PuzzleError as error:
            refused += str(error).isprintable()
        else:
            ghost = ghost_of(found)
            assert ghost is None or Rival(found, ghost).share(ghost.seconds) == 1
    assert refused > 1000


def garbled(line: str, chance: random.Random) -> str:
    """The line with a few characters changed, left out or doubled."""
    letters = list(line)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(6, len(letters))
        change = chance.randrange(4)
        if change == 0:
            letters[at] = chance.choice("019afvhAQz_-@:/w.\u00e9")
        elif change == 1:
            del letters[at : at + chance.choice((1, 1, 30))]
        elif change == 2:
            letters.insert(at, letters[at])
        else:
            letters[at:at] = letters[chance.randrange(len(letters)) :]
    return "".join(letters[: chance.choice((10_000, 10_000, 40))]) or "ghost:"


def test_a_ghost_says_whose_it_is() -> None:
    puzzle = read("infinity:2x2:3333")[0]
    session, events = played(puzzle, random.Random(1))
    (mine,) = runs(puzzle, events)
    for whose, said in (("Anna ~ Bø", "Anna ~ Bø's ghost"), ("", "the ghost")):
        line = ghost_line(puzzle, mine._replace(whose=whose))
        again = read(line)[0]
        assert ghost_of(again) == mine._replace(whose=whose)
        rival = Rival.of(again)
        assert rival
        assert f"{said}, which took" in rival.sentence(session)
    assert "your best game, which took" in Rival(puzzle, mine, is_own=True).sentence(session)
    line = ghost_line(puzzle, mine)
    for wrong in ("~", "~!", "~" + "QUFB" * 20, "~IGE", "~CgoK"):
        with pytest.raises(PuzzleError, match="expected a name of 1 to 40 characters"):
            read(line + wrong)
