"""Home, packs, lessons, new boards and what is unfinished, as numbered choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.catalogue.daily import Done, daily_board, daily_games, daily_size, daily_title, days_done
from termpuzzles.catalogue.ladder import ratings_of, slowest_technique
from termpuzzles.catalogue.lessons import lessons, taught
from termpuzzles.catalogue.levels import packs, shipped
from termpuzzles.catalogue.practice import PracticeQuestion, practised
from termpuzzles.catalogue.statistics import practice, rows
from termpuzzles.english import counted, sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named, names, with_maker
from termpuzzles.games.making.request import asked_board, begins_request, names_a_board
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.generate import generate
from termpuzzles.guests import Door, guests
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.plain.conversation import Menu, MenuItem, PlainContext, PlainPlace, settings_menu
from termpuzzles.plain.lesson import done, opener
from termpuzzles.plain.opening import settled
from termpuzzles.plain.play import BoardPlace, board_place
from termpuzzles.plain.rush import rush_menu
from termpuzzles.plain.words import clock, for_speech, title
from termpuzzles.play.afterwards import boards_on_ladder
from termpuzzles.play.opening import Opened, board_opening, entry_opening
from termpuzzles.session.questions import made_by

if TYPE_CHECKING:
    from termpuzzles.catalogue.levels import Level, Pack
    from termpuzzles.storage.summaries import Summary

_DAYS, _NEEDS = 7, 5  # days and techniques that are offered at once
_OLDEST = 400  # the days that one can go back
UNFINISHED = 5  # unfinished boards that Home offers when the program starts


def home(context: PlainContext) -> Menu:
    """Everything there is to do, as one list."""
    question = "termpuzzles. What would you like to do? Type a number, or help."
    begun = _Begun(context)
    return _Home(context, question, lambda: _home(context, begun.boards()), outermost=True)


class _Home(Menu):
    """The main menu, at which a new board may be asked for as well."""

    def __init__(
        self, context: PlainContext, title: str, choices: Callable[[], list[MenuItem]], outermost: bool
    ) -> None:
        super().__init__(title, choices, outermost)
        self._context = context

    def _find(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """A choice with these words, or else the board that they ask for."""
        text = " ".join(words[1:] if words[0] in ("new", "play") else words)
        if not self._matching(words) and (names_a_board(text) or (text and text != " ".join(words))):
            return _new_board(self._context, text)
        return super()._find(words)


class _Begun:
    """The boards to continue: those unfinished at the start, and what was played since; each keeps its number."""

    def __init__(self, context: PlainContext) -> None:
        self._context = context
        self._offered: list[Summary] = []
        self._latest: float | None = None  # when the latest of all boards was played

    def boards(self) -> list[Summary]:
        """The boards as they stand now."""
        entries = [entry for entry in self._context.library.journals() if entry.game in names()]
        now, known = {entry.name: entry for entry in entries}, {entry.name for entry in self._offered}
        fresh = [entry for entry in entries if not entry.finished and entry.name not in known]
        latest = self._latest
        fresh = fresh[:UNFINISHED] if latest is None else [entry for entry in fresh if entry.modified > latest]
        self._offered = [now.get(entry.name, entry) for entry in self._offered] + fresh
        self._latest = max((entry.modified for entry in entries), default=0.0)
        return self._offered


def _home(context: PlainContext, begun: list[Summary]) -> list[MenuItem]:
    return [
        MenuItem("Today's boards", _into(Menu("Which game?", lambda: [*_daily(context), _earlier(context)]))),
        MenuItem("Learn, one technique at a time", _into(Menu("Which game?", lambda: _learn(context)))),
        *(MenuItem(f"Levels of {title(named(game))}", _into(_levels(context, game))) for game in names()),
        MenuItem("A new board", _into(Menu("Which game?", lambda: _new(context)))),
        MenuItem("Statistics", lambda: _statistics(context)),
        MenuItem("Settings", _into(settings_menu(context))),
        *_of_guests(context),
        MenuItem("Practise, one technique at a time", _into(Menu("What to practise?", lambda: _practise(context)))),
        MenuItem("The next board, near your rating", _into(Menu("Which game?", lambda: _ladder(context)))),
        MenuItem("Rush, small boards on the clock, or a streak", _into(rush_menu(context))),
        *(_continue(context, entry) for entry in begun),
    ]


def _daily(context: PlainContext, day: date | None = None) -> list[MenuItem]:
    """The boards of a day, today unless one is given."""
    day = day or context.today().date()

    def opener(game: str) -> Callable[[], Iterator[str | PlainPlace]]:
        return lambda: iter([board_place(context, [daily_board(game, day)])])

    played = days_done(context.library.journals()).get(day, {})
    return [
        MenuItem(
            f"{title(named(game))}, {_size_words(daily_size(game, day))}{'; finished' if game in played else ''}",
            opener(game),
        )
        for game in daily_games(day)
    ]


def _earlier(context: PlainContext) -> MenuItem:
    return MenuItem("An earlier day", _into(_Days(context)))


class _Days(Menu):
    """The days before today; any other can be given as a date."""

    def __init__(self, context: PlainContext) -> None:
        def days() -> list[MenuItem]:
            done, today = days_done(context.library.journals()), context.today().date()
            return [self._day(today - timedelta(back), done) for back in range(1, _DAYS + 1)]

        super().__init__("Which day? Type a number, or a date such as 2026-11-22.", days)
        self._context = context

    def _day(self, day: date, done: Mapping[date, Mapping[str, Done]]) -> MenuItem:
        games = daily_games(day)
        return MenuItem(
            f"{day:%A} {day}: {len(done.get(day, {}))} of {len(games)} finished", partial(self._boards, day)
        )

    def _boards(self, day: date) -> Iterator[str | PlainPlace]:
        yield Menu(f"{day:%A} {day}. Which game?", lambda: _daily(self._context, day))

    def _find(self, words: list[str]) -> Iterator[str | PlainPlace]:
        try:
            day = date.fromisoformat(words[0])
        except ValueError:
            return super()._find(words)
        today = self._context.today().date()
        first = today - timedelta(_OLDEST)
        if not first <= day <= today:
            return iter([f"Type a date from {first} to {today}."])
        return self._boards(day)


def _ladder(context: PlainContext) -> list[MenuItem]:
    """The games, with the player's rating in each."""
    ratings = {}
    if context.settings["ladder"]:
        ratings = ratings_of(context.library.journals(), shipped(context.library.where.levels))

    def opener(game: str) -> Callable[[], Iterator[str | PlainPlace]]:
        return lambda: _climb(context, game)

    return [
        MenuItem(f"{title(named(game))}{f', your rating is {ratings[game]}' if game in ratings else ''}", opener(game))
        for game in names()
    ]


