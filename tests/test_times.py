"""The list of slow tests names tests that are there, and is written as its times say."""

import ast
from functools import cache
from importlib import import_module

from tests.times import NEVER, ROOT, SLOW, is_slow, listed, slow_lines, wrong

QUICK = SLOW / 10


@cache
def functions(file: str) -> set[str]:
    """The names of the tests of a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def is_there(file: str, name: str) -> bool:
    """Whether the file defines that test, or takes it from another one."""
    return name in functions(file) or hasattr(import_module(file.removesuffix(".py").replace("/", ".")), name)


def test_each_line_names_a_test_that_is_there() -> None:
    gone = []
    for line in listed():
        file, _, name = line.partition("::")
        if not (ROOT / file).is_file() or (name and not is_there(file, name.partition("[")[0])):
            gone.append(line)
    assert gone == [], ".venv/bin/python -m tests.times --write, or take them out by hand"
    assert not [line for line in listed() if line.startswith(NEVER)]


def test_functions_and_files_that_are_slow_at_the_median_are_one_line_and_others_name_single_tests() -> None:
    seconds = {"a.py::f[1]": 1.0, "a.py::f[2]": 1.0, "a.py::f[3]": QUICK, "a.py::g[1]": QUICK, "a.py::g[2]": QUICK}
    assert slow_lines(seconds | {"a.py::g[3]": 1.0, "a.py::h": QUICK}) == ["a.py::f", "a.py::g[3]"]
    assert slow_lines({"b.py::f[1]": 1.0, "b.py::g": 1.0, "c.py::f": 1.0}) == ["b.py", "c.py::f"]


def test_a_test_is_slow_by_its_own_line_or_by_that_of_its_function_or_file() -> None:
    name = min(line for line in listed() if "::" in line and "[" not in line)
    assert is_slow(name)
    assert is_slow(f"{name}[whatever]")
    assert not is_slow(f"{name}_else")
    file = min(line for line in listed() if "::" not in line)
    assert is_slow(f"{file}::test_of_it[whatever]")


def test_a_line_is_wrong_only_beyond_doubt() -> None:
    assert [line for line in wrong({"a.py::f": SLOW * 1.2}) if line.startswith("a.py")] == []
    assert [line for line in wrong({"a.py::f": SLOW * 2}) if line.startswith("a.py")] == [
        "a.py::f: is slow, it takes 120 ms"
    ]
    first = min(line for line in listed() if "::" in line and "[" not in line)
    of_a_file = min(line for line in listed() if "::" not in line) + "::test_of_it"
    for test in (first, of_a_file):
        assert f"{test}: is quick, it takes 6 ms" in [*wrong({test: QUICK})]
