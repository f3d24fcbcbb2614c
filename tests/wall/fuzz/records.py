"""Damaged records and positions of the Wall Game: each is read and replayed, or refused in one printable sentence.

And damaged commands: lines typed in plain mode, requests to the referee of a match, and words of an offer.
"""

import json
from contextlib import suppress
from pathlib import Path
from random import Random

from termpuzzles.errors import PuzzleError
from termpuzzles.plain.conversation import Back, PlainContext
from termpuzzles.storage.library import Folders, Library
from termpuzzles.wall.game.notation import position_text, read_position
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import Record, ReplayError, json_text, line, read_json, read_line, replay
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.offers import offer_of
from termpuzzles.wall.match.referee import Referee
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.plain.menu import WallMatchPlace
from tests.fuzz.mutate import mutated
from tests.wall.game.games import random_game

GAMES = 40


def seeds(rng: Random) -> list[bytes]:
    """Undamaged games as lines and as JSON, and positions."""
    games = [random_game(rng) for _ in range(GAMES)]
    records = list(map(Record.of, games))
    texts = [*map(line, records), *map(json_text, records), *(position_text(game.positions[-2]) for game in games)]
    return [text.encode() for text in texts]


def one_text(text: str) -> str:
    """Read the text in each way; returns what came of it."""
    outcomes = [_read(text, way) for way in (read_line, read_json)]
    try:
        position = read_position(text)
        assert read_position(position_text(position)) == position
        outcomes.append("read")
    except PuzzleError as error:
        outcomes.append(_said(error, "refused"))
    return next((found for found in ("replayed", "untrue", "read") if found in outcomes), "refused")


def _said(error: Exception, outcome: str) -> str:
    assert str(error).isprintable()
    return outcome


def _read(text: str, way: object) -> str:
    try:
        record = read_line(text) if way is read_line else read_json(text)
    except PuzzleError as error:
        return _said(error, "refused")
    again = read_json(json_text(record)) if way is read_json else read_line(line(record))
    assert again[:4] == record[:4]
    try:
        replay(record)
    except ReplayError as error:
        return _said(error, "untrue")
    return "replayed"


LINES = (
    *("cat e4", "mouse a2", "wall right e4", "wall above b2", "ca4.>b2", "ma2", "---", "undo", "done", "pass", "where"),
    *(
        "walls",
        "forbidden",
        "board",
        "look e4",
        "turns",
        "record",
        "take back",
        "draw",
        "resign",
        "again",
        "help",
        "back",
    ),
)
REQUESTS = (
    *('{"do": "turn", "at": 0, "turn": "Ca4.>b2"}', '{"do": "turn", "at": 1, "turn": "---"}', '{"do": "here"}'),
    *('{"do": "draw", "at": 1}', '{"do": "back", "at": 2}', '{"do": "no"}', '{"do": "claim"}', '{"do": "again"}'),
    *('{"do": "gone"}', '{"do": "resign"}'),
)
OFFERS = ("classic 5x5 blitz rated red", "freestyle", "none unrated any", "12x12 1+0", "standard 3x3 classical blue")
_SEEN = [text.encode() for text in (*LINES, *REQUESTS, *OFFERS)]


def _offer(text: str) -> str:
    """Read the words of an offer; returns what came of it."""
    try:
        offer = offer_of(text.split())
    except PuzzleError as error:
        return _said(error, "refused")
    assert offer_of(offer.words()) == offer
    return "read"


class Commands:
    """A game in plain mode, and a match with its referee, to which damaged commands are given."""

    def __init__(self, folder: Path) -> None:
        library = Library(Folders(folder, folder), keeps=False)
        self._context = PlainContext(library, library.settings())
        self._begin()

    def _begin(self) -> None:
        at = start("standard", 5, 5)
        self._place = WallMatchPlace(self._context, Match(Terms(at, ("you", "friend")), lambda: 0.0))
        match = Match(Terms(at, ("a", "b"), names=("anna", "bob")), lambda: 0.0)
        self._referee = Referee(match, lambda: 0.0)

    def give(self, rng: Random) -> None:
        """Give one command."""
        if rng.random() < 0.01:
            self._begin()
        kind = rng.choice((LINES, REQUESTS, OFFERS))
        text = mutated(rng, rng.choice(kind).encode(), _SEEN)[:300].decode("utf-8", "replace")
        if kind is LINES:
            self._type(text.lower().split())
        elif kind is REQUESTS:
            with suppress(ValueError, RecursionError):
                request = json.loads(text)
                if isinstance(request, dict):
                    assert self._referee.on_request(rng.choice("abc"), request).isprintable()
                    json.dumps(self._referee.state())
        else:
            _offer(text)

    def _type(self, words: list[str]) -> None:
        if not words or words[0] in ("best", "analyse"):
            return
        with suppress(Back):
            for reply in self._place.answer(words):
                assert str(reply).isprintable()


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try that many texts, and as many commands, and report the outcome."""
    rng, outcomes = Random(seed), {"replayed": 0, "untrue": 0, "read": 0, "refused": 0}
    whole = seeds(rng)
    for _ in range(count):
        outcomes[one_text(mutated(rng, rng.choice(whole), whole)[:4000].decode("utf-8", "replace"))] += 1
    commands = Commands(folder)
    for _ in range(count):
        commands.give(rng)
    told = ", ".join(f"{number} {what}" for what, number in outcomes.items())
    return f"{told}, in {count} texts; {count} commands; no traceback"
