"""Whoever answers, the answers are the same, in the same order; standard input is answered as it comes."""

from __future__ import annotations

import os
import signal
import subprocess
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termpuzzles.commands import elsewhere
from termpuzzles.commands.answers import BAD, YES, Console
from termpuzzles.commands.elsewhere import handing_out
from termpuzzles.commands.generate import GenerateOptions, make
from termpuzzles.commands.reading import Entry, Item, Source, entries, items_of, texts
from termpuzzles.commands.solve import SolveOptions, solve_entry
from termpuzzles.games.making.params import Params
from termpuzzles.logic.task import USUAL
from tests.batches.imagined import Imagined
from tests.cli.measured import measured
from tests.cli.program import COMMAND, ROOT, termpuzzles
from tests.data import sweep

NET = "5x5w:78a2ab47ad541418beb984d39"
IDS = [NET, "infinity:2x2:3333", "infinity:2x1:35", "5x5:", "net:2x1:14", "simpleloop/6/4/00036", "", "# a comment"]
MORE = ["# wrap: both", "infinity:2x2:3333\tand more", "  2x1:14  ", "what is this", "2x1:14\r", "pearl:6x6:x", "\tx"]


@pytest.mark.parametrize("words", ["solve", "check --json", "hint --all --json", "convert --to picture", "check"])
def test_other_processes_give_the_same_answers(words: str) -> None:
    text = "\n".join(IDS * 3)
    alone, shared = (termpuzzles(*words.split(), *more, stdin=text) for more in ([], ["--jobs", "2"]))
    assert (shared.stdout, shared.stderr, shared.returncode) == (alone.stdout, alone.stderr, alone.returncode)
    assert len(alone.stdout.splitlines()) >= 12


@pytest.mark.parametrize("more", [[], ["--jobs", "2"]], ids=" ".join)
def test_an_id_is_answered_before_the_next_one_is_written(more: list[str]) -> None:
    asked = [*COMMAND, "convert", *more]
    with subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as program:
        assert program.stdin
        assert program.stdout
        for line in (b"2x1:14\n", b"infinity:2x2:3333\n", b"2x1:14\n"):
            program.stdin.write(line)
            program.stdin.flush()
            assert program.stdout.readline() == line
        program.stdin.close()
        assert program.stdout.read() == b""
        assert program.wait() == 0


@pytest.mark.parametrize("more", [[], ["--jobs", "2"]], ids=" ".join)
def test_a_million_ids_take_no_more_memory_than_a_few(more: list[str], tmp_path: Path) -> None:
    many = tmp_path / "many.ids"
    with many.open("w", encoding="ascii") as file:
        for _ in range(sweep.share(1_000_000, 100)):
            file.write("2x1:14\n")
    done = measured("convert", *more, folder=tmp_path, given=many)
    assert done.status == 0
    assert done.out.count("\n") == sweep.share(1_000_000, 100)
    assert done.peak < 60 << 20


def pieces(data: bytes, rng: Random) -> Callable[[int], bytes | None]:
    """A source of a text that comes in pieces, between which nothing may be there."""

    def come() -> Iterator[bytes | None]:
        place = 0
        while place < len(data):
            end = place + rng.randrange(1, 40)
            yield from [None] * rng.randrange(2)
            yield data[place:end]
            place = end
        while True:
            yield b""

    found = come()
    return lambda most: next(found)


def read_as_it_comes(data: bytes, rng: Random) -> list[Entry]:
    console = Console({}, TextIOWrapper(BytesIO()), TextIOWrapper(BytesIO()), StringIO(), True)
    options = Namespace(puzzles=["-"], game=None, limit=None)
    items: Iterator[Item | None] = items_of(options, console, pieces(data, rng))
    return [item.read(USUAL) for item in items if item is not None]


def facts(entry: Entry) -> tuple[str, str]:
    return str(entry.puzzle), entry.form


@given(st.lists(st.sampled_from(IDS + MORE), min_size=1, max_size=8), st.booleans(), st.booleans(), st.integers(0, 99))
def test_a_list_that_comes_in_pieces_holds_the_puzzles_that_it_holds_as_a_whole(
    lines: list[str], ends: bool, has_mark: bool, seed: int
) -> None:
    data = b"\xef\xbb\xbf" * has_mark + ("\n".join(lines) + "\n" * ends).encode()
    whole = list(entries(texts(["-"], Source(BytesIO(data).read))))
    found = read_as_it_comes(data, Random(seed))
    assert list(map(facts, found)) == list(map(facts, whole))


