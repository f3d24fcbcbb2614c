"""What a hint of Masyu says at once is short, and a long one first tells where it leads; on published boards."""

import re

import pytest

from termpuzzles.formats import read
from termpuzzles.generator.generate import generate
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEPS_A_PAGE, Hint
from termpuzzles.hints.wording import MOST_AT_ONCE
from termpuzzles.logic.explain.parts import LONGEST
from tests import corpus
from tests.data import sweep
from tests.hints.all_hints import every_hint

WISHES = ("net 7x7w, rating chain", "simpleloop 7x7, rating parity type 1", "masyu 6x6, rating chain")
AT_MOST = 45  # words that 95 of 100 hints have at once


def words(text: str) -> int:
    return len(text.split())


def check_pages(hint: Hint) -> None:
    """A long hint begins with where it leads, and then says all: what is supposed is not told as a fact."""
    assert hint.leaves[0] == hint.reason[: hint.brief or STEPS_A_PAGE]
    assert hint.sentence.startswith(hint.claim.plain)
    for page in hint.reason[: hint.brief]:
        assert ("Suppose" in page.plain) == page.assumption
        assert "steps" in page.plain
    if words(hint.sentence) > MOST_AT_ONCE and hint.reason[0].assumption and len(hint.reason) > 2:
        assert hint.brief
    for page in (hint.claim, *hint.reason):
        assert all(words(each) <= LONGEST for each in re.split(r"(?<=[.:]) ", page.plain)), page.plain
    assert all(len(leaf) <= STEPS_A_PAGE for leaf in hint.leaves)


@pytest.mark.slow
def test_hints_of_hard_published_boards_say_little_at_once() -> None:
    rows = [text for text, label in corpus.rows("masyu/labels.tsv") if (label, text[:5]) == ("hard", "15x15")]
    counts = list[int]()
    for text in sweep.sample(rows, 45):
        (puzzle,) = read(f"pearl:{text}")
        for _, hint in every_hint(puzzle, Guide(puzzle)):
            check_pages(hint)
            counts.append(words(hint.at_once))
    assert sorted(counts)[len(counts) * 95 // 100] <= AT_MOST


@pytest.mark.slow
@pytest.mark.parametrize(
    "wish", ["net 7x7w, rating chain", "simpleloop 7x7, rating parity type 1", "masyu 6x6, rating chain"]
)
def test_a_long_hint_of_any_game_first_tells_where_it_leads(wish: str) -> None:
    game, _, params = wish.partition(" ")
    for seed in range(sweep.share(10, 10)):
        puzzle = generate(game, params, seed)
        for _, hint in every_hint(puzzle, Guide(puzzle)):
            check_pages(hint)
