"""What is said of turns, positions, games and puzzles of the Wall Game that are none, and how games are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from termpuzzles.errors import shortened
from termpuzzles.wall.game.lessons import WALL_LESSONS
from termpuzzles.wall.game.model import Ending
from termpuzzles.wall.game.notation import Turn, position_text, read_position, read_size, read_turn
from termpuzzles.wall.game.position import USUAL_SIZE, Wall, start
from termpuzzles.wall.game.proof import Proof, wins
from termpuzzles.wall.game.puzzles import PuzzleAttempt, puzzle_text, read_puzzle, shipped_puzzles
from termpuzzles.wall.game.records import LONGEST, json_text, line, read_json, read_line, replay, tagged
from termpuzzles.wall.game.rules import WallGame, after_turn, judge, outcome, successors, turn_between
from tests.approved import approve

TURNS = (
    *(
        "---",
        "--",
        "",
        "Ca4",
        "Ca4.",
        ".Ca4",
        "Ca4.Cb4",
        "Ma4.Ca4.Ma5",
        "Ca0",
        "Ca04",
        "Ca٤",
        "Ca100",
        "Ca99",
        "CA4",
        "ca4",
        ">a1.^z99",
    ),
    *("Ca4 ", "Ca4,>a1", "Xa4", ">a1.>a1", "^b2.>a1.Cc3", "Ca4.>a1.foo.bar", "Ma1" + ".>a1" * 49, "Ma1" + ".>a1" * 50),
)
POSITIONS = (
    *("", "5x5", "5x5 standard a5 a1 e5 e1 r", "5x5 standard a5 a1 e5 e1 r - -", "5x5 standard a5 a1 e5 e1 r -"),
    *("1x5 standard a5 a1 a4 a2 r -", "2x2 standard a2 a1 b2 b1 b -", "12x12 classic a12 a1 l12 l1 r -"),
    *("13x5 standard a5 a1 e5 e1 r -", "05x5 standard a5 a1 e5 e1 r -", "5x5 standart a5 a1 e5 e1 r -"),
    *("5x5 quick a5 a1 e5 e1 r -", "5x5 freestyle a5 a1 e5 e1 r -", "12x10 freestyle a1 b1 l1 k1 r -"),
    *("5x5 standard a6 a1 e5 e1 r -", "5x5 standard a5 f1 e5 e1 r -", "5x5 standard a5 a1 e0 e1 r -"),
    *("5x5 standard a5 a1 e5 A1 r -", "5x5 standard a5 a1 e5 e1 red -", "5x5 standard a5 a1 e5 e1 R -"),
    *("5x5 standard a5 a1 e5 e1 r >a1,", "5x5 standard a5 a1 e5 e1 r Ca1", "5x5 standard a5 a1 e5 e1 r >e1"),
    *("5x5 standard a5 a1 e5 e1 r ^e5", "5x5 standard a5 a1 e5 e1 r >a1,>a1", "5x5 standard a5 a1 e5 a5 r -"),
    *("5x5 standard a5 a1 a1 e1 r -", "5x5 standard a5 a1 e5 e1 r >a5,^a4", "5x5 standard a5 a1 e5 e1 b >d5,^e4"),
    *("5x5 standard a5 a1 e5 e1 r >a1,^a1", "5x5 standard a5 a1 e5 e1 b >d4,>d5,^e3"),
    *("5x5 standard a5 a1 e5 e1 r ^b2,>a1", "  5x5  standard a5 a1 e5 e1 r  - "),
)
LINES = (
    *(
        "",
        "wall1",
        "wall2 standard 5x5 * -",
        "wall1 standard 5x5 *",
        "wall1 standard 5x5 * -",
        "  wall1 classic 5x5 * - ",
    ),
    *("wall1 standart 5x5 * -", "wall1 standard 5x13 * -", "wall1 standard 5x5 2-0 -", "wall1 standard 5x5 1-0 -"),
    *("wall1 standard 5x5 * knockout", "wall1 standard 5x5 1-0 tie", "wall1 standard 5x5 1/2-1/2 knockout"),
    *("wall1 standard 5x5 1-0 nockout", "wall1 standard 5x5 1-0 xyz", "wall1 freestyle 12x10 * -"),
    *("wall1 freestyle 5x5 * -", "wall1 standard 5x5 * - Ca3  Ce33x", "wall1 standard 5x5 * - Ca3 Ca4.Cb4"),
    *("wall1 standard 5x5 * - start=5x5_standard_a5_a1_e5_e1_b_- Ce3", "wall1 standard 5x5 * - start=5x5_standard_a5"),
    *(
        "wall1 standard 5x5 * - start=6x5_standard_a5_a1_e5_e1_b_-",
        "wall1 classic 5x5 * - start=5x5_standard_a5_a1_e5_e1_r_-",
    ),
    "wall1 standard 5x5 * - Ca3 start=5x5_standard_a5_a1_e5_e1_b_-",
    "wall1 standard 5x5 * -" + " ---" * (LONGEST // 4),
)
REPLAYS = (
    *("wall1 standard 3x3 1-0 knockout Ca2 --- Cb1 --- Cc1", "wall1 standard 3x3 0-1 knockout Ca2 --- Cb1 --- Cc1"),
    *("wall1 standard 3x3 * - Ca2 --- Cb1 --- Cc1", "wall1 standard 3x3 1-0 knockout Ca2 --- Cb1 ---"),
    *("wall1 standard 3x3 1-0 knockout Ca2 --- Cb1 --- Cc1 ---", "wall1 standard 3x3 * - Ca2 Ca2"),
    *(
        "wall1 standard 3x3 1-0 resignation",
        "wall1 standard 3x3 0-1 timeout Ca2",
        "wall1 standard 3x3 0-1 abandoned Ca2",
    ),
    *("wall1 standard 3x3 1/2-1/2 agreement Ca2", "wall1 standard 3x3 1-0 timeout Ca2 --- Cb1 --- Cc1"),
    *(
        f"wall1 standard 3x3 1/2-1/2 {why} Cb2 Cb2 Ca1 Cc1 Cc1"
        for why in ("tie", "tie:one-move", "one-move", "repetition")
    ),
    *(f"wall1 standard 3x3 1/2-1/2 {why}" + " ---" * 4 for why in ("tie", "tie:repetition", "repetition", "one-move")),
    *(
        "wall1 standard 3x3 * -" + " ---" * 3,
        "wall1 standard 3x3 * -" + " ---" * 4,
        "wall1 standard 3x3 1/2-1/2 tie ---",
    ),
    "wall1 standard 3x3 * - Ca2 start",
)
BROKEN_TURNS = {
    "4x4 standard a4 a1 d4 d1 r >b4": (
        *(
            "---",
            "Ca3",
            "Ca4",
            "Ma1",
            "Ca2",
            "Cb4",
            "Cc4",
            "Cb3",
            "Ca1",
            "Ca5",
            "C`4",
            "Ca3.Ma2",
            "Ca2.Ma2",
            "Mb2",
            "Mc1",
        ),
        *("Md1", "Ca3.>a1", ">a1.>a2.>a3", ">a1.>a1", ">a4.^a3", "Mb1.^a1"),
        *(">a1.>a1.Cz9", "^a4", ">b4", ">d1", "^z9", ">c4.^d3", ">c4", "Ce4", "Ca4.Ma1"),
    ),
    "4x4 classic a4 a1 d4 d1 b >b4": (
        "Md2",
        "Md1",
        "Cd3.Md2",
        "Cd2.Md2",
        "Cc4",
        "Cb4",
        "Ca4",
        "Cd1",
        ">c4.>c3",
        "Cd3.>c3",
    ),
}


def said(read: Callable[[str], object], text: str) -> str:
    """What comes of a text: the value, or why it is none."""
    try:
        return f"ok {read(text)}".rstrip()
    except ValueError as error:
        why = str(error)
        return f"{type(error).__name__}: {'expected JSON' if '(char ' in why or 'recursion' in why else why}"


def shown(text: str) -> str:
    return repr(text) if len(text) < 150 else f"{text[:40]!r}… of {len(text)} characters"


def section(title: str, read: Callable[[str], object], texts: tuple[str, ...]) -> Iterator[str]:
    yield f"# {title}"
    yield from (f"  {shown(text)}: {shortened(said(read, text), 400)}" for text in texts)


def _facts(text: str) -> str:
    position = read_position(text)
    return (
        f"{position_text(position)}, {position.distance(0)} and {position.distance(1)} steps, {len([*position.free()])}"
    )


def _judged(place: str) -> Callable[[str], object]:
    def read(text: str) -> object:
        position, turn = read_position(place), read_turn(text)
        judge(position, turn)
        return position_text(after_turn(position, turn))

    return read


def test_what_is_said_of_texts_that_are_no_turn_no_position_and_no_game() -> None:
    lines = [
        *section("Turns", read_turn, TURNS),
        *section(
            "Sizes", read_size, ("8x8", "2x2", "1x2", "2x1", "12x12", "13x12", "12x13", "8", "8x", "x8", "8X8", "99x99")
        ),
        *section("Positions", _facts, POSITIONS),
        *section("Games on a line", lambda text: line(read_line(text)), LINES),
        *section("Games that are played again", lambda text: str(replay(read_line(text)).outcome), REPLAYS),
    ]
    for place, turns in BROKEN_TURNS.items():
        lines += section(f"Turns at {place}", _judged(place), turns)
    approve(__file__, "wall-refusals", "\n".join(lines) + "\n")


GAME: dict[str, Any] = json.loads(json_text(read_line("wall1 standard 3x3 1-0 knockout Ca2 --- Cb1 --- Cc1")))
NONE = object()
CHANGES: tuple[dict[str, Any], ...] = (
    *({"format": value} for value in (NONE, "wall2", 1)),
    *({"width": value} for value in (NONE, "3", True, 13, 4)),
    *({"height": value} for value in (None, 2)),
    *({"variant": value} for value in (NONE, "classic", "freestyle", "standart")),
    *({"start": value} for value in (NONE, "", 3, "3x3 standard a3 a1 c3 c1 b -", "4x3 standard a3 a1 c3 c1 b -", "x")),
    *({"turns": value} for value in (NONE, "Ca2", [], [1], ["Ca2", "Cz"], ["---"] * 5)),
    *({"time_control": value} for value in ("180+2", 180, "1234567+2")),
    *({"rated": value} for value in (NONE, True, 1)),
    *({"started_at": value} for value in (NONE, "2026-11-21", 5)),
    *({"clocks_ms": value} for value in (None, [0, 5], [-1], [True])),
    *({"players": value} for value in (NONE, "ab", [{}, 3], [{}, {}, {}])),
    {"more": {"kept": ["as", "it", "is"]}},
)
PLAYERS: tuple[dict[str, Any], ...] = (
    *({"order": value} for value in (NONE, 2, "1", True)),
    *({"kind": value} for value in (NONE, "human", "bot", "matched", "custom", "friend", 3)),
    *({"reason": value} for value in (NONE, "timeout", 3)),
    *({"rank": value} for value in (NONE, None, 2, "1", 3)),
    *({"name": value} for value in (NONE, "Ann", 3)),
    *({"bot_id": value} for value in ("wall-1-easy", 3)),
    *({"rating_at_start": value} for value in (1200, "1200", 12.5)),
)


def changed(facts: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in (facts | change).items() if value is not NONE}


def test_what_is_said_of_games_in_json() -> None:
    lines = ["# A game", f"  {json.dumps(GAME)}", "# Changed"]
    for change in CHANGES:
        text = json.dumps(changed(GAME, change))
        told = ", ".join(f"{key}: {'left out' if value is NONE else value!r}" for key, value in change.items())
        lines.append(f"  {told} → {shortened(said(_played, text), 600)}")
    lines.append("# Its first player changed")
    for change in PLAYERS:
        first, second = GAME["players"]
        text = json.dumps(GAME | {"players": [changed(first, change), second]})
        told = ", ".join(f"{key}: {'left out' if value is NONE else value!r}" for key, value in change.items())
        lines.append(f"  {told} → {shortened(said(_played, text), 600)}")
    lines.append("# Other texts")
    for text in ("", "{", "[]", "3", '{"format": NaN}', '{"format": "wall1", "width": Infinity}', "[" * 5000):
        lines.append(f"  {shown(text)} → {shortened(said(_played, text), 300)}")
    lines.append("# As text with tags")
    for text in (
        "wall1 standard 3x3 1-0 knockout Ca2 --- Cb1 --- Cc1",
        "wall1 standard 3x3 * - start=3x3_standard_a3_a1_c3_c1_b_- Cc2 --- Cb2",
        "wall1 standard 3x3 * - start=3x3_standard_a3_a1_c3_c1_b_-",
        "wall1 classic 8x8 1/2-1/2 agreement",
    ):
        lines += [f"  {each}" for each in tagged(read_line(text)).splitlines()]
    lines += [
        f"  {each}" for each in tagged(read_line(LINES[4])._replace(details={"time_control": "180+2"})).splitlines()
    ]
    approve(__file__, "wall-json", "\n".join(lines) + "\n")


def _played(text: str) -> str:
    """What of a game is written otherwise than in the first one."""
    record = read_json(text)
    replay(record)
    facts = json.loads(json_text(record))
    return ", ".join(f"{key}: {value}" for key, value in facts.items() if GAME.get(key) != value)


def test_a_game_of_a_million_characters_is_read_and_a_longer_one_is_not() -> None:
    head = "wall1 standard 5x5 * -"
    assert len(read_line(head.ljust(LONGEST)).turns) == 0
    for read, text in ((read_line, head.ljust(LONGEST + 1)), (read_json, json.dumps(GAME).ljust(LONGEST + 1))):
        with pytest.raises(ValueError, match="expected a shorter game, found 1,048,577 characters"):
            read(text)
    assert read_json(json.dumps(GAME).ljust(LONGEST)).result == "1-0"


def test_starts_of_freestyle_are_mirrored_and_never_the_same_and_nobody_is_shut_in() -> None:
    found = [start("freestyle", 12, 10, Random(seed)) for seed in range(60)]
    assert len({*found}) == 60
    ranks, walls = set(), set()
    for at in found:
        (red_cat, red_mouse, blue_cat, blue_mouse) = map(at.place, at.pieces)
        assert (11 - red_cat[0], red_cat[1]) == blue_cat
        assert (11 - red_mouse[0], red_mouse[1]) == blue_mouse
        assert red_mouse[1] < red_cat[1]
        assert max(red_cat[0], red_mouse[0]) < 4
        mirrored = {wall._replace(file=11 - (not wall.above) - wall.file) for wall in at.walls()}
        assert mirrored == {*at.walls()}
        assert at.side == 0
        assert min(at.distance(0), at.distance(1)) > 0
        ranks |= {red_cat[1], red_mouse[1]}
        walls.add(sum(wall.file + (not wall.above) / 2 <= 5.5 for wall in at.walls()))
    assert ranks == set(range(10))
    assert walls == set(range(4, 11))
    approve(__file__, "wall-freestyle", "\n".join(map(position_text, found[:8])) + "\n")


def test_the_usual_starts() -> None:
    assert USUAL_SIZE == {"standard": (8, 8), "classic": (8, 8), "freestyle": (12, 10)}
    assert [position_text(start(variant, 8, 8)) for variant in ("standard", "classic")] == [
        "8x8 standard a8 a1 h8 h1 r -",
        "8x8 classic a8 a1 h8 h1 r -",
    ]
    assert position_text(start("standard", 2, 3)) == "2x3 standard a3 a1 b3 b1 r -"


def test_a_lesson_is_understood_by_just_the_turns_that_come_to_what_its_words_ask_for() -> None:
    wanted = {"The hunt": (6, 0), "A wall is a detour": (99, 9), "Never shut in": (99, 6), "Two walls at once": (99, 7)}
    counts = []
    for lesson in WALL_LESSONS:
        side, found = lesson.position.side, 0
        for after in successors(lesson.position):
            ending = outcome(after)
            if lesson.wins:
                expected = ending is not None and ending.winner == side
            else:
                near, far = wanted[lesson.title]
                expected = ending is None and after.distance(side) <= near and after.distance(1 - side) >= far
            assert lesson.is_understood(turn_between(lesson.position, after)) == expected
            found += expected
        counts.append((lesson.title, found))
    assert counts == [
        ("The hunt", 3),
        ("A wall is a detour", 42),
        ("Never shut in", 38),
        ("Two walls at once", 1),
        ("The one-move rule", 1),
    ]


def test_a_game_takes_turns_back_as_if_they_had_not_been_played() -> None:
    game = WallGame(start("standard", 3, 3))
    for text in ("---", "---", "---", "---"):
        assert game.outcome is None
        game.play(read_turn(text))
    assert game.outcome == Ending(None, "repetition")
    game.take_back()
    assert game.outcome is None
    assert (len(game.turns), len(game.positions)) == (3, 4)
    game.play(Turn((2, 1)))
    assert game.outcome is None
    game.take_back()
    game.play(Turn())
    assert game.outcome == Ending(None, "repetition")


def test_slots_are_free_on_the_board_only_and_once() -> None:
    position = read_position("3x4 standard a4 a1 c4 c1 r >a2,^c3")
    inside = {Wall(False, x, y) for x, y in product(range(2), range(4))} | {
        Wall(True, x, y) for x, y in product(range(3), range(3))
    }
    taken = {Wall(False, 0, 1), Wall(True, 2, 2)}
    assert [*position.walls()] == sorted(taken)
    assert [*position.free()] == sorted(inside - taken)
    for above, x, y in product((False, True), range(-2, 6), range(-2, 6)):
        wall = Wall(above, x, y)
        assert position.is_free(wall) == (wall in inside - taken)


def test_tries_at_puzzles_are_answered() -> None:
    lines = []
    for puzzle in [puzzle for puzzle in shipped_puzzles() if puzzle.turns < 3 and puzzle.position.width == 5][::5]:
        lines.append(
            f"{puzzle.id} “{puzzle.title}” by {puzzle.author}, {puzzle.list} {puzzle.index}, rated {puzzle.rating}"
        )
        lines.append(f"  {puzzle.goal} in {puzzle.turns}, {puzzle.proof}: {position_text(puzzle.position)}")
        legal = [turn_between(puzzle.position, after) for after in successors(puzzle.position)]
        right = wins(puzzle.position, puzzle.turns)
        for turn in (Turn(), right[0], legal[-1]):
            attempt = PuzzleAttempt(puzzle)
            is_right, answer, over = attempt.play(turn)
            came = f"{'right' if is_right else 'wrong'}, answer {answer}{', over' * over}, {attempt.left} left"
            lines.append(f"  {turn}: {came}{', failed' * attempt.failed}, {len(attempt.game.turns)} turns played")
    approve(__file__, "wall-tries", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", ["wall-3-04", "wall-3-05", "wall-3-07", "wall-2-01"])
def test_the_answer_to_a_right_turn_lets_the_win_take_longest(name: str) -> None:
    puzzle = next(puzzle for puzzle in shipped_puzzles() if puzzle.id == name)
    attempt, proof, number = PuzzleAttempt(puzzle), Proof(), 0
    while not attempt.game.outcome:
        turn = wins(attempt.game.position, attempt.left)[0]
        after = after_turn(attempt.game.position, turn)
        right, answer, over = attempt.play(turn)
        number += 1
        assert (right, over, attempt.left) == (True, number == puzzle.turns, puzzle.turns - number)
        if answer is None:
            break
        assert attempt.game.position == after_turn(after, answer)
        for turns in range(1, attempt.left):
            if any(not proof.is_forced(reply, turns) for reply in successors(after)):
                assert not proof.is_forced(attempt.game.position, turns)
    assert number == puzzle.turns
    assert not attempt.failed


def test_what_is_said_of_texts_that_are_no_puzzle() -> None:
    facts = json.loads(puzzle_text(shipped_puzzles()[0]))
    changes: tuple[dict[str, Any], ...] = (
        *({"turns": value} for value in (NONE, 0, 1, 3, 4, 50, 51, True, "2", 1.0)),
        *({"proof": "engine", "turns": value} for value in (0, 1, 4, 50, 51)),
        *({"goal": value} for value in (NONE, "draw", "lose")),
        *({"goal": "draw", "proof": "engine"}, {"proof": "trust"}, {"rating": True}, {"rating": "1"}, {"index": None}),
        *({"title": 3}, {"id": NONE}, {"author": None}, {"list": []}, {"position": "8x8"}, {"position": 8}),
    )
    lines = [f"  {facts}"]
    for change in changes:
        told = ", ".join(f"{key}: {'left out' if value is NONE else value!r}" for key, value in change.items())
        came = said(read_puzzle, json.dumps(changed(facts, change)))
        lines.append(f"  {told} → {'ok' if came.startswith('ok') else came}")
    lines += [f"  {shown(text)} → {said(read_puzzle, text)}" for text in ("", "[]", "3", "{", "[" * 5000)]
    approve(__file__, "wall-puzzle-refusals", "\n".join(lines) + "\n")
