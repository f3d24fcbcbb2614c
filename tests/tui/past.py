"""A small past: what a player has solved, begun and given up in the weeks before a day on which tests look at it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

from termpuzzles.catalogue.daily import daily_board, daily_title
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.games.model import Move, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.storage.journal_text import event_line, head_line, identity
from termpuzzles.storage.library import Folders, Library

NOW = datetime(2026, 11, 22, 12)  # a Sunday
TODAY = NOW.date()


class Past:
    """Writes journals, each played a little later than the one before."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "data" / "journals"
        self._folder.mkdir(parents=True)
        self._count = 0

    def played(
        self,
        board: Puzzle,
        seconds: float,
        day: date = TODAY,
        *notes: str,
        done: float = 1.0,
        daily: date | None = None,
    ) -> None:
        """A board of which this share was done, with notes such as `hint pocket`."""
        answer = solve(board)
        assert answer is not None
        changes = solving(board, board.start, answer.lines).changes
        made = changes[: int(len(changes) * done)]
        opened = f"opened {day.isoformat()}{f' daily {daily.isoformat()}' if daily else ''}"
        events = [(0.0, opened), *((seconds / 2, note) for note in notes), (seconds, f"move {Move(made)}")]
        if done == 1:
            events.append((seconds, "finished"))
        file = self._folder / f"{identity(board)}.journal"
        file.write_bytes(head_line(board, {}) + b"".join(event_line(*event) for event in events))
        self._count += 1
        played = NOW.timestamp() - 10_000 + self._count
        os.utime(file, (played, played))


def write_past(folder: Path) -> None:
    """Levels of three games, boards of the day, new boards, and games for two."""
    past, levels = Past(folder), Levels(packs())
    spare = iter(levels.named("net/everyday").puzzles())
    for back, game in ((40, "net"), (9, "net"), (5, "net"), (4, "infinity"), (2, "net"), (1, "net"), (1, "infinity")):
        day = TODAY - timedelta(back)  # levels stand for the boards of past days, which take long to make
        board = next(spare) if game == "net" else levels.named("infinity/everyday").puzzles()[back]
        board = replace(board, title=daily_title(day), header=())
        late = timedelta(3 * (back == 9))
        past.played(board, 100.0 + 31 * back, day + late, *["hint pocket"] * (back == 2), daily=day)
    for name, count, seconds, notes in (
        ("net/first turns", 20, 31.0, ()),
        ("net/no loops", 4, 72.0, ("hint no loop",)),
        ("infinity/first turns", 5, 44.0, ()),
        ("simpleloop/first lines", 2, 52.0, ("hint lines around", "checked 1")),
    ):
        for place, board in enumerate(levels.named(name).puzzles()[:count]):
            past.played(board, seconds + 17 * (place % 4), TODAY - timedelta(20 - place), *notes)
    past.played(replace(next(spare), title="", source="", header=()), 3725.0, TODAY - timedelta(3), "gave up")
    past.played(levels.named("infinity/everyday").puzzles()[10], 190.0, TODAY - timedelta(2), done=0.3)
    past.played(levels.named("net/wraparound").puzzles()[9], 724.0, TODAY - timedelta(1), done=0.6)
    past.played(daily_board("net", TODAY), 161.0, TODAY, daily=TODAY)
    past.played(daily_board("infinity", TODAY), 83.0, TODAY, done=0.5, daily=TODAY)
    past.played(levels.named("simpleloop/everyday").puzzles()[3], 95.0, TODAY, done=0.4)
    library = Library(Folders(folder / "data", folder / "config"), lambda: NOW)
    settings = library.settings()
    settings["started"] = True
    settings["lessons"] = {f"net/{number}": True for number in range(1, 6)} | {"infinity/1": True}
    library.keep_settings(settings)
    _games_for_two(folder / "data" / "journals")


def _games_for_two(folder: Path) -> None:
    """A game of a guest's that was won, one that was given up, and one that goes on."""
    for name, (red, blue), events in GAMES:
        head = {
            **{"termpuzzles": 2, "game": "duel:wall", "size": "3x3", "title": f"{red} against {blue}"},
            **{"text": "3x3 standard a3 a1 c3 c1 r -", "seats": [red, blue], "clock": ""},
        }
        lines = b"".join(event_line(0.0, event) for event in events)
        (folder / f"{name}.journal").write_bytes(json.dumps(head).encode() + b"\n" + lines)


GAMES = (  # as the Wall Game has written them
    (
        "b760485549494bb32cc7b47f",
        ("you", "easy"),
        ("turn Ca2", "turn Cc2", "turn Ca1", "turn Ca2", "turn Cb1", "turn Ca1", "finished"),
    ),
    ("17e24a81b195fdfd1ad5880d", ("you", "friend"), ("turn Ca2", "turn Cc2", "resignation red", "finished")),
    ("b0d1638d9668cdbf871cb1d3", ("hard", "you"), ("turn Ca2",)),
)
