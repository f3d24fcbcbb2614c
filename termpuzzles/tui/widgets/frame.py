"""What stands around a board in play: words above and below it, the panel beside it, the card once it is solved."""

from __future__ import annotations

from textual.geometry import Size

from termpuzzles.catalogue.day import is_daily
from termpuzzles.play.command_table import BY_ID
from termpuzzles.play.controller import Controller
from termpuzzles.session.staged_hint import DONE, NONE
from termpuzzles.tui.keys import KeysInForce, ShownKey
from termpuzzles.tui.screen import Headline, PuzzleScreen
from termpuzzles.tui.widgets import captions
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.layout import (
    PANEL_WIDTH,
    Captions,
    FreeSpace,
    Groups,
    Report,
    facts,
    fit,
    kept_zoom,
    time_lines,
    too_small,
    words_around,
)
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.tui.widgets.mouse import MouseSettings
from termpuzzles.tui.widgets.solved_card import SolvedCard, SolvedGame

CARD_KEYS = {
    "play.on": "next",
    "play.new": "new like this",
    "play.restart": "again",
    "play.review": "look back",
    "play.leave": "back",
}  # the names on the card of a solved board, by command
_CARD, _WIDE_CARD, _LARGE = 30, 46, Size(140, 40)  # columns of the card, and the window that has the wide one
_MOST_OVER = 9  # rows of the card over a board
_AROUND = 2  # rows above and below the board
_ROOM_FOR_GHOST = 60  # columns of the window, before the line above the board tells of a ghost
_AROUND_NAME = 6  # columns beside the parts of a heading


