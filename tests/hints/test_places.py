"""Places and directions in hints, read by a stranger: each sentence is matched as a whole and held against the board.

A sentence with a place that none of the forms below matches is an error, so that no new template goes unread.
"""
# ruff: noqa: E501 - one form of sentence per line

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import Seam
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from tests.data import sweep, tables
from tests.hints.all_hints import every_hint
from tests.hints.oracle import GAMES, board, position

UP, RIGHT, DOWN, LEFT = 8, 4, 2, 1
STEP = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}
WORDS = {"up": UP, "above": UP, "down": DOWN, "below": DOWN, "left": LEFT, "right": RIGHT}
IN_ORDER = (UP, DOWN, LEFT, RIGHT)
LINES = {"end": 1, "straight": 2, "corner": 2, "T": 3, "cross tile": 4}

AT = r"\(\d+, \d+\)"
TILE = rf"the (?:end|straight|corner|T|cross tile|blank tile|tile|cell|white circle|black circle) at {AT}"
LIST = rf"{AT}(?:, {AT})*(?: (?:and|or) {AT})?"
TILES = rf"the (?:end|straight|corner|T|cross tile|blank tile|tile|cell|white circle|black circle)s at {LIST}"
MANY = r"the \d+ [\w ]+? (?:in brackets|in braces|between triangles|between question marks)"
SOME = rf"(?:{TILE}|{TILES}|{MANY})"
WAY = r"(?:up|down|(?:(?:to|on|from) the )?(?:left|right)|above|below)(?: across the edge)?"
WAYS = rf"{WAY}(?:, {WAY})*(?: (?:and|or) {WAY})?"
PAIRS = rf"(?:from )?{AT} to {AT}(?:, {AT} to {AT})*(?: (?:and|or) (?:from )?{AT} to {AT})?"
BENDS = rf"from {AT}(?: to {AT})+"
EXIT = rf"(?:up|down|to the (?:left|right)) from {AT}"
EXITS = rf"the lines? {EXIT}(?:, {EXIT})*(?: and {EXIT})?"
FACT = (
    rf"(?:{TILE} (?:(?:points|opens|runs|has lines|has a line|has no line|cannot (?:point|open|run|have lines)) {WAYS}"
    rf"(?: and (?:a line|no line|lines) {WAYS}| or {WAYS})*|has no lines)|(?:a line|no line) joins {TILES}"
    rf"|(?:a line|lines|no line) joins? {PAIRS})"
)
FACTS = rf"{FACT}(?:, (?:and )?{FACT})*"
PLACE = r"(?:(?:from )?(?:above|below)|(?:(?:on|from) )?the (?:left|right))(?: across the edge)?"
PLACES = rf"{PLACE}(?:(?:, | and | or ){PLACE})*"
THING = rf"(?:the border|a wall|no line|a line coming|lines coming) {PLACES}"
NO_ROOM = r"(?:above|below|on the left|on the right)(?: or (?:above|below|on the left|on the right))*"
CAUSE = (
    rf"(?:(?:the border|a wall) is {PLACES}|there is no line {NO_ROOM}|(?:a line comes|lines come) {PLACES}"
    rf"|{TILE} (?:already has its two lines|has no lines))"
)
WHY = f"(?:, or a loop would close|, turning beside {TILE}|, not to (?:{TILE}|{AT}))?"
AGAINST = "(?:, which contradicts the assumption)?"
LEFT_OUT = f"(?: and leave out {TILE})?"  # what a loop that closes too early would not pass, where cells may stay blank


