"""What to play next: the level that teaches most; and what a list shows of a board in progress."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

from termpuzzles.catalogue.levels import Levels, Pack, PackLevel
from termpuzzles.catalogue.statistics import Need
from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import Difficulty
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.session.open_cells import number_settled, to_settle
from termpuzzles.session.session import Session
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Library
from termpuzzles.storage.summaries import Summary


class Suggestion(NamedTuple):
    """A level to play next, and why: the technique that is new in it, or that needs practice, or neither."""

    pack_level: PackLevel
    new: str = ""
    practises: str = ""


class Following(NamedTuple):
    """The next puzzle: its place among those that `puzzles` reads, or if that is None, at hand; and its name.

    `for_speech` is the name as one says it, if that is another one: `Net 7 by 7`.
    """

    puzzles: Callable[[], list[Puzzle]] | None
    place: int
    name: str
    for_speech: str | None = None

    @property
    def aloud(self) -> str:
        """The name as one says it."""
        return self.name if self.for_speech is None else self.for_speech


def following(levels: Levels, at_hand: Sequence[Puzzle], index: int, solved: Container[str]) -> Following | None:
    """The next unsolved puzzle: among those at hand, in the rest of the level's pack, or in the next packs.

    `solved` holds the identities of solved puzzles. None if all are, and after a board that is in no pack.
    """
    for place in range(index + 1, len(at_hand)):
        if identity(at_hand[place]) not in solved:
            puzzle = at_hand[place]
            hard = Difficulty.written(puzzle.game.name, puzzle.grid.size, puzzle.header)
            return Following(None, place, _name(puzzle.title, hard.words))
    here = levels.by_identity.get(identity(at_hand[index]))
    if here is None:
        return None
    own = levels.packs.index(here.pack)
    return _first_unsolved((pack for pack in levels.packs[own:] if pack.game == here.pack.game), here, solved)


def _first_unsolved(packs: Iterable[Pack], after: PackLevel | None, solved: Container[str]) -> Following | None:
    """The first unsolved level of these packs, in its own pack only those `after` a level."""
    for pack in packs:
        first = after.place + 1 if after and pack is after.pack else 0
        for place, level in enumerate(pack.levels[first:], first):
            if level.identity not in solved:
                return Following(pack.puzzles, place, _name(level.title, level.difficulty(pack.game).words))
    return None


def after_lessons(levels: Levels, game: str, solved: Container[str]) -> Following | None:
    """The level that follows the lessons of a game: the suggested one, else the first unsolved; None if all are."""
    found = suggest(levels, solved, game=game)
    if found is not None:
        pack, place = found.pack_level
        return Following(
            pack.puzzles, place, _name(found.pack_level.level.title, found.pack_level.level.difficulty(pack.game).words)
        )
    return _first_unsolved((pack for pack in levels.packs if pack.game == game), None, solved)


def _name(title: str, how_hard: str) -> str:
    return f"{title} ({how_hard})" if title and how_hard else title


def suggest(levels: Levels, solved: Container[str], needs: Iterable[Need] = (), game: str = USUAL) -> Suggestion | None:
    """The level of the game to play next; None if all are solved.

    `solved` holds the identities of solved levels, `needs` are the techniques that need practice. A level with a new
    technique is at most a grade harder than those that were solved.
    """
    all_of = [PackLevel(pack, place) for pack in levels.packs for place in range(len(pack.levels))]
    mine = [pack_level for pack_level in all_of if pack_level.pack.game == game and pack_level.level.steps]
    done = [pack_level.level for pack_level in mine if pack_level.level.identity in solved]
    known = {rule for level in done for rule, _ in level.steps}
    dared = 1 + max((level.difficulty(game).grade.number for level in done), default=0)
    left = sorted((pack_level for pack_level in mine if pack_level.level.identity not in solved), key=_effort)
    for rule in (need.rule for need in needs if need.game == game):
        for pack_level in left:
            asked = {name for name, _ in pack_level.level.steps}
            if rule in asked and asked <= known | {rule}:
                return Suggestion(pack_level, practises=rule)
    for pack_level in left:
        new = {rule for rule, _ in pack_level.level.steps} - known
        if len(new) == 1 and pack_level.level.difficulty(game).grade.number <= dared:
            return Suggestion(pack_level, new=new.pop())
    return Suggestion(left[0]) if left else None


def _effort(pack_level: PackLevel) -> tuple[int, str]:
    return pack_level.level.effort, pack_level.level.title


LARGEST = 2_500  # cells: only boards up to this size are played again for a preview


class Preview(NamedTuple):
    """A board as it stands, and how much of it is done: a share from 0 to 1, and in words."""

    picture: Picture | None = None
    share: float = 0.0
    done: str = ""


def preview(library: Library, entry: Summary) -> Preview:
    """A preview of a journal; an empty one if the board is large or the journal damaged."""
    if entry.cells > LARGEST:
        return Preview()
    try:
        puzzle, events = library.game(entry)
    except (OSError, PuzzleError):
        return Preview()
    session = Session(puzzle)
    session.restore(events)
    return Preview(picture_of(puzzle, session.state, session.survey, mistakes=session.mistakes), *_done(session))


def _done(session: Session) -> tuple[float, str]:
    puzzle = session.puzzle
    if puzzle.game.pins:
        done, every = number_settled(puzzle, session.state), to_settle(puzzle)
        return done / max(1, every), f"{done} of {every} pinned"
    drawn = sum(mask.bit_count() for mask in session.state.lines) // 2
    return min(1.0, drawn / max(1, sum(map(bool, puzzle.tiles)))), counted(drawn, "line")
