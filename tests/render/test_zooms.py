"""The zooms: each shows more of a cell than the one before, around a middle."""

from itertools import pairwise

from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import PIPE_ZOOMS, ZOOMS, Ink, zooms_of


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


def test_each_zoom_has_its_size_its_middle_and_its_pixels_and_two_share_their_joins() -> None:
    assert [tuple(zoom) for zoom in zooms_of(Ink(UNICODE, True, True))] == [
        (1, "smallest", 1, 1, 0, 0, False, 0),
        (2, "small", 2, 1, 0, 0, True, 0),
        (3, "medium", 4, 2, 1, 0, True, 0),
        (4, "large", 5, 3, 2, 1, False, 0),
        (5, "largest", 9, 5, 4, 2, False, 0),
    ]
    in_pipes = zooms_of(Ink(UNICODE, True, True, True))
    assert in_pipes[:2] == ZOOMS[:2]
    assert in_pipes == PIPE_ZOOMS
    assert [tuple(zoom) for zoom in in_pipes[2:]] == [
        (3, "4x2", 4, 2, 1, 0, False, 4),
        (4, "6x3", 6, 3, 2, 1, False, 6),
        (5, "8x4", 8, 4, 3, 1, False, 8),
        (6, "12x6", 12, 6, 5, 2, False, 12),
    ]
