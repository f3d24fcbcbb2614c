"""What all tests share: the same examples in every run, and the same environment wherever they are started from."""

import gc
import importlib
import os
import resource
import signal
import socket
import sys
from collections import Counter
from collections.abc import Generator
from inspect import iscoroutinefunction
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import tests.games.rails
import tests.games.web  # noqa: F401 - both register a game that only the tests know, so that generic tests run over it
from tests import own_run
from tests.after import AFTER_EACH
from tests.data import sweep
from tests.hanging import fails_if_it_hangs
from tests.times import is_slow

LEFT_OUT = pytest.StashKey[int]()
SELDOM = (20_000, 10, 10)  # thresholds of the collector while tests run

gc.disable()  # until all tests are found, which takes a fifth less time so

settings.register_profile("repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("sample", settings.get_profile("repeatable"), max_examples=25)
settings.register_profile("exploring", deadline=None, max_examples=2000)

# A shell starts background jobs with interrupts ignored, and programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)

# Where no compiled files are kept, each program that tests start, and each worker, would compile everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Variables by which a shell, a terminal or pytest-xdist describes the window and its colours; tests set what they need.
ABOUT_THE_TERMINAL = ("ACCESSIBLE", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLORFGBG")
ABOUT_THE_LANGUAGE = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES")

OURS, set_limit = os.getpid(), resource.setrlimit


def _set_limit(which: int, limits: tuple[int, int]) -> None:
    """Set no limit on the memory of the tests' own process, as commands do: it may have taken more already for tests
    before, a browser needs more, and so may the thread that ends an event loop, for which it would wait for ever.
    """
    if which != resource.RLIMIT_AS or os.getpid() != OURS:
        set_limit(which, limits)


resource.setrlimit = _set_limit
os.kill = own_run.kill


@pytest.fixture(autouse=True)
def same_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the kind of terminal and the language, whatever environment the tests are started from."""
    for name in ABOUT_THE_TERMINAL + ABOUT_THE_LANGUAGE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("LANG", "C.UTF-8")


def pytest_xdist_auto_num_workers() -> int:
    """Two workers a processor: many tests wait for a program or a visitor more than they compute."""
    return 2 * (os.cpu_count() or 1)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that make a run longer."""
    parser.addoption("--all", action="store_true", help="run the slow tests, too, as a run of named files does")
    parser.addoption("--long", action="store_true", help="run sweeps over many boards whole, not a sample of each")


def pytest_configure(config: pytest.Config) -> None:
    """Tell the sweeps how long they may be, before any test is loaded."""
    config.addinivalue_line("markers", "slow: takes longer than about 60 ms (tests/slow.txt); left out without --all")
    sweep.IS_LONG |= config.getoption("--long")
    settings.load_profile("repeatable" if sweep.IS_LONG else "sample")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests where all files are run, and visits by SSH where there is not even a loopback address."""
    slow = {item for item in items if is_slow(item.nodeid)}
    for item in slow:
        item.add_marker("slow")
    if slow and not (config.getoption("--all") or config.option.file_or_dir or config.option.markexpr):
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=[*slow])
        config.stash[LEFT_OUT] = len(slow)
    visits = [item for item in items if "tests/company/service/" in item.path.as_posix()]
    if visits and not _has_loopback():
        for item in visits:
            item.add_marker(pytest.mark.skip(reason="this machine has no loopback to visit it by"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Let no test wait for ever."""
    if isinstance(item, pytest.Function) and iscoroutinefunction(item.obj):
        item.obj = fails_if_it_hangs(item.obj)
    yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    """Do what is to be done after each test."""
    yield
    for call in AFTER_EACH:
        call()
    gc.set_threshold(*SELDOM)  # a command leaves Python's own


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a worker of pytest-xdist tell how many tests it has left out; each collects all of them."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear it."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say in the last lines what was skipped, by reason, and what was left out, with the way to run it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reporter.stats.get("skipped", ()))
    if reasons:
        told = "; ".join(f"{reason} ({number})" for reason, number in reasons.most_common())
        reporter.write_line(f"Skipped {reasons.total()}: {told}.")
    if left_out := config.stash.get(LEFT_OUT, 0):
        reporter.write_line(f"Left out {left_out:,} slow tests; all: .venv/bin/python -m pytest -n auto --all")


def pytest_collection_finish() -> None:
    """Let pilots wait a fifth of their usual time after each key, and for fewer, and apps share their rules, where
    there are any; and leave out the thousands of tests themselves whenever memory is looked through for what nobody
    needs any more, which is done more seldom than usual, as it takes a tenth of the time of an app.
    """
    if waits := sys.modules.get("textual._wait"):
        waits.SLEEP_GRANULARITY, waits.SLEEP_IDLE = 0.004, 0.001  # type: ignore[attr-defined]
        importlib.import_module("tests.parsed").share_parsed()
        importlib.import_module("tests.pilots").wait_for_busy()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    gc.enable()


def _has_loopback() -> bool:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        try:
            socket.create_connection(listener.getsockname(), timeout=5).close()
        except OSError:
            return False
    return True
