"""The daily tables of a service: who is listed, that nothing is read or proved twice, and the ways to see them."""

from __future__ import annotations

import asyncio
import io
import json
import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import asyncssh
import pytest

from termpuzzles.catalogue.daily import shared_daily_board
from termpuzzles.company.daily_table import ProofQuestion, Result, TablePart, journal_names, remember_arrival
from termpuzzles.company.growing import GrowingFile
from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.daily_tables import DailyTables
from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.monitoring import Log
from termpuzzles.company.service.players import Player
from termpuzzles.company.service.server import read_again
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.shared import Alone
from termpuzzles.company.service.workers import Broken
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.courses import Bounds, merge_journal
from termpuzzles.storage.journal_text import Content, event_line, head_line, identity
from tests.company.service.service import running, window
from tests.play.test_ghost import Events, played

DAY = date(2026, 3, 4)
board_of = cache(shared_daily_board)


def journal(folder: Path, events: Events, day: date = DAY) -> None:
    """Write the player's journal of the day's board of Net."""
    board = board_of("net", day)
    data = head_line(board, {}) + b"".join(event_line(*event) for event in events)
    (folder / "journals").mkdir(parents=True, exist_ok=True)
    (folder / "journals" / f"{identity(board)}.journal").write_bytes(data)


def honest(chance: random.Random, day: date = DAY) -> Events:
    """A game on the day itself."""
    _, events = played(board_of("net", day), chance, 0)
    return [(0.0, f"opened {day}T09:00 daily {day}"), *events]


