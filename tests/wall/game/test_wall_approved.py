"""The engine of the Wall Game as a person has approved it: which turns it looks at, and how it plays; and its search.

Records name the version of the engine, so the same version plays the same turns everywhere. Whoever changes how it
plays gives it another name, and approves the games anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import inf
from random import Random

import pytest

from termpuzzles.logic.task import finish
from termpuzzles.wall.game import engine
from termpuzzles.wall.game.candidates import Candidates, OwnView
from termpuzzles.wall.game.engine import BEAM, ROOT_BEAM, WIN, best_turn
from termpuzzles.wall.game.lessons import WALL_LESSONS
from termpuzzles.wall.game.notation import position_text, read_position
from termpuzzles.wall.game.position import RED, WallPosition
from termpuzzles.wall.game.puzzles import shipped_puzzles
from termpuzzles.wall.game.records import Record, line
from termpuzzles.wall.game.rules import WallGame, outcome, turn_between
from tests.approved import approve
from tests.wall.game.games import random_game

STARTS = (
    "2x2 standard a2 a1 b2 b1 r -",
    "3x3 standard a3 a1 c3 c1 r -",
    "3x3 classic a3 a1 c3 c1 b >a3,^b2",
    "4x3 standard a3 a1 d3 d1 r -",
    "3x5 standard a5 a1 c5 c1 b ^a3",
    "4x4 standard a4 a1 d4 d1 r -",
    "4x4 standard d3 a2 a3 d1 r >a1,>a2,>a4,>b1,>b2,>b3,>b4,>c1,>c2,^a1,^a3,^b1,^c1,^c2,^c3,^d3",
    "5x5 standard a5 a1 e5 e1 r -",
    "5x5 classic a5 a1 e5 e1 b >a4,>c2",
    "5x5 standard c3 b4 d5 c2 b >a1,>a3,>a4,>a5,>b1,>b2,>b4,>c1,>d2,>d4,^a1,^a3,^a4,^b1,^b2,^c1,^c3,^c4,^d3,^e1,^e4",
    "6x6 standard b6 c1 e4 f2 r >a1,>a4,>a5,>a6,>b4,>b5,>c1,>c5,>d2,>d3,>d5,^a2,^b2,^b4,^b5,^c1,^c2,^c4,^d3,^e2,^e4",
    "8x8 standard a8 a1 h8 h1 r -",
    "8x8 standard d5 b2 f6 g3 b >b2,>c4,>d4,>e6,>f2,^a4,^b3,^c5,^d2,^f5,^g3",
)
LONGEST = 12  # turns of a game that is shown


def view(position: WallPosition) -> OwnView:
    """The position as the side to move sees it."""
    side, other = position.side, 1 - position.side
    own, theirs = (position.cat(side), position.mouse(side)), (position.cat(other), position.mouse(other))
    return OwnView(position.right, position.up, *own, *theirs, side)


def seen(state: OwnView, like: WallPosition) -> WallPosition:
    """The position of which that is the view."""
    own, theirs = (state.cat, state.mouse), (state.their_cat, state.their_mouse)
    pieces = (*own, *theirs) if state.side == RED else (*theirs, *own)
    return like._replace(right=state.right, up=state.up, pieces=pieces, side=state.side)


def candidates(position: WallPosition, number: int) -> tuple[Candidates, list[tuple[int, OwnView]]]:
    found = Candidates(view(position), position.height, position.variant != "classic")
    return found, finish(found.best_looking(number))


def looked_at(position: WallPosition) -> Iterator[str]:
    """The turns that the engine looks at, with what each seems worth."""
    found, best = candidates(position, ROOT_BEAM)
    yield position_text(position)
    for word, after in (("wins", found.wins), ("draws", found.draws)):
        if after:
            yield f"  {word}: {turn_between(position, seen(after, position))}"
    turns = [f"{turn_between(position, seen(after, position))} {value:+}" for value, after in best]
    yield from ("  " + ", ".join(turns[at : at + 8]) for at in range(0, len(turns), 8))


def test_the_turns_that_the_engine_looks_at() -> None:
    others = [lesson.position for lesson in WALL_LESSONS] + [puzzle.position for puzzle in shipped_puzzles()[::12]]
    lines = (text for position in [*map(read_position, STARTS[::2]), *others[::2]] for text in looked_at(position))
    approve(__file__, "wall-candidates", "\n".join(lines) + "\n")


@pytest.mark.parametrize("position", [*map(read_position, STARTS)], ids=position_text)
def test_what_is_looked_at_is_legal_and_worth_what_the_board_says(position: WallPosition) -> None:
    game, (found, best) = WallGame(position), candidates(position, 10_000)
    assert len({after for _, after in best}) == len(best)
    for value, after in best:
        end = seen(after, position)
        game.play(turn_between(position, end))
        assert game.position == end
        assert outcome(end) is None
        mover = position.side
        assert value == 10 * (end.distance(1 - mover) - end.distance(mover)) - 5
        game.take_back()
    for ending, winner in ((found.wins, position.side), (found.draws, None)):
        if ending:
            ended = outcome(seen(ending, position))
            assert ended is not None
            assert ended.winner == winner


def games() -> Iterator[str]:
    """Games that the engine plays against itself, each turn with its value, by depth."""
    for text in STARTS[::2]:
        for depth in (1, 2, 3):
            if depth == 3 and text[0] > "4":
                continue
            game, values = WallGame(read_position(text)), []
            while game.outcome is None and len(game.turns) < LONGEST:
                found = best_turn(game.position, depth=depth, seen=game.seen)
                game.play(found.turn)
                values.append(f"{found.value:+}" + f"/{found.depth}" * (found.depth < depth))
            yield f"depth {depth}: {line(Record.of(game))}"
            yield f"         {' '.join(values)}"


def test_the_games_that_the_engine_plays_against_itself() -> None:
    approve(__file__, "wall-games", "\n".join(games()) + "\n")


@cache
def weigh(position: WallPosition, depth: int, beam: int, drawn: frozenset[WallPosition]) -> float:
    """The value of a position by the definition, without any shortcut: the best of the turns that are looked at."""
    found, best = candidates(position, beam)
    if found.wins:
        return WIN + depth - 1
    values: list[float] = [0] if found.draws else []
    for value, after in best:
        end = seen(after, position)
        if end in drawn:
            values.append(0)
        else:
            values.append(value if depth == 1 else -weigh(end, depth - 1, BEAM, drawn))
    return max(values, default=-inf)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("text", STARTS[:10])
def test_the_search_finds_the_value_that_looking_at_everything_finds(text: str, depth: int) -> None:
    position = read_position(text)
    if depth == 3 and position.size > 12:
        return
    found = best_turn(position, depth=depth)
    if found.depth == depth:
        assert found.value == weigh(position, depth, ROOT_BEAM, frozenset())
    after = WallGame(position)
    after.play(found.turn)
    if after.outcome is None:
        again = best_turn(position, depth=depth, seen={after.position: 2})
        assert again == best_turn(position, depth=depth, seen={after.position: 2})
        assert again.value == weigh(position, again.depth, ROOT_BEAM, frozenset({after.position}))


def test_the_search_finds_that_value_deep_in_small_random_games_also_where_positions_repeat() -> None:
    chance, weighed = Random(1), 0
    while weighed < 100:
        game = random_game(chance)
        for position in game.positions[:-1:3] if game.position.size <= 12 else ():
            other = game.positions[chance.randrange(len(game.positions))]
            found = best_turn(position, depth=5, seen={other: 2, position: 1})
            assert found.value == weigh(position, found.depth, ROOT_BEAM, frozenset({other}))
            weighed += 1


def test_a_search_that_forgets_finds_the_same_value(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = [best_turn(read_position(text), depth=3).value for text in STARTS[:8]]
    monkeypatch.setattr(engine, "MOST_NODES", 5)
    assert [best_turn(read_position(text), depth=3).value for text in STARTS[:8]] == usual
