"""A hint is shown in the panel or, without one, below the board; no word is lost and the board does not move."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import packs
from termpuzzles.games.model import Puzzle
from termpuzzles.session.staged_hint import NONE, WHY
from termpuzzles.tui.screens.help import HelpScreen
from termpuzzles.tui.widgets.lines import Lines
from tests.tui.apps import Game, playing, shown
from tests.tui.screens.play.test_play import wait_for_workers


def a_hard_level() -> Puzzle:
    """The first level of a pack that needs more than the first ideas."""
    return [pack for pack in packs() if pack.game == "net"][2].puzzles()[0]


async def every_page(game: Game) -> list[tuple[str, str]]:
    """What the hint says after each key, and the text of the screen then, without line breaks."""
    pages: list[tuple[str, str]] = []
    await game.press("i")
    await wait_for_workers(game)
    while game.staged_hint.stage != NONE and len(pages) < 20:
        staged = game.staged_hint
        lines = shown(game.app)
        text = " ".join(" ".join(lines).split())
        beside = " ".join(" ".join(line[-26:] for line in lines).split())
        pages.append((staged.sentence, text + " " + beside))
        if staged.stage == WHY and staged.is_last:
            break
        await game.press("i")
    return pages


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (120, 40), (24, 10)])
async def test_every_word_of_every_page_is_on_the_screen_and_the_board_does_not_move(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, a_hard_level(), size=size) as game:
        before = [game.region(cell) for cell in range(game.puzzle.grid.size)]
        for sentence, text in await every_page(game):
            assert " ".join(sentence.split()) in text
            assert [game.region(cell) for cell in range(game.puzzle.grid.size)] == before


async def test_a_hint_below_the_board_is_as_clear_as_what_is_wrong_there(tmp_path: Path) -> None:
    async with playing(tmp_path, a_hard_level(), size=(40, 15)) as game:
        await game.press("i")
        await wait_for_workers(game)
        lines = game.app.screen.query_one("#status", Lines).lines
        (tone,) = {piece[1] for line in lines for piece in line if "Look" in piece[0]}
        assert tone == "text"


async def test_a_hint_stands_in_the_panel_before_the_keys_and_gives_its_room_back(tmp_path: Path) -> None:
    async with playing(tmp_path, a_hard_level(), size=(120, 40)) as game:
        assert "space" in game.text_of("panel")
        await game.press("i")
        await wait_for_workers(game)
        text = " ".join(game.text_of("panel").split())
        assert text.index("Look at the shaded part.") < text.index("space turn")
        await game.press("I")
        assert "Look at" not in game.text_of("panel")
        assert game.turns or game.pins or any(game.state.notes)


async def test_rulers_are_shown_while_places_are_spoken_of_or_by_the_setting(tmp_path: Path) -> None:
    async with playing(tmp_path, a_hard_level()) as game:
        assert not game.board.rulers
        await game.press("s", "c")
        await wait_for_workers(game)
        assert not game.board.rulers
        await game.press("u", "I")
        await wait_for_workers(game)
        assert game.board.rulers
        assert "at  (" in game.text_of("panel")
        await game.press("u")
        assert not game.board.rulers
        game.app.context.settings["rulers"] = True
        game.screen.frame.show_words()
        assert game.board.rulers


@pytest.mark.parametrize("size", [(120, 40), (60, 20)])
async def test_a_hint_names_the_keys_in_force(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, a_hard_level(), size=size) as game:
        game.app.set_keymap({"play.hint": "f12", "play.do": "f11"})
        await game.press("f12")
        await wait_for_workers(game)
        text = "\n".join(shown(game.app))
        assert "f12 which technique" in text or "(f12: which technique)" in text, text
        assert "f11 make the move" in text or size[0] == 60


async def test_the_help_that_is_named_in_the_panel_opens_when_it_is_clicked(tmp_path: Path) -> None:
    async with playing(tmp_path, a_hard_level(), size=(120, 40)) as game:
        await game.press("i")
        await wait_for_workers(game)
        await game.press("i")
        row = next(y for y, line in enumerate(shown(game.app)) if "about this technique" in line)
        await game.pilot.click(offset=(shown(game.app)[row].index("about"), row))
        await game.pilot.pause()
        assert isinstance(game.app.screen, HelpScreen)


async def test_the_line_of_keys_acts_where_it_is_clicked(tmp_path: Path) -> None:
    async with playing(tmp_path, a_hard_level(), size=(50, 44)) as game:
        lines = shown(game.app)
        row = max((y for y, line in enumerate(lines) if " help" in line), default=-1)
        assert row > 0, "\n".join(lines)
        await game.pilot.click(offset=(lines[row].index("help"), row))
        await game.pilot.pause()
        assert isinstance(game.app.screen, HelpScreen)
