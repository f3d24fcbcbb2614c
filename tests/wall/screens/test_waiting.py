"""What a puzzle of the Wall Game says while an answer takes its time, and if it takes too long."""

from pathlib import Path

import pytest

from termpuzzles.tui import background
from termpuzzles.wall.screens.puzzles import WallPuzzleScreen
from tests.tui.screens.test_waiting import Never, waits
from tests.tui.visit import Visit, visiting


async def puzzle(visit: Visit) -> None:
    visit.app.push_screen(WallPuzzleScreen(visit.context, 0))


async def test_it_says_that_it_looks_for_an_answer_and_gives_up_what_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_long = "No answer was found in a minute."
    await waits(puzzle, "down space space", "Looking for an answer …", too_long, tmp_path, monkeypatch)


async def test_after_a_try_without_an_answer_one_sees_again_where_a_piece_can_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting(tmp_path) as visit:
        visit.context.answerer = Never()
        await puzzle(visit)
        await visit.settle()
        before = visit.window.count("•")
        assert before > 0
        await visit.tap("space")
        await visit.tap("space")
        while "•" in visit.window:
            await visit.pause()
        monkeypatch.setattr(background, "LIMIT", 0.0)
        await visit.sees("No answer was found in a minute.")
        await visit.until(lambda: visit.window.count("•") == before)
