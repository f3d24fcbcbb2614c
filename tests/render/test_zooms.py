"""The zooms: each shows more of a cell than the one before, around a middle."""

from itertools import pairwise

from termpuzzles.render.ink import ZOOMS


def test_zooms_are_numbered_and_each_is_larger_than_the_one_before() -> None:
    assert [zoom.number for zoom in ZOOMS] == [1, 2, 3, 4, 5]
    assert len({zoom.name for zoom in ZOOMS}) == 5
    for smaller, larger in pairwise(ZOOMS):
        assert smaller.width < larger.width
        assert smaller.height < larger.height or smaller.height == larger.height == 1


def test_the_middle_has_as_much_on_either_side_and_a_shared_join_comes_after() -> None:
    for zoom in ZOOMS:
        width, height = zoom.width - zoom.shares, zoom.height - (zoom.shares and zoom.height > 1)
        assert (width, height) == (2 * zoom.column + 1, 2 * zoom.row + 1)


def test_a_cell_looks_about_as_high_as_it_is_wide() -> None:
    for zoom in ZOOMS[1:]:  # a character is about twice as high as wide
        assert 0 <= 2 * zoom.height - zoom.width <= 1
