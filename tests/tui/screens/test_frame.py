"""The grid on which the screens stand: heading, body with a margin, message, keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.app import ComposeResult
from textual.widgets import OptionList

from termpuzzles.tui import theme
from termpuzzles.tui.app import screen_named
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.keys import bound_keys
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.widgets.lines import MOST, Lines
from tests.tui.apps import playing, shown
from tests.tui.screens.test_home import at_home, listed

PALETTE = theme.palette(theme.DARK)


async def test_a_screen_has_a_heading_a_body_with_a_margin_and_at_most_six_keys(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        for to in ("home", "levels", "daily", "learn", "new", "options", "practise", "statistics"):
            game.app.go(to)
            heading, *body, keys = (await listed(game), shown(game.app))[1]
            assert heading.startswith("  "), to
            assert heading.strip(), to
            assert all(line.startswith("  ") for line in body if "▸" not in line and line.strip()), to
            named = game.app.screen.query_one("#keys", Lines).lines[0]
            assert 1 <= sum(len(piece) > 2 for piece in named) / 2 <= MOST, to
            assert keys.startswith("  "), to
            assert keys.strip(), to


@pytest.mark.parametrize("width", [80, 50, 30, 12])
def test_a_heading_keeps_its_name_and_its_state_whole(width: int) -> None:
    words = Headline("Net 9x9", "wraps around · Everyday 40", (("4:31", "text"),)).words(width, PALETTE)
    text = "".join(piece[0] for piece in words)
    assert "Net 9x9" in text
    assert "4:31" in text
    assert len(text) <= max(width, 14)
    assert ("Everyday 40" in text) == (width >= 50)


class Folded(FramedScreen[None]):
    """A screen with a panel."""

    TITLE = "Folded"

    def body(self) -> ComposeResult:
        yield OptionList("one", "two")

    def beside(self) -> Iterator[Lines]:
        yield (panel := Lines(self.context.palette))
        panel.lines = [(("the panel", "text"),)]


@pytest.mark.parametrize(("size", "both"), [((80, 24), True), ((40, 15), False)])
async def test_a_narrow_window_shows_the_panel_in_place_of_the_body_by_tab(
    size: tuple[int, int], both: bool, tmp_path: Path
) -> None:
    async with playing(tmp_path, size=size) as game:
        game.app.push_screen(Folded(game.app.context))
        await game.pilot.pause()
        assert any("one" in line for line in shown(game.app))
        assert any("the panel" in line for line in shown(game.app)) == both
        await game.press("tab")
        assert any("the panel" in line for line in shown(game.app))
        assert any("one" in line for line in shown(game.app)) == both
        await game.press("tab", "down", "q")
        assert any("one" in line for line in shown(game.app))


async def test_the_room_beside_a_body_is_the_same_whether_its_width_is_told_before_or_after_it_is_shown(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as game:
        for width, room in ((69, "narrow"), (70, "medium"), (99, "medium"), (100, "wide")):
            await game.pilot.resize_terminal(width, 24)
            for early in (True, False):
                screen = Folded(game.app.context)
                if early:
                    screen.stand_beside_from(70)
                await game.app.push_screen(screen)
                await game.pilot.pause()
                if not early:
                    screen.stand_beside_from(70)
                assert [name for name in ("narrow", "medium", "wide") if screen.has_class(f"-{name}")] == [room]


async def test_why_a_screen_was_left_can_be_read_for_a_minute_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path) as game:
        told: list[tuple[str, object]] = []
        monkeypatch.setattr(game.app, "notify", lambda text, timeout: told.append((text, timeout)))
        for why in ("", "Nobody is there any more."):
            screen = Folded(game.app.context)
            await game.app.push_screen(screen)
            screen.leave(why)
            assert game.app.screen is not screen
        assert told == [("Nobody is there any more.", 60)]


async def test_the_heading_of_the_first_screen_says_who_plays(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.who = "ada"
        game.app.push_screen(HomeScreen(game.app.context))
        await listed(game)
        assert shown(game.app)[0].split()[:2] == ["termpuzzles", "ada"]


async def test_the_palette_offers_to_turn_to_a_panel_only_where_there_is_one(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        for name in ("levels", "statistics", "daily", "home"):
            await game.app.push_screen(screen_named(name, game.app.context))
            await game.pilot.pause()
            screen = game.app.screen
            has_other_side = bool(screen.query("#beside"))
            assert ("frame.turn" in bound_keys(screen)) == has_other_side
            assert has_other_side == (name != "statistics"), "statistics of nothing have no other side"
            await game.press("tab")
            assert game.app.screen is screen
