"""What is opened is shown; what is elsewhere is asked about; what is closed is said, and one stays where one was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from termpuzzles.games.model import Puzzle
from termpuzzles.play.opening import Away, Closed, InUse, Opened, Opening
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.context import Context
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.screens.dialogs import FetchScreen, TakeOverScreen
from tests.tui.screens.play.test_play import net

Answer = Callable[[Opening[Puzzle] | None], None]


class Door:
    """An app with so many screens that notes what becomes of an opening, and answers what it asks later."""

    def __init__(self, folder: Path, screens: int) -> None:
        library = Library(Folders(folder / "data", folder / "config"))
        self.context = Context(library, library.settings())
        self.screen_stack = ["a screen"] * screens
        self.became = list[object]()
        self.answered: Answer = lambda settled: None

    def notify(self, message: str, *, markup: bool) -> None:
        assert not markup
        self.became.append(message)

    def push_screen(self, screen: object, answered: Answer) -> None:
        self.became.append(type(screen))
        self.answered = answered

    def exit(self) -> None:
        self.became.append("the app ends")

    def settle(self, found: Opening[Puzzle]) -> None:
        settle_opening(
            self,  # type: ignore[arg-type]
            self.context,
            found,
            lambda opened: self.became.append(opened),
            stay=lambda: self.became.append("one stays"),
        )


OPENED = Opened(net(), None)
IN_USE = InUse(net(), lambda now, wait: OPENED, "another window has it")
AWAY = Away(lambda: OPENED, "the store does not answer")


def test_what_is_opened_is_shown_at_once(tmp_path: Path) -> None:
    door = Door(tmp_path, 1)
    door.settle(OPENED)
    assert door.became == [OPENED]


@pytest.mark.parametrize("screens", [1, 2])
def test_why_something_is_closed_is_said_and_one_stays(screens: int, tmp_path: Path) -> None:
    door = Door(tmp_path, screens)
    door.settle(Closed("It is played later."))
    assert door.became == ["It is played later.", "one stays"]


@pytest.mark.parametrize(
    ("screens", "end"), [(0, "the app ends"), (1, "the app ends"), (2, "one stays"), (3, "one stays")]
)
def test_what_is_elsewhere_is_asked_about_until_it_is_here_or_one_goes_back(
    screens: int, end: str, tmp_path: Path
) -> None:
    door = Door(tmp_path, screens)
    door.settle(AWAY)
    door.answered(IN_USE)
    door.answered(OPENED)
    assert door.became == [FetchScreen, TakeOverScreen, OPENED]
    door.answered(None)
    assert door.became[3:] == [end]
