"""The names that players choose: which are allowed, and which are taken for the same."""

from __future__ import annotations

import pytest

from termpuzzles.company.service.names import is_allowed, skeleton

WRONG = (
    *("", "x" * 25, " x", "x ", "x  y", "x-", "x\ty", "x\x1b[1m", "x\u200by", "x\u202ey", "x\u0301\u0301"),
    *("[red]x[/red]", "<b>", "a`b", "Ａｎｎａ", "ﬁn", "①", "٣"),  # markup, other widths, forms and digits
    *("player-1", "Player-x", "player\u2010" + "1", "pIayer-1", "р1ayer-7", "plаyer-1", "guest.1", "GUEST 1"),
    *("admin", "Rооt", "0perator", "termpuzzIes", "Аdmin", "Annа"),
    *("ad.min", "ro ot", "term-puzzles", "rnoderator", "system admin", "Admin 2", "ᴀnna", "ɑnna", "ꜱam"),
    *("anybody", "Everyone", "ALL", "nobody", "You", "me", "staff", "Official", "sysop", "daemon", "Guest", "no one"),
    *(
        "Staff of the house",
        "The Sysop",
        "5taff",
        "ꓢꓔꓮꓝꓝ",
        "ꓬꓳꓴ",
        "ⲙⲉ",
        "уоս",
        "ᎪᏞᏞ",
        "ме",
        "ѕуѕор",
    ),
    *("s-t-a-f-f", "stаff", "ɡuest", "everyоne", "N0B0DY", "a11", "aII", "y0u", "μe", "ᎷᎬ"),
)


@pytest.mark.parametrize("name", WRONG)
def test_a_name_that_misleads_is_refused(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "o'Neil 2",
        "Zoë",
        "Владимир",
        "Γιώργος",
        "さくら日本",
        "x_y-z",
        "Players",
        "7",
        "Groot",
        "Ærø",
        "Allen",
        "You and me",
        "Meg",
    ],
)
def test_an_ordinary_name_is_allowed_in_any_script(name: str) -> None:
    assert is_allowed(name)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "аnna"), ("Bill", "BI1l"), ("a b", "a_b"), ("Zoë", "zoe"), ("Arne", "ame")]
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
