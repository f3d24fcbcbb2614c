"""The JSON of hexapipes for square boards."""

import json

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, read, read_each, write

TEXT = '{"grid": "square", "width": 2, "height": 2, "wrap": true, "tiles": [1, 2, 4, 0]}'


def test_a_board_of_another_game_says_so() -> None:
    (puzzle,) = read(TEXT, game="infinity")
    assert canonical_id(puzzle) == "infinity:2x2w:1240"
    assert read(write(puzzle, "hexapipes")) == [puzzle]


def test_objects_stand_one_a_line_or_spread_and_a_bad_one_does_not_stop_the_others() -> None:
    spread = json.dumps(json.loads(TEXT), indent=2)
    text = "\n".join(["# boards", TEXT, '{"grid": 1}', "# reason", spread, TEXT])
    errors = [str(each.puzzle) if isinstance(each.puzzle, PuzzleError) else "" for each in read_each(text, source="in")]
    assert errors == ["", "in:3: expected the grid 'square', found 1", "", ""]