class Context(NamedTuple):
    """The board on which a sentence was said, and the tile that the conclusion before it is about."""

    puzzle: Puzzle
    target: int | None

    def cell(self, place: str) -> int:
        column, row = map(int, re.findall(r"\d+", place))
        assert 1 <= column <= self.grid.width
        assert 1 <= row <= self.grid.height
        return (row - 1) * self.grid.width + column - 1

    @property
    def grid(self) -> Grid:
        return self.puzzle.grid

    def cells(self, text: str) -> list[int]:
        return [self.cell(place) for place in re.findall(AT, text)]

    def beyond(self, cell: int, side: int) -> int:
        """The cell on that side, by arithmetic alone; -1 off the board."""
        width, height = self.grid.width, self.grid.height
        x, y = cell % width + STEP[side][0], cell // width + STEP[side][1]
        across, down = self.grid.surface
        if not 0 <= x < width:
            x, y = (x % width, height - 1 - y if across is Seam.FLIPPED else y) if across else (-1, y)
        if not 0 <= y < height:
            x, y = (width - 1 - x if down is Seam.FLIPPED else x, y % height) if down else (x, -1)
        return y * width + x if min(x, y) >= 0 else -1

    def adjacent(self, one: int, other: int) -> bool:
        return any(self.beyond(one, side) == other for side in STEP)


def ways(text: str) -> list[int]:
    return [WORDS[word] for word in re.findall(r"\b(?:up|down|left|right|above|below)\b", text)]


def meets(context: Context, match: re.Match[str]) -> bool:
    """The ends that a tile would meet: one on each side that is named, in the same order."""
    if context.target is None:
        return False
    sides = ways(match["ways"])
    met = dict.fromkeys(context.beyond(context.target, side) for side in sides)
    named = context.cells(match["met"])
    ends = all(context.puzzle.tiles[cell].bit_count() == 1 for cell in named)
    return named == list(met) and ends and (LINES["end"] == 1 or bool(named))


def crossings(context: Context, match: re.Match[str]) -> bool:
    """Whether the direction crosses the edge exactly where the sentence says so."""
    if context.target is None:
        return False
    for way, across in re.findall(r"(up|down|left|right)( across the edge)?", match["ways"]):
        dx, dy = STEP[WORDS[way]]
        x, y = context.target % context.grid.width + dx, context.target // context.grid.width + dy
        if (not (0 <= x < context.grid.width and 0 <= y < context.grid.height)) != bool(across):
            return False
    return True


def meets_across(context: Context, match: re.Match[str]) -> bool:
    return meets(context, match) and crossings(context, match)


def sealed(context: Context, match: re.Match[str]) -> bool:
    """As many tiles as the sentence counts: those that it names, and the tile itself."""
    named = context.cells(match["rest"])
    number = len(named) or int(re.findall(r"\d+", match["rest"])[0])
    not_blank = sum(bool(tile) for tile in context.puzzle.tiles)
    beside = [context.beyond(context.target or 0, side) for side in ways(match["ways"])]
    right = int(match["most"]) == number + 1 and int(match["all"]) == not_blank > number + 1
    return right and (not named or set(beside) <= {*named, context.target})


def line_between(context: Context, match: re.Match[str]) -> bool:
    places = re.findall(AT, match["line"])
    one, other = map(context.cell, places)
    return context.adjacent(one, other) and one <= other


def pairs(context: Context, match: re.Match[str]) -> bool:
    found = context.cells(match["pairs"])
    return all(
        context.adjacent(one, other) and one <= other for one, other in zip(found[::2], found[1::2], strict=True)
    )


def straight(context: Context, match: re.Match[str]) -> bool:
    """From each bend to the next one goes straight, or across a seam to the cell beside."""
    for way in match["bends"].split("from ")[1:]:
        found = context.cells(way)
        for one, other in pairwise(found):
            (x, y), (to_x, to_y) = context.grid.place(one), context.grid.place(other)
            if one == other or ((x != to_x) == (y != to_y) and not context.adjacent(one, other)):
                return False
    return True


def joined(context: Context, match: re.Match[str]) -> bool:
    """Every line in a conclusion joins two cells side by side, and every line of a tile leads to a cell."""
    found = re.findall(rf"joins (?:the \w+(?: tile)?s at )({AT}) and ({AT})", match[0])
    found += re.findall(rf"({AT}) to ({AT})", match[0])
    beside = all(context.adjacent(*map(context.cell, pair)) for pair in found)
    drawn = re.findall(rf"at ({AT}) (?:points|opens|runs|has lines|has a line) ({WAYS})", match[0])
    return beside and all(context.beyond(context.cell(at), side) >= 0 for at, text in drawn for side in ways(text))


