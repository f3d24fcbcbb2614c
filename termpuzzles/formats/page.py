"""The page of all formats, made from their records.

`python -m termpuzzles.formats.page > termpuzzles/docs/formats.md` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.formats import FORMATS
from termpuzzles.formats.format import About, Format, games_of_format
from termpuzzles.formats.gate import formats

_BEGINNING = """\
# Formats

Every text form that this program reads and writes. Which one a text has is seen from the text, whatever its file is
called; the forms are tried in the order of this page. `convert --to NAME` writes those that the table marks, and
`convert` goes between all that can say the same thing.

Text is UTF-8, with or without a byte-order mark, or UTF-16 with one; lines end in LF, CRLF or CR. In a list, each line
is an id or an address, which may be a link of Markdown, `[words](ADDRESS)`: text after a tab is ignored, and lines that
begin with `#` are comments. A bad line is named and does not stop the others. Above anything else, `# word: …` is a
header line, and an error where it is misspelt; only pictures and grids use those that are right. Of a folder, all files
are read that some form recognises; how many were passed over is said on stderr.

A picture or a grid without a header is the game that `--game` names, else that of the nearest parent folder named
`infinity`, `net`, `simpleloop`, `simpleloops` or `masyu`, else Simple Loop if it has `■`, else ∞ Loop.

A text in none of these forms gives one error: the form that it looks most like, and the first place that differs.
"""


def formats_page() -> str:
    """The page in Markdown."""
    return "\n".join([_BEGINNING, *_table(), *(line for form in _distinct() for line in _section(form))])


def _distinct() -> Iterator[Format]:
    """The formats but for further records of one that has come before."""
    seen: list[About] = []
    for form in formats():
        if form.about not in seen:
            seen.append(form.about)
            yield form


def _table() -> Iterator[str]:
    yield "| name | form | games | `--to` |\n|---|---|---|---|"
    for form in _distinct():
        games = ", ".join(game.title for game in games_of_format(form.like or form.name))
        to = f"`{form.name if form.name in FORMATS else 'gameid'}`" if form.write else ""
        yield f"| `{form.name}` | {form.about.title} | {games} | {to} |"
    yield ""


def _section(form: Format) -> Iterator[str]:
    about = form.about
    yield f"## {about.title}\n"
    yield f"Written by: {about.programs}\n"
    yield f"{about.grammar}\n"
    yield f"Lost on the way: {about.lost}\n"
    for specimen in about.examples:
        end = "" if specimen.text.endswith("\n") else "\n"
        yield f"```plain\n{specimen.text}{end}```\n"
        yield f"is `{specimen.id}`.\n"


if __name__ == "__main__":
    print(formats_page(), end="")
