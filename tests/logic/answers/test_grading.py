"""Grades part published boards as their makers' labels do, over all sizes together."""

from tests.bench.grading import MIXED, areas, by_label
from tests.data import sweep


@sweep.whole
def test_grades_part_the_labels_of_published_masyu_over_mixed_sizes() -> None:
    found = areas(by_label())
    assert len(found) == 2
    assert min(found.values()) >= MIXED, found
