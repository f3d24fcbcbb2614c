"""`convert`: from every format to every other that can express the same puzzle."""

import json

import pytest

from termpuzzles.commands.answers import BAD
from termpuzzles.commands.convert import convert
from termpuzzles.formats import FORMATS, read
from tests.commands.ask import SMALL, entries_of

WRAPPED = "5x5w:78a2ab47ad541418beb984d39"
CIRCLED = "https://puzz.link/p?mashu/6/6/1063000i3000"


@pytest.mark.parametrize("form", FORMATS)
def test_a_puzzle_converted_there_and_back_is_the_same(form: str) -> None:
    shared = CIRCLED if form in ("pzprv3", "pearl", "pencilbox") else WRAPPED
    (there,) = convert(entries_of(shared), to=form)
    (back,) = convert(entries_of(there.text), to="gameid")
    assert back.text == shared


def test_without_a_format_a_puzzle_is_written_in_its_own() -> None:
    assert [answer.text for answer in convert(entries_of("┗┓\n┏┓", WRAPPED))] == ["┗┓\n┏┓", WRAPPED]


def test_a_save_file_becomes_an_id() -> None:
    lines = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", "Net")]
    lines += [("PARAMS", "5x5w"), ("CPARAMS", "5x5w"), ("DESC", WRAPPED.partition(":")[2])]
    lines += [("NSTATES", "1"), ("STATEPOS", "1")]
    saved = "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in lines)
    assert [answer.text for answer in convert(entries_of(saved), to="gameid")] == [WRAPPED]
    assert [answer.text + "\n" for answer in convert(entries_of(saved))] == [saved]


def test_games_of_both_kinds_are_written_as_save_files_and_read_back() -> None:
    there = [answer.text for answer in convert(entries_of(WRAPPED, CIRCLED), to="save")]
    assert [answer.text for answer in convert(entries_of("\n---\n".join(there)), to="gameid")] == [WRAPPED, CIRCLED]


def test_the_game_of_a_bare_picture_may_be_given() -> None:
    (answer,) = convert(entries_of("╺╸", game="net"), to="gameid")
    assert answer.text == "2x1:14"


def test_a_game_that_disagrees_is_refused() -> None:
    (answer,) = convert(entries_of(SMALL["unique"], game="net"))
    assert answer.status == BAD


def test_json_holds_the_text_and_its_format() -> None:
    (answer,) = convert(entries_of(SMALL["unique"]), to="numbers", json=True)
    fact = json.loads(answer.text)
    assert (fact["format"], fact["text"], fact["id"]) == ("numbers", "3 3\n3 3", SMALL["unique"])
    assert read(fact["text"])[0] == read(SMALL["unique"])[0]
