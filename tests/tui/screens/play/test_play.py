"""Playing in the app: every key, every word around the board, the mouse, the clock, several puzzles."""

from contextlib import suppress
from pathlib import Path

import pytest
from textual.geometry import Offset
from textual.worker import WorkerCancelled

from termpuzzles.board.grid import Grid
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.generate import generate
from termpuzzles.logic.explain.parts import part
from termpuzzles.render.ink import SMALL
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui import theme
from termpuzzles.tui.screens.help import HelpScreen
from termpuzzles.tui.widgets.board import Board
from tests.games.boards import board
from tests.tui.apps import Game, playing, shown
from tests.tui.screens.test_home import choose


def ring() -> Puzzle:
    """A board that one turn of its first tile solves."""
    return board(named("infinity"), "┗┓", "┗┛")


def net() -> Puzzle:
    return board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")


def wrapped() -> Puzzle:
    return board(named("net"), "┓╺╸", "╻┻╸", "┗━┛", wrap=True)


def loops() -> Puzzle:
    return board(named("simpleloop"), "···", "·■·", "···")


async def test_the_cursor_starts_top_left_and_stops_at_a_border_that_does_not_wrap(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await game.press("up", "h")
        assert game.board.cursor == 0
        await game.press("right", "l", "right", "down", "j", "j")
        assert game.board.cursor == 8
        await game.press("left", "k")
        assert game.board.cursor == 4


async def test_each_key_of_a_tile_turns_it_its_own_way(tmp_path: Path) -> None:
    masks = " ╸╻┓╺━┏┳╹┛┃┫┗┻┣╋"
    async with playing(tmp_path, net()) as game:
        for key, tile in (("space", "┛"), ("d", "┛"), ("a", "┏"), ("f", "┗"), ("s", "┓")):
            await game.press(key)
            assert masks[game.state.lines[0]] == tile
            assert game.pins == (key == "s")
            await game.press("u")


async def test_solved_shows_when_the_board_is_finished_and_nowhere_before(tmp_path: Path) -> None:
    async with playing(tmp_path, ring()) as game:
        assert not any("solved" in line.lower() for line in shown(game.app))
        game.time.now += 65
        await game.press("space")
        card = " ".join(game.text_of("solved").split())
        assert card.startswith("✓ Solved ")
        assert "the first on 2x2" in card
        assert "no hints" in card
        assert "1 move" in card
        await game.press("space")
        assert game.turns == 1
        await game.press("u")
        assert not any("solved" in line.lower() for line in shown(game.app))


async def test_neither_help_nor_home_say_solved(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(80, 60)) as game:
        await game.press("question_mark")
        assert isinstance(game.app.screen, HelpScreen)
        assert not any("solved" in line.lower() for line in shown(game.app))
    async with playing(tmp_path, size=(80, 100)) as game:
        assert not any("solved" in line.lower() for line in shown(game.app))


@pytest.mark.parametrize(
    ("rows", "words"), [(("━┃", "━┃"), "several solutions"), (("╋╋", "╋╋"), ""), (("╋┃", "━┃"), "no solution")]
)
async def test_a_board_without_exactly_one_solution_says_so_when_opened(
    tmp_path: Path, rows: tuple[str, ...], words: str
) -> None:
    puzzle = board(named("infinity"), *rows, wrap=True)
    async with playing(tmp_path, puzzle) as game:
        await wait_for_workers(game)
        assert words in game.text_of("heading")
        assert ("solution" in game.text_of("status")) == bool(words)


async def wait_for_workers(game: Game) -> None:
    """Wait until no worker is running."""
    with suppress(WorkerCancelled):
        await game.app.workers.wait_for_complete()
    await game.pilot.pause()


async def test_options_are_switched_kept_and_heeded(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await game.press("o")
        for words in ("mark loops", "pin every turned tile", "show the time"):
            await choose(game, words)
        await game.press("q")
        assert "0 of 9 pinned" in game.text_of("status")
        assert "loose ends" not in game.text_of("status")
        assert "time" not in game.text_of("panel")
        await game.press("space")
        assert game.moves == ["turn 1,1 1; pin 1,1"]
    async with playing(tmp_path, net()) as game:
        assert "loose ends" not in game.text_of("status")


async def test_the_panel_tells_time_moves_and_pins(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.time.now += 5
        await game.press("space", "right", "s")
        assert "0:05" in game.text_of("panel")
        assert "moves  1" in game.text_of("panel")
        assert "1 of 9" in game.text_of("panel")
        assert "space  turn" in game.text_of("panel")


async def test_the_panel_gives_way_to_a_board_that_fits_only_without_it(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸" * 5, wrap=True)) as game:
        assert not game.screen.query_one("#panel").display
        assert game.board.max_scroll_x == 0


async def test_the_clock_stands_still_while_the_program_is_suspended(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.app._suspend_signal()
        game.time.now += 50
        game.app._resume_signal()
        await game.pilot.pause()
        game.time.now += 1
        assert game.seconds == 1


async def test_the_keys_of_the_next_puzzle_act_and_are_shown_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), net(), loops()) as game:
        for words in ("space  turn", "w a s d  line"):
            game.screen.action_act("play.following")
            await game.pilot.pause()
            assert game.screen.focused is game.board
            assert words in game.text_of("panel")


async def test_brackets_go_through_several_puzzles(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), ring(), loops()) as game:
        assert "1 of 3" in game.text_of("heading")
        await game.press("space", "right_square_bracket")
        assert "2 of 3" in game.text_of("heading")
        assert game.puzzle.grid.size == 4
        await game.press("right_square_bracket", "right_square_bracket")
        assert "This is the last puzzle." in game.text_of("status")
        assert "w a s d  line" in game.text_of("panel")
        await game.press("left_square_bracket")
        assert "2 of 3" in game.text_of("heading")
        await game.press("left_square_bracket")
        assert game.turns == 1
        await game.press("left_square_bracket")
        assert "This is the first puzzle." in game.text_of("status")


async def test_every_row_that_is_free_is_used(tmp_path: Path) -> None:
    puzzle = Puzzle(named("infinity"), Grid(40, 26), bytes([5] * 1040))
    async with playing(tmp_path, puzzle, size=(100, 30)) as game:
        assert game.board.zoom is SMALL
        assert game.board.max_scroll_y == 0


async def test_the_mouse_turns_both_ways_and_pins(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        for button in (1, 1, 3, 2):
            await game.drag(game.middle(0), button=button)
        moves = game.moves
        assert moves == ["turn 1,1 1", "turn 1,1 1", "turn 1,1 3", "pin 1,1"]


async def test_while_there_is_a_region_the_mouse_takes_cells_in_and_out(tmp_path: Path) -> None:
    async with playing(tmp_path, generate("net", "4x4", seed=1)) as game:
        before = game.state
        await game.press("E")
        assert game.screen.controller.region == {0}
        await game.drag(game.middle(4), game.middle(5), game.middle(6))
        assert game.screen.controller.region == {0, 4, 5, 6}
        for cell in (5, 4):
            await game.drag(game.middle(cell), button=3)
        assert game.screen.controller.region == {0, 6}
        assert game.state == before
        for cell in (6, 0):
            await game.drag(game.middle(cell), button=3)
        assert game.message == "The region is gone."
        await game.pilot.click(Board, offset=game.middle(5))
        assert game.state != before, "a click turns again"


async def test_arrows_turn_the_pages_of_a_hint_that_is_drawn_and_leave_the_cursor(tmp_path: Path) -> None:
    (puzzle,) = read("5x5w:78a2ab47ad541418beb984d39")
    async with playing(tmp_path, puzzle) as game:
        await game.press("i")
        await game.until(lambda: game.staged_hint.hint is not None)
        hint, cursor = game.staged_hint.hint, game.screen.cursor
        assert hint
        pages = tuple(part(f"page {number}.")._replace(shows={number: 16}) for number in range(3))
        game.staged_hint.give(hint._replace(reason=pages, brief=0))
        await game.press("i", "i")
        seen = []
        for key in ("right", "down", "right", "left", "up", "left"):
            seen.append(game.staged_hint.page)
            await game.press(key)
        assert [*seen, game.staged_hint.page] == [1, 2, 3, 3, 2, 1, 1]
        assert game.screen.cursor == cursor
        assert "Page 0." in " ".join(game.text_of("status").split()) or "Page 0." in game.text_of("panel")


async def test_lines_are_drawn_by_dragging_and_by_clicking_near_a_side(tmp_path: Path) -> None:
    async with playing(tmp_path, loops()) as game:
        down = Offset(0, 1)
        await game.drag(*(game.middle(cell) for cell in range(3)))
        await game.drag(game.middle(0) + down)
        await game.drag(game.middle(3) + down, button=3)
        moves = game.moves
        assert moves == ["line 1,1 E", "line 2,1 E", "line 1,1 S", "cross 1,2 S"]


async def test_an_answer_that_comes_after_a_move_is_not_shown(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("infinity"), "┓┓", "┗┛")) as game:
        game.screen.action_act("play.hint")
        game.screen.action_act("tile.turn")
        await wait_for_workers(game)
        assert game.staged_hint.stage == 0
        assert game.hints == 0


async def test_keys_can_be_remapped_in_the_settings_and_help_shows_them_so(tmp_path: Path) -> None:
    Library(Folders(tmp_path / "data", tmp_path / "config")).keep_settings(
        {"keys": {"tile.turn": "t", "tile.pin": "_,backspace", "no.such": "z"}}
    )
    async with playing(tmp_path, net(), size=(80, 120)) as game:
        await game.press("t")
        assert game.turns == 1
        await game.press("space")
        assert game.turns == 1
        assert "t  turn" in game.text_of("panel")
        assert "_  pin" in game.text_of("panel")
        await game.press("question_mark")
        assert any("t  " in line and "Turn the tile" in line for line in shown(game.app))


async def test_the_ascii_app_shows_nothing_but_ascii(tmp_path: Path) -> None:
    for puzzle in (ring(), wrapped(), loops()):
        async with playing(tmp_path, puzzle, ascii_only=True) as game:
            assert all(line.isascii() for line in shown(game.app))
            await game.press("question_mark")
            assert all(line.rstrip(" ▁▂▃▄▅▆▇█▎").isascii() for line in shown(game.app))


async def test_without_colour_no_style_has_one(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), theme_name=theme.COLOURLESS) as game:
        await game.press("space", "question_mark", "escape")
        filters = game.app.get_line_filters()
        for strip in game.app.screen._compositor.render_strips():
            for part in filters:
                strip = strip.apply_filter(part, game.app.screen.styles.background)
            for segment in strip:
                assert segment.style is None or (segment.style.color, segment.style.bgcolor) == (None, None)


async def test_pastes_faster_than_screens_open_end_no_game(tmp_path: Path) -> None:
    from textual import events

    async with playing(tmp_path, net()) as game:
        for _ in range(30):
            game.app.post_message(events.Paste("3x3:3c8aee281"))
            game.app.post_message(events.Paste("5x5w:78a2ab47ad541418beb984d39"))
        game.app.post_message(events.Paste("infinity:2x2:c9ac"))
        await game.until(lambda: game.puzzle.grid.size == 4)


async def test_the_panel_says_what_a_key_does_to_the_tile_at_the_cursor(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(100, 30)) as game:
        assert "unpin" not in game.text_of("panel")
        await game.press("s")
        assert "unpin" in game.text_of("panel")
        await game.press("right")
        assert "unpin" not in game.text_of("panel")
        await game.press("left", "i")
        assert "unpin" in game.text_of("panel")
        await game.until(lambda: "next page" in game.text_of("panel"))
