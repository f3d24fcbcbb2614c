"""A game of the Wall Game looked through: each turn with the engine's best one, and other turns tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from termpuzzles.errors import PuzzleError
from termpuzzles.tui.background import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.lines import Lines, Words, wrap
from termpuzzles.wall.game.engine import Best
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import SIDES
from termpuzzles.wall.match.analysis import (
    Analysis,
    place_in_words,
    position_line,
    read_analysis,
    value_in_words,
    worth_in_figures,
)
from termpuzzles.wall.match.match import RankingQuestion, ending_in_words, turn_in_words
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.picture import WallView
from termpuzzles.wall.screens.board import ENGINE, WallBoardScreen
from termpuzzles.wall.screens.words import SIDE_TONES, turn_in_one_line, turn_lines, turns_around

_AROUND_PANEL = 4  # rows of heading, message and keys, and one that stays empty
_INDENT = 2  # columns before the words of the panel


class WallAnalysisScreen(WallBoardScreen):
    """A game looked through; a turn played here leads away from the record."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "step(1)", "next turn", id="wall.next_turn", tooltip="The next turn of the game"),
        Binding("b", "step(-1)", "turn before", id="wall.turn_before", tooltip="The turn before"),
        Binding("home", "step(-999_999)", "start", id="wall.first_turn", tooltip="The start of the game"),
        Binding("end", "step(999_999)", "end", id="wall.last_turn", tooltip="The end of the game"),
        Binding("o", "restore", "record", id="wall.restore", tooltip="Back to the game as it was recorded"),
        Binding("y", "copy", "copy", id="wall.copy", tooltip="Copy the game as one line"),
        Binding("c", "copy_position", "copy position", id="wall.copy_position", tooltip="Copy the position"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = (
        *("wall.turn_before", "wall.next_turn", "wall.advice", "wall.put", "wall.send", "wall.leave"),
    )

    def __init__(self, context: Context, analysis: Analysis) -> None:
        super().__init__(context)
        self._analysis = analysis

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._analysis.staging

    @property
    def may_act(self) -> bool:
        """Whether a turn may be tried here."""
        return not self._analysis.is_over

    def headline(self) -> Headline:
        """The variant, the size, and the place in the game."""
        at = self._analysis.position
        place = place_in_words(self._analysis)
        return Headline("Analysis", f"{at.variant} {at.width}x{at.height}", ((place, "faint"),))

    def on_mount(self) -> None:
        """Show the position, and ask the engine."""
        self._look()

    def _look(self, said: str = "") -> None:
        """Look at the position: say how the game ended, or ask the engine what it thinks."""
        forget(self, ENGINE)
        analysis, ending = self._analysis, self._analysis.game.outcome
        self.begin_turn()
        self.show_message(ending_in_words(ending) if ending and analysis.is_over else said)
        if analysis.found is None and not analysis.is_over:
            question = analysis.ranking_question
            ask(self, self.context.answerer, question, partial(self._show_best, question), ENGINE)

    def _show_best(self, question: RankingQuestion, found: list[Best]) -> None:
        self._analysis.keep(question, found)
        self.query_one("#panel", Lines).lines = list(self.panel())

    def view(self) -> WallView:
        """The position with the turn before it marked."""
        analysis, seen = self._analysis, super().view()
        if analysis.latest is None:
            return seen
        return seen.after(analysis.latest, *analysis.game.positions[analysis.at - 1 : analysis.at + 1])

    def panel(self) -> Iterator[Words]:
        """What is staged, what the engine thinks, and the turns around this one."""
        analysis, found = self._analysis, self._analysis.found
        if self.has_few_rows:
            yield turn_in_one_line(
                self.staging.turn, self.staging.shown, analysis.position.side, self.pointer, {}, "text"
            )
            told = f"{found.turn}  {value_in_words(found, analysis.position)}" if found else "…"
            yield ((" the game is over" if analysis.is_over else f" engine {told}", "faint"),)
            return
        lines = [*self._lines_above(), ()]
        if analysis.is_own:
            lines.append((("  tried: o goes back", "faint"),))
        yield from lines
        yield from turns_around(analysis, max(3, self.size.height - _AROUND_PANEL - len(lines)), self.pointer)

    def _lines_above(self) -> Iterator[Words]:
        """Who is to move, what is staged, and what the engine thinks."""
        analysis, found = self._analysis, self._analysis.found
        yield (("  ", "text"), (f"{SIDES[analysis.position.side]} to move", SIDE_TONES[analysis.position.side]))
        yield from turn_lines(self.staging, self.context.glyphs.unicode, self.panel_width, self.is_narrow)
        yield ()
        if analysis.is_over:
            yield (("  the game is over", "faint"),)
        elif found is None:
            yield (("  engine  is thinking …", "faint"),)
        else:
            words = wrap(value_in_words(found, analysis.position), self.panel_width - _INDENT)
            yield from (((f"  {line}", "faint"),) for line in words)
            yield from self._best_turns()

    def _best_turns(self) -> Iterator[Words]:
        """The best turns with what each is worth, the one that is staged marked."""
        yield (("  Best turns", "good"),)
        ranking, staged = self._analysis.ranking, self.staging.turn
        names = {each.turn: str(each.turn) if each.turn != Turn() else "pass" for each in ranking}
        width = max(map(len, names.values()))
        for each in ranking if not self.is_narrow else ranking[:1]:
            sign, tone = (self.pointer, "hint") if each.turn == staged != Turn() else (" ", "text")
            worth = worth_in_figures(each)
            yield ((f"{sign} ", "hint"), (f"{names[each.turn]:<{width}}", tone), (f"  {worth}", "faint"))

    def send(self, turn: Turn) -> None:
        """Play the turn here."""
        self._analysis.play(turn)
        self._look()

    def action_step(self, by: int) -> None:
        """Go back and forth in the game."""
        self._analysis.go(self._analysis.at + by)
        turn = self._analysis.latest
        self._look("The start." if turn is None else f"{turn_in_words(turn).capitalize()}.")

    def action_restore(self) -> None:
        """Go back to the record."""
        self._analysis.restore()
        self._look("The game as it was recorded.")

    def action_advice(self) -> None:
        """Stage the best turn; while one of the best is staged, the next one."""
        turns = [each.turn for each in self._analysis.ranking if each.turn != Turn()]
        if not turns or self._analysis.is_over:
            self.show_message("The engine has no turn here yet.")
            return
        staged = self.staging.turn
        self.staging.stage(turns[(turns.index(staged) + 1) % len(turns)] if staged in turns else turns[0])
        self._show_staged("")

    def action_copy(self) -> None:
        """Copy the game as one line."""
        self.app.copy_to_clipboard(self._analysis.line)
        self.show_message("Copied: the game as one line. A game pasted here is opened.")

    def action_copy_position(self) -> None:
        """Copy the position."""
        self.app.copy_to_clipboard(position_line(self._analysis))
        self.show_message("Copied: the position. A position pasted here is opened.")

    def on_paste(self, event: events.Paste) -> None:
        """Look through a game or position that was pasted."""
        try:
            self._analysis = read_analysis(event.text)
        except PuzzleError as error:
            self.show_message(f"This cannot be opened: {error}.")
        else:
            self._look()
