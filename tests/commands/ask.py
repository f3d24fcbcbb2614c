"""Running a command in process: texts in, answers out."""

from collections.abc import Iterator

from termpuzzles.commands.reading import Entry, Text, entries

SMALL = {
    "unique": "infinity:2x2:3333",
    "ambiguous": "infinity:2x2:1111",
    "impossible": "infinity:2x1:35",
    "bad": "infinity:2x1:3",
}


def entries_of(*texts: str, game: str | None = None) -> Iterator[Entry]:
    """The puzzles of these texts, as if each text were an argument."""
    return entries((Text("", text) for text in texts), game)
