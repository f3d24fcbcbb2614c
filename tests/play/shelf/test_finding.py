"""Finding levels by words and numbers."""

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Level, LevelIndex, Levels, Pack, all_levels, packs

SMALL = Levels(
    [
        Pack(
            Path("a.loops"),
            "net",
            "wraparound",
            (
                Level("Wraparound 1", "7x7", "one", "dead end", 300, (), "wraps"),
                Level("Wraparound 2", "13x11", "two", "edge", 20, (), "wraps"),
            ),
        ),
        Pack(Path("b.loops"), "infinity", "first turns", (Level("First turns 1", "4x4", "three", "edge", 12),)),
    ]
)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [1, 2, 3]),
        ("wrap 7x7", [1]),
        ("WRAP", [1, 2]),
        ("net", [1, 2]),
        ("∞", [3]),
        ("sealed off", [1]),
        ("only fit", [2, 3]),
        ("tricky", [1]),
        ("easy", [2, 3]),
        ("unsolved", [1, 3]),
        ("solved", [2]),
        ("wrap uns", [1]),
        ("turns", [3]),
        (">100", [1]),
        ("<100 net", [2]),
        (">", [1, 2, 3]),
        (">10 <15", [3]),
        ("2", [2]),
        (" 2 ", [2]),
        ("2" * 5_000, []),
        ("nonsense", []),
    ],
)
def test_each_word_of_the_query_begins_a_word_of_the_level(query: str, numbers: list[int]) -> None:
    assert [found.number for found in LevelIndex(SMALL).find(query, {"two"})] == numbers


def test_any_level_is_found_by_at_most_eight_keys() -> None:
    levels = Levels(packs())
    finder = LevelIndex(levels)
    for found in all_levels(levels):
        keys = ["/", *str(found.number), "enter"]
        assert len(keys) <= 8
        assert finder.find(str(found.number), ())[0] == found
