"""The public functions of the package: found when asked for, typed, documented, and little to import."""

import inspect
import subprocess
import sys

import pytest

import termpuzzles
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import Unfinished

WRAPPED = "5x5w:78a2ab47ad541418beb984d39"


@pytest.mark.parametrize("name", termpuzzles.__all__)
def test_a_public_function_is_typed_and_documented(name: str) -> None:
    function = getattr(termpuzzles, name)
    assert inspect.getdoc(function)
    assert "return" in function.__annotations__


def test_the_package_names_its_functions_before_they_are_loaded() -> None:
    assert set(termpuzzles.__all__) <= set(dir(termpuzzles))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'soolve'"):
        termpuzzles.soolve  # noqa: B018 - to look is what is tested


def test_the_package_says_that_it_is_typed() -> None:
    from importlib.resources import files

    assert (files("termpuzzles") / "py.typed").is_file()


def test_a_small_solve_loads_neither_the_screen_nor_what_only_other_commands_need() -> None:
    code = (
        "import sys; from termpuzzles.cli import main; main(['solve', '5x5w:78a2ab47ad541418beb984d39']); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    needless = {"json", "decimal", "importlib.metadata", "platformdirs", "asyncio", "textual", "pathlib", "tempfile"}
    assert not loaded & needless


def test_solving_and_counting_agree() -> None:
    (puzzle,) = termpuzzles.read(WRAPPED)
    solution = termpuzzles.solve(puzzle)
    assert solution
    assert termpuzzles.write(puzzle, "gameid", solution) == "5x5w:d4a15e175da88822bebc42b63"
    assert termpuzzles.count_solutions(puzzle) == 1
    assert termpuzzles.rate(puzzle).hardest == "pocket"
    assert sum(termpuzzles.rate(puzzle).steps.values()) == len(list(termpuzzles.steps(puzzle)))


def test_a_board_without_solution_is_told_apart() -> None:
    (puzzle,) = termpuzzles.read("infinity:2x1:35")
    assert termpuzzles.solve(puzzle) is None
    assert termpuzzles.count_solutions(puzzle) == 0
    assert termpuzzles.rate(puzzle).hardest is None
    *_, last = termpuzzles.steps(puzzle)
    assert last.contradiction


def test_what_is_no_puzzle_raises_the_one_error() -> None:
    with pytest.raises(PuzzleError, match="expected a hex digit"):
        termpuzzles.read("2x1:g1")


@pytest.mark.parametrize("ask", [termpuzzles.solve, termpuzzles.count_solutions, termpuzzles.rate])
def test_a_question_can_be_stopped(ask) -> None:  # type: ignore[no-untyped-def]  # three signatures
    (puzzle,) = termpuzzles.read(WRAPPED)
    with pytest.raises(Unfinished):
        ask(puzzle, lambda: True)
