"""A text in no known format: what it looks most like, and the first place that differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import Assumed, Format, first_word, shown, text_lines

_HELP = "`termpuzzles help formats` explains all formats"


class _Difference(NamedTuple):
    """How far a format reads into the text, what it expects there, and what it finds."""

    line: int
    column: int
    form: Format
    error: PuzzleError


def refusal_of(text: str, assumed: Assumed, formats: Sequence[Format]) -> PuzzleError:
    """The error for a text that none of these formats recognises: that of the format which reads farthest into it."""
    begin = next((number for number, line in enumerate(text.split("\n"), 1) if line.strip() and line[0] != "#"), 1)
    differences = list(_differences(text, assumed, formats))
    differences.reverse()  # of several that read as far, the format that asks for least comes first
    farthest = max(differences, key=lambda each: each[:2], default=None)
    if farthest and farthest.line > begin:
        line, column, form, error = farthest
        expected = f"{error.expected} (this looks most like {form.about.title.lower()}; {_HELP})"
        return PuzzleError(expected, error.found, line=line, column=column)
    below = _format_below(text, begin, formats)
    known = f"a line as in {below.about.title.lower()}, like those below" if below else "a puzzle in a known format"
    return PuzzleError(f"{known} ({_HELP})", shown(first_word(text)), line=begin, column=1)


def _differences(text: str, assumed: Assumed, formats: Sequence[Format]) -> Iterator[_Difference]:
    """Where each format of more than single lines stops."""
    for form in formats:
        if form.parts is text_lines:
            continue  # no line of the text is like one of theirs
        try:
            form.read(text, assumed)
        except PuzzleError as error:
            if error.line is not None:
                yield _Difference(error.line, error.column or 1, form, error)


def _format_below(text: str, begin: int, formats: Sequence[Format]) -> Format | None:
    """The format that the text looks like without its first lines, or None."""
    rest = "\n".join(text.split("\n")[begin:])
    word = first_word(rest)
    return next((form for form in formats if word and form.sniff(word, rest)), None)
