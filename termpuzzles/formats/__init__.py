"""Text in, puzzles out, and back. In the order in which to read them:

- `format`     the record of functions that is a format, and how a text is cut into puzzles
- `gate`       read and write: the only way in, and the registry of formats
- `text`       helpers that every format uses: numbers, sizes, words fit for an error
- `speakers`   which game a text means by a name, or without one
- `ids/`       formats of one line: Net ids, addresses of puzz.link; and save files, which hold an id
- `grids/`     formats that show a board row by row: box-drawing pictures and number grids
- `pzprv3`     `pzprv3`: the text form of puzz.link's editor
- `hexapipes`  `hexapipes`: JSON

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

FORMATS = ("picture", "gameid", "numbers", "pzprv3", "hexapipes")  # the formats that one may ask for
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
