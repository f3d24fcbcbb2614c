"""The Wall Game: its menu, and a game in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError
from termpuzzles.play.opening import Opened
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.screen import Headline, ListScreen
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.wall.game.engine import Best
from termpuzzles.wall.game.lessons import WALL_LESSONS
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import (
    BLUE,
    RED,
    SIDES,
    USUAL_SIZE,
    WallPosition,
    start,
)
from termpuzzles.wall.game.puzzles import shipped_puzzles
from termpuzzles.wall.game.records import NO_REASON, OPEN, Record
from termpuzzles.wall.game.records import line as line_of
from termpuzzles.wall.match.analysis import Analysis, read_analysis
from termpuzzles.wall.match.course import (
    WISHES,
    begin_match,
    keep_wish,
    learnt_lessons,
    match_of,
    match_opening,
    next_wall_lesson,
    next_wall_puzzle,
    solved_puzzles,
    values_of,
    wish_of,
    with_next,
)
from termpuzzles.wall.match.match import (
    ANALYST,
    CLOCKS,
    DUEL,
    FRIEND,
    YOU,
    BestQuestion,
    Match,
    Staging,
    Terms,
    ending_in_words,
    turn_in_words,
)
from termpuzzles.wall.picture import WallView
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.board import ENGINE, SIDE_TONES, WALL_STYLES, WallBoardScreen, board_strips
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzleScreen
from termpuzzles.wall.slots import LOBBY

_EVERY = 0.25  # seconds between two looks at a clock


class WallMatchScreen(WallBoardScreen):
    """A game in play: against the engine, or two at this keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "take_back", "take back", id="wall.take_back", tooltip="Take your last turn back"),
        Binding("r", "resign", "resign", id="wall.resign", tooltip="Give the game up"),
        Binding("o", "draw", "draw", id="wall.draw", tooltip="Agree on a draw, if two play here"),
        Binding("y", "copy", "copy", id="wall.copy", tooltip="Copy the game as one line"),
        Binding("e", "analyse", "analysis", id="wall.analyse", tooltip="Look through the game with the engine"),
        Binding("n", "again", "another game", id="wall.again", tooltip="Another game, with the colours exchanged"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = (*WallBoardScreen.KEYS[:-1], "wall.leave")
    KEYS_AFTER: ClassVar[tuple[str, ...]] = ("wall.analyse", "wall.again", "wall.copy", "wall.leave")
    RIVAL = "the engine's"

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self.at: int | None = None  # the position that is looked at in a game that is over; None for the last one
        self._asked_to_resign = False
        self._advised: tuple[int, Turn] | None = None
        self._plan: Staging | None = None  # the turn that is planned while the engine thinks
        self._is_promised = False  # whether it is to be played at once

    @property
    def keys_now(self) -> tuple[str, ...]:
        """What one does in the game, or once it is over."""
        return self.KEYS if self.match.game.outcome is None else self.KEYS_AFTER

    @property
    def staging(self) -> Staging:
        """The turn being put together; while one looks back, an empty one at that position."""
        if self.at is not None:
            return Staging(self.match.game.positions[self.at])
        return self._plan or self.match.staging

    @property
    def may_act(self) -> bool:
        """Whether a person is to move, or can plan a turn."""
        return self._moves or (self._plan is not None and not self.match.trouble)

    @property
    def _moves(self) -> bool:
        """Whether a person is to move."""
        return self.match.game.outcome is None and not self.match.is_bot and not self.match.trouble

    def headline(self) -> Headline:
        """The variant and size, and whose turn it is."""
        at, ending = self.match.position, self.match.game.outcome
        size = f"{at.width}x{at.height}"
        state = ending.result if ending else f"{SIDES[at.side]} to move"
        return Headline("Wall Game", f"{at.variant} {size}", ((state, SIDE_TONES[at.side] if not ending else "text"),))

    def on_mount(self) -> None:
        """Let the clock run, and the engine play if it begins."""
        self.match.clock.start()
        self.set_interval(_EVERY, self._tick)
        self._go_on()

    def on_unmount(self) -> None:
        """Keep everything."""
        self.match.leave()

    def pause(self) -> None:
        """Stop the clock, because nobody is looking."""
        self.match.clock.stop()

    def go_on(self) -> None:
        """Let the clock run again."""
        if self.match.game.outcome is None:
            self.match.clock.start()

    def _tick(self) -> None:
        if not self.is_ready:
            return
        lost = self.match.check_claim()
        if lost:
            forget(self, ENGINE)
            self.leave(lost)
        elif self.match.game.outcome or not self.match.clock.runs:
            return
        elif self.match.flag():
            forget(self, ENGINE)
            self._go_on()
        else:
            self.query_one("#panel", Lines).lines = list(self.panel())

    def send(self, turn: Turn) -> None:
        """Play the turn; while the engine thinks, promise it."""
        if self._plan is None:
            self._play(turn)
        elif turn != Turn():
            self._is_promised = True
            self.show()
            self.say(f"Planned. After {self.RIVAL} turn, as much of it as is still legal is played. u takes it back.")

    def _play(self, turn: Turn) -> None:
        if self.match.flag() or self.match.play(turn):
            self._go_on()
        else:
            self.leave(self.match.trouble)

    def _go_on(self) -> None:
        """Go on after a turn: tell how the game ended, ask the engine, or begin the next turn."""
        match, ending = self.match, self.match.game.outcome
        forget(self, ENGINE)  # advice for the turn before would come too late
        self.at, self._asked_to_resign = None, False
        self._plan, self._is_promised = match.planning, False
        self.begin_turn()
        if ending:
            match.clock.stop()
            self.say(f"{ending_in_words(ending)} ←, → look back, e analysis, n another game.")
        elif match.is_bot:
            question = BestQuestion(line_of(match.record), match.mover, self.context.seed())
            ask(self, self.context.answerer, question, self._take_turn, ENGINE)
            self.say(match.trouble)
        elif match.game.turns:
            self.say(match.trouble or self._last_turn())

    def _last_turn(self) -> str:
        side = SIDES[1 - self.match.position.side].capitalize()
        return f"{side}: {turn_in_words(self.match.game.turns[-1])}."

    def _take_turn(self, found: Best) -> None:
        if self.match.is_bot:
            self._after(lambda: self._play(found.turn))

    def _after(self, answer: Callable[[], None]) -> None:
        """Let the other side play, and then do what is legal of the turn that was planned."""
        planned = self._plan.turn if self._plan else Turn()
        is_promised = self._is_promised
        answer()
        if planned == Turn() or not self._moves or not self.is_ready:
            return
        is_whole = self.match.staging.adopt(planned)
        legal = self.match.staging.turn
        if is_promised and legal != Turn():
            self._play(legal)
        else:
            self.show()
        if not is_whole:
            self.say(
                f"You planned {planned}; now only {legal} is legal."
                if legal != Turn()
                else f"You planned {planned}, which is no longer legal."
            )

    def view(self) -> WallView:
        """The position, the walls by their builders, and the last turn marked."""
        match = self.match
        seen = super().view()._replace(owners=match.owners)
        if match.game.outcome is not None:
            seen = seen._replace(cursor=None)
        turns, positions = match.game.turns, match.game.positions
        last = (len(turns) if self.at is None else self.at) - 1
        if last < 0:
            return seen
        before, after = positions[last], positions[last + 1]
        left = {old for old, new in zip(before.pieces, after.pieces, strict=True) if old != new}
        return seen._replace(latest=frozenset(turns[last].walls), trail=frozenset(left))

    def panel(self) -> Iterator[Words]:
        """Players, clocks and distances; what is staged; the turns so far."""
        match, shown = self.match, self.staging.shown
        at = shown if self.match.game.outcome is None else self.staging.position
        sign = "▶" if self.context.glyphs.unicode else ">"
        if self.has_few_rows:
            yield self._in_one_line(at)
            return
        for side in (RED, BLUE):
            moves = side == match.position.side and match.game.outcome is None
            left = match.clock.seconds(side, match.position.side)
            clock = clock_text(left) if match.clock.runs else ""
            yield (
                (f"{sign if moves else ' '} ", "text"),
                (f"{SIDES[side]:<5}", SIDE_TONES[side]),
                *self.who(side),
                (f"{clock:>6}  {at.distance(side):>2} to go", "faint"),
            )
        if not self.is_narrow:
            yield ()
        if not self._moves and match.game.outcome is None:
            yield from self.waits()
            if self._plan and self._plan.turn != Turn():
                yield (("  then   ", "faint"), (str(self._plan.turn), "hint" if self._is_promised else "text"))
        elif match.game.outcome is None:
            left_over = self.staging.left
            staged = str(self.staging.turn) if self.staging.turn != Turn() else "-"
            yield (("  turn   ", "faint"), (staged, "text"))
            yield ((f"         {counted(left_over, 'action')} left", "faint"),)
            yield (("  moves  ", "faint"), ("mouse" if self.mouse else "cat", "text"))
        if self._advised and self._advised[0] == len(match.game.turns):
            yield (("  engine ", "faint"), (str(self._advised[1]), "hint"))
        yield ()
        yield from self._turns(max(3, self.size.height - 14))

    def _in_one_line(self, at: WallPosition) -> Words:
        match, mover = self.match, self.match.position.side
        left = {side: f"{clock_text(match.clock.seconds(side, mover))} " for side in (RED, BLUE) if match.clock.runs}
        moves = mover if match.game.outcome is None else None
        return self.turn_in_one_line(at, moves, left, "hint" if self._is_promised else "text")

    def who(self, side: int) -> Words:
        """Who sits at a side, in a fixed width."""
        return ((f"{self.match.terms.seats[side]:<7}", "text"),)

    def waits(self) -> Iterator[Words]:
        """What one waits for while one may not move."""
        yield ((f"  {self.match.mover} is thinking …", "faint"),)

    def _turns(self, room: int) -> Iterator[Words]:
        """The latest turns, those of both sides on one line."""
        words = [str(turn) for turn in self.match.game.turns]
        if words and self.match.game.positions[0].side == BLUE:
            words.insert(0, "…")
        lines = [words[at : at + 2] for at in range(0, len(words), 2)]
        first = max(0, len(lines) - room)
        for number, pair in enumerate(lines[first:], first + 1):
            other = pair[1] if len(pair) > 1 else ""
            yield ((f"  {number:>2}  ", "faint"), (f"{pair[0]:<10} ", "text"), (other, "text"))

    def action_move(self, to: str) -> None:
        """Move the cursor; in a game that is over, look back and forth."""
        if self.match.game.outcome is None:
            super().action_move(to)
            return
        last = len(self.match.game.turns)
        at = last if self.at is None else self.at
        at = {"left": at - 1, "right": at + 1, "up": 0, "down": last}[to]
        self.at = None if at >= last else max(0, at)
        self.show()

    def action_take_back(self) -> None:
        """Take back to one's own last turn."""
        forget(self, ENGINE)
        number = self.match.take_back()
        self.match.clock.start()
        self._go_on()
        self.say(f"{counted(number, 'turn')} taken back." if number else "You have not played a turn yet.")

    def action_resign(self) -> None:
        """Give up, if asked for twice."""
        if not self._is_to_move():
            return
        if not self._asked_to_resign:
            self._asked_to_resign = True
            self.say("Press the key again to resign.")
            return
        self.match.resign(self.match.position.side)
        self._go_on()

    def action_draw(self) -> None:
        """Agree on a draw; the engine never does."""
        if not self._is_to_move():
            return
        if set(self.match.terms.seats) - {YOU, FRIEND}:
            self.say("The engine declines the draw.")
            return
        self.match.draw()
        self._go_on()

    def _is_to_move(self) -> bool:
        if not self._moves:
            self.say("It is not your turn.")
        return self._moves

    def action_back(self) -> None:
        """Undo the last action, and promise nothing any more."""
        self._is_promised = False
        super().action_back()

    def action_copy(self) -> None:
        """Copy the game as one line."""
        text = line_of(self.match.record)
        self.app.copy_to_clipboard(text)
        self.say("Copied: the game as one line, which termpuzzles wall check reads.")

    def action_analyse(self) -> None:
        """Look through a game that is over, with the engine."""
        if self.match.game.outcome is None:
            self.say("You can analyse a game with the engine once it is over.")
            return
        analysis = Analysis(self.match.record)
        analysis.go(len(self.match.game.turns) if self.at is None else self.at)
        self.app.push_screen(WallAnalysisScreen(self.context, analysis))

    def action_again(self) -> None:
        """Another game by the same terms, with the colours exchanged."""
        if self.match.game.outcome is None:
            self.say("This game is not over: r resigns it.")
            return
        terms = self.match.terms
        at = terms.start if terms.start.variant != "freestyle" else start("freestyle", *USUAL_SIZE["freestyle"])
        swapped = Terms(at, (terms.seats[BLUE], terms.seats[RED]), terms.clock)
        self.app.switch_screen(WallMatchScreen(self.context, begin_match(self.context, swapped)))

    def action_advice(self) -> None:
        """Ask the engine for its turn, and show it."""
        if not self._is_to_move():
            return
        self.say("The engine is thinking …")
        question = BestQuestion(line_of(self.match.record), ANALYST, "")
        ask(self, self.context.answerer, question, self._show_advice, ENGINE)

    def _show_advice(self, found: Best) -> None:
        self._advised = len(self.match.game.turns), found.turn
        self.say(f"The engine would play {found.turn}: {turn_in_words(found.turn)}.")
        self.show()


def value_keys(screen: str) -> list[BindingType]:
    """The keys that take another value of the row at the cursor on this screen."""
    return [
        Binding("left,h", "change(-1)", "before", id=f"{screen}.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next", id=f"{screen}.after", tooltip="The next value"),
    ]


_NARROW_NAMES = {"opponent": "against"}


def value_row(name: str, values: Iterable[str], chosen: str, narrow: bool) -> Choice[str]:
    """The values to choose from for what has that name."""
    shown = [((f" {value or CLOCKS[value]}"), "good" if value == chosen else "faint") for value in values]
    lead = f" {_NARROW_NAMES.get(name, name):<7}" if narrow else f"  {name:<9}"  # all opponents fit in 40 columns
    return Choice(((lead, "text"), *shown), name)


_ABOUT = {
    "opponent": "The engine at four levels, or a friend at this keyboard.",
    "variant": "Standard; classic, in which mice do not move; freestyle, from a random start.",
    "size": "Freestyle is played on 12x10 alone.",
    "colour": "Red begins.",
    "clock": "Minutes for the whole game, and seconds added for each turn: bullet, blitz, rapid, classical.",
    "start": "Your cat hunts their mouse. A turn has two actions: steps and walls.",
    "results": "Your results, by opponent.",
    "others": "Challenge somebody who is here, or watch a match.",
    "lessons": "Five small positions, each solved in one turn.",
    "analysis": "Try turns for both sides and see what the engine thinks. Paste a game or a position here to open it.",
    "puzzles": "Positions in which a win can be forced.",
}


class WallMenuScreen(ListScreen[None, str]):
    """The menu of the Wall Game: a new game, those that go on, puzzles, and games that are over."""

    TITLE = "Wall Game"
    BESIDE_FROM = 80
    CSS_PATH = WALL_STYLES
    MOVES = ("wallmenu.before", "wallmenu.after")
    BINDINGS: ClassVar[list[BindingType]] = [
        *value_keys("wallmenu"),
        Binding("q,escape", "leave", "back", id="wallmenu.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._wish = wish_of(context)
        self._terms = self._wish.terms  # of freestyle, one of many starts
        self._games: dict[str, Summary] = {}

    def body(self) -> ComposeResult:
        """The rows."""
        yield self.choices

    def beside(self) -> ComposeResult:
        """The board at the start."""
        yield Drawing(self.context, self._draw, id="wall-board")

    def begins_at(self) -> str | None:
        """The row that begins a game."""
        return "start"

    def show(self, at: str | None = None) -> None:
        """Show the board, too."""
        super().show(at)
        self.query_one("#wall-board", Drawing).draw_anew()

    def _draw(self, room: Size, brush: CellPainter) -> list[Strip]:
        return board_strips(WallView(self._terms.start, {}), room, brush)[1]

    def on_screen_resume(self) -> None:
        """Show the games as they are now."""
        self._games = {entry.name: entry for entry in self.context.library.others(DUEL)}
        self.show()

    def rows(self) -> Iterator[Choice[str]]:
        """The games that go on, a new one, puzzles, and games that are over."""
        going = [entry for entry in self._games.values() if not entry.finished]
        yield from (self._game_row(entry, "go on") for entry in going[:5])
        if going:
            yield Choice(())
        yield Choice(((" New game", "good"),))
        for name in WISHES:
            yield value_row(name, values_of(self._wish, name), str(getattr(self._wish, name)), self.is_narrow)
        enter = "↵" if self.context.glyphs.unicode else "Enter"
        yield Choice(((f"  {enter} start", "good"),), "start")
        yield Choice(())
        solved, puzzles = len(solved_puzzles(self.context)), len(shipped_puzzles())
        learnt = len(learnt_lessons(self.context))
        if LOBBY.of(self.context):
            yield Choice(((" Other players", "text"),), "others")
        yield Choice(((" Lessons  ", "text"), (f"{learnt:>2} of {len(WALL_LESSONS)} done", "faint")), "lessons")
        yield Choice(((" Puzzles  ", "text"), (f"{solved:>2} of {puzzles} solved", "faint")), "puzzles")
        yield Choice(((" Analysis", "text"),), "analysis")
        yield Choice(((" Results", "text"),), "results")
        over = [entry for entry in self._games.values() if entry.finished]
        if over:
            yield Choice(())
            yield Choice(((" Games that are over", "good"),))
            yield from (self._game_row(entry, "") for entry in over)

    def _game_row(self, entry: Summary, does: str) -> Choice[str]:
        lead, apart = f" {does:<{6 if does else 1}}", 0 if self.is_narrow else 2
        about = f"{entry.size:>{6 + apart}}{clock_text(entry.seconds):>{6 + apart}}"
        return Choice(
            ((lead, "good"), (f"{entry.title:<{26 - len(lead)}}", "text"), (about, "faint")), f"game {entry.name}"
        )

    def describe(self, value: str | None) -> None:
        """Say something about the row at the cursor."""
        self.say(_ABOUT.get(value or "", ""))

    def action_change(self, step: int) -> None:
        """Take the value before or after."""
        name = self.choices.value or ""
        if name not in WISHES:
            return
        self._wish = with_next(self._wish, name, step)
        self._terms = self._wish.terms
        keep_wish(self.context, self._wish)
        self.show()

    def choose(self, value: str) -> None:
        """Begin, go on, or take the next value."""
        kind, _, name = value.partition(" ")
        if value in WISHES:
            self.action_change(1)
        elif value == "start":
            self.app.push_screen(WallMatchScreen(self.context, begin_match(self.context, self._terms)))
        elif value in ("others", "results"):
            self.opener.go({"others": "matches", "results": "wall results"}[value])
        elif value == "puzzles":
            self.app.push_screen(WallPuzzleScreen(self.context, next_wall_puzzle(self.context)))
        elif value == "analysis":
            at = Record(self._terms.start, (), OPEN, NO_REASON)
            self.app.push_screen(WallAnalysisScreen(self.context, Analysis(at)))
        elif value == "lessons":
            self.app.push_screen(WallLessonScreen(self.context, next_wall_lesson(self.context)))
        elif kind == "game":
            self._open(self._games[name])

    def _open(self, entry: Summary) -> None:
        """Open a game; if another window has it, ask whether to take it over."""
        try:
            settle_opening(self.app, self.context, match_opening(self.context, entry), self._show_match, "game")
        except (OSError, PuzzleError) as error:
            self.say(f"This game cannot be read: {error}.")

    def _show_match(self, opened: Opened[Terms]) -> None:
        self.app.push_screen(WallMatchScreen(self.context, match_of(self.context, opened)))

    def on_paste(self, event: events.Paste) -> None:
        """Look through a game or position that was pasted."""
        try:
            self.app.push_screen(WallAnalysisScreen(self.context, read_analysis(event.text)))
        except PuzzleError as error:
            self.say(f"This cannot be opened: {error}.")


def new_match(context: Context) -> WallMatchScreen:
    """A new game, as it was wished last."""
    return WallMatchScreen(context, begin_match(context, wish_of(context).terms))
