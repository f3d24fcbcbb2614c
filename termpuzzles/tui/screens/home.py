"""The first screen: journals to go on with, and the levels that come with the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from termpuzzles.errors import PuzzleError
from termpuzzles.games import named, names
from termpuzzles.play.clock import clock_text
from termpuzzles.play.journal_text import identity
from termpuzzles.play.levels import Pack, packs
from termpuzzles.play.questions import Desk
from termpuzzles.play.summaries import Summary as Entry
from termpuzzles.tui.asking import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.tui.widgets.rows import Row, Rows

if TYPE_CHECKING:
    from termpuzzles.logic.task import Task
    from termpuzzles.tui.app import PuzzleApp


class Chosen(NamedTuple):
    """A level of a pack."""

    pack: Pack
    place: int


class HomeScreen(Screen[None]):
    """Lists what can be played; Enter opens one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "leave", id="home.leave", tooltip="Leave the program"),
        Binding("question_mark", "help", "help", id="home.help", tooltip="Say what the keys do"),
    ]

    app: PuzzleApp

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self._packs = packs()
        self._identities: dict[Chosen, str] | None = None  # by which finished levels are known; found beside the keys

    def compose(self) -> ComposeResult:
        """A heading, the list, and what the keys do."""
        yield Lines(self.context.palette, id="heading")
        rows: Rows[Chosen | Entry] = Rows(self.context.palette, self.context.glyphs.marker)
        yield rows
        yield Lines(self.context.palette, id="hint")

    def on_mount(self) -> None:
        """Say where we are."""
        self.query_one("#heading", Lines).lines = [((" termpuzzles", "good"), ("   choose a board", "faint"))]
        self.action_help()
        self.query_one(Rows).focus()

    def on_screen_resume(self) -> None:
        """List everything anew: a journal may have been begun or finished."""
        self._list()
        if self._identities is None:
            ask(self, self.context.answerer, Identities(tuple(self._packs)), self._identify, "identities")

    def _list(self) -> None:
        journals = self.context.library.journals()
        finished = {entry.identity for entry in journals if entry.finished}
        done = {place for place, name in (self._identities or {}).items() if name in finished}
        rows = [*_journal_rows(journals), *_level_rows(self._packs, done, self.context.glyphs.done)]
        self.query_one(Rows).show(rows)

    def _identify(self, identities: dict[Chosen, str]) -> None:
        self._identities = identities
        self._list()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Open what was chosen, or say why it cannot be opened."""
        try:
            if isinstance(event.value, Entry):
                puzzle, journal = self.context.library.resume(event.value)
                self.app.play([puzzle], 0, journal)
            elif isinstance(event.value, Chosen):
                self.app.play(event.value.pack.puzzles(), event.value.place)
        except (PuzzleError, OSError) as error:
            self.say(str(error))

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.app.open_pasted(event.text, self.say)

    def say(self, text: str) -> None:
        """Say something in the last line."""
        self.query_one("#hint", Lines).lines = [((f" {text}", "faint"),)]

    def action_help(self) -> None:
        """Say what the keys do."""
        self.say("↑ ↓ choose   ← → other packs   Enter opens   paste an id to open it   q leaves")

    def action_leave(self) -> None:
        """Leave the program."""
        self.app.exit()


def _journal_rows(journals: list[Entry]) -> list[Row[Chosen | Entry]]:
    unfinished = [entry for entry in journals if not entry.finished and entry.game in names()]
    if not unfinished:
        return []
    rows: list[Row[Chosen | Entry]] = [Row(_journal_words(entry), entry) for entry in unfinished]
    return [_heading("Go on with"), *rows, Row(())]


def _journal_words(entry: Entry) -> Words:
    what = f"{named(entry.game).title} {entry.size}"
    return ((f"{what:<22} ", "text"), (f"{entry.title:<30.30} {clock_text(entry.seconds):>8}", "faint"))


def _level_rows(found: list[Pack], done: set[Chosen], mark: str) -> list[Row[Chosen | Entry]]:
    rows: list[Row[Chosen | Entry]] = []
    for pack in found:
        rows.append(_heading(f"{named(pack.game).title} · {pack.name}"))
        for number, level in enumerate(pack.levels):
            place = Chosen(pack, number)
            sign = mark if place in done else " "
            rows.append(Row(((f"{sign} {level.title:<30.30} ", "text"), (level.size, "faint")), place))
        rows.append(Row(()))
    return rows


class Identities(NamedTuple):
    """What the identity of every level is, pack by pack."""

    packs: tuple[Pack, ...]

    def work(self, desk: Desk) -> Task[dict[Chosen, str]]:
        """The identities by the place of the level."""
        identities: dict[Chosen, str] = {}
        for pack in self.packs:
            for number, puzzle in enumerate(pack.puzzles()):
                identities[Chosen(pack, number)] = identity(puzzle)
            yield None
        return identities


def _heading(text: str) -> Row[Chosen | Entry]:
    return Row(((text, "good"),))