def block(context: Context, match: re.Match[str]) -> bool:
    """Up to four tiles around one point."""
    cells, beyond = set(context.cells(match["block"])), context.beyond
    if match["corners"]:
        first, last = context.cells(match["corners"])
        return last == first + context.grid.width + 1 and context.grid.place(first)[0] + 1 < context.grid.width
    squares = [
        {cell, beyond(cell, RIGHT), beyond(cell, DOWN), beyond(beyond(cell, one), other)}
        for cell in range(context.grid.size)
        for one, other in ((RIGHT, DOWN), (DOWN, RIGHT))
        if beyond(cell, one) >= 0
    ]
    return 2 <= len(cells) <= 4 and any(cells <= square for square in squares)


def exits(context: Context, match: re.Match[str]) -> bool:
    found = re.findall(rf"(up|down|left|right) from ({AT})", match["exits"])
    return all(context.beyond(context.cell(place), WORDS[way]) >= 0 for way, place in found)


def toward(context: Context, match: re.Match[str]) -> bool:
    """The tile that disagrees lies on the side that is named."""
    assert context.target is not None
    (side,), (named,) = ways(match["ways"]), context.cells(match["beyond"])
    return context.beyond(context.target, side) == named


def beside(context: Context, match: re.Match[str]) -> bool:
    """Where a border is said to be nothing is, across walls or not; where a line is or none, there is a cell."""
    cell = context.cell(match["tile"])
    for what, places in re.findall(
        rf"(the border|a wall|no line|a line coming|lines coming) ({PLACES})", match["what"]
    ):
        found = [context.beyond(cell, side) for side in ways(places)]
        if (what == "the border") != (-1 in found) or (what == "lines coming") != (len(found) > 1 and "coming" in what):
            return False
    return True


def sides_left(context: Context, match: re.Match[str]) -> bool:
    """Two different sides are named, and a line can lead out at each."""
    cell, sides = context.cell(match["tile"]), ways(match["ways"])
    return len(set(sides)) == 2 and all(context.beyond(cell, side) >= 0 for side in sides)


def true(context: Context, match: re.Match[str]) -> bool:
    return True


