"""The program under the monkey's hands: it takes steps one after the other, and tells trouble from a slow machine.

A step is a gap in seconds and what happens after it: bytes that the terminal sends, or a word about the program:
`start WORLD 80x24`, `drawn` (wait for the first picture), `quiet` (wait until it draws no more), `resize 10x5`,
`suspend`, `halt 0.3` (stop it for some seconds, as a machine without memory does), `rival` (another window opens the
board), `alive` (the palette must open and close).
"""

from __future__ import annotations

import os
import re
import select
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.monkey.worlds import WORLDS
from tests.tui.screen import Player, Process

Step = tuple[float, bytes | str]

SOON = 5.0  # seconds within which a key must change the screen
ASLEEP = 2.0  # seconds more for which a process that does not answer must sleep, waiting for nothing but us
AT_LAST = 60.0  # seconds within which even a machine with much else to do lets it answer
_AGAIN = 2.0  # seconds after which a key is sent again: an unfinished paste or sequence may have held it
_QUIET = 0.15  # seconds without anything drawn
_PALETTE, _CLOSE = b"\x1bOQ", b"\x1b[27u"  # F2, and Esc in the form that needs no waiting
_OPEN = "▔" * 8  # the upper border of the palette
_QUITTING = (b"q", b"\x03", b"\x11", b"\x1b", b"\r", b"\n")  # keys that may lead out of the program, a click included
_BUG = re.compile(rb"is a bug|Traceback \(most recent call last\)|Exception ignored in|never retrieved")
_INTERRUPTED = (130, -signal.SIGINT)  # ctrl+c after the program has given the terminal back


class Trouble(Exception):  # noqa: N818 - it is a finding
    """What went wrong: its kind, by which the same trouble is known again, details, and the last screen."""

    def __init__(self, kind: str, details: str = "", screen: str = "") -> None:
        super().__init__(kind, details, screen)
        self.kind = kind
        self.details = details
        self.screen = screen


class Ended(Exception):  # noqa: N818 - it may well be asked for
    """The program has ended with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Watch:
    """Judges how long an answer may take: a slow machine is given time, a process that sleeps or works in vain is not.

    It is called again and again while there is no answer, and raises `Trouble` when there will be none.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self.patience = SOON  # seconds of CPU for one answer
        self._began = time.monotonic()
        self._cpu = process.cpu
        self._awake = self._began

    def __call__(self, screen: str) -> None:
        now = time.monotonic()
        if now - self._began < SOON:
            self._awake = now
            return
        if self._process.cpu - self._cpu > self.patience:
            raise Trouble("busy", f"it has used {self.patience:.0f} s of CPU and does not answer", screen)
        if self._process.states != {"S"}:
            self._awake = now
        if now - self._awake > ASLEEP:
            raise Trouble("frozen", "it sleeps and does not answer", screen)
        if now - self._began > AT_LAST + self.patience:
            raise Trouble("frozen", f"it does not answer within {now - self._began:.0f} s", screen)


