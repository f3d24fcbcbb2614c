"""What is asked of the terminal before the app starts: is it light, and how wide does it draw a line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from typing import NamedTuple

# Seconds that a terminal has to answer. One that says nothing costs them once; an answer that comes later would be
# taken for keys, so a terminal at the other end of a network gets more.
_LIMIT, _FAR_LIMIT = 0.5, 2.0
_QUESTION = b"\r\xe2\x94\x80\x1b[6n\r\x1b[K\x1b]11;?\x1b\\\x1b[c"  # the cursor after a line, the background, its model
_COLUMN = re.compile(rb"\x1b\[\d+;(\d+)R")
_BACKGROUND = re.compile(rb"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")
_MODEL = re.compile(rb"\x1b\[\?[\d;]*c")  # every terminal answers this, and last, so nothing more is to come


class Terminal(NamedTuple):
    """What the terminal can show."""

    light: bool
    ascii_only: bool


def find_out(environment: Mapping[str, str]) -> Terminal:
    """Ask the terminal, then the environment; a terminal that says nothing is dark, and unicode where the locale is."""
    answer = _ask(_FAR_LIMIT if environment.get("SSH_CONNECTION") else _LIMIT)
    column = _COLUMN.search(answer)
    odd_width = column is not None and column[1] != b"2"
    light = _is_light(answer)
    if light is None:
        light = environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
    return Terminal(light, odd_width or not is_utf8(environment))


def is_utf8(environment: Mapping[str, str]) -> bool:
    """Whether the locale says that text is in UTF-8; without any locale we take it to be."""
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if names[0] == "" and names[1] == "C.UTF-8" and names[2] in ("C", "POSIX"):
        return False  # python itself puts this LC_CTYPE into the environment of a locale that has no encoding
    locale = next((name for name in names if name), "C.UTF-8").lower()
    return "utf-8" in locale or "utf8" in locale or (locale not in ("c", "posix") and "." not in locale)


def _is_light(answer: bytes) -> bool | None:
    found = _BACKGROUND.search(answer)
    if found is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)


def _ask(limit: float) -> bytes:
    """What the terminal answers within the limit; nothing where there is no terminal, or none that can be asked."""
    try:
        import termios
        import tty
    except ImportError:
        return b""
    keys, screen = sys.__stdin__, sys.__stderr__
    if keys is None or screen is None or not (keys.isatty() and screen.isatty()):
        return b""
    number = keys.fileno()
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number, termios.TCSANOW)
        os.write(screen.fileno(), _QUESTION)
        return _read(number, limit)
    finally:
        termios.tcsetattr(number, termios.TCSANOW, before)


def _read(number: int, limit: float) -> bytes:
    from select import select
    from time import monotonic

    answer, end = b"", monotonic() + limit
    while not _MODEL.search(answer) and (left := end - monotonic()) > 0:
        if not select([number], [], [], left)[0]:
            break
        answer += os.read(number, 1024)
    return answer
