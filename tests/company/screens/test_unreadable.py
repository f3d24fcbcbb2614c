"""A race whose board cannot be read or made says so."""

from __future__ import annotations

from pathlib import Path

from termpuzzles.company.meetings import Company, Invitation, LocalExchange
from termpuzzles.company.screens.race import RoomScreen, begin_race
from termpuzzles.company.slots import COMPANY
from tests.company.races import records
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import net


async def test_a_race_on_a_board_of_another_version_is_said_to_be_unreadable(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        COMPANY.fill(game.app.context, Company("ann", LocalExchange(), lambda name: (name, name), records()))
        about = {"game": "net", "params": "5x5", "board": "net:5x5:?", "what": "Net 5x5"}
        screen = RoomScreen(game.app.context, Invitation("race", "bob", ("ann",), about, names=("Bob", "Ann")))
        await game.app.push_screen(screen)
        await game.until(lambda: "The board of this race cannot be read: " in game.text_of("said"))
        assert screen.meeting == ""


async def test_a_board_for_a_race_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        COMPANY.fill(game.app.context, Company("ann", LocalExchange(), lambda name: (name, name), records()))
        game.app.context.answerer = Refusing()  # type: ignore[assignment]
        await game.app.push_screen(begin_race(game.app.context, "bob, 5x5"))
        await game.until(lambda: game.text_of("said").strip() == "There is no such board.")


class Refusing:
    """Answers every question with a reason why there is nothing."""

    async def answer(self, question: object) -> str:
        return "there is no such board"
