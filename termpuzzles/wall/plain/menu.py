"""The Wall Game in plain mode: its menu, a game in play, and a look through one that is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from termpuzzles.company.parts import SERVED
from termpuzzles.english import counted, sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.plain.conversation import Back, Menu, MenuItem, PlainContext, PlainPlace
from termpuzzles.plain.opening import settled
from termpuzzles.plain.words import clock
from termpuzzles.play.opening import Opening
from termpuzzles.storage.summaries import Summary
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import SIDES
from termpuzzles.wall.game.records import line as line_of
from termpuzzles.wall.match.analysis import (
    Analysis,
    analysis_from,
    capitals,
    place_in_words,
    read_analysis,
    value_in_words,
)
from termpuzzles.wall.match.course import (
    MATCH_CHOICES,
    begin_match,
    keep_match_settings,
    match_of,
    match_opening,
    match_settings,
    new_opening,
    next_wall_lesson,
    next_wall_puzzle,
    progress_of,
    with_next,
)
from termpuzzles.wall.match.match import (
    BestQuestion,
    Match,
    advice_in_words,
    ending_in_words,
    taken_back_in_words,
    turn_in_words,
)
from termpuzzles.wall.match.results import ResultRow, results_here
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.match.terms import DUEL, YOU, Terms
from termpuzzles.wall.plain.board import WallPlace
from termpuzzles.wall.plain.puzzles import WallLessonPlace, WallPuzzlePlace

_HELP_IN_GAME = (
    "best: what the engine would play. resign, draw, take back. record: the game as one line. "
    "analyse: step through a finished game. back: leave."
)


class WallMatchPlace(WallPlace):
    """A game against the engine, or of two people at one keyboard."""

    HELP = _HELP_IN_GAME

    def __init__(self, context: PlainContext, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self._resigns = False

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self.match.staging

    @property
    def is_over(self) -> str:
        """How the game ended."""
        ending = self.match.game.outcome
        return f"{ending_in_words(ending)} Type again for another game, analyse to look through it." if ending else ""

    def enter(self) -> Iterator[str]:
        """Say who plays, how it stands, who is to move, and why nothing is kept, if it is not."""
        yield from self._begin()
        yield from self._trouble()

    def _begin(self) -> Iterator[str]:
        at = self.match.position
        yield f"The Wall Game, {at.variant}, {at.width} by {at.height}: {self.match.terms.title}."
        self.match.clock.start()
        yield from self._where()
        yield "Type help for the commands."
        yield from self._go_on()
        if self.staging.turn != Turn():
            yield self._staged()

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Do what the words say, and say why nothing is kept, if it is not."""
        yield from super().answer(words)
        yield from self._trouble()

    def _trouble(self) -> Iterator[str]:
        """Why nothing is kept; whoever has lost the game to another window leaves it."""
        if self.match.trouble:
            yield sentence(self.match.trouble)
        if self.match.keeping.lost:
            raise Back

    def leave(self) -> None:
        """Keep everything."""
        self.match.leave()

    def send(self, turn: Turn) -> Iterator[str]:
        """Play the turn, and let the engine answer."""
        if self.match.flag() or self.match.play(turn):
            yield from self._go_on()

    def _go_on(self) -> Iterator[str]:
        """Let the engine play if it is to move; say whose turn it is, or how the game ended."""
        self._resigns = False
        while self.match.is_bot:
            level, side = self.match.mover, SIDES[self.match.position.side].capitalize()
            found = self.find(BestQuestion.of(self.match, level, self.context.seed()))
            if self.match.flag():
                break
            if not self.match.play(found.turn):
                return
            yield f"{side}, {level}: {found.turn}, {turn_in_words(found.turn)}."
        at = self.match.position
        if self.is_over:
            yield self.is_over
            return
        who = "you" if self.match.mover == YOU else "your friend"
        yield (
            f"{SIDES[at.side].capitalize()}, {who}, to move: {at.distance(at.side)} to go, "
            f"the other cat {at.distance(1 - at.side)}."
        )
        if self.match.clock.runs:
            yield f"{clock(self.match.clock.seconds(at.side, at.side))} left."

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """What only a game has: advice, resigning, a draw, taking back, the record, the turns, another game."""
        match, text = self.match, " ".join(words)
        if text == "turns":
            yield " ".join(map(str, match.game.turns)) or "No turn has been played yet."
        elif text == "record":
            yield line_of(match.record)
        elif text == "analyse" and self.is_over:
            yield WallAnalysisPlace(self.context, Analysis(match.record))
        elif text == "analyse":
            yield "You can analyse a game with the engine once it is over."
        elif text == "take back":
            yield taken_back_in_words(match.take_back())
            yield from self._go_on()
        elif text == "again":
            match.leave()
            self.match = begin_match(self.context, match.terms.swapped)
            yield from self._begin()
        elif text in ("best", "resign", "draw"):
            yield from [self.is_over] if self.is_over else self._ask_or_end(text)
        else:
            yield self.not_understood(words)

    def _ask_or_end(self, word: str) -> Iterator[str]:
        match = self.match
        if word == "best":
            yield advice_in_words(self.find(BestQuestion.of(match)).turn)
        elif word == "draw":
            if match.terms.has_engine:
                yield "The engine declines the draw."
            else:
                match.draw()
                yield self.is_over
        elif not self._resigns:
            self._resigns = True
            yield "Type resign again to give up the game."
        else:
            match.resign(match.position.side)
            yield self.is_over


