"""Turns the bytes that a terminal sends into what the player typed, clicked or pasted, and into answers.

It knows nothing of Textual and never raises: bytes without a meaning are dropped, and no part of an answer to our own
questions is ever taken for a key, whether it comes late, in parts or not at all.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import NamedTuple

LONGEST_PASTE = 1 << 20  # bytes; the rest is dropped
_ESCAPE_SECONDS = 0.1  # after an escape character alone; then it was the key
_ASKED_SECONDS = 1.5  # the same while an answer may begin with it
_SEQUENCE_SECONDS = 5.0  # after the beginning of a longer sequence; then its end is lost
_PASTE_SECONDS = 1.0  # without a byte; then a paste has ended, even if its end is missing
_LONGEST_SEQUENCE = 256  # bytes


class Typed(NamedTuple):
    """Characters, each of them a key."""

    text: str


class KeySequence(NamedTuple):
    """An escape sequence that may stand for a key."""

    code: str


class WithAlt(NamedTuple):
    """A character typed while alt was held."""

    character: str


class Clicked(NamedTuple):
    """A mouse event: buttons and modifiers as xterm numbers them, column and row from 0."""

    buttons: int
    x: int
    y: int
    released: bool


class Pasted(NamedTuple):
    """Text that was pasted."""

    text: str


class Focus(NamedTuple):
    """The window has gained the focus, or has lost it."""

    gained: bool


class TerminalAnswer(NamedTuple):
    """The terminal's answer to a question."""

    code: str


Token = Typed | KeySequence | WithAlt | Clicked | Pasted | Focus | TerminalAnswer

