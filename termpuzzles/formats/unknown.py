"""A text in no known format: what it looks most like, and the first place that differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import HELP, Assumed, Format, first_word, first_words, shown, text_lines

_BEFORE = re.compile(r"[\s=(<>\"'`,|-]+(?=\S)")  # what may stand between other words and a puzzle
_SIGN = re.compile(r"\[+\s*\d|\{\s*\"|[a-z]+://")  # a beginning that nothing else has, be there faults further on
_MOST_PLACES = 20  # at most so many words are taken for the beginning of a puzzle


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
        expected = _expected(farthest.error.expected, farthest.form)
        return PuzzleError(expected, farthest.error.found, line=farthest.line, column=farthest.column)
    word = first_word(text)
    found = shown(word)
    if within := _format_within(text, begin, assumed, formats):
        found, form = within
        expected = f"nothing before what looks most like {_named(form)} ({HELP})"
    elif below := _format_below(text, begin, formats):
        expected = f"a line as in {_named(below)}, like those below ({HELP})"
    elif len(list(islice(first_words(text), 2))) > 1:
        expected = f"a puzzle in a known format (this looks like none of them; {HELP})"
    elif reader := next((form for form in formats if not _error(form, text, assumed)), None):
        expected = _expected("more rows than one", reader)
    else:
        error = _error(formats[0], word, assumed)
        assert error, "none of the formats can read it"
        return error.at("", begin)  # which says what an id is
    return PuzzleError(expected, found, line=begin, column=1)


def _named(form: Format) -> str:
    """The title of the format within a sentence."""
    title = form.about.title
    return title if title.split()[0].isupper() else title[:1].lower() + title[1:]


def _expected(expected: str, form: Format) -> str:
    return f"{expected} (this looks most like {_named(form)}; {HELP})"


def _differences(text: str, assumed: Assumed, formats: Sequence[Format]) -> Iterator[_Difference]:
    """Where each format of more than single lines stops."""
    for form in formats:
        if form.parts is text_lines:
            continue  # no line of the text is like one of theirs
        error = _error(form, text, assumed)
        if error and error.line is not None:
            yield _Difference(error.line, error.column or 1, form, error)


def _error(form: Format, text: str, assumed: Assumed) -> PuzzleError | None:
    """Why the text cannot be read in the format; None if it can."""
    try:
        form.read(text, assumed)
    except PuzzleError as error:
        return error
    return None


def _format_below(text: str, begin: int, formats: Sequence[Format]) -> Format | None:
    """The format that the text looks like without its first lines, or None."""
    rest = "\n".join(text.split("\n")[begin:])
    word = first_word(rest)
    return next((form for form in formats if word and form.sniff(word, rest)), None)


def _format_within(text: str, begin: int, assumed: Assumed, formats: Sequence[Format]) -> tuple[str, Format] | None:
    """What stands before a puzzle in the first line that is none, and the format of what follows it, or None."""
    line, below = (*text.split("\n", begin)[begin - 1 :], "")[:2]
    for before in islice(_BEFORE.finditer(line), _MOST_PLACES):
        rest = f"{line[before.end() :]}\n{below}"
        word = first_word(rest)
        for form in formats:
            own = word if form.parts is text_lines else rest
            if form.sniff(word, own) and (_SIGN.match(word) or not _error(form, own, assumed)):
                return shown(line[: before.end()].strip()), form
    return None
