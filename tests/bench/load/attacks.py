"""What rude visitors do to another visitor's keys, from a process of their own; and what else a service promises."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import asyncssh
from textual.app import App, ComposeResult
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from termpuzzles.company.service.folder_players import FolderPlayers, list_keys
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import terminal_of
from termpuzzles.terminal.wire import QuietListener
from termpuzzles.tui.adapter.driver import connect
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from tests.bench.load.attacker import KINDS
from tests.bench.load.measures import board
from tests.bench.load.players import TURN_OR_MOVE, Player
from tests.bench.load.server import Server, serving

SECONDS = 12.0  # of an attack
BETWEEN = 0.15  # seconds between two keys
VISITORS, FLEET_SECONDS = 200, 60
KEYS_KEPT = 100_000
KILLS = 200
BACK_AND_FORTH = (b"\x1b[C", b" ", b"\x1b[D", b" ")  # each draws something: at a border a move does not
LARGEST = 200, 60
STEPS = (*TURN_OR_MOVE, b"-", b"-", b"+", b"+", b"0", b"O", b"\x1b", b"g", b"\x1b", b"c", b"?", b"\x1b", b"o", b"\x1b")
BOARD = "infinity:7x7:" + "1" * 49

Row = tuple[str, float, float, str]  # what was measured, its value, its limit and its unit


async def _keys(player: Player, seconds: float) -> float:
    """Press keys for so long; the 95th of a hundred times to the first byte, in ms."""
    taken, end = list[float](), time.monotonic() + seconds
    while time.monotonic() < end:
        for key in BACK_AND_FORTH:
            taken.append(1000 * await player.key(key))
            await asyncio.sleep(BETWEEN)
    return quantiles(taken, n=20)[-1]


async def _attacked(server: Server, player: Player, kind: str) -> list[Row]:
    quiet = await _keys(player, SECONDS / 2)
    attacker = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.load.attacker", kind, str(server.port), str(SECONDS)]
    )
    await asyncio.sleep(1.5)  # until it has started
    before = server.cpu
    loud = await _keys(player, SECONDS - 3)
    used = (server.cpu - before) / (SECONDS - 3)
    attacker.kill()
    attacker.wait()
    await asyncio.sleep(2)
    quiet = max(quiet, await _keys(player, SECONDS / 2))
    what = str(KINDS[kind].__doc__).rstrip(".")
    return [
        (f"{what}: p95 of a key, times quiet ({quiet:.0f} ms)", loud / quiet, 3, "x"),
        (f"{what}: p95 of a key", loud, 200, "ms"),
        (f"{what}: of a processor, in the server", used, 1, ""),
    ]


async def attacks() -> list[Row]:
    """Another visitor's keys while one visitor is rude, as ratios to the same minute without."""
    rows = []
    with serving() as server:
        player = await Player.join(server.port, 0)
        await player.open_board(BOARD, b"loose end")
        await asyncio.sleep(2)
        for kind in KINDS:
            for row in await _attacked(server, player, kind):
                print("     so far:", *row, flush=True)
                rows.append(row)
        await player.leave()
    return rows


