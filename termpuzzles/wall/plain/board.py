"""A board of the Wall Game in plain mode: how a turn is put together by words, and what is said of the board."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from termpuzzles.english import counted, sentence
from termpuzzles.errors import PuzzleError, on_one_line, shortened
from termpuzzles.logic.task import finish
from termpuzzles.plain.conversation import Back, PlainContext, PlainPlace
from termpuzzles.session.questions import GuideCache, Question
from termpuzzles.wall.game.cuts import Cuts
from termpuzzles.wall.game.notation import Turn, place_text, position_text, read_turn, wall_text
from termpuzzles.wall.game.position import BLUE, RED, SIDES, Wall, WallPosition
from termpuzzles.wall.match.match import turn_in_words
from termpuzzles.wall.match.staging import Staging, why_illegal

T = TypeVar("T")

_PLACE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_TERM = re.compile(r"[cm>^][a-z][1-9][0-9]?", re.ASCII)
_SLOTS = {"right": ">", "above": "^", "left": ">", "below": "^"}
_HELP = (
    "Your cat hunts their mouse. A turn has up to two actions: steps of your cat or mouse, and walls.",
    "cat e4, mouse e4: move there. wall right e4, wall above e4, also left and below: build a wall.",
    "undo takes the last action back. done ends the turn, and pass ends it without an action.",
    "A whole turn can be given at once, such as ce4.>f3 for the cat to e4 and a wall right of f3.",
    "where: the pieces. walls: all walls. look e4: a cell. forbidden: walls that may not be built. turns: the game.",
)


class WallPlace(PlainPlace):
    """A board of the Wall Game: what a player says to put a turn together, and to hear how it stands."""

    HELP = ""  # a line about the commands of this place alone

    def __init__(self, context: PlainContext) -> None:
        self.context = context

    @property
    @abstractmethod
    def staging(self) -> Staging:
        """The turn being put together."""

    @property
    @abstractmethod
    def is_over(self) -> str:
        """Why no turn can be played, in a sentence; "" if one can."""

    @abstractmethod
    def send(self, turn: Turn) -> Iterator[str]:
        """End the turn."""

    @abstractmethod
    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Answer what only this place knows."""

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """Nothing."""
        return iter(())

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Do what the words say; what is not understood changes nothing."""
        acts: dict[str, Callable[[], Iterator[str]]] = {
            "where": self._where,
            "walls": self._walls,
            "forbidden": self._forbidden,
            "board": self._board,
            "undo": self._undo,
            "done": self._done,
            "send": self._done,
            "pass": partial(self._play, Turn()),
        }
        if words in (["help"], ["h"], ["?"]):
            yield from (*_HELP, self.HELP)
        elif words == ["back"]:
            raise Back
        elif len(words) == 1 and words[0] in acts:
            yield from acts[words[0]]()
        elif words[0] == "look" and len(words) == 2:
            yield from self._look(words[1])
        elif words[0] in ("cat", "mouse", "wall"):
            yield from self._act(words)
        elif len(words) == 1 and all(map(_TERM.fullmatch, words[0].split("."))):
            yield from self._play_text(words[0])
        else:
            yield from self.other(words)

    def not_understood(self, words: list[str]) -> str:
        """A line that is not understood."""
        return f'"{on_one_line(shortened(" ".join(words)))}" is not a command here. Type help for the commands.'

    def _act(self, words: list[str]) -> Iterator[str]:
        if self.is_over:
            yield self.is_over
            return
        rest = [word for word in words[1:] if word not in ("of", "to")]
        way = rest.pop(0) if words[0] == "wall" and rest and rest[0] in _SLOTS else ""
        place = _place(rest[0], self.staging.position) if len(rest) == 1 else None
        if place is None or (words[0] == "wall" and not way):
            example = "wall right e4" if words[0] == "wall" else f"{words[0]} e4"
            yield f"Type a cell of the board, such as {example}."
            return
        if words[0] == "wall":
            file, rank = place
            wall = Wall(_SLOTS[way] == "^", file - (way == "left"), rank - (way == "below"))
            if wall in self.staging.turn.walls:
                yield "That wall is staged already. Type undo to take the last action back."
                return
            why = self.staging.build(wall)
        else:
            why = self.staging.put(words[0] == "mouse", place)
        yield f"{sentence(why)}" if why else self._staged()

    def _staged(self) -> str:
        turn, left = self.staging.turn, self.staging.left
        return f"{sentence(turn_in_words(turn)) if turn != Turn() else 'Nothing is staged.'} {_left(left)}"

    def _undo(self) -> Iterator[str]:
        yield self._staged() if self.staging.back() else "Nothing is staged."

    def _done(self) -> Iterator[str]:
        if self.staging.turn == Turn() and not self.is_over:
            yield "Nothing is staged. Type pass to end the turn without an action."
        else:
            yield from self._play(self.staging.turn)

    def _play(self, turn: Turn) -> Iterator[str]:
        if self.is_over:
            yield self.is_over
            return
        if why := why_illegal(self.staging.position, turn):
            yield sentence(why)
        else:
            yield from self.send(turn)

    def _play_text(self, text: str) -> Iterator[str]:
        """Play a turn that was typed as one word, unless it cannot be a turn."""
        try:
            turn = _turn_of(text)
        except PuzzleError as error:
            yield sentence(str(PuzzleError(error.expected, error.found)))
        else:
            yield from self._play(turn)

    def _where(self) -> Iterator[str]:
        at = self.staging.shown
        for side in (RED, BLUE):
            cat, mouse = at.place(at.cat(side)), at.place(at.mouse(side))
            steps = counted(at.distance(side) or "no", "step")
            yield f"{SIDES[side].capitalize()}: cat {place_text(cat)}, mouse {place_text(mouse)}, {steps} to go."

    def _walls(self) -> Iterator[str]:
        walls = list(self.staging.shown.walls())
        if not walls:
            yield "There is no wall yet."
            return
        for above, words in ((False, "Walls right of"), (True, "Walls above")):
            named = [place_text((wall.file, wall.rank)) for wall in walls if wall.above == above]
            if named:
                yield f"{words}: {', '.join(named)}."

    def _forbidden(self) -> Iterator[str]:
        found = sorted(Cuts(self.staging.shown).forbidden)
        if not found:
            yield "Every free wall may be built."
            return
        yield f"{counted(len(found) or 'no', 'wall')} would cut a cat off:"
        yield f"{', '.join(map(_wall_in_words, found))}."

    def _board(self) -> Iterator[str]:
        yield position_text(self.staging.shown)

    def _look(self, text: str) -> Iterator[str]:
        at = self.staging.shown
        place = _place(text, at)
        if place is None:
            yield "Type a cell of the board, such as look e4."
            return
        cell = place[0] * at.height + place[1]
        names = ("red's cat", "red's mouse", "blue's cat", "blue's mouse")
        here = [name for name, piece in zip(names, at.pieces, strict=True) if piece == cell] or ["empty"]
        yield f"{text}: {', '.join(here)}; {', '.join(_sides(at, *place)) or 'open all around'}."

    def find(self, question: Question[T]) -> T:
        """The answer to a question. Raises Unfinished if it takes too long."""
        return finish(question.work(GuideCache()), self.context.patience())


def _sides(at: WallPosition, file: int, rank: int) -> Iterator[str]:
    """What stands on each side of a cell that is not open."""
    beyond = {
        "above": (Wall(True, file, rank), rank == at.height - 1),
        "below": (Wall(True, file, rank - 1), not rank),
        "left": (Wall(False, file - 1, rank), not file),
        "right": (Wall(False, file, rank), file == at.width - 1),
    }
    for way, (wall, is_border) in beyond.items():
        if is_border or not at.is_free(wall):
            yield f"{'the border' if is_border else 'a wall'} {way}"


def _place(text: str, at: WallPosition) -> tuple[int, int] | None:
    """The cell of that name; None if it is not on the board."""
    if not (found := _PLACE.fullmatch(text)):
        return None
    file, rank = ord(found[1]) - ord("a"), int(found[2]) - 1
    return (file, rank) if 0 <= file < at.width and 0 <= rank < at.height else None


def _turn_of(text: str) -> Turn:
    """The turn of a text in lower case."""
    return read_turn(".".join(f"{term[0].upper()}{term[1:]}" for term in text.split(".")))


def _wall_in_words(wall: Wall) -> str:
    return f"{'above' if wall.above else 'right of'} {wall_text(wall)[1:]}"


def _left(number: int) -> str:
    return "No action is left; type done." if not number else f"{counted(number, 'action')} left."
