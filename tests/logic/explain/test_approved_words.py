"""The words of the logic as a person has read them: sides, places, kinds of tiles, numbers, grades and techniques."""

from __future__ import annotations

from termpuzzles.board.grid import MASKS
from termpuzzles.english import joined, number_in_words, sentence
from termpuzzles.formats import read
from termpuzzles.games.masyu import CIRCLES
from termpuzzles.logic.answers import grades
from termpuzzles.logic.explain import parts
from termpuzzles.logic.explain.parts import Mention, Role
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.rules import FILES, rule_named
from termpuzzles.logic.rules.techniques import PATTERNS, TITLES, WHY
from tests.approved import approve
from tests.logic import transcript
from tests.logic.boards import net

BOARDS = {
    "tiles that turn": net("3x2w:0135vfh7"),
    "lines": read("simpleloop/3/2/")[0].problem(),
    "circles": read("https://puzz.link/p?mashu/3/3/060")[0].problem(),
}


def shown(thing: Mention) -> str:
    """What a screen and a plain text call it, and what it marks."""
    return f"{thing.shown} | {thing.plain} | {thing.role.value} {dict(thing.cells)}"


def of_cells(problem: Problem) -> list[str]:
    """The words for the cells of a board, one by one, several, as a group, and the lines between them."""
    found = []
    grid = problem.grid
    for cell in (0, grid.size - 2):
        found.append(f"{parts.piece(problem, cell)}: {shown(parts.one(problem, cell, Role.TARGET, 12))}")
        found += [
            f"    {parts.current_lines(problem, cell, mask)}; {parts.if_turned(problem, cell, mask)}" for mask in (8, 5)
        ]
        found.append(f"    no: {parts.current_lines(problem, cell, 0)}; seam {parts.seam_of(grid, cell)}")
        for side in (4, 2):
            if grid.open_sides[cell] & side:
                found.append(f"    {shown(parts.between(problem, cell, side, Role.ASSUMED))}")
                found.append(f"    {shown(parts.line_of(problem, grid.line(cell, side), Role.CUT_OFF))}")
    for number in (1, 2, grid.size):
        cells = [*range(grid.size)][::-1][:number]
        found.append(shown(parts.many(problem, cells, Role.BECAUSE)))
        found.append(shown(parts.many(problem, cells, Role.CUT_OFF, "thing", ordered=True, word="or")))
        found.append(shown(parts.group(problem, dict.fromkeys(cells, number), Role.CUT_OFF)))
        noun = parts.plain_noun(problem)
        found.append(f"{parts.counted_cells(problem, number)}; the {noun} at {grid.name(cells[-1])}; {noun}")
    page = parts.part("{} are {}.", parts.many(problem, range(grid.size), Role.BECAUSE), "so", checkerboard=True)
    later = page.after("then")
    found += [transcript.page(each, grid) for each in (page, later)]
    found.append(f"{page.plain} {later.plain} {page.pictured} {page.bare} {list(page.unnamed)}")
    return found


def test_the_words_for_cells_are_as_approved() -> None:
    found = []
    for name in ("tiles that turn", "circles"):
        found += [f"== {name}", *of_cells(BOARDS[name])]
    approve(__file__, "logic-words-for-cells", "\n".join(found) + "\n")


def test_the_words_for_sides_are_as_approved() -> None:
    found = []
    for mask in MASKS[1:]:
        said = [
            parts.toward(mask),
            parts.toward(mask, 9, "or"),
            parts.beside(mask),
            parts.beside(mask, 12, "or"),
            parts.incoming_line(mask),
            parts.incoming_line(mask, 6),
            parts.leading(mask),
            parts.leading(mask, "or"),
        ]
        found.append(f"{mask} {parts.named_sides(mask)} {parts.naming_order(mask)}: {'; '.join(said)}")
    for number in range(13):
        words = [number_in_words(number)] * (number or 1)
        found.append(f"{joined(words, 'or')}. {parts.clauses(words)}. {sentence(words[0])}")
    approve(__file__, "logic-words-for-sides", "\n".join(found) + "\n")


def test_grades_and_techniques_are_named_as_approved() -> None:
    found = []
    for effort in (0, 1, 99, 100, 200, 499, 500, 1000, 2000, 9_999_999):
        hard = grades.Difficulty("net", 100, effort)
        found.append(f"{effort}: {hard.words} {hard.dots()} {hard.dots(False)}")
    found += [f"{name}: {grades.efforts(name, 'net', 100)}" for name in grades.GRADES]
    for rule in (*FILES, "search", "nothing", *PATTERNS):
        title = PATTERNS[rule].title if rule in PATTERNS else TITLES.get(rule)
        found.append(f"{rule}: {title}, in a sentence {grades.technique_name(rule)}")
    assert all(rule_named(rule).name == rule for rule in FILES)
    for rule in FILES:  # which the pages of the techniques show
        texts = (rule_named(rule).sentence, WHY[rule], *CIRCLES.words.get(rule, ()))
        assert all(text[:1].isupper() and text.endswith(".") for text in texts), rule
    approve(__file__, "logic-grades-and-techniques", "\n".join(found) + "\n")
