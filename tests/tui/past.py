"""A small past: what a player has solved, begun and given up in the weeks before a day on which tests look at it."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

from termpuzzles.catalogue.daily import daily_board, daily_title
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.games.model import Move, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.journal_text import event_line, head_line, identity
from termpuzzles.storage.library import Folders, Library
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.course import begin_match
from termpuzzles.wall.match.terms import Terms

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
    _games_for_two(library)


def _games_for_two(library: Library) -> None:
    """A game that was won, one that was given up, and one that goes on."""
    seeds = iter(("1", "2", "3"))
    context = PlayContext(library, library.settings(), lambda: 0.0, seed=lambda: next(seeds))
    for seats, turns, ends in (
        (("you", "easy"), ["Ca2", "Cc2", "Ca1", "Ca2", "Cb1", "Ca1"], False),
        (("you", "friend"), ["Ca2", "Cc2"], True),
        (("hard", "you"), ["Ca2"], False),
    ):
        match = begin_match(context, Terms(start("standard", 3, 3), seats))
        for turn in turns:
            match.play(read_turn(turn))
        if ends:
            match.resign(0)
        match.leave()
