"""The words beside the board of a lesson in each of its states, as a person has read and approved them."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.catalogue.lessons import lessons
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.tui.screens.lesson import LessonScreen
from tests.approved import approve
from tests.tui.apps import Game, playing
from tests.tui.screens.play.test_play import net


def words(what: str, game: Game) -> list[str]:
    """Heading, the lesson's words and the line below the board."""
    lines = [f"--- {what}"]
    for name in ("heading", "lesson", "status"):
        lines += [f"{name[0]} {line}".rstrip() for line in game.text_of(name).splitlines()]
    return lines


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 18), (40, 17)])
async def test_a_lesson_speaks_as_approved(width: int, height: int, tmp_path: Path) -> None:
    lines = []
    async with playing(tmp_path, net(), size=(width, height)) as game:
        for name, number in (("net", 3), ("masyu", len(lessons("masyu")))):
            screen = LessonScreen(game.app.context, lessons(name), number)
            await game.app.push_screen(screen)
            await game.pilot.pause()
            lines += words(f"{name} {number}", game)
            for step in range(1, 4):
                before = game.text_of("lesson")
                screen.action_act("play.hint")
                await game.until(lambda: game.text_of("lesson") != before)  # noqa: B023 - at once
                lines += words(f"hint {step}", game)
            answer = solve(screen.controller.puzzle)
            assert answer
            screen.controller.carry_out(solving(screen.controller.puzzle, game.state, answer.lines), "")
            await game.pilot.pause()
            lines += words("solved", game)
    approve(__file__, f"lesson-words-in-{width}x{height}", "\n".join([*lines, ""]))