class WallAnalysisPlace(WallPlace):
    """A game that is looked through; a turn leads away from it, and `restore` back."""

    HELP = (
        "next, before, first, last, turn 12: go there. best: what the engine thinks. turns, record. "
        "restore: the game as it was. open and a game or position: look through another. back: leave."
    )

    def __init__(self, context: PlainContext, analysis: Analysis) -> None:
        super().__init__(context)
        self._analysis = analysis

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._analysis.staging

    @property
    def is_over(self) -> str:
        """How the game ended on the board."""
        ending = self._analysis.game.outcome
        return ending_in_words(ending) if ending and self._analysis.is_over else ""

    def enter(self) -> Iterator[str]:
        """Say what is looked at, and how it stands there."""
        at = self._analysis.position
        yield f"Analysis, {at.variant}, {at.width} by {at.height}: {place_in_words(self._analysis)}."
        yield from self._where()
        yield "Type help for the commands."

    def leave(self) -> None:
        """Nothing is left to keep."""

    def send(self, turn: Turn) -> Iterator[str]:
        """Play the turn for the side to move."""
        self._analysis.play(turn)
        yield from self._where_it_is()

    def _where_it_is(self) -> Iterator[str]:
        analysis = self._analysis
        turn = analysis.latest
        last = "" if turn is None else f": {turn}, {turn_in_words(turn)}"
        yield sentence(place_in_words(analysis) + last)
        yield self.is_over or f"{SIDES[analysis.position.side].capitalize()} to move."

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Go through the game, ask the engine, or open another game."""
        analysis = self._analysis
        last = len(analysis.game.turns)
        to = {"next": analysis.at + 1, "before": analysis.at - 1, "first": 0, "last": last}
        if words[0] == "turn" and len(words) == 2 and words[1].isdecimal():
            to = {"turn": int(words[1])}
        if words[0] in to and len(words) == 1 + ("turn" in to):
            analysis.go(to[words[0]])
            yield from self._where_it_is()
        elif words == ["restore"]:
            analysis.restore()
            yield from self._where_it_is()
        elif words == ["turns"]:
            yield " ".join(map(str, analysis.game.turns)) or "No turn has been played yet."
        elif words == ["record"]:
            yield analysis.line
        elif words == ["best"]:
            yield from [self.is_over] if self.is_over else self._best()
        elif words[0] == "open" and len(words) > 1:
            yield from self._open(capitals(words[1:]))
        else:
            yield self.not_understood(words)

    def _best(self) -> Iterator[str]:
        """What the engine would play, and what it thinks."""
        found = self.find(self._analysis.question)
        yield advice_in_words(found.turn)
        yield sentence(value_in_words(found, self._analysis.position))

    def _open(self, text: str) -> Iterator[str]:
        try:
            self._analysis = read_analysis(text)
        except PuzzleError as error:
            yield f"This cannot be opened: {error}."
        else:
            yield from self.enter()


def wall_menu(context: PlainContext) -> Menu:
    """A new game, its terms, the games that go on, and puzzles."""
    return Menu("The Wall Game. Type a number, or words.", lambda: _choices(context))


def match_place(context: PlainContext) -> PlainPlace:
    """A new game, as it was wished last."""
    return _place_of(context, new_opening(context, match_settings(context).terms))


def _place_of(context: PlainContext, found: Opening[Terms]) -> PlainPlace:
    return settled(found, lambda opened: WallMatchPlace(context, match_of(context, opened)), "game")


def _choices(context: PlainContext) -> list[MenuItem]:
    settings, matches = match_settings(context), SERVED.of(context)
    learnt, lessons, solved, puzzles = progress_of(context)
    return [
        MenuItem("Start a new game", lambda: iter([match_place(context)])),
        *(
            MenuItem(f"{name}: {getattr(settings, name) or 'none'}", partial(_change, context, name))
            for name in MATCH_CHOICES
        ),
        MenuItem(
            f"Lessons, {learnt} of {lessons} done",
            lambda: iter([WallLessonPlace(context, next_wall_lesson(context))]),
        ),
        MenuItem(
            f"Puzzles, {solved} of {puzzles} solved",
            lambda: iter([WallPuzzlePlace(context, next_wall_puzzle(context))]),
        ),
        MenuItem("Analysis", lambda: iter([WallAnalysisPlace(context, analysis_from(settings.terms.start))])),
        *([MenuItem("Matches with other players", lambda: iter([matches]))] if matches else []),
        MenuItem("Results", lambda: iter(result_lines(results_here(context.library)))),
        *(_go_on(context, entry) for entry in context.library.others(DUEL) if not entry.finished),
    ]


def result_lines(rows: Sequence[ResultRow]) -> list[str]:
    """A line for each row of results."""
    return [
        f"{row.against}, {row.variant}: {counted(row.games, 'game')}, {row.won} won, {row.lost} lost, {row.drawn} drawn"
        + (f", rated {row.rating}" if row.rating else "")
        for row in rows
    ] or ["No game has been finished yet."]


def _change(context: PlainContext, name: str) -> Iterator[str | PlainPlace]:
    """Take the next value."""
    settings = with_next(match_settings(context), name, 1)
    keep_match_settings(context, settings)
    yield f"{name}: {getattr(settings, name) or 'none'}."


def _go_on(context: PlainContext, entry: Summary) -> MenuItem:
    def go() -> Iterator[str | PlainPlace]:
        try:
            found = match_opening(context, entry)
        except (PuzzleError, OSError) as error:
            yield f"This cannot be opened now: {error}."
        else:
            yield _place_of(context, found)

    return MenuItem(f"Go on: {entry.title}, {entry.size.replace('x', ' by ')}", go)
