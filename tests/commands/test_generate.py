"""`generate`: the number of boards, the same boards for the same seed, and errors for impossible requests."""

import sys
from importlib import import_module
from io import BytesIO, StringIO, TextIOWrapper
from itertools import count
from pathlib import Path

import pytest

from termpuzzles.board.surface import TORUS
from termpuzzles.cli.run import run
from termpuzzles.commands.answers import BAD, LIMIT, NO, YES
from termpuzzles.commands.elsewhere import memory_share
from termpuzzles.commands.generate import GenerateOptions, bar, make
from termpuzzles.formats import read
from termpuzzles.games.making.params import Params
from termpuzzles.games.queries import count_solutions
from termpuzzles.generator.generate import generate
from termpuzzles.logic.task import Budget


def texts(options: GenerateOptions) -> list[str]:
    return [answer.text for answer in make(options)]


@pytest.mark.parametrize("game", ["net", "infinity"])
def test_every_board_has_one_solution_and_the_size_asked_for(game: str) -> None:
    ids = texts(GenerateOptions(game, Params(6, 5), "a", boards=5))
    assert len(set(ids)) == 5
    for text in ids:
        (puzzle,) = read(text)
        assert (puzzle.game.name, str(puzzle.grid)) == (game, "6x5")
        assert count_solutions(puzzle) == 1


def test_one_board_by_name_is_the_first_of_the_batch_of_its_seed() -> None:
    (puzzle,) = read(texts(GenerateOptions("net", Params(7, 7, surface=TORUS), "a"))[0])
    assert generate("net", "7x7w", "a") == puzzle


def test_an_impossible_request_is_refused_with_the_reason() -> None:
    (answer,) = make(GenerateOptions("net", Params(2, 5, surface=TORUS), "a", boards=3))
    assert answer.status == NO
    assert answer.words.startswith("a wrapped Net with a side of 2 has never just one solution")
    assert not answer.text


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        (Params(30, 30, surface=TORUS, rating="edge"), "has no border to start from"),
        (Params(3, 3, rating="chain"), "no Net board of 3x3 is known that needs 'If … then …': the smallest is "),
        (
            Params(9, 9, rating="only way across"),
            "no Net board is known that needs 'Only bridge'; ask",
        ),
    ],
)
def test_a_rating_that_cannot_be_is_refused_once_and_at_once(params: Params, reason: str) -> None:
    (answer,) = make(GenerateOptions("net", params, "a", boards=1_000_000))
    assert (answer.status, answer.text, answer.place) == (NO, "", "")
    assert reason in answer.words


@pytest.mark.parametrize("params", [Params(9, 9, times=3), Params(9, 9, rating="block", at_most=True, times=3)])
def test_a_request_that_makes_no_sense_is_a_wrong_question_and_not_a_board_that_was_not_found(params: Params) -> None:
    (answer,) = make(GenerateOptions("net", params, "a", boards=3))
    assert (answer.status, answer.text, answer.place) == (BAD, "", "")
    assert "only with its rating" in answer.words


def test_a_rating_that_does_not_turn_up_is_reported_in_the_place_of_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("termpuzzles.generator.target"), "BOARDS", 1)
    (answer,) = make(GenerateOptions("net", Params(11, 11, rating="block"), "a"))
    assert answer.status == NO
    assert "no Net board 11x11, rating Four together was found: the nearest needs" in answer.place
    assert answer.place == f"# {answer.words}"


def test_when_the_limit_runs_out_the_boards_made_are_kept() -> None:
    *made, last = make(GenerateOptions("net", Params(12, 12), "a", boards=10_000, budget=Budget(seconds=0.05)))
    assert last.status == LIMIT
    assert {answer.status for answer in made} <= {YES}
    assert len(made) < 10_000


class Screen(StringIO):
    """A terminal, on which only that stands which was flushed."""

    stands = ""

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.stands = self.getvalue()


