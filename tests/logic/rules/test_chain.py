"""Chains in parts of a large board: each holds in the solution, and there is one wherever there is one at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.formats import read
from termpuzzles.logic.answers.solver import one_solution
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS
from termpuzzles.logic.rules import chain
from termpuzzles.logic.task import finish

LEVELS = Path(__file__).parents[3] / "levels" / "infinity"


def test_chains_in_parts_hold_and_are_found_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "LARGE", 0)
    monkeypatch.setattr(chain, "PART", 4)
    with_any, others = 0, 0
    for puzzle in read((LEVELS / "12-what-if.loops").read_text(encoding="utf-8"))[:10]:
        problem = puzzle.problem()
        solution = finish(one_solution(problem))
        knowledge = Knowledge(problem)
        assert finish(knowledge.propagating())
        found, whole = [*chain.find_in_parts(knowledge)], [*chain.find(knowledge, ())]
        assert solution
        assert bool(found) == bool(whole)
        for finding in found:
            assert all(FITS[known] >> solution[cell] & 1 for cell, known in finding.lines.items())
        assert len({finding.size for finding in found}) <= 1
        with_any += bool(found)
        others += {finding.narrowed for finding in found} != {finding.narrowed for finding in whole}
    assert with_any > 3
    assert others
