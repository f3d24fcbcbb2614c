"""A browser with the page in it, for the tests and for the times of the page."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
PATIENCE = 300  # seconds; far more than anything takes on a slow machine
TEXT = """() => { const rows = [], seen = window.terminal?.buffer?.active;
if (!seen) return ""; // the page is being loaded
for (let y = 0; y < terminal.rows; y++) rows.push(seen.getLine(seen.viewportY + y)?.translateToString(true) ?? "");
return rows.join("\\n"); }"""
_ARGUMENTS = (
    *("--no-sandbox", "--no-first-run", "--disable-quic"),  # as root, too
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),  # asks nobody
)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which the files of a folder are served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, without a window."""
    from playwright.sync_api import sync_playwright  # an extra: whoever asks for it has looked whether it is there

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        yield chromium
        chromium.close()


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
        while not check():
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
    context = chromium.new_context(**{"viewport": {"width": 1000, "height": 700}, "has_touch": True, **more})
    try:
        yield Tab(context, address, link)
    finally:
        context.close()
