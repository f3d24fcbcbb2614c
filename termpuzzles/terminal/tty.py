"""The wire to the terminal in which the program was started, and everything that may happen to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import termios
import threading
import tty
from collections.abc import Callable
from types import FrameType
from typing import Any

from termpuzzles.terminal.wire import Listener

_LAST_SECONDS = 0.8  # to leave in good order after the terminal has gone or a signal has come; then we leave anyway
_NAMES = "TERM HUP INT QUIT USR1 USR2 ALRM VTALRM PROF XCPU PWR STKFLT"  # each ends a program that does not heed it
_ENDING = [number for name in _NAMES.split() if (number := getattr(signal, f"SIG{name}", None))]  # not all everywhere
_MUCH = 8192  # bytes waiting: from here on the terminal lags


class TtyWire:
    """Reads from one descriptor of a terminal and writes to another; `last_words` restore the terminal in an emergency.

    While it is open the terminal is raw, and each signal that would end the program ends the wire instead.
    """

    is_local = True

    def __init__(self, keys: int, screen: int, last_words: bytes) -> None:
        self._keys, self._screen = keys, screen
        self._last_words = last_words
        self._loop: asyncio.AbstractEventLoop
        self._listener: Listener
        self._writer: WriterThread | None = None
        self._attributes: list[Any] | None = None
        self._handlers: dict[int, Any] = {}
        self._ended = False
        self._ending = False

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows that the terminal says it has; not COLUMNS and LINES, which stay as they are."""
        for number in (self._screen, self._keys):
            with contextlib.suppress(OSError):
                width, height = os.get_terminal_size(number)
                return width or 80, height or 24  # a serial line without a window has neither
        return 80, 24

    @property
    def lags(self) -> bool:
        """Whether the terminal reads too slowly for another update."""
        return self._writer is not None and self._writer.lags

    @property
    def can_suspend(self) -> bool:
        """Whether there is a shell that can bring us back; a session leader has none."""
        return os.getsid(0) != os.getpid()

    def open(self, listener: Listener) -> None:
        """Take the terminal over."""
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._take_over()

    def send(self, data: bytes) -> None:
        """Write to the terminal."""
        if self._writer is not None:
            self._writer.write(data)

    def suspend(self) -> None:
        """Stop as the shell wishes; after it lets us continue, execution goes on here."""
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._take_over()

    def close(self) -> None:
        """Let everything sent reach the terminal, and give it back."""
        with contextlib.suppress(termios.error):
            termios.tcflush(self._keys, termios.TCIFLUSH)  # the shell would read an answer that comes now
        self._give_back()

    def _take_over(self) -> None:
        with contextlib.suppress(termios.error):
            self._attributes = termios.tcgetattr(self._keys)
        self._writer = WriterThread(self._screen, self._tell_caught_up, self._tell_gone)
        self._watch_signals()  # before anything is changed: from here on it is put back however we end
        self._make_raw()
        self._loop.add_reader(self._keys, self._read)

    def _give_back(self) -> None:
        self._loop.remove_reader(self._keys)
        self._restore_attributes()
        if self._writer is not None:
            self._writer.stop(_LAST_SECONDS)
            self._writer = None
        for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT):
            self._loop.remove_signal_handler(number)
        while self._handlers:
            signal.signal(*self._handlers.popitem())

    def _make_raw(self) -> None:
        try:
            raw = termios.tcgetattr(self._keys)
        except termios.error:
            self._tell_gone()
            return
        raw[tty.IFLAG] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
        raw[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
        raw[tty.CC][termios.VMIN], raw[tty.CC][termios.VTIME] = 1, 0
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._keys, termios.TCSANOW, raw)

    def _restore_attributes(self) -> None:
        if self._attributes is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._keys, termios.TCSANOW, self._attributes)

    def _read(self) -> None:
        try:
            data = os.read(self._keys, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._listener.received(data)
        else:
            self._end(signal.SIGHUP)

    def _tell_caught_up(self) -> None:
        """Called in the writer's thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._listener.caught_up)

    def _tell_gone(self) -> None:
        """Called in any thread when the terminal is gone."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end, signal.SIGHUP)

    def _watch_signals(self) -> None:
        self._loop.add_signal_handler(signal.SIGWINCH, lambda: self._listener.resized(*self.size))
        self._loop.add_signal_handler(signal.SIGTSTP, self._listener.suspend_requested)
        self._loop.add_signal_handler(signal.SIGCONT, self._continued)
        for number in _ENDING:
            before = signal.getsignal(number)
            if before not in (signal.SIG_IGN, self._on_ending, None):  # None: something outside of Python waits for it
                self._handlers[number] = before
                signal.signal(number, self._on_ending)

    def _on_ending(self, number: int, frame: FrameType | None) -> None:
        """Called by a signal, at any moment: end in good order, or by a timer if the loop cannot."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end, number)
        self._end_soon(number)

    def _end(self, number: int) -> None:
        """End because of a signal, real or assumed."""
        if not self._ended:
            self._ended = True
            self._end_soon(number)
            self._loop.remove_reader(self._keys)
            self._listener.closed(128 + number)

    def _end_soon(self, number: int) -> None:
        def end() -> None:
            self._restore_attributes()
            with contextlib.suppress(OSError):
                os.set_blocking(self._screen, False)
                os.write(self._screen, self._last_words)
            os._exit(128 + number)

        if not self._ending:
            self._ending = True
            clock = threading.Timer(_LAST_SECONDS, end)
            clock.daemon = True
            clock.start()

    def _continued(self) -> None:
        """Have everything drawn anew after SIGCONT, whether or not we were stopped."""
        if os.tcgetpgrp(self._keys) == os.getpgrp():
            self._make_raw()
            self._listener.overwritten()


class WriterThread:
    """Writes in the order of the calls; calls `caught_up` after it lagged, and `gone` once if it cannot write."""

    def __init__(self, number: int, caught_up: Callable[[], None], gone: Callable[[], None]) -> None:
        self._number = number
        self._caught_up = caught_up
        self._gone = gone
        self._waiting = bytearray()
        self._changed = threading.Condition()
        self._stopped = False
        self._lagged = False
        self._thread = threading.Thread(target=self._run, name="terminal-writer", daemon=True)
        self._thread.start()

    @property
    def lags(self) -> bool:
        """Whether much waits to be written; if so, `caught_up` is called when it no longer does."""
        with self._changed:
            self._lagged = self._lagged or len(self._waiting) > _MUCH
            return len(self._waiting) > _MUCH

    def write(self, data: bytes) -> None:
        """Write this after everything that waits."""
        with self._changed:
            self._waiting += data
            self._changed.notify()

    def stop(self, seconds: float) -> None:
        """Write what waits, for at most `seconds`, and end."""
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._stopped)
                if not self._waiting:
                    return
                some = bytes(self._waiting[:4096])
            try:
                written = self._write(some)
            except OSError:
                self._gone()
                return
            with self._changed:
                del self._waiting[:written]
                caught_up = self._lagged and not self._waiting
                self._lagged = self._lagged and not caught_up
            if caught_up:
                self._caught_up()

    def _write(self, some: bytes) -> int:
        try:
            return os.write(self._number, some)
        except BlockingIOError:  # somebody with whom we share the terminal has made it non-blocking
            select.select([], [self._number], [], 1.0)
            return 0


def own_terminal(last_words: bytes) -> TtyWire:
    """The wire to the terminal in which the program was started.

    It writes to standard error, as Textual does: standard output may be redirected.
    """
    assert sys.__stdin__ is not None  # the caller has checked that both are terminals
    assert sys.__stderr__ is not None
    return TtyWire(sys.__stdin__.fileno(), sys.__stderr__.fileno(), last_words)
