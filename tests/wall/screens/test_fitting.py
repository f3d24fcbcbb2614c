"""What fits into a small window."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from termpuzzles.wall.match.results import ResultRow
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzleScreen
from tests.tui.apps import playing, shown
from tests.tui.screens.test_fitting import keeps_one_margin
from tests.tui.screens.test_home import listed


async def test_the_smallest_window_shows_the_whole_board_of_a_wall_puzzle_and_its_goal(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        game.app.push_screen(WallPuzzleScreen(game.app.context, 0))
        lines = await listed(game)
        assert [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in "12345"] == list("54321")
        assert any("red to win in 1 turn" in line for line in lines)


async def test_nothing_is_said_of_results_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = Event()

    def read(library: object) -> list[ResultRow]:
        reads.wait()
        return []

    monkeypatch.setattr("termpuzzles.wall.screens.results.results_here", read)
    async with playing(tmp_path) as game:
        game.app.go("wall results")
        await game.until(lambda: any("results" in line for line in shown(game.app)[:1]))
        for width in (70, 80):
            await game.pilot.resize_terminal(width, 24)
            await game.pilot.pause()
            assert game.text_of("about").strip() == ""
        reads.set()
        await game.until(lambda: "No game has been finished yet." in game.text_of("about"))


async def test_heading_message_and_keys_of_the_menu_keep_one_margin_at_both_sides(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        await keeps_one_margin(game, "wall")


async def test_results_without_a_game_have_no_heads_of_columns_and_lead_to_one(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.go("wall results")
        lines = await listed(game)
        assert any("No game has been finished yet." in line for line in lines)
        assert not any("lost drawn" in line for line in lines)
        await game.press("enter")
        await game.until(lambda: isinstance(game.app.screen, WallMatchScreen))


@pytest.mark.parametrize(
    ("width", "table"),
    [
        (40, [" against   variant     w  l  d", " guests    standard    2  1  0  1516"]),
        (80, [" against   variant     won lost drawn", " guests    standard      2    1     0  1516, best 1520"]),
    ],
)
async def test_a_narrow_window_has_letters_for_heads_of_results_and_no_best_rating(
    width: int, table: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = ResultRow("guests", "standard", 2, 1, 0, "1516, best 1520")
    monkeypatch.setattr("termpuzzles.wall.screens.results.results_here", lambda library: [result])
    async with playing(tmp_path, size=(width, 24)) as game:
        game.app.go("wall results")
        assert any("guests" in line for line in await listed(game))
        assert [line.rstrip() for line in game.text_of("about").splitlines()] == table


@pytest.mark.parametrize(("ascii_only", "end"), [(False, "…"), (True, "...")])
async def test_words_of_a_lesson_that_have_no_room_end_with_a_sign_after_a_whole_word(
    tmp_path: Path, ascii_only: bool, end: str
) -> None:
    async with playing(tmp_path, size=(36, 14), ascii_only=ascii_only) as game:
        lesson = WallLessonScreen(game.app.context, 0)
        game.app.push_screen(lesson)
        await game.until(lambda: any(line.rstrip().endswith(end) for line in shown(game.app)))
        told = " ".join("".join(line[22:] for line in shown(game.app)[1:-1]).split())
        assert told.endswith(end)
        words = told.removesuffix(end).split()
        assert lesson.lesson.before.split()[: len(words)] == words
