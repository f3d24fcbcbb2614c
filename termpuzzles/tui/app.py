"""The app: one factory for the command line, for SSH and for tests; and what opens its boards and screens."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.guests import Door, guests, with_guests
from termpuzzles.logic.task import finish
from termpuzzles.play.opening import Opened, board_opening, entry_opening
from termpuzzles.session.ghost import Rival
from termpuzzles.session.questions import GuideCache, NewQuestion, ReadQuestion
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Library, folders
from termpuzzles.storage.summaries import Summary
from termpuzzles.terminal.capabilities import terminal_of
from termpuzzles.tui import theme
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.driver import LEAVE, connect
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Companion, Context
from termpuzzles.tui.keys import GROUPS, keymap, palette_bindings
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.screen import Opener, PuzzleScreen, ShownGame

_LONGEST_PASTE = 1 << 20  # characters
_LONGEST_REQUEST = 200
_SWITCH_SECONDS = 0.0005  # after which a computing thread must let a key through; Python's default is ten times that
_AT_ONCE = 4_000  # characters of a text that is read at once
_CELLS_AT_ONCE = 10_000  # that such a text may name
_SHARED_AT_ONCE = 400  # likewise where others wait meanwhile
_SIZE = r"(?<![0-9a-z])(\d+)[x/](\d+)"
_STARTED_SECONDS = 0.5  # after the first screen was drawn, so that nothing holds up the first key
_LEAVE_SECONDS = 3.0  # within which a second ctrl+c leaves


class PuzzleApp(TerminalApp):
    """Opens and closes screens; all that they depend on is in `context`."""

    TITLE = "termpuzzles"
    started: Callable[[], None] | None = None  # called soon after the first screen has been drawn
    CSS_PATH = Path(__file__).parent / "app.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+c",
            "explain_leaving",
            "leave",
            id="app.leave",
            tooltip="Show how to leave; press twice to leave",
            show=False,
            priority=True,
        ),
        Binding(
            "ctrl+z",
            "suspend_process",
            "suspend",
            id="app.suspend",
            tooltip="Back to the shell",
            show=False,
            group=GROUPS["program"],
        ),
        Binding(
            "ctrl+p,f2",
            "command_palette",
            "everything",
            id="app.palette",
            tooltip="Everything you can do",
            priority=True,
        ),
    ]

    def __init__(self, context: Context, puzzles: list[Puzzle], index: int) -> None:
        self.context = context
        self._puzzles = puzzles
        self._index = index
        self._asked_to_leave = float("-inf")
        self.opens = ""  # the name of the screen that opens first, if there is no puzzle to play
        self.begins: Callable[[Context], Screen[None]] | None = None  # makes that screen, if it has no name
        self.companions: list[Companion] = []  # once the first screen is drawn
        super().__init__(ansi_color=None if context.has_colour else True)
        self._register_themes()
        self.theme = context.theme_name
        self.output.use(context.terminal, context.has_colour)
        self.set_keymap(keymap(context.settings))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The variables that our styles need and a theme may lack."""
        return {"cursor-ground": self.context.cursor_ground or "ansi_blue"}

    def get_css_variables(self) -> dict[str, str]:
        """The variables of the theme; without colour the cursor of a field is told by reversing it."""
        return super().get_css_variables() | ({} if self.context.has_colour else {"input-cursor-text-style": "reverse"})

    def on_mount(self) -> None:
        """Open the puzzle to play, else the list of levels."""
        self.app_suspend_signal.subscribe(self, lambda _: self._pause(True), immediate=True)  # later is after the stop
        self.app_resume_signal.subscribe(self, lambda _: self._pause(False))
        if self.started is not None:
            self.once_drawn(partial(self.after, _STARTED_SECONDS, self.started))
        if self._puzzles:
            self.play(self._puzzles, self._index)
        else:
            self.push_screen(self.first_screen())
        self.once_drawn(self._show_warnings)
        if self.context.companions:
            self.once_drawn(self._begin_companions)

    def _begin_companions(self) -> None:
        self.companions = [make(self, self.context) for make in self.context.companions]

    def _show_warnings(self) -> None:
        """Say on the screen that opened first what of the settings, themes and keys could not be used."""
        settings, screen = self.context.settings, self.screen
        set_by_name = settings.get("keys") or not theme.is_theme(
            settings.get("theme", "auto"), self.context.added.themes
        )
        if isinstance(screen, PuzzleScreen) and (settings.warnings or self.context.added.warnings or set_by_name):
            from termpuzzles.tui.warnings import all_warnings  # few wishes cannot be met

            if warnings := all_warnings(self.context):
                screen.show_message(warnings)

    def first_screen(self) -> Screen[None]:
        """The screen that opens if there is no puzzle to play yet."""
        if self.begins is not None:
            return self.begins(self.context)
        if self.opens:
            return screen_named(self.opens, self.context)
        if self.context.library.is_untouched and not self.context.settings.get("started"):
            return screen_named("welcome", self.context)
        return screen_named("home", self.context)

    @property
    def shown_game(self) -> ShownGame | None:
        """The game that is open, as others may watch it."""
        screens = (screen for screen in reversed(self.screen_stack) if isinstance(screen, PuzzleScreen))
        return next((game for screen in screens if (game := screen.shown_game)), None)

    def _register_themes(self) -> None:
        for made in theme.themes(self.context.has_few_colours, self.context.added.themes):
            self.register_theme(made)

    def terminal_changed(self) -> None:
        """Draw in the colours and characters that suit the terminal, unless the settings decide."""
        context = self.context
        context.fit_terminal()
        has_other_colours = self.output.recolour(context.terminal, context.has_colour)
        self._register_themes()
        self.theme = context.theme_name
        if has_other_colours:
            self.refresh_css(animate=False)  # a theme of the same name has other colours now
        for screen in self.screen_stack:
            screen.call_later(self._draw_anew, screen)  # called by the screen: it may not have its widgets yet

    def _draw_anew(self, screen: Screen[Any]) -> None:
        if isinstance(screen, PuzzleScreen):
            screen.set_ink(self.context.ink)
        for widget in screen.walk_children():
            widget.refresh()

    def play(self, puzzles: list[Puzzle], index: int = 0, *, kept: bool = True) -> None:
        """Open the board of one of these puzzles; nothing of the game is kept unless `kept`."""
        if kept:
            open_board(self, puzzles, index)
        else:
            self.push_screen(_unkept(self.context, puzzles, index))

    def resume(self, entry: Summary) -> None:
        """Go on with a board of the list. Raises OSError, and PuzzleError if its text is damaged."""
        resume_board(self, entry)

    def go(self, to: str) -> None:
        """Go to another screen, by its name."""
        self.push_screen(screen_named(to, self.context))

    def begin(self) -> None:
        """Replace the screen by Home."""
        self.switch_screen(screen_named("home", self.context))

    def action_teach(self, game: str, rule: str) -> None:
        """Open the lesson on a technique, or if there is none, its example to play."""
        self.push_screen(teaching(self.context, game, rule))

    def open_pasted(self, text: str, say: Callable[[str], None]) -> None:
        """Open the puzzle whose text was pasted, or the new board that it asks for; or say why it is neither.

        What is large is read aside.
        """
        if open_asked(self, text, say):
            return

        def answered(found: list[Puzzle] | str) -> None:
            if isinstance(found, str):
                say(found)
            else:
                open_pasted(self, found, say)

        question = ReadQuestion(text[:_LONGEST_PASTE], "what was pasted", self.context.budget)
        if _is_read_at_once(question.text, _SHARED_AT_ONCE if self.shares_loop else _CELLS_AT_ONCE):
            answered(finish(question.work(GuideCache())))
        else:
            gave_up = partial(say, "Reading this took too long.")
            ask(self.screen, self.context.answerer, question, answered, "paste", gave_up)

    def action_command_palette(self) -> None:
        """Show the palette."""
        from termpuzzles.tui.screens.palette import PuzzlePalette

        if not isinstance(self.screen, PuzzlePalette):
            self.push_screen(PuzzlePalette(self.context.ascii_only))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The commands of the palette: what a key would do on the screen below but move, and every other screen."""
        known = set()
        for bound in palette_bindings(screen).values():
            known.add(bound.name)
            yield SystemCommand(bound.name, bound.sentence, partial(self.run_action, bound.action, bound.node))
        for name, door in all_screens().items():
            if name not in known and self.context.has(door.needs):
                yield SystemCommand(name, door.sentence, partial(self.go, name))
        if isinstance(screen, PuzzleScreen):
            yield from screen.commands()
        for companion in self.companions:
            yield from companion.commands()

    def on_delivery_complete(self, event: events.DeliveryComplete) -> None:
        """Say where a file was saved."""
        if isinstance(self.screen, PuzzleScreen):
            self.screen.show_message(f"Saved as {event.path}.")

    def on_delivery_failed(self, event: events.DeliveryFailed) -> None:
        """Say why a file could not be saved."""
        if isinstance(self.screen, PuzzleScreen):
            why = getattr(event.exception, "strerror", None) or event.exception
            self.screen.show_message(f"The file could not be saved: {str(why).lower()}.")

    def action_explain_leaving(self) -> None:
        """Say how to leave; leave if called again soon."""
        now = self.context.now()
        if now - self._asked_to_leave < _LEAVE_SECONDS:
            self.exit()
            return
        self._asked_to_leave = now
        if isinstance(self.screen, PuzzleScreen):
            self.screen.show_message("q goes back, and every move is kept; ctrl+c again leaves at once.")

    def on_app_blur(self, event: events.AppBlur) -> None:
        """Stop the clock, because nobody is looking.

        Textual would take the focus from the widget that has it, and with it the keys out of the last line.
        """
        event.prevent_default()
        self._pause(True)

    def on_app_focus(self, event: events.AppFocus) -> None:
        """Let the clock run again, because somebody is looking."""
        event.prevent_default()
        self._pause(False)

    def _pause(self, away: bool) -> None:
        if isinstance(self.screen, PuzzleScreen):
            self.screen.pause() if away else self.screen.resume()


_: type[Opener] = PuzzleApp  # its screens rely on it


def make_app(
    context: Context, puzzles: list[Puzzle] | None = None, index: int = 0, *, kind: type[PuzzleApp] = PuzzleApp
) -> PuzzleApp:
    """The app, ready to run: with the puzzle at `index`, or with the list of levels if there are no puzzles."""
    return kind(context, puzzles or [], index)


def run_app(
    environment: Mapping[str, str],
    say: Callable[[str], None],
    puzzles: list[Puzzle] | None = None,
    *,
    index: int = 0,
    config: str | None = None,
    started: Callable[[], None] | None = None,
    opens: str = "",
) -> int:
    """Play in this terminal until the player leaves; returns the exit status: 0, or 128 plus a signal that ended it.

    `puzzles` may be empty or None: then the list of shipped levels and unfinished journals opens. `config` is the
    folder of the settings, if it is not the user's own. `say` is called with the reason if the app ends by itself.
    `opens` names the screen that opens if there are no puzzles.
    `started` is called half a second after the first screen has been drawn.
    The terminal is asked what it can show; the settings `theme` ("dark", "light" or "none") and `glyphs` ("unicode" or
    "ascii") win over its answer, and NO_COLOR wins over all.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    app = make_app(_local_context(environment, config), puzzles, index)
    try:
        from termpuzzles.terminal.tty import own_terminal  # no other wire needs what it loads
    except ImportError:  # Windows has no termios
        app.use_own_driver_of_textual()
    else:
        connect(app, own_terminal(LEAVE.encode()))
    app.started, app.opens = started, opens
    app.run()
    if app.crash is not None:
        raise app.crash
    if app.farewell:
        say(app.farewell)
    return app.end_status or app.return_code or 0


