"""The small questions over a screen, as a person has read and approved them, and what they are answered with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from termpuzzles.storage.store import StoreAwayError
from termpuzzles.tui.screens.dialogs import ChoiceDialog, FetchScreen, TakeOverScreen, TextDialog
from termpuzzles.tui.widgets.lines import Lines
from tests.approved import approve
from tests.tui.apps import Game, playing
from tests.tui.screens.play.test_play import net

QUESTION = "Who do you want to challenge? Type a name."
DIALOGS: dict[str, Callable[[Any], Any]] = {
    "text": lambda context: TextDialog(context, QUESTION),
    "choice": lambda context: ChoiceDialog(context, QUESTION, ["one", ""]),
    "taking over": lambda context: TakeOverScreen(context, lambda now, wait: None, "game"),  # type: ignore[arg-type, return-value]
}


def words(game: Game) -> list[str]:
    return [line for each in game.app.screen.query(Lines) for line in each.text.splitlines()]


async def test_every_question_is_as_approved(tmp_path: Path) -> None:
    lines = []
    async with playing(tmp_path, net()) as game:
        for size in ((80, 24), (49, 15), (34, 15)):
            await game.pilot.resize_terminal(*size)
            for name, make in DIALOGS.items():
                await game.app.push_screen(make(game.app.context))
                await game.pilot.pause()
                lines += [f"--- {name} in {size[0]} columns", *(line.rstrip() for line in words(game))]
                game.app.pop_screen()
    approve(__file__, "questions", "\n".join([*lines, ""]))


async def test_what_cannot_be_taken_over_is_said_and_may_be_tried_again(tmp_path: Path) -> None:
    fails, found = [OSError("it is gone")], object()
    answers: list[object] = []

    def take(now: object, wait: object) -> object:
        if fails:
            raise fails.pop()
        return found

    async with playing(tmp_path, net()) as game:
        screen = TakeOverScreen(game.app.context, take)  # type: ignore[arg-type]
        game.app.push_screen(screen, answers.append)
        await game.pilot.pause()
        screen.action_take()
        assert any("Taking it over …" in line for line in words(game))
        await game.until(lambda: any("That did not work: it is gone." in line for line in words(game)))
        screen.action_take()
        await game.until(lambda: answers == [found])


async def test_what_is_fetched_is_tried_again_while_the_store_is_away(tmp_path: Path) -> None:
    fails: list[Exception] = [StoreAwayError(5, "the store is away")]
    answers: list[object] = []

    def fetch() -> str:
        if fails:
            raise fails.pop()
        return "found"

    async with playing(tmp_path, net()) as game:
        screen = FetchScreen(game.app.context, fetch, lambda found: None)
        assert screen.is_searching
        game.app.push_screen(screen, answers.append)
        await game.until(lambda: any("Still trying: the store is away." in line for line in words(game)))
        assert not screen.is_searching
        await game.until(lambda: answers == ["found"])
        fails.append(OSError("the disk is full"))
        game.app.push_screen(FetchScreen(game.app.context, fetch, lambda found: None), answers.append)
        await game.until(lambda: any("That did not work: the disk is full." in line for line in words(game)))


@pytest.mark.parametrize("is_late", [True, False])
async def test_what_is_fetched_too_late_is_let_go(is_late: bool, tmp_path: Path) -> None:
    goes_on, let_go = Event(), list[str]()

    def fetch() -> str:
        goes_on.wait(20)
        return "found"

    async with playing(tmp_path, net()) as game:
        answers: list[object] = []
        game.app.push_screen(FetchScreen(game.app.context, fetch, let_go.append), answers.append)
        await game.pilot.pause()
        if is_late:
            game.app.pop_screen()
        goes_on.set()
        await game.until(lambda: bool(let_go if is_late else answers))
        await asyncio.sleep(0)
        assert (let_go, answers) == ((["found"], []) if is_late else ([], ["found"]))
