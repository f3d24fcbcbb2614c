"""The rows and cards of Practise, whatever the journals tell, in a wide and in a narrow window, as approved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from termpuzzles.catalogue.ladder import SlowTechnique
from termpuzzles.catalogue.practice import Technique
from termpuzzles.catalogue.statistics import Need, Practice
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.screens.practise import (
    Practisable,
    TechniqueOfGame,
    TechniqueRecord,
    again_rows,
    card_words,
    cards_of,
    explained,
    needs_rows,
    rows_by_game,
    slow_rows,
)
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Words
from tests.approved import approve

COUNTS = {
    TechniqueOfGame(game, rule): number
    for number, (game, rule) in enumerate(
        [
            ("net", "pocket"),
            ("net", "no loop"),
            ("net", "dead end"),
            ("net", "edge"),
            ("masyu", "chain"),
            ("masyu", "two bridges"),
        ],
        1,
    )
}
MET = Counter({("net", "no loop"): 8, ("masyu", "chain"): 3})
ALONE = Counter({("net", "no loop"): 5})
GIVEN_UP = Summary(
    "/x/1.journal",
    "net",
    "Everyday/A board of twenty-one letters",
    "9x9",
    60.0,
    True,
    1.0,
    hints=(("pocket", 2),),
    gave_up=True,
)
GONE = Summary("/x/2.journal", "tracks", "", "15x15w", 60.0, True, 0.0, hints=(("pocket", 1), ("chain", 1)))
NEEDS = (
    Need("net", "no loop", 3, 4),
    Need("masyu", "chain", 3, 0),
    *(Need("net", "pocket", n, 0) for n in range(9, 3, -1)),
)
SLOW = SlowTechnique("net", "dead end", ())
RECORDS = {
    "nothing is read": TechniqueRecord(),
    "nothing is played": TechniqueRecord(is_read=True),
    "much is new": TechniqueRecord(Practice(), MET, ALONE, True),
    "hints": TechniqueRecord(Practice(NEEDS[1:2], (GIVEN_UP, GONE)), MET, ALONE, True, SLOW),
    "hints and wrong pins": TechniqueRecord(Practice(NEEDS), MET, ALONE, True),
}


def told(words: Words) -> str:
    return "".join(piece[0] if not piece[0].strip() else f"[{piece[1]}]{piece[0]}" for piece in words).rstrip()


def rows(record: TechniqueRecord, narrow: bool) -> Iterator[Choice[Practisable]]:
    yield from needs_rows(record, COUNTS, narrow, not narrow)
    yield from slow_rows(record.slow, narrow) if record.slow else ()
    yield from again_rows(record.practice, narrow)


def lines(name: str, record: TechniqueRecord) -> Iterator[str]:
    """The rows and cards of a record, and what is said of each."""
    yield f"---- {name}"
    for narrow in (False, True):
        found: Iterable[Choice[Practisable]] = rows(record, narrow)
        yield f"-- {'narrow' if narrow else 'wide'}"
        yield from (told(row.words) for row in (*found, *rows_by_game(record, COUNTS, narrow)))
    for value in cards_of(record, COUNTS):
        yield "-- a card"
        yield from (f"{told(left)} | {told(right)}" for left, right in card_words(value, record, COUNTS, True))


def described() -> Iterator[str]:
    """What stands beside the list about a row of each kind."""
    record, shown = RECORDS["hints"], Technique("edge", "What the rule says.")
    yield "---- beside"
    for value in cards_of(record, COUNTS):
        yield f"-- {value.rule if isinstance(value, TechniqueOfGame | SlowTechnique) else value.name}"
        yield from map(told, explained(value, shown, record, COUNTS, 30))
    assert explained(None, None, record, COUNTS, 30) == explained(SLOW, None, record, COUNTS, 30) == []


def test_the_rows_and_cards_of_practise_are_as_approved() -> None:
    approve(
        __file__,
        "practise-rows",
        "\n".join([*(line for each in RECORDS.items() for line in lines(*each)), *described(), ""]),
    )