async def fleet() -> list[Row]:
    """Two hundred visitors at half a key a second, in one process."""
    taken = list[float]()

    async def play(player: Player, chance: random.Random) -> None:
        await asyncio.sleep(2 * chance.random())
        for _ in range(FLEET_SECONDS // 2):
            taken.append(1000 * await player.key(chance.choice(TURN_OR_MOVE)))
            await asyncio.sleep(2)

    with serving() as server:
        first = [await Player.join(server.port, number) for number in range(3)]
        await asyncio.gather(*(player.open_board(BOARD, b"loose end") for player in first))
        empty = server.memory
        players = []
        for start in range(3, VISITORS, 10):
            numbers = range(start, min(VISITORS, start + 10))
            joined = await asyncio.gather(*(Player.join(server.port, number) for number in numbers))
            await asyncio.gather(*(player.open_board(BOARD, b"loose end") for player in joined))
            players += joined
        players += first
        await asyncio.sleep(8)
        held = (server.memory - empty) / (VISITORS - 3)
        idle, begun = server.cpu, time.perf_counter()
        await asyncio.sleep(5)
        idle = (server.cpu - idle) / (time.perf_counter() - begun)
        late, looks = server.late()
        before, begun = server.cpu, time.perf_counter()
        await asyncio.gather(*(play(player, random.Random(number)) for number, player in enumerate(players)))
        used, passed = server.cpu - before, time.perf_counter() - begun
        later, more = server.late()
        await asyncio.gather(*(player.leave() for player in players), return_exceptions=True)
    return [
        ("looks at the loop that came more than 30 ms late", 100 * (later - late) / (more - looks), 1, "in 100"),
        ("CPU a key, without the clocks", 1000 * (used - idle * passed) / len(taken), 4, "ms"),
        ("memory of a visit", held, 2.5, "MiB"),
    ]


async def idle() -> list[Row]:
    """What a board costs that nobody touches; it takes more than a minute."""
    with serving() as server:
        players = [await Player.join(server.port, number) for number in range(20)]
        await asyncio.gather(*(player.open_board(BOARD, b"loose end") for player in players))
        await asyncio.sleep(70)
        before, begun = server.cpu, time.perf_counter()
        await asyncio.sleep(30)
        used = 1000 * (server.cpu - before) / (time.perf_counter() - begun) / len(players)
        await asyncio.gather(*(player.leave() for player in players), return_exceptions=True)
    return [("CPU of an idle visit on a board, a second", used, 0.5, "ms")]


async def identity() -> list[Row]:
    """What one's own keys cost where many others have keys."""
    with TemporaryDirectory() as folder:
        players = FolderPlayers(Path(folder), time.monotonic, 600)
        mine = players.of_key("SHA256:mine")
        for number in range(KEYS_KEPT):
            file = Path(folder, "keys", f"{number:064x}")
            file.write_text(f"player-{number:012x} SHA256:{number}\n")
        begun = time.process_time()
        assert players.keys(mine) == ["SHA256:mine"]
        listing = 1000 * (time.process_time() - begun)
        list_keys(Path(folder))
    return [(f"`keys` among {KEYS_KEPT:,}", listing, 5, "ms")]


async def ending() -> list[Row]:
    """SIGTERM while commands and slow questions run."""
    with serving() as server:
        players = [await Player.join(server.port, number) for number in range(20)]
        await asyncio.gather(*(player.open_board(BOARD, b"loose end") for player in players))
        for player in players[:6]:
            player.channel.write(b"\x1b[200~simpleloop/250/250/\x1b[201~i")
        for player in players[6:12]:
            await player.connection.create_process("generate net 300x300 --count 50")
        await asyncio.sleep(2)
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(server.process.wait, 20)
        taken, status = time.monotonic() - begun, server.process.returncode
    return [("SIGTERM to the end", taken, 2, "s"), ("exit status", abs(status), 0, "")]


async def steps() -> list[Row]:
    """The longest step of the loop while one visitor plays in a large window."""
    rows = list[Row]()
    with serving(module="tests.bench.load.steps") as server:
        await (await Player.join(server.port, 1)).leave()  # the first visitor pays for what all share
        player = await Player.join(server.port, 0, LARGEST)
        for size in ("20x15", "250x250"):
            server.longest_step()  # those before do not count
            await player.open_board(board("infinity", size), b"loose end")
            await player.calm()
            rows.append((f"the longest step, opening {size} at 200x60", server.longest_step(), 10, "ms"))
            for key in STEPS:
                player.channel.write(key)
                await asyncio.sleep(0.5)
            rows.append((f"the longest step, playing {size} at 200x60", server.longest_step(), 10, "ms"))
        await player.leave()
    return rows


async def kills() -> list[Row]:
    """The server killed again and again while a player turns tiles: whether each move that was shown is there."""
    lost, key = 0, asyncssh.generate_private_key("ssh-ed25519")
    with TemporaryDirectory(prefix="termpuzzles-kills-") as folder:
        shown = 0
        for number in range(KILLS):
            with serving(Path(folder)) as server:
                player = await Player.join(server.port, 0, key=key, keeps_text=True)
                await player.open_board(BOARD, b"loose end")
                await player.calm(0.1)
                lost += _moves(player) < shown
                for _ in range(1 + number % 4):
                    await player.key(b" ")
                await player.calm(0.02 * (number % 5))
                shown = max(shown, _moves(player))
                server.process.kill()
                server.process.wait()
                player.vanish()
    return [(f"moves lost that were shown, of {shown} in {KILLS} kills", lost, 0, "")]


def _moves(player: Player) -> int:
    """The number of moves that the player's screen shows; 0 if it shows none."""
    found = re.search(r"moves +(\d+)", player.text)
    return int(found[1]) if found else 0


class _NullWire(QuietListener):
    """A wire to nobody."""

    is_local = can_suspend = lags = False
    size = (80, 24)

    def open(self, listener: object) -> None:
        """Tell nothing."""

    def send(self, data: bytes) -> None:
        """Send nowhere."""

    def suspend(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class _NullDriver(Driver):
    """A terminal that nobody sees."""

    def write(self, data: str) -> None:
        """Write nowhere."""

    def start_application_mode(self) -> None:
        """Tell the size."""
        size = Size(80, 24)
        self.process_message(Resize(size, size))

    def disable_input(self) -> None:
        """Do nothing."""

    def stop_application_mode(self) -> None:
        """Do nothing."""


class _Bare(App[None]):
    """Textual with so many widgets and nothing else."""

    def __init__(self, widgets: int) -> None:
        super().__init__(driver_class=_NullDriver)
        self.widgets = widgets
        self.is_shown = False

    def compose(self) -> ComposeResult:
        """The widgets."""
        for number in range(self.widgets):
            yield Static(f"widget {number}")

    def on_ready(self) -> None:
        """The first screen is drawn."""
        self.is_shown = True


async def _cpu_to_first_screen(app: App[None], is_shown: Callable[[], bool]) -> tuple[float, int]:
    """The CPU seconds until the first screen is shown, and its number of widgets."""
    begun = time.process_time()
    running = asyncio.ensure_future(app.run_async())
    while not is_shown():
        await asyncio.sleep(0)
    taken, widgets = time.process_time() - begun, len(app.screen.walk_children())
    app.exit()
    await running
    return taken, widgets


async def opening() -> list[Row]:
    """Opening the app for a visitor, against a bare app of Textual with as many widgets, in turns."""
    ratios, ours = [], []
    with TemporaryDirectory() as folder:
        for _ in range(12):
            library = Library(Folders(Path(folder), Path(folder)))
            context = Context(library, library.settings(), terminal=terminal_of({"TERM": "xterm-256color"}))
            context.fit_terminal()
            app = make_app(context)
            connect(app, _NullWire())
            taken, widgets = await _cpu_to_first_screen(app, lambda app=app: app.is_shown)  # type: ignore[misc]
            bare = _Bare(widgets)
            other, _ = await _cpu_to_first_screen(bare, lambda bare=bare: bare.is_shown)  # type: ignore[misc]
            ratios.append(taken / other)
            ours.append(1000 * taken)
    found = f"opening the app ({median(ours[2:]):.0f} ms, {widgets} widgets), times a bare one"
    return [(found, median(ratios[2:]), 1.3, "x")]


MEASURES: dict[str, Callable[[], Awaitable[list[Row]]]] = {
    each.__name__: each for each in (attacks, fleet, idle, identity, ending, kills, opening, steps)
}
