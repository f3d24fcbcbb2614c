"""The first time: from a fresh install through three lessons to a level and the boards of the day, all by keys."""

from __future__ import annotations

from termpuzzles.games import USUAL
from termpuzzles.games.queries import solve
from termpuzzles.play.shelf.learning.lessons import Lesson, lessons
from tests.tui.screen import Player, Start

MOST = 40  # hints that a lesson may take


def learn(player: Player, lesson: Lesson) -> None:
    """Play a lesson: first the keys that its text names, then the rest by hints that are done at once."""
    player.see(f"lesson {lesson.number} of")
    player.see(" ".join(lesson.before.split()[:4]))
    player.press("".join({"space": " "}.get(key, key) for key in lesson.keys))
    player.see(" ".join(lesson.after.split()[:4]))
    assert solve(lesson.puzzle)
    for _ in range(MOST):
        if "Done" in player.settle():
            return
        player.press("I")
    raise AssertionError(f"lesson {lesson.number} does not end")


def test_a_new_player_learns_plays_and_finds_the_boards_of_the_day(start: Start) -> None:
    player = start()
    player.see("Start here")
    player.press("\r")
    for lesson in lessons(USUAL)[:3]:
        learn(player, lesson)
        player.press("]")
    player.see("lesson 4 of")
    player.press("q")
    player.see(f"3 of {len(lessons(USUAL))} lessons")
    player.press("/1\r")
    player.see("moves  0")
    player.press("d")
    player.see("moves  1")
    player.press("q\x1b")
    player.see("Continue")
    player.press("d")
    player.see("Mo  Tu  We")
    player.press("\r")
    player.see("Daily 20")
    player.press("qq")
    player.see("Continue")
    player.press("q")
    assert player.wait() == 0