@dataclass
class Kept:
    """The tables of a folder, with what was proved for them, at a time that the test moves."""

    folder: Path
    today: date = DAY
    asked: list[ProofQuestion[Result]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players = FolderPlayers(self.folder, lambda: 0.0, 600.0)
        self.tables = self.again()

    def again(self) -> DailyTables:
        """The tables as another process, or a later one, has them."""
        files = Alone(self.players, self.folder)
        return DailyTables(files.open_file, self.players, self._prove, lambda: self.today)

    async def _prove(self, question: ProofQuestion[Result]) -> list[Result] | None:
        self.asked.append(question)
        return finish(question.work(GuideCache()))

    def player(self, key: str, listed: bool = True) -> Player:
        """A player, who wants to be listed."""
        player = self.players.of_key(key)
        self.choose(player, listed)
        return player

    def choose(self, player: Player, listed: bool) -> None:
        self.players.library(player).store.save_choices({}, {"table": listed})

    def sync(self, player: Player, events: Events, day: date) -> None:
        """Merge a journal of the day's board of Net that the player sends from another machine."""
        board = board_of("net", day)
        store = self.players.library(player).store

        def arrives(name: str, content: Content) -> None:
            remember_arrival(store, self.today, name, content.events)

        data = head_line(board, {}) + b"".join(event_line(*event) for event in events)
        bounds = Bounds(9, 1 << 20, 1 << 20, 1 << 12)
        bounds.arrives = arrives
        assert merge_journal(store, f"journals/{identity(board)}.journal", data, bounds) in ("new", "longer")

    def place(self, player: Player) -> Path:
        return self.folder / "players" / player.name


def names(table: list[TablePart]) -> list[str]:
    return [row.name for part in table for row in part.rows]


def test_only_those_are_listed_who_want_to_be_and_only_while_they_do(tmp_path: Path) -> None:
    async def work() -> None:
        kept, chance = Kept(tmp_path), random.Random(1)
        anna, bob = kept.player("SHA256:a"), kept.player("SHA256:b", listed=False)
        assert "Anna" in kept.players.rename(anna, "Anna")
        for player in (anna, bob):
            journal(kept.place(player), honest(chance))
            await kept.tables.look(player.name)
        assert names(await kept.tables.table(DAY)) == ["Anna"]
        assert names(await kept.tables.table(DAY, bob.name)) == ["Anna"]
        kept.choose(bob, True)
        assert {*names(await kept.tables.table(DAY, bob.name))} == {"Anna", bob.name}
        kept.choose(anna, False)
        assert names(await kept.tables.table(DAY)) == [bob.name], "before anybody looks"
        await kept.tables.look(anna.name)
        assert names(await kept.again().table(DAY)) == [bob.name]

    asyncio.run(work())


def test_a_journal_is_proved_once_for_all_who_ask_and_again_once_it_has_changed(tmp_path: Path) -> None:
    async def work() -> None:
        kept, chance = Kept(tmp_path), random.Random(2)
        anna = kept.player("SHA256:a")
        events = honest(chance)
        journal(kept.place(anna), events[:-2])
        await kept.tables.look(anna.name)
        assert names(await kept.tables.table(DAY)) == []
        journal(kept.place(anna), events)
        for tables in (kept.tables, kept.again()):
            for _ in range(5):
                assert len(names(await tables.table(DAY, anna.name))) == 1
                await tables.look(anna.name)
        assert len(kept.asked) == 2

    asyncio.run(work())


def test_a_table_is_made_without_reading_any_journal(tmp_path: Path) -> None:
    async def work() -> None:
        kept, chance = Kept(tmp_path), random.Random(3)
        players = [kept.player(f"SHA256:{number}") for number in range(30)]
        for player in players:
            journal(kept.place(player), honest(chance))
            await kept.tables.look(player.name)
        for player in players:
            for file in (kept.place(player) / "journals").iterdir():
                file.unlink()
        (part,) = await kept.again().table(DAY)
        assert len(part.rows) == 20
        assert [row.rank for row in part.rows] == [*range(1, 21)]
        assert [row.seconds for row in part.rows] == sorted(row.seconds for row in part.rows)

    asyncio.run(work())


def test_days_in_a_row_count_as_they_were_proved(tmp_path: Path) -> None:
    async def work() -> None:
        kept, chance = Kept(tmp_path), random.Random(4)
        anna = kept.player("SHA256:a")
        streaks = []
        for back in (4, 3, 1, 0):
            kept.today = DAY - timedelta(back)
            journal(kept.place(anna), honest(chance, kept.today), kept.today)
            ((row,),) = [part.rows for part in await kept.tables.table(kept.today, anna.name)]
            streaks.append(row.streak)
        assert streaks == [1, 2, 1, 2]

    asyncio.run(work())


def test_a_damaged_line_and_one_that_is_being_written_are_left_out(tmp_path: Path) -> None:
    async def work() -> None:
        kept, chance = Kept(tmp_path), random.Random(6)
        anna = kept.player("SHA256:a")
        journal(kept.place(anna), honest(chance))
        file = tmp_path / "daily" / f"{DAY}.jsonl"
        file.parent.mkdir()
        file.write_bytes(b'garbled\n["x", 3]\n[1, "", [[1]], 2]\n')
        await kept.tables.look(anna.name)
        with file.open("ab") as opened:
            opened.write(b'["player-00')
        assert names(await kept.again().table(DAY)) == [anna.name]

    asyncio.run(work())


class Files:
    """Files in memory; `asked` are their names, each time one was opened, and from where each was read."""

    def __init__(self) -> None:
        self.content: dict[str, bytes] = {}
        self.opened: list[str] = []
        self.read: list[int] = []

    def open(self, name: str) -> GrowingFile:
        self.opened.append(name)
        return File(self, name)


class File(NamedTuple):
    """One of them."""

    files: Files
    name: str

    def read(self, since: int) -> bytes:
        self.files.read.append(since)
        return self.files.content.get(self.name, b"")[since:]

    def add(self, line: bytes) -> None:
        self.files.content[self.name] = self.files.content.get(self.name, b"") + line


def with_files(folder: Path, files: Files) -> tuple[Kept, DailyTables]:
    kept = Kept(folder)
    return kept, DailyTables(files.open, kept.players, kept._prove, lambda: kept.today)


async def test_each_look_is_a_line_and_only_what_is_new_is_read(tmp_path: Path) -> None:
    files = Files()
    kept, tables = with_files(tmp_path, files)
    anna, bob = kept.player("SHA256:a"), kept.player("SHA256:b")
    events = honest(random.Random(1))
    journal(kept.place(anna), events)
    await tables.look(anna.name)
    (data,) = [file.read_bytes() for file in (kept.place(anna) / "journals").iterdir()]
    digest, name = sha256(data).hexdigest()[:16], f"daily/{DAY}.jsonl"
    line = json.dumps([anna.name, digest, [["net", False, events[-1][0]]], 1]).encode() + b"\n"
    assert files.content == {name: line}
    assert [(question.day, [game for game, _ in question.journals]) for question in kept.asked] == [(DAY, ["net"])]
    await tables.look(bob.name)
    assert files.content == {name: line}, "nothing was found, as before"
    other = json.dumps([bob.name, "x", [["net", False, 1.5]], 3]).encode() + b"\n"
    files.content[name] += b"nonsense\n" + other[:9]
    assert names(await tables.table(DAY)) == [anna.name]
    assert len(line) in files.read
    files.content[name] += other[9:]
    ((row, _),) = [part.rows for part in await tables.table(DAY)]
    assert (row.name, row.seconds, row.streak) == (bob.name, 1.5, 3)
    await tables.table(DAY)
    assert files.read[-1] == len(files.content[name])
    kept.choose(anna, False)
    await tables.look(anna.name)
    assert files.content[name].endswith(json.dumps([anna.name, "", [], 1]).encode() + b"\n")


async def test_tables_of_four_days_are_kept_and_those_of_earlier_ones_read_again(tmp_path: Path) -> None:
    files = Files()
    _, tables = with_files(tmp_path, files)
    for back in (0, 1, 2, 3, 0, 3):
        await tables.table(DAY - timedelta(back))
    assert files.opened == [f"daily/{DAY - timedelta(back)}.jsonl" for back in (0, 1, 2, 3)]
    await tables.table(DAY + timedelta(1))
    await tables.table(DAY - timedelta(2))
    assert len(files.opened) == 5
    await tables.table(DAY - timedelta(3))
    assert len(files.opened) == 6


async def test_boards_of_today_and_yesterday_are_looked_at_and_no_others(tmp_path: Path) -> None:
    files = Files()
    kept, tables = with_files(tmp_path, files)
    anna = kept.player("SHA256:a")
    for back in range(-1, 4):  # tomorrow's, too: a clock may be wrong
        day = DAY - timedelta(back)
        journal(kept.place(anna), honest(random.Random(back), day), day)
    for back, looked in ((3, []), (2, []), (1, [1, 0]), (0, [])):
        await tables.table(DAY - timedelta(back), anna.name)
        assert [question.day for question in kept.asked] == [DAY - timedelta(each) for each in looked]
        kept.asked.clear()
    await tables.table(DAY - timedelta(1))
    assert kept.asked == []
    streaks = [json.loads(files.content[f"daily/{DAY - timedelta(back)}.jsonl"])[3] for back in (1, 0)]
    assert streaks == [1, 2]


async def test_a_player_of_whom_nothing_can_be_proved_now_is_looked_at_again(tmp_path: Path) -> None:
    kept, asked = Kept(tmp_path), list[date]()

    async def fail(question: ProofQuestion[Result]) -> None:
        asked.append(question.day)

    tables = DailyTables(Files().open, kept.players, fail, lambda: DAY)
    anna = kept.player("SHA256:a")
    journal(kept.place(anna), honest(random.Random(1)))
    for _ in range(2):
        await tables.look(anna.name)
        assert names(await tables.table(DAY)) == []
    assert asked == [DAY] * 2


async def test_a_journal_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    anna = kept.player("SHA256:a")
    journal(kept.place(anna), honest(random.Random(1)))
    for game, name in journal_names(DAY).items():
        if game != "net":
            (kept.place(anna) / "journals" / f"{name}.journal").mkdir()
    await kept.tables.look(anna.name)
    assert names(await kept.tables.table(DAY)) == [anna.name]


@pytest.mark.parametrize(("error", "why"), [(Broken("it ended"), "it ended"), (Unfinished(), "stopped before the end")])
async def test_a_proof_that_fails_is_logged_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    log, asked = io.StringIO(), list[tuple[str, float]]()
    kept, today = Kept(tmp_path), date.today()
    service = Service(ServiceConfig("127.0.0.1", 0, tmp_path, (), daily_table=True), Log(log))
    anna = kept.player("SHA256:a")
    journal(kept.place(anna), honest(random.Random(1), today), today)

    async def fail(who: str, question: ProofQuestion[Result], seconds: float) -> None:
        asked.append((who, seconds))
        raise error

    monkeypatch.setattr(service.workers, "ask", fail)
    for _ in range(2):
        await service.tables.look(anna.name)
    assert asked == [("daily table", 20.0)] * 2
    assert [line.partition("Z ")[2] for line in log.getvalue().splitlines()] == [f"no answer why={why!r}"] * 2


async def test_the_table_is_seen_by_a_command_and_on_the_daily_screen(tmp_path: Path) -> None:
    key, today = asyncssh.generate_private_key("ssh-ed25519"), date.today()
    async with running(tmp_path / "without") as service:
        assert (await service.ask("daily table"))[0::2] == (1, "This server keeps no daily table.\n")
        assert (await service.ask("rush"))[0::2] == (1, "This server keeps no table.\n")
    async with running(tmp_path / "with", daily_table=True) as service:
        assert "Nobody listed" in (await service.ask("daily table"))[1]
        assert (await service.ask("daily table soon"))[0] == 2
        player = service.service.players.of_key(key.get_fingerprint())
        assert (await service.ask("name Anna", key=key))[0] == 0
        journal(tmp_path / "with" / "players" / player.name, honest(random.Random(7), today), today)
        async with service.client(key) as connection, window(connection) as shown:
            await shown.until("termpuzzles")
            shown.type("\x10daily\r")
            await shown.until("t table")
            shown.type("t")
            await shown.until("You are not listed")
            shown.type("m")
            await shown.until("Anna")
            assert "Net, without help" in shown.text
        status, told, _ = await service.ask("daily table")
        assert (status, "Anna" in told, told.splitlines()[0]) == (0, True, f"Daily {today}")
        earlier = await service.ask(f"daily table {today - timedelta(3)}")
        assert "Nobody listed" in earlier[1]


async def test_what_came_from_another_machine_is_not_listed_and_hides_nothing_else(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    here, elsewhere = kept.player("SHA256:a"), kept.player("SHA256:b")
    chance = random.Random(1)
    journal(kept.place(here), honest(chance))
    kept.sync(elsewhere, honest(chance), DAY)
    for player in (here, elsewhere):
        await kept.tables.look(player.name)
    assert names(await kept.tables.table(DAY)) == [here.name]
    kept.today = DAY + timedelta(1)
    kept.choose(elsewhere, True)
    journal(kept.place(elsewhere), honest(chance, kept.today), kept.today)
    await kept.tables.look(elsewhere.name)
    assert names(await kept.tables.table(kept.today)) == [elsewhere.name]
    assert names(await kept.tables.table(DAY)) == [here.name]


async def test_who_solved_before_the_tables_were_turned_on_is_listed_at_once(tmp_path: Path) -> None:
    kept, today = Kept(tmp_path), date.today()
    anna, bob = kept.player("SHA256:a"), kept.player("SHA256:b", listed=False)
    for player in (anna, bob):
        journal(kept.place(player), honest(random.Random(1), today), today)
    file = tmp_path / "serve.toml"
    async with running(tmp_path, file=file) as service:
        file.write_text("daily_table = true\n")
        read_again(service.service)
        await service.service.finish()
        assert anna.name in (await service.ask("daily table"))[1]
    for folder in (tmp_path / "daily").iterdir():
        folder.unlink()
    async with running(tmp_path, daily_table=True) as service:
        await service.service.finish()
        told = (await service.ask("daily table"))[1]
        assert (anna.name in told, bob.name in told) == (True, False)
