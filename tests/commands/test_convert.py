"""`convert`: from every format to every other that can express the same puzzle."""

import pytest

from termpuzzles.commands.convert import convert
from termpuzzles.formats import FORMATS
from tests.commands.ask import entries_of

WRAPPED = "5x5w:78a2ab47ad541418beb984d39"
CIRCLED = "https://puzz.link/p?mashu/6/6/1063000i3000"


@pytest.mark.parametrize("form", FORMATS)
def test_a_puzzle_converted_there_and_back_is_the_same(form: str) -> None:
    shared = CIRCLED if form in ("pzprv3", "pearl", "pencilbox") else WRAPPED
    (there,) = convert(entries_of(shared), to=form)
    (back,) = convert(entries_of(there.text), to="gameid")
    assert back.text == shared


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