def _climb(context: PlainContext, game: str) -> Iterator[str | PlainPlace]:
    if boards := boards_on_ladder(context.library, game):
        yield from _play_read(context, boards)
    else:
        yield "You have played every level of it within a month."


def _practise(context: PlainContext) -> list[MenuItem]:
    """What needs practice, then the games with all their techniques."""
    needs = [
        MenuItem(
            f"{for_speech(technique_name(need.rule))}, {title(named(need.game))}: needs practice",
            partial(_practice_boards, context, need.game, need.rule),
        )
        for need in practice(context.library.journals()).needs[:_NEEDS]
    ]
    if slow := slowest_technique(context.library.journals(), shipped(context.library.where.levels)):
        words = f"{for_speech(slow.sentence)}, {title(named(slow.game))}"
        needs.insert(0, MenuItem(words, partial(_play_read, context, slow.puzzles)))
    return needs + [MenuItem(title(named(game)), _into(_techniques(context, game))) for game in names()]


def _play_read(context: PlainContext, puzzles: Callable[[], list[Puzzle]]) -> Iterator[str | PlainPlace]:
    """Play the boards that are read now."""
    try:
        boards = puzzles()
    except (PuzzleError, OSError) as error:
        yield str(error)
    else:
        yield board_place(context, boards)


