"""Small questions over a screen: a line of text, a name, taking over, saving, and the command palette.

Files are saved in the folder where the program was started.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input
from textual.worker import Worker

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, web_address, write
from termpuzzles.games.model import Puzzle
from termpuzzles.play.opening import Away, Clock, InUse, Opened, Opening, Sleep
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import PuzzleDialog
from termpuzzles.tui.keys import ShownKey, keys_in_line
from termpuzzles.tui.screen import Headline, T
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines, keys_in_a_row, margin, wrap

if TYPE_CHECKING:
    from termpuzzles.games.model import State


_AGAIN = 0.5  # seconds between two questions to a store that is away


class BoxDialog(PuzzleDialog[T]):
    """A small box over a screen, on the grid of all screens: a heading bar, a question, what answers it, and keys.

    Without a title, the question is the heading.
    """

    CSS_PATH = Path(__file__).with_name("screens.tcss")  # also for dialogs of other folders
    KEYS: ClassVar[tuple[str, ...]] = ()
    ENTER = ""  # what Enter does in the field or list

    def __init__(self, context: Context, question: str) -> None:
        super().__init__()
        self.context = context
        self._question = question

    def compose(self) -> ComposeResult:
        """The box."""
        palette = self.context.palette
        with Vertical(id="box"):
            yield Lines(palette, id="heading", ground="checker")
            yield Lines(palette, id="question")
            yield from self.answers()
            yield Lines(palette, id="keys", ground="checker")

    def answers(self) -> ComposeResult:
        """What the question is answered with."""
        return ()

    def on_mount(self) -> None:
        """Show the words, in a frame of characters that the terminal has."""
        self.set_class(self.context.ascii_only, "ascii")
        self.bindings_updated_signal.subscribe(self, lambda _: self.show_words())
        self.show_words()

    def on_resize(self) -> None:
        """Fit the words into the box."""
        self.show_words()

    def show_words(self) -> None:
        """Show heading, question and keys as they are now."""
        if not self.is_ready:
            return
        width = min(_WIDTH, self.size.width - 2)
        heads = [self.TITLE] if self.TITLE else wrap(self._question, width - 2 * margin(width))
        heading = self.query_one("#heading", Lines)
        heading.lines = [Headline(line).words(width, self.context.palette) for line in heads]
        heading.styles.height = len(heads)
        lines = [((f"  {line}", "text"),) for line in wrap(self._question, width - 4)] if self.TITLE else []
        self.query_one("#question", Lines).lines = [(), *lines, *[()] * bool(lines)]
        keys = [ShownKey("Enter", self.ENTER, "")] * bool(self.ENTER) + keys_in_line(self, self.KEYS)
        self.query_one("#keys", Lines).lines = [keys_in_a_row(keys, width, self.context.palette)]

    def ask(self, question: str) -> None:
        """Ask something else."""
        self._question = question
        self.show_words()


_WIDTH = 48  # columns of a box
_LONGEST = 200  # characters of an answer


class TextDialog(BoxDialog[str]):
    """Asks for a line of text; Esc answers with ""."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", "back", id="dialog.leave", tooltip="Back without an answer")
    ]
    KEYS = ("dialog.leave",)
    ENTER = "answer"

    def answers(self) -> ComposeResult:
        """A field for the answer."""
        field = Input(max_length=_LONGEST, compact=True)
        field.cursor_blink = False
        yield field

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the answer."""
        self.dismiss(event.value.strip())


class ChoiceDialog(BoxDialog[str | None]):
    """Asks for one of several names; Esc chooses none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", id="choice.leave", tooltip="Back without a choice"),
    ]
    KEYS = ("choose", "list.choose", "choice.leave")

    def __init__(self, context: Context, question: str, names: Sequence[str]) -> None:
        super().__init__(context, question)
        self._names = names

    def answers(self) -> ComposeResult:
        """The names."""
        yield Choices(self.context)

    def on_mount(self) -> None:
        """Begin with the first name."""
        names = self.query_one(Choices)
        names.show(Choice(((f"  {name or '(no name)'}", "text"),), place) for place, name in enumerate(self._names))

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Close with the answer."""
        assert isinstance(event.value, int)
        self.dismiss(self._names[event.value])


def request(
    app: App[None], context: Context, prompt: str, choices: Sequence[str] | None, answered: Callable[[str], None]
) -> None:
    """Ask for a line of text, or for one of several names; Esc answers with "", or chooses none."""
    if choices is None:
        app.push_screen(TextDialog(context, prompt), lambda text: answered(text or ""))
    else:
        chosen: Callable[[str | None], None] = lambda name: None if name is None else answered(name)  # noqa: E731
        app.push_screen(ChoiceDialog(context, prompt, choices), chosen)


def asking_for(context: Context, found: InUse[T] | Away[T], what: str) -> BoxDialog[Opening[T] | None]:
    """The question whether to take it over, or the wait for the store; None as the answer leaves it where it is."""
    if isinstance(found, InUse):
        return TakeOverScreen(context, found.take_over, what)
    return FetchScreen(context, found.again)


class TakeOverScreen(BoxDialog["Opening[T] | None"]):
    """Enter takes the puzzle or game over and answers with what is opened; Esc leaves it where it is."""

    TITLE = "Open elsewhere"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "take over", id="take.over", tooltip="Go on with it in this window"),
        Binding("escape,q", "dismiss(None)", "back", id="take.leave", tooltip="Leave it in the other window"),
    ]
    KEYS = ("take.over", "take.leave")

    def __init__(
        self,
        context: Context,
        take: Callable[[Clock, Sleep], Opened[T]],
        what: str = "puzzle",
    ) -> None:
        super().__init__(
            context, f"This {what} is open in another window. Go on with it here? The other window will then leave it."
        )
        self._take_it = take
        self._taking = False

    def action_take(self) -> None:
        """Ask the other window for the puzzle, and take it if it does not answer; once, or we would ask ourselves."""
        if self._taking:
            return
        self._taking = True
        self.ask("Taking it over …")
        _: Worker[None] = self.run_worker(self._take_over)

    async def _take_over(self) -> None:
        taking = asyncio.ensure_future(asyncio.to_thread(self._take_it, time.monotonic, time.sleep))
        taking.add_done_callback(self._taken)
        await asyncio.wait([taking])  # which raises nothing: a worker that fails ends the app

    def _taken(self, taking: asyncio.Future[Opened[T]]) -> None:
        """Answer with what is opened, or release it again if the player no longer wants it."""
        if taking.cancelled():  # the app has ended
            return
        if not taking.exception() and not self.is_ready:
            _release(taking.result())
        elif not taking.exception():
            self.dismiss(taking.result())
        elif self.is_ready:
            self._taking = False
            self.ask(f"That did not work: {taking.exception()}.")


def _release(found: Opening[T]) -> None:
    """Release what nobody waits for any more."""
    if isinstance(found, Opened) and found.journal is not None:
        found.journal.close()


class FetchScreen(BoxDialog["Opening[T] | None"]):
    """Waits for a store that is slow or away: asks `again` in a thread until it answers; Esc gives up."""

    TITLE = "One moment"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", id="fetch.leave", tooltip="Stop waiting for it"),
    ]
    KEYS = ("fetch.leave",)

    def __init__(self, context: Context, again: Callable[[], Opening[T]]) -> None:
        super().__init__(context, "Fetching your game on this board …")
        self._fetch = again
        self.is_searching = True  # keys wait: they may be for the board

    def on_mount(self) -> None:
        """Begin to fetch it."""
        _: Worker[None] = self.run_worker(self._wait)

    async def _wait(self) -> None:
        while self.is_ready:
            fetching = asyncio.ensure_future(asyncio.to_thread(self._fetch))
            fetching.add_done_callback(self._unless_wanted)
            try:
                found = await asyncio.shield(fetching)
            except (OSError, PuzzleError) as error:
                self.ask(f"That did not work: {error}.")
                return
            if not isinstance(found, Away):
                self.dismiss(found)
                return
            self.is_searching = False
            self.ask(f"Still trying: {found.why}.")
            await asyncio.sleep(_AGAIN)

    def _unless_wanted(self, fetching: asyncio.Future[Opening[T]]) -> None:
        if not (fetching.cancelled() or fetching.exception() or self.is_ready):
            _release(fetching.result())


def copy_id(app: App[None], puzzle: Puzzle) -> str:
    """Copy the puzzle's id, and after a tab the address at which browsers play it; returns the message."""
    name, address = canonical_id(puzzle), web_address(puzzle)
    app.copy_to_clipboard(f"{name}\t{address}" if address else name)  # a paste takes the part before the tab
    return f"{name}  and its address on the web" if address else name


