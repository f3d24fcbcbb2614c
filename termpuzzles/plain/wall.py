"""The Wall Game in plain mode: its menu, a game in play, and its puzzles, in lines of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from termpuzzles.duels.wall.cuts import Cuts
from termpuzzles.duels.wall.lessons import WALL_LESSONS
from termpuzzles.duels.wall.notation import Turn, place_text, position_text, read_turn, wall_text
from termpuzzles.duels.wall.position import BLUE, RED, SIDES, Wall, WallPosition
from termpuzzles.duels.wall.puzzles import WallPuzzle, shipped_puzzles
from termpuzzles.duels.wall.records import NO_REASON, OPEN, Record
from termpuzzles.duels.wall.records import line as line_of
from termpuzzles.errors import PuzzleError, on_one_line, shortened
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.plain.conversation import Back, Menu, MenuItem, PlainContext, PlainPlace
from termpuzzles.plain.words import clock, so_many
from termpuzzles.play.duel import (
    WISHES,
    LessonCourse,
    begin_match,
    keep_solved,
    keep_wish,
    learnt_lessons,
    next_wall_lesson,
    next_wall_puzzle,
    resume_match,
    solved_puzzles,
    wish_of,
    with_next,
)
from termpuzzles.play.wall_results import ResultRow, results_here
from termpuzzles.session.duel import (
    ANALYST,
    FRIEND,
    YOU,
    BestQuestion,
    Match,
    PuzzleCourse,
    Staging,
    Terms,
    ending_in_words,
    turn_in_words,
)
from termpuzzles.session.questions import GuideCache, Question
from termpuzzles.session.wall_analysis import Analysis, capitals, place_in_words, read_analysis, value_in_words
from termpuzzles.storage.summaries import Summary

T = TypeVar("T")

_PLACE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_TERM = re.compile(r"[cm>^][a-z][1-9][0-9]?", re.ASCII)
_SLOTS = {"right": ">", "above": "^", "left": ">", "below": "^"}
_HELP = (
    "Your cat hunts their mouse. A turn has up to two actions: steps of your cat or mouse, and walls.",
    "cat e4, mouse e4: move there. wall right e4, wall above e4, also left and below: build a wall.",
    "undo takes the last action back. done ends the turn, and pass ends it without an action.",
    "A whole turn can be given at once, such as ce4.>f3 for the cat to e4 and a wall right of f3.",
    "where: the pieces. walls: all walls. look e4: a cell. forbidden: walls that may not be built. turns: the game.",
)
_HELP_IN_GAME = (
    "best: what the engine would play. resign, draw, take back. record: the game as one line. "
    "analyse: look through a game that is over. back: leave."
)
_HELP_IN_PUZZLE = "next: the next puzzle. back: leave."


class WallPlace(PlainPlace):
    """A board of the Wall Game: what a player says to put a turn together, and to hear how it stands."""

    HELP = ""  # a line about the commands of this place alone

    def __init__(self, context: PlainContext) -> None:
        self.context = context

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        raise NotImplementedError

    @property
    def is_over(self) -> str:
        """Why no turn can be played, in a sentence; "" if one can."""
        raise NotImplementedError

    def send(self, turn: Turn) -> Iterator[str]:
        """End the turn."""
        raise NotImplementedError

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Answer what only this place knows."""
        raise NotImplementedError

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """Nothing."""
        return iter(())

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Do what the words say; what is not understood changes nothing."""
        acts: dict[str, Callable[[], Iterator[str]]] = {
            "where": self._where,
            "walls": self._walls,
            "forbidden": self._forbidden,
            "board": self._board,
            "undo": self._undo,
            "done": self._done,
            "send": self._done,
            "pass": partial(self._play, Turn()),
        }
        if words in (["help"], ["h"], ["?"]):
            yield from (*_HELP, self.HELP)
        elif words == ["back"]:
            raise Back
        elif len(words) == 1 and words[0] in acts:
            yield from acts[words[0]]()
        elif words[0] == "look" and len(words) == 2:
            yield from self._look(words[1])
        elif words[0] in ("cat", "mouse", "wall"):
            yield from self._act(words)
        elif len(words) == 1 and all(map(_TERM.fullmatch, words[0].split("."))):
            yield from self._play_text(words[0])
        else:
            yield from self.other(words)

    def not_understood(self, words: list[str]) -> str:
        """A line that is not understood."""
        return f'"{on_one_line(shortened(" ".join(words)))}" is not a command here. Type help for the commands.'

    def _act(self, words: list[str]) -> Iterator[str]:
        if self.is_over:
            yield self.is_over
            return
        rest = [word for word in words[1:] if word not in ("of", "to")]
        way = rest.pop(0) if words[0] == "wall" and rest and rest[0] in _SLOTS else ""
        place = _place(rest[0], self.staging.position) if len(rest) == 1 else None
        if place is None or (words[0] == "wall" and not way):
            example = "wall right e4" if words[0] == "wall" else f"{words[0]} e4"
            yield f"Type a cell of the board, such as {example}."
            return
        if words[0] == "wall":
            file, rank = place
            wall = Wall(_SLOTS[way] == "^", file - (way == "left"), rank - (way == "below"))
            if wall in self.staging.turn.walls:
                yield "That wall is staged already. Type undo to take the last action back."
                return
            why = self.staging.build(wall)
        else:
            why = self.staging.put(words[0] == "mouse", place)
        yield f"{_sentence(why)}" if why else self._staged()

    def _staged(self) -> str:
        turn, left = self.staging.turn, self.staging.left
        return f"{_sentence(turn_in_words(turn)) if turn != Turn() else 'Nothing is staged.'} {_left(left)}"

    def _undo(self) -> Iterator[str]:
        yield self._staged() if self.staging.back() else "Nothing is staged."

    def _done(self) -> Iterator[str]:
        if self.staging.turn == Turn() and not self.is_over:
            yield "Nothing is staged. Type pass to end the turn without an action."
        else:
            yield from self._play(self.staging.turn)

    def _play(self, turn: Turn) -> Iterator[str]:
        if self.is_over:
            yield self.is_over
            return
        why = self.staging.take(turn)
        if why:
            yield _sentence(why)
        else:
            yield from self.send(turn)

    def _play_text(self, text: str) -> Iterator[str]:
        """Play a turn that was typed as one word, unless it cannot be a turn."""
        try:
            turn = _turn_of(text)
        except PuzzleError as error:
            yield _sentence(str(PuzzleError(error.expected, error.found)))
        else:
            yield from self._play(turn)

    def _where(self) -> Iterator[str]:
        at = self.staging.shown
        for side in (RED, BLUE):
            cat, mouse = at.place(at.cat(side)), at.place(at.mouse(side))
            steps = so_many(at.distance(side), "step")
            yield f"{SIDES[side].capitalize()}: cat {place_text(cat)}, mouse {place_text(mouse)}, {steps} to go."

    def _walls(self) -> Iterator[str]:
        walls = list(self.staging.shown.walls())
        if not walls:
            yield "There is no wall yet."
            return
        for above, words in ((False, "Walls right of"), (True, "Walls above")):
            named = [place_text((wall.file, wall.rank)) for wall in walls if wall.above == above]
            if named:
                yield f"{words}: {', '.join(named)}."

    def _forbidden(self) -> Iterator[str]:
        found = sorted(Cuts(self.staging.shown).forbidden)
        if not found:
            yield "Every free wall may be built."
            return
        yield f"{so_many(len(found), 'wall')} would leave a cat no way:"
        yield f"{', '.join(map(_wall_in_words, found))}."

    def _board(self) -> Iterator[str]:
        yield position_text(self.staging.shown)

    def _look(self, text: str) -> Iterator[str]:
        at = self.staging.shown
        place = _place(text, at)
        if place is None:
            yield "Type a cell of the board, such as look e4."
            return
        cell = place[0] * at.height + place[1]
        names = ("red's cat", "red's mouse", "blue's cat", "blue's mouse")
        here = [name for name, piece in zip(names, at.pieces, strict=True) if piece == cell] or ["empty"]
        yield f"{text}: {', '.join(here)}; {', '.join(_sides(at, *place)) or 'open all around'}."

    def find(self, question: Question[T]) -> T:
        """The answer to a question. Raises Unfinished if it takes too long."""
        return finish(question.work(GuideCache()), self.context.patience())


def _sides(at: WallPosition, file: int, rank: int) -> Iterator[str]:
    """What stands on each side of a cell that is not open."""
    beyond = {
        "above": (Wall(True, file, rank), rank == at.height - 1),
        "below": (Wall(True, file, rank - 1), not rank),
        "left": (Wall(False, file - 1, rank), not file),
        "right": (Wall(False, file, rank), file == at.width - 1),
    }
    for way, (wall, is_border) in beyond.items():
        if is_border or not at.is_free(wall):
            yield f"{'the border' if is_border else 'a wall'} {way}"


def _place(text: str, at: WallPosition) -> tuple[int, int] | None:
    """The cell of that name; None if it is not on the board."""
    found = _PLACE.fullmatch(text)
    file, rank = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (-1, -1)
    return (file, rank) if 0 <= file < at.width and 0 <= rank < at.height else None


def _turn_of(text: str) -> Turn:
    """The turn of a text in lower case."""
    return read_turn(".".join(f"{term[0].upper()}{term[1:]}" for term in text.split(".")))


def _wall_in_words(wall: Wall) -> str:
    return f"{'above' if wall.above else 'right of'} {wall_text(wall)[1:]}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _left(number: int) -> str:
    return "No action is left; type done." if not number else f"{so_many(number, 'action')} left."


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
        """Say who plays, how it stands, and who is to move."""
        at = self.match.position
        yield f"The Wall Game, {at.variant}, {at.width} by {at.height}: {self.match.terms.title}."
        if self.match.trouble:
            yield _sentence(self.match.trouble)
        self.match.clock.start()
        yield from self._where()
        yield "Type help for the commands."
        yield from self._go_on()

    def leave(self) -> None:
        """Keep everything."""
        self.match.leave()

    def send(self, turn: Turn) -> Iterator[str]:
        """Play the turn, and let the engine answer."""
        if self.match.flag() or self.match.play(turn):
            yield from self._go_on()
        else:
            yield self.match.trouble
            raise Back

    def _go_on(self) -> Iterator[str]:
        """Let the engine play if it is to move; say whose turn it is, or how the game ended."""
        self._resigns = False
        while self.match.is_bot:
            level, side = self.match.mover, SIDES[self.match.position.side].capitalize()
            found = self.find(BestQuestion(line_of(self.match.record), level, self.context.seed()))
            if self.match.flag():
                break
            if not self.match.play(found.turn):
                yield self.match.trouble
                raise Back
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
            yield "A game can be looked through with the engine when it is over."
        elif text == "take back":
            number = match.take_back()
            yield f"{so_many(number, 'turn')} taken back." if number else "There is no turn of yours yet."
            yield from self._go_on()
        elif text == "again":
            terms = match.terms
            match.leave()
            self.match = begin_match(
                self.context, Terms(terms.start, (terms.seats[BLUE], terms.seats[RED]), terms.clock)
            )
            yield from self.enter()
        elif text in ("best", "resign", "draw"):
            yield from [self.is_over] if self.is_over else self._ask_or_end(text)
        else:
            yield self.not_understood(words)

    def _ask_or_end(self, word: str) -> Iterator[str]:
        match = self.match
        if word == "best":
            found = self.find(BestQuestion(line_of(match.record), ANALYST, ""))
            yield f"The engine would play {found.turn}: {turn_in_words(found.turn)}."
        elif word == "draw":
            if set(match.terms.seats) - {YOU, FRIEND}:
                yield "The engine plays on."
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
        yield from self._tell()

    def _tell(self) -> Iterator[str]:
        analysis = self._analysis
        played = analysis.game.turns[: analysis.at]
        last = f": {played[-1]}, {turn_in_words(played[-1])}" if played else ""
        yield f"{_sentence(place_in_words(analysis) + last)}"
        yield self.is_over or f"{SIDES[analysis.position.side].capitalize()} to move."

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Go through the game, ask the engine, or open another game."""
        analysis = self._analysis
        last = len(analysis.game.turns)
        to = {"next": analysis.at + 1, "before": analysis.at - 1, "first": 0, "last": last}
        if words[0] == "turn" and len(words) == 2 and words[1].isdecimal():
            to = {"turn": int(words[1][:9])}
        if words[0] in to and len(words) < 3:
            analysis.go(to[words[0]])
            yield from self._tell()
        elif words == ["restore"]:
            analysis.restore()
            yield from self._tell()
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
        yield f"The engine would play {found.turn}: {turn_in_words(found.turn)}."
        yield f"{_sentence(value_in_words(found, self._analysis.position))}"

    def _open(self, text: str) -> Iterator[str]:
        try:
            self._analysis = read_analysis(text)
        except PuzzleError as error:
            yield f"This cannot be opened: {error}."
        else:
            yield from self.enter()


