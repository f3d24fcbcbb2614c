"""Practice: each technique with a board that shows it, which ones cost hints, and boards to play again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.worker import Worker

from termpuzzles.catalogue.ladder import SlowTechnique, slowest_technique
from termpuzzles.catalogue.lessons import lesson_on
from termpuzzles.catalogue.levels import Levels, shipped
from termpuzzles.catalogue.practice import Technique, practised, technique_of
from termpuzzles.catalogue.statistics import ENOUGH, Need, Practice, practice, techniques_met
from termpuzzles.english import counted, sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named, names
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import PRACTICE, forget, latest_wrong_pins, practise
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.home_rows import short_game
from termpuzzles.tui.screens.levels import LevelsScreen
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Lines, Words, wrap
from termpuzzles.tui.widgets.plots import stacked_bar
from termpuzzles.tui.widgets.table import Column, in_columns
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_LARGE = Size(140, 40)  # the smallest window with a card for each technique
_CARD, _CARD_ROWS, _CARD_BAR = 28, 10, 26  # columns of a card at least, rows of its board, and columns of its bar
_BAR, _SHORT_BAR = 8, 4  # columns
_AT_ONCE = 5  # boards found before they are shown
_NEEDS = 6  # techniques listed that need practice
_SOLVED = 12  # columns of the figures of those solved alone
_NEW = 3  # techniques named that are new to the player
_TECHNIQUE = (Column(17, gap=3), Column(13, "faint")), (Column(17, gap=2), Column(4, "faint"))  # and in a narrow window
_AGAIN = (Column(21, gap=3, most=20), Column(tone="faint")), (Column(19, gap=2, most=18), Column(tone="faint"))


class TechniqueOfGame(NamedTuple):
    """A technique of a game."""

    game: str
    rule: str


Practisable = TechniqueOfGame | SlowTechnique | Summary


def _technique(value: Practisable | None) -> TechniqueOfGame | None:
    """The technique that a row is about."""
    return TechniqueOfGame(value.game, value.rule) if isinstance(value, TechniqueOfGame | SlowTechnique) else None


class TechniqueRecord(NamedTuple):
    """What the journals tell of techniques: what needs practice, and how many boards needed each, by game and rule.

    `alone` counts those that were solved without a hint for it, and `slow` is the one that takes longest. Nothing is
    known before they are read.
    """

    practice: Practice = Practice()
    met: Mapping[tuple[str, str], int] = Counter()
    alone: Mapping[tuple[str, str], int] = Counter()
    is_read: bool = False
    slow: SlowTechnique | None = None

    def need(self, technique: TechniqueOfGame) -> Need | None:
        """Whether the technique needs practice."""
        return next((need for need in self.practice.needs if need[:2] == technique), None)

    def boards(self, technique: TechniqueOfGame) -> tuple[int, int]:
        """How many boards needed the technique, and how many of these were solved alone."""
        return self.met.get(technique, 0), self.alone.get(technique, 0)

    def figures(self, technique: TechniqueOfGame) -> tuple[str, str]:
        """How many boards with this technique were solved alone, with its tone; `new` of one that was never met."""
        if not self.is_read:
            return "", "faint"
        every, alone = self.boards(technique)
        return (f"{alone} of {every}", "faint") if every else ("new", "source")


class PractiseScreen(ListScreen[None, Practisable]):
    """Techniques, first those that need practice; Enter finds boards for one. Nothing played there is kept.

    The board of the technique at the cursor stands beside them; a large window has a card for each.
    """

    TITLE = "Practise"
    SUB_TITLE = "a technique at a time"
    BESIDE_FROM = 76
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "lesson", "lesson", id="practise.lesson", tooltip="The lesson on this technique", priority=True),
        Binding("b", "levels", "its levels", id="practise.levels", tooltip="The levels that need this technique"),
        Binding("q,escape", "leave", "back", id="practise.leave", tooltip="Back to where you were"),
    ]
    KEYS = ("choose", "list.choose", "cards.choose", "practise.lesson", "practise.levels", "practise.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._levels = shipped(context.library.where.levels)
        self._counts = counts_of(self._levels)
        self._record = TechniqueRecord()
        self._shown: dict[TechniqueOfGame, Technique] = {}
        self.cards: Cards[Practisable] = Cards(context, _CARD, _CARD + 2, id="cards")
        self.cards.rows = _CARD_ROWS

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do at the row at the cursor."""
        value = self._value
        if isinstance(value, Summary):
            again = "play again"
            return {"list.choose": again, "cards.choose": again, "practise.lesson": "", "practise.levels": ""}
        play = "play them" if isinstance(value, SlowTechnique) else "play one"
        has_lesson = value is not None and lesson_on(value.game, value.rule)
        return {"list.choose": play, "cards.choose": play} | ({} if has_lesson else {"practise.lesson": ""})

    @property
    def _value(self) -> Practisable | None:
        return self.cards.value if self.cards.display else self.choices.value

    def headline(self) -> Headline:
        """How many techniques were not met yet."""
        new = sum(technique not in self._record.met for technique in self._counts)
        state = f"{new} not met yet" if self._record.is_read and new else ""
        return Headline("Practise", "" if self.is_narrow else self.SUB_TITLE or "", ((state, "text"),))

    def body(self) -> ComposeResult:
        """The list, or the cards with what is said about the one at the cursor."""
        yield self.choices
        yield self.cards
        yield Lines(self.context.palette, id="explained")

    def beside(self) -> ComposeResult:
        """The board of the technique at the cursor, and words about it."""
        yield Thumbnail(self.context, id="board")
        yield Lines(self.context.palette, id="about")

    def on_screen_resume(self) -> None:
        """Read the journals in the background: a board may have been played again."""
        self.show_message("")
        _: Worker[None] = self.run_worker(self._read, group="journals", exclusive=True)

    async def _read(self) -> None:
        entries = (await self.while_open(asyncio.to_thread(self.context.library.journal_list))).entries
        first, steps = not self._record.is_read, self._levels.steps
        met, alone = techniques_met(entries, steps), techniques_met(entries, steps, alone=True)
        slow = slowest_technique(entries, self._levels)
        self._record = TechniqueRecord(practice(entries), met, alone, True, slow)
        self._show_all(first)
        wrong_pins = await self.while_open(latest_wrong_pins(self.context, entries))
        if wrong_pins and (found := practice(entries, wrong_pins)) != self._record.practice:
            self._record = self._record._replace(practice=found)
            self._show_all(first)

    def _show_all(self, first: bool) -> None:
        self.show()
        if first:
            self.choices.action_first()
            self.cards.go(0)

    def show(self, at: Practisable | None = None) -> None:
        """Show the list, or in a large window the cards."""
        large = self.size.width >= _LARGE.width and self.size.height >= _LARGE.height
        self.set_class(large, "large")
        self.choices.display, self.cards.display = not large, large
        self.set_focus(self.cards if large else self.choices)
        super().show(at)
        if large:
            self.cards.show(map(self._card, cards_of(self._record, self._counts)))
            _: Worker[None] = self.run_worker(partial(self._look_at, [*self._counts]), group="board", exclusive=True)
        self.describe(self._value)

    async def _look_at(self, techniques: Sequence[TechniqueOfGame]) -> None:
        """Find the boards of techniques that are not known yet."""
        left = [technique for technique in techniques if technique not in self._shown]
        for number, technique in enumerate(left, 1):
            self._shown[technique] = await self.while_open(asyncio.to_thread(technique_of, *technique))
            if number % _AT_ONCE == 0 or number == len(left):
                if self.cards.display:
                    self.cards.show(map(self._card, cards_of(self._record, self._counts)))
                self.describe(self._value)

    def rows(self) -> Iterator[Choice[Practisable]]:
        """What needs practice, once the journals are read, boards to play again, and the techniques of each game."""
        narrow, unicode = self.is_narrow, self.context.glyphs.unicode
        if self._record.is_read:
            yield from needs_rows(self._record, self._counts, narrow, unicode)
        if slow := self._record.slow:
            yield from slow_rows(slow, narrow)
        yield from again_rows(self._record.practice, narrow)
        yield from rows_by_game(self._record, self._counts, narrow)

    def _card(self, value: Practisable) -> Card[Practisable]:
        technique = _technique(value)
        shown = self._shown.get(technique) if technique else None
        words = card_words(value, self._record, self._counts, self.context.glyphs.unicode)
        return Card(value, shown.board if shown else None, words)

    def describe(self, value: Practisable | None) -> None:
        """Show the board of the technique at the cursor, and why it holds."""
        if not self.is_ready:
            return
        self.show_frame()
        technique = _technique(value)
        shown = self._shown.get(technique) if technique else None
        if technique and shown is None and not self.cards.display:
            _: Worker[None] = self.run_worker(partial(self._look_at, [technique]), group="board", exclusive=True)
        self.query_one(Thumbnail).show(shown.board if shown else None)
        about = self.query_one("#explained" if self.cards.display else "#about", Lines)
        lines = explained(value, shown, self._record, self._counts, max(20, about.size.width - 1))
        about.lines = [((" ", "text"), *line) for line in lines if line] if self.cards.display else lines

    def on_cards_moved(self) -> None:
        """Explain the technique of the card at the cursor."""
        self.describe(self._value)

    def on_cards_chosen(self, event: Cards.Chosen) -> None:
        """Do what the card is for."""
        assert isinstance(event.value, Practisable)
        self.choose(event.value)

    def choose(self, value: Practisable) -> None:
        """Look for boards that need the technique next, play those that are recommended, or open a board again."""
        if isinstance(value, TechniqueOfGame):
            practise(self, self.context, value.game, value.rule)
            return
        try:
            if isinstance(value, SlowTechnique):
                self.opener.play(value.puzzles())
            else:
                self.opener.resume(value)
        except (PuzzleError, OSError) as error:
            self.show_message(sentence(str(error)))

    def action_lesson(self) -> None:
        """Open the lesson on the technique at the cursor."""
        value = _technique(self._value)
        if value and lesson_on(*value):
            self.call_later(self.run_action, f"app.teach({value.game!r}, {value.rule!r})")

    def action_levels(self) -> None:
        """Show the levels that need the technique at the cursor."""
        if value := _technique(self._value):
            query = f"{named(value.game).title} {technique_name(value.rule)}".lower()
            self.app.push_screen(LevelsScreen(self.context, query))

    def action_leave(self) -> None:
        """Stop looking, and go back."""
        forget(self, PRACTICE)
        self.leave()


