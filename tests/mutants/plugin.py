"""A pytest plugin that collects the suite once and then tries mutant after mutant, each in a forked process."""

from __future__ import annotations

import gc
import json
import os
import select
import signal
from collections.abc import Generator, Iterator
from itertools import zip_longest
from types import CodeType, FrameType, FunctionType
from typing import IO

import pytest
from _pytest.runner import runtestprotocol

ENDLESS = 99  # the exit status of pytest if a test does not end
AT_MOST = 900  # seconds for all tests of a mutant: a fault may slow down every one of them
ANEW = "the module must be loaded anew"  # the answer if the fault is in code that runs on loading
SECONDS = float(os.environ.get("MUTANT_SECONDS", "90"))


class TooLongError(BaseException):
    """A test took longer than any should. It is a BaseException so that nothing in the program catches it."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooLongError


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Set an alarm while the test runs, so that an endless loop is noticed."""
    signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    except TooLongError:
        pytest.exit("a test does not end", returncode=ENDLESS)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """If requests come through a pipe, answer each: a line with the tests and the module before and after the fault."""
    if "MUTANT_PIPES" not in os.environ:
        return None
    theirs, ours = map(int, os.environ["MUTANT_PIPES"].split())
    with open(theirs) as requests, open(ours, "w") as answers:
        _answer(session, requests, answers)
    return True


def _answer(session: pytest.Session, requests: IO[str], answers: IO[str]) -> None:
    items = {item.nodeid: item for item in session.items}
    gc.unfreeze()  # what is frozen is not among the objects
    functions = _functions()
    assert functions, "no function of the program is loaded: no fault would be noticed"
    gc.freeze()  # so that forked processes share the existing objects
    _say(answers, list(items))
    for line in requests:
        tests, path, before, after = json.loads(line)
        swaps = exchanges(before, after) if any(path == other for other, _ in functions) else []
        found = [(functions.get((path, _place(old)), []), new) for old, new in swaps or []]
        can = swaps is not None and all(same for same, _ in found)
        within = [pair for swap in swaps or [] for pair in _within(*swap)]
        found += [(functions.get((path, _place(old)), []), new) for old, new in within]
        _say(answers, _forked([items[test] for test in tests], found) if can else ANEW)


def _say(answers: IO[str], what: object) -> None:
    print(json.dumps(what), file=answers, flush=True)


Place = tuple[str, int]


def _place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def _functions() -> dict[tuple[str, Place], list[FunctionType]]:
    """All loaded functions of the program, by their module's path in the checkout and their place in it."""
    found: dict[tuple[str, Place], list[FunctionType]] = {}
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            path = os.path.relpath(function.__code__.co_filename)
            found.setdefault((path, _place(function.__code__)), []).append(function)
    return found


def exchanges(before: str, after: str) -> list[tuple[CodeType, CodeType]] | None:
    """The functions of a module whose code differs, before and after; None if code that runs on loading differs."""
    old, new = (compile(text, "", "exec", dont_inherit=True) for text in (before, after))
    try:
        return list(_exchanges(old, new))
    except ValueError:
        return None


def _exchanges(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    inside = [[const for const in code.co_consts if isinstance(const, CodeType)] for code in (old, new)]
    if _bare(old) != _bare(new):
        raise ValueError
    for one, other in zip(*inside, strict=True):
        if one.co_flags & 2:  # CO_NEWLOCALS: a function; else the body of a class
            if one != other:
                yield one, other
        else:
            yield from _exchanges(one, other)


def _within(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The functions within a function whose code differs: loading may have made some of them, which keep theirs."""
    inside = [[const for const in code.co_consts if isinstance(const, CodeType)] for code in (old, new)]
    places = [_place(code) for code in inside[0]]
    for one, other in zip(*inside, strict=False):
        is_same = (one.co_name, one.co_freevars) == (other.co_name, other.co_freevars)
        if one != other and is_same and places.count(_place(one)) == 1:
            yield one, other
            yield from _within(one, other)


def _bare(code: CodeType) -> CodeType:
    """A module's or class's own code, without the functions in it and without line numbers."""
    own = tuple(None if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(co_consts=own, co_firstlineno=1, co_linetable=b"")


def _forked(items: list[pytest.Item], swaps: list[tuple[list[FunctionType], CodeType]]) -> str:
    """The first test that fails in a process where those functions have that code; empty if all pass."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        for functions, code in swaps:
            for function in functions:
                function.__code__ = code
        os.write(theirs, (_first_to_fail(items) or "\n").encode())
        os._exit(0)
    os.close(theirs)
    ended = select.select([ours], [], [], AT_MOST)[0]
    found = os.read(ours, 65536).decode() if ended else "the tests do not end"
    os.close(ours)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return found.strip() if found else "the tests end the process"


def _first_to_fail(items: list[pytest.Item]) -> str:
    try:
        for item, following in zip_longest(items, items[1:]):
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return item.nodeid
    except pytest.exit.Exception:
        return "a test does not end"
    except BaseException as error:  # a fault that breaks pytest itself is noticed, too
        return f"the tests are stopped: {type(error).__name__}"
    return ""