FORMS: tuple[tuple[str, Callable[[Context, re.Match[str]], bool]], ...] = (
    (rf"(?:so |then )?{FACTS}{AGAINST}", joined),
    (rf"pointing (?P<ways>{WAYS}), it would meet (?P<met>{SOME}): the two ends would be cut off from the rest", meets_across),
    (rf"if it (?:ran|opened) (?P<ways>{WAYS}), it would join (?P<met>{SOME}) to (?:each other and )?nothing else", meets),
    (
        rf"(?:pointing|if it (?:ran|opened)) (?P<ways>{WAYS}), it would be sealed off with (?P<rest>{SOME}): "
        r"at most (?P<most>\d+) of the (?P<all>\d+) tiles could be joined",
        sealed,
    ),
    (
        rf"(?P<ways>however) it is turned, it is sealed off with (?P<rest>{SOME}): at most (?P<most>\d+) of the "
        r"(?P<all>\d+) tiles could be joined",
        sealed,
    ),
    (rf"(?P<line>the line between {AT} and {AT}) would close a loop (?:through|with) {SOME}{LEFT_OUT}", line_between),
    (rf"lines {WAYS} would close a loop (?:through|with) {SOME}{LEFT_OUT}", true),
    (rf"the lines through {SOME} form a loop{LEFT_OUT}", true),
    (rf"suppose (?P<line>the line between {AT} and {AT}) is (?:not )?drawn(?:, and follow that through {SOME})?", line_between),
    (rf"then (?P<line>the line between {AT} and {AT}) (?:would be both drawn and not drawn|cannot be drawn, as it would close a loop){AGAINST}", line_between),
    (rf"suppose {FACT}", joined),
    (rf"(?:then )?no (?:turn|two lines) of {SOME} fits?", true),
    (rf"no way of filling {SOME} agrees with that", true),
    (rf"then {SOME} (?:has no turn left|cannot be joined to the rest)", true),
    (rf"(?P<block>{TILES}|the four \w+s from (?P<corners>{AT} to {AT})) fit together in (?:only \w+ ways?|no way)(?:, and (?:both|all) agree on this|, and in (?:both|all of them) {FACTS})?", block),
    (rf"in (?:both|all of them), {FACTS}", joined),
    (rf"(?:any other way|that way|in each), (?:a loop would close or )?{SOME} would be sealed off", true),
    (rf"(?:{SOME}) links? two sides of {TILE}, {WAYS}: (?:one has a line, the other has none|both have a line, or neither has)", true),
    (rf"around {SOME}, a line would have to be both drawn and not drawn", true),
    (rf"only (?P<line>the line between {AT} and {AT}) can still join {SOME} to the rest", line_between),
    (rf"(?:only one line can still|nothing can) join {SOME} to the rest", true),
    (rf"the line of {TILE} goes straight on", true),
    (rf"the loop (?:goes straight through|turns on) (?:it|{TILE}), and {CAUSE}(?:,? (?:and )?{CAUSE})*", true),
    (rf"{TILE} needs two free cells in a row on each side that it uses, and there is no room {NO_ROOM}", true),
    (rf"(?:it|{TILE}) cannot lead {WAYS}(?: to another black circle)?, as (?:the loop turns there|the loop could not go straight on there)", true),
    (rf"{TILE} has a white circle on each side, so a line {WAYS} would run straight through all three, with no turn", true),
    (rf"{TILE} needs a turn in a cell beside it, and a line {WAYS} could not turn there", true),
    (rf"one line runs through {TILE} and {TILE}, so it turns right after {TILE}", true),
    (rf"a line to {TILE} goes straight", true),
    (rf"a line through {TILE} cannot go straight on both sides", true),
    (rf"{SOME} would be passed alongside a line that way, so {TILE} could turn to neither side", true),
    (rf"a line that way would go straight through {SOME}, with no room to turn before the first", true),
    (rf"a line that way would go straight on before {TILE}, and it goes straight on after it as well", true),
    (rf"a line there could only turn toward one of {SOME}, and it would have to go straight on", true),
    (rf"no other line can join {SOME}(?: and what is behind them)? to the rest, so both are drawn, as the loop must go in and out", true),
    (rf"then (?:a line runs|lines run) (?P<bends>{BENDS}(?:, {BENDS})*(?: and {BENDS})?){WHY}", straight),
    (rf"then no line joins (?P<pairs>{PAIRS})(?:, as that would close a loop|, as the loop turns beside {TILE})?", pairs),
    (rf"then (?:{SOME}|{LIST}|{AT}) ha(?:s|ve) no lines", true),
    (rf"then (?:(?:\w+ lines meet|a line ends) at (?:{TILE}|{AT})(?:, or a loop would close)?|no way through (?:{TILE}|{AT}) is left|a loop closes without {TILE}|the loop would not turn beside {TILE})", true),
    (rf"the loop does not turn on the other side of {TILE}, so it turns on this one", true),
    (rf"the loop enters and leaves {SOME} equally often; so far (?:no line leads|one line leads|\d+ lines lead) out", true),
    (rf"only (?P<line>the line between {AT} and {AT}) can still (?:lead out|cross it)", line_between),
    (rf"only two lines can still lead out, (?P<pairs>{PAIRS}), so (?:both are drawn or neither is|both are drawn|just one is drawn)", pairs),
    (rf"{SOME} still needs? \d+ line ends?, an (?:odd|even) number", true),
    (rf"each line inside uses two, so (?:one|none) is left for (?P<line>the line between {AT} and {AT}), the only way out", line_between),
    (rf"only two lines can still join {SOME}(?: and what is behind them)? to the rest", true),
    (rf"they run (?P<pairs>{PAIRS})", pairs),
    (rf"pointing (?P<ways>{WAYS}), it would meet (?P<met>{SOME})", meets_across),
    (rf"only two can lead out, (?P<pairs>{PAIRS}), so (?:both are drawn or neither is|just one is drawn)", pairs),
    (rf"the region of (?:{LIST}|\d+ \w+ in braces) has \w+ dark cells? and (?:as many|\w+) light ones?", true),
    (rf"(?:the only (?:dark|light) exit left is|its only (?:dark|light) exit is) (?P<exits>{EXITS}), so it must be drawn(?:, and no other (?:dark|light) exit can be)?", exits),
    (rf"the only (?:dark|light) exits left are (?P<exits>{EXITS}|the lines out of {MANY})", exits),
    (rf"(?P<tile>{TILE}) has (?P<what>{THING}(?:,(?: and)? {THING})*)", beside),
    (rf"(?P<tile>{TILE}) (?:has only two sides left for its lines: |already has its two lines, )(?P<ways>{WAYS})", sides_left),
    (rf"{TILE} (?:has (?:only one|no) side left for its lines|already has [34] lines)", true),
    (rf"{TILE} has only one side left, so a line would end there", true),
    (rf"no other two lines (?:fit|are left for) {TILE}", true),
    (rf"with any other two lines, {TILE} would close a loop", true),
    (rf"{TILE} is already correct: pin it", true),
    (rf"{TILE} is pinned the wrong way", true),
    (rf"(?P<line>the (?:line|noted line|cross) between {AT} and {AT}) is wrong", line_between),
    (rf"it has (?:a|no) line (?P<ways>{WAY}), but (?P<beyond>{TILE}) has (?:one|none) toward it", toward),
    (rf"(?:one|two|three|four) lines (?:meet|are noted) at (?:{TILE}|{AT})(?:, which has only (?:one|two|three))?", true),
    (rf"{TILE} has (?:no side|only (?:one side|two sides|three sides)) left for its (?:line|two lines|three lines|four lines)", true),
    (rf"a line and a cross are in the same place beside (?:{TILE}|{AT})", true),
    (rf"(?:{TILE}|{AT}) takes no lines, but one leads to it", true),
    (rf"the line into (?:{TILE}|{AT}) cannot go on: its other sides are closed", true),
    (rf"{TILE} is pinned with (?:a|no) line {WAY}, where a (?:line|cross) is noted", true),
    (rf"the loop (?:runs straight through|turns on|would have to (?:turn on|run straight through)) {TILE}, where it must (?:turn|run straight)", true),
    (rf"no turn of {TILE} has (?:a line|lines|no line) {WAYS}(?: and no line {WAYS})?", true),
    (rf"the lines through {SOME} close a loop(?: that leaves out {TILE})?", true),
    (rf"{SOME} (?:is|are) sealed off: no line can leave (?:it|them)", true),
    (rf"{TILE} is sealed off", true),
    (rf"{SOME} are joined to each other and to nothing else", true),
    (rf"{TILE} can (?:point|open|run|have)(?: no)?(?: lines)? ?(?:{WAYS}|lines)?.*", true),
)  # fmt: skip


