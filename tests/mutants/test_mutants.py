"""The faults are the ones meant, one at a time, and the tests that look first are those nearest to them."""

import ast
from pathlib import Path

import pytest

from tests.mutants.mutate import mutants
from tests.mutants.nearest import Nearest
from tests.mutants.run import ROOT, sample


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
    ],
)
def test_a_line_has_these_faults(before: str, after: set[str]) -> None:
    assert {mutant.text for mutant in mutants(before)} == after


def test_a_fault_is_one_line_that_differs_and_a_program_still() -> None:
    source = (
        'def f(a):\n    """Add."""\n    for b in a:  # „ü“\n        if b > 3:\n            continue\n    return a\n'
    )
    found = list(mutants(source))
    assert len(found) == 6
    for line, text in found:
        ast.parse(text)
        pairs = zip(source.splitlines(), text.splitlines(), strict=True)
        assert [number for number, (one, other) in enumerate(pairs, 1) if one != other] == [line]


def test_the_same_seed_samples_the_same_faults() -> None:
    assert sample(5, 1, "termpuzzles/board") == sample(5, 1, "termpuzzles/board") != sample(5, 2, "termpuzzles/board")


@pytest.mark.parametrize(
    ("module", "test"),
    [("formats/ids/net_id.py", "formats/ids/test_net_id.py"), ("logic/bitboards/tree.py", "logic/test_two_speeds.py")],
)
def test_tests_near_a_module_are_found_also_where_it_is_imported_by_name(module: str, test: str) -> None:
    near, _ = Nearest(ROOT).tests(Path("termpuzzles", module))
    assert f"tests/{test}" in near
