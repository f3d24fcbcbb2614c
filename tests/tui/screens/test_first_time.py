"""A new player goes from a fresh install through a lesson to a level and the boards of the day, all by keys."""

from __future__ import annotations

from termpuzzles.board.grid import TURNS
from termpuzzles.catalogue.lessons import Lesson, lessons
from termpuzzles.games import USUAL
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from tests.tui.screen import Player, Start

MOST = 40  # hints that a lesson may take


def learn(player: Player, lesson: Lesson) -> None:
    """Play a lesson: press the keys that its text names, then let hints do the rest."""
    player.see(f"lesson {lesson.number} of")
    player.see(" ".join(lesson.shown.before.split()[:2]))
    player.press("".join({"space": " "}.get(key, key) for key in lesson.keys))
    player.see(" ".join(lesson.shown.after.split()[:2]))
    assert solve(lesson.puzzle)
    for _ in range(MOST):
        if "Solved" in player.settle():
            return
        player.press("I")
    raise AssertionError(f"lesson {lesson.number} does not end")


def test_a_new_player_learns_plays_and_finds_the_boards_of_the_day(start: Start) -> None:
    player = start()
    player.see("Space turns the marked tile")
    player.press("\x1b[B\r")
    for lesson in lessons(USUAL)[:1]:
        learn(player, lesson)
        player.press("]")
    player.see("lesson 2 of")
    player.press("q")
    player.see(f"1 of {len(lessons(USUAL))}")
    player.press("/1\r")
    player.see("moves  0")
    player.press("d")
    player.see("moves  1")
    player.press("q\x1b")
    player.see("Continue")
    player.press("d")
    player.see("Mo    Tu")
    player.press("\r")
    player.see("Daily 20")
    player.press("qq")
    player.see("Continue")
    player.press("q")
    assert player.wait() == 0


def keys_by_hand(puzzle: Puzzle, cursor: int) -> list[str]:
    """The keys of somebody who goes from row to row and turns each tile that does not stand right."""
    answer = solve(puzzle)
    assert answer
    grid, lines, pins = puzzle.grid, puzzle.start.lines, puzzle.start.pins
    x, y = grid.place(cursor)
    keys = ["\x1b[A"] * y + ["\x1b[D"] * x
    for row in range(grid.height):
        columns = range(grid.width) if row % 2 == 0 else range(grid.width - 1, -1, -1)
        for place, column in enumerate(columns):
            cell = grid.cell(column, row)
            keys += ["\x1b[C" if row % 2 == 0 else "\x1b[D"] * (place > 0)
            keys += [" "] * (0 if pins[cell] else TURNS[lines[cell]].index(answer.lines[cell]))
        keys += ["\x1b[B"]
    return keys


def test_the_first_lesson_takes_less_than_a_minute_at_a_key_every_four_tenths_of_a_second() -> None:
    lesson = lessons(USUAL)[0]
    assert (2 + len(keys_by_hand(lesson.puzzle, lesson.mark))) * 0.4 < 60
