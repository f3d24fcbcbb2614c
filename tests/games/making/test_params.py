"""The parameters of a generator, written as text and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termpuzzles.board.surface import SURFACES, TORUS, Seam, Surface
from termpuzzles.errors import PuzzleError
from termpuzzles.games.making.params import STYLES, Params, parse_effort

SHARES = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
PARAMS = st.builds(
    Params,
    width=st.integers(2, 99_999),
    height=st.integers(1, 40),
    surface=st.sampled_from(list(SURFACES.values())),
    style=st.sampled_from(STYLES),
    density=SHARES,
    walls=SHARES,
    walls_matter=st.booleans(),
    rating=st.none() | st.sampled_from(["edge", "dead end", "chain"]),
    effort=st.none() | st.tuples(st.integers(1, 500), st.integers(500, 9_999)),
    unique=st.booleans(),
)


@given(PARAMS, st.booleans())
def test_params_are_read_back_as_they_were_written(params: Params, at_most: bool) -> None:
    if params.rating and at_most:
        params = Params.parse(f"{params}".replace("rating ", "at most "))
        assert params.at_most
    assert Params.parse(str(params)) == params
    assert eval(repr(params), {"Params": Params, "Surface": Surface, "Seam": Seam}) == params


def test_a_bare_size_is_enough() -> None:
    assert Params.parse("13x11w") == Params(13, 11, surface=TORUS)
    assert Params.parse("9") == Params(9, 9)
    assert str(Params(13, 11, surface=TORUS)) == "13x11w"


def test_every_parameter_can_be_written_as_text() -> None:
    text = "7x5w, depth-first, density 0.4, walls 0.25, walls matter, at most dead end, effort 200-300, any"
    assert str(Params.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a size such as 7x7 or 13x11w, found ''"),
        ("7y7", "expected a size such as 7x7 or 13x11w, found '7y7'"),
        ("7x-7", "expected a size such as 7x7 or 13x11w, found '7x-7'"),
        ("٧x7", "expected a size such as 7x7 or 13x11w, found '٧x7'"),
        ("1x1", "expected a width and height of at least 1, and not both 1, found '1x1'"),
        ("2001x2000", "expected a board of at most 4,000,000 cells, found '2001x2000'"),
        ("0x4", "expected a width and height of at least 1, and not both 1, found '0x4'"),
        ("7x7, walls 2", "expected a share from 0 to 1, found '2'"),
        ("7x7, density much", "expected a share from 0 to 1, found 'much'"),
        ("7x7, effort much", "expected an effort such as 200-300, found 'much'"),
        ("7x7, effort 9-3", "expected an effort whose first number is not larger than its second, found '9-3'"),
        ("7x7, effort 0", "expected an effort whose first number is not larger than its second, found '0'"),
        ("7x7, effort 0-0", "expected an effort whose first number is not larger than its second, found '0-0'"),
        ("7x7, effort 12345678", "expected an effort such as 200-300, found '12345678'"),
        ("7x7, effort 1-²", "expected an effort such as 200-300, found '1-²'"),
        ("7x7, density 1.01", "expected a share from 0 to 1, found '1.01'"),
        ("7x7, density -0.01", "expected a share from 0 to 1, found '-0.01'"),
        ("7x7, density nan", "expected a share from 0 to 1, found 'nan'"),
        (
            "7x7, quick",
            "expected one of growth, uniform, depth-first, long arms, bushy, mixed, winding, density, walls, spare, "
            "walls matter, rating, at most, times, effort, grade, half turn, mirror, any, found 'quick'",
        ),
    ],
)
def test_a_text_that_cannot_be_read_says_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Params.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "effort"),
    [("0-1", (0, 1)), ("1", (1, 1)), ("2-2", (2, 2)), ("9999999", (9999999, 9999999)), ("01-003", (1, 3))],
)
def test_an_effort_is_one_number_or_two_of_which_the_second_is_not_smaller(text: str, effort: tuple[int, int]) -> None:
    assert parse_effort(text) == Params.parse(f"7x7, effort {text}").effort == effort
