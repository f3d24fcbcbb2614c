"""What one player's terminal is: from its environment at once, and from its answers whenever they come."""

from __future__ import annotations

import locale
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

# The questions: how wide a line character is drawn (one column, or two where such characters are wide); the background;
# whether updates can be shown all at once; which colour a pen has that was given one of 2^24, which a terminal without
# those turns into one of its own; and last the model, which every terminal answers.
_COLOUR_SET = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m"
QUESTIONS = f"\x1b[H\u2500\x1b[6n\r\x1b[K\x1b]11;?\x1b\\\x1b[?2026$p{_COLOUR_SET}\x1b[c"
_COLUMN = re.compile(r"\x1b\[[0-9]+;([0-9]{1,3})R")
_BACKGROUND = re.compile(r"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")
_PEN = re.compile(r"\x1bP1\$r[0-9:;]*?48([:;])([0-9:;]*)m")
_AT_ONCE = re.compile(r"\x1b\[\?2026;[1-3]\$y")

_ALL_COLOURS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "rio", "iterm", "mintty")
_NO_COLOURS = ("vt", "xterm-mono", "ansi-m", "cons25-m")


class ColourDepth(IntEnum):
    """How many colours a terminal shows."""

    NONE = 0
    STANDARD = 16
    EIGHT_BIT = 256
    TRUECOLOR = 1 << 24


@dataclass(eq=False)
class Terminal:
    """One player's terminal, as far as it is known; its answers change it."""

    colours: ColourDepth = ColourDepth.TRUECOLOR
    light: bool = False
    utf8: bool = True  # and each line of a board takes one column
    erases_in_colour: bool = True
    shows_at_once: bool = False  # whether an update can be shown in one go
    over_ssh: bool = False  # whether this program was started in a shell that somebody has reached over SSH

    @property
    def questions(self) -> str:
        """What to ask it; for colours nothing is asked, nor any sent, where none is wanted."""
        return QUESTIONS if self.colours else QUESTIONS.replace(_COLOUR_SET, "\x1b[m")

    def on_answer(self, answer: str) -> bool:
        """Take in an answer; returns whether it changes anything that affects drawing."""
        before = (self.light, self.utf8, self.colours)
        if column := _COLUMN.match(answer):
            self.utf8 = self.utf8 and column[1] == "2"
        elif colour := _BACKGROUND.match(answer):
            self.light = _is_light(*colour.groups())
        elif _AT_ONCE.match(answer):
            self.shows_at_once = True
        elif self.colours and (pen := _PEN.match(answer)):
            numbers = [int(number) for number in re.findall("[0-9]+", pen[2])]
            if numbers[:1] == [2] and numbers[-3:] == [1, 2, 3]:
                self.colours = ColourDepth.TRUECOLOR
            elif numbers[:1] in ([2], [5]):  # the nearest of 256, by its number or as what it is
                self.colours = max(self.colours, ColourDepth.EIGHT_BIT)
        return (self.light, self.utf8, self.colours) != before


def terminal_of(environment: Mapping[str, str], installed: Callable[[str], bool] | None = None) -> Terminal:
    """The terminal according to the environment; `installed` says whether this machine has a locale of that name."""
    return Terminal(
        colours=colour_depth_of(environment),
        light=environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15"),
        utf8=is_utf8(environment, installed or is_installed),
        erases_in_colour=not environment.get("TERM", "").startswith(("screen", "tmux")),
        over_ssh=bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY")),
    )


def colour_depth_of(environment: Mapping[str, str]) -> ColourDepth:
    """The number of colours; over SSH the name of the terminal is passed on, but mostly not COLORTERM."""
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term.startswith(_NO_COLOURS):
        return ColourDepth.NONE
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return ColourDepth.TRUECOLOR
    if environment.get("WT_SESSION"):  # Windows Terminal, where TERM need not be set
        return ColourDepth.TRUECOLOR
    if term.startswith(_ALL_COLOURS):
        return ColourDepth.TRUECOLOR
    return ColourDepth.EIGHT_BIT if "256" in term else ColourDepth.STANDARD


def is_utf8(environment: Mapping[str, str], installed: Callable[[str], bool]) -> bool:
    """Whether the locale says that text is in UTF-8.

    Without any locale we assume so, and also if this machine does not have the locale: then it came over SSH from
    another machine, and Python has put `LC_CTYPE=C.UTF-8` into the environment, as it does for no locale at all.
    """
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if names[0] == "" and names[1] == "C.UTF-8" and names[2] in ("C", "POSIX"):
        return False
    name = next((name for name in names if name), "C.UTF-8").lower()
    if name in ("c", "posix"):
        return False
    says_so = "utf-8" in name or "utf8" in name or "." not in name
    return says_so or not installed(next(name for name in names if name))


def is_installed(name: str) -> bool:
    """Whether this machine has a locale of that name."""
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, name)
    except locale.Error:
        return False
    locale.setlocale(locale.LC_CTYPE, before)
    return True


def _is_light(*parts: str) -> bool:
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)
