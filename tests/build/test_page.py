"""The page, in a real browser: boards solved by taps, kept whatever happens to the tab, played without a network."""

from __future__ import annotations

import os
import re
import subprocess
import zipfile
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.board.grid import SIDES
from termpuzzles.formats import canonical_id, read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from tests.build import page
from tests.build.browser import CHROMIUM, Tab, browser, served, visit
from tests.cli.program import COMMAND, ROOT
from tests.data import sweep

pytest.importorskip("playwright.sync_api", reason="a browser is moved by playwright: pip install '.[browser]'")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium")

LARGEST = 8_500_000  # bytes of a first visit
KILLS = sweep.share(50, 25)
TWO_TURNS = "3x2:83c668"
PHONE = {"width": 390, "height": 844}
(LONG,) = re.findall(r"const LONG = (\d+);", (page.WEB / "page.js").read_text(encoding="utf-8"))  # of a resting finger
PATIENT = f"""() => {{ const later = window.setTimeout;
window.setTimeout = (call, wait, ...more) => later(call, wait === {LONG} ? 3_600_000 : wait, ...more); }}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        return page.build(tmp_path_factory.mktemp("page"))
    except page.NotHadError as error:
        pytest.skip(f"the page needs {error}")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as chromium:
        yield chromium


class Tapped:
    """A board on the page, and where its cells are."""

    def __init__(self, tab: Tab, puzzle: Puzzle) -> None:
        self.tab, self.puzzle = tab, puzzle
        tab.seen.evaluate(PATIENT)  # on a busy machine a finger that taps or draws would be taken for one that rests
        grid = puzzle.grid
        tab.press(*["ArrowLeft"] * grid.width, *["ArrowUp"] * grid.height)
        corner = self._rest()
        right = self._after("ArrowRight")
        below = self._after("ArrowDown")
        self._corner, self._pitch = corner, (right[0] - corner[0], below[1] - corner[1])
        assert min(self._pitch) > 0, (corner, right, below)

    def _rest(self) -> tuple[int, int]:
        """Where the cursor is once it has come to rest."""
        found, same = self.tab.cursor(), 0
        while same < 12:
            self.tab.seen.wait_for_timeout(50)
            before, found = found, self.tab.cursor()
            same = same + 1 if found == before else 0
        return found

    def _after(self, key: str) -> tuple[int, int]:
        """Where this key moves the cursor."""
        before = self.tab.cursor()
        self.tab.press(key)
        self.tab.until(lambda: self.tab.cursor() != before)
        return self._rest()

    def cell(self, cell: int) -> tuple[float, float]:
        y, x = divmod(cell, self.puzzle.grid.width)
        return self.tab.place(self._corner[0] + x * self._pitch[0], self._corner[1] + y * self._pitch[1])

    def solve(self) -> None:
        solution, grid = solve(self.puzzle), self.puzzle.grid
        assert solution
        for cell, wanted in enumerate(solution.lines):
            if self.puzzle.game.draws:
                for side in SIDES:
                    other = grid.ways[side][cell]
                    if wanted & side and other > cell:
                        self._drag(cell, other)
                continue
            mask = self.puzzle.start.lines[cell]
            while mask != wanted:
                self.tab.seen.touchscreen.tap(*self.cell(cell))
                mask = mask >> 1 | (mask & 1) << 3

    def _drag(self, *cells: int) -> None:
        places = [self.cell(cell) for cell in cells]
        self.tab.touch("touchStart", places[0])
        for (x, y), (to_x, to_y) in pairwise(places):
            for step in range(1, 5):
                self.tab.touch("touchMove", (x + (to_x - x) * step / 4, y + (to_y - y) * step / 4))
        self.tab.touch("touchEnd")


def test_a_first_visit_takes_little(folder: Path) -> None:
    assert page.download(folder) <= LARGEST


def test_a_board_of_each_game_is_solved_by_taps_and_nothing_is_asked_of_others(chromium: Any, address: str) -> None:
    with visit(chromium, address) as tab:
        tab.until("Turn the tiles")
        for game in sweep.sample(("net", "infinity", "simpleloop", "simpleloops", "masyu"), 4):
            puzzle = generate(game, "4x4", 2)
            tab.paste(canonical_id(puzzle))
            tab.until("4x4")
            Tapped(tab, puzzle).solve()
            tab.until("Solved")
            tab.press("q")
            tab.until(lambda: "4x4" not in tab.text.splitlines()[0])
        assert {url.split("/")[2] for url in tab.asked if url.startswith("http")} == {address.split("/")[2]}


def test_no_kill_of_the_tab_loses_a_move_that_was_shown(chromium: Any, address: str) -> None:
    puzzle = generate("net", "5x5", 1)
    with visit(chromium, address) as first:
        before = first
        for kill in range(KILLS):
            tab = Tab(first.seen.context, address, canonical_id(puzzle))
            before.seen.close()
            tab.moved(kill)
            tab.press("Space", "ArrowRight")
            tab.moved(kill + 1)
            before = tab


def test_the_latest_tab_plays_and_the_one_before_says_so(chromium: Any, address: str) -> None:
    link = canonical_id(generate("net", "5x5", 1))
    with visit(chromium, address, link) as first:
        first.until("Net")
        second = Tab(first.seen.context, address, link)
        first.until(lambda: first.seen.is_visible("#ended"))
        assert "another tab" in first.seen.inner_text("#ended")
        second.until("Net")
        second.press("Space")
        second.moved(1)
        first.seen.click("#again")
        first.moved(1)


def test_without_a_network_it_plays_and_links_open_a_lesson_a_daily_and_a_board(chromium: Any, address: str) -> None:
    with visit(chromium, address) as tab:
        tab.until("Turn the tiles")
        tab.until(lambda: tab.seen.evaluate("() => navigator.serviceWorker.controller !== null"))
        tab.seen.context.set_offline(True)
        links = ((TWO_TURNS, "Net 3x2"), ("lesson/net/edge", "Lesson"), ("daily/masyu", "Masyu"))
        for link, shown in reversed(sweep.sample(links, 2)):  # the board last
            tab.seen.goto("about:blank")
            tab.seen.goto(f"{address}#{link}")
            tab.until(shown)
        tab.press("Space")
        tab.moved(1)


def test_all_data_leaves_and_comes_back(chromium: Any, address: str, tmp_path: Path) -> None:
    link = canonical_id(generate("net", "5x5", 1))
    with visit(chromium, address, link) as tab:
        tab.until("Net")
        tab.press("Space")
        tab.moved(1)
        tab.touch("touchStart", tab.place(*tab.cursor()))
        tab.until("1 of 25")  # while the finger is down
        tab.touch("touchEnd")
        with tab.seen.expect_download() as saved:
            tab.seen.click("#save")
        saved.value.save_as(tmp_path / "played.zip")
    with zipfile.ZipFile(tmp_path / "played.zip") as archive:
        journals = [archive.read(name).decode() for name in archive.namelist() if name.endswith(".journal")]
    assert len(journals) == 1
    assert " move turn " in journals[0]
    assert " move pin " in journals[0]
    places = {"TERMPUZZLES_DATA": str(tmp_path / "data"), "TERMPUZZLES_CONFIG": str(tmp_path / "config")}
    command = [*COMMAND, "data", "import", str(tmp_path / "played.zip")]
    told = subprocess.run(command, cwd=ROOT, env=os.environ | places, capture_output=True, text=True)
    assert "1 new" in told.stdout, told
    with visit(chromium, address) as other:
        other.until("Turn the tiles")
        other.seen.set_input_files("#open", tmp_path / "played.zip")
        other.until(lambda: "1 new" in other.seen.inner_text("#said"))


def test_plain_mode_is_text_on_a_page_of_its_own(chromium: Any, address: str) -> None:
    with visit(chromium, f"{address}plain.html", TWO_TURNS) as tab:
        log = tab.seen.locator("#lines")
        tab.until(lambda: "Net" in log.inner_text())
        (puzzle,) = read(TWO_TURNS)
        solution = solve(puzzle)
        assert solution
        for cell, wanted in enumerate(solution.lines):
            turns, mask = 0, puzzle.start.lines[cell]
            while mask != wanted:
                turns, mask = turns + 1, mask >> 1 | (mask & 1) << 3
            for _ in range(turns):
                tab.seen.fill("#line", f"turn {puzzle.grid.name(cell).strip('()').replace(' ', '')}")
                tab.press("Enter")
        tab.until(lambda: "solved" in log.inner_text())


def test_without_a_mouse_there_is_a_way_to_plain_text_that_has_names_for_all_its_parts(
    chromium: Any, address: str
) -> None:
    with visit(chromium, address) as tab:
        tab.until("Turn the tiles")
        tab.press("Shift+Tab")
        assert tab.seen.evaluate("() => document.activeElement.closest('header') !== null")
        tab.seen.evaluate("() => terminal.focus()")
        tab.press("F8")
        tab.until(lambda: tab.seen.url.endswith("plain.html"))
        log = tab.seen.get_by_role("log", name="The game")
        tab.until(lambda: "What would you like to do?" in log.inner_text())
        assert log.get_attribute("aria-live") == "polite"
        assert tab.seen.get_by_role("textbox", name="Command").evaluate("field => field === document.activeElement")
        for role, name in (("button", "Send"), ("button", "Save all games"), ("link", "picture of the board")):
            assert tab.seen.get_by_role(role, name=name).is_visible()
        tab.seen.get_by_role("link", name="picture of the board").click()
        tab.until("termpuzzles")  # and not plain text once more


def test_a_phone_shows_board_and_keys_whole_however_it_is_held(chromium: Any, address: str) -> None:
    with visit(chromium, address, TWO_TURNS, viewport=PHONE, is_mobile=True) as tab:
        tab.until("groups to join")
        before = tab.text.splitlines()[1:20]  # the board
        tab.seen.get_by_role("button", name="space").tap()
        tab.until(lambda: tab.text.splitlines()[1:20] != before)
        tab.seen.get_by_role("button", name="undo").tap()
        tab.until(lambda: tab.text.splitlines()[1:20] == before)
        for width, height in ((390, 844), (844, 390), (360, 640)):
            tab.seen.set_viewport_size({"width": width, "height": height})
            tab.until(partial(tab.seen.evaluate, "width => innerWidth === width", width))
            tab.until(lambda: tab.seen.evaluate("() => terminal.cols") >= 38)
            boxes = [button.bounding_box() for button in tab.seen.locator("#keys button").all()]
            boxes.append(tab.seen.locator("#terminal").bounding_box())
            for box in boxes:
                assert box["x"] >= 0, box
                assert box["y"] >= 0, box
                assert box["x"] + box["width"] <= width, box
                assert box["y"] + box["height"] <= height, box
            assert min(min(box["width"], box["height"]) for box in boxes) >= 40


def test_the_wall_game_is_played_against_the_program(chromium: Any, address: str) -> None:
    with visit(chromium, address, "wall game") as tab:
        tab.until("2 actions left")
        tab.press("ArrowRight", "Enter", "ArrowRight", "Enter")
        tab.until("0 actions left")
        tab.press("Space")
        tab.until(lambda: "red to move" in tab.text and "2 actions left" in tab.text)
        assert "Blue: " in tab.text
