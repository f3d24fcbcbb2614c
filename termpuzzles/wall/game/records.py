"""Games as one line, as JSON and as tagged text: `wall1 standard 4x4 1-0 knockout Cb3 Cc3 Cd2`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.wall.game.model import RESULTS, Ending, RuleError
from termpuzzles.wall.game.notation import Turn, position_text, read_position, read_size, read_turn, variant_named
from termpuzzles.wall.game.position import BLUE, SIDES, WallPosition, start
from termpuzzles.wall.game.rules import WallGame

FORMAT = "wall1"
HEAD = 5  # words of a line before the start, if there is one, and the turns
START = "start="
HAVE_A_START = ("standard", "classic")  # variants that begin alike each time
DRAWN, OPEN = RESULTS[2:]
NO_REASON = "-"  # of a game that is not over
TIES = ("one-move", "repetition")  # draws on the board; `tie` stands for either
REASONS = {  # by the results that each may have
    "knockout": RESULTS[:2],
    "resignation": RESULTS[:2],
    "timeout": RESULTS[:2],
    "abandoned": RESULTS[:2],
    "agreement": (DRAWN,),
    "tie": (DRAWN,),
    **dict.fromkeys(TIES, (DRAWN,)),
    **{f"tie:{tie}": (DRAWN,) for tie in TIES},
    NO_REASON: (OPEN,),
}
ON_BOARD = ("knockout", "tie", *TIES, *(f"tie:{tie}" for tie in TIES))  # reasons that a replay must come to
LONGEST = 1 << 20  # characters of a game
KINDS = ("you", "friend", "matched", "bot", "custom")  # of players


RANKS = {"1-0": (1, 2), "0-1": (2, 1), DRAWN: (1, 1), OPEN: (None, None)}  # of the two players, in JSON
KEYS = ("format", "variant", "width", "height", "start", "time_control", "rated", "started_at", "turns", "clocks_ms")
NAMES_OF_TYPES: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false", list: "a list"}

_CONTROL = re.compile(r"[0-9]{1,6}\+[0-9]{1,6}", re.ASCII)
T = TypeVar("T")


class Record(NamedTuple):
    """A game that was played: its start, its turns, how it ended, and what else its JSON says, unknown keys too."""

    start: WallPosition
    turns: tuple[Turn, ...]
    result: str
    reason: str
    details: dict[str, Any] = {}  # noqa: RUF012 - never changed

    @classmethod
    def of(cls, game: WallGame, details: dict[str, Any] | None = None) -> Record:
        """The record of a game."""
        result, reason = (game.outcome.result, game.outcome.reason) if game.outcome else (OPEN, NO_REASON)
        return cls(game.positions[0], tuple(game.turns), result, reason, details or {})


class ReplayError(ValueError):
    """A record is not that of a game by the rules: the number of the turn, None for the end, and what is wrong."""

    def __init__(self, turn: int | None, sentence: str) -> None:
        self.turn = turn
        super().__init__(sentence)


def replay(record: Record) -> WallGame:
    """Play the record; raises `ReplayError` where a turn breaks a rule, or where another result comes out."""
    game = WallGame(record.start)
    for number, turn in enumerate(record.turns, 1):
        try:
            game.play(turn)
        except RuleError as broken:
            raise ReplayError(number, f"turn {number}, {turn}: {broken}") from None
    _check_end(record, game)
    return game


def _check_end(record: Record, game: WallGame) -> None:
    """Raise `ReplayError` unless the record tells the end that its turns lead to; end the game where it tells one."""
    found, told = game.outcome, f"{record.result} {record.reason}"
    if found:
        reasons = (found.reason, *(("tie", f"tie:{found.reason}") if found.winner is None else ()))
        if record.result != found.result or record.reason not in reasons:
            raise ReplayError(None, f"the turns end in {found.result} {found.reason}, not in {told}")
    elif record.reason in ON_BOARD:
        raise ReplayError(None, f"the turns do not end the game, so not in {told}")
    elif record.result != OPEN:
        game.end(Ending(None if record.result == DRAWN else RESULTS.index(record.result), record.reason))


def line(record: Record) -> str:
    """The game on one line."""
    at = record.start
    head = [FORMAT, at.variant, f"{at.width}x{at.height}", record.result, record.reason]
    if not _is_usual(at):
        head.append(START + position_text(at).replace(" ", "_"))
    return " ".join([*head, *map(str, record.turns)])


def read_line(text: str) -> Record:
    """The game of one line; raises `PuzzleError` with the column if it cannot be read. It is not replayed."""
    if len(text) > LONGEST:
        raise PuzzleError("a shorter game", f"{len(text):,} characters")
    words = [(found.start() + 1, found[0]) for found in re.finditer(r"\S+", text)]
    if len(words) < HEAD or words[0][1] != FORMAT:
        raise PuzzleError(f"a game: {FORMAT} VARIANT SIZE RESULT REASON TURN …", repr(shortened(text)))
    (_, variant), (size_at, size), (result_at, result), (reason_at, reason) = words[1:HEAD]
    width, height = _at(size_at, read_size, size)
    _at(words[1][0], variant_named, variant, width, height)
    _at(result_at, _result, result)
    _at(reason_at, _reason, reason, result)
    rest = words[HEAD:]
    if rest and rest[0][1].startswith(START):
        at = _at(rest[0][0] + len(START), _other_start, rest[0][1].removeprefix(START), variant, width, height)
        rest = rest[1:]
    else:
        at = _at(words[1][0], _usual, variant, width, height)
    return Record(at, tuple(_at(column, read_turn, word) for column, word in rest), result, reason)


def _at(column: int, read: Callable[..., T], *arguments: object) -> T:
    """What that reads from a word, whose errors are seen from the line in which it begins at that column."""
    try:
        return read(*arguments)
    except PuzzleError as error:
        raise PuzzleError(error.expected, error.found, column=column - 1 + (error.column or 1)) from None


def _result(text: str) -> str:
    if text not in RESULTS:
        raise PuzzleError(f"one of {', '.join(RESULTS)}", repr(shortened(text)))
    return text


def _reason(text: str, result: str) -> str:
    if text not in REASONS:
        raise PuzzleError(f"one of {', '.join(REASONS)}", f"{shortened(text)!r}{did_you_mean(text, REASONS)}")
    if result not in REASONS[text]:
        raise PuzzleError(f"{' or '.join(REASONS[text])} with {text}", result)
    return text


def _usual(variant: str, width: int, height: int) -> WallPosition:
    if variant not in HAVE_A_START:
        raise PuzzleError(f"{START} with the position, because {variant} begins with another each time")
    return start(variant, width, height)


def _other_start(text: str, variant: str, width: int, height: int) -> WallPosition:
    position = read_position(text.replace("_", " "))
    if position[:3] != (width, height, variant):
        raise PuzzleError(f"a start of {variant} {width}x{height}", repr(shortened(text)))
    return position


def _is_usual(at: WallPosition) -> bool:
    return at.variant in HAVE_A_START and at == start(at.variant, at.width, at.height)


def json_text(record: Record) -> str:
    """The game as one line of JSON: what was read is kept, and what the game itself tells is put in."""
    at, facts = record.start, dict(record.details)
    facts |= {"format": FORMAT, "variant": at.variant, "width": at.width, "height": at.height}
    facts |= {"start": None if _is_usual(at) else position_text(at), "turns": list(map(str, record.turns))}
    for key, usual in (("time_control", None), ("rated", False), ("started_at", None), ("clocks_ms", [])):
        facts.setdefault(key, usual)
    players = record.details.get("players") or [{"kind": "you"}, {"kind": "you"}]
    ranks = RANKS[record.result]
    facts["players"] = [
        {"name": None, "bot_id": None, "rating_at_start": None, **player, "order": order, "rank": rank}
        | {"reason": record.reason}
        for order, (player, rank) in enumerate(zip(players, ranks, strict=True), 1)
    ]
    keys = [*KEYS, *(key for key in facts if key not in KEYS)]
    return json.dumps({key: facts[key] for key in keys}, ensure_ascii=False)


def read_json(text: str) -> Record:
    """The game of an object of JSON; raises `PuzzleError` if it cannot be read. It is not replayed."""
    if len(text) > LONGEST:
        raise PuzzleError("a shorter game", f"{len(text):,} characters")
    try:
        facts = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise PuzzleError("JSON", shortened(str(error))) from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise PuzzleError(f'an object with "format": "{FORMAT}"')
    _check_details(facts)
    width, height = read_size(f"{_typed(facts, 'width', int)}x{_typed(facts, 'height', int)}")
    variant = variant_named(_typed(facts, "variant", str), width, height)
    told = facts.get("start")
    at = _other_start(_typed(facts, "start", str), variant, width, height) if told else _usual(variant, width, height)
    turns = _typed(facts, "turns", list)
    if not all(isinstance(turn, str) for turn in turns):
        raise PuzzleError("texts in turns")
    first, second = facts["players"]
    result = next((name for name, ranks in RANKS.items() if ranks == (first["rank"], second["rank"])), None)
    if result is None or first["reason"] != second["reason"]:
        raise PuzzleError("players whose ranks and reasons tell one result")
    reason = _reason(first["reason"], result)
    return Record(at, tuple(map(read_turn, turns)), result, reason, facts)


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number in JSON")


def _typed(facts: dict[str, Any], key: str, kind: type[T]) -> T:
    """The value of that key, which must be of that type."""
    value = facts.get(key)
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise PuzzleError(f"{key}: {NAMES_OF_TYPES[kind]}", shortened(repr(value)))
    return value


def _check_details(facts: dict[str, Any]) -> None:
    """Raise `PuzzleError` where the keys that say who played, and when, are not what they must be."""
    control = facts.get("time_control")
    if control is not None and not (isinstance(control, str) and _CONTROL.fullmatch(control)):
        raise PuzzleError("time_control: seconds and increment such as 180+2, or null", shortened(repr(control)))
    if facts.get("rated") is not None:
        _typed(facts, "rated", bool)
    clocks = facts.get("clocks_ms", [])
    if not isinstance(clocks, list) or any(type(clock) is not int or clock < 0 for clock in clocks):
        raise PuzzleError("clocks_ms: a list of milliseconds")
    players = _typed(facts, "players", list)
    if len(players) != len(SIDES) or not all(isinstance(player, dict) for player in players):
        raise PuzzleError("two players")
    for order, player in enumerate(players, 1):
        _check_player(player, order)


def _check_player(player: dict[str, Any], order: int) -> None:
    if type(player.get("order")) is not int or player["order"] != order:
        raise PuzzleError(f"order: {order} in player {order}")
    if player.get("kind") not in KINDS:
        raise PuzzleError(f"kind: one of {', '.join(KINDS)}", shortened(repr(player.get("kind"))))
    _typed(player, "reason", str)
    if player.get("rank") is not None:
        _typed(player, "rank", int)
    player.setdefault("rank", None)
    for key, kind in (("name", str), ("bot_id", str), ("rating_at_start", int)):
        if player.get(key) is not None:
            _typed(player, key, kind)


def tagged(record: Record) -> str:
    """The game as text with tags, which others read: a line for each turn of both sides."""
    at = record.start
    tags = {"Board": f"{at.width}x{at.height}", "Variant": at.variant, "Result": record.result}
    if control := record.details.get("time_control"):
        tags["TimeControl"] = control
    words = list(map(str, record.turns))
    if at.side == BLUE and words:
        words.insert(0, "…")
    lines = [f"{number // 2 + 1}. {' '.join(words[number : number + 2])}" for number in range(0, len(words), 2)]
    return "\n".join([*(f'[{tag} "{value}"]' for tag, value in tags.items()), "", *lines])
