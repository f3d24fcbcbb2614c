"""Text in, puzzles out, and back. In the order in which to read them:

- `format`       the record of functions that is a format; how a text is cut into puzzles; numbers, sizes, and names of
                 games in a text
- `gate`         read and write: the only way in, and the registry of formats
- `text_grid`    shared by pictures and number grids: a header of `# key: value` lines, then rows
- `picture`      `picture`: box-drawing pictures
- `number_grid`  `numbers`: number grids
- `net_id`       `gameid`: ids of Simon Tatham's collection, their params, and the same with the prefix of another game
- `puzzlink`     `puzzlink`: addresses of puzz.link, which are the ids of games of open and shaded cells
- `pzprv3`       `pzprv3`: the text form of puzz.link's editor
- `pearl`       `pearl`: ids of Pearl in Simon Tatham's collection
- `hexapipes`    `hexapipes`: JSON
- `ghost`        `ghost`: an id, and how somebody solved that board; read where ids are read
- `save_file`    `save`: save files of Simon Tatham's collection, which hold such an id; only read

Each format ends with its record. What passes the gate is valid, and nothing after it checks again.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from termpuzzles.formats.gate import (
        Reading,
        canonical_id,
        decode,
        form_for,
        is_puzzle,
        read,
        read_each,
        web_address,
        write,
    )

FORMATS = ("picture", "gameid", "numbers", "pzprv3", "hexapipes", "pearl")  # the formats that one may ask for
PARTED = ("picture", "numbers")  # in a file lines `---` separate several of these; the others take one line each

__all__ = [
    "FORMATS",
    "PARTED",
    "Reading",
    "canonical_id",
    "decode",
    "form_for",
    "is_puzzle",
    "read",
    "read_each",
    "web_address",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from termpuzzles.formats import gate  # only once something is read or written

    return getattr(gate, name)
