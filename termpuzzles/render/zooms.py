"""The zooms: how many characters a cell takes, and where in them its middle lies."""

from typing import NamedTuple


class Zoom(NamedTuple):
    """A zoom: its number, its name, columns and rows of a cell, and the column and row of the cell's middle.

    If `shares`, a cell's last column and row are the joins to its eastern and southern neighbours, and show half a line
    of each; otherwise each cell draws its own halves up to its edges.
    """

    number: int
    name: str
    width: int
    height: int
    column: int
    row: int
    shares: bool


SMALLEST = Zoom(1, "smallest", 1, 1, 0, 0, False)
SMALL = Zoom(2, "small", 2, 1, 0, 0, True)
MEDIUM = Zoom(3, "medium", 4, 2, 1, 0, True)
LARGE = Zoom(4, "large", 5, 3, 2, 1, False)
LARGEST = Zoom(5, "largest", 9, 5, 4, 2, False)

ZOOMS = (SMALLEST, SMALL, MEDIUM, LARGE, LARGEST)
