"""Every pair of keys of the play screen and of Home, in one write, each with a new app in this process."""

from __future__ import annotations

import asyncio
import os
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.input import Input, TerminalAnswer
from termpuzzles.tui.adapter.driver import messages_of
from termpuzzles.tui.app import PuzzleApp, make_app
from termpuzzles.tui.context import Context
from tests.monkey.ideas import KEYS
from tests.monkey.program import kind_of

_SCREENS = {"play": "net/first-turns", "Home": ""}  # and the pack that is open there
_TRIES = 500  # looks at the app until it has acted on a key


@cache
def puzzles_of(screen: str) -> list[Puzzle]:
    """The puzzles to play there."""
    return Levels(packs()).named(_SCREENS[screen]).puzzles() if _SCREENS[screen] else []


def new_app(screen: str, folder: Path) -> PuzzleApp:
    """The app with its folders there."""
    library = Library(Folders(folder / "data", folder / "config"))
    context = Context(library, library.settings())
    context.settings["started"] = True  # the first start is over
    return make_app(context, puzzles_of(screen))


def bytes_of(key: str) -> bytes:
    """What a terminal sends for the key of that name."""
    if key in KEYS:
        return KEYS[key]
    if key.startswith("ctrl+"):
        return bytes([ord(key[-1]) - 96])
    if len(key) > 1:
        key = unicodedata.lookup(key.replace("_", " "))
    return key.encode()


def keys_of(screen: str) -> list[str]:
    """The key with the shortest name for each action of the screen as it opens."""

    async def found(folder: Path) -> list[str]:
        app = new_app(screen, folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            bound = app.screen.active_bindings.items()
            known = {key: each.binding.action for key, each in bound if not ("super" in key or key.startswith("<"))}
            return sorted({known[key]: key for key in sorted(known, key=len, reverse=True)}.values())

    with TemporaryDirectory() as room:
        return asyncio.run(found(Path(room)))


def send(app: PuzzleApp, data: bytes) -> None:
    """Have the app read these bytes as they come from a terminal, at once."""
    driver = app._driver
    assert driver is not None
    reader = Input()
    for token in [*reader.feed(data, 0.0), *reader.expire(10.0)]:
        assert not isinstance(token, TerminalAnswer)
        for message in messages_of(token):
            driver.process_message(message)


async def trouble_after(app: PuzzleApp, data: bytes) -> str:
    """What goes wrong after these bytes, or "": the app must have a screen that answers, or end without an error."""
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        send(app, data)
        await pilot.pause()
        answered = asyncio.Event()
        app.screen.call_later(answered.set)
        for _ in range(_TRIES):
            if app._exit or answered.is_set():
                break
            await pilot.pause(0.01)
        else:
            return "the screen does not answer"
        await pilot.pause()
        return "only the blank screen is left" if len(app.screen_stack) < 2 and not app._exit else ""


def try_first(screen: str, first: str, seconds: list[str]) -> list[tuple[str, str, str]]:
    """Try the pairs that begin with a key; returns those that failed, and how."""
    os.environ.update(TEXTUAL_ANIMATIONS="none", COLORTERM="truecolor")
    failed = []
    for second in seconds:
        with TemporaryDirectory(ignore_cleanup_errors=True) as room:
            try:
                why = asyncio.run(trouble_after(new_app(screen, Path(room)), bytes_of(first) + bytes_of(second)))
            except Exception as bug:
                import traceback

                why = kind_of("".join(traceback.format_exception(bug)))
        if why:
            failed.append((first, second, why))
    return failed


def try_all(tenth: int | None, jobs: int) -> Iterator[tuple[str, int, list[tuple[str, str, str]]]]:
    """Each screen, the number of its pairs, and those that failed; `tenth` from 0 to 9 tries every tenth pair."""
    with ProcessPoolExecutor(jobs) as pool:
        for screen in _SCREENS:
            pairs = list(product(keys_of(screen), repeat=2))[slice(tenth, None, 1 if tenth is None else 10)]
            by_first: dict[str, list[str]] = {}
            for first, second in pairs:
                by_first.setdefault(first, []).append(second)
            outcomes = pool.map(try_first, [screen] * len(by_first), by_first, by_first.values())
            yield screen, len(pairs), [each for failed in outcomes for each in failed]


def tell_all(tenth: int | None, jobs: int) -> int:
    """Try the pairs and print what came of them; returns how many failed."""
    broken = 0
    for screen, count, failed in try_all(tenth, jobs):
        print(f"{screen}: {len(failed)} of {count} pairs failed", flush=True)
        kinds: dict[str, list[str]] = {}
        for first, second, why in failed:
            kinds.setdefault(why, []).append(f"{first} {second}")
        for why, pairs in kinds.items():
            print(f"  {len(pairs)}: {why}\n    {', '.join(pairs[:12])}", flush=True)
        broken += len(failed)
    return broken
