"""The Wall Game on screens: a game by keys and by mouse, its menu, puzzles, and what a stray key does."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

from textual.geometry import Region

from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.library import Library
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.home_rows import Go
from termpuzzles.tui.widgets.lines import Lines
from termpuzzles.wall.game.engine import Best
from termpuzzles.wall.game.lessons import WALL_LESSONS
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import Wall, start
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.puzzles import shipped_puzzles
from termpuzzles.wall.game.records import Record, line, read_line, replay
from termpuzzles.wall.match.analysis import Analysis, analysis_from
from termpuzzles.wall.match.course import begin_match, keep_solved
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import DUEL, Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzleScreen, WallPuzzlesScreen
from tests.tui.apps import Game, Never, playing, shown
from tests.wall.game.games import random_game


async def settle(game: Game) -> None:
    """Wait until the engine has answered."""
    await game.pilot.pause()
    await game.app.workers.wait_for_complete()
    await game.pilot.pause()


async def opened(game: Game, width: int = 8, height: int = 8, *, against: str = "friend") -> WallMatchScreen:
    """A new game."""
    terms = Terms(start("standard", width, height), ("you", against))
    screen = WallMatchScreen(game.app.context, Match(terms, game.app.context.now))
    game.app.push_screen(screen)
    await settle(game)
    return screen


def turns(screen: WallMatchScreen) -> list[str]:
    """The turns so far."""
    return list(map(str, screen.match.game.turns))


async def test_a_game_is_played_to_its_end_by_keys(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 3, 3)
        await game.press("down", "enter", "space")
        assert turns(screen) == ["Ca2"]
        await game.press("x", "enter", "space")
        assert turns(screen)[-1] == ">b3", "the cursor was on blue's cat, c3; the wall right of the file before it"
        await game.press("right", "down", "enter", "space")
        await game.press("space", "space")
        assert turns(screen)[-1] == "---"
        await game.press("right", "enter", "space")
        assert screen.match.game.outcome is not None, turns(screen)
        assert re.search("wins|draw", "\n".join(shown(game.app)))
        await game.press("left", "left", "right")
        await game.press("n")
        assert isinstance(game.app.screen, WallMatchScreen)
        assert game.app.screen is not screen


async def test_the_engine_answers_and_a_turn_can_be_taken_back(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 5, 5, against="easy")
        await game.press("down", "enter", "space")
        await settle(game)
        assert len(turns(screen)) == 2
        await game.press("i")
        await settle(game)
        assert "The engine would play" in "\n".join(shown(game.app))
        await game.press("t")
        assert turns(screen) == []
        await game.press("r")
        assert screen.match.game.outcome is None
        await game.press("r")
        assert screen.match.game.outcome is not None


class Late:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[Best]] = []

    async def answer(self, question: object) -> Best:
        self.waiting.append(asyncio.get_running_loop().create_future())
        return await self.waiting[-1]


async def played_late(game: Game, late: Late, turn: str) -> None:
    """Let the engine play that turn now."""
    while not late.waiting or late.waiting[-1].done():
        await game.pilot.pause()
    late.waiting[-1].set_result(Best(read_turn(turn), 0, 1))
    for _ in range(3):
        await game.pilot.pause()


PLANNED = (  # the engine's turn, whether what was planned is sent, what of it is played, and what of it is left
    ("---", True, "Ca2.>b5", "---"),
    (">b5", True, "Ca2", "---"),
    (">b5.^a2", True, "", "---"),
    ("---", False, "", "Ca2.>b5"),
    (">b5", False, "", "Ca2"),
)


async def test_a_turn_is_planned_while_the_engine_thinks(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        for answer, sends, played, left in PLANNED:
            late = Late()
            game.app.context.answerer = late  # type: ignore[assignment]
            screen = await opened_waiting(game)
            await game.press("down", "down", "enter", "space")
            before = ["Ca3"]
            assert turns(screen) == before
            await game.press("down", "enter", "up", "up", "up", "right", "d")
            await game.press("r", "r", "o", "i")
            assert screen.match.game.outcome is None, "nobody resigns for the engine"
            if sends:
                await game.press("space")
            assert turns(screen) == before
            await played_late(game, late, answer)
            assert turns(screen) == [*before, answer, *([played] if played else [])]
            assert str(screen.match.staging.turn) == left
            if played != "Ca2.>b5" and left != "Ca2.>b5":
                assert "You planned" in "\n".join(shown(game.app))


async def opened_waiting(game: Game) -> WallMatchScreen:
    """A new game in which the engine does not answer yet."""
    screen = WallMatchScreen(
        game.app.context, Match(Terms(start("standard", 5, 5), ("you", "easy")), game.app.context.now)
    )
    game.app.push_screen(screen)
    await game.pilot.pause()
    return screen


async def test_a_turn_sent_twice_in_one_write_is_played_once(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 5, 5, against="easy")
        await game.pilot.press("down", "enter", "space", "space", "space", "enter", "space")
        await settle(game)
        assert len(turns(screen)) % 2 == 0
        replay(read_line(line(screen.match.record)))


async def test_a_game_from_the_menu_goes_on_where_it_was_left(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.go("wall")
        await settle(game)
        await game.press("enter")
        await game.press("down", "enter", "space")
        await settle(game)
        first = game.app.screen
        assert isinstance(first, WallMatchScreen)
        played = turns(first)
        await game.press("q")
        await settle(game)
        assert isinstance(game.app.screen, WallMenuScreen)
        await game.press("home", "enter")
        await settle(game)
        again = game.app.screen
        assert isinstance(again, WallMatchScreen)
        assert turns(again) == played
        game.app.go("home")
        await settle(game)
        assert "duel" not in "\n".join(shown(game.app))


async def test_home_leads_to_the_menu_which_shows_every_opponent(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        game.app.go("home")
        await settle(game)
        assert any("Wall Game" in line for line in shown(game.app)), "to be seen without scrolling"
        home = game.app.screen
        assert isinstance(home, HomeScreen)
        home.show(Go("wall"))
        home.set_focus(home.choices)
        await game.press("enter")
        await settle(game)
        assert isinstance(game.app.screen, WallMenuScreen)
        assert any("expert" in line for line in shown(game.app))


async def test_a_game_is_taken_over_from_another_window_which_then_leaves_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        context = game.app.context
        library = Library(context.library.where)
        terms = Terms(start("standard", 5, 5), ("you", "friend"))
        held = begin_match(PlayContext(library, library.settings()), terms)
        held.play(read_turn("Ca4"))
        game.app.go("wall")
        await settle(game)
        await game.press("home", "enter", "enter")
        while not held.keeping.check_claim():
            await game.pilot.pause()
        await settle(game)
        assert "taken" in held.trouble
        assert not held.play(read_turn("Ce4"))
        screen = game.app.screen
        assert isinstance(screen, WallMatchScreen)
        await game.press("down", "enter", "space")
        assert turns(screen) == ["Ca4", "Ce4"]
        taken = library.others(DUEL)[0].name
        library.store.claim(taken)
        while game.app.screen is screen:
            await game.pilot.pause()
        library.store.withdraw(taken)


KEYS = (
    *("left", "right", "up", "down", "enter", "space", "x", "tab", "u", "p", "a", "s", "w", "d", "t", "o", "y", "n"),
    *("r", "i"),
)


async def test_no_keys_break_a_game(tmp_path: Path) -> None:
    chance = Random(0)
    async with playing(tmp_path, size=(40, 15)) as game:
        await opened(game, 7, 5, against="easy")
        for _ in range(50):
            await game.pilot.press(chance.choice(KEYS))
        await settle(game)
        screen = game.app.screen
        assert isinstance(screen, WallMatchScreen)
        replay(read_line(line(screen.match.record)))


async def test_a_puzzle_is_solved_and_a_wrong_turn_is_answered(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        puzzle = shipped_puzzles()[0]
        screen = WallPuzzleScreen(game.app.context, 0)
        game.app.push_screen(screen)
        await settle(game)
        await game.press("space", "space")
        await settle(game)
        assert "taken back" in "\n".join(shown(game.app))
        turn = wins(puzzle.position, puzzle.turns)[0]
        assert screen.staging.stage(read_turn(str(turn))) == ""
        await game.press("space")
        await settle(game)
        assert "Solved" in "\n".join(shown(game.app))
        await game.press("b")
        assert "first puzzle" in "\n".join(shown(game.app))
        await game.press("n")
        assert screen.puzzle.id == shipped_puzzles()[1].id


async def test_puzzles_are_listed_with_their_position_and_goal_and_a_solved_one_is_marked(tmp_path: Path) -> None:
    async with playing(tmp_path, look="pipes") as game:
        first = shipped_puzzles()[0]
        keep_solved(game.app.context, first.id)
        game.app.go("wall")
        await settle(game)
        await game.press("down", "down", "enter")
        await settle(game)
        screen = game.app.screen
        assert isinstance(screen, WallPuzzlesScreen)
        assert screen.choices.value == 1, "the first that is not solved"
        assert any("✓ Win in 1, 5x5, 1" in line for line in shown(game.app))
        assert game.text_of("goal") == "Win in 1, 5x5, 2\nred to win in 1 turn"
        drawn = "".join(strip.text for strip in screen.query_one("#wall-board").render_lines(Region(0, 0, 30, 16)))
        assert set(drawn) & set("▀▄█"), "the position in pixels"
        await game.press("end", "enter")
        assert isinstance(game.app.screen, WallPuzzleScreen)
        assert game.app.screen.puzzle == shipped_puzzles()[-1]
        await game.press("q")
        await settle(game)
        assert screen.is_current
        assert screen.choices.value == 1


async def test_the_menu_shows_a_board_for_each_size_and_variant(tmp_path: Path) -> None:
    async with playing(tmp_path, look="pipes") as game:
        game.app.go("wall")
        await settle(game)
        for row, names in (("size", ("5x5", "6x6", "8x8", "11x11", "12x10")), ("variant", ("standard", "freestyle"))):
            screen = game.app.screen
            assert isinstance(screen, WallMenuScreen)
            screen.show(row)
            await settle(game)
            beside = "\n".join(line[44:] for line in shown(game.app)[1:-2])
            assert all(name in beside for name in names), row


async def test_the_best_turns_are_staged_one_after_the_other(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = WallAnalysisScreen(game.app.context, analysis_from(start("standard", 5, 5)))
        game.app.push_screen(screen)
        await settle(game)
        best = [each.turn for each in screen._analysis.ranking if each.turn != Turn()]
        assert len(best) > 1
        for turn in (*best, best[0]):
            await game.press("i")
            assert screen.staging.turn == turn
            assert any(line.strip().startswith(f"▸ {turn}") for line in game.text_of("panel").splitlines())


async def test_a_wide_window_shows_the_clocks_in_big_figures(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(140, 40)) as game:
        terms = Terms(start("standard", 5, 5), ("you", "friend"), "10+2")
        game.app.push_screen(WallMatchScreen(game.app.context, Match(terms, game.app.context.now)))
        await settle(game)
        assert sum("█ █" in line for line in game.text_of("panel").splitlines()) >= 2
        await game.pilot.resize_terminal(100, 40)
        await game.until(lambda: "10:00" in game.text_of("panel"))


async def test_lessons_lead_one_to_the_next_and_the_last_to_the_puzzles(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.go("wall")
        await settle(game)
        await game.press("down", "enter")
        await settle(game)
        for number, turn in enumerate(("Ca3", "^e2", ">a1", "^c2.^d2", "Cc4.^c1")):
            screen = game.app.screen
            assert isinstance(screen, WallLessonScreen)
            assert screen.lesson == WALL_LESSONS[number]
            await game.press("space", "space")
            assert "Try another" in "\n".join(shown(game.app))
            assert screen.staging.stage(read_turn(turn)) == ""
            await game.press("space")
            following = "puzzles" if number == len(WALL_LESSONS) - 1 else "next lesson"
            assert f"n opens the {following}." in " ".join(" ".join(shown(game.app)).split())
            await game.press("n")
            await settle(game)
            assert game.text_of("said").strip() == ""
        assert isinstance(game.app.screen, WallPuzzleScreen)
        await game.press("q")
        await settle(game)
        assert "5 of 5 done" in "\n".join(shown(game.app))


async def test_a_small_window_shows_the_turn(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        await opened(game)
        await game.press("down", "enter")
        text = "\n".join(shown(game.app))
        assert re.search(r"red 13 +blue 14 +Ca7", text)


async def test_a_small_window_has_room_for_each_lesson_with_its_whole_board(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        for number, lesson in enumerate(WALL_LESSONS):
            game.app.push_screen(WallLessonScreen(game.app.context, number))
            await settle(game)
            rows = shown(game.app)[1:-1]
            assert [row[:3].strip() for row in rows if row[:3].strip().isdigit()] == ["5", "4", "3", "2", "1"]
            assert lesson.before in " ".join(" ".join(row[23:] for row in rows).split())


WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


async def test_the_cursor_goes_by_a_cell_or_a_side_and_stops_at_the_border(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen, random = await opened(game, 4, 3), Random(7)
        kind, file, rank = "cell", 0, 2  # red's cat
        most = {"cell": (3, 2), "right of": (2, 2), "above": (3, 1)}  # the last file and rank of each
        after = {"cell": "right of", "right of": "above", "above": "cell"}
        for _ in range(400):
            if random.random() < 0.15:
                screen.action_slot()
                kind = after[kind]
                file, rank = min(file, most[kind][0]), min(rank, most[kind][1])
            else:
                to = random.choice(list(WAYS))
                screen.action_move(to)
                file = min(max(file + WAYS[to][0], 0), most[kind][0])
                rank = min(max(rank + WAYS[to][1], 0), most[kind][1])
            assert screen.cursor == (3 * file + rank if kind == "cell" else Wall(kind == "above", file, rank))


async def test_a_wall_is_built_on_each_side_of_a_cell_but_not_on_the_border(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 4, 3)
        for file, letter in enumerate("abcd"):
            for rank in range(3):
                built = {
                    "left": f">{'abcd'[file - 1]}{rank + 1}" if file else "",
                    "right": f">{letter}{rank + 1}" if file < 3 else "",
                    "up": f"^{letter}{rank + 1}" if rank < 2 else "",
                    "down": f"^{letter}{rank}" if rank else "",
                }
                for to, wall in built.items():
                    screen.cursor = 3 * file + rank
                    screen.action_wall(to)
                    assert str(screen.staging.turn) == (wall or "---")
                    said = screen.query_one("#said", Lines).text.strip()
                    assert said == ("" if wall else "The border is not a free slot.")
                    screen.action_back()


async def test_enter_moves_whichever_piece_can_go_to_the_cell(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 4, 4)  # red's cat is on a4 and its mouse on a1
        for file, letter in enumerate("abcd"):
            for rank in range(4):
                cell = f"{letter}{rank + 1}"
                for takes_mouse in (False, True):
                    screen.begin_turn()
                    screen.mouse, screen.cursor = takes_mouse, 4 * file + rank
                    screen.action_put()
                    far = {"C": file + 3 - rank, "M": file + rank}  # steps from the cat and the mouse
                    near = [piece for piece in ("MC" if takes_mouse else "CM") if 0 < far[piece] <= 2]
                    is_own = 0 in far.values()  # Enter on a piece takes it up
                    expected = f"{near[0]}{cell}" if near and not is_own else "---"
                    assert str(screen.staging.turn) == expected
                    if is_own:
                        assert screen.mouse == (far["M"] == 0)
                    elif near:
                        assert screen.mouse == (near[0] == "M")
                    while screen.staging.turn != Turn():
                        screen.staging.back()


VALUES = {  # of the menu, as far as they are few, in the order in which the arrows go through them
    "opponent": ("easy", "medium", "hard", "expert", "friend"),
    "variant": ("standard", "classic", "freestyle"),
    "colour": ("red", "blue"),
}


async def test_the_arrows_and_enter_go_through_every_value_of_the_menu_and_around(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.go("wall")
        await game.pilot.pause()
        screen = game.app.screen
        assert isinstance(screen, WallMenuScreen)

        def chosen(name: str) -> str:
            (found,) = [row for row in screen.rows() if row.value == name]
            return next(words.strip() for words, tone in found.words if tone == "good")

        for name, values in VALUES.items():
            screen.show(name)
            assert chosen(name) == values[0]
            for value in (*values[1:], values[0]):
                screen.action_change(1)
                assert chosen(name) == value
            screen.action_change(-1)
            assert chosen(name) == values[-1]
            await game.press("enter")
            assert chosen(name) == values[0]
        for name in ("size", "clock"):
            screen.show(name)
            found = [chosen(name)]
            screen.action_change(1)
            while chosen(name) != found[0]:
                found.append(chosen(name))
                screen.action_change(1)
            assert len(set(found)) == len(found) > 2


async def test_an_analysis_lists_the_turns_around_the_one_that_led_here(tmp_path: Path) -> None:
    played = random_game(Random(1), 5, 5)
    record = Record(played.positions[0], tuple(played.turns), "*", "-")
    last = len(played.turns)
    async with playing(tmp_path) as game:
        game.app.context.answerer = Never()  # type: ignore[assignment]
        for rows, room in ((24, 10), (15, 3), (40, 26)):
            await game.pilot.resize_terminal(80, rows)
            screen = WallAnalysisScreen(game.app.context, Analysis(record))
            await game.app.push_screen(screen)
            for at in range(last + 1):
                if at:
                    screen.action_step(1)
                lines = ["".join(piece[0] for piece in words) for words in screen.panel()]
                listed = [found for line in lines if (found := re.fullmatch(r"([▸ ]) +(\d+)  (.+)", line))]
                first = max(1, min(at - room // 2 + 1, last - room + 1))
                numbers = range(first, min(first + room, last + 1))
                assert [(int(number), turn) for _, number, turn in map(re.Match.groups, listed)] == [
                    (number, str(played.turns[number - 1])) for number in numbers
                ]
                assert [int(found[2]) for found in listed if found[1] == "▸"] == [at] * (at > 0)
                assert screen.headline().state[0][0] == f"turn {at} of {last}"


async def test_a_game_lists_its_latest_turns_two_to_a_line(tmp_path: Path) -> None:
    played = random_game(Random(1), 5, 5)
    async with playing(tmp_path) as game:
        for begins, rows in ((0, 24), (1, 24), (0, 16), (0, 40)):
            await game.pilot.resize_terminal(80, rows)
            terms = Terms(played.positions[begins], ("you", "friend"))
            screen = WallMatchScreen(game.app.context, Match(terms, game.app.context.now))
            await game.app.push_screen(screen)
            words = ["…"] * begins
            for turn in played.turns[begins:-1]:
                assert screen.match.play(turn)
                words.append(str(turn))
                lines = ["".join(piece[0] for piece in pieces) for pieces in screen.panel()]
                listed = [
                    found.groups()
                    for line in lines
                    if (found := re.fullmatch(r" ([ \d]\d) ([CM>^…-]\S*) *(\S*)", line))
                ]
                pairs = [(f"{at // 2 + 1:>2}", *[*words[at : at + 2], ""][:2]) for at in range(0, len(words), 2)]
                assert listed
                assert listed == pairs[-len(listed) :]


async def test_the_ways_that_are_shown_are_as_short_as_they_can_be(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        for seed in range(4):
            at = random_game(Random(seed), 5, 4).positions[-2]
            screen = WallMatchScreen(game.app.context, Match(Terms(at, ("you", "friend")), game.app.context.now))
            await game.app.push_screen(screen)
            assert screen.view().ways == (frozenset(), frozenset())
            screen.action_ways()
            for side, cells in enumerate(screen.view().ways):
                assert len(cells) == at.distance(side) + 1 if cells else at.distance(side) == 0
                assert not cells or {at.cat(side), at.mouse(1 - side)} <= cells
            screen.action_ways()
            assert screen.view().ways == (frozenset(), frozenset())


async def test_an_analysis_begins_at_the_turn_that_was_looked_at(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.answerer = Never()  # type: ignore[assignment]
        screen = await opened(game, 4, 4)
        for turn in ("Ca3", "Cd3", "Ca2"):
            screen.send(read_turn(turn))
        screen.match.resign(1)
        for steps, expected in ((0, "turn 3 of 3"), (1, "turn 2 of 3"), (1, "turn 1 of 3"), (2, "turn 0 of 3")):
            for _ in range(steps):
                screen.action_move("left")
            screen.action_analyse()
            await game.pilot.pause()
            analysis = game.app.screen
            assert isinstance(analysis, WallAnalysisScreen)
            assert analysis.headline().state[0][0] == expected
            analysis.leave()
            await game.pilot.pause()


async def test_who_does_something_else_is_asked_anew_whether_to_pass(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 4, 4)
        screen.action_send()
        assert "space passes" in game.text_of("said").replace("\n", " ")
        screen.action_wall("right")
        screen.action_back()
        screen.action_send()
        assert turns(screen) == []
        screen.action_send()
        assert turns(screen) == ["---"]
        screen.action_send()
        assert turns(screen) == ["---"], "the other player is asked, too"


async def test_an_answer_to_a_puzzle_that_was_left_is_not_heard(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        late = Late()
        game.app.context.answerer = late  # type: ignore[assignment]
        screen = WallPuzzleScreen(game.app.context, 1)
        await game.app.push_screen(screen)
        screen.send(Turn())
        await game.until(lambda: bool(late.waiting))
        assert not screen.may_act
        for step in (1, -1):
            screen.action_following(step)
            assert screen.may_act
            assert game.text_of("said").strip() == ""
        await game.until(lambda: late.waiting[0].cancelled())


async def test_the_menu_lists_five_games_that_go_on_and_all_that_are_over(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(80, 40)) as game:
        made = Summary("", "wall", "you against easy", "5x5", 65.0, False, 0.0)
        games = [
            made._replace(file=f"/x/{number}.journal", title=f"you against {number}", finished=number % 2 == 0)
            for number in range(14)
        ]
        game.app.context.library.others = lambda prefix: games  # type: ignore[method-assign]
        game.app.go("wall")
        await game.pilot.pause()
        screen = game.app.screen
        assert isinstance(screen, WallMenuScreen)
        listed = [(row.value, "".join(words for words, _ in row.words)) for row in screen.rows()]
        rows = [text for value, text in listed if value and value.startswith("game ")]
        going = [f" go on {f'you against {number}':<19}     5x5    1:05" for number in (1, 3, 5, 7, 9)]
        over = [f"  {f'you against {number}':<24}     5x5    1:05" for number in range(0, 14, 2)]
        assert rows == [*going, *over]


async def test_a_click_in_a_window_that_is_too_low_for_the_board_is_for_the_cell_that_is_seen_there(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, size=(40, 15)) as game:
        screen = await opened(game, 12, 10)
        for _ in range(9):
            screen.action_move("down")
        await game.pilot.pause()
        rows = shown(game.app)
        assert not any(row.startswith("10 ") for row in rows), "the upper rows are out of sight"
        y = next(number for number, row in enumerate(rows) if row.startswith(" 2 "))
        x = rows[y + 2].index("M")
        await game.pilot.click(offset=(x, y))
        assert str(screen.staging.turn) == "Ma2"
        for place in ((x, 0), (39, 14), (0, y)):  # the heading, the keys, and the rim of the board
            await game.pilot.click(offset=place)
            assert str(screen.staging.turn) == "Ma2"
        await game.pilot.click(offset=(x + 2, y))
        assert str(screen.staging.turn) == "Ma2.>a2"
        for _ in range(11):
            screen.action_move("right")
        await game.pilot.pause()
        rows = shown(game.app)
        y = next(number for number, row in enumerate(rows) if "m" in row.split())
        x = rows[y].index("m")
        assert x > 30, "the columns at the right are seen"
        assert not any(row.startswith(" 2 ") for row in rows), "and those at the left no more"
        await game.pilot.click(offset=(x, y))
        assert screen.cursor == screen.match.position.mouse(1)


async def test_the_panel_stands_beside_a_board_where_that_is_seen_whole_else_below_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        for variant, (width, height), columns in (("standard", (8, 8), 63), ("freestyle", (12, 10), 79)):
            terms = Terms(start(variant, width, height), ("you", "friend"))
            screen = WallMatchScreen(game.app.context, Match(terms, game.app.context.now))
            await game.app.push_screen(screen)
            board, beside = screen.query_one("#wall-board"), screen.query_one("#beside")
            least = 7 + 1 + 2 * height  # rows: with a panel of four lines below the board
            for window, rows in (
                ((columns, 24), None),
                ((columns - 1, max(20, least)), 4),
                ((columns - 1, max(20, least) - 1), 1),
                ((columns - 1, 15), 1),
                ((columns, 15), None),
            ):
                await game.pilot.resize_terminal(*window)
                for _ in range(4):
                    await game.pilot.pause()
                if rows is None:
                    assert beside.region.x == board.region.right
                    assert beside.region.width == 26
                else:
                    assert (beside.region.y, beside.region.height) == (board.region.bottom, rows)
                    assert len([line for line in game.text_of("panel").splitlines() if line.strip()]) >= min(rows, 3)
                assert board.region.width >= 3 + 4 * width
                assert ("1 action" in game.text_of("panel") or "2 actions" in game.text_of("panel")) == (rows != 1)


async def test_from_puzzle_to_puzzle_the_panel_goes_where_the_board_leaves_room(tmp_path: Path) -> None:
    sizes = [(puzzle.position.width, puzzle.position.height) for puzzle in shipped_puzzles()]
    large = sizes.index((8, 8))
    assert max(sizes[large - 1]) < 8
    async with playing(tmp_path, size=(62, 24)) as game:
        screen = WallPuzzleScreen(game.app.context, large - 1)
        await game.app.push_screen(screen)
        for step, is_beside in ((0, True), (1, False), (-1, True)):
            if step:
                screen.action_following(step)
            for _ in range(3):
                await game.pilot.pause()
            board, beside = screen.query_one("#wall-board").region, screen.query_one("#beside").region
            assert (beside.x == board.right) == is_beside
            assert (beside.y == board.bottom) == (not is_beside)
            assert "steps to" in game.text_of("panel") or not is_beside


async def test_a_game_is_copied_as_one_line_and_that_is_said(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 4, 4)
        screen.send(read_turn("Ca3"))
        screen.action_copy()
        assert game.app.clipboard == "wall1 standard 4x4 * - Ca3"
        said = " ".join(game.text_of("said").split())
        assert said == "Copied: the game as one line, which termpuzzles wall check reads."


async def test_what_was_said_goes_with_the_next_key(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await opened(game, 4, 4)
        screen.mouse = True  # so that Enter takes up the cat
        for key in ("enter", "left", "x", "tab", "d", "u"):
            screen.show_message("Somebody is at the door.")
            await game.press(key)
            assert game.text_of("said").strip() == "", key
            if key == "x":
                await game.press("x", "x")
