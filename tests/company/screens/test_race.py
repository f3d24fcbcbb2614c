"""A race on the screen: the room in which its players gather, and the bars of the others."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from termpuzzles.company.meetings import (
    Attendance,
    Company,
    Invitation,
    LocalExchange,
    Meeting,
    await_invitations,
)
from termpuzzles.company.records import Ended, Figures
from termpuzzles.company.screens.race import RaceScreen, RoomScreen, begin_race
from termpuzzles.company.slots import COMPANY, LEFT
from termpuzzles.errors import PuzzleError
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.tui.app import PuzzleApp
from termpuzzles.tui.screens import play
from termpuzzles.tui.screens.palette import PuzzlePalette
from termpuzzles.tui.widgets.lines import Lines
from tests.company.pictures import a_race
from tests.company.races import records
from tests.tui.apps import Game, Never, playing, shown
from tests.tui.past import NOW

A_MOVE = 400  # bytes that whatever a player sees of a move may take


def known(name: str) -> tuple[str, str]:
    if name == "nobody":
        raise ValueError("nobody of that name is known")
    return name.lower(), name


def company(game: Game) -> LocalExchange:
    exchange, library = LocalExchange(), game.app.context.library
    races = records(lambda: library.today().timestamp())
    COMPANY.fill(game.app.context, Company("ann", exchange, known, races))
    return exchange


def text(game: Game) -> str:
    return " ".join("\n".join(shown(game.app)).split())


async def test_the_bars_leave_a_margin_however_far_the_others_are(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        race = a_race(game.app.context)
        race.reports["bob"] = Figures(80.0, 0.999)
        game.app.push_screen(RaceScreen(game.app.context, race, None))
        await game.until(lambda: any("Bob" in row for row in shown(game.app)))
        (bar,) = [row for row in shown(game.app) if "Bob" in row]
        assert bar.endswith(" 100% ")
        assert any("Carla M…" in row for row in shown(game.app))


async def test_an_idle_racer_sees_clock_and_bars_move_with_each_second_for_a_few_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a service, where any other board that is left alone shows its time every ten seconds."""
    monkeypatch.setattr(play, "_UNTOUCHED", -1.0)  # as if nobody had typed for long
    monkeypatch.setattr(PuzzleApp, "shares_loop", True)
    now, due = 95.0, list[Callable[[], None]]()

    class ByHand(play.Ticking):
        """The clock on the screen, which looks when the test says so."""

        def _wait(self) -> None:
            due.append(self._look)

        def stop(self) -> None:
            due.clear()

    monkeypatch.setattr(play, "Ticking", ByHand)
    async with playing(tmp_path, on_wire=True) as game:
        race = a_race(game.app.context, lambda: now)
        await game.app.push_screen(RaceScreen(game.app.context, race, None))
        await game.until(lambda: any("1:35" in row for row in shown(game.app)) and not game.terminal.is_drawing)
        game.sent()
        for clock, share in (("1:36", "50%"), ("1:37", "60%"), ("1:38", "70%")):
            now += 1
            for player in ("bob", "carla"):
                race.reports[player] = Figures(now, int(share[:2]) / 100)
            due.pop()()
            await game.pilot.pause()
            await game.until(lambda: not game.terminal.is_drawing)
            rows = shown(game.app)
            assert any(clock in row for row in rows)
            assert sum(share in row for row in rows) == 2
            assert 0 < len(game.sent().encode()) <= A_MOVE


