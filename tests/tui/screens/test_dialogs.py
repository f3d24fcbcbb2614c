"""The small questions over a screen, as a person has read and approved them, and what they are answered with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual.widgets import Input

from termpuzzles.games.model import Puzzle
from termpuzzles.play.opening import Away, Opened, Opening
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.store import JournalInUseError, StoreAwayError
from termpuzzles.tui.screens.dialogs import ChoiceDialog, FetchScreen, TakeOverScreen, TextDialog, save_commands
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.lines import Lines
from tests.approved import approve
from tests.tui.apps import Game, playing
from tests.tui.screens.play.test_play import net, wrapped

QUESTION = "Who do you want to challenge? Type a name."
DIALOGS: dict[str, Callable[[Any], Any]] = {
    "text": lambda context: TextDialog(context, QUESTION),
    "choice": lambda context: ChoiceDialog(context, QUESTION, ["one", ""]),
    "taking over": lambda context: TakeOverScreen(context, lambda now, wait: None, "game"),  # type: ignore[arg-type, return-value]
}


def words(game: Game) -> list[str]:
    return [line for each in game.app.screen.query(Lines) for line in each.text.splitlines()]


async def test_every_question_is_as_approved_and_the_same_in_a_narrow_window(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        told = list[list[str]]()
        for size in ((80, 24), (34, 15)):
            await game.pilot.resize_terminal(*size)
            for name, make in DIALOGS.items():
                await game.app.push_screen(make(game.app.context))
                await game.pilot.pause()
                told.append([f"--- {name}", *(line.rstrip() for line in words(game))])
                game.app.pop_screen()
    wide, narrow = told[: len(DIALOGS)], told[len(DIALOGS) :]
    approve(__file__, "questions", "\n".join([*(line for lines in wide for line in lines), ""]))
    for one, other in zip(narrow, wide, strict=True):
        assert " ".join(one[:-1]).split() == " ".join(other[:-1]).split(), "all but the keys, of which some go"
        assert one[-1].split()[-2:] == other[-1].split()[-2:] == ["Esc", "back"]


async def test_what_cannot_be_taken_over_is_said_and_may_be_tried_again(tmp_path: Path) -> None:
    fails, found = [OSError("it is gone")], Opened(net(), None)
    answers: list[object] = []

    def take(now: object, wait: object) -> Opened[Puzzle]:
        if fails:
            raise fails.pop()
        return found

    async with playing(tmp_path, net()) as game:
        screen = TakeOverScreen(game.app.context, take)
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

    def fetch() -> Opening[Puzzle]:
        if fails:
            error = fails.pop()
            if isinstance(error, StoreAwayError):
                return Away(fetch, str(error))
            raise error
        return found

    found = Opened(net(), None)

    async with playing(tmp_path, net()) as game:
        screen = FetchScreen(game.app.context, fetch)
        assert screen.is_searching
        game.app.push_screen(screen, answers.append)
        await game.until(lambda: any("Still trying: the store is away." in line for line in words(game)))
        assert not screen.is_searching
        await game.until(lambda: answers == [found])
        fails.append(OSError("the disk is full"))
        game.app.push_screen(FetchScreen(game.app.context, fetch), answers.append)
        await game.until(lambda: any("That did not work: the disk is full." in line for line in words(game)))


@pytest.mark.parametrize("is_late", [True, False])
async def test_what_is_fetched_too_late_is_let_go(is_late: bool, tmp_path: Path) -> None:
    goes_on, let_go = Event(), list[str]()
    found = Opened(net(), cast(Journal, SimpleNamespace(close=lambda: let_go.append("closed"))))

    def fetch() -> Opening[Puzzle]:
        goes_on.wait()
        return found

    async with playing(tmp_path, net()) as game:
        answers: list[object] = []
        game.app.push_screen(FetchScreen(game.app.context, fetch), answers.append)
        await game.pilot.pause()
        if is_late:
            game.app.pop_screen()
        goes_on.set()
        await game.until(lambda: bool(let_go if is_late else answers))
        await asyncio.sleep(0)
        assert (let_go, answers) == ((["closed"], []) if is_late else ([], [found]))


async def test_a_board_that_another_window_has_is_asked_for_also_where_the_store_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals: list[OSError] = [JournalInUseError("open elsewhere"), StoreAwayError(5, "the store is away")]

    def refuse(*given: object) -> object:
        raise refusals.pop()

    async with playing(tmp_path, net()) as game:
        library = game.app.context.library
        monkeypatch.setattr(library, "open_named", refuse)
        monkeypatch.setattr(library, "take_over_named", lambda *given: pytest.fail("nobody was asked"))
        game.app.play([wrapped()])
        await game.until(lambda: any("open in another window" in line for line in words(game)))
        assert isinstance(game.app.screen, TakeOverScreen)
        assert not refusals


async def test_an_answer_has_two_hundred_characters_at_most_and_no_blanks_around_it(tmp_path: Path) -> None:
    answers = list[str | None]()
    async with playing(tmp_path, net()) as game:
        for texts in (["  ab c "], ["x" * 199, "y", "z"]):
            await game.app.push_screen(TextDialog(game.app.context, QUESTION), answers.append)
            for text in texts:
                game.app.screen.query_one(Input).insert_text_at_cursor(text)
            await game.press("enter")
        assert answers == ["ab c", "x" * 199 + "y"]


def test_a_file_is_named_after_its_board_in_sixty_letters_and_numbered_if_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    delivered: list[tuple[str, str]] = []

    class Saving:
        def deliver_text(self, text: StringIO, *, save_directory: Path, save_filename: str) -> None:
            assert save_directory == Path()
            delivered.append((save_filename, text.read()))
            Path(save_filename).write_text("")

    puzzle = replace(net(), title="A Title — of: More than Sixty Letters, for which there is no room at all")
    for _ in range(3):
        for command in save_commands(Saving(), puzzle, puzzle.start):  # type: ignore[arg-type]
            command.callback()
    stem = f"net {puzzle.grid} a title of more than sixty letters for which there is no room".replace(" ", "-")[:60]
    names = [f"{stem}{number}.{ending}" for number in ("", "-2", "-3") for ending in ("svg", "loops")]
    assert [name for name, _ in delivered] == names
    assert all(text.endswith("\n") and not text.endswith("\n\n") for _, text in delivered)
    short = replace(net(), title="")
    next(iter(save_commands(Saving(), short, short.start))).callback()  # type: ignore[arg-type]
    assert delivered[-1][0] == f"net-{short.grid}.svg"


@pytest.mark.parametrize(("is_slow", "is_listed"), [(True, True), (True, False)])
async def test_a_board_goes_on_as_it_was_left_however_slow_the_store_is(
    is_slow: bool, is_listed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, net()) as game:
        library = game.app.context.library
        puzzle = wrapped()
        game.app.play([puzzle])
        await game.press("space", "q")
        (entry,) = [entry for entry in library.journal_list().entries if entry.size == f"{puzzle.grid}".rstrip("w")]
        usual, away = library.open_named, [StoreAwayError(5, "the store is away")] * is_slow

        def fetch(name: str, head: Callable[[], bytes]) -> Journal:
            if away:
                raise away.pop()
            return usual(name, head)

        monkeypatch.setattr(library, "open_named", fetch)
        game.app.resume(entry) if is_listed else game.app.play([net(), puzzle], 1)
        await game.until(lambda: isinstance(game.app.screen, PlayScreen) and game.puzzle.grid == puzzle.grid)
        assert not away
        assert (game.index, len(game.puzzles)) == ((0, 1) if is_listed else (1, 2))
        assert game.turns == 1
        await game.press("space")
        assert game.turns == 2
        assert game.screen.controller.recorded.trouble == ""