@pytest.mark.parametrize(
    ("is_terminal", "into_file", "shares_screen"), [(False, False, False), (True, False, True), (True, True, False)]
)
def test_progress_is_drawn_over_itself_with_the_time_that_is_left(
    is_terminal: bool, into_file: bool, shares_screen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stderr, stdout = Screen(), TextIOWrapper(BytesIO(), encoding="utf-8")
    monkeypatch.setattr(stdout, "isatty", lambda: is_terminal, raising=False)
    for name, stream in (("stdout", stdout), ("stderr", stderr)):
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr("termpuzzles.commands.generate.monotonic", count(100.0, 1.5).__next__)
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)
    file = tmp_path / "new.ids"
    into = ["-o", str(file)] if into_file else []
    assert run(["generate", "infinity", "3x3", "--count", "3", "--seed", "1", *into]) == 0
    line, away = "\r\x1b[K[{}{}] {} of 3{}", "\r\x1b[K" * shares_screen
    speed = ", 0.7 per second"
    drawn = [line.format("", " " * 30, 0, "")]
    drawn += [away, line.format("#" * 10, " " * 20, 1, f"{speed}, 3 s left")]
    drawn += [away, line.format("#" * 20, " " * 10, 2, f"{speed}, 2 s left")]
    drawn += [away, line.format("#" * 30, "", 3, f"{speed}, 0 s left"), "\r\x1b[K"]
    assert stderr.stands == "".join(drawn)
    stdout.flush()
    assert isinstance(stdout.buffer, BytesIO)
    written = file.read_bytes() if into_file else stdout.buffer.getvalue()
    assert len(read(written.decode())) == 3


@pytest.mark.parametrize("count", ["1", "2"])
def test_boards_are_parted_in_a_file_as_they_are_on_a_terminal(
    count: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["generate", "net", "3x3", "--count", count, "--seed", "a", "--to", "picture"]
    assert run(words) == 0
    printed = capsys.readouterr().out
    assert run([*words, "-o", str(tmp_path / "boards")]) == 0
    assert (tmp_path / "boards").read_text(encoding="utf-8") == printed
    assert printed.split("\n").count("---") == int(count) - 1


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("into_file", [False, True])
def test_the_place_of_a_board_that_could_not_be_made_is_kept_only_where_there_are_several(
    count: int, into_file: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "boards"
    words = ["generate", "net", "9x9", "--count", str(count), "--seed", "a", "--limit", "0.000001"]
    assert run([*words, *(["-o", str(file)] if into_file else [])]) == LIMIT
    out, err = capsys.readouterr()
    assert out == ("# the limit of 1e-06 s ran out\n" if count > 1 else "")
    assert "the limit of 1e-06 s ran out" in err
    assert not file.exists() or file.read_text() == ""


@pytest.mark.parametrize(
    ("jobs", "megabytes", "each"), [(2, 1024, 512), (4, 1024, 256), (8, 1024, 128), (9, 1024, 128), (3, 3072, 1024)]
)
def test_several_processes_share_the_memory_but_each_has_what_python_needs(
    jobs: int, megabytes: int, each: int
) -> None:
    assert memory_share(jobs, Budget(bytes=megabytes << 20)).bytes >> 20 == each


def test_a_seed_that_nobody_chose_is_told_and_has_fifteen_digits_at_most(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.urandom", lambda size: b"\xff" * size)
    assert run(["generate", "net", "3x3"]) == YES
    made, told = capsys.readouterr()
    assert told == f"termpuzzles: seed {(1 << 48) - 1}\n"
    assert run(["generate", "net", "3x3", "--seed", "281474976710655"]) == YES
    assert capsys.readouterr().out == made


@pytest.mark.parametrize(
    ("done", "seconds", "told"),
    [
        (0, 0.0, ""),
        (0, 9.0, ""),
        (3, 0.0, ""),
        (1, 2.0, ", 0.5 per second, 18 s left"),
        (5, 2.0, ", 2.5 per second, 2 s left"),
        (10, 4.0, ", 2.5 per second, 0 s left"),
    ],
)
def test_the_time_that_is_left_is_told_once_there_is_a_board_and_time_has_passed(
    done: int, seconds: float, told: str
) -> None:
    assert bar(done, 10, seconds) == f"[{'#' * (3 * done)}{' ' * (30 - 3 * done)}] {done} of 10{told}"
