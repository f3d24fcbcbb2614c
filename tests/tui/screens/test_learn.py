"""Lessons on the screen, played by the keys that their texts name."""

import re
from pathlib import Path

import pytest
from textual.events import Paste

from termpuzzles.catalogue.lessons import Lesson, done_lessons, lessons, taught
from termpuzzles.games import named, names
from termpuzzles.games.model import Controls
from termpuzzles.games.queries import solve
from termpuzzles.render.picture import ASIDE, TARGET
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.learn import LearnScreen, LessonNumber
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.practise import PractiseScreen
from termpuzzles.tui.widgets.board import Board
from tests.data import sweep
from tests.play.shelf.learning.test_lessons import DRAWN, TURNED
from tests.tui.apps import Game, playing, shown
from tests.tui.screens.play.test_play import net, wait_for_workers
from tests.tui.screens.test_home import at_home, choose, listed

KEY = {8: "w", 4: "d", 2: "s", 1: "a"}


def words(game: Game) -> str:
    """What the lesson says, on one line."""
    return " ".join(game.text_of("lesson").split())


async def finish(game: Game, lesson: Lesson) -> None:
    """Bring every cell to the answer, with the arrows, space, and w a s d."""
    screen = game.app.screen
    assert isinstance(screen, LessonScreen)
    answer = solve(lesson.puzzle)
    assert answer
    for cell in range(lesson.puzzle.grid.size):
        screen.cursor = cell
        for _ in range(4):
            if game.solved or game.state.lines[cell] == answer.lines[cell] or game.state.pins[cell]:
                break
            if lesson.puzzle.game.controls is Controls.TURN_TILES:
                await game.press("space")
            else:
                missing = answer.lines[cell] & ~game.state.lines[cell]
                await game.press(KEY[missing & -missing])
    assert game.solved


async def next_after(game: Game, lesson: Lesson, found: list[Lesson]) -> None:
    """Wait until the lesson that follows is shown."""
    following = found[found.index(lesson) + 1 :]
    await game.until(lambda: not following or following[0].title in game.text_of("heading"))


@pytest.mark.parametrize("name", tuple(taught()))
async def test_every_lesson_is_played_to_its_end_by_the_keys_that_its_text_names(name: str, tmp_path: Path) -> None:
    found = sweep.sample(lessons(name), 8)
    async with playing(tmp_path) as game:
        game.app.push_screen(LessonScreen(game.app.context, found, 1))
        await game.pilot.pause()
        for lesson in found:
            assert lesson.shown.before in words(game)
            game.app.screen.cursor = lesson.mark  # type: ignore[attr-defined] # a lesson's screen has it
            await game.press(*lesson.keys)
            assert lesson.shown.after in words(game)
            await finish(game, lesson)
            assert "Solved" in words(game)
            assert lesson.key in done_lessons(game.app.context.settings)
            await game.press("right_square_bracket")
            await next_after(game, lesson, found)
    assert not (tmp_path / "data" / "journals").exists()


@pytest.mark.parametrize("name", ["net", "simpleloop"])  # tiles that are turned, and lines that are drawn
async def test_the_panel_and_the_line_below_the_board_use_no_word_before_it_was_explained(
    name: str, tmp_path: Path
) -> None:
    found, explained = lessons(name), set[str]()
    terms = DRAWN if found[0].puzzle.game.draws else TURNED
    async with playing(tmp_path) as game:
        game.app.push_screen(LessonScreen(game.app.context, found, 1))
        await game.pilot.pause()
        for lesson in found:
            explained |= set(lesson.words)
            for keys in ((), lesson.keys, ("home", "space", "right", "space", "down", "space")):
                await game.press(*keys)
                text = f"{game.text_of('panel')} {game.text_of('status')}"
                for word in terms.keys() - explained:
                    assert not re.search(terms[word], text, 0 if word == "T" else re.I), (lesson.title, word, text)
            await game.press("right_square_bracket")
            await next_after(game, lesson, found)