Counts = Mapping[TechniqueOfGame, int]  # the levels on which each technique can be practised


def counts_of(levels: Levels) -> dict[TechniqueOfGame, int]:
    """The techniques of each game, easiest first, each with the number of levels on which it can be practised."""
    found = ((game, rule, count) for game in names() for rule, count in practised(levels, game).items())
    return {TechniqueOfGame(game, rule): count for game, rule, count in found}


def cards_of(record: TechniqueRecord, counts: Counts) -> list[Practisable]:
    """What has a card: the slowest technique, those that need practice, all others, then boards to play again."""
    needed = [TechniqueOfGame(need.game, need.rule) for need in record.practice.needs]
    techniques = dict.fromkeys([*(each for each in needed if each in counts), *counts])
    return [*filter(None, [record.slow]), *techniques, *record.practice.helped]


def needs_rows(record: TechniqueRecord, counts: Counts, narrow: bool, unicode: bool) -> Iterator[Choice[Practisable]]:
    """What needs practice; if nothing does, what is new to the player."""
    needs = record.practice.needs
    if not needs:
        yield Choice(
            (
                (" Needs practice", "good"),
                ("  nothing yet" if narrow else f"  nothing has cost you {ENOUGH} hints", "faint"),
            )
        )
        new = [technique for technique in counts if technique not in record.met][:_NEW]
        if new and record.met:
            yield Choice(((" New to you:" if narrow else " These techniques are new to you:", "faint"),))
        for technique in new if record.met else ():
            yield Choice((*_names(technique, narrow), (f"{'new':>{5 if narrow else 10}}", "source")), technique)
        yield Choice(((" ", "text"),))
        return
    title, wrong = " Needs practice", any(need.wrong_pins for need in needs)
    told = "hints, wrong pins" if wrong and not narrow else "hints"
    yield Choice(((title, "good"), (f"{told:>{(32 if narrow else 44) - len(title)}}", "faint")))
    most = max(need.missed for need in needs)
    for need in needs[:_NEEDS]:
        technique = TechniqueOfGame(need.game, need.rule)
        bar = filled_bar(need.missed / most, _SHORT_BAR if narrow else _BAR, unicode, "bad loop")
        yield Choice((*_names(technique, narrow), *bar, (f"{need.missed:>{5 if narrow else 3}}", "text")), technique)
    yield Choice(((" ", "text"),))