def _local_context(environment: Mapping[str, str], config: str | None) -> Context:
    """The context of a player at this terminal."""
    library = Library(folders(environment, config))
    context = Context(library, library.settings(), terminal=terminal_of(environment))
    context.fit_terminal()
    return context


def open_board(app: PuzzleApp, puzzles: list[Puzzle], index: int = 0, *, pasted: bool = False) -> None:
    """Open the board of one of these puzzles, once it is clear that no other window has it."""
    show = partial(_show_board, app, puzzles, index, pasted)
    if not _is_refused(app, puzzles[index].grid.size):
        settle_opening(app, app.context, board_opening(app.context.library, puzzles[index]), show)


def _is_refused(app: PuzzleApp, cells: int) -> bool:
    """Whether a board of so many cells is too large to be opened here; if so, say it."""
    sentence = app.context.too_large(cells)
    if sentence and isinstance(app.screen, PuzzleScreen):
        app.screen.show_message(sentence)
    return bool(sentence)


def _show_board(app: PuzzleApp, puzzles: list[Puzzle], index: int, pasted: bool, opened: Opened[Puzzle]) -> None:
    from termpuzzles.tui.screens.play import PlayScreen

    screen = PlayScreen(app.context, puzzles, index, opened)
    screen.was_pasted = pasted
    app.push_screen(screen)