def is_in_order(text: str) -> bool:
    """Up before down, left before right, in every list of directions; places row by row unless directions lead them."""
    for found in re.findall(rf"{WAY}(?:, {WAY})*(?:,? (?:and|or) {WAY})+", text):
        places = [IN_ORDER.index(side) for side in ways(found)]
        if (
            len(set(places)) == len(places)
            and places != sorted(places)
            and "cannot" not in text
            and " can " not in text
        ):
            return False
    return True


def sentences(text: str) -> list[str]:
    return [each.rstrip(".") for each in re.split(r"(?<=\.) ", text)]


def complaint(context: Context, sentence: str) -> str:
    """What is wrong with a sentence; "" if nothing is, or if it names no place."""
    if not is_in_order(sentence):
        return "not in order"
    if not re.search(AT, sentence):
        return ""
    sentence = sentence[0].lower() + sentence[1:] if not sentence.startswith("T ") else sentence
    for noun, place in re.findall(rf"the (end|straight|corner|T|cross tile) at ({AT})", sentence):
        if not context.puzzle.game.draws and context.puzzle.tiles[context.cell(place)].bit_count() != LINES[noun]:
            return "another piece"
    for form, is_true in FORMS:
        if match := re.fullmatch(form, sentence):
            return "" if is_true(context, match) else "untrue"
    return "not read"


