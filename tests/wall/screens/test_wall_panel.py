"""What the Wall Game shows and says in each state of a game, as a person has read and approved it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from termpuzzles.company.meetings import Invitation, left_meeting
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.wall.game.engine import Best
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.puzzles import TryResult
from termpuzzles.wall.game.records import read_line
from termpuzzles.wall.game.rules import successors, turn_between
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.offers import Offer
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.board import WallBoardScreen
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzleScreen
from termpuzzles.wall.screens.seat import WallSeatScreen, door_of
from termpuzzles.wall.screens.words import ahead_lines, steps_lines
from termpuzzles.wall.slots import LOBBY
from tests.approved import approve
from tests.tui.apps import playing, shown
from tests.wall.game.games import random_game
from tests.wall.match.test_matches import ANN, BOB, GUEST, World, both
from tests.wall.match.test_matches import playing as in_a_match


class Engine:
    """Answers once it is told what."""

    def __init__(self) -> None:
        self.answers = asyncio.Queue[Best]()

    async def answer(self, question: object) -> object:
        return await self.answers.get()


def told(what: str, screen: WallBoardScreen) -> list[str]:
    """Whose turn it is, what the screen says, and the marks on the board."""
    view = screen.view()
    marks = {
        "staged": sorted(map(str, view.staged)),
        "latest": sorted(map(str, view.latest)),
        "trail": sorted(view.trail),
        "targets": sorted(view.targets),
        "forbidden": len(view.forbidden),
        "cursor": view.cursor,
        "chosen": view.chosen,
    }
    state = "".join(words for words, _ in screen.headline().state)
    said = " ".join(screen.query_one("#said", Lines).text.split())
    drawn = ", ".join(f"{name} {value}" for name, value in marks.items() if value not in ([], None))
    return [f"{what}: {state}: {said}", f"    {drawn}"]


def seen(what: str, screen: WallBoardScreen) -> list[str]:
    """The panel as well."""
    lines = told(what, screen)
    for words in screen.query_one("#panel", Lines).lines:
        lines.append("".join(f"<{text.strip()}>" if tone == "hint" else text for text, tone, *_ in words).rstrip())
    return [*lines, ""]


async def test_a_game_of_two_is_as_approved(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        terms = Terms(start("standard", 4, 4), ("you", "friend"), "3+2")
        screen = WallMatchScreen(game.app.context, Match(terms, game.app.context.now))
        await game.app.push_screen(screen)
        await game.pilot.pause()
        lines = seen("at first", screen)
        screen.action_send()
        lines += told("nothing is sent", screen)
        screen.action_move("down")
        screen.action_put()
        lines += told("a step", screen)
        screen.action_piece()
        screen.action_slot()
        lines += told("the mouse, and the cursor on a wall", screen)
        screen.action_put()
        lines += seen("a wall", screen)
        screen.action_wall("left")
        game.time.now += 7
        screen.action_send()
        lines += told("the first turn is over", screen)
        screen.action_take_back()
        lines += told("taken back", screen)
        screen.send(read_turn("Ca2"))
        screen.send(read_turn("Cd3.>a1"))
        lines += told("two turns", screen)
        game.time.now += 65
        screen.action_resign()
        lines += told("asked whether to resign", screen)
        screen.action_resign()
        lines += told("resigned", screen)
        for step in ("left", "left", "left", "right", "up", "down"):
            screen.action_move(step)
            lines += told(step, screen)
        screen.action_send()
        screen.action_draw()
        lines += seen("over", screen)
    approve(__file__, "wall-panel", "\n".join(lines))


async def test_what_is_said_against_the_engine_is_as_approved(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        engine = Engine()
        game.app.context.answerer = engine  # type: ignore[assignment]
        terms = Terms(start("standard", 4, 4), ("you", "easy"))
        screen = WallMatchScreen(game.app.context, Match(terms, game.app.context.now))
        await game.app.push_screen(screen)
        await game.pilot.pause()

        async def answered(turn: str) -> None:
            count = len(screen.match.game.turns)
            engine.answers.put_nowait(Best(read_turn(turn), 0, 1))
            await game.until(lambda: len(screen.match.game.turns) > count)

        screen.action_advice()
        lines = told("advice is asked for", screen)
        engine.answers.put_nowait(Best(read_turn("Ca2"), 3, 1))
        await game.until(lambda: "would play" in screen.query_one("#said", Lines).text)
        lines += told("advice", screen)
        screen.action_draw()
        lines += told("a draw is offered", screen)
        screen.send(read_turn("Ca3"))
        lines += told("the engine thinks", screen)
        screen.action_resign()
        screen.action_move("down")
        screen.action_put()
        lines += told("a turn is planned", screen)
        screen.action_send()
        lines += told("a turn is promised", screen)
        await answered("Cd3")
        lines += told("the engine and the promise have moved", screen)
        screen.action_put()
        screen.action_wall("right")
        await answered("Cd2.>a2")
        lines += told("what was planned is partly legal", screen)
        screen.action_again()
        screen.action_analyse()
        lines += told("another game and analysis are refused", screen)
        screen.send(read_turn("^c3"))
        screen.action_wall("up")
        await answered("Cd1")
        lines += told("what was planned is staged", screen)
    approve(__file__, "said-against-the-engine", "\n".join([*lines, ""]))


async def test_what_is_said_of_lessons_and_puzzles_is_as_approved(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        lines = []
        for made in (WallPuzzleScreen(game.app.context, 0), WallLessonScreen(game.app.context, 0)):
            await game.app.push_screen(made)
            await game.pilot.pause()
            lines += told(type(made).__name__, made)
            made.action_wall("up")
            lines += told("a wall", made)
        puzzle, lesson = WallPuzzleScreen(game.app.context, 59), WallLessonScreen(game.app.context, 4)
        await game.app.push_screen(puzzle)
        puzzle.action_following(1)
        lines += told("the last puzzle", puzzle)
        puzzle.action_following(-1)
        lines += told("the one before", puzzle)
        await game.app.push_screen(lesson)
        await game.pilot.pause()
        lesson.send(Turn())
        lines += told("no turn at all", lesson)
    approve(__file__, "said-of-lessons-and-puzzles", "\n".join([*lines, ""]))


async def test_what_is_said_in_a_match_is_as_approved(tmp_path: Path) -> None:
    world, lines = World(), list[str]()
    async with in_a_match(world, Offer("standard", "4x4", "10+2", True, "red")) as (ann, bob):
        red, blue = both(ann, bob)
        async with playing(tmp_path) as game:
            screen = WallSeatScreen(game.app.context, ann.lobby, ann.begun.result(), red)
            await game.app.push_screen(screen)
            await game.pilot.pause()

            async def heard(what: str, so: Callable[[], bool]) -> None:
                await game.until(so)
                await game.pilot.pause()
                lines.extend(["keys " + " ".join(screen.keys_now), *told(what, screen)])

            def said() -> str:
                return screen.query_one("#said", Lines).text

            await heard("at first", lambda: red.state.get("away") == [None, None])
            assert (screen.meeting, screen.keeps_the_front) == (ann.begun.result(), True)
            for action in ("advice", "again", "analyse", "resign"):
                getattr(screen, f"action_{action}")()
                lines += told(action, screen)
            screen.action_take_back()
            await heard("a turn is asked back", lambda: "rated game" in said())
            screen.send(read_turn("Ca3"))
            await heard("a turn", lambda: len(red.events) == 1)
            blue.play(read_turn("Cd3"))
            await heard("the other's turn", lambda: len(red.events) == 2)
            blue.ask("draw")
            await heard("the other offers a draw", lambda: bool(red.asked))
            screen.action_decline()
            await heard("declined", lambda: not red.asked)
            screen.action_draw()
            lines += told("a draw is offered", screen)
            screen.action_resign()
            screen.action_resign()
            await heard("resigned", lambda: red.game.outcome is not None and "ratings" in red.state)
            assert not screen.keeps_the_front
            blue.ask("again")
            await heard("the other wants another game", lambda: "wants another game" in said())
    approve(__file__, "said-in-a-match", "\n".join([*lines, ""]))


async def test_of_the_name_of_another_player_as_much_is_shown_as_there_is_room_for(tmp_path: Path) -> None:
    async with in_a_match(World(), Offer("standard", "4x4", "10+2", True, "red")) as (ann, bob):
        red, _ = both(ann, bob)
        red.terms = red.terms._replace(names=("abcdefghijklmnopqrstuvwxyz",) * 2)
        async with playing(tmp_path) as game:
            screen = WallSeatScreen(game.app.context, ann.lobby, ann.begun.result(), red)
            await game.app.push_screen(screen)
            await game.until(lambda: red.state.get("away") == [None, None])
            assert screen.who(1) == (("abcdefghi ", "text"),)
            assert screen.headline().state[0][0] == "your turn"
            screen.send(read_turn("Ca3"))
            await game.until(lambda: len(red.events) == 1)
            assert screen.headline().state[0][0] == "abcdefghijkl to move"
            assert list(screen.waits()) == [(("  abcdefghijklmnopqr is thinking …", "faint"),)]
            red.state["away"] = [None, 5]
            assert list(screen.waits()) == [(("  abcdefghijklmnopqr is away", "faint"),)]
            assert [tone for side in (0, 1) for _, tone in screen.who(side)] == ["text", "faint"]


async def test_whoever_watches_a_match_changes_nothing(tmp_path: Path) -> None:
    world = World()
    async with in_a_match(world, Offer("standard", "4x4", "10+2", True, "red")) as (ann, bob):
        red, _ = both(ann, bob)
        guest = Lobby(world.here, GUEST)
        match = await guest.open(ann.begun.result())
        async with playing(tmp_path) as game:
            screen = WallSeatScreen(game.app.context, guest, ann.begun.result(), match)
            await game.app.push_screen(screen)
            await game.pilot.pause()
            assert screen.keys_now == ("wall.leave",)
            assert (screen.headline().name, screen.keeps_the_front, screen.may_act) == ("Watching", False, False)
            for action in ("take_back", "draw", "decline", "claim", "resign", "again"):
                screen.show_message("")
                getattr(screen, f"action_{action}")()
                assert screen.query_one("#said", Lines).text.strip() == "You are watching this game."
            for action in ("put", "send"):
                screen.show_message("")
                getattr(screen, f"action_{action}")()
                assert screen.query_one("#said", Lines).text.strip() == "It is not your turn."
            await game.pilot.pause(0.05)
            assert not red.events
            assert red.asked == ""
        match.leave()


async def test_what_is_said_in_an_analysis_is_as_approved(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        engine, lines = Engine(), list[str]()
        game.app.context.answerer = engine  # type: ignore[assignment]
        record = read_line("wall1 standard 3x3 1-0 knockout Cb2 --- Cc1")
        screen = WallAnalysisScreen(game.app.context, Analysis(record))
        await game.app.push_screen(screen)
        await game.pilot.pause()
        lines += told("at first", screen)
        screen.action_advice()
        lines += told("there is no advice yet", screen)
        engine.answers.put_nowait(Best(read_turn("Cb2"), 4, 2))
        await game.until(lambda: "…" not in str(list(screen.panel())))
        lines += told("the engine has answered", screen)
        screen.action_advice()
        lines += told("its turn is staged", screen)
        screen.send(read_turn("Ca2"))
        lines += told("another turn was played", screen)
        screen.action_restore()
        lines += told("back to the record", screen)
        for step in (1, 1, -1, 999_999):
            screen.action_step(step)
            lines += told(f"a step of {step}", screen)
        screen.action_send()
        screen.action_advice()
        lines += told("over", screen)
        screen.action_copy()
        lines += [*told("copied", screen), game.app.clipboard]
        screen.action_copy_position()
        lines += [*told("the position is copied", screen), game.app.clipboard]
    approve(__file__, "said-in-an-analysis", "\n".join([*lines, ""]))


async def test_what_is_said_of_answers_to_a_puzzle_is_as_approved(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        answers, lines = Engine(), list[str]()
        game.app.context.answerer = answers  # type: ignore[assignment]
        screen = WallPuzzleScreen(game.app.context, 59)
        await game.app.push_screen(screen)
        await game.pilot.pause()

        async def tried(turn: str, found: TryResult) -> None:
            screen.send(read_turn(turn))
            lines.extend(told(f"{turn} is tried", screen))
            assert not screen.may_act
            answers.answers.put_nowait(found)  # type: ignore[arg-type]
            await game.until(lambda: screen.may_act)
            lines.extend(told(f"{turn} is answered", screen))

        at = screen.puzzle.position
        reached = next(each for each in successors(at) if each.pieces != at.pieces)
        turn = str(turn_between(at, reached))
        answer = turn_between(reached, next(iter(successors(reached))))
        await tried(turn, TryResult(False, None, False))
        await tried(turn, TryResult(False, answer, False))
        await tried(turn, TryResult(True, answer, False))
        screen.action_following(-1)
        lines += told("another puzzle", screen)
    approve(__file__, "said-of-answers", "\n".join([*lines, ""]))


@pytest.mark.parametrize("colour", ["red", "blue"])
async def test_a_player_may_come_back_to_a_match_until_it_is_over(colour: str, tmp_path: Path) -> None:
    world = World()
    async with in_a_match(world, Offer("standard", "4x4", "10+2", True, colour)) as (ann, bob):
        mine, theirs = both(ann, bob)
        name = ann.begun.result()
        async with playing(tmp_path) as game:
            screen = WallSeatScreen(game.app.context, ann.lobby, name, mine)
            await game.app.push_screen(screen)
            left = left_meeting(game.app.context)
            assert left is not None
            assert (left.kind, left.meeting, left.host, left.guests) == ("wall", name, ANN, (BOB,))
            assert (left.name_of(ANN), left.name_of(BOB)) == ("anna", "bob")
            assert left.about == {"what": mine.terms.title}
            mover = mine if mine.side == mine.position.side else theirs
            mover.play(read_turn("Ca3"))
            await game.until(lambda: len(mine.events) == 1)
            await game.pilot.pause()
            assert left_meeting(game.app.context) == left
            theirs.ask("resign")
            await game.until(lambda: "resigned" in screen.query_one("#said", Lines).text)
            assert left_meeting(game.app.context) is None
            screen.leave()
            await game.pilot.pause()
            again = WallSeatScreen(game.app.context, ann.lobby, name, await ann.lobby.open(name))
            await game.app.push_screen(again)
            assert left_meeting(game.app.context) is None, "it was over already"


async def test_a_door_leads_to_a_match_that_has_begun_and_else_waits_for_it(tmp_path: Path) -> None:
    world = World()
    async with in_a_match(world, Offer("standard", "4x4", "10+2", True, "red")) as (ann, bob):
        both(ann, bob)
        async with playing(tmp_path) as game:
            LOBBY.fill(game.app.context, ann.lobby)
            begun = Invitation("wall", BOB, (ANN,), {"what": "something"}, ann.begun.result())
            door = door_of(game.app.context, begun)
            assert door.headline().about == "something"
            game.app.push_screen(door)
            await game.until(lambda: isinstance(game.app.screen, WallSeatScreen))
            assert door not in game.app.screen_stack
            game.app.push_screen(door_of(game.app.context, Invitation("wall", BOB, (ANN,))))
            await game.until(lambda: any("Waiting …" in line for line in shown(game.app)))
            assert door_of(game.app.context, Invitation("wall", BOB, (ANN,))).headline().about == ""


def lines_of(words: Iterator[Words]) -> list[str]:
    return ["".join(text for text, *_ in line) for line in words]


def test_after_each_of_the_latest_turns_it_is_told_whose_way_was_the_shorter() -> None:
    positions = random_game(Random(5), 5, 4).positions
    leads = [at.distance(1) - at.distance(0) for at in positions[1:]]
    assert len(leads) > 6
    for room in (100, 13, 8):
        _, bars, sides = lines_of(ahead_lines(positions, True, room))
        shown = leads[-(room // 2) :]
        assert sides.split() == ["r" if lead > 0 else "b" if lead else "=" for lead in shown]
        heights = ["▁▂▃▄▅▆▇█".index(bar) for bar in bars.split()]
        most = max(map(abs, shown))
        assert heights == [round(7 * abs(lead) / most) for lead in shown]
    assert not lines_of(ahead_lines(positions, False, 100))
    assert not lines_of(ahead_lines(positions[:4], True, 100))
    assert lines_of(ahead_lines(positions[:5], True, 100))


def test_a_wide_panel_says_whose_way_a_turn_changes() -> None:
    before = start("standard", 5, 4)
    after = before._replace(pieces=(before.pieces[0] + 1, *before.pieces[1:]))
    old, new = before.distance(0), after.distance(0)
    assert new < old
    told = f"  red's way shrinks from {old} to {new}"
    assert told in lines_of(steps_lines(after, before, True, 44))
    assert told not in lines_of(steps_lines(after, before, True, 43))
    assert f"  red's way grows from {new} to {old}" in lines_of(steps_lines(before, after, True, 44))
    assert not [line for line in lines_of(steps_lines(after, after, True, 44)) if "way" in line]
