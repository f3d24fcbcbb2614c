"""A race on the screen: the room in which its players gather, and the bars of the others."""

from datetime import timedelta
from pathlib import Path

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.play.meetings import Company, Invitation, LocalExchange, Meeting, Standing, await_invitations
from termpuzzles.play.race import Figures
from termpuzzles.tui.screens.dialogs import PuzzlePalette
from termpuzzles.tui.screens.race import RaceScreen, RoomScreen, begin_race
from tests.pictures.company import a_race
from tests.tui.apps import Game, playing, shown
from tests.tui.past import NOW
from tests.tui.screens.test_wall import Never


def known(name: str) -> tuple[str, str]:
    if name == "nobody":
        raise ValueError("nobody of that name is known")
    return name.lower(), name


def company(game: Game) -> LocalExchange:
    exchange = LocalExchange()
    game.app.context.company = Company("ann", exchange, known)
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


async def test_a_room_says_what_each_player_does_and_counts_down_once_all_are_ready(tmp_path: Path) -> None:
    now = [NOW]
    async with playing(tmp_path) as game:
        exchange, heard = company(game), list[Invitation]()
        await_invitations(exchange, "bob", heard.append)
        game.app.context.library.today = lambda: now[0]
        screen = begin_race(game.app.context, "Bob, Carla Maria, 5x5")
        assert screen.meeting == ""
        game.app.push_screen(screen)
        assert isinstance(screen, RoomScreen)
        await game.until(lambda: "The same board for all: Net 5x5." in text(game))
        assert "Press Enter when you are ready. A hint costs a minute." in text(game)
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
        now[0] = NOW + timedelta(seconds=3)
        await game.until(lambda: isinstance(game.app.screen, RaceScreen))
        assert game.puzzle.grid.size == 25


async def test_who_leaves_a_room_does_not_come_and_is_not_waited_for(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        exchange, heard = company(game), list[Invitation]()
        await_invitations(exchange, "bob", heard.append)
        game.app.push_screen(begin_race(game.app.context, "bob, 5x5"))
        await game.until(lambda: bool(heard))
        other = Meeting(exchange, "bob", heard[0], lambda: None, lambda *_: None)
        other.come()
        await game.until(lambda: other.standing("ann") is Standing.HERE)
        await game.press("q")
        assert not isinstance(game.app.screen, RoomScreen)
        await game.until(lambda: other.standing("ann") is Standing.REFUSED)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nobody", "Nobody of that name is known."),
        ("ann", "Expected each player once, and not yourself."),
        ("bob, bob", "Expected each player once, and not yourself."),
    ],
)
async def test_a_room_says_who_cannot_be_invited(line: str, said: str, tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        company(game)
        game.app.push_screen(begin_race(game.app.context, line))
        await game.until(lambda: "Making a board …" not in text(game) and said in text(game))
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
        await game.until(lambda: "Press Enter" in text(game))
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