_ESCAPE = b"\x1b"
_CODE = re.compile(rb"\x1b\[[ -?]*|\x1bO[0-9;]*")  # up to the character that ends it
_STRING = re.compile(rb"\x1b\](?:4|1[0-9]);[0-9a-fA-Frgb:/;]*|\x1b[\]PX^_][^\x00-\x1f\x7f]*")  # the first are colours
_REST = rb"\][0-9]+;[ -~]*(?:\x07|\x1b\\)|\[\?[0-9;]*(?:c|\$y|u|n)|\[[0-9]+;[0-9]+R"
_REST_BEGUN = rb"\](?:[0-9]+(?:;[ -~]*\x1b?)?)?|\[(?:\?[0-9;]*\$?|[0-9]+(?:;[0-9]*)?)?"
_MOUSE = r"\x1b\[<([0-9]{1,4});(-?[0-9]{1,6});(-?[0-9]{1,6})([Mm])"
_ANSWER = re.compile(r"\x1b\[(?:[?>=].*|[0-9;]*[nt]|[0-9]+;[0-9]+R)|\x1b[\]PX^_].*", re.DOTALL)
_MEANS_NOTHING = re.compile("[\x80-\x9f\ufffd]")
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", b"\x1b[201~"
_HIGHEST = 0x10FFFF


class Input:
    """Turns bytes and the times at which they come into tokens; call `expire` when its deadline has passed."""

    def __init__(self) -> None:
        self._left = b""
        self._began = 0.0  # when the first of the remaining bytes came
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._paste: bytearray | None = None
        self._pasted_enough = False
        self._asked = 0  # questions not answered yet; each ends with one that every terminal answers
        self._cut = False  # an escape was taken for the key, but was perhaps the beginning of an answer
        self._held = 0  # the button held according to an old kind of click
        self.deadline: float | None = None

    def expect_answers(self) -> None:
        """Expect answers to a question that ends with a question for the model."""
        self._asked += 1

    def feed(self, data: bytes, now: float) -> list[Token]:
        """The tokens in these bytes and those that were left."""
        late = self._left == _ESCAPE and now - self._began > _ESCAPE_SECONDS and data[:1] not in (b"[", b"]", b"P")
        tokens = list(self._expired()) if late else []
        if not self._left:
            self._began = now
        self._left += data
        before = len(self._left)
        tokens += self._complete()
        if len(self._left) < before:
            self._began = now
        self._set_deadline(now)
        return tokens

    def expire(self, now: float) -> list[Token]:
        """The tokens in the bytes that are left, once nothing more can belong to them."""
        if self.deadline is None or now < self.deadline:
            return []
        tokens = [*self._expired(), *self._complete()]
        self._set_deadline(now)
        return tokens

    def _set_deadline(self, now: float) -> None:
        if self._paste is not None:
            self.deadline = now + _PASTE_SECONDS
        elif not self._left:
            self.deadline = None
        elif self._left == _ESCAPE:
            self.deadline = self._began + (_ASKED_SECONDS if self._asked else _ESCAPE_SECONDS)
        elif (len(self._left) == 2 and not self._asked) or self._cut:
            self.deadline = self._began + _ESCAPE_SECONDS
        else:
            self.deadline = self._began + _SEQUENCE_SECONDS

    def _expired(self) -> Iterator[Token]:
        left, self._left = self._left, b""
        if self._paste is not None:
            yield from self._end_paste()
        elif self._cut:
            self._cut = False
            yield from self._typed(left)
        elif left == _ESCAPE:
            self._cut = self._asked > 0
            yield KeySequence("\x1b")
        elif len(left) == 2 and left.isascii():
            yield WithAlt(chr(left[1]))

    def _complete(self) -> Iterator[Token]:
        """Take all complete tokens."""
        while self._left:
            if self._paste is not None:
                yield from self._paste_in()
                continue
            if self._cut and (rest := re.match(_REST, self._left)):
                yield self._answer(self._cut_off(rest.end()))
                self._cut = False
                continue
            if self._cut and re.fullmatch(_REST_BEGUN, self._left):
                return
            self._cut = False
            if (start := self._left.find(_ESCAPE)) != 0:
                yield from self._typed(self._cut_off(start if start > 0 else len(self._left)))
                continue
            if (measured := _measured(self._left)) is None:
                return
            length, whole = measured
            code = self._cut_off(length)
            if whole:
                yield from self._meant(code)

    def _cut_off(self, length: int) -> bytes:
        taken, self._left = self._left[:length], self._left[length:]
        return taken

    def _typed(self, data: bytes) -> Iterator[Token]:
        if text := _MEANS_NOTHING.sub("", self._decode(data)):
            yield Typed(text)

    def _meant(self, data: bytes) -> Iterator[Token]:
        """The tokens for a complete sequence."""
        if data == _ESCAPE:
            yield KeySequence("\x1b")
            return
        if data.startswith(b"\x1b[M"):
            yield from self._old_click(*data[3:])
            return
        code = data.decode("utf-8", "replace")
        if code == _PASTE_BEGINS:
            self._paste, self._pasted_enough = bytearray(), False
        elif code in ("\x1b[I", "\x1b[O"):
            yield Focus(code.endswith("I"))
        elif mouse := re.fullmatch(_MOUSE, code):
            yield from _click(int(mouse[1]), int(mouse[2]) - 1, int(mouse[3]) - 1, mouse[4] == "m")
        elif _ANSWER.fullmatch(code):
            yield self._answer(data)
        elif code[1] in "[O":
            if all(number <= _HIGHEST and not 0xD800 <= number <= 0xDFFF for number in _numbers(code)):
                yield KeySequence(code)
        elif not _MEANS_NOTHING.search(code):
            yield WithAlt(code[1])

    def _answer(self, code: bytes) -> TerminalAnswer:
        text = code.decode("utf-8", "replace").removeprefix("\x1b")
        if text.startswith("[?") and text.endswith("c"):
            self._asked = max(0, self._asked - 1)
        return TerminalAnswer("\x1b" + text)

    def _old_click(self, buttons: int, x: int, y: int) -> Iterator[Token]:
        """A click in the oldest encoding: each number in one byte, from 32."""
        buttons -= 32
        if buttons < 0:
            return
        released = buttons & 3 == 3 and buttons < 64
        if released:
            buttons = buttons & ~3 | self._held
        elif buttons < 64:
            self._held = buttons & 3
        yield from _click(buttons, x - 33, y - 33, released)

    def _paste_in(self) -> Iterator[Token]:
        assert self._paste is not None
        searched = max(0, len(self._paste) - len(_PASTE_ENDS))
        self._paste += self._left
        self._left = b""
        end = self._paste.find(_PASTE_ENDS, searched)
        if end >= 0:
            self._left = bytes(self._paste[end + len(_PASTE_ENDS) :])
            del self._paste[end:]
            yield from self._end_paste()
        elif len(self._paste) > LONGEST_PASTE:
            if not self._pasted_enough:
                yield self._text_of(self._paste)
            self._pasted_enough = True
            del self._paste[: -len(_PASTE_ENDS)]

    def _end_paste(self) -> Iterator[Token]:
        assert self._paste is not None
        if not self._pasted_enough:
            yield self._text_of(self._paste)
        self._paste = None

    def _text_of(self, paste: bytearray) -> Pasted:
        return Pasted(bytes(paste[:LONGEST_PASTE]).decode("utf-8", "replace").replace("\0", ""))


def _measured(data: bytes) -> tuple[int, bool] | None:
    """The length of the sequence at the beginning of these bytes, and whether it is complete; None if more must come.

    A sequence that is not complete is broken off by a byte that cannot be in it.
    """
    if len(data) == 1:
        return None
    if data[1] in b"]PX^_":
        return _string_measured(data)
    if data[1] not in b"[O":
        return _character_measured(data)
    found = _CODE.match(data)
    assert found is not None
    end = found.end()
    if end == len(data) or end > _LONGEST_SEQUENCE:
        return (end, False) if end > _LONGEST_SEQUENCE else None
    if data[: end + 1] == b"\x1b[M":
        return (6, True) if len(data) >= 6 else None
    return (end + 1, True) if 0x40 <= data[end] <= 0x7E else (end, False)


def _string_measured(data: bytes) -> tuple[int, bool] | None:
    found = _STRING.match(data)
    assert found is not None
    end = found.end()
    if end > _LONGEST_SEQUENCE:
        return end, False
    if end == len(data) or data[end:] == _ESCAPE:
        return None
    if data[end] == 0x07:
        return end + 1, True
    return (end + 2, True) if data[end : end + 2] == b"\x1b\\" else (end, False)


def _character_measured(data: bytes) -> tuple[int, bool] | None:
    """The same for an escape before a character, perhaps of several bytes, or before another escape."""
    first = data[1]
    if first == 0x1B:
        return 1, True
    length = 1 if first < 0xC2 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    return (1 + length, True) if len(data) > length else None


def _numbers(code: str) -> list[int]:
    return list(map(int, re.findall("[0-9]+", code)))


def _click(buttons: int, x: int, y: int, released: bool) -> Iterator[Clicked]:
    if x >= 0 and y >= 0:
        yield Clicked(buttons, x, y, released)
