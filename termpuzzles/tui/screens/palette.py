"""The command palette: what can be done here, by its name or what players call it; settings, pages, and new boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, cast

from rich.style import Style
from rich.text import Text
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.widgets import Input, LoadingIndicator

from termpuzzles.catalogue.pages import PageLine
from termpuzzles.games.making.request import names_a_board
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.guarded import GuardedScreen
from termpuzzles.tui.framed import HIGH
from termpuzzles.tui.keys import GROUPS, palette_bindings
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.tui.screens.found import meant, pages_found, settings_found
from termpuzzles.tui.screens.options import OptionsScreen
from termpuzzles.tui.screens.reading import ReadingScreen
from termpuzzles.tui.widgets.lines import NARROW

_MEANT, _SAID, _SETTING, _PAGE = 0.6, 0.5, 0.3, 0.1  # how well something matches that is not called so, at most
_KEYS = 6  # columns for the keys of a command in the palette


def _first(keys: str) -> str:
    """The first of the keys of a command that there is room for, and at least one."""
    while len(keys) > _KEYS and " " in keys:
        keys = keys.rpartition(" ")[0]
    return keys


class PlayerCommands(Provider):
    """What can be done on the screen below, group by group, each in one row: its name, its keys and a sentence."""

    async def discover(self) -> Hits:
        """Everything."""
        for group, command, shown in self._commands():
            yield DiscoveryHit(shown, command.callback, text=f"{group} {command.title}")

    async def search(self, query: str) -> Hits:
        """What matches, by its name or else by its sentence, or is meant; a board; settings, and pages about it."""
        matcher, others = self.matcher(query), meant(query)
        for _, command, shown in self._commands(every=True):
            said = matcher.match(command.help)  # without a limit
            score = max(matcher.match(command.title), _SAID * said / (1 + said))
            score = max(score, _MEANT * (command.title.casefold() in others))
            if score > 0:
                yield Hit(score, shown, command.callback, text=command.title)
        if names_a_board(query):
            row = self._row("puzzles", "make and play", "", query)
            yield Hit(1.0, row, partial(self._make, query), text=query)
        context = cast(PuzzleScreen[object], self.screen).context
        for option, name, value in settings_found(context, query):
            row = self._row("setting", name, value, option.sentence)
            yield Hit(_MEANT if name in others else _SETTING, row, partial(self._open_option, option.name), text=name)
        for mention in pages_found(query):
            row = self._row("read", mention.page, "", mention.text.strip(" #-|"))
            yield Hit(_PAGE, row, partial(self._read, mention), text=mention.page)

    def _row(self, group: str, title: str, value: str, sentence: str) -> Text:
        """A row that is no command."""
        faint = Style(color=cast(PuzzleScreen[object], self.screen).context.palette.style("faint").color)
        row = Text() if self.app.size.width < NARROW else Text(f"{group:<10}", faint)
        row.append(f"{title:<17}", "bold")
        row.append(f"{value:<6} " if value else "")
        if self.app.size.width >= NARROW:
            row.append(sentence, faint)
        return row

    def _make(self, text: str) -> None:
        """Make and play the board that was asked for."""
        screen = cast(PuzzleScreen[object], self.screen)
        screen.opener.open_pasted(text, screen.show_message)

    def _open_option(self, name: str) -> None:
        context = cast(PuzzleScreen[object], self.screen).context
        self.app.push_screen(OptionsScreen(context, name))

    def _read(self, mention: PageLine) -> None:
        context = cast(PuzzleScreen[object], self.screen).context
        self.app.push_screen(ReadingScreen(context, mention.page, mention.line))

    def _commands(self, every: bool = False) -> Iterator[tuple[str, SystemCommand, Text]]:
        """The commands with their groups and rows; the first row of a group names it, or each of them."""
        known = {bound.name: bound for bound in palette_bindings(self.screen).values()}
        found = []
        for command in self.app.get_system_commands(self.screen):
            bound = known.get(command.title)
            found.append((bound.group or "here" if bound else "go to", command, " ".join(bound.keys) if bound else ""))
        faint = Style(color=cast(PuzzleScreen[object], self.screen).context.palette.style("faint").color)
        before, order, narrow = "", ["here", *GROUPS, "go to"], self.app.size.width < NARROW
        for group, command, keys in sorted(found, key=lambda each: order.index(each[0])):
            row = Text()
            if not narrow:
                row.append(f"{group if group != before or every else '':<10}", faint)
            row.append(f"{command.title:<17}", "bold")
            row.append(f"{_first(keys):<7}")
            if not narrow:
                row.append(command.help, faint)
            before = group
            yield group, command, row


class PuzzlePalette(CommandPalette, GuardedScreen[None]):
    """Lists everything that can be done; Enter does it."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "page('page_down')", "next page"),
        Binding("pageup", "page('page_up')", "previous page"),
    ]

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__([PlayerCommands], placeholder="What would you like to do?")
        self.set_class(ascii_only, "ascii")
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-medium")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]
        self._was_narrow: bool | None = None

    def on_mount(self) -> None:
        """Let the cursor stand still, and what shows, though hidden, that a search lasts: each blink costs CPU."""
        self.query_one(Input).cursor_blink = False
        self.query_one(LoadingIndicator).auto_refresh = None
        self.set_class(isinstance(self.app, TerminalApp) and self.app.output.is_colourless, "mono")

    def on_resize(self) -> None:
        """Make the rows anew once the window has become narrow, or is no longer."""
        before, self._was_narrow = self._was_narrow, self.app.size.width < NARROW
        if before not in (None, self._was_narrow):
            field = self.query_one(Input)
            field.post_message(Input.Changed(field, field.value))

    @property
    def is_searching(self) -> bool:
        """Whether the list is still being made: an Enter that comes now is for what it will show."""
        return any(worker.node is self and not worker.is_finished for worker in self.workers)

    def action_page(self, way: str) -> None:
        """Go on by a page in the list, once it has a place on the screen: Textual's own action fails before."""
        commands = self.query_one(CommandList)
        if commands.size:
            getattr(commands, f"action_{way}")()
