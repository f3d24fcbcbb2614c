"""All levels: the games with their packs, and a pack with its boards as small pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widgets import Input
from textual.worker import Worker

from termpuzzles.catalogue.home import Played
from termpuzzles.catalogue.levels import Pack, PackLevel, shipped, shipped_index
from termpuzzles.catalogue.suggestions import preview
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.session.session import clock_text
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FilteredScreen, FramedScreen, filter_binding
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.home_rows import FILTER_EXAMPLE, level_in_words, matching_rows
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import NARROW, Lines, Words, wrap
from termpuzzles.tui.widgets.table import Column, in_columns
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_BAR = 6  # columns
_COLUMNS = Column(23, most=23), Column(11, right=True, gap=1), Column(since=NARROW), Column(tone="done", gap=1)
_SMALL = Size(13, 7)  # the largest picture of a board among those of its pack
_ROOMY, _LIST = 140, 46  # columns of a window with room for long rows beside a picture, and of a list in others
_MOST_TOLD = 6  # lines about a level's techniques


class Fold(NamedTuple):
    """The row of a game, which shows its packs or folds them away; or of its earlier packs."""

    game: str
    earlier: bool = False


class LevelsScreen(FilteredScreen[None, Fold | Pack | PackLevel]):
    """The games, one of them with its packs, and beside them the board to play next in the pack at the cursor."""

    TITLE = "Levels"
    BESIDE_FROM = 72
    EXAMPLE = FILTER_EXAMPLE
    BINDINGS: ClassVar[list[BindingType]] = [
        filter_binding("levels"),
        Binding("left,h", "fold(-1)", "fold", id="levels.fold", tooltip="The packs of the game before"),
        Binding("right,l", "fold(1)", "unfold", id="levels.unfold", tooltip="The packs of the next game"),
        Binding("q,escape", "leave", "back", id="levels.leave", tooltip="Back to where you were"),
    ]
    KEYS = ("choose", "list.choose", "levels.filter", "app.palette", "levels.leave")

    def __init__(self, context: Context, find: str = "") -> None:
        """`find` is what to look for from the beginning, as if it were typed."""
        super().__init__(context)
        self._find = find
        self._levels = shipped(context.library.where.levels)
        self._played = Played()
        self._open = next((pack.game for pack in self._levels.packs), USUAL)
        self._shows_earlier = False
        self._is_read = False
        self._read_packs: dict[str, list[Puzzle]] = {}
        self.HORIZONTAL_BREAKPOINTS = [*(self.HORIZONTAL_BREAKPOINTS or ()), (_ROOMY, "-roomy")]

    def body(self) -> ComposeResult:
        """The list, and the filter."""
        yield self.choices
        yield from self.filter_field()

    def beside(self) -> ComposeResult:
        """The next board of the pack, and words about the pack."""
        yield Thumbnail(self.context, id="board")
        yield Lines(self.context.palette, id="about")

    def on_mount(self) -> None:
        """Look for what was asked for."""
        if self._find:
            self.action_filter()
            self.query_one(Input).value = self._find

    def on_screen_resume(self) -> None:
        """Read the journals anew: a board may have been solved."""
        _: Worker[None] = self.run_worker(self._read, exclusive=True)

    async def _read(self) -> None:
        listed = await self.while_open(asyncio.to_thread(self.context.library.journal_list))
        self._played = Played.of(listed.entries)
        latest = next((found.pack for entry in listed.entries if (found := self._found(entry.identity))), None)
        begins, self._is_read = not self._is_read, True
        if begins and latest is not None and self.choices.is_at_first:
            self._open, self._shows_earlier = latest.game, latest.is_earlier
            self.show(latest)
        else:
            self.show()

    def _found(self, name: str) -> PackLevel | None:
        return self._levels.by_identity.get(name)

    def headline(self) -> Headline:
        """How many levels are solved."""
        every = self._levels.by_identity
        solved = sum(name in self._played.solved for name in every)
        return Headline("Levels", state=((f"{solved} of {len(every)} solved", "text"),))

    def rows(self) -> Iterator[Choice[Fold | Pack | PackLevel]]:
        """The games, and the packs of the one that is open; or the levels that match what was typed."""
        if self.wanted:
            index = shipped_index(self.context.library.where.levels)
            width = self.size.width
            listed = _LIST if self.BESIDE_FROM <= width < _ROOMY else width
            yield from matching_rows(index, self.wanted, self._played, self.context.glyphs, listed)
            return
        unicode = self.context.glyphs.unicode
        folded, unfolded = ("▸", "▾") if unicode else ("+", "-")
        for game in dict.fromkeys(pack.game for pack in self._levels.packs):
            packs = [pack for pack in self._levels.packs if pack.game == game]
            mine = [level.identity for pack in packs for level in pack.levels]
            sign = unfolded if game == self._open else folded
            yield Choice(self._counted(((f" {sign} ", "faint"), (named(game).title, "good")), mine), Fold(game))
            if game == self._open:
                yield from self._packs_of(game, packs, (folded, unfolded))

    def _packs_of(
        self, game: str, packs: list[Pack], signs: tuple[str, str]
    ) -> Iterator[Choice[Fold | Pack | PackLevel]]:
        """The packs of a game that is open: the newest, and the earlier ones once they are unfolded as well."""
        for is_earlier in (False, True):
            mine = [pack for pack in packs if pack.is_earlier == is_earlier]
            if is_earlier and mine:
                names = [level.identity for pack in mine for level in pack.levels]
                sign = signs[self._shows_earlier]
                earlier = ((f"   {sign} ", "faint"), ("earlier packs", "text"))
                yield Choice(self._counted(earlier, names), Fold(game, True))
            for pack in mine if self._shows_earlier or not is_earlier else ():
                names = [level.identity for level in pack.levels]
                yield Choice(self._counted((("     ", "text"), (pack.name, "text")), names), pack)

    def _counted(self, name: Words, levels: list[str]) -> Words:
        """A name, how many of these levels are solved, and that as a bar."""
        solved, every = sum(level in self._played.solved for level in levels), len(levels)
        counted = ((f"{solved} of {every:>3}", "text" if solved else "faint"),)
        bar = filled_bar(solved / every if every else 0, _BAR, self.context.glyphs.unicode)
        done = self.context.glyphs.done if every and solved == every else " "
        return in_columns(_COLUMNS, name, counted, bar, done, window=self.size.width)

    def choose(self, value: Fold | Pack | PackLevel) -> None:
        """Unfold the packs of a game, show the boards of a pack, or play a level that was found."""
        if isinstance(value, PackLevel):
            self._play(value)
        elif isinstance(value, Fold) and value.earlier:
            self._shows_earlier = not self._shows_earlier
            self.show(value)
        elif isinstance(value, Fold):
            self._open = "" if self._open == value.game else value.game
            self.show(value)
        else:
            self.app.push_screen(PackScreen(self.context, value))

    def _play(self, found: PackLevel) -> None:
        try:
            self.opener.play(found.pack.puzzles(), found.place)
        except (PuzzleError, OSError) as error:
            self.show_message(sentence(str(error)))

    def action_leave(self) -> None:
        """Close the filter, or go back."""
        if not self.close_filter():
            self.leave()

    def action_fold(self, step: int) -> None:
        """Unfold the next game, or the one before."""
        games = list(dict.fromkeys(pack.game for pack in self._levels.packs))
        if games:
            at = games.index(self._open) + step if self._open in games else 0
            self._open = games[at % len(games)]
            self.show(Fold(self._open))

    def describe(self, value: Fold | Pack | PackLevel | None) -> None:
        """Describe the level at the cursor, or show the next board of the pack there and what the pack is about."""
        self.set_class(bool(self.wanted), "filtered")
        if isinstance(value, PackLevel):
            self._describe_found(value)
            return
        self.show_message("")
        if not self._is_read:
            return  # the board to play next is not known yet, and another one would only flash
        packs = [
            pack
            for pack in self._levels.packs
            if pack == value or value in (Fold(pack.game), Fold(pack.game, pack.is_earlier))
        ]
        pack = next((pack for pack in packs if self._next(pack) is not None), next(iter(packs), None))
        place = self._next(pack) if pack else None
        try:
            puzzle = self._puzzles_of(pack)[place or 0] if pack and pack.levels else None
        except (PuzzleError, OSError, IndexError) as error:
            puzzle = None
            self.show_message(sentence(str(error)))
        self.query_one(Thumbnail).show(picture_of(puzzle, puzzle.start) if puzzle else None)
        about = self.query_one("#about", Lines)
        width = max(20, about.size.width)
        about.lines = list(self._about(pack, place, width)) if pack else []

    def _describe_found(self, found: PackLevel) -> None:
        """Show the board of a level and what it needs, or say it in words where there is no room beside the list."""
        if self.size.width < self.BESIDE_FROM:
            self.show_message(level_in_words(found, self.context.glyphs.unicode))
            return
        try:
            puzzle = self._puzzles_of(found.pack)[found.place]
        except (PuzzleError, OSError, IndexError) as error:
            self.show_message(sentence(str(error)))
            return
        self.show_message("")
        about = self.query_one("#about", Lines)
        self.query_one(Thumbnail).show(picture_of(puzzle, puzzle.start))
        about.lines = list(level_lines(found, self._played, self.context.glyphs, max(20, about.size.width)))

    def _puzzles_of(self, pack: Pack) -> list[Puzzle]:
        """The boards of a pack, which are read once."""
        if pack.key not in self._read_packs:
            self._read_packs[pack.key] = pack.puzzles()
        return self._read_packs[pack.key]

    def _next(self, pack: Pack) -> int | None:
        """The first level of the pack that is not solved."""
        left = (at for at, level in enumerate(pack.levels) if level.identity not in self._played.solved)
        return next(left, None)

    def _about(self, pack: Pack, place: int | None, width: int) -> Iterator[Words]:
        yield ()
        yield ((f"{named(pack.game).title} · {pack.name}", "good"),)
        yield from (((line, "text"),) for line in wrap(pack.promise, width))
        found = sorted(level.difficulty(pack.game).grade for level in pack.levels if level.effort)
        grades = " to ".join(dict.fromkeys(grade.name for grade in (found[:1] + found[-1:])))
        sizes = f"{pack.sizes}{', ' if grades else ''}{grades}"
        yield from (((line, "faint"),) for line in wrap(sizes, width))
        if place is not None:
            yield (("next  ", "faint"), (pack.levels[place].title, "text"))


def level_lines(found: PackLevel, played: Played, glyphs: Glyphs, width: int) -> Iterator[Words]:
    """What is to be known of a level: its size, how hard it is, the best time, and the techniques that it needs."""
    level = found.level
    best = played.best.get(level.identity)
    yield ()
    yield ((level.title, "good"), (f"  {level.size} {level.wraps}", "text"))
    hard = level.difficulty(found.pack.game)
    yield ((f"{hard.words} {hard.dots(glyphs.unicode)}", "source"),)
    yield (("best  ", "faint"), (f"{glyphs.done} {clock_text(best)}" if best is not None else "-", "done"))
    needs = ", ".join(f"{technique_name(rule)} {count}" for rule, count in level.steps)
    yield from (((line, "faint"),) for line in wrap(needs, width)[:_MOST_TOLD])


class PackScreen(FramedScreen[None]):
    """The boards of a pack as small pictures, and the one at the cursor large beside them; Enter plays it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="pack.leave", tooltip="Back to the packs"),
    ]
    KEYS = ("choose", "cards.choose", "app.palette", "pack.leave")

    def __init__(self, context: Context, pack: Pack) -> None:
        super().__init__(context)
        self._pack = pack
        self._played = Played()
        self._puzzles: list[Puzzle] = []
        self._pictures: dict[int, Picture] = {}
        sizes = [level.size.partition("x") for level in pack.levels]
        over = any(level.wraps for level in pack.levels)  # what wraps takes a pixel more on each side
        width = max((2 * (int(width) + over) - 1 for width, _, _ in sizes), default=1)
        self.cards: Cards[int] = Cards(context, 1 + min(_SMALL.width, width), _SMALL.width + 8, id="cards")
        self.cards.rows = min(_SMALL.height, max((int(height) + over for _, _, height in sizes), default=1))

    def body(self) -> ComposeResult:
        """The boards."""
        yield self.cards

    def beside(self) -> ComposeResult:
        """The board at the cursor, and words about it."""
        yield Thumbnail(self.context, id="board")
        yield Lines(self.context.palette, id="about")

    def on_mount(self) -> None:
        """Show the boards as they begin."""
        try:
            self._puzzles = self._pack.puzzles()
        except (PuzzleError, OSError) as error:
            self.show_message(sentence(str(error)))
        self._pictures = {at: picture_of(puzzle, puzzle.start) for at, puzzle in enumerate(self._puzzles)}
        self._show()

    def on_screen_resume(self) -> None:
        """Read the journals anew: a board may have been played."""
        _: Worker[None] = self.run_worker(self._read, exclusive=True)

    async def _read(self) -> None:
        """Find out what is solved, then show each board that was played as it stands."""
        library, first = self.context.library, not self._played.entries
        listed = await self.while_open(asyncio.to_thread(library.journal_list))
        self._played = Played.of(listed.entries)
        places = {level.identity: at for at, level in enumerate(self._pack.levels)}
        left = [at for name, at in places.items() if name not in self._played.solved]
        self._show(left[0] if first and left and not self.cards.cursor else None)
        for entry in listed.entries:
            if entry.identity in places:
                found = await self.while_open(asyncio.to_thread(preview, library, entry))
                if found.picture:
                    self._pictures[places[entry.identity]] = found.picture
        self._show()

    def headline(self) -> Headline:
        """The pack, and how much of it is solved."""
        pack = self._pack
        solved = sum(level.identity in self._played.solved for level in pack.levels)
        state = ((f"{solved} of {len(pack.levels)}{'' if self.is_narrow else ' solved'}", "text"),)
        return Headline(f"{named(pack.game).title} · {pack.name}", pack.promise, state)

    def set_ink(self, ink: Ink) -> None:
        """Draw boards with this ink from now on."""
        self._show()

    def _show(self, at: int | None = None) -> None:
        self.show_frame()
        self.cards.show((self._card(place) for place in range(len(self._puzzles))), at)
        self._show_about()

    def _card(self, place: int) -> Card[int]:
        solved = self._pack.levels[place].identity in self._played.solved
        words = (((f"{place + 1}", "faint"),), ((self.context.glyphs.done, "done"),) if solved else ())
        return Card(place, self._pictures.get(place), (words,), solved)

    def on_cards_moved(self) -> None:
        """Show the board at the cursor large."""
        self._show_about()

    def on_resize(self) -> None:
        """Wrap the words anew."""
        if self.is_ready:
            self._show_about()

    def _show_about(self) -> None:
        at = self.cards.value
        if at is None:
            return
        level, about = self._pack.levels[at], self.query_one("#about", Lines)
        solved = level.identity in self._played.solved
        self.query_one(Thumbnail).show(self._pictures.get(at), None, solved)
        found = PackLevel(self._pack, at)
        about.lines = list(level_lines(found, self._played, self.context.glyphs, max(20, about.size.width)))

    def on_cards_chosen(self, event: Cards.Chosen) -> None:
        """Play the board."""
        assert isinstance(event.value, int)
        self.opener.play(self._puzzles, event.value)