class WallPuzzlePlace(WallPlace):
    """The puzzles, one after the other."""

    HELP = _HELP_IN_PUZZLE

    def __init__(self, context: PlainContext, number: int) -> None:
        super().__init__(context)
        self._puzzles = shipped_puzzles()
        self._begin(number)

    def _begin(self, number: int) -> None:
        self._number = number
        self._course = PuzzleCourse(self._puzzles[number])

    @property
    def puzzle(self) -> WallPuzzle:
        """The puzzle."""
        return self._course.puzzle

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._course.staging

    @property
    def is_over(self) -> str:
        """That it is solved."""
        return "This puzzle is solved. Type next for the next one." if self._course.solved else ""

    def enter(self) -> Iterator[str]:
        """Say the goal and how it stands."""
        puzzle = self.puzzle
        side = SIDES[puzzle.position.side].capitalize()
        yield f"Wall puzzle {self._number + 1} of {len(self._puzzles)}: {puzzle.title}."
        yield f"{side} moves, and is to {puzzle.goal} in {so_many(puzzle.turns, 'turn')}."
        yield from self._where()
        yield from self._walls()
        yield "Type help for the commands."

    def leave(self) -> None:
        """Nothing is left to keep."""

    def send(self, turn: Turn) -> Iterator[str]:
        """Try the turn."""
        try:
            found = self.find(self._course.question(turn))
        except Unfinished:
            yield "That took too long."
            return
        self._course.take(turn, found)
        answer = f"{found.answer}, {turn_in_words(found.answer)}" if found.answer else ""
        if self._course.solved:
            keep_solved(self.context, self.puzzle.id)
            yield "Solved. Type next for the next puzzle."
        elif found.right:
            yield f"Right. The answer is {answer}."
            yield from self._where()
        else:
            said = f" It is answered by {answer}." if answer else ""
            yield f"{turn} does not {self.puzzle.goal} in time.{said} It is taken back."

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Go to the next puzzle."""
        if words != ["next"]:
            yield self.not_understood(words)
        elif self._number + 1 == len(self._puzzles):
            yield "This is the last puzzle. Type back to leave."
        else:
            self._begin(self._number + 1)
            yield from self.enter()


class WallLessonPlace(WallPlace):
    """The lessons, one after the other."""

    HELP = "next: the next lesson. back: leave."

    def __init__(self, context: PlainContext, number: int) -> None:
        super().__init__(context)
        self._course = LessonCourse(context, number)

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._course.staging

    @property
    def is_over(self) -> str:
        """That the lesson is done."""
        return "This lesson is done. Type next for the next one." if self._course.is_done else ""

    def enter(self) -> Iterator[str]:
        """Say the lesson's sentence, and how it stands."""
        lesson = self._course.lesson
        yield f"Lesson {self._course.number + 1} of {len(WALL_LESSONS)}: {lesson.title}."
        yield lesson.before
        yield from self._where()
        yield from self._walls()
        yield "Type help for the commands."

    def leave(self) -> None:
        """Nothing is left to keep."""

    def send(self, turn: Turn) -> Iterator[str]:
        """Say whether the turn shows the idea."""
        course = self._course
        if not course.take(turn):
            yield f"{turn} is legal, but does not do it yet. Try another turn."
            return
        yield course.lesson.after
        following = "That was the last lesson. Type next for the puzzles."
        yield following if course.is_last else "Type next for the next lesson."

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Go to the next lesson, and from the last one to the puzzles."""
        if words != ["next"]:
            yield self.not_understood(words)
        elif self._course.is_last:
            yield WallPuzzlePlace(self.context, next_wall_puzzle(self.context))
        else:
            self._course.begin(self._course.number + 1)
            yield from self.enter()


def wall_menu(context: PlainContext) -> Menu:
    """A new game, its terms, the games that go on, and puzzles."""
    return Menu("The Wall Game. Type a number, or words.", lambda: _choices(context))


def match_place(context: PlainContext) -> WallMatchPlace:
    """A new game, as it was wished last."""
    return WallMatchPlace(context, begin_match(context, wish_of(context).terms))


def _choices(context: PlainContext) -> list[MenuItem]:
    wish, matches = wish_of(context), context.matches
    solved, learnt = len(solved_puzzles(context)), len(learnt_lessons(context))
    return [
        MenuItem("Start a new game", lambda: iter([match_place(context)])),
        *(MenuItem(f"{name}: {getattr(wish, name) or 'none'}", partial(_change, context, name)) for name in WISHES),
        MenuItem(
            f"Lessons, {learnt} of {len(WALL_LESSONS)} done",
            lambda: iter([WallLessonPlace(context, next_wall_lesson(context))]),
        ),
        MenuItem(
            f"Puzzles, {solved} of {len(shipped_puzzles())} solved",
            lambda: iter([WallPuzzlePlace(context, next_wall_puzzle(context))]),
        ),
        MenuItem("Analysis", lambda: iter([WallAnalysisPlace(context, Analysis(_nothing_played(wish.terms)))])),
        *([MenuItem("Matches with other players", lambda: iter([matches]))] if matches else []),
        MenuItem("Results", lambda: iter(result_lines(results_here(context.library)))),
        *(_go_on(context, entry) for entry in context.library.duels() if not entry.finished),
    ]


def result_lines(rows: Sequence[ResultRow]) -> list[str]:
    """A line for each row of results."""
    return [
        f"{row.against}, {row.variant}: {so_many(row.games, 'game')}, {row.won} won, {row.lost} lost, {row.drawn} drawn"
        + (f", rated {row.rating}" if row.rating else "")
        for row in rows
    ] or ["No game is over yet."]


def _nothing_played(terms: Terms) -> Record:
    return Record(terms.start, (), OPEN, NO_REASON)


def _change(context: PlainContext, name: str) -> Iterator[str | PlainPlace]:
    """Take the next value."""
    wish = with_next(wish_of(context), name, 1)
    keep_wish(context, wish)
    yield f"{name}: {getattr(wish, name) or 'none'}."


def _go_on(context: PlainContext, entry: Summary) -> MenuItem:
    def go() -> Iterator[str | PlainPlace]:
        try:
            match = resume_match(context, entry)
        except (PuzzleError, OSError) as error:
            yield f"This cannot be opened now: {error}."
        else:
            yield WallMatchPlace(context, match)

    return MenuItem(f"Go on: {entry.title}, {entry.size.replace('x', ' by ')}", go)
