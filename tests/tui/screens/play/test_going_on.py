"""Going on with one key a tile: Enter, the pen, pinning what follows, the next puzzle, a new board."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from termpuzzles.board.grid import SIDES
from termpuzzles.catalogue.levels import packs
from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.play.history_commands import solving
from termpuzzles.session.questions import made_by, params_like
from termpuzzles.session.session import Session
from termpuzzles.tui.widgets.lines import Lines
from termpuzzles.tui.widgets.solved_card import SolvedCard
from tests.data import sweep
from tests.games.boards import board, solvable_puzzle
from tests.tui.apps import playing, shown
from tests.tui.key_count import levels, play
from tests.tui.screens.play.test_play import loops, net, ring, wait_for_workers
from tests.tui.screens.test_home import choose


def level(game: str, number: int = 0) -> Puzzle:
    return next(pack for pack in packs() if pack.game == game).puzzles()[number]


@pytest.mark.parametrize(("game", "most"), [("net", 1.75), ("simpleloop", 1.1)])
async def test_a_board_is_played_to_its_end_by_the_keys_that_turning_and_pinning_needs(
    tmp_path: Path, game: str, most: float
) -> None:
    counts = [await play(tmp_path, puzzle) for puzzle in levels(game, sweep.share(3, 3))]
    assert all(count.keys <= count.needed for count in counts)
    assert sum(count.keys for count in counts) / sum(count.things for count in counts) <= most


@pytest.mark.parametrize("game", ["net", "infinity"])
async def test_pinning_what_follows_leaves_hardly_more_than_a_key_a_tile(tmp_path: Path, game: str) -> None:
    count = await play(tmp_path, level(game), {"follow": True})
    assert count.each <= 1.2


async def test_enter_pins_and_goes_on_and_blank_tiles_and_crosses_are_passed_over(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("infinity"), "╋ ┓┗", "┗┛ ╋")) as game:
        assert game.board.cursor == 2
        assert "0 of 4 pinned" in game.text_of("panel").replace("pinned  0 of 4", "0 of 4 pinned")
        visited = [game.board.cursor]
        for _ in range(4):
            await game.press("enter")
            visited.append(game.board.cursor)
        assert sorted(visited[:4]) == [2, 3, 4, 5]
        assert game.pins == 4
        assert "Every tile is pinned" in game.text_of("status")


async def test_after_the_last_level_of_a_pack_comes_the_next_pack(tmp_path: Path) -> None:
    infinity = [pack for pack in packs() if pack.game == "infinity"]
    place = next(index for index, pack in enumerate(infinity[:-1]) if len(pack.levels) > 1)
    puzzles, following = infinity[place].puzzles(), infinity[place + 1].puzzles()
    async with playing(tmp_path, *puzzles, size=(100, 30)) as game:
        game.screen.action_act("play.unsolved")
        assert game.index == 1
        await game.press(*["right_square_bracket"] * (len(puzzles) - 2))
        assert game.puzzle == puzzles[-1]
        game.screen.action_act("play.unsolved")
        assert game.puzzle == following[0]


async def test_a_new_board_like_this_one_is_made_at_any_time_and_after_a_board_of_no_pack(tmp_path: Path) -> None:
    async with playing(tmp_path, ring()) as game:
        await game.press("N")
        await wait_for_workers(game)
        assert game.puzzle.grid == ring().grid
        assert "2 of 2" in game.text_of("heading")
        assert game.turns == 0
        await game.press("left_square_bracket")
        await game.press("space")
        game.time.now += 1
        assert game.solved
        await game.press("enter")
        assert game.index == 1


async def test_a_trial_is_tinted_kept_as_one_move_or_dropped(tmp_path: Path) -> None:
    from termpuzzles.render.picture import TRIAL

    async with playing(tmp_path, net()) as game:
        await game.press("space", "t", "right", "space", "s")
        assert game.board.picture.look(1).effects & TRIAL
        assert not game.board.picture.look(0).effects & TRIAL
        await game.press("escape")
        assert game.moves == ["turn 1,1 1"]
        assert not game.board.picture.look(1).effects
        await game.press("t", "space", "s", "t")
        assert game.moves == ["turn 1,1 1", "turn 2,1 1; pin 2,1"]
    async with playing(tmp_path, net()) as game:
        await game.press("t", "space")
    async with playing(tmp_path, net()) as game:
        assert game.trial == 2
        await game.press("escape")
        assert len(game.moves) == 2


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_a_trial_is_named_as_long_as_it_lasts_with_the_keys_that_end_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, net(), size=size) as game:
        for end in ("t", "escape"):
            await game.press("t", "right", "space")
            assert game.text_of("heading").strip().startswith("Trial · Net 3x3")
            where = game.text_of("panel" if game.screen.query_one("#panel").display else "status")
            assert "t keeps it" in where
            assert "Esc drops it" in where
            await game.press(end)
            assert "Trial" not in game.text_of("heading")
            assert "drops it" not in game.text_of("panel") + game.text_of("status")


@pytest.mark.parametrize("name", names())
def test_giving_up_leads_from_any_position_to_the_solution(name: str) -> None:
    rng = Random(name)
    for _ in range(20):
        puzzle = solvable_puzzle(rng, named(name))
        answer, session = solve(puzzle), Session(puzzle)
        assert answer
        for _ in range(30):
            action = rng.choice(("line", "cross") if puzzle.game.draws else ("turn", "turn half"))
            session.do(Gesture(action, rng.randrange(puzzle.grid.size), rng.choice(SIDES)))
        move = solving(puzzle, session.state, answer.lines)
        assert puzzle.game.play(puzzle, session.state, move).lines == answer.lines


async def test_positions_are_marked_by_names_and_chosen_from(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await game.press("m", "enter", "space", "M", "down", "enter", *"half", "enter")
        half = game.state
        await game.press("space", "m")
        assert "go back to half" in "\n".join(shown(game.app))
        await game.press("end", "enter")
        assert game.state == half
        await game.press("m", *["down"] * 2, "enter")
        assert game.state == net().start


async def test_the_cursor_goes_to_places_by_g_and_by_the_overview(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await game.press("g", "3", "comma", "2", "enter")
        assert game.board.cursor == 5
        await game.press("g", "s", "enter")
        assert game.board.cursor == 4
        await game.press("g", "b", "enter")
        assert game.board.cursor == 5
        await game.press("g", "9", "space", "9", "enter")
        assert "no such place" in game.text_of("status")
        await game.press("O", "enter")
        assert game.board.cursor == 4


async def test_a_click_may_turn_a_line_to_the_side_that_is_clicked(tmp_path: Path) -> None:
    from textual.geometry import Offset

    async with playing(tmp_path, net()) as game:
        await game.press("o")
        await choose(game, "a click")
        await game.press("q")
        region = game.region(1)  # an end that points right
        await game.drag(Offset(region.x + region.width // 2, region.y))
        assert game.state.lines[1] == 8
        await game.drag(Offset(region.x, region.y + region.height // 2))
        assert game.state.lines[1] == 1


async def test_the_source_can_be_moved_and_stays_there_until_the_next_sitting(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        assert game.board.picture.source == 4
        await game.press("S", "right", "space", "u")
        assert game.board.picture.source == 0
    async with playing(tmp_path, net()) as game:
        assert game.board.picture.source == 0
        await game.press("right", "g", "s", "enter")
        assert game.board.cursor == 0


async def test_the_goal_stands_below_the_board_until_a_board_of_the_game_is_solved(tmp_path: Path) -> None:
    goal = named("infinity").goal
    async with playing(tmp_path, ring()) as game:
        assert goal in game.text_of("status")
        await game.press("space")
    async with playing(tmp_path, board(named("infinity"), "┓┓", "┗┛")) as game:
        assert goal not in game.text_of("status")


async def test_an_entry_of_the_panel_acts_when_it_is_clicked(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await game.press("space")
        row = next(y for y, line in enumerate(game.text_of("panel").splitlines()) if "undo, redo" in line)
        await game.pilot.click("#panel", offset=(12, row))
        await game.pilot.pause()
        assert game.turns == 0


async def test_a_solved_board_does_not_count_the_pins_that_are_missing(tmp_path: Path) -> None:
    async with playing(tmp_path, ring()) as game:
        assert "pinned" in game.text_of("panel")
        await game.press("space")
        assert game.solved
        assert "pinned" not in game.text_of("panel")


async def test_a_board_of_a_pack_that_was_opened_alone_leads_on_in_its_pack(tmp_path: Path) -> None:
    pack = next(pack for pack in packs() if pack.game == "net" and len(pack.levels) > 2)
    async with playing(tmp_path, pack.puzzles()[0]) as game:
        game.screen.action_act("play.unsolved")
        assert game.puzzle == pack.puzzles()[1]
        assert game.index == 1


async def test_a_new_board_is_made_by_the_same_params_as_the_one_before(tmp_path: Path) -> None:
    params = Params.parse("4x4w, uniform, at most no loop")
    first = made_by(generate("net", params, 1), params)
    async with playing(tmp_path, first) as game:
        await game.press("N")
        await wait_for_workers(game)
        assert game.puzzle != first
        assert params_like(game.puzzle) == params


async def test_where_no_such_board_can_be_made_a_sentence_says_so(tmp_path: Path) -> None:
    (puzzle,) = read("net:4x4:c9bb4c3999b4c3c8")
    async with playing(tmp_path, made_by(puzzle, Params(4, 4, rating="parity type 1"))) as game:
        await game.press("N")
        await wait_for_workers(game)
        assert game.puzzle.grid == puzzle.grid
        assert "'Light and dark I'" in game.text_of("status")


async def test_a_solved_board_tells_the_best_time_the_latest_ones_and_which_board_is_next(tmp_path: Path) -> None:
    other = replace(net(), title="Second", header=(("effort", "20"),))
    for size in ((80, 24), (40, 20)):
        async with playing(
            tmp_path / str(size), ring(), board(named("infinity"), "┏┛", "┗┛"), other, size=size
        ) as game:
            game.time.now += 30
            await game.press("space")
            game.screen.action_act("play.following")
            game.time.now += 60
            await game.press("right", "a")
            assert game.solved
            card = " ".join(game.text_of("solved").split())
            assert re.search(r"best (on 2x2 )?0:30", card)
            assert re.search("[▁▂▃▄▅▆▇█]{2}", card)
            assert re.search(r"Enter next:? Second \(medium, short\)", card)


async def test_the_card_of_a_solved_board_leaves_the_board_in_its_place_and_a_message_its_rows(tmp_path: Path) -> None:
    puzzle = generate("net", "12x14", seed=1)
    async with playing(tmp_path, puzzle, size=(80, 40)) as game:
        answer = solve(puzzle)
        assert answer is not None
        before = game.board.region
        game.screen.controller.carry_out(solving(puzzle, game.state, answer.lines), "")
        await game.pilot.pause()
        assert game.board.region == before
        for said in ("", "A message.", " ".join(["A message of several lines."] * 5)):
            game.screen.show_message(said)
            for height in (40, 24, 22):
                await game.pilot.resize_terminal(80, height)
                await game.pilot.pause()
                await game.pilot.pause()
                words = game.app.screen.query_one("#solved", Lines)
                rows = game.app.screen.query_one("#status").region.height
                assert rows == {"": 0, "A message.": 1}.get(said, 2)
                assert words.region.height == len(words.lines), "all words are seen"
                assert words.region.bottom <= height - max(1, rows)


@pytest.mark.parametrize("width", [90, 94, 100, 130])
async def test_the_card_is_wider_than_the_panel_only_as_far_as_the_board_leaves_room(
    width: int, tmp_path: Path
) -> None:
    puzzle = generate("net", "12x12", seed=1)
    async with playing(tmp_path, puzzle, size=(width, 50)) as game:
        answer = solve(puzzle)
        assert answer is not None
        game.screen.controller.carry_out(solving(puzzle, game.state, answer.lines), "")
        card = game.app.screen.query_one(SolvedCard)
        await game.until(lambda: card.display and card.region.width > 0)
        await game.pilot.pause()
        right = game.board.region.x + max(game.region(cell).right for cell in range(puzzle.grid.size))
        assert card.region.right == width
        assert card.region.x >= right
        assert 26 <= card.region.width <= 30
        assert card.region.width == 30 or card.region.x - right <= 2


async def test_a_replay_ends_its_timer_at_its_end_and_at_a_key(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        await game.press("space", "right", "space")

        class Timed:
            running = True

            def stop(self) -> None:
                self.running = False

        timers, calls = list[Timed](), list[Callable[[], None]]()

        def interval(seconds: float, call: Callable[[], None]) -> Timed:
            assert seconds == 0.2
            timers.append(Timed())
            calls.append(call)
            return timers[-1]

        game.screen.set_interval = interval  # type: ignore[method-assign, assignment]
        for is_ended_by_a_key in (False, True):
            game.screen.action_act("play.replay")
            for _ in range(10):
                if timers[-1].running:
                    calls[-1]()
                if is_ended_by_a_key:
                    await game.press("left")
            assert not timers[-1].running
        assert game.turns == 2


async def test_a_solved_board_makes_way_for_another_but_not_where_it_is_the_lowest(tmp_path: Path) -> None:
    async with playing(tmp_path, ring()) as game:
        lowest = game.screen
        answer = solve(ring())
        assert answer is not None
        lowest.controller.carry_out(solving(ring(), game.state, answer.lines), "")
        assert game.solved
        lowest.open([net()], 0, here=False)
        await game.pilot.pause()
        assert game.app.screen_stack[1:] == [lowest, game.screen]
        unsolved = game.screen
        assert unsolved is not lowest
        other = board(named("infinity"), "┓┏", "┗┛")
        unsolved.open([other], 0, here=False)
        await game.pilot.pause()
        solved = game.screen
        assert game.app.screen_stack[1:] == [lowest, unsolved, solved]
        answer = solve(other)
        assert answer is not None
        solved.controller.carry_out(solving(other, game.state, answer.lines), "")
        assert game.solved
        solved.open([loops()], 0, here=False)
        await game.pilot.pause()
        assert game.app.screen_stack[1:] == [lowest, unsolved, game.screen]
        assert game.screen is not solved