def _names(technique: TechniqueOfGame, narrow: bool) -> Words:
    game = short_game(technique.game) if narrow else named(technique.game).title
    return in_columns(_TECHNIQUE[narrow], technique_name(technique.rule), game)


def rows_by_game(record: TechniqueRecord, counts: Counts, narrow: bool) -> Iterator[Choice[Practisable]]:
    """The techniques, game by game, each with how many boards with it were solved alone."""
    width = 32 if narrow else 44
    game = ""
    for technique in counts:
        if technique.game != game:
            game = technique.game
            solved = f"{'solved alone' if record.is_read else '':>{_SOLVED}}"
            yield Choice(((f" {named(game).title:<{width - _SOLVED - 1}}", "good"), (solved, "faint")))
        figures, tone = record.figures(technique)
        name = f"  {technique_name(technique.rule):<18}" if narrow else f"   {technique_name(technique.rule):<22}"
        yield Choice(((name, "text"), (f"{figures:>{width - len(name)}}", tone)), technique)


def slow_rows(slow: SlowTechnique, narrow: bool) -> Iterator[Choice[Practisable]]:
    """The technique over which the player spends longest."""
    yield Choice(((" You spend longest on", "good"), ("" if narrow else "  for its difficulty", "faint")))
    yield Choice((*_names(TechniqueOfGame(slow.game, slow.rule), narrow), (slow.number, "source")), slow)
    yield Choice(((" ", "text"),))