async def test_a_fresh_install_is_one_key_from_the_first_turn_and_six_from_a_lesson_begun(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await listed(game)
        board = game.app.screen.query_one(Board)
        before = board.picture.state
        await game.press("space")
        assert board.picture.state != before
        await game.press("down", "enter")
        assert isinstance(game.app.screen, LessonScreen)


async def test_lessons_are_listed_with_those_that_are_done(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["started"] = True
        game.app.context.settings["lessons"] = {"net/1": True}
        game.app.go("learn")
        lines = await listed(game)
        assert isinstance(game.app.screen, LearnScreen)
        assert any("Net" in line and "1 of" in line for line in lines)
        assert " ".join(game.text_of("said").split()) == named("net").goal
        await choose(game, lessons("net")[1].title)
        assert isinstance(game.app.screen, LessonScreen)
        assert game.app.screen.controller.lesson.number == 2


async def given(game: Game, name: str, number: int) -> LessonScreen:
    """Open a lesson, and wait until it has pointed out where to look."""
    screen = LessonScreen(game.app.context, lessons(name), number)
    game.app.push_screen(screen)
    await wait_for_workers(game)
    return screen


@pytest.mark.parametrize("name", ["net", "simpleloop"])
async def test_after_the_last_lesson_come_praise_and_a_level_of_the_game_which_is_kept(
    name: str, tmp_path: Path
) -> None:
    found = lessons(name)
    async with playing(tmp_path) as game:
        await at_home(game)
        screen = await given(game, name, len(found))
        await finish(game, found[-1])
        assert "Well done: that was the last lesson." in words(game)
        assert f"Enter to the levels: First {'lines' if found[-1].puzzle.game.draws else 'turns'} 1" in words(game)
        game.time.now += 1
        await game.press("enter")
        await wait_for_workers(game)
        assert screen not in game.app.screen_stack
        assert type(game.app.screen) is PlayScreen
        assert game.puzzle.game is found[-1].puzzle.game
        assert game.screen.context.library.keeps
        await game.press("q")
        assert isinstance(game.app.screen, HomeScreen)


@pytest.mark.parametrize(("key", "number"), [("N", 13), ("f5", 1)])
async def test_a_new_board_asked_for_in_a_lesson_opens_on_a_screen_of_its_own(
    key: str, number: int, tmp_path: Path
) -> None:
    async with playing(tmp_path) as game:
        screen = await given(game, "net", number)
        before = words(game)
        await game.press(key)
        await wait_for_workers(game)
        assert type(game.app.screen) is PlayScreen
        assert game.screen.context.library.keeps
        assert len(game.puzzles) == 1
        await game.press("q")
        assert game.app.screen is screen
        assert words(game) == before
        assert game.puzzle == screen.controller.lesson.puzzle


async def test_a_board_pasted_into_a_lesson_opens_on_a_screen_of_its_own(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await given(game, "net", 13)
        game.app.screen.post_message(Paste("infinity:2x2:c9ac"))
        await game.pilot.pause()
        assert type(game.app.screen) is PlayScreen
        assert game.puzzle.game.name == "infinity"
        await game.press("q")
        assert game.app.screen is screen


async def test_a_lesson_marks_its_tile_until_the_player_acts_on_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await given(game, "net", 1)
        assert dict(screen.board.picture.hints) == {screen.controller.lesson.mark: TARGET}
        assert not any(look.effects & ASIDE for look in map(screen.board.picture.look, range(game.puzzle.grid.size)))
        await game.press("space")
        assert not screen.board.picture.hints


async def test_where_a_lesson_points_by_itself_is_no_hint_taken(tmp_path: Path) -> None:
    number = next(lesson.number for lesson in lessons("infinity") if lesson.part)
    async with playing(tmp_path, size=(120, 40)) as game:
        await given(game, "infinity", number)
        assert lessons("infinity")[number - 1].shown.before in words(game)
        shown = {game.puzzle.grid.place(cell) for cell in game.board.picture.hints}
        assert shown == {(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)}, (
            "the part that is to be counted, and not what is around"
        )
        assert game.hints == 0
        await game.press("u", "i")
        await wait_for_workers(game)
        assert game.hints == 1


@pytest.mark.parametrize("name", ["net", "simpleloop"])
async def test_no_sentence_of_a_hint_is_shown_in_part(name: str, tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await given(game, name, 1)
        for number in sweep.sample(range(len(lessons(name))), 4):
            screen.open(screen.controller.puzzles, number, here=True)
            await wait_for_workers(game)
            if not screen.controller.staged_hint.was_asked_for:  # some lessons show where to look by themselves
                await game.press("i")
                await wait_for_workers(game)
            for _ in range(3):
                staged = screen.controller.staged_hint
                assert staged.sentence
                assert staged.sentence in words(game)
                await game.press("i")
                if screen.controller.staged_hint.is_last:
                    break


@pytest.mark.parametrize("name", ["net", "simpleloop"])  # they have the longest sentences
async def test_the_words_of_a_lesson_are_shown_whole_and_cover_nothing_of_its_board(name: str, tmp_path: Path) -> None:
    async with playing(tmp_path, look="auto") as game:
        screen = await given(game, name, 1)
        for size in ((80, 24), (40, 15)):
            await game.pilot.resize_terminal(*size)
            for number, lesson in enumerate(lessons(name)):
                screen.open(screen.controller.puzzles, number, here=True)
                await wait_for_workers(game)
                region, board = screen.query_one("#lesson").region, screen.board
                beside = [line[region.x : region.right] for line in shown(game.app)[region.y : region.bottom]]
                before = lesson.shown.before
                before = before.replace("shaded part", "outlined part") if board.zoom.pixels else before
                assert before in " ".join(" ".join(beside).split()), size
                assert lesson.title in shown(game.app)[0]
                assert not region.overlaps(board.region)
                assert board.max_scroll_x == board.max_scroll_y == 0
                assert not screen.has_class("small")


async def test_what_comes_next_keeps_a_margin_in_windows_of_any_width(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await given(game, "net", 2)
        await finish(game, screen.controller.lesson)
        rows = set[int]()
        for width in range(58, 100):
            await game.resize(width, 30, "next:")
            region = screen.query_one("#lesson").region
            beside = [line[region.x : region.right] for line in shown(game.app)[region.y : region.bottom]]
            assert all(row.endswith(" ") for row in beside), width
            rows.add(max(len(row.rstrip()) - len(row) for row in beside))
        assert -1 in rows


async def test_three_keys_begin_the_next_lesson_of_a_game(tmp_path: Path) -> None:
    place, name = len(taught()), [*taught()][-1]
    async with playing(tmp_path) as game:
        game.app.context.settings["lessons"] = {f"{name}/1": True, f"{name}/2": True}
        await at_home(game)
        await game.press("t", f"{place}", "enter")
        assert isinstance(game.app.screen, LessonScreen)
        assert (game.app.screen.controller.lesson.game, game.app.screen.controller.lesson.number) == (name, 3)


async def test_six_keys_at_most_begin_any_lesson(tmp_path: Path) -> None:
    every = [(place, name, n) for place, name in enumerate(taught(), 1) for n in range(1, len(taught()[name]) + 1)]
    async with playing(tmp_path) as game:
        await at_home(game)
        for place, name, number in sweep.sample(every, 32):
            keys = ["t", f"{place}", *f"{number}", "enter"]
            assert len(keys) <= 6
            await game.press(*keys)
            assert isinstance(game.app.screen, LessonScreen)
            assert (game.app.screen.controller.lesson.game, game.app.screen.controller.lesson.number) == (name, number)
            await game.press("q", "q")
            assert isinstance(game.app.screen, HomeScreen)


async def test_a_number_after_a_move_is_that_of_a_game_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await game.press("t", "2", "1", "2", "down", "3")
        screen = game.app.screen
        assert isinstance(screen, LearnScreen)
        assert screen.choices.value == (list(taught())[2], 1)


async def test_one_key_is_named_for_going_on_to_the_next_lesson(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(100, 30)) as game:
        screen = await given(game, "net", 1)
        await finish(game, screen.controller.lesson)
        assert f"Enter next: {lessons('net')[1].title}" in words(game)
        assert "]" not in words(game)
        line = game.text_of("status").splitlines()[-1]
        assert [key.split()[0] for key in line.split("  ") if key.strip()] == ["Enter", "R", "?", "q"], line
        game.time.now += 1
        await game.press("enter")
        assert screen.controller.lesson.number == 2


async def test_the_board_of_a_lesson_follows_a_change_of_theme(tmp_path: Path) -> None:
    async with playing(tmp_path, look="auto") as game:
        app = game.app
        app.push_screen(LessonScreen(app.context, lessons("net"), 1))
        await game.pilot.pause()
        for name in ("mono", "dark", "light", "mono"):
            app.context.settings["theme"] = name
            app.terminal_changed()
            await game.pilot.pause()
            coloured = {run.style.color is not None for run in app.screen.query_one(Board).render_line(4) if run.style}
            assert coloured == {name != "mono"}
            assert app.screen.query_one(Board).palette.style("lit") == app.context.palette.style("lit")


async def test_once_all_lessons_are_done_a_game_leads_to_its_first_one(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        done = {f"{name}/{number}": True for name in names() for number in range(1, len(lessons(name)) + 1)}
        game.app.context.settings.update({"started": True, "lessons": done})
        screen = LearnScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        await game.press("2")
        assert screen.choices.value == LessonNumber("net", 1)
        screen.on_screen_resume()
        assert screen.choices.value == LessonNumber("net", 1)
        for digit, game_name, number in (  # there is no lesson 127, and none 70 or 0; after that comes a game again
            *(("1", "net", 1), ("2", "net", 12), ("7", "net", 7), ("0", "net", 7), ("1", "infinity", 1)),
        ):
            await game.press(digit)
            assert screen.choices.value == LessonNumber(game_name, number)


async def test_the_arrows_unfold_the_next_game_or_the_one_before_with_the_cursor_on_it(tmp_path: Path) -> None:
    games = list(taught())
    async with playing(tmp_path) as game:
        game.app.context.settings["started"] = True
        game.app.go("learn")
        await listed(game)
        screen = game.app.screen
        assert isinstance(screen, LearnScreen)
        for key, place in (("right", 1), ("l", 2), ("left", 1), ("left", 0), ("left", -1), ("right", 0)):
            await game.press(key)
            assert screen.choices.value == LessonNumber(games[place], 0)
            names = [row.value for row in screen.rows() if row.value]
            assert {name.game for name in names if name.number} == {games[place]}
        for key in ("left", "right"):
            await game.press("enter")
            assert not any(row.value and row.value.number for row in screen.rows())
            await game.press(key)
            assert screen.choices.value == LessonNumber(games[0], 0)


async def test_what_practice_said_is_gone_once_one_comes_back_to_it(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen = PractiseScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        screen.show_message("No level needs this technique.")
        game.app.go("options")
        await game.pilot.pause()
        assert game.app.screen is not screen
        await game.press("q")
        assert game.app.screen is screen
        assert game.text_of("said").strip() == ""
