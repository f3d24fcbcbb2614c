"""One request, one grammar: the same words ask for the same kind of board wherever a board is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termpuzzles.board.surface import SURFACES
from termpuzzles.catalogue.new_board import BoardRequest, requested
from termpuzzles.cli.parser import parse
from termpuzzles.commands.command import board_words
from termpuzzles.company.race import race_settings, words_in
from termpuzzles.errors import PuzzleError, folded, slug
from termpuzzles.games import named, names
from termpuzzles.games.making.params import SHAPES, SYMMETRIES, Params
from termpuzzles.games.making.request import AskedBoard, asked_board, begins_request, names_a_board, requests_in
from termpuzzles.logic.answers.grades import GRADES
from termpuzzles.logic.rules.techniques import TITLES
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.plain.menus import home
from termpuzzles.storage.library import Folders, Library

REQUESTS = {
    "net": ("net", "7x7"),
    "masyu": ("masyu", "7x7"),
    "Masyu 8x8": ("masyu", "8x8"),
    "masyu 8": ("masyu", "8x8"),
    "9x9w": ("net", "9x9w"),
    "net 9x9": ("net", "9x9"),
    "9x9 net": ("net", "9x9"),
    "NET 9X9": ("net", "9x9"),
    "net 9 x 9": ("net", "9x9"),
    "net 9 by 9": ("net", "9x9"),
    "net 9x9 --rating block": ("net", "9x9, rating block"),
    "net 9x9 --rating=four-together": ("net", "9x9, rating block"),
    "net 9x9, rating block": ("net", "9x9, rating block"),
    "net 9x9, rating four together": ("net", "9x9, rating block"),
    "net 9x9, Four together": ("net", "9x9, rating block"),
    "net 9x9 four_together": ("net", "9x9, rating block"),
    "net 9x9 four": ("net", "9x9, rating block"),
    "net, four together, 9x9": ("net", "9x9, rating block"),
    "net 9x9 technique no-loop": ("net", "9x9, rating no loop"),
    "net 6x5 if then": ("net", "6x5, rating chain"),
    "net 9x9 at most sealed off": ("net", "9x9, at most dead end"),
    "net 9x9 tricky": ("net", "9x9, grade tricky"),
    "net 9x9 --grade Tricky": ("net", "9x9, grade tricky"),
    "net 9x9 difficulty trick": ("net", "9x9, grade tricky"),
    "net 7x7 wraps": ("net", "7x7w"),
    "net 7x7 mobius strip": ("net", "7x7mx"),
    "net 7x7 Klein bottle, upright": ("net", "7x7ky"),
    "infinity loop 6x6": ("infinity", "6x6"),
    "∞ loop 6x6, effort 20-60": ("infinity", "6x6, effort 20-60"),
    "simple loops 8x8": ("simpleloops", "8x8"),
    "simple-loop 8x8, hard": ("simpleloop", "8x8, grade hard"),
    "masyu 10x10 --symmetry half-turn --density 0.4": ("masyu", "10x10, density 0.4, half turn"),
    "net 9x9, walls 0.15, winding": ("net", "9x9, depth-first, walls 0.15"),
    "net 9x9, shape Winding, surface Klein bottle": ("net", "9x9kx, depth-first"),
    "net 9x9 surface W": ("net", "9x9w"),
}
KINDS = {text: AskedBoard(game, Params.parse(params)) for text, (game, params) in REQUESTS.items()}


def test_there_are_thirty_of_them() -> None:
    assert len(REQUESTS) >= 30


@pytest.mark.parametrize("text", REQUESTS)
def test_they_are_read(text: str) -> None:
    assert asked_board(text) == KINDS[text]
    assert begins_request(text)


@pytest.mark.parametrize("text", REQUESTS)
@pytest.mark.parametrize("command", ["play", "generate", ""])
def test_on_the_command_line(text: str, command: str) -> None:
    """As words and as one argument, and without a command."""
    for words in (text.split(), [text]):
        options = parse([command, *words] if command else words)
        found = options.request if command == "generate" else options.puzzles
        assert options.command == (command or "play")
        assert asked_board(" ".join([*found, *board_words(options)])) == KINDS[text]
        assert len(requests_in(found)) == 1


@pytest.mark.parametrize("text", REQUESTS)
def test_in_plain_mode(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[AskedBoard] = []

    def generated(game: str, params: Params, seed: object, until: object) -> None:
        made.append(AskedBoard(game, params))
        raise PuzzleError("enough")

    monkeypatch.setattr("termpuzzles.plain.menus.generate", generated)
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    talk = Conversation(home(PlainContext(library, library.settings())))
    list(talk.begin())
    assert list(talk.answer(f"new {text}")) == ["Enough."]
    assert made == [KINDS[text]]


@pytest.mark.parametrize("text", REQUESTS)
def test_as_choices_for_a_new_board(text: str) -> None:
    """New shows the choices in rows; what has none is kept beside them."""
    request = requested(text, BoardRequest())
    assert (request.game, request.params()) == KINDS[text]
    assert asked_board(request.words()) == KINDS[text], "what it shows can be typed again"


def test_clues_to_spare_are_chosen_by_the_nearest_share() -> None:
    for share, word in (("0.1", "some"), ("0.4", "some"), ("0.6", "many"), ("1", "many")):
        assert requested(f"masyu 8x8, spare {share}", BoardRequest()).spare == word


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("simpleloop 7x7 wraps", "surface"),
        ("simpleloop 6x6, walls 0.2", "walls"),
        ("masyu 7x7, winding", "shape"),
        ("net 7x7, spare 1", "clues to spare"),
    ],
)
def test_what_a_game_has_not_is_no_choice_for_a_new_board(text: str, row: str) -> None:
    with pytest.raises(PuzzleError, match=f"^boards of [A-Z][A-Za-z ]+ in this size have no such {row}$"):
        requested(text, BoardRequest())


@pytest.mark.parametrize("text", REQUESTS)
def test_for_a_race(text: str) -> None:
    if not names_a_board(text.split()[0]) and not names_a_board(" ".join(text.split()[:2])):
        return
    settings = race_settings(words_in(f"anna, Bob B., {text}"))
    assert settings.names == ("anna", "Bob B.")
    assert (settings.game, settings.params) == KINDS[text]


ASKED = st.builds(
    AskedBoard,
    st.sampled_from(names()),
    st.builds(
        Params,
        width=st.integers(2, 200),
        height=st.integers(2, 200),
        surface=st.sampled_from([*SURFACES.values()]),
        style=st.sampled_from([*SHAPES.values()]),
        density=st.integers(0, 100).map(lambda share: share / 100),
        walls=st.integers(0, 100).map(lambda share: share / 100),
        rating=st.none() | st.sampled_from([*TITLES]),
        grade=st.none() | st.sampled_from(GRADES),
        effort=st.none() | st.tuples(st.integers(1, 500), st.integers(500, 9_999)),
        symmetry=st.sampled_from(["", *SYMMETRIES]),
        times=st.integers(0, 9),
        unique=st.booleans(),
        walls_matter=st.booleans(),
    ),
)


@given(ASKED)
def test_what_is_asked_is_read_back_from_its_words(asked: AskedBoard) -> None:
    assert asked_board(asked.words) == asked
    assert asked_board(asked.words.upper()) == asked
    assert asked_board(asked.words.replace(",", "")) == asked
    assert asked_board(f"{asked.game} {asked.params}") == asked


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("net 9x9 trickky", "unknown word 'trickky'. Did you mean 'net 9x9 tricky'?"),
        ("nett 9x9", "unknown word 'nett'. Did you mean 'Net 9x9'?"),
        ("net 9x9, four togehter", "unknown word 'togehter'. Did you mean 'net 9x9, Four together'?"),
        ("net 9x9 --rating Four apart", "unknown word 'apart'. Did you mean 'net 9x9 --rating Four together'?"),
        ("net 9x9 --rating four-apart", "unknown rating 'four-apart'. Did you mean 'net 9x9 --rating four-together'?"),
        ("net 9x9 --rating no-lop", "unknown rating 'no-lop'. Did you mean 'net 9x9 --rating no-loop'?"),
        ("net 9x9 --ratng block", "unknown option '--ratng'. Did you mean 'net 9x9 --rating block'?"),
        ("simple 8x8", "Did you mean 'Simple Loop 8x8'?"),
        ("net 9x9 light", "Did you mean 'net 9x9 Light and dark I'?"),
        ("net 9x9 xyzzy", "unknown word 'xyzzy'. Try 'net 9x9'"),
        ("net masyu 8x8", "'masyu' is a second game. Try 'net 8x8'"),
        ("net 9x9 8x8", "'8x8' is a second size. Try 'net 9x9'"),
        ("net 9x9 --rating", "expected a value after --rating. Try 'net 9x9'"),
        ("net 9x9 walls 2", "expected a share from 0 to 1, found '2'"),
        ("net 1x1", "expected a width and height of at least 1, and not both 1, found '1x1'"),
        ("net 9x9, four together, at most no loop", "expected a rating or 'at most' a rating, found both"),
        ("net 9x9, surface sphere", "expected a surface such as wraps, Möbius strip or Klein bottle, found 'sphere'"),
        ("9x9 game nett", "unknown game 'nett'. Did you mean '9x9 game Net'?"),
        ("net 9x9 wra", "beginning of several names: wraps, wraps across, wraps down. Did you mean 'net 9x9 wraps'?"),
        ("0x5", "expected a width and height of at least 1, and not both 1, found '0x5'"),
        ("xyzzy", "A request names a game, a size or both, as in 'net 9x9, tricky'"),
    ],
)
def test_what_is_not_understood_is_answered_with_the_nearest_request(text: str, answer: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        asked_board(text)
    assert answer in str(refused.value)
    for shown in str(refused.value).split("'")[-2:-1]:
        if "Did you mean" in str(refused.value):
            assert asked_board(shown)


@pytest.mark.parametrize("title", [*TITLES.values(), *(named(name).title for name in names())])
def test_a_title_is_told_from_all_others_by_its_letters(title: str) -> None:
    known = [*TITLES.values(), *(named(name).title for name in names())]
    assert [folded(other) for other in known].count(folded(title)) == 1
    assert folded(slug(title)) == folded(title)
    assert slug(title).replace("-", "").isascii()


def test_several_requests_stand_side_by_side() -> None:
    words = ["5x5", "net", "7x7", "tricky", "masyu", "6x6"]
    assert requests_in(words) == ["5x5", "net 7x7 tricky", "masyu 6x6"]
    assert requests_in(["net", "9x9,", "tricky"]) == ["net 9x9, tricky"]


def test_a_text_begins_a_request_even_if_its_first_word_cannot_be_meant() -> None:
    assert begins_request("0x5")
    assert not begins_request("xyzzy")
    assert not begins_request("")
