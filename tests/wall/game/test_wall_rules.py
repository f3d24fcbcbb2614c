"""The Wall Game's rules: legality found in two independent ways, perft, and how games end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, combinations, product
from random import Random

import pytest

from termpuzzles.wall.game.cuts import forbidden
from termpuzzles.wall.game.model import Ending, RuleError
from termpuzzles.wall.game.notation import Turn, position_text, read_position, read_turn, wall_text
from termpuzzles.wall.game.position import Wall, WallPosition, start
from termpuzzles.wall.game.rules import WallGame, after_turn, judge, perft, successors, turn_between
from tests.data import sweep
from tests.wall.game.games import by_cuts, random_game

GAMES = sweep.share(10_000, 400)


@pytest.mark.parametrize("seed", range(GAMES // 25))
def test_flooding_and_cuts_find_the_same_turns_in_every_position_of_random_games(seed: int) -> None:
    chance = Random(seed)
    for _ in range(25):
        for position in random_game(chance).positions[:-1]:
            found = list(successors(position))
            assert len(found) == len(set(found))
            assert set(found) == set(by_cuts(position, chance)), position_text(position)


def every_turn(position: WallPosition) -> Iterator[Turn]:
    """Every turn of up to two walls and any cells, most of them illegal, some off the board."""
    places: list[tuple[int, int] | None] = [None, *product(range(position.width + 1), range(position.height + 1))]
    slots = [Wall(above, *place) for above in (False, True) for place in places if place]
    walls = list(chain.from_iterable(combinations(slots, number) for number in range(3)))
    for cat, mouse in product(places, repeat=2):
        yield from (Turn(cat, mouse, chosen) for chosen in walls)


@pytest.mark.parametrize(
    "text", ["2x2 standard a2 a1 b2 b1 r -", "2x2 classic a2 a1 b2 b1 b >a1", "2x3 standard a1 a2 b3 a3 b ^b1"]
)
def test_the_judge_of_one_turn_allows_what_the_generator_makes(text: str) -> None:
    position = read_position(text)
    allowed = set()
    for turn in every_turn(position):
        try:
            judge(position, turn)
        except RuleError:
            continue
        allowed.add(after_turn(position, turn))
    made = list(successors(position))
    assert allowed == set(made)
    assert [after_turn(position, turn_between(position, after)) for after in made] == made


PERFT = {
    "2x2 standard a2 a1 b2 b1 r -": [(1, 1), (31, 31), (506, 406), (5014, 1030), (43416, 1745)],
    "2x2 classic a2 a1 b2 b1 r -": [(1, 1), (16, 16), (106, 70), (551, 81), (2205, 81)],
    "2x3 standard a3 a1 b3 b1 r >a1,^b2": [(1, 1), (11, 11), (104, 101), (1601, 489), (18130, 1900)],
    "3x3 standard a3 a1 c3 c1 r -": [(1, 1), (137, 137), (12779, 6144)],
    "3x3 classic a3 a1 c3 c1 b >a3,^b2": [(1, 1), (51, 51), (1008, 504), (19722, 2203)],
    "5x5 standard a5 a1 e5 e1 r -": [(1, 1), (991, 991)],
    "8x8 standard a8 a1 h8 h1 r -": [(1, 1), (6787, 6787)],
    "8x8 classic a8 a1 h8 h1 r -": [(1, 1), (6554, 6554)],
    "12x10 standard a10 a1 l10 l1 b -": [(1, 1), (24754, 24754)],
}
DEEP = {
    "2x3 standard a3 a1 b3 b1 r >a1,^b2": (6, 2357024, 6186),
    "3x3 standard a3 a1 c3 c1 r -": (3, 864042, 68795),
    "4x4 standard a4 a1 d4 d1 r -": (2, 138213, 42139),
}


@pytest.mark.parametrize("text", PERFT)
def test_perft(text: str) -> None:
    position = read_position(text)
    assert [perft(position, depth) for depth in range(len(PERFT[text]))] == PERFT[text]


@sweep.whole
@pytest.mark.parametrize("text", DEEP)
def test_deep_perft(text: str) -> None:
    depth, *numbers = DEEP[text]
    assert perft(read_position(text), depth) == tuple(numbers)


def sequences(game: WallGame, depth: int) -> Iterator[WallPosition]:
    """Where each legal sequence of turns ends, played one by one."""
    if not depth:
        yield game.position
    elif game.outcome is None:
        for after in list(successors(game.position)):
            game.play(turn_between(game.position, after))
            yield from sequences(game, depth - 1)
            game.take_back()


@pytest.mark.parametrize("depth", range(7))
def test_perft_ends_games_by_repetition(depth: int) -> None:
    position = read_position("2x2 classic a2 a1 b2 b1 r >a1")
    ends = list(sequences(WallGame(position), depth))
    assert perft(position, depth) == (len(ends), len(set(ends)))


def test_perft_asks_at_every_turn_whether_to_go_on() -> None:
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked > 31 + 506:
            raise TimeoutError

    position = read_position("2x2 standard a2 a1 b2 b1 r -")
    assert perft(position, 2, ask) == (506, 406)
    assert asked >= 31 + 406
    with pytest.raises(TimeoutError):
        perft(position, 3, ask)


@pytest.mark.parametrize(
    "text", ["3x3 standard a1 c3 a3 c1 r -", "2x3 standard a1 b3 b1 a3 b -", "3x2 standard b1 b2 a1 c2 r -"]
)
def test_no_piece_steps_off_the_board(text: str) -> None:
    position = read_position(text)
    made = {turn_between(position, after) for after in successors(position)}
    allowed = set()
    for place in product(range(-3, 7), repeat=2):
        at = place[0], place[1]
        for turn in (Turn(cat=at), Turn(mouse=at)):
            with suppress(RuleError):
                judge(position, turn)
                allowed.add(turn)
    assert allowed == {turn for turn in made if not turn.walls and None in (turn.cat, turn.mouse)} - {Turn()}


def test_rule_1_is_about_whose_turn_it_is_and_the_clock() -> None:
    game = WallGame(start("standard", 4, 4))
    for side, seconds in ((1, 10.0), (0, 0.0)):
        with pytest.raises(RuleError) as broken:
            game.play(Turn(), side, seconds)
        assert broken.value.rule == 1
    game.play(Turn(), 0, 0.1)
    assert game.position.side == 1


def test_a_cat_may_wall_up_the_side_it_has_just_crossed() -> None:
    position = read_position("3x2 classic a2 b1 b2 c1 r ^a1,^b1")
    judge(position, read_turn("Cb2.>a2"))
    with pytest.raises(RuleError, match="red's cat no way") as broken:
        judge(position, read_turn(">a2"))
    assert broken.value.rule == 6


def test_ones_own_walls_stop_one_and_a_diagonal_takes_both_actions() -> None:
    game = WallGame(start("standard", 4, 4))
    game.play(read_turn(">a4"))
    game.play(Turn())
    with pytest.raises(RuleError):
        game.judge(read_turn("Cb4"))
    game.judge(read_turn("Cb3"))
    with pytest.raises(RuleError):
        game.judge(read_turn("Cb3.>c1"))


ENDS = {  # a position and a turn, and how that ends the game
    ("5x5 standard b1 a1 e5 c1 r -", "Cc1"): Ending(0, "knockout"),
    ("5x5 standard b1 a1 b2 c1 r -", "Cc1"): Ending(None, "one-move"),
    ("5x5 standard b1 a1 a3 c1 r -", "Cc1.^a1"): Ending(0, "knockout"),
    ("5x5 standard b1 a1 b2 c1 r -", "Cc1.Mb1"): Ending(None, "one-move"),
    ("5x5 standard e5 a1 a2 c1 r -", "Ma2"): Ending(1, "knockout"),
    ("5x5 standard b1 a1 a2 c1 b -", "Ca1"): Ending(1, "knockout"),
    ("5x5 standard b1 a5 e5 c1 b -", "Mb1"): Ending(0, "knockout"),
    ("5x5 standard b1 c2 c1 b2 b -", "Cc2.Mb1"): Ending(1, "knockout"),
    ("5x5 standard b1 a5 e5 c2 r -", "Cb2.^c3"): None,
    ("5x5 classic b1 a1 b2 c1 r -", "Cc1"): Ending(None, "one-move"),
}


@pytest.mark.parametrize(("text", "turn"), ENDS, ids=" ".join)
def test_ends(text: str, turn: str) -> None:
    game = WallGame(read_position(text))
    game.play(read_turn(turn))
    assert game.outcome == ENDS[text, turn]
    if game.outcome:
        with pytest.raises(RuleError) as broken:
            game.play(Turn())
        assert broken.value.rule == 1


def test_crossing_the_cell_of_a_mouse_catches_nothing() -> None:
    game = WallGame(read_position("5x2 standard a1 e1 a2 b1 r -"))
    game.play(read_turn("Cc1"))
    assert game.outcome is None


def test_the_third_time_a_position_stands_the_game_is_drawn() -> None:
    game = WallGame(start("standard", 5, 5))
    for turn in ["Ca4", "Ce4", "Ca5", "Ce5", "Ca4", "Ce4", "Ca5"]:
        game.play(read_turn(turn))
        assert game.outcome is None
    game.play(read_turn("Ce5"))
    assert game.outcome == Ending(None, "repetition")
    game.take_back()
    game.play(read_turn("Cd4"))
    assert game.outcome is None


def test_around_a_ring_each_pair_of_walls_on_different_arcs_is_forbidden() -> None:
    ring = read_position("3x3 standard a3 c1 a3 c1 r >a2,>b2,^b1,^b2")
    walls, pairs = forbidden(ring)
    assert (walls, len(pairs)) == ([], (8 // 2) ** 2)


@pytest.mark.parametrize("walls", ["^a1,^b1,^c1,^d1", "^b1,^c1,^d1", "^b1,^c1,^d1,>b2"])
def test_a_wall_is_forbidden_exactly_on_a_bridge_and_what_leads_nowhere_changes_nothing(walls: str) -> None:
    found, pairs = forbidden(read_position(f"4x2 standard a1 c1 a1 d1 r {walls}"))
    assert list(map(wall_text, found)) == [">a1", ">b1", ">c1"]
    assert pairs == []


def test_a_forbidden_pair_has_a_wall_on_each_of_two_ways_and_both_within_one_block() -> None:
    hourglass = read_position("3x3 standard a1 c3 a1 c3 r >a3,>b1,^a2,^c1")  # two squares at b2
    walls, pairs = forbidden(hourglass)
    squares = [{(0, 0), (0, 1), (1, 0), (1, 1)}, {(1, 1), (1, 2), (2, 1), (2, 2)}]

    def square(wall: Wall) -> int:
        ends = {(wall.file, wall.rank), (wall.file + (not wall.above), wall.rank + wall.above)}
        return next(number for number, cells in enumerate(squares) if ends <= cells)

    assert walls == []
    assert len(pairs) == 2 * (4 // 2) ** 2
    assert all(square(one) == square(other) for one, other in pairs)
