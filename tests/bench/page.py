"""The page in Chromium: what a first visit loads, how long it takes to start, and how soon keys and hints are shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from termpuzzles.formats import canonical_id
from termpuzzles.generator.generate import generate
from tests.bench.peers.measure import row
from tests.bench.spread import Spread
from tests.build.browser import PATIENCE, Tab, browser, served, visit
from tests.build.page import NotHadError, build, download

ROUNDS = 5
KEYS = 200
HINTED = "13x11"
BARE = {
    "bare.html": '<!doctype html><script type="module" src="bare.js"></script>',
    "bare.js": 'const worker = new Worker("bareworker.js", { type: "module" });\n'
    "worker.onmessage = () => { window.started = performance.now(); };",
    "bareworker.js": 'import { loadPyodide } from "./pyodide/pyodide.mjs";\n'
    'await loadPyodide({ indexURL: new URL("./pyodide/", self.location.href).href });\npostMessage(0);\n',
}
STARTED = """(() => { const look = () => {
  if (document.getElementById("loading")?.hidden) window.started = performance.now();
  else requestAnimationFrame(look);
}; look(); })()"""
SHOWN = """words => { window.times = []; let pressed = 0;
const text = () => { const rows = [], seen = terminal.buffer.active;
  for (let y = 0; y < terminal.rows; y++) rows.push(seen.getLine(y).translateToString(true)); return rows.join(" "); };
addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
terminal.onRender(() => {
  if (!pressed || (words && !text().includes(words))) return;
  const since = pressed;
  pressed = 0;
  requestAnimationFrame(() => window.times.push(performance.now() - since));
}); }"""


def page() -> Iterator[str]:
    """The page in Chromium. A start is until the first frame, beside bare `loadPyodide()`; keys are until pixels."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        try:
            build(folder)
        except NotHadError as error:
            yield f"the page needs {error}"
            return
        yield f"a first visit: {download(folder):,} bytes, gzipped"
        for name, text in BARE.items():
            (folder / name).write_text(text, encoding="utf-8")
        with served(folder) as address, browser() as chromium:
            yield row("ms", "rounds", "bare", "first visit", "ratio", "next visit", "ratio")
            yield row("start", str(ROUNDS), *_starts(chromium, address))
            link = canonical_id(generate("net", HINTED, 1))
            with visit(chromium, address, link) as tab:
                tab.until("Net")
                times = sorted(_keys(tab))
                yield f"{KEYS} keys to pixels: median {times[KEYS // 2]:.0f} ms, p95 {times[KEYS * 95 // 100]:.0f} ms"
                tab.seen.evaluate(SHOWN, "which technique")
                tab.press("i")
                yield f"a hint on {HINTED}: {_next(tab, 1):.0f} ms"


def _starts(chromium: Any, address: str) -> Iterator[str]:
    """The spreads of a row, from rounds in turn."""
    rounds = [(*_start(chromium, f"{address}bare.html", 1), *_start(chromium, address, 2)) for _ in range(ROUNDS)]
    columns = [(bare, first, first / bare, again, again / bare) for bare, first, again in rounds]
    yield from map(str, map(Spread.of, zip(*columns, strict=True)))


def _start(chromium: Any, address: str, visits: int) -> list[float]:
    """Milliseconds until it is started, at the first visit and at those that find what it has kept."""
    context = chromium.new_context()
    context.add_init_script(STARTED)
    seen, times = context.new_page(), []
    for _ in range(visits):
        seen.goto(address)
        seen.wait_for_function("() => window.started", timeout=PATIENCE * 1000)
        times.append(seen.evaluate("() => window.started"))
        if visits > 1:
            seen.wait_for_timeout(10_000)  # until what was compiled is kept
            seen.goto("about:blank")
    context.close()
    return times


def _keys(tab: Tab) -> list[float]:
    """Milliseconds of each of some keys that move and turn; all of them draw, as there is room to the right."""
    tab.seen.evaluate(SHOWN, "")
    for key in range(KEYS):
        tab.press(("ArrowRight", "Space", "ArrowLeft", "Space")[key % 4])
        _next(tab, key + 1)
    return list(tab.seen.evaluate("() => window.times"))


def _next(tab: Tab, count: int) -> float:
    """The latest time, once there are so many."""
    tab.seen.wait_for_function("count => window.times.length >= count", arg=count, timeout=PATIENCE * 1000)
    return float(tab.seen.evaluate("() => window.times.at(-1)"))