def _techniques(context: PlainContext, game: str) -> Menu:
    def choices() -> list[MenuItem]:
        found = practised(shipped(context.library.where.levels), game)
        return [
            MenuItem(
                f"{for_speech(technique_name(rule))}: in {counted(count or 'no', 'level')}",
                partial(_practice_boards, context, game, rule),
            )
            for rule, count in found.items()
        ]

    return Menu(f"Techniques of {title(named(game))}. Nothing played there is kept.", choices)


def _practice_boards(context: PlainContext, game: str, rule: str) -> Iterator[str | PlainPlace]:
    """Boards on which the technique comes next."""
    try:
        boards = finish(PracticeQuestion(game, rule).work(context.cache), context.patience())
    except Unfinished:
        yield "That took too long, so no board was found."
        return
    if boards:
        yield board_place(replace(context, library=context.library.in_memory()), boards)
    else:
        yield "No level needs this technique."


def _learn(context: PlainContext) -> list[MenuItem]:
    return [
        MenuItem(f"{title(named(game))}: {counted(len(titles) or 'no', 'lesson')}", _into(_lessons(context, game)))
        for game, titles in taught().items()
    ]


def _lessons(context: PlainContext, game: str) -> Menu:
    def choices() -> list[MenuItem]:
        known, found = done(context), lessons(game)
        return [
            MenuItem(
                f"{for_speech(lesson.title)}{'; done' if lesson.key in known else ''}", opener(context, found, index)
            )
            for index, lesson in enumerate(found)
        ]

    return Menu(f"Lessons of {title(named(game))}.", choices)


def _statistics(context: PlainContext) -> Iterator[str | PlainPlace]:
    found = rows(context.library.journals())
    if not found:
        yield "No board has been finished yet."
    for row in found:
        size = _size_words(row.size)
        best = f"best time {clock(row.best)}, usually {clock(row.median)}"
        solved = counted(row.solved or "no", "board")
        yield f"{title(named(row.game))} {size}: {solved}, {row.unaided} without help; {best}."


_SURFACES = {"mx": "Mobius strip", "kx": "Klein bottle", "w": "wraps around"}  # by what follows a size


def _size_words(size: str) -> str:
    """`7 by 7, wraps around`, `7 by 7, Klein bottle`."""
    for suffix, words in _SURFACES.items():
        size = size.replace(suffix, f", {words}")
    return size.replace("x", " by ")


def _solved_ids(context: PlainContext) -> set[str]:
    """The identities of finished boards."""
    return {entry.identity for entry in context.library.journals() if entry.finished}


def _into(place: PlainPlace) -> Callable[[], Iterator[str | PlainPlace]]:
    return lambda: iter([place])


def _continue(context: PlainContext, entry: Summary) -> MenuItem:
    def go() -> Iterator[str | PlainPlace]:
        try:
            found = entry_opening(context.library, entry)
        except (PuzzleError, OSError) as error:
            yield f"This cannot be opened now: {error}."
        else:
            yield settled(found, lambda opened: BoardPlace(context, [opened.what], 0, opened))

    is_todays = entry.title == daily_title(context.today().date())
    name = f", {entry.title}" if entry.title and not is_todays else ""
    whose = "today's " if is_todays else ""
    what = f"{whose}{title(named(entry.game))}, {_size_words(entry.size)}{name}"
    if entry.finished:
        return MenuItem(f"Finished: {what}", go)
    return MenuItem(f"Continue {what}, {clock(entry.seconds)} played", go)