def _is_read_at_once(text: str, most: int) -> bool:
    """Whether reading the text takes little, by its length and the cells of the sizes that it names."""
    cells = sum(int(width) * int(height) for width, height in re.findall(_SIZE, text[:_AT_ONCE]))
    return len(text) <= _AT_ONCE and cells <= most


def open_asked(app: PuzzleApp, text: str, say: Callable[[str], None]) -> bool:
    """Make and play the new board that a text asks for, or say why there is none; False if it asks for none."""
    if len(text) > _LONGEST_REQUEST or set(text) & set(":/\n"):
        return False
    from termpuzzles.games.making.request import asked_board, names_a_board  # with all games, for few players

    if not names_a_board(text):
        return False
    try:
        asked = asked_board(text)
    except PuzzleError as error:
        say(sentence(str(error)))
        return True
    if refused := app.context.too_large(asked.params.width * asked.params.height):
        say(refused)
        return True

    def made(found: Puzzle | str) -> None:
        say(sentence(found)) if isinstance(found, str) else app.play([found])

    question = NewQuestion(asked.game, asked.params, app.context.seed())
    say(f"Making {asked.words}.")
    ask(app.screen, app.context.answerer, question, made, "new", partial(say, "No such board was found in a minute."))
    return True


def open_pasted(app: PuzzleApp, puzzles: list[Puzzle], say: Callable[[str], None]) -> None:
    """Open a pasted board in place of the one pasted before; if it is open already, go back to it."""
    from termpuzzles.tui.screens.play import PlayScreen

    wanted = identity(puzzles[0])
    for screen in app.screen_stack:
        if isinstance(screen, PlayScreen) and identity(screen.controller.puzzle) == wanted:
            rival = Rival.of(puzzles[0])
            screen.controller.rival = rival or screen.controller.rival
            if screen is app.screen:
                say("The ghost now runs beside you." if rival else "You are already playing this board.")
            while app.screen is not screen:
                app.pop_screen()
            return
    if isinstance(app.screen, PlayScreen) and app.screen.was_pasted:
        app.pop_screen()
    open_board(app, puzzles, pasted=True)


