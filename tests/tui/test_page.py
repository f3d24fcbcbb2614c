"""The app on a page of a browser, as far as that is Python: questions answered in its loop, links, plain text."""

import asyncio
from pathlib import Path

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import Task
from termpuzzles.session.questions import GuideCache
from termpuzzles.tui.page import SteppingAnswerer, linked
from termpuzzles.tui.plain_page import PlainPage


class Waiting:
    """A question whose answer is found only once somebody else in the loop has done something."""

    def __init__(self) -> None:
        self.may_end = False

    def work(self, cache: GuideCache) -> Task[str]:
        while not self.may_end:
            yield None
        return "answer"


async def test_a_long_question_leaves_the_loop_to_others() -> None:
    question = Waiting()
    asked = asyncio.create_task(SteppingAnswerer().answer(question))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not asked.done()
    question.may_end = True
    assert await asked == "answer"


async def test_the_work_on_a_question_ends_when_nobody_waits_for_it() -> None:
    question = Waiting()
    asked = asyncio.create_task(SteppingAnswerer().answer(question))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


def test_a_link_opens_a_board_or_a_daily_and_says_what_is_wrong_with_it() -> None:
    assert [puzzle.game.name for puzzle in linked("daily/net")] == ["net"]
    assert [puzzle.grid.size for puzzle in linked("3x2:83c668")] == [6]
    assert linked("") == []
    with pytest.raises(PuzzleError, match="'nonsense'"):
        linked("daily/nonsense")


def test_plain_text_begins_with_the_board_of_the_link_and_what_was_played_goes_on_elsewhere(tmp_path: Path) -> None:
    shown: list[str] = []
    page = PlainPage(str(tmp_path / "here"), shown.append, shown.append, "3x2:83c668")
    page.begin()
    page.answer("turn 1 1")
    page.answer("quit")
    page.export(str(tmp_path / "played.zip"))
    other = PlainPage(str(tmp_path / "there"), shown.append, shown.append)
    assert "1 new" in other.merge(str(tmp_path / "played.zip"))
    (tmp_path / "broken.zip").write_bytes(b"PK")
    assert other.merge(str(tmp_path / "broken.zip")).startswith("Nothing was read: ")
