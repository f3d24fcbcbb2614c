"""The first screen: what it lists, what it opens, what it says of what cannot be opened."""

from pathlib import Path

import pytest

from termpuzzles.games import named
from termpuzzles.games.model import Gesture
from termpuzzles.play.library import Folders, Library
from termpuzzles.play.open_session import open_session
from termpuzzles.tui.screens import home
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.play import PlayScreen
from tests.games.boards import board
from tests.play.test_session import Time
from tests.tui.apps import Game, playing, shown


@pytest.fixture(autouse=True)
def three_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two packs in place of the shipped ones."""
    from termpuzzles.play import levels

    for name, text in (
        ("infinity/01-rings.loops", "# title: Small ring\n┗┓\n┗┛\n---\n# title: Wide ring\n┗━┓\n┗━┛\n"),
        ("net/bars.loops", "# title: Bar\n╺╻╸\n┃┻┃\n"),
    ):
        path = tmp_path / "levels" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    found = levels.packs(tmp_path / "levels")
    monkeypatch.setattr(home, "packs", lambda: found)


async def listed(game: Game) -> list[str]:
    await game.app.workers.wait_for_complete()
    await game.pilot.pause()
    return [line.rstrip() for line in shown(game.app) if line.strip()]


async def test_levels_are_listed_under_the_names_of_their_packs(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        lines = await listed(game)
        assert "  ∞ Loop · rings" in lines
        assert "  Net · bars" in lines
        assert [line.split() for line in lines if "ring " in line] == [
            ["▸", "Small", "ring", "2x2"],
            ["Wide", "ring", "3x2"],
        ]


async def test_enter_opens_the_level_at_the_cursor_and_its_pack_with_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.press("down", "enter")
        assert "Wide ring   2 of 2" in game.said("heading")
        await game.press("q")
        assert isinstance(game.app.screen, HomeScreen)
        await game.press("right", "enter")
        assert "Bar" in game.said("heading")


async def test_unfinished_sittings_come_first_and_go_on_where_they_ended(tmp_path: Path) -> None:
    seat = open_session(
        Library(Folders(tmp_path / "data", tmp_path / "config")), board(named("net"), "╺╻╸", "┃┻┃"), Time()
    )
    seat.session.do(Gesture("turn", 1))
    seat.leave()
    async with playing(tmp_path) as game:
        lines = await listed(game)
        assert "  Go on with" in lines
        await game.press("enter")
        assert game.session.turns == 1


async def test_a_finished_level_is_marked_as_done_and_listed_no_more_as_unfinished(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.press("enter", "space", "q")
        lines = await listed(game)
        assert not any("Go on with" in line for line in lines)
        assert any(line.split()[:4] == ["▸", "✓", "Small", "ring"] for line in lines)
        assert not any("solved" in line.lower() for line in lines)


async def test_the_cursor_comes_back_to_the_level_that_was_played_and_stays_in_a_smaller_window(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(60, 20)) as game:
        await game.press("right", "enter", "d", "q")
        lines = await listed(game)
        assert "  Go on with" in lines
        assert any(line.startswith("▸ ") and "Bar" in line for line in lines)
        await game.resize(20, 6, "▸   Bar")


async def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        (tmp_path / "levels" / "infinity" / "01-rings.loops").unlink()
        await game.press("enter")
        assert isinstance(game.app.screen, HomeScreen)
        assert "01-rings.loops" in game.said("hint")


async def test_a_click_opens_a_level(tmp_path: Path) -> None:
    from termpuzzles.tui.widgets.rows import Rows

    async with playing(tmp_path) as game:
        await game.pilot.click(Rows, offset=(5, 1))
        await game.pilot.pause()
        assert isinstance(game.app.screen, PlayScreen)


async def test_the_cursor_stays_in_the_list_however_far_it_is_sent(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 6)) as game:
        await game.press("up", "pageup", "left")
        assert any("▸ " in line for line in await listed(game))
        await game.press("pagedown", "pagedown", "right", "down", "enter")
        assert "Bar" in game.said("heading")


async def test_the_ends_of_the_list_are_gone_to_by_home_and_end(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 6)) as game:
        await game.press("end")
        assert any(line.startswith("▸ ") and "Bar" in line for line in await listed(game))
        await game.press("home", "enter")
        assert "Small ring" in game.said("heading")


async def test_q_leaves(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.press("q")
        assert game.app._exit
