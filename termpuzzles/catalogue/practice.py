"""The techniques of a game, boards that need each, and practice chosen by the wrong pins it would have avoided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import turn
from termpuzzles.catalogue.levels import Level, Levels, levels_folder, shipped
from termpuzzles.formats import read
from termpuzzles.games.model import Game, Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.hints.justification import distance_from
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.problem import KNOWN, SEARCH
from termpuzzles.logic.rules import FILES, rule_named, rules_of
from termpuzzles.logic.rules.techniques import (
    PATTERNS,
    POSITIONS,
    WHY,
    easiest_first,
    example,
    rule_of,
    title_of,
)
from termpuzzles.logic.task import Task, finish
from termpuzzles.render.picture import BECAUSE, TARGET, Phase, Picture, hint_mark, picture_of
from termpuzzles.render.text_diagram import text_diagram
from termpuzzles.session.session import Session

if TYPE_CHECKING:
    from termpuzzles.session.questions import GuideCache
    from termpuzzles.storage.journal_text import Event


class Technique(NamedTuple):
    """A rule: its name, what it says, a board that needs it as lines of text, and what it finds there.

    `board` is the same as a picture to draw, `puzzle` that board to play, beginning where the rule comes next. If no
    small board is known for the game these are None, and `picture` and `found` are empty.
    """

    name: str
    sentence: str
    picture: tuple[str, ...] = ()
    found: str = ""
    puzzle: Puzzle | None = None
    board: Picture | None = None

    @property
    def title(self) -> str:
        """The name that players read."""
        return title_of(self.name)

    @property
    def why(self) -> str:
        """Why it holds."""
        if self.name in PATTERNS:
            return PATTERNS[self.name].why
        clue = self.puzzle.game.clue if self.puzzle else None
        return clue.words[self.name].why if clue and self.name in clue.words else WHY[self.name]


def techniques(puzzle: Puzzle) -> list[Technique]:
    """The techniques that the puzzle may need, easiest first."""
    problem = puzzle.problem()
    rules = easiest_first(problem.rules, problem.extra_rules)
    patterns = [name for name in PATTERNS if puzzle.game.clue and name in puzzle.game.clue.examples]
    return [
        technique
        for place, rule in enumerate(rules)
        for technique in (
            _technique(puzzle, rule, rules[:place]),
            *(_drawn(puzzle.game, name) for name in patterns if rule_of(name) == rule),
        )
    ]


@cache
def technique_of(game: str, name: str) -> Technique:
    """The technique of that name, a rule or a pattern, as it is shown for a game that has levels."""
    pack = next(pack for pack in shipped().packs if pack.game == game)
    puzzle = pack.puzzles()[0]
    problem = puzzle.problem()
    rules = easiest_first(problem.rules, problem.extra_rules)
    if name in PATTERNS:
        return _drawn(puzzle.game, name)
    return _technique(puzzle, name, rules[: rules.index(name)] if name in rules else rules)


def _technique(puzzle: Puzzle, name: str, easier: list[str]) -> Technique:
    game, rule = puzzle.game, rule_named(name)
    if game.draws:
        return _drawn(game, name)
    known = example(name, puzzle.problem().whole)
    if known is None:
        return Technique(name, rule.sentence)
    shown = Puzzle(game, known.grid, known.tiles)
    knowledge = Knowledge(shown.problem())
    for _ in chain(knowledge, rules_of(easier)):
        pass  # the chain puts in each step as it goes on
    if not easier:
        knowledge.begin_steps()
    step = next(iter(rule.find(knowledge, range(knowledge.size))))
    kept = step_of(knowledge.problem, step)
    marks = dict.fromkeys((premise.cell for premise in step.because), BECAUSE)
    marks |= dict.fromkeys((narrowing.cell for narrowing in step.narrowed), TARGET)
    known_so_far = _playable(shown, knowledge)
    picture = tuple(text_diagram(known_so_far, known_so_far.start, marks))
    board = _marked(known_so_far, known_so_far.start, marks)
    return Technique(name, rule.sentence, picture, kept.sentence, known_so_far, board)


def _marked(puzzle: Puzzle, state: State, marks: Mapping[int, int]) -> Picture:
    """The picture of a board with these cells marked, on which nothing else steps back."""
    hints = {cell: hint_mark(role) for cell, role in marks.items()}
    return replace(picture_of(puzzle, state), hints=hints, steps_back=False, settled=Phase.NONE)


def _playable(solved: Puzzle, knowledge: Knowledge) -> Puzzle:
    """The board with everything known by now pinned and noted, and all other tiles turned."""
    grid = solved.grid
    settled = bytes(not domain & (domain - 1) for domain in knowledge.left)
    turned = (turn(mask, 1 + cell % 3) for cell, mask in enumerate(solved.tiles))
    tiles = bytes(mask if done else other for mask, other, done in zip(solved.tiles, turned, settled, strict=True))
    notes = bytes(
        0 if done else KNOWN[domain] & grid.open_sides[cell] * 17
        for cell, (domain, done) in enumerate(zip(knowledge.left, settled, strict=True))
    )
    return replace(solved, tiles=tiles, start=State(tiles, settled, notes))


def _drawn(game: Game, name: str) -> Technique:
    """A rule of a drawing game, on a position in which the lines and crosses so far show what it needs."""
    clue = game.clue
    if name in PATTERNS:
        sentence = PATTERNS[name].sentence
    else:
        sentence = clue.words[name].sentence if clue and name in clue.words else rule_named(name).sentence
    positions = clue.examples if clue else POSITIONS
    if name not in positions:
        return Technique(name, sentence)
    (shown,) = read(positions[name])
    puzzle = replace(shown, game=game)
    hint = first_use(puzzle, name)
    if hint is None:
        return Technique(name, sentence)
    marks = dict.fromkeys(hint.because, BECAUSE) | dict.fromkeys(hint.cells, TARGET)
    picture, board = tuple(text_diagram(puzzle, puzzle.start, marks)), _marked(puzzle, puzzle.start, marks)
    return Technique(name, sentence, picture, hint.sentence, puzzle, board)


def first_use(puzzle: Puzzle, name: str) -> Hint | None:
    """The hint that a rule or a pattern gives in a position, with no rule before it but the game's easiest."""
    guide = Guide(puzzle)
    position = Position(puzzle, guide.problem, puzzle.start)
    names = dict.fromkeys((guide.problem.rules[0], rule_of(name)))
    return finish(guide.by_rules(position, list(names), distance_from(puzzle.grid, None)))


