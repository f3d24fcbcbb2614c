"""The program plays on with a Textual in which a private name that it uses is another one."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual.driver import Driver
from textual.message_pump import MessagePump

import termpuzzles.tui
from termpuzzles.tui.adapter.inside import NAMES
from tests.data import sweep
from tests.tui.inside.playing import MOST, played
from tests.tui.screen import PROJECT


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> float:
    """The milliseconds of CPU that a key takes with Textual as it is."""
    return played((), tmp_path_factory.mktemp("usual") / "home")


@pytest.mark.parametrize("name", sweep.sample(NAMES, 9))
def test_the_game_goes_on_without_a_private_name_of_textual(name: str, usual: float, tmp_path: Path) -> None:
    assert played((name,), tmp_path / "home") <= MOST * usual


def test_nothing_of_textual_is_another_for_other_programs_of_the_same_process(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.tui.inside.beside", str(tmp_path)]
    ran = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True)
    members, *changed = ran.stdout.splitlines()
    assert (ran.returncode, ran.stderr, changed) == (0, "", [])
    assert int(members) > 1000


def ours(kind: type) -> set[type]:
    """The classes of the screens and widgets of the package that derive from this one of Textual."""
    below: list[type] = type.__subclasses__(kind)
    own = {each for each in below if each.__module__.startswith("termpuzzles.tui.")}
    return own.union(*map(ours, below))


def test_no_class_redefines_a_private_name_of_textual_by_chance() -> None:
    for found in walk_packages(termpuzzles.tui.__path__, "termpuzzles.tui."):
        import_module(found.name)
    redefined = {
        f"{kind.__qualname__}.{name}"
        for kind in ours(MessagePump) | ours(Driver)
        for name in vars(kind)
        if name.startswith("_") and not name.startswith("__") and name not in MADE_BY_TEXTUAL
        if any(name in vars(base) for base in kind.__mro__ if base.__module__.startswith("textual."))
    }
    assert redefined - {f"{kind}.{name}" for kind in ("AppInside", "ScreenInside") for name in NAMES} == set()


MADE_BY_TEXTUAL = {
    *("_abc_impl", "_classes", "_computes", "_css_bases", "_css_type_name", "_css_type_names", "_decorated_handlers"),
    *("_inherit_bindings", "_inherit_component_classes", "_inherit_css", "_merged_bindings", "_reactives"),
}  # for each class
