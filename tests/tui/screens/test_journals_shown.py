"""What journals come to on the screens that count them, as a person has read and approved it."""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.catalogue.levels import Level, Levels, Pack, packs
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import JournalList, Solve, Summary
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.levels import Fold, LevelsScreen, PackScreen
from tests.approved import approve
from tests.play.test_session import Time
from tests.tui.apps import playing, shown
from tests.tui.past import NOW, TODAY
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import listed


def entry(number: int, game: str, size: str, *solves: tuple[int, float, bool], **more: object) -> Summary:
    """A journal; of each solve the days since then, the seconds, and whether it was without help."""
    made = tuple(Solve(seconds, unaided, (TODAY - timedelta(back)).isoformat()) for back, seconds, unaided in solves)
    title = f"Board {number}"
    found = Summary(f"/none/{number}.journal", game, title, size, 70.0 * number, bool(made), float(number), solves=made)
    return found._replace(**more)  # type: ignore[arg-type]  # the tests name only fields that exist


ENTRIES = (
    *(entry(number, "net", "5x5", (0, 20.0 + number, True), rating="no loop") for number in range(1, 6)),
    *(entry(10 + number, "net", "11x11", (2, 600.0, number > 1), rating="dead end") for number in range(1, 4)),
    *(entry(30 + number, "net", "9x9", (3, 300.0, True)) for number in range(2)),
    *(entry(40 + number, "net", "9x9", (4, 300.0, True)) for number in range(4)),
    entry(20, "net", "11x11", (1, 3725.0, False), rating="no loop", hints=(("no loop", 2), ("pocket", 3))),
    entry(21, "infinity", "7x9", (370, 61.0, True), (30, 59.9, True), rating="edge"),
    entry(22, "octopus", "3x3", (8, 9.0, True)),
    entry(23, "infinity", "7x7", hints=(("edge", 4), ("no loop", 1)), gave_up=True),
    entry(24, "simpleloop", "9x9", hints=(("", 5), ("parity", 9))),
)


async def test_what_was_solved_is_counted_as_approved(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(80, 26)) as game:
        library = game.app.context.library
        library.today = lambda: NOW
        library.journal_list = lambda: JournalList(ENTRIES)  # type: ignore[method-assign]
        game.app.context.settings["started"] = True
        game.app.go("statistics")
        await listed(game)
        approve(__file__, "statistics-of-journals", "\n".join([*(line.rstrip() for line in shown(game.app)), ""]))


async def test_each_game_unfolds_to_its_packs_with_how_many_boards_of_each_are_solved(tmp_path: Path) -> None:
    levels = Levels(packs())
    solved = [level for at, level in enumerate(levels.by_identity.values()) if at % 5 == 0 or at < 20]
    entries = tuple(
        Summary(f"/none/{each.level.identity}.journal", each.pack.game, "", each.level.size, 60.0, True, 0.0)._replace(
            solves=(Solve(60.0, True),)
        )
        for each in solved
    )
    async with playing(tmp_path, size=(80, 30)) as game:
        game.app.context.library.journal_list = lambda: JournalList(entries)  # type: ignore[method-assign]
        game.app.context.settings["started"] = True
        game.app.go("levels")
        await listed(game)
        screen = game.app.screen
        assert isinstance(screen, LevelsScreen)
        assert f"{len(solved)} of {len(levels.by_identity)}" in str(screen.headline())

        def list_of_rows() -> list[object]:
            return [row.value for row in screen.rows() if row.value is not None]

        def counts() -> dict[object, tuple[int, int]]:
            """By the row: how many of how many are solved."""
            found = (
                (row.value, re.search(r"(\d+) of +(\d+)", "".join(words for words, _ in row.words)))
                for row in screen.rows()
            )
            return {value: (int(match[1]), int(match[2])) for value, match in found if match}

        def expected(packs: list[Pack]) -> tuple[int, int]:
            return sum(each.pack in packs for each in solved), sum(len(pack.levels) for pack in packs)

        games = list(dict.fromkeys(pack.game for pack in levels.packs))
        of_game = {name: [pack for pack in levels.packs if pack.game == name] for name in games}
        for name in games:
            screen.show(Fold(name))
            newest, earlier = ([pack for pack in of_game[name] if pack.is_earlier == old] for old in (False, True))
            fold = (Fold(name, True),) if earlier else ()
            opened = (*newest, *fold)
            assert list_of_rows() == [row for each in games for row in (Fold(each), *(opened if each == name else ()))]
            for value in fold:
                screen.choose(value)
            opened += (*earlier,)
            assert list_of_rows() == [row for each in games for row in (Fold(each), *(opened if each == name else ()))]
            wanted: dict[object, list[Pack]] = {Fold(each): found for each, found in of_game.items()}
            wanted |= dict.fromkeys(fold, earlier)
            wanted |= {pack: [pack] for pack in of_game[name]}
            assert counts() == {row: expected(found) for row, found in wanted.items()}
            for pack in of_game[name]:
                screen.describe(pack)
                assert pack.promise in " ".join(game.text_of("about").split())
            for value in fold:
                screen.choose(value)
            screen.action_fold(1)


