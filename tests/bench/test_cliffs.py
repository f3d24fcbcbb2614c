"""The bench of what was ever slow: each of its rows runs, on tiny boards, and its boards are of the kind they say."""

from __future__ import annotations

from signal import SIGXCPU

import pytest

from termpuzzles.formats import read
from tests.bench import cliffs
from tests.bench.cliffs import KINDS, Case, Run, cases, ending, measure_all, no_ends, of_bar
from tests.cli.program import termpuzzles
from tests.data import sweep

TINY = {kind: [4] for kind in KINDS} | {"Net of a rating": [1], "texts without measure": [1]}


def tiny() -> list[Case]:
    """Every case, with boards of four cells a side, and larger boards of rare ratings left out."""
    return [case for case in cases(sizes=TINY) if "13x11" not in case.command and "20x20w" not in case.command]


@sweep.whole
def test_every_row_runs_on_a_tiny_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cliffs, "cases", lambda quick, sizes: tiny())
    lines = list(cliffs.cliffs())
    head, *rows = [line for line in lines if line[:2] in ("  ", "! ")]
    assert head.split()[-6:] == ["CPU", "s", "MB", "status", "of", "bar"]
    assert len(rows) == len(tiny())
    assert {line[2:].split()[0].rstrip(":") for line in rows} == {
        *("hint", "solve", "check"),
        *("generate", "convert", "render"),
    }
    assert lines[-1].startswith("load ")


@pytest.mark.parametrize(
    "case", sweep.sample(tiny(), 3), ids=lambda case: f"{' '.join(case.command)}, {case.kind}, {case.board}"
)
def test_a_board_of_the_bench_is_one(case: Case) -> None:
    text = case.text()
    if case.kind != "Net of a rating" and not text.startswith(("#", "---", "5x5:\n")):
        assert read(text)


def test_quick_takes_one_size_of_each_kind() -> None:
    quick = {(case.kind, case.board) for case in cases(quick=True)}
    assert {kind for kind, _ in quick} >= {*KINDS} - {"∞ of the corpus"}
    assert len(quick) < len({(case.kind, case.board) for case in cases()})


@pytest.mark.parametrize("side", [6, 20])
def test_a_board_without_ends_has_straights_corners_and_tees_alone_and_a_solution(side: int) -> None:
    text = no_ends(side)
    (puzzle,) = read(text)
    assert {tile.bit_count() for tile in puzzle.tiles} == {2, 3}
    assert termpuzzles("solve", stdin=text).returncode == 0
    assert b"the board is solved" not in termpuzzles("hint", stdin=text).stdout


def test_the_memory_of_a_row_is_that_of_its_command_alone() -> None:
    ballast = bytearray(200 << 20)
    case = Case(("check",), "a kind", "a board", lambda: "5x5w:78a2ab47ad541418beb984d39\n")
    ((_, run),) = measure_all([case])
    assert len(ballast) == 200 << 20
    assert run.status == 0
    assert 0 < run.megabytes < 100


def test_a_run_past_its_bar_or_its_limit_is_marked() -> None:
    case = Case(("solve",), "a kind", "a board", str, seconds=2.0, megabytes=100)
    assert of_bar(case, Run(0, 1.0, 50)) == 0.5
    assert of_bar(case, Run(0, 1.0, 200)) == 2.0
    assert of_bar(case, Run(0, 5.0, 50)) == 2.5
    assert of_bar(case, Run(-SIGXCPU, 19.9, 50)) > 1
    assert [ending(Run(3, 1, 1)), ending(Run(-SIGXCPU, 19.9, 1)), ending(Run(-9, 2, 1))] == [
        "3",
        "over 20 s",
        "signal 9",
    ]
