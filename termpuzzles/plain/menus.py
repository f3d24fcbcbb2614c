"""Home, packs, lessons, new boards and what is unfinished, as numbered choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.catalogue.lessons import done_lessons
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.catalogue.suggestions import Following, after_lessons
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.games import named, names, with_maker
from termpuzzles.logic.explain.grades import GRADES, efforts, grade
from termpuzzles.plain.conversation import Back, Desk, PlainPlace
from termpuzzles.plain.play import BoardPlace
from termpuzzles.plain.words import clock, place, so_many, spoken_heading, title

if TYPE_CHECKING:
    from termpuzzles.catalogue.lessons import Lesson
    from termpuzzles.catalogue.levels import Level, Pack
    from termpuzzles.storage.summaries import Summary


PAGE = 20  # choices to read out at once
FEW = 8  # up to this many choices are read out again to a player who comes back
UNFINISHED = 5  # unfinished boards that Home offers


class Choice(NamedTuple):
    """One of several numbered choices: its words, and where it leads."""

    words: str
    go: Callable[[], Iterator[str | PlainPlace]]


class Menu:
    """Numbered choices; a number takes one, and so do words that occur in only one of them."""

    def __init__(self, title: str, choices: Callable[[], list[Choice]], outermost: bool = False) -> None:
        self._title = title
        self._make = choices
        self._outermost = outermost
        self._choices: list[Choice] = []
        self._shown: list[int] = []
        self._read_out = 0
        self._taken = 0

    def enter(self) -> Iterator[str]:
        """The title and the first choices; or, on return to a long list, the choice taken before."""
        self._choices = self._make()
        yield self._title
        if self._taken and len(self._choices) > FEW and not self._outermost:
            yield from self._tell([self._taken - 1])
            yield f"Say list to hear all {len(self._choices)}."
        else:
            yield from self._tell(list(range(len(self._choices))))

    def leave(self) -> None:
        """Nothing is kept here."""

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Take a choice, read out more, find some, or go back."""
        if words[0].isdecimal():
            yield from self._take(int(words[0][:9]))
        elif words == ["more"]:
            yield from (
                self._more() if self._read_out < len(self._shown) else ["That was all; say list to hear it again."]
            )
        elif words == ["back"]:
            if self._outermost:
                yield "This is where everything begins; say quit to leave."
            else:
                raise Back
        elif words == ["list"]:
            yield from self._tell(list(range(len(self._choices))))
        elif words == ["help"]:
            yield "Say the number of a choice or words of it, more, list, back or quit."
        else:
            yield from self._find(words)

    def _take(self, number: int) -> Iterator[str | PlainPlace]:
        if 1 <= number <= len(self._choices):
            self._taken = number
            yield from self._choices[number - 1].go()
        else:
            yield f"Say a number from 1 to {len(self._choices)}."

    def _find(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Take the only choice with these words, or say all that have them."""
        found = [at for at, choice in enumerate(self._choices) if all(word in choice.words.lower() for word in words)]
        if len(found) == 1:
            yield from self._take(found[0] + 1)
        elif found:
            yield from self._tell(found)
        else:
            yield f"Nothing here holds {shortened(' '.join(words))!r}; say list to hear all, or help."

    def _tell(self, places: list[int]) -> Iterator[str]:
        self._shown, self._read_out = places, 0
        yield from self._more()

    def _more(self) -> Iterator[str]:
        page = self._shown[self._read_out : self._read_out + PAGE]
        self._read_out += len(page)
        for at in page:
            yield f"{at + 1}. {self._choices[at].words}"
        if left := len(self._shown) - self._read_out:
            yield f"Say more for {so_many(left, 'more choice')}."


def home(desk: Desk) -> Menu:
    """Everything there is to do, as one list."""
    return Menu("termpuzzles. What would you like to do? Say a number, or help.", lambda: _home(desk), outermost=True)


def _home(desk: Desk) -> list[Choice]:
    unfinished = [entry for entry in desk.library.journals() if not entry.finished and entry.game in names()]
    return [
        *(_continue(desk, entry) for entry in unfinished[:UNFINISHED]),
        Choice("The boards of the day", _into(Menu("Which game?", lambda: _daily(desk)))),
        Choice("Learn, one idea at a time", _into(Menu("Which game?", lambda: _learn(desk)))),
        *(Choice(f"Levels of {title(named(game))}", _into(_levels(desk, game))) for game in names()),
        Choice("A new board", _into(Menu("Which game?", lambda: _new(desk)))),
        Choice("Statistics", lambda: _statistics(desk)),
    ]


def _daily(desk: Desk) -> list[Choice]:
    from termpuzzles.catalogue.daily import daily_board, daily_games, daily_size, days_played

    day = desk.today().date()

    def opener(game: str) -> Callable[[], Iterator[str | PlainPlace]]:
        return lambda: iter([BoardPlace(desk, [daily_board(game, day)])])

    played = {each.game for each in days_played(desk.library.journals()) if each.day == day}
    return [
        Choice(
            f"{title(named(game))}, {_size_words(daily_size(game, day))}{'; finished' if game in played else ''}",
            opener(game),
        )
        for game in daily_games(day)
    ]


def _learn(desk: Desk) -> list[Choice]:
    from termpuzzles.catalogue.lessons import taught

    return [
        Choice(f"{title(named(game))}: {so_many(len(titles), 'lesson')}", _into(_lessons(desk, game)))
        for game, titles in taught().items()
    ]


def _lessons(desk: Desk, game: str) -> Menu:
    def choices() -> list[Choice]:
        from termpuzzles.catalogue.lessons import lessons

        known, found = done(desk), lessons(game)
        return [
            Choice(f"{lesson.title}{'; done' if lesson.key in known else ''}", opener(desk, found, index))
            for index, lesson in enumerate(found)
        ]

    return Menu(f"Lessons of {title(named(game))}.", choices)


def _statistics(desk: Desk) -> Iterator[str | PlainPlace]:
    from termpuzzles.catalogue.statistics import rows

    found = rows(desk.library.journals())
    if not found:
        yield "No board has been finished yet."
    for row in found:
        size = _size_words(row.size)
        best = f"best time {clock(row.best)}, usually {clock(row.median)}"
        yield f"{title(named(row.game))} {size}: {so_many(row.solved, 'board')}, {row.unaided} without help; {best}."


def _size_words(size: str) -> str:
    """`7 by 7, wraps around`."""
    return size.replace("w", ", wraps around").replace("x", " by ")


def _solved_ids(desk: Desk) -> set[str]:
    """The identities of finished boards."""
    return {entry.identity for entry in desk.library.journals() if entry.finished}


def _into(place: PlainPlace) -> Callable[[], Iterator[str | PlainPlace]]:
    return lambda: iter([place])


def _continue(desk: Desk, entry: Summary) -> Choice:
    def go() -> Iterator[str | PlainPlace]:
        try:
            puzzle, journal = desk.library.resume(entry)
        except (PuzzleError, OSError) as error:
            yield str(error)
        else:
            yield BoardPlace(desk, [puzzle], 0, journal)

    name = f", {entry.title}" if entry.title else ""
    size = f"{title(named(entry.game))}, {_size_words(entry.size)}"
    return Choice(f"Continue {size}{name}, after {clock(entry.seconds)}", go)


def _levels(desk: Desk, game: str) -> Menu:
    def packs() -> list[Choice]:
        from termpuzzles.catalogue.levels import packs

        solved, found = _solved_ids(desk), packs(desk.library.where.levels)
        return [Choice(_pack_words(pack, solved), _into(_Boards(desk, pack))) for pack in found if pack.game == game]

    return Menu(f"Packs of {title(named(game))}.", packs)


def _pack_words(pack: Pack, solved: set[str]) -> str:
    number = sum(level.identity in solved for level in pack.levels)
    return f"{pack.name}: {so_many(len(pack.levels), 'board')}, {number} finished; {_size_words(pack.sizes)}"


class _Boards(Menu):
    """The boards of a pack; a player who comes back hears which one was played last."""

    def __init__(self, desk: Desk, pack: Pack) -> None:
        def levels() -> list[Choice]:
            solved = _solved_ids(desk)
            return [
                Choice(_level_words(level, solved), partial(self._open, index))
                for index, level in enumerate(pack.levels)
            ]

        super().__init__(f"Boards of {pack.name}.", levels)
        self._desk = desk
        self._pack = pack
        self._board: BoardPlace | None = None

    def enter(self) -> Iterator[str]:
        if self._board:
            self._taken = self._board.index + 1
        return super().enter()

    def _open(self, index: int) -> Iterator[str | PlainPlace]:
        try:
            puzzles = self._pack.puzzles()
        except (PuzzleError, OSError) as error:
            yield str(error)
        else:
            self._board = BoardPlace(self._desk, puzzles, index)
            yield self._board


def _level_words(level: Level, solved: set[str]) -> str:
    graded = f", {grade(level.effort).name}" if level.effort else ""
    return f"{level.title}: {_size_words(level.size)}{graded}{'; finished' if level.identity in solved else ''}"


SIZES = ("5x5", "7x7", "7x7w", "9x9", "9x9w", "13x11")


class _Sizes(Menu):
    """Sizes to choose from; all other properties of a new board can be given in words."""

    def __init__(self, desk: Desk, game: str) -> None:
        possible = [size for size in SIZES if named(game).wraps or not size.endswith("w")]
        choices = [Choice(_size_words(size), partial(self._board, size)) for size in possible]
        super().__init__(
            "Which size? Say a number, or what it should be like, such as 8x8 or 9x9, tricky.", lambda: choices
        )
        self._desk = desk
        self._game = game

    def _find(self, words: list[str]) -> Iterator[str | PlainPlace]:
        return self._board(" ".join(words)) if words[0][:1].isdigit() else super()._find(words)

    def _board(self, wish: str) -> Iterator[str | PlainPlace]:
        from termpuzzles.generator.generate import generate

        try:
            yield BoardPlace(self._desk, [generate(self._game, _params_text(wish), self._desk.seed, self._desk.until)])
        except PuzzleError as error:
            yield f"{str(error)[0].upper()}{str(error)[1:]}."


def _params_text(wish: str) -> str:
    """The wish in the text form of `Params`, with a grade replaced by its efforts."""
    parts = [part.strip() for part in wish.split(",")]
    return ", ".join("effort {}-{}".format(*efforts(part)) if part in GRADES else part for part in parts)


def _new(desk: Desk) -> list[Choice]:
    return [Choice(title(named(game)), _into(_Sizes(desk, game))) for game in with_maker()]


_LINES = {"w": "line up", "a": "line left", "s": "line down", "d": "line right"}
_IN_WORDS = (  # phrases of lessons about a screen and its keys, and the words for them here
    ("Turn it: space", "Say turn"),
    ("the arrows move, space turns", "say up, right, down or left to move, and turn to turn"),
    (
        "the arrows move, w a s d draw a line up, left, down and right",
        "say up, right, down or left to move, and line with one of these to draw",
    ),
    ("You pin one with s.", "Say pin to pin one."),
    ("Heavy lines mark pinned tiles: they are right and do not turn", "Pinned tiles are right and do not turn"),
    ("A thick bar is a wall: no line crosses it", "No line crosses a wall"),
)


def in_words(sentence: str) -> str:
    """A sentence of a lesson, for a player who has neither its keys nor its drawing."""
    for shown, spoken in _IN_WORDS:
        sentence = sentence.replace(shown, spoken)
    return re.sub(r"Draw it: ([wasd](?: and [wasd])?)\.", lambda found: f"Say {_drawn(found[1])}.", sentence)


def _drawn(keys: str) -> str:
    return " and ".join(_LINES[key] for key in keys.split(" and "))


def done(desk: Desk) -> set[str]:
    """The keys of finished lessons."""
    return done_lessons(desk.library.settings())


def opener(desk: Desk, found: list[Lesson], index: int) -> Callable[[], Iterator[str | PlainPlace]]:
    """The function that opens a lesson."""
    return lambda: iter([LessonPlace(desk, found, index)])


class LessonPlace(BoardPlace):
    """The board of a lesson, which the lesson itself introduces; the player stands at the marked cell."""

    def __init__(self, desk: Desk, found: list[Lesson], index: int) -> None:
        self._kept = desk
        self._lessons = found
        aside = replace(desk, library=desk.library.unkept())
        super().__init__(aside, [lesson.puzzle for lesson in found], index)

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lessons[self.index]

    def _open(self) -> None:
        super()._open()
        self.here = self.lesson.mark

    def enter(self) -> Iterator[str]:
        """Say the text of the lesson, and which cell it marks."""
        puzzle = self.lesson.puzzle
        yield f"{spoken_heading(puzzle)}."
        yield in_words(self.lesson.before)
        yield f"The marked {puzzle.game.noun} is at {place(puzzle, self.lesson.mark)}; you stand there."
        yield "Say help for the commands."

    def _going_on(self) -> Iterator[str]:
        """Remember that the lesson is done, and say what comes next."""
        self._remember()
        yield in_words(self.lesson.after)
        if self.index + 1 < len(self._lessons):
            yield "The lesson is done; say next for the next one, or back for the others."
            return
        yield f"Well done: that was the last lesson of {title(self.lesson.puzzle.game)}."
        following = self._following()
        yield f"Say next for {following.name}, or back for the lessons." if following else "Say back for the lessons."

    def _remember(self) -> None:
        library = self._kept.library
        settings = library.settings()
        settings["lessons"] = {**settings.get("lessons", {}), self.lesson.key: True}
        settings["started"] = True
        library.keep_settings(settings)

    def _following(self) -> Following | None:
        """The level to play after the last lesson."""
        solved = {entry.identity for entry in self._kept.library.journals() if entry.finished}
        return after_lessons(Levels(packs()), self.lesson.game, solved)

    def _step(self, step: int) -> Iterator[str | PlainPlace]:
        """Go to another lesson, or from the last one, once it is done, on to a level."""
        is_last = step > 0 and self.index + 1 == len(self._lessons)
        following = self._following() if is_last and self.session.solved else None
        if following is None or following.pack is None:
            yield from super()._step(step)
            return
        try:
            yield BoardPlace(self._kept, following.pack.puzzles(), following.place)
        except (PuzzleError, OSError) as error:
            yield str(error)
