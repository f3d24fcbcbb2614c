"""After any action a screen shows things as they are: to show them once more changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from textual.binding import Binding
from textual.widgets import OptionList

from termpuzzles.games import named
from termpuzzles.generator.generate import generate
from termpuzzles.storage.summaries import JournalList, Solve, Summary
from termpuzzles.tui import theme
from termpuzzles.tui.app import screen_named
from termpuzzles.tui.screens.daily import DailyScreen
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.learn import LearnScreen
from termpuzzles.tui.screens.levels import LevelsScreen
from termpuzzles.tui.screens.new import NewScreen
from termpuzzles.tui.screens.options import OptionsScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.lines import Lines
from tests.games.boards import board
from tests.tui.apps import Never, playing, shown
from tests.tui.past import NOW
from tests.tui.screens.play.test_play import net

SCREENS: dict[str, Any] = {
    "home": HomeScreen,
    "levels": LevelsScreen,
    "learn": LearnScreen,
    "new": NewScreen,
    "daily": DailyScreen,
    "options": OptionsScreen,
    "board": lambda context: PlayScreen(context, [generate("net", "5x5w", seed=1), net()]),
    "board of lines": lambda context: PlayScreen(context, [generate("simpleloop", "5x5", seed=1), net()]),
}
LEAVES = (  # in the action or the id of what leaves the screen or its list, or of what is asked of others
    "frame.turn",
    *("leave", "dismiss", "go(", "help", "filter", "again", "analyse", "table", "practise", "close", "new", "options"),
    *("review", "overview", "goto", "mark", "back", "home", "give_up", "ghost", "jumble", "make", "size"),
)


def seen(screen: Any) -> list[str]:
    """All words on the screen."""
    rows = [str(one.prompt) for each in screen.query(OptionList) for one in each.options]
    return [*(each.text for each in screen.query(Lines)), *rows]


async def test_to_show_a_screen_once_more_changes_nothing(tmp_path: Path) -> None:
    await shown_once_more(SCREENS, tmp_path)


async def shown_once_more(screens: Mapping[str, Any], folder: Path) -> None:
    """Do what each binding of these screens does, and see that what is shown is up to date."""
    async with playing(folder, net(), size=(100, 30)) as game:
        context, answerer = game.app.context, game.app.context.answerer
        context.library.today = lambda: NOW
        lowest = game.app.screen
        for make in screens.values():
            screen: Any = make(context)
            await game.app.push_screen(screen)
            await game.pilot.pause()
            await game.until(lambda: all(worker.is_finished for worker in game.app.workers))
            context.answerer = Never()  # type: ignore[assignment]
            ours = [kind for kind in type(screen).__mro__ if kind.__module__.startswith("termpuzzles")]
            bindings = [each for kind in ours for each in kind.__dict__.get("BINDINGS", ())]
            for binding in (*bindings, *bindings):
                assert isinstance(binding, Binding)
                if any(word in binding.action or word in (binding.id or "") for word in LEAVES):
                    continue
                await screen.run_action(binding.action)
                await game.pilot.pause()  # the cursor tells where it has moved
                while game.app.screen is not screen:  # a question that was asked
                    game.app.pop_screen()
                before = seen(screen)
                anew: Any = screen.frame.show_words if isinstance(screen, PlayScreen) else cast(Any, screen).show
                anew()
                assert seen(screen) == before, binding
                if isinstance(screen, PlayScreen):
                    board, expected = game.board.picture, screen.controller.picture()
                    assert (board.state, board.hints, board.wrong) == (expected.state, expected.hints, expected.wrong)
            while game.app.screen is not lowest:
                game.app.pop_screen()
            context.answerer = answerer


async def test_a_screen_that_is_open_takes_on_other_characters_and_the_old_ones_again(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("infinity"), "┓┓", "┗┛"), size=(80, 30)) as game:
        game.app.context.library.today = lambda: NOW
        solved = Summary(
            "/x/1.journal", "infinity", "", "5x5", 9.0, True, 0.0, solves=(Solve(9.0, False, "2026-11-20"),)
        )
        game.app.context.library.journal_list = lambda: JournalList((solved,))  # type: ignore[method-assign]
        settings = game.app.context.settings

        async def drawn(glyphs: str) -> list[str]:
            settings["glyphs"] = glyphs
            game.app.terminal_changed()
            before, rows = [""], list[str]()
            while rows != before or all(row.isascii() for row in rows) != (glyphs == "ascii"):
                await game.pilot.pause(0.02)
                before = rows
                rows = [row.rstrip(" ▁▂▃▄▅▆▇") for row in shown(game.app)]  # but for the scrollbar, which is Textual's
            return [row for row in rows if ":" not in row]

        for name in ("board", "home", "statistics"):
            if name != "board":
                await game.app.push_screen(screen_named(name, game.app.context))
                await game.pilot.pause()
            unicode = await drawn("unicode")
            assert await drawn("ascii") != unicode
            assert await drawn("unicode") == unicode


async def test_a_list_that_is_open_takes_on_the_colours_of_a_light_background(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(80, 30)) as game:
        context = game.app.context

        def is_in_colours() -> bool:
            """Whether all words of the list are in colours of the theme."""
            strips = game.app.screen._compositor.render_strips()[2:-2]
            styles = [segment.style for strip in strips for segment in strip if segment.text.strip()]
            dyes = theme.colours_of(context.theme_name, False, {})[0].values()
            return all(style and style.color and style.color.name in dyes for style in styles)

        game.app.go("rush")
        await game.until(lambda: any("Three minutes" in row for row in shown(game.app)))
        assert is_in_colours()
        context.settings["theme"] = "light"
        game.app.terminal_changed()
        assert not is_in_colours()
        await game.until(is_in_colours)