MOST_CELLS = 150  # the largest board for practice
WANTED, TRIED = 8, 24  # boards wanted for a technique, and boards to look at for them,
TRIED_FOR_PATTERN = 96  # or for a pattern, which is on few of those that need its rule
FOLDER = "practice"


class PracticeQuestion(NamedTuple):
    """Asks for boards on which a technique of a game can be practised."""

    game: str
    rule: str

    def work(self, cache: GuideCache) -> Task[list[Puzzle]]:
        """The boards, easiest first."""
        return practice_boards(shipped(), self.game, self.rule)


def playing(puzzle: Puzzle) -> Iterator[tuple[State, Hint]]:
    """The positions to which hints lead one after the other, each with the hint that comes next in it."""
    guide, state = Guide(puzzle), puzzle.start
    while (hint := guide.hint(state)) is not None:
        yield state, hint
        if hint.move is None:
            return
        state = puzzle.game.play(puzzle, state, hint.move)


def position_before(puzzle: Puzzle, rule: str) -> Puzzle | None:
    """The puzzle played up to the first hint that takes this rule or pattern; None if none does."""
    for state, hint in playing(puzzle):
        if hint.takes(rule):
            return replace(puzzle, start=state, moves=(), position=0)
    return None


def practice_boards(levels: Levels, game: str, rule: str) -> Task[list[Puzzle]]:
    """Boards of the game, each at the point where the technique is needed next: the newest first, then by effort."""
    if found := positions(game, rule):
        return found
    candidates = sorted(
        (pack.is_earlier, level.effort, pack, place)
        for pack in levels.packs
        if pack.game == game
        for place, level in enumerate(pack.levels)
        if _practises(level, rule)
    )
    for *_, pack, place in candidates[: TRIED_FOR_PATTERN if rule in PATTERNS else TRIED]:
        position = position_before(pack.puzzles()[place], rule)
        yield None
        if position is not None:
            found.append(replace(position, title=f"{position.title}, played to here"))
        if len(found) == WANTED:
            break
    return found


