"""The public functions of the package: available, typed, documented, and cheap to import."""

import inspect
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import termpuzzles
from termpuzzles import graphs
from termpuzzles.errors import PuzzleError
from termpuzzles.generator import target
from termpuzzles.logic.task import Unfinished

PAGE = Path(__file__).parents[1] / "termpuzzles" / "docs" / "python.md"
WRAPPED = "5x5w:78a2ab47ad541418beb984d39"


def test_public_names_are_typed_documented_and_shown_on_their_page() -> None:
    page, found = PAGE.read_text(encoding="utf-8"), {name: getattr(termpuzzles, name) for name in termpuzzles.__all__}
    assert [name for name, each in found.items() if not inspect.getdoc(each)] == []
    functions = {name: each for name, each in found.items() if callable(each)}
    typed = {name for name, each in functions.items() if inspect.isclass(each) or "return" in each.__annotations__}
    assert {*functions} - typed == set()
    assert {*found} - {*functions} == {"FORMATS"}
    assert [name for name in found if not re.search(rf"termpuzzles\.{name}\b", page)] == []


def test_each_public_name_tells_its_arguments_its_fields_and_its_errors() -> None:
    found = {name: getattr(termpuzzles, name) for name in termpuzzles.__all__ if name != "FORMATS"}
    found |= {name: each for name, each in vars(graphs).items() if inspect.isroutine(each) and name[0] != "_"}
    classes = {name: each for name, each in found.items() if inspect.isclass(each)}
    lacking = [
        f"{name}.{attribute}"
        for name, each in classes.items()
        for attribute, what in vars(each).items()
        if attribute[0] != "_" and (inspect.isroutine(what) or isinstance(what, property | classmethod | staticmethod))
        if not inspect.getdoc(getattr(each, attribute))
    ]
    for name, each in classes.items():
        lacking += [f"{name}: {field}" for field in fields_of(each) if f"`{field}`" not in (inspect.getdoc(each) or "")]
    for name, each in found.items():
        told, asked = inspect.getdoc(each) or "", inspect.signature(each).parameters if name not in classes else {}
        lacking += [f"{name} raises?"] * (
            bool({"puzzle", "text", "address", "params"} & {*asked}) and "Raises" not in told
        )
        lacking += [f"{name} stops?"] * ("until" in asked and "Unfinished" not in told)
    assert lacking == []


def fields_of(each: type) -> list[str]:
    """The public fields of a named tuple or a data class."""
    names = getattr(each, "_fields", ()) or [field.name for field in getattr(each, "__dataclass_fields__", {}).values()]
    return [name for name in names if name[0] != "_"]


def test_no_signature_shows_where_in_memory_something_lies() -> None:
    found = {name: getattr(termpuzzles, name) for name in termpuzzles.__all__}
    signatures = {name: str(inspect.signature(each)) for name, each in found.items() if callable(each)}
    assert {name: each for name, each in signatures.items() if re.search(r"<.* at 0x", each)} == {}


def test_not_found_is_a_puzzle_error_that_gives_the_nearest_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target, "BOARDS", 3)
    with pytest.raises(termpuzzles.NotFound, match="the nearest is ") as error:
        termpuzzles.generate("net", "4x4, grade fiendish", seed=1)
    again = pickle.loads(pickle.dumps(error.value))
    assert isinstance(again, termpuzzles.NotFound)
    assert isinstance(again, termpuzzles.PuzzleError)
    assert str(again) == str(error.value)
    assert again.nearest == error.value.nearest
    assert isinstance(again.nearest, termpuzzles.Puzzle)


def test_answers_are_of_the_public_kinds() -> None:
    (puzzle,) = termpuzzles.read(WRAPPED)
    assert isinstance(puzzle, termpuzzles.Puzzle)
    assert isinstance(termpuzzles.rate(puzzle), termpuzzles.Rating)
    assert isinstance(termpuzzles.hint(puzzle), termpuzzles.Hint)
    assert all(isinstance(step, termpuzzles.Step) for step in termpuzzles.steps(puzzle))
    assert termpuzzles.Unfinished is Unfinished


def test_steps_are_true_whenever_they_are_read() -> None:
    (puzzle,) = termpuzzles.read(WRAPPED)
    one_by_one = [step.sentence for step in termpuzzles.steps(puzzle)]
    assert [step.sentence for step in list(termpuzzles.steps(puzzle))] == one_by_one


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
    parts = ("hints", "render", "logic.explain", "logic.answers.rating", "commands.explanation")
    assert not [name for name in loaded if name.startswith(tuple(f"termpuzzles.{part}" for part in parts))]


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
