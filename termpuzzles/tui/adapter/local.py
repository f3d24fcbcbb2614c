"""The driver for the terminal in which the program was started, and for everything that may happen to it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import termios
import threading
import tty
from types import FrameType
from typing import Any

from termpuzzles.terminal.writer import Writer
from termpuzzles.tui.adapter.compat import CalmApp
from termpuzzles.tui.adapter.driver import LEAVE, TerminalDriver

_LAST_SECONDS = 0.8  # to leave in good order after the terminal has gone or a signal has come; then we leave anyway
_NAMES = "TERM HUP INT QUIT USR1 USR2 ALRM VTALRM PROF XCPU PWR STKFLT"  # each ends a program that does not heed it
_ENDING = [number for name in _NAMES.split() if (number := getattr(signal, f"SIG{name}", None))]  # not all everywhere


class LocalDriver(TerminalDriver):
    """Reads from standard input, and writes to standard error, as Textual does: standard output may be redirected."""

    def __init__(self, app: CalmApp, *, debug: bool = False, mouse: bool = True, size: Any = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert sys.__stdin__ is not None  # the caller has checked that both are terminals
        assert sys.__stderr__ is not None
        self._keys, self._screen = sys.__stdin__.fileno(), sys.__stderr__.fileno()
        self._size = self._measured()  # not COLUMNS and LINES, which do not change with the window
        self._writer: Writer | None = None
        self._attributes: list[Any] | None = None
        self._handlers: dict[int, Any] = {}
        self._suspending = False
        self._has_terminal = False
        self._ending = False

    @property
    def can_suspend(self) -> bool:
        """Whether there is a shell that can bring us back; a session leader has none."""
        return os.getsid(0) != os.getpid()

    @property
    def lags(self) -> bool:
        """Whether the terminal reads too slowly for another update."""
        return self._writer is not None and self._writer.lags

    def write(self, data: str) -> None:
        """Write to the terminal."""
        if self._writer is not None:
            self._writer.write(data.encode("utf-8", "replace"))

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._has_terminal = True
        self._take_attributes()
        self._writer = Writer(self._screen, self._caught_up, self._told_gone)
        self._watch_signals()  # before anything is changed: from here on it is put back however we end
        self._make_raw()
        self._loop.add_reader(self._keys, self._read)
        self.enter()
        self.resized(*self._measured())

    def disable_input(self) -> None:
        """Read no more."""
        self._loop.remove_reader(self._keys)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._has_terminal = False
        self.leave()
        self.disable_input()
        if not self._suspending:
            with contextlib.suppress(termios.error):
                termios.tcflush(self._keys, termios.TCIFLUSH)  # the shell would read an answer that comes now
        self._restore_attributes()

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while."""
        self._suspending = True
        super().suspend_application_mode()
        self._suspending = False

    def close(self) -> None:
        """Let everything written reach the terminal, and restore the signals."""
        if self._writer is not None:
            self._writer.stop(_LAST_SECONDS)
            self._writer = None
        for number in (signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT):
            self._loop.remove_signal_handler(number)
        while self._handlers:
            signal.signal(*self._handlers.popitem())

    def _measured(self) -> tuple[int, int]:
        for number in (self._screen, self._keys):
            with contextlib.suppress(OSError):
                width, height = os.get_terminal_size(number)
                return width or 80, height or 24  # a serial line without a window has neither
        return 80, 24

    def _take_attributes(self) -> None:
        with contextlib.suppress(termios.error):
            self._attributes = termios.tcgetattr(self._keys)

    def _make_raw(self) -> None:
        try:
            raw = termios.tcgetattr(self._keys)
        except termios.error:
            self._told_gone()
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
            self.receive(data)
        else:
            self._end(signal.SIGHUP)

    def _caught_up(self) -> None:
        """Called in the writer's thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._app.paint)

    def _told_gone(self) -> None:
        """Called in any thread when the terminal is gone."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end, signal.SIGHUP)

    def _watch_signals(self) -> None:
        self._loop.add_signal_handler(signal.SIGWINCH, lambda: self.resized(*self._measured()))
        self._loop.add_signal_handler(signal.SIGTSTP, self._suspend)
        self._loop.add_signal_handler(signal.SIGCONT, self._continued)
        for number in _ENDING:
            before = signal.getsignal(number)
            if before not in (signal.SIG_IGN, self._on_ending, None):  # None: something outside of Python waits for it
                self._handlers[number] = before
                signal.signal(number, self._on_ending)

    def _on_ending(self, number: int, frame: FrameType | None) -> None:
        """Called by a signal, at any moment: end the loop in good order, or by a timer if it cannot."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end, number)
        self._end_soon(number)

    def _end(self, number: int) -> None:
        """Leave because of a signal, real or assumed."""
        if self._app.ended_by == 0:
            self._app.ended_by = number
            self._end_soon(number)
            self._loop.remove_reader(self._keys)
            self._app.exit()

    def _end_soon(self, number: int) -> None:
        def end() -> None:
            self._restore_attributes()
            with contextlib.suppress(OSError):
                os.set_blocking(self._screen, False)
                os.write(self._screen, LEAVE.encode())
            os._exit(128 + number)

        if not self._ending:
            self._ending = True
            clock = threading.Timer(_LAST_SECONDS, end)
            clock.daemon = True
            clock.start()

    def _suspend(self) -> None:
        """Stop as the shell wishes; after it lets us continue, execution goes on here."""
        if not (self._auto_restart and self._has_terminal):  # somebody else has it
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        self.suspend_application_mode()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.resume_application_mode()
        self.process_message(self.SignalResume())

    def _continued(self) -> None:
        """Paint everything anew after SIGCONT: whether or not we were stopped, the terminal's contents are unknown."""
        if self._has_terminal and os.tcgetpgrp(self._keys) == os.getpgrp():
            self._make_raw()
            self._app.return_to_terminal()
