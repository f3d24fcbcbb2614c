"""A game of the Wall Game that is looked through: turn by turn, with other turns tried, and what the engine thinks."""

from __future__ import annotations

import re
from itertools import takewhile

from termpuzzles.errors import PuzzleError
from termpuzzles.wall.game.candidates import STEP
from termpuzzles.wall.game.engine import WIN, Best
from termpuzzles.wall.game.notation import Turn, position_text, read_position
from termpuzzles.wall.game.position import SIDES, WallPosition
from termpuzzles.wall.game.records import (
    FORMAT,
    HEAD,
    LONGEST,
    NO_REASON,
    OPEN,
    Record,
    line,
    read_json,
    read_line,
    replay,
)
from termpuzzles.wall.game.rules import WallGame
from termpuzzles.wall.match.match import ANALYST, BestQuestion, RankingQuestion
from termpuzzles.wall.match.staging import Staging

RANKED = 5  # best turns that are listed
_LOWER = re.compile(r"(?<![^.])[cm][a-z][0-9]+(?=\.|$)", re.ASCII)


class Analysis:
    """A record with a place in it; a turn played in the middle leads away from the record, until `restore`."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = _played(record)
        self._found: dict[str, list[Best]] = {}  # the best turns, by the game up to the position
        self.go(0)

    def restore(self) -> None:
        """Go back to the record, where it was left."""
        before, self.game = self.game, _played(self.record)
        pairs = zip(before.turns[: self.at], self.game.turns, strict=False)
        self.go(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))

    def go(self, at: int) -> None:
        """Look at the position after so many turns, or the nearest there is."""
        self.at = min(max(0, at), len(self.game.turns))
        self.staging = Staging(self.position)

    @property
    def position(self) -> WallPosition:
        """The position looked at."""
        return self.game.positions[self.at]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended on the board at the position looked at."""
        return self.game.outcome is not None and self.at == len(self.game.turns)

    @property
    def is_own(self) -> bool:
        """Whether the turns have led away from the record."""
        return tuple(self.game.turns) != self.record.turns

    @property
    def line(self) -> str:
        """The game with its turns as they are now, on one line."""
        return line(self.record if not self.is_own else Record.of(self.game))

    def play(self, turn: Turn) -> None:
        """Play a legal turn at the position looked at; if it is the record's, the record goes on after it."""
        if self.game.turns[self.at : self.at + 1] != [turn]:
            while len(self.game.turns) > self.at:
                self.game.take_back()
            self.game.play(turn)
        self.go(self.at + 1)

    @property
    def latest(self) -> Turn | None:
        """The turn that led to the position looked at; None at the start."""
        return self.game.turns[self.at - 1] if self.at else None

    @property
    def question(self) -> BestQuestion:
        """What the engine would play at the position looked at."""
        return BestQuestion(self._until_here, ANALYST, "")

    @property
    def ranking_question(self) -> RankingQuestion:
        """Which turns are the best ones at the position looked at."""
        return RankingQuestion(self._until_here, ANALYST, RANKED)

    @property
    def found(self) -> Best | None:
        """The best turn that the engine has found for the position looked at; None if it was not asked."""
        return next(iter(self.ranking), None)

    @property
    def ranking(self) -> list[Best]:
        """The best turns that it has found, the best first."""
        return self._found.get(self._until_here, [])

    def keep(self, question: BestQuestion | RankingQuestion, found: Best | list[Best]) -> None:
        """Keep an answer: the best turn, or several."""
        self._found[question.game] = found if isinstance(found, list) else [found]

    @property
    def _until_here(self) -> str:
        return line(Record(self.record.start, tuple(self.game.turns[: self.at]), OPEN, NO_REASON))


def _played(record: Record) -> WallGame:
    """The turns of a record; how it ended other than on the board is left out, so that one can play on."""
    game = WallGame(record.start)
    for turn in record.turns:
        game.play(turn)
    return game


def analysis_from(position: WallPosition) -> Analysis:
    """A game that has not begun, with this position to begin with."""
    return Analysis(Record(position, (), OPEN, NO_REASON))


def read_analysis(text: str) -> Analysis:
    """A game as one line or as JSON, or a position. Raises PuzzleError if it is none, or breaks a rule."""
    text = text.strip()
    if len(text) > LONGEST:
        raise PuzzleError("a shorter game", f"{len(text):,} characters")
    if text.startswith("{"):
        record = read_json(text)
    elif text.startswith(FORMAT):
        record = read_line(" ".join(text.split()))
    else:
        return analysis_from(read_position(" ".join(text.split())))
    try:
        replay(record)
    except ValueError as error:
        raise PuzzleError("a game by the rules", str(error)) from None
    return Analysis(record)


def capitals(words: list[str]) -> str:
    """A game or position that was said in lower case, with the capital letters of its turns."""
    if words[:1] != [FORMAT]:
        return " ".join(words)
    return " ".join([*words[:HEAD], *(_LOWER.sub(lambda found: found[0].capitalize(), word) for word in words[HEAD:])])


def value_in_words(found: Best, position: WallPosition) -> str:
    """What the engine thinks of a position: who wins, or by how many steps a side is ahead."""
    side = position.side if found.value > 0 else 1 - position.side
    if abs(found.value) >= WIN:
        return f"{SIDES[side]} wins"
    if not found.value:
        return "even"
    return f"{SIDES[side]} is ahead by {abs(found.value) / STEP:.1f} steps"


def worth_in_figures(found: Best) -> str:
    """What a turn is worth for the side that plays it: `+0.5` steps, or that it wins or loses."""
    if abs(found.value) >= WIN:
        return "wins" if found.value > 0 else "loses"
    return f"{found.value / STEP:+.1f}" if found.value else "even"


def place_in_words(analysis: Analysis) -> str:
    """Which turn is looked at: `turn 3 of 12`."""
    return f"turn {analysis.at} of {len(analysis.game.turns)}"


def position_line(analysis: Analysis) -> str:
    """The position looked at, on one line."""
    return position_text(analysis.position)
