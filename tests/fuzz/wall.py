"""Damaged records and positions of the Wall Game: each is read and replayed, or refused in one printable sentence."""

from pathlib import Path
from random import Random

from termpuzzles.duels.wall.notation import position_text, read_position
from termpuzzles.duels.wall.records import Record, ReplayError, json_text, line, read_json, read_line, replay
from termpuzzles.errors import PuzzleError
from tests.duels.games import random_game
from tests.fuzz.mutate import mutated

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


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try that many texts and report the outcome."""
    rng, outcomes = Random(seed), {"replayed": 0, "untrue": 0, "read": 0, "refused": 0}
    whole = seeds(rng)
    for _ in range(count):
        outcomes[one_text(mutated(rng, rng.choice(whole), whole)[:4000].decode("utf-8", "replace"))] += 1
    return ", ".join(f"{number} {what}" for what, number in outcomes.items()) + f", in {count} texts; no traceback"
