"""The pages of the documentation, which come with the program: their text, and where they speak of something."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

PAGES = (
    "playing",
    "commands",
    "batches",
    "formats",
    "json",
    "plain",
    "ssh",
    "python",
    "recipes",
    "building",
    "benchmarks",
    "changes",
)


def docs_page(name: str) -> str:
    """The text of a page of the documentation, without what only a browser shows."""
    with open(os.path.join(_DOCS, "schema.json" if name == "json" else f"{name}.md"), encoding="utf-8") as file:
        return re.sub(r"<picture>.*?</picture>\n+|<!-- [\w ]+ -->\n", "", file.read(), flags=re.DOTALL)


_DOCS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "docs")


class PageLine(NamedTuple):
    """A line of a page, by its number from 0."""

    page: str
    line: int
    text: str


@cache
def _lines() -> tuple[PageLine, ...]:
    every = [(page, docs_page(page).splitlines()) for page in PAGES]
    return tuple(
        PageLine(page, place, line) for page, lines in every for place, line in enumerate(lines) if line.strip()
    )


def mentions(words: str) -> Iterator[PageLine]:
    """The lines that hold all of these words, of each page the first; pages in their order, players' pages first."""
    wanted = words.casefold().split()
    told = set[str]()
    for mention in _lines():
        if wanted and mention.page not in told and all(word in mention.text.casefold() for word in wanted):
            told.add(mention.page)
            yield mention
