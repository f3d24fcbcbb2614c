"""Each mutant has exactly one of the intended faults, and the tests nearest to it run first."""

import ast
import importlib.util
import json
import sys
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutants.__main__ import EQUIVALENT
from tests.mutants.covering import Covering, files_about
from tests.mutants.mutate import mutants
from tests.mutants.plugin import exchanges
from tests.mutants.run import ROOT, put, sample


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a < b", {"x = (a <= b)", "x = (a >= b)"}),
        ("x = a is None", {"x = (a is not None)"}),
        ("x = a + b", {"x = (a - b)"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = not a", {"x = (a)"}),
        ("x = True", {"x = False"}),
        ("x = 7", {"x = 8", "x = 6"}),
        ("x += a", {"x -= a", "pass"}),
        ("f(a)", {"pass"}),
        ("x = a if b else c", {"x = (a if not b else c)"}),
        ('"""Words."""', set()),
        ("x: Literal[7] = a", set()),
        ("x = zip(a, b, strict=True)", set()),
    ],
)
def test_a_line_has_these_faults(before: str, after: set[str]) -> None:
    assert {mutant.text for mutant in mutants(before)} == after


def test_a_fault_changes_one_line_and_leaves_a_valid_program() -> None:
    source = (
        'def f(a):\n    """Add."""\n    for b in a:  # „ü“\n        if b > 3:\n            continue\n    return a\n'
    )
    found = list(mutants(source))
    assert len(found) == 6
    for line, text in found:
        ast.parse(text)
        pairs = zip(source.splitlines(), text.splitlines(), strict=True)
        assert [number for number, (one, other) in enumerate(pairs, 1) if one != other] == [line]


def test_functions_are_exchanged_and_what_loading_a_module_runs_is_not() -> None:
    source = "A = 7\n\nclass B:\n    def b(self):\n        return [a + 1 for a in ()]\n\n\ndef c(d=3):\n    return d\n"
    names = {
        line: [[old.co_qualname for old, _ in found] if (found := exchanges(source, text)) is not None else None]
        for line, text in mutants(source)
    }
    assert names == {1: [None], 5: [["B.b"]], 8: [None], 9: [["c"]]}
    assert exchanges(source, source) == []


BELOW = "termpuzzles/board/surface.py"


def test_the_same_seed_samples_the_same_faults() -> None:
    assert sample(5, 1, BELOW) == sample(5, 1, BELOW) != sample(5, 2, BELOW)


def test_a_fault_is_drawn_wherever_else_the_program_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.mutants.run.ROOT", tmp_path)
    lines = [f"x{number} = a < b" for number in range(40)]

    def drawn(text: str) -> set[str]:
        Path(tmp_path, "program.py").write_text(text, encoding="utf-8")
        return {text.splitlines()[mutant.line - 1] for _, mutant in sample(8, 1, "program.py")}

    before = drawn("\n".join(lines))
    after = drawn("\n".join([*lines[:3], "y = 0", *lines[3:]]))
    assert len(before) > 4
    assert len(before & after) >= len(before) - 2


def test_a_module_that_was_compiled_a_moment_ago_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    module, found = tmp_path / "module.py", []
    for number in (1, 2, 1, 3):
        put(module, f"VALUE = {number}\n")
        found.append(value_of(module))
    assert found == [1, 2, 1, 3]
    assert len(list(tmp_path.glob("__pycache__/*"))) == 1


def value_of(module: Path) -> int:
    """What the module says on being loaded, from its compiled file if that is thought to be up to date."""
    spec = importlib.util.spec_from_file_location("module", module)
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    value: int = loaded.VALUE
    return value


def test_the_quickest_tests_that_run_a_line_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = CoverageData(str(tmp_path / "lines"))
    for test, ran in (("a.py::slow|run", [5]), ("a.py::quick (call)", [5, 6]), ("tests/board/a.py::near|run", [5])):
        lines.set_context(test)
        lines.add_lines({"/elsewhere/termpuzzles/board/graph.py": ran})
    lines.write()
    durations = {"a.py::slow": 9.0, "a.py::quick": 1.0, "tests/board/a.py::near": 5.0}
    (tmp_path / "durations.json").write_text(json.dumps(durations))
    covering = Covering(tmp_path)
    assert covering.tests("termpuzzles/board/graph.py", 5) == (
        ["tests/board/a.py::near"],
        ["a.py::quick", "a.py::slow"],
    )
    assert covering.tests("termpuzzles/board/graph.py", 6) == (
        [],
        ["a.py::quick", "tests/board/a.py::near", "a.py::slow"],  # then what runs other lines
    )
    assert covering.tests("termpuzzles/board/graph.py", 1) == covering.tests("termpuzzles/board/graph.py", 5)
    assert covering.tests("termpuzzles/board/other.py", 1) == ([], [])
    durations |= {"tests/board/b.py::quick": 0.5, "tests/logic/c.py::quick": 0.5}
    (tmp_path / "durations.json").write_text(json.dumps(durations))
    first = ["tests/board/a.py::near", "tests/board/b.py::quick"]
    assert Covering(tmp_path).tests("termpuzzles/board/graph.py", None) == (first, ["a.py::quick", "a.py::slow"])
    assert Covering(tmp_path).tests("termpuzzles/board/other.py", None) == (first[::-1], [])
    monkeypatch.setattr("tests.mutants.covering.FIRST", 1)
    others = ["tests/board/b.py::quick", "a.py::quick", "a.py::slow"]
    assert Covering(tmp_path).tests("termpuzzles/board/graph.py", None) == (first[:1], others)


def test_tests_of_files_that_import_a_module_come_before_others(tmp_path: Path) -> None:
    about = files_about("termpuzzles/session/open_cells.py")
    assert "tests/play/test_near.py" in about
    assert "tests/play/test_session.py" not in about
    assert "tests/commands/plain/test_menu_and_words.py" in files_about("termpuzzles/plain/conversation.py")
    tests = {"tests/session/a.py::quickest": 0.1, "tests/tui/a.py::quick": 0.2, "tests/play/test_near.py::slow": 0.3}
    lines = CoverageData(str(tmp_path / "lines"))
    for test in tests:
        lines.set_context(f"{test}|run")
        lines.add_lines({"/elsewhere/termpuzzles/session/open_cells.py": [5]})
    lines.write()
    (tmp_path / "durations.json").write_text(json.dumps(tests))
    for line in (5, None):
        first, others = Covering(tmp_path).tests("termpuzzles/session/open_cells.py", line)
        assert first == ["tests/play/test_near.py::slow", "tests/session/a.py::quickest"]
        assert others == ["tests/tui/a.py::quick"]


def test_every_mutant_known_as_equivalent_changes_a_line_that_is_still_there() -> None:
    known, gone = EQUIVALENT.read_text(encoding="utf-8").splitlines(), []
    for mutant in (line for line in known if line and line[0] not in "# "):
        path, _, change = mutant.partition(": ")
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines() if (ROOT / path).exists() else []
        if not any(change.startswith(f"{line.strip()} -> ") for line in lines):
            gone.append(mutant)
    assert not gone