def positions(game: str, pattern: str, folder: Path | None = None) -> list[Puzzle]:
    """The boards for a pattern that hardly any level needs, each at the point where it comes next."""
    folder = folder or levels_folder()
    path = folder / FOLDER / f"{game}.loops" if folder else None
    if pattern not in PATTERNS or path is None or not path.is_file():
        return []
    puzzles = read(path.read_text(encoding="utf-8"), source=str(path), game=game)
    return [puzzle for puzzle in puzzles if dict(puzzle.header)["teaches"] == pattern]


def practised(levels: Levels, game: str) -> dict[str, int]:
    """For each technique, easiest first, the number of boards of the game on which it can be practised.

    After each rule come the patterns that it finds.
    """
    found: dict[str, int] = {}
    for pack in levels.packs:
        for level in pack.levels if pack.game == game else ():
            for rule, _ in level.steps:
                found[rule] = found.get(rule, 0) + _practises(level, rule)
    patterns = levels.patterns.get(game, {})
    counts = {**found, **patterns}
    order = [name for rule in FILES if found.get(rule) for name in (rule, *(n for n in patterns if rule_of(n) == rule))]
    return {name: counts[name] for name in order if name != SEARCH}


def _practises(level: Level, rule: str) -> bool:
    return rule_of(rule) in dict(level.steps) and cell_count(level.size) <= MOST_CELLS


def cell_count(size: str) -> int:
    """The number of cells of a board of that size, such as `7x8`."""
    width, _, height = size.partition("x")
    return int(width) * int(height)


LARGEST = 400  # cells: only boards up to this size are played again to find wrong pins


class WrongPinsQuestion(NamedTuple):
    """Asks how many wrong pins each technique would have avoided, in each of these games."""

    games: tuple[tuple[Puzzle, tuple[Event, ...]], ...]

    def work(self, cache: GuideCache) -> Task[list[dict[str, int]]]:
        """For each of the games a count for each technique."""
        found = []
        for puzzle, events in self.games:
            found.append(dict(wrong_pins(puzzle, events)))
            yield None
        return found


def wrong_pins(puzzle: Puzzle, events: Sequence[Event]) -> Counter[str]:
    """Count, for every time a cell was settled wrongly, the technique that settles it."""
    answer = solve(puzzle)
    if answer is None:
        return Counter()
    session, counts = Session(puzzle), Counter[str]()
    known = mistaken(puzzle, session.state, answer)
    rules: dict[int, str] | None = None
    for event in events:
        session.restore([event])
        wrong = mistaken(puzzle, session.state, answer)
        for cell in wrong - known:
            rules = settling_techniques(puzzle) if rules is None else rules
            counts[rules.get(cell, "")] += 1
        known = wrong
    del counts[""]
    return counts


def mistaken(puzzle: Puzzle, state: State, answer: State) -> set[int]:
    """The cells that are settled differently from the solution."""
    if puzzle.game.pins:
        return {cell for cell, pin in enumerate(state.pins) if pin and state.lines[cell] != answer.lines[cell]}
    return {cell for cell, mask in enumerate(state.lines) if mask & ~answer.lines[cell]}


def settling_techniques(puzzle: Puzzle) -> dict[int, str]:
    """For each cell the technique that settles it when a person solves the board."""
    problem, rules = puzzle.problem(), dict[int, str]()
    for finding in chain(Knowledge(problem), rules_of(problem.rules)):
        settled = [each.cell for each in finding.narrowed if each.settles] if finding else []
        for cell in settled:
            rules.setdefault(cell, finding.rule if finding else "")
    return rules