def said(puzzle: Puzzle, hint: Hint) -> Iterator[tuple[Context, str]]:
    """Each sentence of a hint, with what the conclusion before it is about."""
    for conclusion, parts in [(step.conclusion, step.parts) for step in hint.steps] or [(hint.claim, hint.reason)]:
        context = Context(puzzle, None)
        places = re.findall(AT, conclusion.plain)
        context = context._replace(target=context.cell(places[0]) if places else None)
        for text in (conclusion.plain, *(part.plain for part in parts)):
            yield from ((context, sentence) for sentence in sentences(text))


def hints_of_boards() -> Iterator[tuple[Puzzle, Hint]]:
    """Every hint of boards of each game, from the start to the end."""
    for game in set(tables.GAMES) & set(GAMES):
        for kind, every in (("hard", 2), ("unique", 8)):
            for row in tables.rows(game, kind)[:: sweep.step(every)]:
                (puzzle,) = read(row.id)
                if puzzle.grid.size <= 64:
                    yield from ((puzzle, hint) for _, hint in every_hint(puzzle, Guide(puzzle)))


def hints_of_positions() -> Iterator[tuple[Puzzle, Hint]]:
    """Hints in positions partly right and partly wrong, so that mistakes are among them."""
    rng = Random(7)
    for number in range(sweep.share(1500)):
        puzzle = board(rng, GAMES[number % len(GAMES)], 5)
        state, turned = position(rng, puzzle)
        if hint := Guide(puzzle).hint(state, 0, turned=turned):
            yield puzzle, hint


@pytest.mark.parametrize("source", [hints_of_boards, hints_of_positions])
def test_every_sentence_with_places_is_read_back_and_agrees_with_the_board(
    source: Callable[[], Iterator[tuple[Puzzle, Hint]]],
) -> None:
    forms, wrong = Counter[str](), list[str]()
    for puzzle, hint in source():
        for context, sentence in said(puzzle, hint):
            forms[re.sub(rf"{AT}|\d+", "", sentence)[:24]] += 1
            if why := complaint(context, sentence):
                wrong.append(f"{why}: {sentence} ({puzzle.game.name} {puzzle.grid}; {hint.sentence})")
    assert not wrong, "\n".join(wrong[:5])
    assert len(forms) >= 20


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Pointing up or down, it would meet the ends at (2, 1) or (2, 3): the two ends would be cut off from the rest", ""),
        ("Pointing up or down, it would meet the ends at (2, 3) or (2, 1): the two ends would be cut off from the rest", "untrue"),
        ("Pointing down or up, it would meet the ends at (2, 3) or (2, 1): the two ends would be cut off from the rest", "not in order"),
        ("Pointing left, it would be sealed off with the tiles at (1, 1) and (1, 2): at most 3 of the 9 tiles could be joined", ""),
        ("Pointing left, it would be sealed off with the tiles at (1, 1) and (1, 2): at most 4 of the 9 tiles could be joined", "untrue"),
        ("The line between (1, 1) and (3, 1) would close a loop through the ends at (1, 1) and (3, 1)", "untrue"),
        ("The corner at (2, 2) points up", "another piece"),
        ("It is so with the end at (2, 2)", "not read"),
    ],
)  # fmt: skip
def test_a_sentence_that_is_false_or_that_pairs_places_wrongly_is_found(sentence: str, why: str) -> None:
    (puzzle,) = read("3x3:111111111")
    assert complaint(Context(puzzle, 4), sentence) == why