def resume_board(app: PuzzleApp, entry: Summary) -> None:
    """Go on with a board of the list. Raises OSError, and PuzzleError if its text is damaged."""
    if _is_refused(app, entry.cells):
        return
    found = entry_opening(app.context.library, entry)
    settle_opening(app, app.context, found, lambda opened: _show_board(app, [opened.what], 0, False, opened))


def teaching(context: Context, game: str, rule: str) -> Screen[None]:
    """The lesson on a technique, or if there is none, its example, which is played without being kept."""
    from termpuzzles.catalogue.lessons import lesson_on, lessons
    from termpuzzles.catalogue.levels import shipped
    from termpuzzles.catalogue.practice import techniques
    from termpuzzles.games import named
    from termpuzzles.tui.screens.learn import LearnScreen
    from termpuzzles.tui.screens.lesson import LessonScreen

    if number := lesson_on(game, rule):
        return LessonScreen(context, lessons(game), number)
    pack = next((pack for pack in shipped().packs if pack.game == named(game).name), None)
    found = techniques(pack.puzzles()[0]) if pack else []
    example = next((each.puzzle for each in found if each.name == rule and each.puzzle), None)
    return LearnScreen(context) if example is None else _unkept(context, [replace(example, title="Example")])


def _unkept(context: Context, puzzles: list[Puzzle], index: int = 0) -> Screen[None]:
    """The board of one of these puzzles, of which nothing is kept."""
    from termpuzzles.tui.screens.play import PlayScreen

    return PlayScreen(replace(context, library=context.library.in_memory()), puzzles, index)


_HERE = "termpuzzles.tui.screens"
SCREENS = {  # by the name that leads to it, where the screen is made
    "home": Door(f"{_HERE}.home:HomeScreen", "What to play now"),
    "levels": Door(f"{_HERE}.levels:LevelsScreen", "All levels, pack by pack"),
    "welcome": Door(f"{_HERE}.welcome:WelcomeScreen", "The game in one minute"),
    "new": Door(f"{_HERE}.new:NewScreen", "Make a new board"),
    "daily": Door(f"{_HERE}.daily:DailyScreen", "Today's boards, and a calendar"),
    "learn": Door(f"{_HERE}.learn:LearnScreen", "A tiny board for each technique"),
    "practise": Door(f"{_HERE}.practise:PractiseScreen", "One technique at a time"),
    "next board": Door(f"{_HERE}.rush:next_board_screen", "A level near your rating"),
    "rush": Door(f"{_HERE}.rush:RushMenuScreen", "Small boards on the clock, or a streak"),
    "statistics": Door(f"{_HERE}.statistics:StatisticsScreen", "What you solved, and how fast"),
    "options": Door(f"{_HERE}.options:OptionsScreen", "Colours, keys, and what is done for you"),
    "lesson": Door(f"{_HERE}.learn:first_lesson", "The next lesson of the first game"),
}


@cache
def all_screens() -> dict[str, Door]:
    """The screens of the core and of its guests, by name."""
    return with_guests(SCREENS, (guest.screens for guest in guests()))


def screen_named(name: str, context: Context) -> Screen[None]:
    """The screen of that name; its module is loaded only now."""
    screen: Screen[None] = (SCREENS.get(name) or all_screens()[name]).load()(context)
    return screen
