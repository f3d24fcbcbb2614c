"""The first screen: today's boards, what to go on with, lessons, a new board, the levels, and what to play next."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.worker import Worker

from termpuzzles.catalogue.daily import TodaysBoard, preview_today, shared_daily_board, streak, todays_boards
from termpuzzles.catalogue.home import Played, come_home, example_for_help, last_game
from termpuzzles.catalogue.lessons import lesson_progress
from termpuzzles.catalogue.levels import Levels, PackLevel, shipped, shipped_index
from termpuzzles.catalogue.new_board import PreviewQuestion
from termpuzzles.catalogue.statistics import Practice, practice, solved_on
from termpuzzles.catalogue.suggestions import Preview, Suggestion, preview, suggest
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.guests import guests
from termpuzzles.render.ink import Ink
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import ask, latest_wrong_pins
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FilteredScreen, Stack, filter_binding
from termpuzzles.tui.keys import bound_keys
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens import home_pictures, home_rows
from termpuzzles.tui.screens.home_pictures import RowPicture, Shelf
from termpuzzles.tui.screens.home_rows import Go, Row, Today
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.days import Year
from termpuzzles.tui.widgets.lines import Drawing, Lines, Middle
from termpuzzles.tui.widgets.thumbnail import rows_of

_AROUND = 5  # rows of heading, margin, title of the cards, message and keys
_WORDS = 2  # lines of words on a card
_LARGE, _LISTED_BELOW = Size(140, 40), 25  # the smallest window with cards, and the rows that it leaves to the rest
_BESIDE, _LIST = 76, 46  # columns of a window with a picture beside the list, and of that list
_WIDE, _PICTURE = 100, 54  # columns of a window with a wider picture, and of that with its margins
_MORE = 70  # columns of what stands beside the list of a window with cards
_EDGES = 4  # rows of a window that no list has, if a row is kept for messages
_MOST_EXAMPLE = 40  # columns and rows of an example of a new board
_NEEDS = 4  # techniques named there
_TALL = 30  # rows: a window at least this tall lists several boards to go on with
_CONTINUED, _MOST_CONTINUED = 3, 10  # of them
_ROWS = 42  # rows that a tall window fills with three of them, cards and everything else
CALENDAR = 20.0  # seconds until it looks again whether a new day has begun


class HomeScreen(FilteredScreen[None, Go | Today | Summary | PackLevel]):
    """Today's boards and a line for all else, beside them a picture of the one at the cursor; in a large window cards.

    It is there before the journals are read.
    """

    is_home = True
    BESIDE_FROM = _BESIDE
    EXAMPLE = home_rows.FILTER_EXAMPLE
    BINDINGS: ClassVar[list[BindingType]] = [
        filter_binding("home"),
        Binding("left,right,h,l", "cards", "today", id="home.today", tooltip="To today's boards"),
        Binding("N,f5", "go('new')", "new", id="home.new", tooltip="Make a new board"),
        Binding("d", "go('daily')", "daily", id="home.daily", tooltip="Today's boards, and a calendar"),
        Binding("t", "go('learn')", "learn", id="home.learn", tooltip="A tiny board for each technique"),
        Binding("p", "go('practise')", "practise", id="home.practise", tooltip="One technique at a time"),
        Binding("s", "go('statistics')", "statistics", id="home.statistics", tooltip="What you solved, and how fast"),
        Binding("o", "go('options')", "options", id="home.options", tooltip="Colours, keys, and what is done for you"),
        Binding("question_mark,f1", "help", "help", id="home.help", tooltip="The rules, the keys, the techniques"),
        Binding("q,escape", "leave", "leave", id="home.leave", tooltip="Close the filter, or leave the program"),
    ]
    KEYS = (
        "cards.walk",
        "choose",
        "list.choose",
        "cards.choose",
        "home.filter",
        "home.help",
        "app.palette",
        "home.leave",
    )
    KEYS_NARROW = ("list.choose", "frame.turn", "home.filter", "home.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.listing = Listing(context, shipped(context.library.where.levels), context.library.today().date())
        self.cards: Cards[Today] = Cards(context, 14, 40, id="cards")
        self._message: tuple[str, object] = ("", None)  # the message, and the row at which it was shown
        self._shown = RowPicture()  # beside the list

    def body(self) -> ComposeResult:
        """Today's boards, the list, and the filter."""
        yield Lines(self.context.palette, id="today")
        yield self.cards
        with Middle(id="below"):
            yield self.choices
            with Stack(id="more"):
                yield Lines(self.context.palette, id="streak")
                yield Year(self.context)
                yield Lines(self.context.palette, id="needs")
                yield self._drawing("picture")
                yield Lines(self.context.palette, id="about")
        yield from self.filter_field()

    def beside(self) -> ComposeResult:
        """A picture of what is at the cursor, and words about it."""
        yield Year(self.context)
        yield self._drawing("board")
        yield Lines(self.context.palette, id="words")

    def _drawing(self, name: str) -> Drawing:
        return Drawing(self.context, lambda room, brush: self._shown.strips(room, brush), id=name)

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What Enter does at the cursor."""
        enter = self.listing.enter_at(self._value)
        return {"list.choose": enter, "cards.choose": enter, "frame.turn": "picture"}

    @property
    def _value(self) -> Go | Today | Summary | PackLevel | None:
        return self.cards.value if self.focused is self.cards else self.choices.value

    def on_mount(self) -> None:
        """Look for a new day now and then."""
        self.set_interval(CALENDAR, self._look_at_the_calendar)

    def on_screen_resume(self) -> None:
        """Read the journals anew: one may have been begun or finished."""
        self._look_at_the_calendar()
        _: Worker[None] = self.run_worker(self._read, group="journals", exclusive=True)

    def _look_at_the_calendar(self) -> None:
        """Offer the new boards of the day after midnight."""
        today = self.context.library.today().date()
        if self.is_ready and today != self.listing.today:
            self.listing.today = today
            self.listing.boards.clear()
            self.show()
            _: Worker[None] = self.run_worker(self._draw_today, group="today", exclusive=True)

    def set_ink(self, ink: Ink) -> None:
        """Draw boards with this ink from now on."""
        self.show()

    async def _read(self) -> None:
        """Read the journals in the background, then the boards to go on with and today's, for a preview of each."""
        listing, first, begun = self.listing, not self.listing.is_read, bool(self.listing.begun(1))
        reading = asyncio.to_thread(come_home, self.context.library, listing.played)
        listed, played, needs = await self.while_open(reading)
        listing.accept(played, needs)
        is_new = begun < bool(listing.begun(1)) and self.focused in (self.cards, self.choices) and not self.wanted
        is_untouched = self.focused is self.choices and self.choices.is_at_first
        leads = is_new or (first and is_untouched)
        self.show()
        if leads:
            self._go_to_the_first()
        if listed.notice:
            self.show_message(listed.notice)
        await self._look_at(listing.begun(_continued(self.size.height)))
        await self._draw_today()
        if wrong_pins := await self.while_open(latest_wrong_pins(self.context, listed.entries)):
            listing.accept(played, await self.while_open(asyncio.to_thread(practice, listed.entries, wrong_pins)))
            self.show()

    async def _look_at(self, begun: Iterable[Summary]) -> None:
        """Read boards to go on with, for a preview of each."""
        for entry in begun:
            seen = await self.while_open(asyncio.to_thread(preview, self.context.library, entry))
            self.listing.previews[entry.identity] = seen
        self.show()

    async def _draw_today(self) -> None:
        """Make today's boards and look at them as they stand; where no picture has room, only at those begun."""
        listing = self.listing
        title = f"Daily {listing.today.isoformat()}"
        mine = [entry for entry in listing.played.entries if entry.title == title]
        for board in listing.today_boards:
            if board.begun or self.size.width >= _BESIDE:
                asked = partial(preview_today, self.context.library, board.game, listing.today, mine)
                listing.boards[board.game] = await self.while_open(asyncio.to_thread(asked))
                self._show_cards() if self.has_cards else self._show_picture()
                if board.begun and not self.has_cards:
                    self.show()

    def on_descendant_focus(self) -> None:
        """Mark no row of the list while the cursor is on a card."""
        self.choices.set_class(self.focused is self.cards, "left")
        self.show_frame()

    def on_cards_moved(self) -> None:
        """Say what Enter does on the card."""
        self.show_frame()

    def _go_to_the_first(self) -> None:
        """Set the cursor on the board to go on with, else on the first of today's that is not solved."""
        at = self.listing.first
        if self.has_cards and isinstance(at, Today):
            self.cards.go([board.game for board in self.listing.today_boards].index(at.game))
            self.set_focus(self.cards)
        else:
            self.set_focus(self.choices)
            self.show(at)

    @property
    def has_cards(self) -> bool:
        """Whether the window has room for cards, and there is no filter."""
        return self._is_large and bool(self.listing.today_boards)

    def show(self, at: Go | Today | Summary | PackLevel | None = None) -> None:
        """Show cards and list as they are now."""
        self._show_cards()
        super().show(at)
        self._show_more()

    @property
    def _is_large(self) -> bool:
        """Whether there is room for the days, what needs practice, and the board at the cursor beside the list."""
        return self.size.width >= _LARGE.width and self.size.height >= _LARGE.height and not self.wanted

    def _show_more(self) -> None:
        """The days that were played, and what needs practice, beside the list of a large window."""
        more, listing = self.query_one("#more"), self.listing
        more.display = self._is_large
        self.set_class(self._is_large, "large")
        self._show_picture()
        if not self._is_large:
            return
        days, days_in_row = solved_on(listing.played.entries), streak(listing.played.days, listing.today)
        row = f"  {days_in_row} day{'s' * (days_in_row != 1)} in a row" if days_in_row else "  today's board begins it"
        self.query_one("#streak", Lines).lines = [(("Streak", "good"), (row, "faint"))]
        year = more.query_one(Year)
        year.fit(self.size)
        year.show(days, mark_today=not days)
        unicode, needs = self.context.glyphs.unicode, listing.needs.needs[:_NEEDS]
        lines = home_rows.needs_table(needs, unicode) if needs else []
        said = self.query_one("#needs", Lines)
        said.display, said.lines, said.styles.height = bool(lines), lines, len(lines)

    def _show_picture(self) -> None:
        """Show what the row at the cursor is about; the cards of a large window have their pictures themselves."""
        value = self.choices.value
        if self.has_cards and self.focused is self.cards:
            value = next(iter(self.listing.begun(1)), None)
        if isinstance(value, Go) and self.listing.is_aside(value):
            self._look_aside(value)
        self._shown = self.listing.shown_at(value)
        words = self._shown.lines(max(1, self._words_width))
        for name, said in (("#picture", "#about"), ("#board", "#words")):
            self.query_one(name, Drawing).draw_anew()
            self.query_one(said, Lines).lines = words
        self.query_one("#words").styles.height = max(_WORDS, len(words))
        year, is_year = self.query_one("#beside Year", Year), value == Go("statistics")
        year.display, self.query_one("#board").display = is_year, not is_year
        if is_year:
            year.fit(self.size)
            year.show(solved_on(self.listing.played.entries))

    @property
    def _words_width(self) -> int:
        """The columns for words below a picture."""
        width = self.size.width
        return width - 4 if width < _BESIDE else width - _LIST - 5 if width < _WIDE else _PICTURE - 5

    def _look_aside(self, value: Go) -> None:
        """Look in the background for what a row shows that takes longer to find."""
        listing = self.listing
        if asked := home_pictures.asked_by(value.to, listing.shelf):
            request, *words = asked

            def take(board: Puzzle | None) -> None:
                listing.aside[value.to] = home_pictures.of_example(board, *words)
                self._show_picture()

            ask(self, self.context.answerer, PreviewQuestion(request, _MOST_EXAMPLE), take, "example")
            return

        async def look() -> None:
            found = await self.while_open(asyncio.to_thread(home_pictures.ASIDE[value.to], listing.shelf))
            listing.aside[value.to] = found
            self._show_picture()

        _: Worker[None] = self.run_worker(look, group="aside", exclusive=True)

    def _show_cards(self) -> None:
        cards, has_cards = self.cards, self.has_cards
        if cards.display and not has_cards and self.focused is cards:
            self.set_focus(self.choices)
        cards.display = self.query_one("#today").display = has_cards
        if not has_cards:
            return
        listing, glyphs = self.listing, self.context.glyphs
        about = home_rows.day_in_words(listing.today_boards, self.context.library.today())
        self.query_one("#today", Lines).lines = [((" ", "text"), ("Today", "good"), (f"  {about}", "faint"))]
        room = Size(
            (self.size.width - 4) // len(listing.today_boards) - 3, self.size.height - _AROUND - _LISTED_BELOW - _WORDS
        )
        sizes = [board.size.partition("x") for board in listing.today_boards]
        cards.rows = max(rows_of(int(width), int(height), room, self.context.ink.pipes) for width, _, height in sizes)
        cards.styles.height = cards.rows + _WORDS
        cards.show(
            Card(
                Today(board.game),
                listing.boards.get(board.game, Preview()).picture,
                (
                    (((named(board.game).title, "text"),), ()),
                    (
                        ((f"{board.size}{' wraps' if board.wraps else ''}", "faint"),),
                        home_rows.state_today(board, glyphs),
                    ),
                ),
                board.solve is not None,
            )
            for board in listing.today_boards
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts: those that lead to the cards do so from the list."""
        acts = action != "cards" or (self.has_cards and self.focused is self.choices)
        return acts and super().check_action(action, parameters)

    def action_cards(self) -> None:
        """Go to today's boards, to the one at the cursor."""
        self.set_focus(self.cards)

    def on_cards_passed(self, event: Cards.Passed) -> None:
        """Go on into the list below the cards, or from above them to its end."""
        self.set_focus(self.choices)
        self.choices.action_first() if event.way > 0 else self.choices.action_last()

    def pass_end(self, way: int) -> None:
        """Go on from the list to the cards."""
        if self.has_cards:
            self.set_focus(self.cards)
        else:
            super().pass_end(way)

    def on_cards_chosen(self, event: Cards.Chosen) -> None:
        """Play the board of the card."""
        assert isinstance(event.value, Today)
        self.choose(event.value)

    def on_resize(self) -> None:
        """Look at the boards for which there is room only now."""
        if self.listing.is_read:
            _: Worker[None] = self.run_worker(self._look_at_more, group="more", exclusive=True)

    async def _look_at_more(self) -> None:
        listing = self.listing
        more = [each for each in listing.begun(_continued(self.size.height)) if each.identity not in listing.previews]
        if more:
            await self._look_at(more)
        if self.size.width >= _BESIDE and len(listing.boards) < len(listing.today_boards):
            await self._draw_today()

    def headline(self) -> Headline:
        """The name of the program, who plays if there are several players, and the days played in a row."""
        played, today = self.listing.played, self.listing.today
        days = streak(played.days, today)
        begins = "the first board of a day starts a streak" if self.size.width >= _BESIDE else ""
        row = (f"{days}-day streak", "text") if days else (begins if self.listing.is_read else "", "faint")
        week = home_rows.week(played, today, self.context.glyphs.unicode) if days else ""
        day = "" if self.is_narrow else f"{today:%A} {today.day} {today:%B}"
        who = " · ".join(filter(None, (self.context.who, day)))
        return Headline("termpuzzles", who, (row, (f"  {week}" if week else "", "done")))

    def rows(self) -> Iterator[Row]:
        """The rows as they are now, for the room that there is."""
        if not self.wanted:
            rows = [*self.listing.rows(Size(self._list_width, self.size.height), self.has_cards)]
            return iter(home_rows.in_sight(rows, self.size.height - (_LISTED_BELOW if self.has_cards else _EDGES)))
        index = shipped_index(self.context.library.where.levels)
        return home_rows.matching_rows(index, self.wanted, self.listing.played, self.context.glyphs, self._list_width)

    @property
    def _list_width(self) -> int:
        """The columns of the list."""
        width = self.size.width
        if self._is_large:
            return width - _MORE
        return width if width < _BESIDE else _LIST if width < _WIDE else width - _PICTURE

    def choose(self, value: Go | Today | Summary | PackLevel) -> None:
        """Open what was chosen, or say why it cannot be opened."""
        try:
            if isinstance(value, Go):
                self.action_go(value.to)
            elif isinstance(value, Today):
                self.opener.play([shared_daily_board(value.game, self.listing.today)])
            elif isinstance(value, PackLevel):
                self.opener.play(value.pack.puzzles(), value.place)
            else:
                self._resume(value)
        except (PuzzleError, OSError) as error:
            self.show_message(sentence(str(error)))

    def _resume(self, entry: Summary) -> None:
        """Go on with a board; a board of a pack keeps its place, so that the next one of the pack comes next."""
        pack_level = self.listing.levels.by_identity.get(entry.identity)
        if pack_level and "-" not in entry.name:
            self.opener.play(pack_level.pack.puzzles(), pack_level.place)
        else:
            self.opener.resume(entry)

    def action_go(self, to: str) -> None:
        """Go to another screen."""
        if to == "help":
            self.action_help()
            return
        self.opener.go(to)

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.opener.open_pasted(event.text, self.show_message)

    def describe(self, value: Go | Today | Summary | PackLevel | None) -> None:
        """Describe the row at the cursor, unless there is a message about it."""
        if self.is_ready:
            self._show_picture()
            self.show_frame()
        text, at = self._message
        has_words = self.size.width >= _BESIDE and not self.wanted
        super().show_message(text if text and at == value else "" if has_words else self.listing.described(value))

    def show_message(self, text: str) -> None:
        """Show a message below the list, until the cursor moves."""
        self._message = (text, self.choices.value)
        self.describe(self.choices.value)

    def action_help(self) -> None:
        """Show the rules of the game that was played last, and the keys of this screen."""
        from termpuzzles.tui.screens.help import HelpScreen

        def do(action: str | None) -> None:
            if action:
                self.call_later(self.run_action, action)

        listing = self.listing
        example = example_for_help(listing.levels.packs, last_game(listing.played), listing.today)
        self.app.push_screen(HelpScreen(self.context, example, bound_keys(self), of_all=True), do)

    def action_leave(self) -> None:
        """Close the filter, or leave the program."""
        if not self.close_filter():
            self.app.exit()


_LEADS = (  # to other screens: a title, what is there, and the name of the screen
    ("Next board", "a level near your rating", "next board"),
    ("Rush", "small boards on the clock", "rush"),
    ("Statistics", "what you solved, and how fast", "statistics"),
    ("Options", "colours, keys, and marks", "options"),
    ("Help", "ten keys, the rules", "help"),
)


def _of_guests(context: Context, needed: bool) -> Iterator[tuple[str, str, str]]:
    """What guests add to those: what is there now for a while only if that is `needed`, else what always is."""
    for guest in guests():
        for name, title in guest.home.items():
            door = guest.screens.get(name)
            if door and bool(door.needs) is needed and context.has(door.needs):
                yield title, f"{door.sentence[0].lower()}{door.sentence[1:]}", name


def _continued(height: int) -> int:
    """How many boards to go on with a window of that many rows lists."""
    return 1 if height < _TALL else min(_MOST_CONTINUED, _CONTINUED + max(0, height - _ROWS))


@dataclass
class Listing:
    """The contents of the first screen; `is_read` is true once the journals were read."""

    context: Context
    levels: Levels
    today: date
    played: Played = field(default_factory=Played)
    needs: Practice = field(default_factory=Practice)
    is_read: bool = False
    previews: dict[str, Preview] = field(default_factory=dict)
    boards: dict[str, Preview] = field(default_factory=dict)  # today's, by game
    aside: dict[str, RowPicture] = field(default_factory=dict)  # what rows show, by the screens that they lead to
    _suggested: Suggestion | None = None
    _found: tuple[date | None, Played | None, list[TodaysBoard]] = (None, None, [])

    def accept(self, played: Played, needs: Practice) -> None:
        """Take in what the journals show."""
        self.played, self.needs, self.is_read = played, needs, True
        self.aside.clear()
        last = played.entries[0].game if played.entries else USUAL
        self._suggested = suggest(self.levels, played.solved, needs.needs, last)

    @property
    def today_boards(self) -> list[TodaysBoard]:
        """The boards of the day, looked up among the journals once for each day and each reading of them."""
        if self._found[0] != self.today or self._found[1] is not self.played:  # to compare all journals takes long
            self._found = self.today, self.played, todays_boards(self.today, self.played.entries)
        return self._found[2]

    def begun(self, most: int) -> list[Summary]:
        """The boards to go on with, the latest first, without those of the day."""
        title = f"Daily {self.today.isoformat()}"
        return [entry for entry in self.played.begun[: most + len(names())] if entry.title != title][:most]

    @property
    def count(self) -> int:
        """The number of levels."""
        return len(self.levels.by_identity)

    def rows(self, room: Size, has_cards: bool) -> Iterator[Row]:
        """The rows, as they are now, for a list of so many columns in a window of so many rows."""
        width, unicode = room.width, self.context.glyphs.unicode
        fit = home_rows.after_lead(width, self.context.palette.width)
        for lead, words, to in _of_guests(self.context, True):
            yield home_rows.led(lead, ((words, "good"),), to)
        if not has_cards and self.today_boards:
            now = self.context.library.today()
            yield from home_rows.today_rows(self.today_boards, self.boards, self.context.glyphs, width, now)
            yield home_rows.blank()
        for number, entry in enumerate(self.begun(_continued(room.height))):
            seen = self.previews.get(entry.identity)
            yield home_rows.continue_row(entry, not number, self.levels, seen, width, unicode)
        yield home_rows.lessons_row(lesson_progress(self.context.settings), fit)
        yield home_rows.new_row(self.context.settings, fit)
        solved = sum(name in self.played.solved for name in self.levels.by_identity)
        yield home_rows.led("Levels", home_rows.name_only(f"{solved} of {self.count} solved"), "levels")
        if self._suggested:
            yield home_rows.suggestion_row(self._suggested, fit)
        yield home_rows.practice_row(self.needs, fit)
        yield home_rows.blank()
        yield from (home_rows.led_if_room(*lead, fit) for lead in (*_of_guests(self.context, False), *_LEADS))

    @property
    def first(self) -> Today | Summary | PackLevel | None:
        """What to begin with: the board to go on with, else the first of today's that is left, else the suggestion."""
        begun, boards, latest = self.begun(1), self.today_boards, self.played.begun[:1]
        going_on = [Today(board.game) for board in boards if board.begun and (board.begun,) == latest]
        left = [Today(board.game) for board in boards if board.solve is None]
        suggested = [self._suggested.pack_level] if self._suggested else []
        found: list[Today | Summary | PackLevel] = [*going_on, *begun, *left, *suggested]
        return found[0] if found else None

    def enter_at(self, value: object) -> str:
        """What Enter does at that row."""
        if isinstance(value, Today):
            board = next((each for each in self.today_boards if each.game == value.game), None)
            return "look back" if board and board.solve else "go on" if board and board.begun else "play"
        return "go on" if isinstance(value, Summary) else "play" if isinstance(value, PackLevel) else "open"

    def described(self, value: object) -> str:
        """The description of the row at the cursor."""
        if isinstance(value, PackLevel):
            return home_rows.level_in_words(value, self.context.glyphs.unicode)
        return ""

    @property
    def shelf(self) -> Shelf:
        """What pictures are taken from."""
        return Shelf(self.context, self.levels, self.played, self.needs, self.today)

    def is_aside(self, value: Go) -> bool:
        """Whether what that row shows is not known yet, and takes longer to find."""
        return value.to not in self.aside and value.to in (*home_pictures.ASIDE, *home_pictures.ASKED)

    def shown_at(self, value: Go | Today | Summary | PackLevel | None) -> RowPicture:
        """What stands beside the row, as far as it is known."""
        if isinstance(value, Today):
            board = next((each for each in self.today_boards if each.game == value.game), None)
            return home_pictures.of_today(board, self.boards.get(value.game)) if board else RowPicture()
        if isinstance(value, Summary):
            return home_pictures.of_begun(value, self.previews.get(value.identity))
        if isinstance(value, PackLevel):
            is_suggested = self._suggested is not None and value == self._suggested.pack_level
            why = home_rows.why_suggested(self._suggested) if is_suggested and self._suggested else ""
            return home_pictures.of_level(value, why)
        return self._shown_of(value.to) if value else RowPicture()

    def _shown_of(self, to: str) -> RowPicture:
        """What stands beside a row that leads to that screen, as far as it is known."""
        if to not in self.aside and (make := home_pictures.AT_HAND.get(to)):
            self.aside[to] = make(self.shelf)
        if to in self.aside:
            return self.aside[to]
        titles = [lead for needed in (False, True) for lead in _of_guests(self.context, needed)]
        return home_pictures.of_guest(to, titles)
