"""Games for two as a player begins them, goes on with them and remembers them, for any front end."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.play.opening import Opened, Opening, opening, unasked, unkept
from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.summaries import Summary
from termpuzzles.wall.game.engine import LEVELS
from termpuzzles.wall.game.lessons import WALL_LESSONS, WallLesson
from termpuzzles.wall.game.notation import Turn, read_size
from termpuzzles.wall.game.position import RED, SIDES, USUAL_SIZE, VARIANTS, WallPosition, start
from termpuzzles.wall.game.puzzles import PuzzleAttempt, TryResult, WallPuzzle, shipped_puzzles
from termpuzzles.wall.game.rules import after_turn
from termpuzzles.wall.match.match import Match, turn_in_words
from termpuzzles.wall.match.offers import Offer, offer_of
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.match.terms import CLOCKS, FRIEND, YOU, Terms, name_of, terms_of

if TYPE_CHECKING:
    from termpuzzles.logic.task import Task
    from termpuzzles.session.questions import GuideCache


def new_opening(context: PlayContext, terms: Terms) -> Opening[Terms]:
    """Open the journal of a new game by these terms."""
    name = name_of(terms, f"{context.library.today().isoformat()} {context.seed()}")
    return opening(context.library, name, lambda: terms, Terms.head)


def begin_match(context: PlayContext, terms: Terms) -> Match:
    """A new game by these terms where nobody can be asked: if its journal cannot be had, nothing of it is kept."""
    return match_of(context, unasked(new_opening(context, terms), terms))


def match_opening(context: PlayContext, entry: Summary) -> Opening[Terms]:
    """Open a game of the list. Raises OSError, and PuzzleError if its journal is damaged."""
    return opening(context.library, entry.name, lambda: terms_of(context.library.head(entry.name)), Terms.head)


def match_of(context: PlayContext, opened: Opened[Terms]) -> Match:
    """The game of a journal that is opened, as far as it was played; it says if nothing more is kept."""
    terms, journal, why = opened
    try:
        return Match(terms, context.now, journal, why)
    except OSError as error:  # what cannot be read of it could not be kept elsewhere
        return Match(terms, context.now, why_unkept=unkept(error))


class MatchSettings(NamedTuple):
    """What the next game should be: the values of the menu's rows."""

    opponent: str = "easy"
    variant: str = "standard"
    size: str = "8x8"
    colour: str = "red"
    clock: str = ""

    @property
    def terms(self) -> Terms:
        """The terms of such a game."""
        seats = (YOU, self.opponent) if self.colour == SIDES[RED] else (self.opponent, YOU)
        return Terms(first_position(self), seats, self.clock)


def first_position(settings: MatchSettings) -> WallPosition:
    """The position that a game of that variant and size begins with; freestyle always has its own size."""
    size = settings.size if settings.variant != "freestyle" else "{}x{}".format(*USUAL_SIZE["freestyle"])
    width, _, height = size.partition("x")
    return start(settings.variant, int(width), int(height))


MATCH_CHOICES: dict[str, tuple[str, ...]] = {
    "opponent": (FRIEND, *LEVELS),
    "variant": VARIANTS,
    "size": ("5x5", "6x6", "8x8", "11x11", "12x10"),
    "colour": SIDES,
    "clock": tuple(CLOCKS),
}

_MATCH, _SOLVED, _LEARNT, _OFFER = "wall", "wall_solved", "wall_lessons", "wall_offer"  # the choices that are kept


def match_settings(context: PlayContext) -> MatchSettings:
    """The settings that were kept, with usual values in place of unknown ones."""
    kept = context.settings.get(_MATCH)
    facts = kept if isinstance(kept, dict) else {}
    known = {
        name: value for name, value in facts.items() if value in MATCH_CHOICES.get(name, ()) or _is_size(name, value)
    }
    return _sound(MatchSettings()._replace(**known), "size")


def _is_size(name: str, value: object) -> bool:
    """Whether the value is a size of a player's own."""
    try:
        return name == "size" and bool(read_size(str(value)))
    except PuzzleError:
        return False


def keep_match_settings(context: PlayContext, settings: MatchSettings) -> None:
    """Remember these settings."""
    context.settings[_MATCH] = settings._asdict()
    context.keep_settings()


def values_of(settings: MatchSettings, name: str) -> tuple[str, ...]:
    """The values to choose from for one of the settings, with its own."""
    own = str(getattr(settings, name))
    return MATCH_CHOICES[name] if own in MATCH_CHOICES[name] else (*MATCH_CHOICES[name], own)


def with_next(settings: MatchSettings, name: str, step: int) -> MatchSettings:
    """The settings with the value that is so many steps further on, and what this value needs."""
    values = values_of(settings, name)
    at = values.index(str(getattr(settings, name))) + step
    return _sound(settings._replace(**{name: values[at % len(values)]}), name)


def _sound(settings: MatchSettings, with_next: str) -> MatchSettings:
    """The settings with the only size of freestyle, or, after a change of the size, a variant that has it."""
    only = "{}x{}".format(*USUAL_SIZE["freestyle"])
    if settings.variant != "freestyle" or settings.size == only:
        return settings
    return settings._replace(variant="standard") if with_next == "size" else settings._replace(size=only)


def solved_puzzles(context: PlayContext) -> set[str]:
    """The ids of the puzzles that were solved."""
    return _kept(context, _SOLVED)


def keep_solved(context: PlayContext, name: str) -> None:
    """Remember that this puzzle was solved."""
    _keep(context, _SOLVED, name)