class BoardFrame:
    """Fits a board into its screen, and shows the words, the panel or the card around it as its controller is now."""

    def __init__(self, screen: PuzzleScreen[None], controller: Controller) -> None:
        self.screen = screen
        self.context = screen.context
        self.controller = controller
        self.praise = ""  # what was done by solving this board
        self.names_unpin = False  # whether the words say how to unpin the tile at the cursor
        self._has_panel = False  # whether there is room for a panel beside the board, or in place of it
        self.name_keys_anew()

    def name_keys_anew(self) -> None:
        """Find the keys in force, which are kept until a binding changes: finding them takes a while."""
        self.keys_in_force = KeysInForce(self.screen)

    def name_of(self, command: str, usual: str = "") -> str:
        """The key in force of a command."""
        return self.keys_in_force.of(command, usual) or BY_ID[command].name

    @property
    def board(self) -> Board:
        """The board."""
        return self.screen.query_one(Board)

    def _lines(self, name: str) -> Lines:
        return self.screen.query_one(f"#{name}", Lines)

    def fit(self, window: Size) -> None:
        """Choose zoom and panel for that size of the window, and show the words."""
        screen, board, puzzle = self.screen, self.board, self.controller.puzzle
        kept = kept_zoom(self.context, puzzle, screen.size)
        found = fit(window, puzzle.grid, kept, screen.has_class("turned"), screen.has_class("zen"), board.zooms)
        if found is None:
            self.show_too_small(window)
            return
        self.let_play()
        board.display = found.board
        self._has_panel = found.panel
        board.zoom = found.zoom
        settings = self.context.settings
        board.manner = MouseSettings(settings["turn"] == "clockwise", settings["click"] == "orient")
        self.show_words()

    def show_too_small(self, window: Size) -> None:
        """Show nothing but that the window is too small to play in."""
        self.screen.add_class("small")
        self._lines("small").lines = [((line, "text"),) for line in too_small(window)]
        self._lines("status").display = False

    def let_play(self) -> None:
        """Give the focus back to the board, which a window that was too small had hidden."""
        self.screen.remove_class("small")
        if self.screen.focused is None:
            self.screen.set_focus(self.board)

    def show_words(self) -> None:
        """Update the words around the board."""
        message = self.controller.message
        self.board.rulers = bool(self.context.settings["rulers"]) or (bool(message.text) and message.names_places)
        self.show_beside(self.controller.session.solved)
        self._show_heading()
        status = self._lines("status")
        status.styles.height = len(status.lines)
        status.display = bool(status.lines) and not self.screen.has_class("small")

    def _show_heading(self) -> None:
        self._lines("heading").lines = [self.headline().words(self.screen.size.width, self.context.palette)]

    def show_time(self) -> None:
        """Show only the time anew, above the board or beside it: nothing else changes as it passes."""
        panel = self._lines("panel")
        if panel.display:
            passing = time_lines(self.report, self.board)
            panel.lines = [*passing, *panel.lines[len(passing) :]]
        else:
            self._show_heading()

    def headline(self) -> Headline:
        """The board's names, which of how many it is, and the figures if there is no panel for them."""
        controller, session, width = self.controller, self.controller.session, self.screen.size.width
        name, *names = captions.board_names(session.puzzle)
        if session.attempt.trial is not None:
            name = f"Trial · {name}"
        shown = "groups in colour" if controller.shows_groups and not session.solved else ""
        about = " · ".join(filter(None, [*names, shown, controller.tag]))
        number = len(controller.puzzles)
        place = f"{controller.index + 1} of {number}" if number > 1 else ""
        figures = ""
        if not (self._lines("panel").display or session.solved):
            at = session.puzzle.grid.name(self.board.cursor) if self.board.rulers else ""
            figures = captions.figures(session, bool(controller.settings["time"]), width, at)
            if controller.rival and width >= _ROOM_FOR_GHOST:
                figures += f"   {controller.rival.whose or 'ghost'}: {controller.rival.words(session)}"
        if figures and self.context.palette.width(name + place + figures) + _AROUND_NAME > width:
            place = ""  # game and size are more important
        return Headline(name, about, (("   ".join(filter(None, [place, figures])), "faint"),))

    def show_beside(self, solved: bool) -> None:
        """Update the panel, or the card once the board is solved, and the words below the board."""
        panel, status = self._lines("panel"), self._lines("status")
        card = solved and not self.board.light.now.early
        panel.display, self.screen.query_one(SolvedCard).display = self._has_panel, card  # the board stays in its place
        if solved and not card:
            panel.lines, status.lines = facts(self.controller.session, self.controller.times, ""), [()]
        elif solved:
            panel.lines, status.lines = [], self.said()
            self._show_card()
        else:
            room = FreeSpace(self.screen.size.width, self.screen.size.height - _AROUND if panel.display else 0)
            panel.lines, status.lines = self.around(room)

    def around(self, room: FreeSpace) -> Captions:
        """The words around the board, for that room."""
        return words_around(self.report, self.board, room, self.keys)

    @property
    def keys(self) -> Groups:
        """The keys to name, in groups, by what they do now."""
        staged = self.controller.staged_hint
        self.names_unpin = is_at_pinned(self)
        now = {"pin": "unpin"} if self.names_unpin else {}
        if NONE < staged.stage < DONE:
            now["hint"] = "next page" if not staged.is_last else "make the move" if staged.can_be_done else "close it"
        return [[key._replace(name=now.get(key.name, key.name)) for key in group] for group in self.keys_in_force.shown]

    @property
    def report(self) -> Report:
        """What the words around the board are made of."""
        controller = self.controller
        return Report(
            session=controller.session,
            place=(controller.index, len(controller.puzzles)),
            tag=controller.tag,
            message=controller.message.text,
            staged_hint=controller.staged_hint,
            trouble=_trouble(controller),
            times=controller.times,
            rival=controller.rival,
            goal=controller.goal,
            marks=bool(controller.settings["marks"]),
            timed=bool(controller.settings["time"]),
            unicode=self.context.glyphs.unicode,
            may_say=controller.may_say,
            name_of=self.name_of,
        )

    def said(self) -> list[Words]:
        """The message, and what is in the way of keeping the game."""
        width = self.screen.size.width
        said = captions.said(self.controller.message.text, _trouble(self.controller), captions.room_for(width))
        return captions.in_margin(said, width)

    def _show_card(self) -> None:
        """Show how the game went and what comes next, beside the board or over its lower rows."""
        controller, card, below = self.controller, self.screen.query_one(SolvedCard), self._lines("status").lines
        size = self.screen.size
        self.screen.set_class(not self._has_panel, "over")
        card.styles.margin = (0, 0, max(0, len(below) - 1), 0)
        room = Size(_card_width(size, self.board) - 1, size.height - _AROUND - len(below))
        card.styles.width = _card_width(size, self.board) if self._has_panel else "100%"
        if not self._has_panel:
            room = Size(size.width, max(2, min(_MOST_OVER, size.height // 2 - len(below) - 1)))
        spelled = self.context.palette.spelled
        ending = SolvedGame(
            session=controller.session,
            times=controller.times if controller.settings["time"] else None,
            praise=spelled(" ".join(filter(None, [_of_the_ghost(controller), self.praise]))),
            next_name=spelled(controller.next_name),
            keys=[
                ShownKey(key, name, f"screen.{BY_ID[command].action}")
                for command, name in self.card_names.items()
                if (key := self.name_of(command))
            ],
            done_sign=self.context.glyphs.done,
            unicode=self.context.glyphs.unicode,
            order=self.order(),
            place=f"{controller.index + 1} of {len(controller.puzzles)}" if len(controller.puzzles) > 1 else "",
        )
        card.show(ending, room)

    @property
    def card_names(self) -> dict[str, str]:
        """The names of the keys on the card, by command."""
        controller, puzzle = self.controller, self.controller.puzzle
        if not is_daily(puzzle):
            return CARD_KEYS
        on = {} if controller.next_name else {"play.on": "home"}
        return CARD_KEYS | {"play.new": f"new {puzzle.game.title} {puzzle.grid}"} | on  # no other day's board

    def order(self) -> list[Words]:
        """What the card shows of other players."""
        return []


def _trouble(controller: Controller) -> str:
    """What is in the way of keeping the game, as a sentence; "" if nothing is."""
    trouble = controller.recorded.trouble
    return trouble[:1].upper() + trouble[1:]


def _of_the_ghost(controller: Controller) -> str:
    """Who was ahead at the end, if there is a ghost."""
    session, rival = controller.session, controller.rival
    return rival.sentence(session) if rival and not session.attempt.gave_up else ""


def _card_width(window: Size, board: Board) -> int:
    """The columns of a card beside the board, which may reach beyond the panel as far as the board does not."""
    most = _WIDE_CARD if window.width >= _LARGE.width and window.height >= _LARGE.height else _CARD
    free = PANEL_WIDTH + max(0, window.width - PANEL_WIDTH - board.geometry.size.width) // 2 - 1
    return max(PANEL_WIDTH, min(most, free))


def is_at_pinned(frame: BoardFrame) -> bool:
    """Whether the tile at the cursor is pinned."""
    return bool(frame.controller.session.state.pins[frame.board.cursor])
