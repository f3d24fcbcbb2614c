"""What rude visitors from one, four and six addresses do to a player: `-m tests.bench attacks [--quick] [KIND...]`.

Attackers, player, service and a control are each a process. The control only spins, as long as a key takes: what
becomes of it is what the machine alone does, so that a ratio of the player's is to be read beside that of the control.
What the keys took of the service's loop, with all that went first there, is in processor time, which nothing else on
the machine affects.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import quantiles
from typing import NamedTuple

from tests.bench.load.attacker import FROM_ADDRESSES
from tests.bench.load.server import Server, serving

ADDRESSES = (1, 4, 6)
SECONDS, QUICK = 60.0, 12.0  # of an attack
BEGINS = 3.0  # seconds after which an attack is in full swing
TIMES, MOST, MEMORY = 3.0, 200.0, 1.5  # limits: times quiet, milliseconds, times the memory before
NONE = 100 * SECONDS * 1000  # milliseconds, if no key was answered at all


class Attack(NamedTuple):
    """What an attack did: p95 of the player's keys and of the control, in ms before it and while it lasted."""

    kind: str
    addresses: int
    quiet: float
    loud: float
    control_quiet: float
    control_loud: float
    lost: int  # keys that were pressed and not answered
    memory: float  # of the server, as a multiple of that before
    lasted: bool  # whether the attackers were there to the end
    own_quiet: float  # p95 of what the player's keys took of the loop, in ms of CPU
    own_loud: float

    @property
    def times(self) -> float:
        """How many times longer the player's keys took."""
        return self.loud / self.quiet

    @property
    def is_fair(self) -> bool:
        """Whether it is within all limits."""
        return self.times <= TIMES and self.loud <= MOST and self.lost == 0 and self.memory <= MEMORY

    def __str__(self) -> str:
        control = self.control_loud / self.control_quiet
        return (
            f"{self.kind:<10}{self.addresses:>3} {self.own_quiet:>8.1f} {self.own_loud:>8.1f} "
            f"{self.quiet:>8.0f} {self.loud:>8.0f} {self.times:>8.1f} "
            f"{control:>8.1f} {self.times / control:>8.1f} {self.lost:>5} {self.memory:>7.2f}  "
            f"{'' if self.is_fair else '!'}{'' if self.lasted else ' the attackers left early'}"
        ).rstrip()


HEAD = "attack    from  own CPU     loud quiet ms  loud ms    times  control    to it  lost  memory"


class Samples:
    """What a process has measured so far."""

    def __init__(self, *words: str) -> None:
        argv = [sys.executable, "-m", "tests.bench.load.samples", *words]
        self._process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
        self._found: list[tuple[float, float]] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            begun, taken = map(float, line.split())
            self._found.append((begun, taken))

    def wait(self) -> None:
        """Wait for the first sample. Raises RuntimeError if there will be none."""
        while not self._found:
            if self._process.poll() is not None:
                raise RuntimeError("nothing was measured")
            time.sleep(0.1)

    def p95(self, since: float, until: float) -> float:
        """The 95th of a hundred between two moments, in ms; what was begun and not ended counts as the longest."""
        found = [taken for begun, taken in self._found if since <= begun < until]
        return _p95(found)

    def is_stuck(self, seconds: float) -> bool:
        """Whether the latest sample is older than that."""
        return time.monotonic() - self._found[-1][0] > seconds

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._reader.join()


@contextmanager
def sampling(*words: str) -> Iterator[Samples]:
    """Samples of a process that is ended afterwards."""
    samples = Samples(*words)
    try:
        yield samples
    finally:
        samples.end()


def attacked(server: Server, kind: str, addresses: int, seconds: float) -> Attack:
    """What that attack on a service does, from so many addresses for so many seconds."""
    with sampling("player", str(server.port)) as player, sampling("control") as control:
        player.wait()
        quiet = time.monotonic()
        time.sleep(seconds / 2)
        before, begun = server.memory, time.monotonic()
        words = [kind, str(server.port), str(seconds + 2 * BEGINS), str(addresses)]
        attacker = subprocess.Popen([sys.executable, "-m", "tests.bench.load.attacker", *words])
        try:
            time.sleep(BEGINS)
            loud = time.monotonic()
            time.sleep(seconds)
            end, memory, lasted = time.monotonic(), server.memory, attacker.poll() is None
        finally:
            attacker.kill()
            attacker.wait()
        time.sleep(BEGINS)
        return Attack(
            kind,
            addresses,
            player.p95(quiet, begun),
            player.p95(loud, end),
            control.p95(quiet, begun),
            control.p95(loud, end),
            int(player.is_stuck(BEGINS + 1)),
            memory / before,
            lasted,
            _p95(server.own_times(quiet, begun)),
            _p95(server.own_times(loud, end)),
        )


def _p95(found: Sequence[float]) -> float:
    """The 95th of a hundred."""
    return quantiles(found, n=20)[-1] if len(found) > 1 else NONE


def main(kinds: Sequence[str], quick: bool) -> int:
    """Print a row for each attack from each number of addresses; 1 if one of them is past a limit."""
    unfair = 0
    print(
        f"p95 of a player's keys; limits: {TIMES:.0f} times quiet, {MOST:.0f} ms, none lost, {MEMORY} times the memory"
    )
    print(HEAD, flush=True)
    for kind in kinds or FROM_ADDRESSES:
        print(f"{kind}: {FROM_ADDRESSES[kind].__doc__}", flush=True)
        for addresses in ADDRESSES:
            with serving(config="", module="tests.bench.load.own_times") as server:
                found = attacked(server, kind, addresses, QUICK if quick else SECONDS)
            print(found, flush=True)
            unfair += not found.is_fair
    return 1 if unfair else 0
