"""Pictures and sheets: they show the board and load nothing from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest

from termpuzzles.commands.render import RenderOptions, render
from termpuzzles.logic.task import Budget
from tests.commands.ask import entries_of

BOARDS = ("5x5w:78a2ab47ad541418beb984d39", "infinity:4x3:111111111111", "simpleloop/6/4/00036")


@pytest.mark.parametrize("theme", ["", "dark", "light"])
@pytest.mark.parametrize("text", BOARDS)
def test_a_picture_is_one_svg_that_stands_alone(text: str, theme: str) -> None:
    answer = render(entries_of(text), RenderOptions(to="svg", theme=theme))
    root = ElementTree.fromstring(answer.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(r"(href|src|url\()\s*=?\s*[\"']?https?:", answer.text)
    assert "@import" not in answer.text


@pytest.mark.parametrize(
    ("effort", "words"),
    [
        ("0", "Sealed off"),
        ("1", "medium, short ●●○○○ · Sealed off"),
        ("400", "tricky ●●●○○ · Sealed off"),
        ("x", "Sealed off"),
        ("9" * 5_000, "Sealed off"),
    ],
)
def test_a_sheet_says_how_hard_a_board_is_as_far_as_its_header_does(effort: str, words: str) -> None:
    board = f"# rating: dead end\n# effort: {effort}\n┏┓\n┗┛\n"
    text = render(entries_of(board), RenderOptions()).text
    assert f">{words}<" in text or f"· {words}<" in text, text


@pytest.mark.parametrize(("paper", "height"), [("a4", 297.0), ("letter", 11 * 25.4)])
def test_a_sheet_is_as_high_as_the_paper_between_its_margins_but_for_some_four_to_five_millimetres(
    paper: str, height: float
) -> None:
    text = render(entries_of(BOARDS[0]), RenderOptions(paper=paper)).text
    margin, sheet = (float(re.findall(rf"{name}:(\d+)mm", text)[0]) for name in ("margin", ";height"))
    assert 4 < height - 2 * margin - sheet <= 5


def test_solutions_stand_six_to_a_page_but_those_of_large_boards_as_the_boards_do() -> None:
    pages = [
        render(entries_of(*[board] * 6), RenderOptions(solution=True, per_page=1)).text.count("<section>")
        for board in (BOARDS[2], f"simpleloop/31/2/{'0' * 13}")
    ]
    assert pages == [7, 12]


def test_the_solution_of_a_net_draws_other_lines_than_its_puzzle() -> None:
    shown, solved = (render(entries_of(BOARDS[0]), RenderOptions("svg", solution)).text for solution in (False, True))
    assert shown != solved
    assert len(re.findall("l0 |l-?12 0", shown)) == len(re.findall("l0 |l-?12 0", solved)), "turning changes no count"


@pytest.mark.parametrize(("number", "left"), [(1, 9.75), (2, 19.5), (4, 39.0)])
def test_the_solutions_of_all_boards_may_take_what_is_left_after_reading_them(
    number: int, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets = list[Budget]()

    @contextmanager
    def spending(budget: Budget) -> Iterator[Budget]:
        budgets.append(budget)
        yield budget

    monkeypatch.setattr("termpuzzles.commands.render.spending", spending)
    (entry,) = entries_of(BOARDS[0])
    answer = render([entry._replace(seconds=0.25)] * number, RenderOptions(solution=True, budget=Budget(seconds=10.0)))
    assert answer.status == 0
    assert [budget.seconds for budget in budgets] == [left]


def test_a_browser_prints_each_sheet_on_one_page(tmp_path: Path) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed")
    answer = render(entries_of(*BOARDS * 3), RenderOptions(solution=True, per_page=4, paper="letter"))
    (tmp_path / "sheets.html").write_text(answer.text, encoding="utf-8")
    quiet = ("disable-gpu", "disable-dev-shm-usage", "no-first-run", "disable-background-networking", "disable-sync")
    headless = [
        chromium,
        "--headless",
        "--no-sandbox",
        *(f"--{flag}" for flag in quiet),
        f"--user-data-dir={tmp_path}/profile",
    ]
    printed = tmp_path / "sheets.pdf"
    subprocess.run([*headless, f"--print-to-pdf={printed}", str(tmp_path / "sheets.html")], check=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes())) == answer.text.count("<section>") == 5
