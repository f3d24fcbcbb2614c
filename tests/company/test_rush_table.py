"""The table of a rush: what journals prove, and journals that cannot be true."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from termpuzzles.catalogue.rush import TODAYS
from termpuzzles.company.daily_table import ProofQuestion
from termpuzzles.company.rush_table import RushResult, proven_rush, rush_table, todays_terms
from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.rush_tables import RushTables
from termpuzzles.logic.task import finish
from termpuzzles.play.rush import rush_of
from termpuzzles.session.attempt import CHECKED
from termpuzzles.session.questions import GuideCache
from tests.play.desk import context
from tests.play.test_rush import begun, make_ahead, rush_at, solve_board

DAY = date(2026, 11, 21)  # the day of `context`


def played(game: str = "net") -> bytes:
    """The journal of a rush of the day: two boards solved, one skipped, a wrong check, and one begun."""
    desk = begun(context(), TODAYS, game)
    make_ahead(desk)
    for _ in range(2):
        solve_board(desk, 2.0)
        desk.act("play.on")
    desk.controller.session.apply(CHECKED, 1)
    desk.act("play.following")
    desk.act("tile.turn" if game == "net" else "line.east")
    library = desk.controller.context.library
    return library.store.read(todays_terms(game, DAY).name)


def test_a_journal_proves_what_was_done_even_if_nobody_ended_the_rush() -> None:
    for game in ("net", "simpleloops"):
        data = played(game)
        assert proven_rush(game, DAY, data) == RushResult(2, 5.0, 2)
        question = ProofQuestion(proven_rush, DAY, ((game, data), (game, b"")))
        assert finish(question.work(GuideCache())) == [RushResult(2, 5.0, 2)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b" daily 2026-11-21", b" daily 2026-11-20"),
        (b" daily 2026-11-21", b""),
        (b"2.0 finished", b"2.0 hint edge\n2.0 finished"),
        (b"2.0 finished", b"2.0 move turn 1,1 1\n2.0 finished"),
        (b"2.0 finished", b"1.0 finished"),
        (b"2.0 finished", b"clock"),
        (b"attempt 1 ", b"attempt 1 7x"),
        (b"7.0 skipped", b"187.0 skipped"),
        (b"7.0 skipped", b"7.0 finished"),
    ],
)
def test_a_journal_that_cannot_be_true_proves_nothing(old: bytes, new: bytes) -> None:
    data = played()
    assert old in data
    assert proven_rush("net", DAY, data.replace(old, new, 1)) is None


def test_moves_that_are_left_out_solve_no_board() -> None:
    lines = played().splitlines(keepends=True)
    move = next(at for at, line in enumerate(lines) if b" move " in line)
    assert proven_rush("net", DAY, b"".join(lines[:move] + lines[move + 1 :])) is None


def test_todays_rush_has_the_same_boards_for_everyone_and_is_played_once() -> None:
    player = context()
    desk = begun(player, TODAYS)
    other = begun(context(), TODAYS)
    assert rush_at(desk).boards == rush_at(other).boards
    rush_at(desk).end()
    assert rush_of(player, todays_terms("net", DAY)) == (
        "You have played this rush already; tomorrow there is another one."
    )


def test_the_table_is_in_order_of_boards_mistakes_and_time_game_by_game() -> None:
    found = [
        ("net", "anna", RushResult(9, 170.0, 1)),
        ("net", "bob", RushResult(9, 175.0, 0)),
        ("masyu", "anna", RushResult(1, 60.0, 0, True)),
        ("net", "carla", RushResult(10, 179.0, 3)),
    ]
    table = rush_table(DAY, found, 2)
    assert table.splitlines() == [
        "Rush 2026-11-21",
        "",
        "Net",
        "   1  carla   10 boards in 2:59, 3 mistakes",
        "   2  bob   9 boards in 2:55",
        "",
        "Masyu",
        "   1  anna   1 board in 1:00   by machine?",
    ]
    assert rush_table(DAY, [], 2).endswith("Nobody listed has played yet.")


class Kept(NamedTuple):
    """The players of a service, and what was asked to be proved."""

    players: FolderPlayers
    asked: list[ProofQuestion[RushResult]]

    async def prove(self, question: ProofQuestion[RushResult]) -> list[RushResult]:
        self.asked.append(question)
        return finish(question.work(GuideCache()))

    def play(self, key: str, data: bytes, **choices: object) -> None:
        """Let a player of that key have played today's rush."""
        store = self.players.library(self.players.of_key(key)).store
        store.save_choices({}, choices)
        log = store.open(todays_terms("net", DAY).name)
        log.append(data, lambda error: None)
        log.close()


async def test_those_who_want_are_listed_and_each_journal_is_proved_once(tmp_path: Path) -> None:
    kept, data = Kept(FolderPlayers(tmp_path, lambda: 0.0, 600.0), []), played()
    kept.play("SHA256:a", data, table=True)
    kept.play("SHA256:b", data)
    kept.play("SHA256:c", data, table=True, came={todays_terms("net", DAY).name: DAY.isoformat()})
    kept.play("SHA256:d", data.replace(b"2.0 finished", b"clock"), table=True)
    tables = RushTables(kept.players, kept.prove)
    found = await tables.table(DAY)
    assert found.count(" boards in ") == 1
    assert found == await tables.table(DAY)
    assert len(kept.asked) == 2
    assert "Nobody" in await tables.table(date(2026, 11, 22))