class Program(Player):
    """A running program whose end is noticed at once, and which is never written to while it does not read."""

    def __init__(self, world: str, size: tuple[int, int], folder: Path, before: Sequence[str] = ()) -> None:
        self.folder = folder
        self._rival: Player | None = None
        self._arguments, self._extra = WORLDS[world].arguments, environment(folder)
        if WORLDS[world].held:
            self._begin_rival()
        super().__init__(self._arguments, folder, size, self._extra, before=before)
        self._system = Process(self.process)
        self._searched = 0
        self._typed = b""  # since it was last known to be alive
        self.watch_until(lambda: self.is_raw, "raw mode")

    def watch_until(self, ready: Callable[[], bool], waiting_for: str) -> None:
        """Read output until something is so."""
        watch = Watch(self._system)
        while not ready():
            self.look(0.02)
            if ready():
                return
            try:
                watch(self.text)
            except Trouble as trouble:
                raise Trouble(trouble.kind, f"{trouble.details}; waited for {waiting_for}", trouble.screen) from None

    def look(self, seconds: float) -> bool:
        """Read what there is, notice an end, and have a stopped program go on."""
        begun = time.monotonic()
        got = super().look(seconds)
        if self.process and (status := self.status()) is not None:
            while select.select([self._terminal], [], [], 0)[0] and super().look(0):
                pass
            raise Ended(status)
        if not got and time.monotonic() - begun < seconds:
            time.sleep(min(seconds, 0.01))  # its end of the terminal is closed
        if self._system.is_stopped:
            self.signal(signal.SIGCONT)
        return got

    def send(self, data: bytes) -> None:
        """Have the terminal send these bytes in one write, or in several if they are more than it takes at once."""
        self._typed += data[-1000:]
        watch = Watch(self._system)
        os.set_blocking(self._terminal, False)
        while data:
            try:
                data = data[os.write(self._terminal, data[:2048]) :]
                watch = Watch(self._system)
            except BlockingIOError:
                watch(self.text)
                self.look(0.02)
            except OSError:  # its end of the terminal is closed
                self.look(0.05)
                return

    def take(self, step: Step) -> None:
        """Take a step; raises `Trouble`, or `Ended` after an end in good order."""
        gap, what = step
        try:
            self.watch(gap)
            if isinstance(what, bytes):
                self.send(what)
            else:
                self._obey(*what.split())
            self.look(0)
        except Ended as end:
            self.search()
            self._judge(end.status)
            raise
        self.search()

    def _obey(self, word: str, *more: str) -> None:
        if word == "drawn":
            self.watch_until(lambda: bool(self.text.strip()), "the first picture")
        elif word == "quiet":
            self._settle()
        elif word == "resize":
            columns, rows = map(int, more[0].split("x"))
            self.resize(columns, rows)
        elif word == "suspend":
            self.signal(signal.SIGTSTP)
        elif word == "halt":
            self.signal(signal.SIGSTOP)
            time.sleep(float(more[0]))
            self.signal(signal.SIGCONT)
        elif word == "rival":
            self._typed += b"q"  # a board taken over is left, and with it perhaps the program
            self._begin_rival()
        elif word == "alive":
            self.prove_alive()
        else:
            raise ValueError(f"no step is called {word!r}")

    def _settle(self) -> None:
        """Wait until it draws nothing more and sleeps, or only its clock goes on drawing."""
        end = time.monotonic() + SOON
        while (self.look(_QUIET) or self._system.states != {"S"}) and time.monotonic() < end:
            pass

    def prove_alive(self) -> None:
        """Open the palette and close it: it opens on every screen, in fields for text and over dialogs too."""
        self.watch(0.15)  # an escape character alone may be the beginning of a key
        self.watch_until(self._sent_until(_PALETTE, lambda: self._shows_palette), "the palette")
        self.watch_until(self._sent_until(_CLOSE, lambda: not self._shows_palette), "the palette's end")
        self._settle()  # that palette may have been an earlier key's: now these keys are done with, too
        self._typed = b""

    def _sent_until(self, key: bytes, ready: Callable[[], bool]) -> Callable[[], bool]:
        """Whether it is so, after a key that is sent again now and then."""
        self.send(key)
        sent = time.monotonic()

        def check() -> bool:
            nonlocal sent
            if ready():
                return True
            if time.monotonic() - sent > _AGAIN and self._system.states == {
                "S"
            }:  # else it has not come to that key yet
                sent = time.monotonic()
                self.send(key)
            return False

        return check

    @property
    def _shows_palette(self) -> bool:
        return _OPEN in self.text

    def search(self) -> None:
        """Look for words about a bug in what was written, and for a log of crashes."""
        if not trouble_in(self.written[max(0, self._searched - 100) :], self.folder):
            self._searched = len(self.written)
            return
        end = time.monotonic() + SOON
        with suppress(Ended):
            while self.process and (time.monotonic() < end or self._system.states != {"S"}):
                self.look(0.05)  # until it has written all of it
        found = trouble_in(self.written[max(0, self._searched - 100) :], self.folder)
        if found:
            raise Trouble(*found, self.text)

    def _judge(self, status: int) -> None:
        """Raise `Trouble` unless this status is a good end after these keys."""
        quitting = any(key in self._typed for key in _QUITTING)
        if status in _INTERRUPTED and b"\x03" in self._typed:
            return
        if status != 0:
            raise Trouble(f"ended with status {status}", self.written[-2000:].decode(errors="replace"), self.text)
        if not quitting:
            raise Trouble("ended by itself", "no key of these leaves the program", self.text)
        if self.written.count(b"\x1b[?1049h") > self.written.count(b"\x1b[?1049l") or self.is_raw:
            raise Trouble("terminal not restored", "", self.text)

    def _begin_rival(self) -> None:
        """Open the board in another window, taking it over if it is open here."""
        self._end_rival()
        self._rival = Player(self._arguments, self.folder, (80, 24), self._extra)
        self._rival.until(lambda text: bool(text.strip()))
        self._rival.press("\r")
        self._rival.watch(0.5)

    def _end_rival(self) -> None:
        if self._rival is not None:
            self._rival.close()
            self._rival = None

    def close(self) -> None:
        """End the program and its rival."""
        self._end_rival()
        super().close()


def environment(folder: Path) -> dict[str, str]:
    """Where everything that the program writes goes, its log of crashes too."""
    return {
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "TERMPUZZLES_DATA": str(folder / "data"),
        "TERMPUZZLES_CONFIG": str(folder / "config"),
    }


def trouble_in(written: bytes, folder: Path) -> tuple[str, str] | None:
    """The kind and the text of a crash, if what was written tells of one; the log then has more about it."""
    if not _BUG.search(written):
        return None
    logs = [log.read_text(errors="replace") for log in sorted(folder.rglob("bugs.log"))]
    details = "".join(logs) or written[-4000:].decode(errors="replace")
    return kind_of(details), details


_PLACE = re.compile(r'File ".*?((?:termpuzzles|textual|asyncio)/[^"]+)", line \d+, in (\S+)')
_ERROR = re.compile(r"^((?:\w+\.)*[A-Z]\w+)(: .*)?$", re.MULTILINE)
_AROUND = ("run", "_serve", "_play", "play", "run_app", "on_event")  # what every traceback goes through


def kind_of(traceback: str) -> str:
    """The kind of a crash: its error, and the last place in the traceback, of ours if there is one."""
    errors, places = _ERROR.findall(traceback.replace("\r", "")), _PLACE.findall(traceback)
    ours = [place for place in places if place[0].startswith("termpuzzles") and place[1] not in _AROUND] or places
    name, more = errors[-1] if errors else ("a bug", "")
    error = re.sub(r"\d+|0x\w+", "#", f"{name.rpartition('.')[2]}{more[:80]}")
    return f"{error} ({ours[-1][0]}, {ours[-1][1]})" if ours else error