def _levels(context: PlainContext, game: str) -> Menu:
    def choices() -> list[MenuItem]:
        solved, found = _solved_ids(context), packs(context.library.where.levels)
        return [
            MenuItem(_pack_words(pack, solved), _into(_Boards(context, pack))) for pack in found if pack.game == game
        ]

    return Menu(f"Packs of {title(named(game))}.", choices)


def _pack_words(pack: Pack, solved: set[str]) -> str:
    number = sum(level.identity in solved for level in pack.levels)
    return f"{pack.name}: {counted(len(pack.levels), 'board')}, {number} finished; {_size_words(pack.sizes)}"


class _Boards(Menu):
    """The boards of a pack; a player who comes back hears which one was played last."""

    def __init__(self, context: PlainContext, pack: Pack) -> None:
        def levels() -> list[MenuItem]:
            solved = _solved_ids(context)
            return [
                MenuItem(_level_words(self._pack.game, level, solved), partial(self._open, index))
                for index, level in enumerate(pack.levels)
            ]

        super().__init__(f"Boards of {pack.name}.", levels)
        self._context = context
        self._pack = pack
        self._board: BoardPlace | None = None

    def enter(self) -> Iterator[str]:
        if self._board:
            self._taken = self._board.controller.index + 1
        return super().enter()

    def _open(self, index: int) -> Iterator[str | PlainPlace]:
        try:
            puzzles = self._pack.puzzles()
        except (PuzzleError, OSError) as error:
            yield str(error)
        else:
            yield settled(board_opening(self._context.library, puzzles[index]), partial(self._come_to, puzzles, index))

    def _come_to(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle]) -> BoardPlace:
        self._board = BoardPlace(self._context, puzzles, index, opened)
        return self._board


def _level_words(game: str, level: Level, solved: set[str]) -> str:
    graded = f", {words}" if (words := level.difficulty(game).words) else ""
    return f"{level.title}: {_size_words(level.size)}{graded}{'; finished' if level.identity in solved else ''}"


SIZES = ("5x5", "7x7", "7x7w", "7x7mx", "7x7kx", "9x9", "9x9w", "13x11")


class _Sizes(Menu):
    """Sizes to choose from; all other properties of a new board can be given in words."""

    def __init__(self, context: PlainContext, game: str) -> None:
        possible = [size for size in SIZES if named(game).wraps or not size.endswith((*_SURFACES,))]
        choices = [MenuItem(_size_words(size), partial(_new_board, context, size, game)) for size in possible]
        super().__init__("Which size? Type a number, or what you want, such as 9x9, tricky.", lambda: choices)
        self._context = context
        self._game = game

    def _find(self, words: list[str]) -> Iterator[str | PlainPlace]:
        text = " ".join(words)
        return _new_board(self._context, text, self._game) if begins_request(text) else super()._find(words)


def _new_board(context: PlainContext, text: str, usual: str = USUAL) -> Iterator[str | PlainPlace]:
    """The new board that a text asks for."""
    try:
        asked = asked_board(text, usual=usual)
        board = generate(asked.game, asked.params, context.seed(), context.patience())
    except PuzzleError as error:
        yield sentence(str(error))
    except Unfinished:
        yield "That took too long, so no board was found."
    else:
        yield board_place(context, [made_by(board, asked.params)])


def _new(context: PlainContext) -> list[MenuItem]:
    return [MenuItem(title(named(game)), _into(_Sizes(context, game))) for game in with_maker()]


def place_named(name: str, context: PlainContext) -> PlainPlace:
    """Where one begins, by name: a place of a guest, or Home."""
    doors = (guest.places[name] for guest in guests() if name in guest.places)
    return next((door.load()(context) for door in doors), None) or home(context)


def _of_guests(context: PlainContext) -> Iterator[MenuItem]:
    """What guests add to Home."""
    for guest in guests():
        for name in guest.home:
            if door := guest.places.get(name):
                yield MenuItem(door.sentence, partial(_come_to, context, door))


def _come_to(context: PlainContext, door: Door) -> Iterator[str | PlainPlace]:
    yield door.load()(context)
