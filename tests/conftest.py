"""What all tests share: the same examples in every run, and the same environment wherever they are started from."""

import gc
import os
import resource
import signal
import socket
import sys

import pytest
from hypothesis import HealthCheck, settings

import tests.games.web  # noqa: F401 - registers a game that only the tests know, so that generic tests run over it
from tests.data import sweep

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
ABOUT_THE_TERMINAL = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLORFGBG")
ABOUT_THE_LANGUAGE = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES")

OURS, set_limit = os.getpid(), resource.setrlimit


def _set_limit(which: int, limits: tuple[int, int]) -> None:
    """Set no limit on the memory of the tests' own process, as commands do: it may have taken more already for tests
    before, a browser needs more, and so may the thread that ends an event loop, for which it would wait for ever.
    """
    if which != resource.RLIMIT_AS or os.getpid() != OURS:
        set_limit(which, limits)


resource.setrlimit = _set_limit


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
    """Add the option for sweeps."""
    parser.addoption("--long", action="store_true", help="run sweeps over many boards whole, not a sample of each")


def pytest_configure(config: pytest.Config) -> None:
    """Tell the sweeps how long they may be, before any test is loaded."""
    sweep.IS_LONG |= config.getoption("--long")
    settings.load_profile("repeatable" if sweep.IS_LONG else "sample")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the visits by SSH where even the loopback address cannot be used."""
    visits = [item for item in items if "tests/company/service/" in item.path.as_posix()]
    if visits and not _has_loopback():
        for item in visits:
            item.add_marker(pytest.mark.skip(reason="this machine has no loopback to visit it by"))


def pytest_collection_finish() -> None:
    """Leave out the thousands of tests themselves whenever memory is looked through for what nobody needs any more."""
    gc.collect()
    gc.freeze()


def _has_loopback() -> bool:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        try:
            socket.create_connection(listener.getsockname(), timeout=5).close()
        except OSError:
            return False
    return True
