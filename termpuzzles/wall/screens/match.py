"""A game of the Wall Game in play: against the engine, or two at this keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType

from termpuzzles.english import sentence
from termpuzzles.play.opening import Opened
from termpuzzles.tui.background import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import bound_keys, without_twins
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.wall.game.engine import Best
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import (
    BLUE,
    RED,
    SIDES,
    WallPosition,
)
from termpuzzles.wall.game.records import line as line_of
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.course import (
    match_of,
    new_opening,
)
from termpuzzles.wall.match.match import (
    BestQuestion,
    Match,
    advice_in_words,
    ending_in_words,
    taken_back_in_words,
)
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.picture import WallView
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.board import ENGINE, WallBoardScreen
from termpuzzles.wall.screens.words import (
    SIDE_TONES,
    ahead_lines,
    clocks_of,
    last_turn,
    latest_turns,
    player_card,
    player_line,
    staged_lines,
    steps_lines,
    turn_in_one_line,
)

_EVERY = 0.25  # seconds between two looks at a clock
_AROUND_PANEL = 3  # rows of heading, message and keys
_FEWEST_ROWS = 3  # of turns below a heading


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
    KEYS_AFTER: ClassVar[tuple[str, ...]] = ("wall.analyse", "wall.again", "wall.copy", "wall.leave")
    RIVAL = "the engine's"

    def __init__(self, context: Context, match: Match) -> None:
        super().__init__(context)
        self.match = match
        self.at: int | None = None  # the position that is looked at in a game that is over; None for the last one
        self._asked_to_resign: int | None = None  # how many keys had been typed when that was asked
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
        return self._moves or (self._plan is not None and not self.match.keeping.lost)

    @property
    def _moves(self) -> bool:
        """Whether a person is to move."""
        return self.match.game.outcome is None and not self.match.is_bot and not self.match.keeping.lost

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

    def resume(self) -> None:
        """Let the clock run again."""
        if self.match.game.outcome is None:
            self.match.clock.start()

    def show_message(self, text: str) -> None:
        """Show a message, and why turns are not being kept, if they are not."""
        trouble = self.match.trouble
        super().show_message(" ".join(filter(None, (text, trouble and sentence(trouble)))))

    def _tick(self) -> None:
        if not self.is_ready:
            return
        lost = self.match.keeping.check_claim()
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
            self.show_message(
                f"Planned. After {self.RIVAL} turn, as much of it as is still legal is played. u takes it back."
            )

    def _play(self, turn: Turn) -> None:
        if self.match.flag() or self.match.play(turn):
            self._go_on()
        else:
            self.leave(self.match.trouble)

    def _go_on(self) -> None:
        """Go on after a turn: tell how the game ended, ask the engine, or begin the next turn."""
        match, ending = self.match, self.match.game.outcome
        forget(self, ENGINE)  # advice for the turn before would come too late
        self.at = self._asked_to_resign = None
        self._plan, self._is_promised = match.planning, False
        self.begin_turn()
        if ending:
            match.clock.stop()
            self.show_message(f"{ending_in_words(ending)} ←, → look back, e analysis, n another game.")
        elif match.is_bot:
            question = BestQuestion.of(match, match.mover, self.context.seed())
            ask(self, self.context.answerer, question, self._take_turn, ENGINE)
            self.show_message("")
        else:
            self.show_message(last_turn(match))

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
            self.show_message(
                f"You planned {planned}; now only {legal} is legal."
                if legal != Turn()
                else f"You planned {planned}, which is no longer legal."
            )

    def view(self) -> WallView:
        """The position, the walls by their builders, and the last turn marked."""
        match = self.match
        seen = super().view()._replace(owners=match.game.owners)
        if match.game.outcome is not None:
            seen = seen._replace(cursor=None)
        turns, positions = match.game.turns, match.game.positions
        last = (len(turns) if self.at is None else self.at) - 1
        if last < 0:
            return seen
        return seen.after(turns[last], *positions[last : last + 2])

    def panel(self) -> Iterator[Words]:
        """Players, clocks and distances; what is staged; the turns so far."""
        match, shown = self.match, self.staging.shown
        at = shown if self.match.game.outcome is None else self.staging.position
        if self.has_few_rows:
            clocks = {side: f"{left} " for side, left in clocks_of(match).items()}
            tone = "hint" if self._is_promised else "text"
            moves = match.position.side if match.game.outcome is None else None
            yield turn_in_one_line(self.staging.turn, at, moves, self.pointer, clocks, tone)
            return
        players = [*[()] * self.has_class("-roomy"), *self._players(at)]
        yield from players
        if self.is_narrow:
            yield from self._turn_lines()
            return
        lines = [(), *steps_lines(at, match.position, self.context.glyphs.unicode, self.panel_width), ()]
        lines += [*self._turn_lines(), ()]
        if self.may_act:
            lines += [*self.key_lines(), ()]
        yield from lines
        yield from self._turns_so_far(self.size.height - _AROUND_PANEL - len(players) - len(lines))

    def _players(self, at: WallPosition) -> Iterator[Words]:
        """Both players with their clocks, which are big where there is room."""
        for side in (RED, BLUE):
            who = self.who(side)
            if self.has_class("-roomy") and self.match.clock.runs and not self.is_narrow:
                yield from player_card(self.match, side, who, self.pointer, self.context.glyphs.unicode)
            else:
                yield player_line(self.match, side, who, self.pointer, at if self.is_narrow else None)

    def _turn_lines(self) -> Iterator[Words]:
        """The turn being put together, or what one waits for."""
        match = self.match
        if not self._moves and match.game.outcome is None:
            yield from self.waits()
            if self._plan and self._plan.turn != Turn():
                yield (("  then   ", "faint"), (str(self._plan.turn), "hint" if self._is_promised else "text"))
        elif match.game.outcome is None:
            yield from staged_lines(self.staging, self.context.glyphs.unicode, self.is_narrow)
        if self._advised and self._advised[0] == len(match.game.turns):
            yield (("  engine ", "faint"), (str(self._advised[1]), "hint"))

    def _turns_so_far(self, room: int) -> Iterator[Words]:
        """The latest turns, as many as that many rows hold, and in a wide panel who was ahead after each."""
        match = self.match
        if self.has_class("-roomy"):
            ahead = [*ahead_lines(match.game.positions, self.context.glyphs.unicode, self.panel_width - 2)]
            yield from ahead
            yield from [()] * bool(ahead)
            room -= len(ahead) + 1
        if match.game.turns and room > _FEWEST_ROWS:
            yield (("  Turns", "good"),)
        yield from latest_turns(match, max(1, room - 1), self.panel_width)

    def who(self, side: int) -> Words:
        """Who sits at a side, in a fixed width."""
        return ((f"{self.match.terms.seats[side]:<7}", "text"),)

    def waits(self) -> Iterator[Words]:
        """What one waits for while one may not move."""
        yield ((f"  {self.match.mover} is thinking …", "faint"),)

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
        self.show_message(taken_back_in_words(number))

    def action_resign(self) -> None:
        """Give up, if asked for twice."""
        if not self._is_to_move():
            return
        if self._resigns_for_sure():
            self.match.resign(self.match.position.side)
            self._go_on()

    def _resigns_for_sure(self) -> bool:
        """Whether the key that resigns was typed twice; any other key in between takes the first time back."""
        asked, typed = self._asked_to_resign, self.app.typed
        if asked is not None and typed - asked <= 1:
            return True
        self._asked_to_resign = typed
        key = without_twins(bound_keys(self)["wall.resign"].keys)[0]
        self.show_message(f"{key} again resigns the game; any other key goes on with it.")
        return False

    def action_draw(self) -> None:
        """Agree on a draw; the engine never does."""
        if not self._is_to_move():
            return
        if self.match.terms.has_engine:
            self.show_message("The engine declines the draw.")
            return
        self.match.draw()
        self._go_on()

    def _is_to_move(self) -> bool:
        if not self._moves:
            self.show_message("It is not your turn.")
        return self._moves

    def action_back(self) -> None:
        """Undo the last action, and promise nothing any more."""
        self._is_promised = False
        super().action_back()

    def action_copy(self) -> None:
        """Copy the game as one line."""
        text = line_of(self.match.record)
        self.app.copy_to_clipboard(text)
        self.show_message("Copied: the game as one line, which termpuzzles wall check reads.")

    def action_analyse(self) -> None:
        """Look through a game that is over, with the engine."""
        if self.match.game.outcome is None:
            self.show_message("You can analyse a game with the engine once it is over.")
            return
        analysis = Analysis(self.match.record)
        analysis.go(len(self.match.game.turns) if self.at is None else self.at)
        self.app.push_screen(WallAnalysisScreen(self.context, analysis))

    def action_again(self) -> None:
        """Another game by the same terms, with the colours exchanged."""
        if self.match.game.outcome is None:
            self.show_message("This game is not over: r resigns it.")
            return
        found = new_opening(self.context, self.match.terms.swapped)
        settle_opening(self.app, self.context, found, self._show_next, "game")

    def _show_next(self, opened: Opened[Terms]) -> None:
        self.app.switch_screen(WallMatchScreen(self.context, match_of(self.context, opened)))

    def action_advice(self) -> None:
        """Ask the engine for its turn, and show it."""
        if not self._is_to_move():
            return
        self.show_message("The engine is thinking …")
        ask(self, self.context.answerer, BestQuestion.of(self.match), self._show_advice, ENGINE)

    def _show_advice(self, found: Best) -> None:
        self._advised = len(self.match.game.turns), found.turn
        self.show_message(advice_in_words(found.turn))
        self.show()