def again_rows(found: Practice, narrow: bool) -> Iterator[Choice[Practisable]]:
    """Boards that were given up or finished with help, to play again."""
    if found.helped:
        why = "" if narrow else "  given up, or solved with help"
        yield Choice(((" To play again", "good"), (why, "faint")))
    for entry in found.helped:
        board, how = f"{short_game(entry.game)} {entry.size}", "" if narrow else f"{_how(entry):>10}"
        yield Choice(in_columns(_AGAIN[narrow], _name(entry), f"{board:<9}{how}"), entry)
    if found.helped:
        yield Choice(((" ", "text"),))


def _game(entry: Summary) -> str:
    return named(entry.game).title if entry.game in names() else entry.game


def _name(entry: Summary) -> str:
    return entry.title.rpartition("/")[2] or _game(entry)


def _how(entry: Summary) -> str:
    return "given up" if entry.gave_up else "with help"


CardWords = tuple[tuple[Words, Words], ...]


def card_words(value: Practisable, record: TechniqueRecord, counts: Counts, unicode: bool) -> CardWords:
    """The lines of a card: a name, what is known of it, and that as a bar along the foot."""
    if isinstance(value, Summary):
        board = f"{_game(value)} {value.size}"
        return (((_name(value), "good"),), ()), (((board, "faint"),), ((_how(value), "faint"),)), ((), ())
    technique = TechniqueOfGame(value.game, value.rule)
    need, (figures, tone) = record.need(technique), record.figures(technique)
    every, alone = record.boards(technique)
    missed = counted(need.missed, "hint") if need and not need.wrong_pins else f"missed {need.missed}" if need else ""
    state: Words = ((missed, "bad loop"),) if missed else ((figures, tone),) if figures == "new" else ()
    state = ((value.number, "source"),) if isinstance(value, SlowTechnique) else state
    told = f"{figures} alone" if every else f"in {counted(counts.get(technique, 0), 'level')}"
    parts = ((alone / every, "done"), (1.0, "bad loop")) if every else ()
    return (
        (((technique_name(value.rule), "good"),), state),
        (((named(value.game).title, "faint"),), ((told, "faint"),)),
        (stacked_bar(parts, _CARD_BAR, unicode), ()),
    )


def explained(
    value: Practisable | None, shown: Technique | None, record: TechniqueRecord, counts: Counts, width: int
) -> list[Words]:
    """The name of a technique, why it holds, and how often it is needed; or what is known of a board."""
    if isinstance(value, Summary):
        hints = counted(sum(count for _, count in value.hints), "hint")
        return [((_name(value), "good"),), ((f"{_how(value)}, {hints}", "faint"),)]
    if (technique := _technique(value)) is None or shown is None:
        return []
    head: Words = ((technique_name(technique.rule), "good"), (f"  {named(technique.game).title}", "faint"))
    words: list[Words] = [((line, "text"),) for line in wrap(f"{shown.sentence} {shown.why}", width)]
    levels = f"in {counted(counts.get(technique, 0), 'level')}"
    alone = f"; {record.figures(technique)[0]} alone" if record.boards(technique)[0] else ""
    return [head, *words, (), *(((line, "faint"),) for line in wrap(f"{levels}{alone}", width))]