async def test_a_room_says_what_each_player_does_and_counts_down_once_all_are_ready(tmp_path: Path) -> None:
    now = [NOW]
    async with playing(tmp_path) as game:
        exchange, heard = company(game), list[Invitation]()
        await_invitations(exchange, "bob", heard.append)
        game.app.context.library.today = lambda: now[0]
        screen = begin_race(game.app.context, "Bob, Carla Maria, 5x5")
        assert isinstance(screen, RoomScreen)
        assert screen.meeting == ""
        game.app.push_screen(screen)
        await game.until(lambda: "The same board for all: Net 5x5." in text(game))
        await game.until(lambda: "Press Enter when you are ready. A hint costs a minute." in text(game))
        assert [row.split() for row in shown(game.app) if "not here" in row or "here" in row.split()] == [
            ["you", "here"],
            ["Bob", "not", "here", "yet"],
            ["Carla", "Maria", "not", "here", "yet"],
        ]
        assert screen.meeting == heard[0].meeting
        others = [Meeting(exchange, name, heard[0], lambda: None, lambda *_: None) for name in heard[0].guests]
        for other in others:
            other.come()
        await game.press("enter")
        await game.until(lambda: "✓ you ready" in text(game) and "Carla Maria here" in text(game))
        assert "It begins once everyone here is ready." in text(game)
        others[0].be_ready()
        await game.until(lambda: "✓ Bob ready" in text(game))
        assert "Press Enter again to begin without those who are not ready." in text(game)
        others[1].refuse()
        await game.until(lambda: "Carla Maria does not come" in text(game))
        await game.until(lambda: "It begins." in text(game))
        for seconds, count in ((0.0, 3), (0.9, 3), (1.1, 2), (2.1, 1)):
            now[0] = NOW + timedelta(seconds=seconds)
            await game.until(lambda: f"{count} …" in text(game))  # noqa: B023 - at once
            assert screen.headline().state[0][0] == f"{count}"
        now[0] = NOW + timedelta(seconds=3)
        assert screen.headline().state[0][0] == ""
        await game.until(lambda: isinstance(game.app.screen, RaceScreen))
        assert game.puzzle.grid.size == 25


