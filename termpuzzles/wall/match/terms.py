"""What two agree on before a game: where it begins, who sits at red and at blue, and the clock."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.storage.journal_text import VERSION, Head
from termpuzzles.wall.game.engine import LEVELS
from termpuzzles.wall.game.notation import position_text, read_position
from termpuzzles.wall.game.position import USUAL_SIZE, WallPosition, start

DUEL = "duel:"  # with which the games begin that its journals name
WALL_GAME = f"{DUEL}wall"
YOU, FRIEND = "you", "friend"
SEATS = (YOU, FRIEND, *LEVELS)  # who may sit at a side
NO_CLOCK = ""
CLOCKS = {NO_CLOCK: "none", "1+0": "bullet", "3+2": "blitz", "10+2": "rapid", "30+0": "classical"}
_CONTROL = re.compile(r"[0-9]{1,3}\+[0-9]{1,3}", re.ASCII)


class Terms(NamedTuple):
    """What was agreed: the position to begin with, who sits at red and at blue, and the clock, such as `10+2`.

    Two players of a service sit there by their ids, have names, and may be rated by the game.
    """

    start: WallPosition
    seats: tuple[str, str]
    clock: str = NO_CLOCK
    names: tuple[str, str] | None = None
    rated: bool = False

    @property
    def title(self) -> str:
        """Who plays whom, as a list names it."""
        red, blue = self.shown
        return f"{red} against {blue}"

    @property
    def shown(self) -> tuple[str, str]:
        """Red and blue as one reads them."""
        return self.names or self.seats

    @property
    def has_engine(self) -> bool:
        """Whether the engine sits at a side."""
        return not LEVELS.keys().isdisjoint(self.seats)

    @property
    def swapped(self) -> Terms:
        """Those of another game, with the colours exchanged; freestyle has another start each time."""
        at = self.start if self.start.variant != "freestyle" else start("freestyle", *USUAL_SIZE["freestyle"])
        names = (self.names[1], self.names[0]) if self.names else None
        return self._replace(start=at, seats=(self.seats[1], self.seats[0]), names=names)

    def head(self) -> bytes:
        """The first line of the game's journal."""
        at = self.start
        facts = {
            "termpuzzles": VERSION,
            "game": WALL_GAME,
            "size": f"{at.width}x{at.height}",
            "title": self.title,
            "text": position_text(at),
            "seats": list(self.seats),
            "clock": self.clock,
        }
        if self.names:
            facts |= {"names": list(self.names), "rated": self.rated}
        return json.dumps(facts).encode() + b"\n"


def terms_of(head: Head | None) -> Terms:
    """The terms in the first line of a journal. Raises PuzzleError if it is not that of a game for two."""
    if head is None or head.game != WALL_GAME:
        raise PuzzleError("the journal of a Wall Game")
    clock, names = head.more.get("clock"), _pair(head.more.get("names"))
    seats = _pair(head.more.get("seats"))
    if seats is None or not (names or all(seat in SEATS for seat in seats)):
        raise PuzzleError(f"two of {', '.join(SEATS)} at the board")
    control = clock if isinstance(clock, str) and _CONTROL.fullmatch(clock) else NO_CLOCK
    return Terms(read_position(head.text), seats, control, names, head.more.get("rated") is True)


def _pair(value: object) -> tuple[str, str] | None:
    """Two texts in JSON."""
    match value:
        case [str(red), str(blue)]:
            return red, blue
    return None


def name_of(terms: Terms, begun: str) -> str:
    """A name for the journal of a game that begins at that time."""
    return sha256(terms.head() + begun.encode()).hexdigest()[:24]
