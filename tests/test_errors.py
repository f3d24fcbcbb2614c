"""Errors as sentences: their place, what was expected, long and unprintable texts, and the names that were meant."""

import pytest

from termpuzzles.errors import PuzzleError, did_you_mean, nearest, on_one_line, shortened


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PuzzleError("it is broken"), "it is broken"),
        (PuzzleError("a tile", "'g'"), "expected a tile, found 'g'"),
        (PuzzleError("a tile", ""), "expected a tile, found "),
        (PuzzleError("a tile", "'g'", line=3, column=8), "3:8: expected a tile, found 'g'"),
        (PuzzleError("a tile", "'g'", source="a", line=3, column=8), "a:3:8: expected a tile, found 'g'"),
        (PuzzleError("a tile", "'g'", source="a", line=3), "a:3: expected a tile, found 'g'"),
        (PuzzleError("no", source="a"), "a: no"),
        (PuzzleError("no", column=2), "2: no"),
        (PuzzleError("no", source="a", line=0, column=0), "a:0:0: no"),
        (PuzzleError("no", source="a\nb\x1b[1m"), "a\\nb\\x1b[1m: no"),
        (PuzzleError("no", line=1, column=2).at("b"), "b:1:2: no"),
        (PuzzleError("no", line=1, column=2).at("b", 5), "b:5:2: no"),
        (PuzzleError("a tile", "'g'", source="a", line=4).at("b", 3), "b:6: expected a tile, found 'g'"),
        (PuzzleError("no", source="a").at("b", 5), "b: no"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_error_is_a_sentence_with_its_place(error: PuzzleError, sentence: str) -> None:
    assert str(error) == error.sentence() == error.args[0] == sentence


def test_an_error_keeps_what_it_was_made_of() -> None:
    error = PuzzleError("a tile", "'g'", source="a", line=3, column=8)
    assert (error.expected, error.found, error.source, error.line, error.column) == ("a tile", "'g'", "a", 3, 8)
    again = error.at("b", 2)
    assert (again.expected, again.found, again.source, again.line, again.column) == ("a tile", "'g'", "b", 4, 8)


@pytest.mark.parametrize(
    ("length", "most", "expected"),
    [
        (59, 60, "0123456789" * 5 + "012345678"),
        (60, 60, "0123456789" * 6),
        (61, 60, "0123456789" * 3 + "…" + "23456789" + "0123456789" * 2 + "0"),
        (100, 60, "0123456789" * 3 + "…" + "123456789" + "0123456789" * 2),
        (11, 10, "01234…7890"),
        (12, 11, "01234…78901"),
    ],
)
def test_a_long_text_is_repeated_with_its_beginning_and_its_end(length: int, most: int, expected: str) -> None:
    text = ("0123456789" * 11)[:length]
    assert shortened(text, most) == expected
    assert len(shortened(text, most)) == min(length, most)
    assert most != 60 or shortened(text) == expected


def test_what_a_terminal_might_obey_is_escaped() -> None:
    assert on_one_line("a line é ∞") == "a line é ∞"
    assert on_one_line("two\nlines\tand\x07 \x9b é") == "two\\nlines\\tand\\x07 \\x9b é"


NAMES = ("solve", "check", "hint", "rush", "four together", "x" * 80)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("sovle", "solve"),
        ("SOLVE", "solve"),
        ("chek", "check"),
        ("nothing", ""),
        ("sh", ""),  # which `rush` is not meant by
        ("ruhs", "rush"),
        ("int", "hint"),
        ("generate four", ""),
        ("together", ""),
        ("four toge", "four together"),
        ("", ""),
        ("x" * 79, "x" * 80),
        ("x" * 80, "x" * 80),
        ("x" * 81, ""),
    ],
)
def test_a_mistyped_name_is_guessed_if_it_is_not_too_long(word: str, meant: str) -> None:
    assert nearest(word, NAMES) == meant
    assert did_you_mean(word, NAMES) == (f". Did you mean '{meant}'?" if meant else "")
