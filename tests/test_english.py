"""Numbers with their nouns, lists and sentences."""

import pytest

from termpuzzles.english import counted, how_often, joined, number_in_words, sentence


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (0, "loop", "0 loops"),
        (1, "loop", "1 loop"),
        (11, "loop", "11 loops"),
        ("no", "hint", "no hints"),
        ("one", "tile", "one tile"),
        ("  1", "level", "  1 level"),
        ("1,001", "board", "1,001 boards"),
        (2, "branch", "2 branches"),
        (2, "cross", "2 crosses"),
        (1, "branch", "1 branch"),
    ],
)
def test_a_noun_is_in_the_plural_unless_its_number_is_one(number: int | str, noun: str, words: str) -> None:
    assert counted(number, noun) == words


@pytest.mark.parametrize(
    ("words", "whole"),
    [((), ""), (("a",), "a"), (("a", "b"), "a or b"), (("a", "b", "c"), "a, b or c"), (["a", "b"], "a or b")],
)
def test_words_are_joined_with_one_word_before_the_last(words: tuple[str, ...], whole: str) -> None:
    assert joined(words, "or") == whole


def test_numbers_up_to_ten_are_words() -> None:
    assert [number_in_words(number) for number in (0, 1, 10, 11)] == ["no", "one", "ten", "11"]


def test_how_often_is_said_in_words_up_to_ten_times() -> None:
    words = ["never", "once", "twice", "three times", "ten times", "11 times"]
    assert [how_often(number) for number in (0, 1, 2, 3, 10, 11)] == words


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("expected a size, found 'x'", "Expected a size, found 'x'."),
        ("nothing is lost. Try again.", "Nothing is lost. Try again."),
        ("whose is it?", "Whose is it?"),
        ("Net", "Net."),
        ("é", "É."),
    ],
)
def test_a_sentence_begins_with_a_capital_and_ends_as_sentences_do(text: str, whole: str) -> None:
    assert sentence(text) == whole
