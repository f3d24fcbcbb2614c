"""A front end without a screen: it answers slow questions at once, and writes down all that a controller tells it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from termpuzzles.games.model import SIDE_LETTERS, Puzzle
from termpuzzles.logic.task import finish
from termpuzzles.play.command_table import BY_ID, act
from termpuzzles.play.controller import Controller
from termpuzzles.play.opening import Opened
from termpuzzles.play.stage import PlayContext, Shown
from termpuzzles.session.questions import GuideCache, Question
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore

T = TypeVar("T")
GLYPHS = "·╴╷┐╶─┌┬╵┘│┤└┴├┼"  # by masks: north 8, east 4, south 2, west 1


class Time:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def context(**choices: object) -> PlayContext:
    """A player who has played nothing, with these settings."""
    nowhere = Path("nowhere")
    library = Library(Folders(nowhere, nowhere), lambda: datetime(2026, 11, 21, 18, 3), MemoryStore(lambda: 0.0))
    settings = library.settings()
    settings.update(choices)
    return PlayContext(library, settings, Time(), seed=lambda: "1")


class Desk:
    """A stage in memory with its controller; `said` are lines about what it was told since they were read last."""

    def __init__(
        self,
        context: PlayContext,
        puzzles: list[Puzzle],
        made: Callable[..., Controller] = Controller,
        index: int = 0,
    ) -> None:
        self.cursor = 0
        self.swapped = 0
        self.answers: list[str] = []  # to what the player is asked for
        self.said: list[str] = []
        self._board = self._words = ""  # as they were shown last
        self.controller = made(context, self, puzzles, index)
        self._cache = GuideCache()
        self._before = dict(self.facts())
        self._board, self._words = self._board_now(), self._words_now()
        self._kept = len(self._events())

    # What a stage offers

    def show(self, what: Shown) -> None:
        self.said += [f"shows {what.name}"] if what is not Shown.WORDS else []
        self._words = self._words_now()
        if what & (Shown.BOARD | Shown.PUZZLE):
            self._board = self._board_now()

    def reveal(self, cell: int) -> None:
        self.said.append(f"reveals {self._name(cell)}")

    def name_of(self, command: str, usual: str = "") -> str:
        phrases = BY_ID[command].phrases
        return f"«{usual if usual in phrases else (phrases or ('',))[0]}»"

    def drawn(self, ways: Sequence[int]) -> str:
        return " ".join(GLYPHS[mask] for mask in ways)

    def ask(self, question: Question[T], answered: Callable[[T], None], group: str) -> None:
        self.said.append(f"asks {type(question).__name__} as {group}")
        answered(finish(question.work(self._cache)))

    def forget(self, *groups: str) -> None:
        if groups != ("check", "hint"):  # as each move does
            self.said.append(f"forgets {' '.join(groups)}")

    def request(self, prompt: str, choices: Sequence[str] | None, answered: Callable[[str], None]) -> None:
        answer = self.answers.pop(0)
        self.said.append(f"requests “{prompt}” {[*choices] if choices is not None else ''}, told “{answer}”")
        answered(answer)

    def open(self, puzzles: list[Puzzle], index: int, here: bool) -> None:
        found = self.controller.opening(puzzles, index) if here else None
        if isinstance(found, Opened):
            self.controller.turn_to(puzzles, index, found)
        else:
            self.said.append(f"plays elsewhere puzzle {index + 1} of {len(puzzles)}")

    def go_home(self) -> None:
        self.said.append("goes home")

    # What a test does and reads

    def act(self, command: str, *words: str, answers: Sequence[str] = ()) -> None:
        """Carry out a command a second after the one before."""
        time: Any = self.controller.context.now
        time.now += 1
        random.seed(1)
        self.answers = [*answers]
        act(self.controller, command, *words)
        assert not self.answers, "it has asked for nothing"

    def news(self) -> list[str]:
        """What has been said and has changed since this was asked last."""
        facts, events = dict(self.facts()), self._events()
        changed = [f"{key} {value}" for key, value in facts.items() if value != self._before.get(key)]
        gone = [f"{key} -" for key in self._before if key not in facts]
        kept = [f"keeps {', '.join(events[self._kept :])}"] if len(events) > self._kept else []
        stale = ["shows an old board"] * (self._board != self._board_now())
        stale += ["shows old words"] * (self._words != self._words_now())
        found, self.said = [*dict.fromkeys(self.said), *changed, *gone, *kept, *stale], []
        self._board, self._words = self._board_now(), self._words_now()
        self._before, self._kept = facts, len(events)
        return found

    def _board_now(self) -> str:
        picture = self.controller.picture()
        return f"{self._drawn()} {picture.state} {sorted(picture.wrong)} {sorted(picture.hints)}"

    def _words_now(self) -> str:
        return f"{self.controller.message} {self.controller.tag}"

    def _events(self) -> list[str]:
        found = self.controller.context.library.events(self.controller.puzzle)
        return [f"{seconds:.1f} {event}" for seconds, event in found]

    def _drawn(self) -> str:
        """What is drawn otherwise than as the board stands."""
        picture, state = self.controller.picture(), self.controller.session.state
        glyphs = "".join(GLYPHS[mask] for mask in picture.state.lines)
        told = {
            glyphs: picture.state != state,
            f"{len(picture.hints)} marked": bool(picture.hints),
            f"{len(picture.wrong)} wrong": bool(picture.wrong),
            f"{len(picture.tried)} tried": bool(picture.tried),
            "loops are mistakes": picture.loop_is_wrong,
            "no marks": not picture.marks,
            "not what is sealed": not picture.sealed,
            "inside": picture.inside,
            "a checkerboard": picture.checkerboard,
            "another source": picture.moved_source is not None,
        }
        return ", ".join(text for text, is_so in told.items() if is_so)

    def _hint(self) -> str:
        staged = self.controller.staged_hint
        marks = [
            " ".join(
                [role.name.lower(), *(f"{self._name(cell)}{_sides(mask)}" for cell, mask in sorted(cells.items()))]
            )
            for role, cells in staged.marks.items()
        ]
        asked, last = "" if staged.was_asked_for else ", not asked for", ", the last" if staged.is_last else ""
        page = f"{staged.stage}.{staged.page} of {staged.pages}{asked}{last}"
        said = " – ".join(filter(None, (staged.title, staged.technique, staged.sentence, staged.conclusion)))
        return f"[{page}] “{said}” {', '.join(marks)}"

    def _name(self, cell: int) -> str:
        return self.controller.puzzle.grid.name(cell)

    def facts(self) -> Iterator[tuple[str, object]]:
        """All that a front end can show, by name; what is as usual is left out."""
        controller = self.controller
        session, state, width = controller.session, controller.session.state, controller.puzzle.grid.width
        message, staged = controller.message, controller.staged_hint
        about = f" [{' '.join(map(self._name, message.cells))}]" if message.cells else ""
        yield "says", f"“{message.text}” ({message.code}){about}"
        glyphs = "".join(GLYPHS[mask] for mask in state.lines)
        yield "board", " ".join(glyphs[at : at + width] for at in range(0, len(glyphs), width))
        facts: dict[str, object] = {
            "cursor": self._name(self.cursor),
            "pinned": " ".join(self._name(cell) for cell, pin in enumerate(state.pins) if pin),
            "noted": " ".join(
                f"{self._name(cell)}:{_sides(note & 15)}/{_sides(note >> 4)}"
                for cell, note in enumerate(state.notes)
                if note
            ),
            "puzzle": f"{controller.index + 1} of {len(controller.puzzles)}, {controller.puzzle.grid}",
            "wrong": " ".join(map(self._name, sorted(controller.wrong))),
            "pending": controller.pending.name * bool(controller.pending.value),
            "pen": "down" * controller.pen,
            "answered": "yes" * controller.answered,
            "tag": controller.tag,
            "next": controller.next_name,
            "replayed": "" if controller.replayed is None else f"to {controller.replayed}",
            "draws": self._drawn(),
            "rival": controller.rival.sentence(session) if controller.rival else "",
            "goal": controller.goal,
            "hint": self._hint() if staged.hint else "",
            "turns": session.turns,
            "hints": session.attempt.hints,
            "wrong checks": session.attempt.wrong_checks,
            "gave up": "yes" * session.attempt.gave_up,
            "trial": "" if session.attempt.trial is None else f"from {session.attempt.trial}",
            "tried": " ".join(map(self._name, sorted(session.attempt.tried))),
            "turned": " ".join(map(self._name, sorted(session.attempt.turned))),
            "source": "" if session.attempt.source is None else self._name(session.attempt.source),
            "marks": dict(session.attempt.marks) or "",
            "solved": "yes" * session.solved,
            "clock": f"{session.clock.seconds:.1f}" if not session.clock.running else "",
        }
        yield from ((key, value) for key, value in facts.items() if value)


def _sides(mask: int) -> str:
    return "".join(letter for side, letter in SIDE_LETTERS.items() if mask & side)
