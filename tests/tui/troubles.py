"""What is wrong with a window, whatever it shows: words that are cut, headings of nothing, and words at an edge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from textual.containers import VerticalScroll

from termpuzzles.tui.widgets.choices import Choices
from termpuzzles.tui.widgets.lines import Lines
from tests.tui.visit import Visit

_CUT = re.compile(r"[^\W\d_]…$")  # a word whose end is missing


def troubles(visit: Visit) -> Iterator[str]:
    """What is wrong with the window, each with the line."""
    screen = visit.app.screen
    for lines in screen.query(Lines):
        shown = lines.lines[: lines.size.height] if lines.region else []
        for words in shown:
            text = "".join(visit.context.palette.spelled(piece[0]) for piece in words).rstrip()
            if len(text) > lines.size.width:
                yield f"cut at the edge of {lines.id}: {text!r}"
    for listed in screen.query(Choices):
        if not listed.region:
            continue
        room = listed.scrollable_content_region.width
        for place in range(listed.option_count):
            text = str(listed.get_option_at_index(place).prompt).rstrip()
            for line in text.split("\n"):
                if len(line) > room or _CUT.search(line):
                    yield f"cut in the list: {line!r}"
        yield from _empty_headings(listed)
    for line in visit.window.splitlines():
        if re.match(r"[^\W\d_]", line) and not screen.query(VerticalScroll):
            yield f"flush with the edge: {line.rstrip()!r}"
        if line[-1:].isalpha():
            yield f"flush with the right edge: {line!r}"


def _empty_headings(listed: Choices[object]) -> Iterator[str]:
    """Headings of a list with nothing below them before the next heading, or before its end."""
    rows = [listed.get_option_at_index(place) for place in range(listed.option_count)]
    for place, row in enumerate(rows):
        is_heading = row.disabled and any(span.style and "bold" in str(span.style) for span in _spans(row))
        below = next((each for each in rows[place + 1 :] if str(each.prompt).strip()), None)
        is_next = below is None or (below.disabled and any("bold" in str(span.style) for span in _spans(below)))
        if str(row.prompt).strip() and is_heading and is_next and len(str(row.prompt).split()) < 3:
            yield f"an empty heading: {row.prompt!s}"


def _spans(row: object) -> list[Any]:
    return list(getattr(getattr(row, "prompt", None), "spans", []))