@pytest.mark.parametrize("name", ["home", "pack", "daily"])
async def test_journals_that_are_read_late_do_not_take_the_place_of_newer_ones(name: str, tmp_path: Path) -> None:
    has_begun, goes_on, pack = threading.Event(), threading.Event(), Levels(packs()).packs[0]
    level = pack.levels[0]
    solve = Solve(60.0, False, TODAY.isoformat(), TODAY.isoformat())
    newer = Summary(f"/none/{level.identity}.journal", pack.game, "Daily", level.size, 60.0, True, 0.0, solves=(solve,))
    lists = iter([(), (newer,)])

    def read() -> JournalList:
        entries = next(lists, (newer,))
        if not entries:
            has_begun.set()
            goes_on.wait()
        return JournalList(entries)

    async with playing(tmp_path, net()) as game:
        library = game.app.context.library
        library.today = lambda: NOW
        library.journal_list = read  # type: ignore[method-assign]
        game.app.context.settings["started"] = True
        if name == "pack":
            game.app.push_screen(PackScreen(game.app.context, pack))
        else:
            game.app.go(name)
        await game.pilot.pause()
        screen: Any = game.app.screen

        def seen() -> str:
            rows = [] if name == "pack" else [row.words for row in screen.rows()]
            return f"{screen.headline()} {rows}"

        await game.until(has_begun.is_set)
        before = seen()
        screen.on_screen_resume()
        await game.until(lambda: seen() != before)
        after = seen()
        assert name != "daily" or "1-day streak" in after
        goes_on.set()
        await game.pilot.pause(0.05)
        await game.pilot.pause()
        assert seen() == after


def solved(*places: int) -> JournalList:
    """The journals of a player who has solved these levels of a pack."""
    pack, solve = Levels(packs()).named("net/first-turns"), Solve(60.0, True)
    named = [(f"/none/{pack.levels[at].identity}.journal", pack.levels[at].size) for at in places]
    return JournalList(
        tuple(Summary(file, pack.game, "", size, 60.0, True, 0.0, solves=(solve,)) for file, size in named)
    )


async def test_a_pack_opens_at_its_first_board_that_is_left_and_then_stays_where_one_goes(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.app.context.library.journal_list = lambda: solved(0, 1, 3)  # type: ignore[method-assign]
        screen = PackScreen(game.app.context, Levels(packs()).named("net/first-turns"))
        await game.app.push_screen(screen)
        await game.until(lambda: screen.headline().state[0][0].startswith("3 of "))
        assert screen.cards.cursor == 2
        assert [card.solved for card in screen.cards.cards[:5]] == [True, True, False, True, False]
        for place in (0, 4):
            screen.cards.go(place)
            game.app.context.library.journal_list = lambda: solved(0, 1, 2, 3)  # type: ignore[method-assign]
            screen.on_screen_resume()
            await listed(game)
            assert screen.cards.cursor == place
        assert screen.headline().state[0][0].startswith("4 of ")


async def test_a_pack_stays_where_one_has_gone_before_the_journals_are_read(tmp_path: Path) -> None:
    reads = threading.Event()

    def read() -> JournalList:
        reads.wait()
        return solved(0, 1)

    async with playing(tmp_path, net()) as game:
        game.app.context.library.journal_list = read  # type: ignore[method-assign]
        screen = PackScreen(game.app.context, Levels(packs()).named("net/first-turns"))
        await game.app.push_screen(screen)
        await game.pilot.pause()
        screen.cards.go(5)
        reads.set()
        await game.until(lambda: screen.headline().state[0][0].startswith("2 of "))
        await listed(game)
        assert screen.cards.cursor == 5


@pytest.mark.parametrize(
    ("sizes", "wraps", "least", "rows"),
    [
        (["5x4"], [""], 10, 4),
        (["5x4"], ["wraps"], 12, 5),
        (["5x4", "4x6"], ["", ""], 10, 6),
        (["4x4", "5x4"], ["wraps", ""], 12, 5),
        (["7x7"], [""], 14, 7),
        (["7x7"], ["wraps"], 14, 7),
        (["20x30"], [""], 14, 7),
        (["6x1"], [""], 12, 1),
    ],
)
def test_the_cards_of_a_pack_have_room_for_its_largest_board_up_to_a_certain_size(
    sizes: list[str], wraps: list[str], least: int, rows: int, tmp_path: Path
) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    levels = [Level("", size, f"{at}", "", 1, (), wraps[at]) for at, size in enumerate(sizes)]
    pack = Pack(Path("x.loops"), "net", "x", tuple(levels))
    cards = PackScreen(Context(library, library.settings(), Time()), pack).cards
    assert (cards.least, cards.rows, cards.most) == (least, rows, 21)
