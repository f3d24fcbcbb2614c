"""Opens boards and screens, and asks if another window holds a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from textual.screen import Screen

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal import Journal, JournalInUseError
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.context import Context

if TYPE_CHECKING:
    from textual.app import App


def open_board(
    app: App[None],
    context: Context,
    puzzles: list[Puzzle],
    index: int,
    journal: Journal | None,
    *,
    pasted: bool = False,
) -> None:
    """Open the board of one of these puzzles, once it is clear that no other window has it."""
    from termpuzzles.tui.screens.play.screen import PlayScreen

    def show(found: Journal | None) -> None:
        screen = PlayScreen(context, puzzles, index, found)
        screen.was_pasted = pasted
        app.push_screen(screen)

    def go_on(found: Journal | None) -> None:
        if found is not None:
            show(found)
        elif len(app.screen_stack) < 2:  # there is no screen below to go back to
            app.exit()

    if journal is None:
        try:
            journal = context.library.open(puzzles[index])
        except JournalInUseError:
            from termpuzzles.tui.screens.play.taking_over import TakeOverScreen

            app.push_screen(TakeOverScreen(context, puzzles[index]), go_on)
            return
        except OSError:  # the screen says why nothing is kept
            show(None)
            return
    go_on(journal)


def open_pasted(app: App[None], context: Context, puzzles: list[Puzzle], say: Callable[[str], None]) -> None:
    """Open a pasted board in place of the one pasted before; if it is open already, go back to it."""
    from termpuzzles.tui.screens.play.screen import PlayScreen

    wanted = identity(puzzles[0])
    for screen in app.screen_stack:
        if isinstance(screen, PlayScreen) and identity(screen.controller.puzzle) == wanted:
            if screen is app.screen:
                say("You are playing this board already.")
            while app.screen is not screen:
                app.pop_screen()
            return
    if isinstance(app.screen, PlayScreen) and app.screen.was_pasted:
        app.pop_screen()
    open_board(app, context, puzzles, 0, None, pasted=True)


def open_journal(app: App[None], context: Context, entry: Summary) -> None:
    """Go on with a board of the list. Raises OSError, and PuzzleError if its text is damaged."""
    try:
        puzzle, journal = context.library.resume(entry)
    except JournalInUseError:
        open_board(app, context, [context.library.puzzle(entry)], 0, None)
    else:
        open_board(app, context, [puzzle], 0, journal)


def _new(context: Context) -> Screen[None]:
    from termpuzzles.tui.screens.new import NewScreen

    return NewScreen(context)


def _daily(context: Context) -> Screen[None]:
    from termpuzzles.tui.screens.daily import DailyScreen

    return DailyScreen(context)


def _statistics(context: Context) -> Screen[None]:
    from termpuzzles.tui.screens.statistics import StatisticsScreen

    return StatisticsScreen(context)


def _options(context: Context) -> Screen[None]:
    from termpuzzles.tui.screens.options import OptionsScreen

    return OptionsScreen(context)


def _learn(context: Context) -> Screen[None]:
    from termpuzzles.tui.screens.learn import LearnScreen

    return LearnScreen(context)


def _practise(context: Context) -> Screen[None]:
    from termpuzzles.tui.screens.practise import PractiseScreen

    return PractiseScreen(context)


def _first(context: Context) -> Screen[None]:
    from termpuzzles.tui.screens.learn import first_lesson

    return first_lesson(context)


def teaching(context: Context, game: str, rule: str) -> Screen[None]:
    """The lesson on a technique, or if there is none, its example, which is played without being kept."""
    from termpuzzles.catalogue.lessons import lesson_on, lessons
    from termpuzzles.catalogue.levels import shipped
    from termpuzzles.catalogue.practice import techniques
    from termpuzzles.games import named
    from termpuzzles.storage.unkept import UnkeptLibrary
    from termpuzzles.tui.screens.learn import LearnScreen, LessonScreen
    from termpuzzles.tui.screens.play.screen import PlayScreen

    if number := lesson_on(game, rule):
        return LessonScreen(context, lessons(game), number)
    pack = next((pack for pack in shipped().packs if pack.game == named(game).name), None)
    found = techniques(pack.puzzles()[0]) if pack else []
    example = next((each.puzzle for each in found if each.name == rule and each.puzzle), None)
    if example is None:
        return LearnScreen(context)
    library = UnkeptLibrary(context.library.where, context.library.today)
    return PlayScreen(replace(context, library=library), [replace(example, title="Example")])


class Opened(NamedTuple):
    """The function that makes a screen, and a sentence about it."""

    make: Callable[[Context], Screen[None]]
    sentence: str


SCREENS = {
    "new": Opened(_new, "Make a new board"),
    "daily": Opened(_daily, "The boards of the day, and a calendar"),
    "learn": Opened(_learn, "A tiny board for each idea"),
    "practise": Opened(_practise, "One idea at a time, and boards to play again"),
    "statistics": Opened(_statistics, "What was solved, and how fast"),
    "options": Opened(_options, "What the program does and shows"),
    "first": Opened(_first, "The next lesson of the first game"),
}  # by the name that leads to it