def learnt_lessons(context: PlayContext) -> set[str]:
    """The titles of the lessons that are done."""
    return _kept(context, _LEARNT)


def keep_learnt(context: PlayContext, title: str) -> None:
    """Remember that this lesson is done."""
    _keep(context, _LEARNT, title)


class LessonCourse:
    """The lessons one after the other: which one it is, the turn being put together, and whether it is done."""

    def __init__(self, context: PlayContext, number: int) -> None:
        self._context = context
        self.begin(number)

    def begin(self, number: int) -> None:
        """Open the lesson of that number."""
        self.number = number
        self.staging = Staging(self.lesson.position)
        self.is_done = False

    @property
    def lesson(self) -> WallLesson:
        """The lesson."""
        return WALL_LESSONS[self.number]

    @property
    def is_last(self) -> bool:
        """Whether no lesson follows."""
        return self.number + 1 == len(WALL_LESSONS)

    def try_turn(self, turn: Turn) -> bool:
        """Play the turn if it shows the idea of the lesson, and remember that; else it is taken back."""
        self.is_done = self.lesson.is_understood(turn)
        self.staging = Staging(after_turn(self.lesson.position, turn) if self.is_done else self.lesson.position)
        if self.is_done:
            keep_learnt(self._context, self.lesson.title)
        return self.is_done


class TryQuestion(NamedTuple):
    """Asks whether a turn keeps the goal of a puzzle, after the turns tried so far that did."""

    puzzle: WallPuzzle
    before: tuple[Turn, ...]
    turn: Turn

    def work(self, cache: GuideCache) -> Task[TryResult]:
        """What became of the try."""
        yield None
        attempt = PuzzleAttempt(self.puzzle)
        for turn in self.before:
            attempt.play(turn)
        return attempt.play(self.turn)


class PuzzleCourse:
    """The puzzles one after the other: each as far as right turns and their answers have led, and the next try."""

    def __init__(self, context: PlayContext, number: int) -> None:
        self._context = context
        self.puzzles = shipped_puzzles()
        self.begin(number)

    def begin(self, number: int) -> None:
        """Open the puzzle of that number."""
        self.number = number
        self.kept: list[Turn] = []  # the turns that were right
        self.staging = Staging(self.puzzle.position)
        self.is_solved = False

    @property
    def puzzle(self) -> WallPuzzle:
        """The puzzle."""
        return self.puzzles[self.number]

    @property
    def was_solved(self) -> bool:
        """Whether it was solved, now or ever."""
        return self.puzzle.id in solved_puzzles(self._context)

    @property
    def turns_left(self) -> int:
        """In how many turns the goal is to be reached from here."""
        return self.puzzle.turns - len(self.kept)

    def go(self, step: int) -> str:
        """Open the puzzle that is so many further on; returns why there is none, in a sentence, or ""."""
        number = self.number + step
        if number < 0:
            return "This is the first puzzle."
        if number >= len(self.puzzles):
            return "This is the last puzzle."
        self.begin(number)
        return ""

    def question(self, turn: Turn) -> TryQuestion:
        """Whether the turn is right."""
        return TryQuestion(self.puzzle, tuple(self.kept), turn)

    def apply(self, turn: Turn, found: TryResult) -> None:
        """Go on after a right turn and its answer, or take a wrong one back; remember a puzzle that is solved."""
        at = self.staging.position
        if found.right:
            self.kept.append(turn)
            at = after_turn(at, turn)
            at = after_turn(at, found.answer) if found.answer else at
            self.is_solved = found.over
        self.staging = Staging(at)
        if self.is_solved:
            keep_solved(self._context, self.puzzle.id)


def answer_in_words(found: TryResult) -> str:
    """The engine's answer to a try, as notation and in words; "" if there is none."""
    return f"{found.answer}, {turn_in_words(found.answer)}" if found.answer else ""


class WallProgress(NamedTuple):
    """How many lessons are done and puzzles solved, of how many."""

    learnt: int
    lessons: int
    solved: int
    puzzles: int


def progress_of(context: PlayContext) -> WallProgress:
    """How far the player has come."""
    learnt, solved = len(learnt_lessons(context)), len(solved_puzzles(context))
    return WallProgress(learnt, len(WALL_LESSONS), solved, len(shipped_puzzles()))


def next_wall_lesson(context: PlayContext) -> int:
    """The number of the first lesson that is not done, else of the first."""
    learnt = learnt_lessons(context)
    return next((number for number, lesson in enumerate(WALL_LESSONS) if lesson.title not in learnt), 0)


def next_wall_puzzle(context: PlayContext) -> int:
    """The number of the first puzzle that is not solved, else of the first."""
    solved = solved_puzzles(context)
    return next((number for number, puzzle in enumerate(shipped_puzzles()) if puzzle.id not in solved), 0)


def _kept(context: PlayContext, key: str) -> set[str]:
    found = context.settings.get(key)
    return {name for name in found if isinstance(name, str)} if isinstance(found, list) else set()


def _keep(context: PlayContext, key: str, name: str) -> None:
    context.settings[key] = sorted({*_kept(context, key), name})
    context.keep_settings()


def kept_offer(context: PlayContext) -> Offer:
    """The last offer of the player; the usual one if there is none."""
    words = context.settings.get(_OFFER)
    with suppress(PuzzleError):
        return offer_of(str(words).split()) if words else Offer()
    return Offer()


def keep_offer(context: PlayContext, offer: Offer) -> None:
    """Remember the offer."""
    context.settings[_OFFER] = " ".join(offer.words())
    context.keep_settings()
