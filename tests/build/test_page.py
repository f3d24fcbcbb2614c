"""The page, in a real browser: boards solved by taps, kept whatever happens to the tab, played without a network."""

from __future__ import annotations

import re
import shutil
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
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
from tests.data import sweep

api = pytest.importorskip("playwright.sync_api", reason="a browser is moved by playwright: pip install '.[browser]'")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium")

LARGEST = 8_500_000  # bytes of a first visit
PATIENCE = 120  # seconds; far more than anything takes on a slow machine
KILLS = sweep.share(50, 25)
TEXT = """() => { const rows = [], seen = window.terminal?.buffer?.active;
if (!seen) return ""; // the page is being loaded
for (let y = 0; y < terminal.rows; y++) rows.push(seen.getLine(seen.viewportY + y)?.translateToString(true) ?? "");
return rows.join("\\n"); }"""
TWO_TURNS = "3x2:83c668"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        return page.build(tmp_path_factory.mktemp("page"))
    except page.NotHadError as error:
        pytest.skip(f"the page needs {error}")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Tab:
    """A tab of the browser with the page in it."""

    def __init__(self, context: Any, address: str, link: str = "") -> None:
        self.seen = context.new_page()
        self._fingers = context.new_cdp_session(self.seen)
        self.asked: list[str] = []
        self.seen.on("request", lambda request: self.asked.append(request.url))
        self.seen.goto(address + (f"#{link}" if link else ""))

    @property
    def text(self) -> str:
        return str(self.seen.evaluate(TEXT))

    @property
    def moves(self) -> int:
        """The number of moves beside the board; -1 if there is none."""
        found = re.search(r"moves +(\d+)", self.text)
        return int(found[1]) if found else -1

    def until(self, so: Callable[[], object] | str) -> None:
        """Wait until it is so, or these words are in the terminal."""
        check = so if callable(so) else lambda: so in self.text
        end = time.monotonic() + PATIENCE
        while not check():
            assert time.monotonic() < end, self.text
            assert callable(so) or not self.seen.is_visible("#ended"), self.seen.inner_text("#ended")
            self.seen.wait_for_timeout(50)

    def moved(self, times: int) -> None:
        """Wait until so many moves are shown."""
        self.until(lambda: self.moves == times)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.seen.keyboard.press(key)

    def paste(self, text: str) -> None:
        self.seen.evaluate("text => terminal.paste(text)", text)

    def cursor(self) -> tuple[int, int]:
        x, y = self.seen.evaluate("() => [terminal.buffer.active.cursorX, terminal.buffer.active.cursorY]")
        return int(x), int(y)

    def place(self, column: float, row: float) -> tuple[float, float]:
        """The middle of a character, in pixels of the page."""
        box = self.seen.locator(".xterm-screen").bounding_box()
        columns, rows = self.seen.evaluate("() => [terminal.cols, terminal.rows]")
        return (
            box["x"] + (column + 0.5) * box["width"] / columns,
            box["y"] + (row + 0.5) * box["height"] / rows,
        )

    def touch(self, kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@contextmanager
def visit(chromium: Any, address: str, link: str = "", **more: Any) -> Iterator[Tab]:
    """A new player with a touch screen."""
    context = chromium.new_context(viewport={"width": 1000, "height": 700}, has_touch=True, **more)
    try:
        yield Tab(context, address, link)
    finally:
        context.close()


class Tapped:
    """A board on the page, and where its cells are."""

    def __init__(self, tab: Tab, puzzle: Puzzle) -> None:
        self.tab, self.puzzle = tab, puzzle
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
        for game in ("net", "infinity", "simpleloop", "simpleloops", "masyu"):
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
        second.until("Net")
        second.press("Space")
        first.press("ArrowRight", "Space")
        first.until(lambda: first.seen.is_visible("#ended"))
        assert "another tab" in first.seen.inner_text("#ended")
        first.seen.click("#again")
        first.moved(1)


def test_without_a_network_it_plays_and_a_link_opens_a_lesson(chromium: Any, address: str) -> None:
    with visit(chromium, address) as tab:
        tab.until("Turn the tiles")
        tab.until(lambda: tab.seen.evaluate("() => navigator.serviceWorker.controller !== null"))
        tab.seen.context.set_offline(True)
        tab.seen.goto("about:blank")
        tab.seen.goto(f"{address}#lesson/net/edge")
        tab.until("Lesson")


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