def save_commands(app: App[None], puzzle: Puzzle, state: State) -> Iterator[SystemCommand]:
    """The commands in the palette to save the board."""
    for name, sentence, ending, drawn in (
        ("save picture", "Save the board as a picture (SVG)", "svg", _svg),
        ("save text", "Save the board as text, in a file you can play", "loops", _text),
    ):
        yield SystemCommand(name, sentence, partial(_save, app, puzzle, ending, partial(drawn, puzzle, state)))


def _save(app: App[None], puzzle: Puzzle, ending: str, drawn: partial[str]) -> None:
    app.deliver_text(StringIO(drawn() + "\n"), save_directory=Path(), save_filename=_free_name(puzzle, ending).name)


def _svg(puzzle: Puzzle, state: State) -> str:
    from termpuzzles.render.svg import svg_document

    return svg_document(puzzle, state)


def _text(puzzle: Puzzle, state: State) -> str:
    return write(puzzle, "picture", state)


def _free_name(puzzle: Puzzle, ending: str) -> Path:
    """A name that says which board it is, and that no file has yet."""
    board_name = f"{puzzle.game.name} {puzzle.grid} {puzzle.title}"
    stem = "-".join(re.findall(r"[a-z0-9]+", board_name.lower()))[:60]
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.{ending}") for number in range(1, 1000))
    return next(name for name in names if not name.exists())
