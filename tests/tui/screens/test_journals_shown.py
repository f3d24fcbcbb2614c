"""What journals come to on the screens that count them, as a person has read and approved it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Levels, Pack, packs
from termpuzzles.storage.summaries import JournalList, Solve, Summary
from termpuzzles.tui.screens.levels import Fold, LevelsScreen
from tests.approved import approve
from tests.tui.apps import playing, shown
from tests.tui.past import NOW, TODAY
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
    entry(20, "net", "11x11", (1, 3725.0, False), rating="no loop", hints=(("no loop", 2), ("pocket", 3))),
    entry(21, "infinity", "7x9", (370, 61.0, True), (30, 59.9, True), rating="edge"),
    entry(22, "octopus", "3x3", (8, 9.0, True)),
    entry(23, "infinity", "7x7", hints=(("edge", 4), ("no loop", 1)), gave_up=True),
    entry(24, "simpleloop", "9x9", hints=(("", 5), ("parity", 9))),
)


@pytest.mark.parametrize(
    ("name", "sizes"), [("statistics", ("80x26", "59x26", "160x40")), ("practise", ("80x30", "50x20", "100x26"))]
)
async def test_what_was_solved_is_counted_as_approved(name: str, sizes: tuple[str, ...], tmp_path: Path) -> None:
    lines = []
    async with playing(tmp_path) as game:
        library = game.app.context.library
        library.today = lambda: NOW
        library.journal_list = lambda: JournalList(ENTRIES)  # type: ignore[method-assign]
        game.app.context.settings["started"] = True
        for size in sizes:
            await game.pilot.resize_terminal(*map(int, size.split("x")))
            game.app.go(name)
            await listed(game)
            lines += [f"--- {size}", *(line.rstrip() for line in shown(game.app))]
            await game.press("q")
    approve(__file__, f"{name}-of-journals", "\n".join([*lines, ""]))


async def test_packs_are_listed_and_told_of_as_approved(tmp_path: Path) -> None:
    lines = []
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
        lines += [str(screen.headline())]
        for game_name in dict.fromkeys(pack.game for pack in levels.packs):
            screen.show(Fold(game_name))
            for row in list(screen.rows()):
                lines.append("".join(words for words, _ in row.words).rstrip())
                if isinstance(row.value, Pack):
                    screen.describe(row.value)
                    lines += [f"        {line}".rstrip() for line in game.text_of("about").splitlines()]
            screen.action_fold(1)
        screen.action_fold(-1)
        lines += ["".join(words for words, _ in row.words).rstrip() for row in screen.rows()]
    approve(__file__, "packs-of-journals", "\n".join([*lines, ""]))