async def test_a_room_says_who_cannot_be_invited(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        company(game)
        for line, said in (
            ("nobody", "Nobody of that name is known."),
            ("ann", "Expected each player once, and not yourself."),
            ("bob, bob", "Expected each player once, and not yourself."),
        ):
            game.app.push_screen(begin_race(game.app.context, line))
            await game.until(lambda: "Making a board …" not in text(game) and said in text(game))  # noqa: B023 - at once
            assert "Race Net 7x7" in text(game)


async def test_a_race_takes_the_usual_game_unless_it_names_another(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        company(game)
        game.app.context.settings["game"] = "masyu"
        for line, about in (("bob", "Masyu 7x7"), ("bob net", "Net 7x7"), ("bob infinity 9x5", "∞ Loop 9x5")):
            screen = begin_race(game.app.context, line)
            assert isinstance(screen, RoomScreen)
            assert screen.headline().about == about
        with pytest.raises(PuzzleError, match="the name of another player"):
            begin_race(game.app.context, "5x5")


async def test_a_room_without_a_board_says_that_it_is_made(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        company(game)
        game.app.context.answerer = Never()  # type: ignore[assignment]
        await game.app.push_screen(begin_race(game.app.context, "bob"))
        await game.until(lambda: game.text_of("said").strip() == "Making a board …")


async def test_a_race_begins_above_whatever_covers_its_room_and_leads_back_past_both(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        first, now = game.app.screen, [NOW]
        exchange, heard = company(game), list[Invitation]()
        await_invitations(exchange, "bob", heard.append)
        game.app.context.library.today = lambda: now[0]
        room = begin_race(game.app.context, "bob, 5x5")
        game.app.push_screen(room)
        await game.until(lambda: "Press Enter" in text(game) and bool(heard))
        other = Meeting(exchange, "bob", heard[0], lambda: None, lambda *_: None)
        other.come()
        other.be_ready()
        await game.press("enter")
        await game.until(lambda: "3 …" in text(game))
        game.app.push_screen(palette := PuzzlePalette())
        await game.until(lambda: palette.is_mounted)
        now[0] += timedelta(seconds=60)
        await game.until(lambda: isinstance(game.app.screen, RaceScreen))
        assert room in game.app.screen_stack
        assert palette in game.app.screen_stack
        game.app.screen.leave()  # type: ignore[attr-defined]
        await game.until(lambda: game.app.screen is palette)
        await game.press("escape")
        await game.until(lambda: game.app.screen is first)


async def test_who_leaves_a_room_is_not_waited_for_and_who_is_cut_off_may_come_back(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        exchange, heard = company(game), list[Invitation]()
        await_invitations(exchange, "bob", heard.append)
        for is_cut_off in (True, False):
            heard.clear()
            room = begin_race(game.app.context, "bob, 5x5")
            game.app.push_screen(room)
            await game.until(lambda: "Press Enter" in text(game) and bool(heard))
            other = Meeting(exchange, "bob", heard[0], lambda: None, lambda *_: None)
            other.come()
            await game.until(lambda: other.attendance("ann") is Attendance.HERE)  # noqa: B023 - at once
            if is_cut_off:
                game.app.pop_screen()
            else:
                await game.press("q")
            expected = Attendance.AWAY if is_cut_off else Attendance.REFUSED
            await game.until(lambda: other.attendance("ann") is expected)  # noqa: B023 - at once
            assert LEFT.of(game.app.context) is None, "it has not begun"
            other.end()


async def test_a_race_is_left_for_a_while_but_once_it_is_solved_for_good(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        for is_solved in (False, True):
            race = a_race(game.app.context)
            other = Meeting(race_company(game).exchange, "bob", race.invitation, lambda: None, lambda *_: None)
            other.come()
            screen = RaceScreen(game.app.context, race, None)
            await game.app.push_screen(screen)
            await game.until(lambda: other.attendance("ann") is Attendance.HERE)  # noqa: B023 - at once
            assert (screen.keeps_the_front, screen.makes_way, screen.shown_game) == (True, False, None)
            assert screen.meeting == race.invitation.meeting
            if is_solved:
                solve_it(game)
                assert (screen.keeps_the_front, screen.makes_way) == (False, True)
            screen.leave()
            await game.until(lambda: other.attendance("ann") is Attendance.AWAY)  # noqa: B023 - at once
            await game.until(lambda: (LEFT.of(game.app.context) is None) == is_solved)  # noqa: B023 - at once
            other.end()


def race_company(game: Game) -> Company:
    """The company of the player, which a race has made."""
    return COMPANY.required(game.app.context)


def solve_it(game: Game) -> None:
    """Solve the board that is open, by one move."""
    screen = game.screen
    answer = solve(screen.controller.puzzle)
    assert answer is not None
    screen.controller.carry_out(solving(screen.controller.puzzle, screen.controller.session.state, answer.lines), "")


async def test_enter_races_again_once_the_player_has_seen_that_the_board_is_solved(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.answerer = Never()  # type: ignore[assignment]
        screen = RaceScreen(game.app.context, a_race(game.app.context), None)
        await game.app.push_screen(screen)
        game.time.now += 3
        solve_it(game)
        screen.action_act("play.restart")
        screen.action_act("play.on")
        await game.pilot.pause()
        assert game.app.screen is screen
        assert game.solved, "nor does a race begin anew"
        game.time.now += 1
        screen.action_act("play.restart")
        await game.pilot.pause()
        assert game.app.screen is screen
        assert game.solved
        screen.action_act("play.on")
        await game.until(lambda: isinstance(game.app.screen, RoomScreen))
        assert screen not in game.app.screen_stack


async def test_the_others_are_named_in_eight_columns_with_a_bar_or_how_they_ended(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        race = a_race(game.app.context)
        race.reports["bob"] = Figures(80.0, 0.5, 1, Ended.GAVE_UP)
        for name, short in (("Carlotta", "Carlotta"), ("Carla Ann", "Carla A…"), ("Eve", "Eve")):
            race.invitation = replace(race.invitation, names=("Ann", "Bob", name))
            for figures, told in (
                (Figures(80.0, 0.5), "━━━━━───── 50%"),
                (Figures(80.0, 0.5, 1, Ended.SOLVED), "2:20, helped once"),
            ):
                race.reports["carla"] = figures
                await game.app.push_screen(RaceScreen(game.app.context, race, None))
                await game.pilot.pause()
                rows = [line.strip() for line in game.text_of("panel").splitlines()]
                assert f"{short}  {told}" in rows
                assert "Bob  gave up" in rows


async def test_over_a_board_the_card_takes_less_than_half_of_the_window_and_nine_rows_at_most(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(40, 30)) as game:
        race = a_race(game.app.context)
        for player, name in (("bob", "Bob with a name"), ("carla", "Carla with another name")):
            race.reports[player] = Figures(3725.0, 1.0, 3, Ended.SOLVED)
            names = {"ann": "Ann", "bob": "Bob", "carla": "Carla"} | {player: f"{name} that is far too long"}
            race.invitation = replace(race.invitation, names=tuple(names.values()))
        await game.app.push_screen(RaceScreen(game.app.context, race, None))
        solve_it(game)
        rows = {}
        for height in (10, 13, 14, 19, 20, 21, 22, 24, 40):
            await game.pilot.resize_terminal(40, height)
            await game.pilot.pause()
            await game.pilot.pause()
            words = game.app.screen.query_one("#solved", Lines)
            assert words.region.height == len(words.lines)
            rows[height] = len(words.lines)
        assert rows == {10: 4, 13: 5, 14: 6, 19: 8, 20: 9, 21: 9, 22: 9, 24: 9, 40: 9}
        game.screen.show_message("A message of more than one line in a window of forty columns.")
        await game.pilot.resize_terminal(40, 8)
        await game.until(lambda: len(words.lines) == 2)
        assert words.region.height == 2


async def test_without_a_panel_the_heading_tells_the_place_and_in_narrow_windows_the_time_alone_beside_it(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, size=(60, 24)) as game:
        screen = RaceScreen(game.app.context, a_race(game.app.context), None)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        assert "3rd of 3" not in shown(game.app)[0], "it is told in the panel"
        screen.action_act("play.zen")
        for width, figures in ((60, "1:35   0 moves   3rd of 3"), (59, "1:35   3rd of 3")):
            await game.pilot.resize_terminal(width, 24)
            await game.pilot.pause()
            assert screen.frame.headline().state[0][0] == figures
        solve_it(game)
        assert "of 3" not in screen.frame.headline().state[0][0]


async def test_a_player_in_the_order_of_a_race_takes_more_lines_where_one_is_too_short(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        race = a_race(game.app.context)
        race.reports["carla"] = Figures(62.0, 1.0, 0, Ended.SOLVED)
        race.reports["bob"] = Figures(70.0, 0.4, 0, Ended.GAVE_UP)
        screen = RaceScreen(game.app.context, race, None)
        await game.app.push_screen(screen)
        for name, lines in (
            ("Carla Fourteen", ["1. Carla Fourteen 1:02"]),  # as wide as the card
            ("Carla Fifteenth", ["1. Carla Fifteenth", "   1:02"]),
            ("Carla whose name is too long", ["1. Carla whose name is", "   1:02"]),
        ):
            race.invitation = replace(race.invitation, names=("Ann", "Bob", name))
            seen = [("".join(piece[0] for piece in words), words[0][1]) for words in screen.frame.order()]
            assert seen == [*((line, "text") for line in lines), ("   you 0%", "good"), ("   Bob gave up", "text")]
        race.reports["carla"] = Figures(70.0, 1.0, 1, Ended.SOLVED, by_machine=True)
        lines = [words[0][0] for words in screen.frame.order()]
        assert lines[:3] == ["1. Carla whose name is", "   2:10, helped once,", "   by machine?"]
