"""Signals that a test sends by mistake to the run it belongs to are refused, so that it fails and says so.

A process of pytest-xdist that is stopped answers nothing and prints nothing: the run would wait for it for ever.
"""

import os
import signal

HARMLESS = (0, signal.SIGCONT, signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH)  # neither stop nor end a process
send = os.kill


def is_struck(process: int, number: int) -> bool:
    """Whether this signal to this process or group would stop or end the process that runs the tests, or its parent."""
    if number in HARMLESS or process not in (0, -1, os.getpid(), os.getppid(), -os.getpgrp()):
        return False
    return process != os.getpid() or signal.getsignal(number) in (signal.SIG_DFL, None)


def kill(process: int, number: int) -> None:
    """Stand in for `os.kill`."""
    if is_struck(process, number):
        raise RuntimeError(f"signal {number} to {process} would stop or end the run of the tests")
    send(process, number)
