"""Practice: one technique, on boards played up to the point where it is needed; and boards to play again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer
from textual.worker import Worker

from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.practice import PracticeQuestion, practised
from termpuzzles.catalogue.statistics import ENOUGH, Need, Practice, practice
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.explain.grades import technique_name
from termpuzzles.logic.rules import FILES, SEARCH
from termpuzzles.storage.summaries import Summary
from termpuzzles.storage.unkept import UnkeptLibrary
from termpuzzles.tui.background import Slips, ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines


class Technique(NamedTuple):
    """A technique of a game."""

    game: str
    rule: str


class PractiseScreen(PuzzleScreen[None]):
    """Techniques, first those that need practice; Enter finds boards for one. Nothing played there is kept."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="practise.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self._levels = shipped(context.library.where.levels)
        self._found: Practice | None = None
        self._slips = Slips(context)

    def compose(self) -> ComposeResult:
        """A heading, the techniques, the message, and the keys."""
        yield Lines(self.context.palette, id="heading")
        choices: Choices[Technique | Summary] = Choices(self.context, id="list")
        yield choices
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the techniques, before any journal is read."""
        about = "   one idea at a time, on boards played up to where you need it"
        self.query_one("#heading", Lines).lines = [((" Practise", "good"), (about, "faint"))]
        self._show()
        self.query_one(Choices).focus()

    def on_screen_resume(self) -> None:
        """Read the journals in the background: a board may have been played again."""
        self.say("")
        _: Worker[None] = self.run_worker(self._read, group="shelf", exclusive=True)

    async def _read(self) -> None:
        entries = (await self.while_open(asyncio.to_thread(self.context.library.shelf))).entries
        first = self._found is None
        self._found = practice(entries)
        self._show(first)
        self._found = practice(entries, await self.while_open(self._slips.of(entries)))
        self._show(first)

    def _show(self, first: bool = False) -> None:
        choices: Choices[Technique | Summary] = self.query_one("#list", Choices)
        choices.show(self._rows())
        if first:
            choices.action_first()

    def _rows(self) -> Iterator[Choice[Technique | Summary]]:
        if self._found is not None:
            yield from self._needs(self._found)
        for game in names():
            yield Choice(((f" {named(game).title}", "good"),))
            found = practised(self._levels, game)
            for rule in sorted(found.keys() - {SEARCH}, key=list(FILES).index):
                count = found[rule]
                words = ((f"   {technique_name(rule):<22}", "text"), (f"in {count} level{'s' * (count != 1)}", "faint"))
                yield Choice(words, Technique(game, rule))

    def _needs(self, found: Practice) -> Iterator[Choice[Technique | Summary]]:
        unclear = f"  unclear as yet: no idea took you {ENOUGH} hints or wrong pins"
        yield Choice(((" Needs practice", "good"), (unclear if found.unclear else "", "faint")))
        for need in found.needs:
            name = f"{technique_name(need.rule):<22}"
            rest = f"{named(need.game).title:<14}{missed(need)}"
            yield Choice(((f"   {name}", "text"), (rest, "faint")), Technique(need.game, need.rule))
        if found.helped:
            yield Choice(((" To play again", "good"), ("   given up, or finished with help", "faint")))
        for entry in found.helped:
            title = named(entry.game).title if entry.game in names() else entry.game
            name = entry.title.rpartition("/")[2]
            how = "given up" if entry.gave_up else "with help"
            words = ((f"   {name:<22.22}", "text"), (f"{title:<14}{entry.size:<8}{how}", "faint"))
            yield Choice(words, entry)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Look for boards that need the technique next, or open a board again."""
        if isinstance(event.value, Technique):
            game, rule = event.value
            question = PracticeQuestion(game, rule)
            ask(self, self.context.answerer, question, self._play, "practice", self._gave_up, self._waiting)
        elif isinstance(event.value, Summary):
            try:
                self.app.play_journal(event.value)
            except (PuzzleError, OSError) as error:
                self.say(str(error))

    def _waiting(self, seconds: int) -> None:
        self.say(f"Looking for boards … {seconds} s   Esc stops" if seconds else "Looking for boards …")

    def _gave_up(self) -> None:
        self.say("No board was found in a minute.")

    def _play(self, boards: list[Puzzle]) -> None:
        """Play the boards that were found, without keeping anything."""
        from termpuzzles.tui.screens.play.screen import PlayScreen

        if not boards:
            self.say("On none of the levels does a hint come to this idea.")
            return
        library = UnkeptLibrary(self.context.library.where, self.context.library.today)
        self.app.push_screen(PlayScreen(replace(self.context, library=library), boards))

    def say(self, text: str) -> None:
        """Show a message below the list."""
        self.query_one("#said", Lines).lines = [((f" {text}", "faint"),)] if text else []

    def action_leave(self) -> None:
        """Stop looking, and go back."""
        forget(self, "practice")
        self.leave()


def missed(need: Need) -> str:
    """`4 hints, 1 wrong pin`."""
    parts = [(need.hints, "hint"), (need.slips, "wrong pin")]
    return ", ".join(f"{count} {noun}{'s' * (count != 1)}" for count, noun in parts if count)
