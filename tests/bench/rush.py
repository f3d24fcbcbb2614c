"""`.venv/bin/python -m tests.bench.rush`: rushes by keys in the program itself; how long each next board is waited for.

A board is solved in one write so many seconds after it was shown, and Enter follows at once. The time from Enter to the
first frame of the next board is wall time: the machine must be quiet. A board that is not made yet counts as a wait.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from termpuzzles.catalogue.rush import KINDS
from termpuzzles.games import GAMES
from tests.play.rushing import boards_begun, keys_to_solve, rush_journal
from tests.tui.screen import Player, Process

_WAITING = "is being made"


def begun(folder: Path, game: str, kind: str) -> Player:
    """A program that shows the first board of a rush."""
    player = Player([], folder)
    player.see("Space turns")
    player.press("\x10")
    player.settle()
    player.press("rush\r")
    player.see("one after another")
    rows = len(KINDS) * GAMES.index(game) + [each.name for each in KINDS].index(kind)
    player.press("j" * rows + "\r")
    player.see("0 solved")
    return player


def next_frame(player: Player, folder: Path) -> float | None:
    """The seconds from Enter to the first frame of the next board; None if it was not made yet."""
    before, began, drawn = number_begun(folder), time.perf_counter(), False
    player.press("\r")
    while not drawn or number_begun(folder) == before:  # it is kept before it is drawn
        drawn = player.look(0.001) or drawn
        if _WAITING in player.text:
            return None
    return time.perf_counter() - began


def number_begun(folder: Path) -> int:
    """How many boards of the rush, which is the only game there, were begun."""
    return sum(path.read_bytes().count(b" attempt ") for path in folder.rglob("*.journal"))


def played(folder: Path, game: str, boards: int, pace: float) -> str:
    """What was measured in a streak of so many boards, in a line."""
    player = begun(folder, game, "streak")
    frames, waits = list[float](), 0
    for number in range(boards):
        player.watch(pace)
        player.press(keys_to_solve(boards_begun(rush_journal(folder))[-1]))
        player.see(f"{number + 1} solved")
        player.settle()
        while (took := next_frame(player, folder)) is None:
            waits += 1
            player.watch(0.5)
        frames.append(1000 * took)
    cpu = Process(player.process).cpu
    player.kill()
    frames.sort()
    at_95 = frames[int(0.95 * len(frames))]
    return (
        f"{game}: {boards} boards, {pace:g} s each: {waits} waits; to the next frame: median {median(frames):.0f} ms, "
        f"95 % {at_95:.0f} ms, most {frames[-1]:.0f} ms; {cpu / boards:.2f} s of CPU for each"
    )


def main() -> None:
    """Play as asked, and print what was measured."""
    parser = ArgumentParser(prog=".venv/bin/python -m tests.bench.rush", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help="by default all")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--pace", type=float, default=2.0, metavar="SECONDS", help="for each board")
    options = parser.parse_args()
    for game in options.games:
        with TemporaryDirectory() as folder:
            print(played(Path(folder), game, options.boards, options.pace), flush=True)


if __name__ == "__main__":
    main()
