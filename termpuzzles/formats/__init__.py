"""Text in, puzzles out, and back. In the order in which to read them:

- `format`       the record that is a format; how a text is cut into puzzles; numbers, sizes, and names of games
- `gate`         read and write: the only way in, and the registry of formats
- `unknown`      what a text in no known format looks most like
- `page`         the page of all formats, made from their records
- `net_id`       `gameid`: ids of Simon Tatham's collection, their params, and the same with the prefix of another game
- `pearl`        `pearl`: ids of Pearl in the same collection
- `ghost`        `ghost`: an id, and how somebody solved that board; read where ids are read
- `pzprv3`       `pzprv3`: the text form of puzz.link's editor
- `puzzlink`     `puzzlink`: addresses of puzz.link and its family
- `pencilbox`    `pencilbox`: the same editor's text for another program
- `save_moves`, `save_file`   `save`: save files of Simon Tatham's collection
- `hexapipes`    `hexapipes`: JSON, and addresses that hold it
- `text_grid`    shared by all grids: a header of `# key: value` lines, then rows
- `number_grid`  `numbers`: number grids
- `number_array`, `hex_grid`, `piece_list`   `array`, `hex`, `pieces`: other people's number grids
- `letter_grid`  `letters`: grids that do not say how tiles are turned; only read
- `picture`      `picture`: box-drawing pictures

Each format ends with its record. What passes the gate is valid, and nothing after it checks again.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from termpuzzles.formats.gate import (
        UTF_16_MARKS,
        ListBegun,
        Reading,
        canonical_id,
        decode,
        form_for,
        is_parted,
        is_puzzle,
        is_recognised,
        list_begun,
        read,
        read_each,
        read_list_line,
        refusal_to_write,
        web_address,
        write,
    )

# The formats that one may ask for; in a file lines `---` separate several of some, and the others take one line each.
FORMATS = (
    *("picture", "gameid", "numbers", "pzprv3", "hexapipes", "pearl", "save"),
    *("array", "hex", "pieces", "pencilbox"),
)
PARTED = ("picture", "numbers", "save", "array", "hex", "pieces", "pencilbox")

__all__ = [
    "FORMATS",
    "PARTED",
    "UTF_16_MARKS",
    "ListBegun",
    "Reading",
    "canonical_id",
    "decode",
    "form_for",
    "is_parted",
    "is_puzzle",
    "is_recognised",
    "list_begun",
    "read",
    "read_each",
    "read_list_line",
    "refusal_to_write",
    "web_address",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from termpuzzles.formats import gate  # only once something is read or written

    return getattr(gate, name)