@pytest.mark.parametrize("text", ["┏┓\n┗┛\n---\n┏┓\n┗┛\n", "# only a comment\n", "", "6 12\n3 9\n"])
def test_another_text_that_comes_in_pieces_is_read_at_its_end(text: str) -> None:
    whole = list(entries(texts(["-"], Source(BytesIO(text.encode()).read))))
    found = read_as_it_comes(text.encode(), Random(1))
    assert [(entry.name, facts(entry)) for entry in found] == [(entry.name, facts(entry)) for entry in whole]


def test_a_line_that_is_no_text_is_an_error_in_its_place_and_the_others_are_read() -> None:
    first, bad, last = read_as_it_comes(b"2x1:14\n\xff\n2x1:14\n", Random(1))
    assert str(bad.puzzle) == "-:2:1: expected text in UTF-8, found byte 0xff"
    assert [first.name, bad.name, last.name] == [f"standard input {number}" for number in (1, 2, 3)]
    assert first.given() == last.given()


def killed(seed: int, workers: int) -> Imagined:
    """A crew whose workers end now and then, each on whatever it has then."""
    rng = Random(seed)
    ends = iter(rng.random() < 0.1 and place % 7 == 0 for place in range(10**6))
    return Imagined(workers, lambda item: rng.choice((0.001, 0.02, 0.3)), lambda item: next(ends))


@pytest.mark.parametrize("seed", range(sweep.share(100, 20)))
def test_a_seed_makes_the_same_bytes_however_it_is_spread_killed_and_resumed(seed: int) -> None:
    game = ("net", "infinity", "simpleloop", "masyu")[seed % 4]
    size = Params(5, 5) if game == "infinity" else Params(4, 4)  # of which few are unique: those take seconds to find
    asked = GenerateOptions(game, size, str(seed), boards=12, json=seed % 2 == 0)
    alone = [answer.text for answer in make(asked)]
    crew = killed(seed, 1 + seed % 5)
    assert [answer.text for answer in make(asked, handing_out(crew))] == alone
    stopped = make(asked, handing_out(Imagined(3)))
    first = [next(stopped).text for _ in range(5)]
    stopped.close()  # type: ignore[attr-defined]
    rest = make(asked._replace(boards=7, first=6), handing_out(killed(seed + 1, 2)))
    assert [*first, *(answer.text for answer in rest)] == alone


def test_a_board_on_which_workers_end_is_named_and_keeps_its_place() -> None:
    asked = GenerateOptions("net", Params(4, 4), "1", boards=6, first=10)
    answers = list(make(asked, handing_out(Imagined(2, ends=lambda place: place == 11))))
    why = "board 12 of the seed: left out: two workers have ended on it; do they have enough memory?"
    assert [answer.status for answer in answers] == [YES, YES, BAD, YES, YES, YES]
    assert (answers[2].words, answers[2].place) == (why, f"# {why}")


def test_a_puzzle_on_which_workers_end_is_named_and_keeps_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "2x1:14\ninfinity:2x2:3333\n2x1:14\n"
    console = Console({}, TextIOWrapper(BytesIO(text.encode())), TextIOWrapper(BytesIO()), StringIO(), True)
    crew = Imagined(2, ends=lambda item: "infinity" in item.text)
    crew_for = contextmanager(lambda *these: iter([crew]))
    monkeypatch.setattr(elsewhere, "crew_for", crew_for)
    options = Namespace(puzzles=[], game=None, limit=None, jobs=2, scheduler=None)
    found = list(
        elsewhere.answers_from(options, console, lambda budget: partial(solve_entry, SolveOptions(budget=budget)))
    )
    assert [answer.text for answer in found] == ["2x1:14", "", "2x1:14"]
    assert found[1].words == ("standard input 2: left out: two workers have ended on it; do they have enough memory?")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no groups of processes")
def test_an_interrupt_of_everybody_is_one_line() -> None:
    asked = [*COMMAND, "generate", "net", "9x9", "--count", "1000000", "--seed", "1", "--jobs", "2"]
    with subprocess.Popen(
        asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, start_new_session=True
    ) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.readline()
        os.killpg(program.pid, signal.SIGINT)
        program.stdout.read()
        assert program.stderr.read() == b"termpuzzles: interrupted\n"
        assert program.wait() == 130
