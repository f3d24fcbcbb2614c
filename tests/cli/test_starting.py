"""A start rarely collects garbage and loads no `inspect`; an end collects none; in between all is as usual."""

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from termpuzzles.cli import main
from termpuzzles.cli.starting import collect_as_usual, collecting_rarely


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_the_collector_does_not_search_what_the_start_makes() -> None:
    usual = gc.get_threshold()
    collections = gc.get_stats()[0]["collections"]
    with collecting_rarely():
        kept = [[number] for number in range(20 * usual[0])]
        assert gc.get_stats()[0]["collections"] == collections
    assert gc.get_threshold() == usual
    assert kept


def test_a_command_leaves_the_collector_as_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.logic.budget.hold_memory", lambda number: None)  # it would affect all later tests
    usual = gc.get_threshold()
    assert main(["solve", "infinity:2x2:3333"]) == 0
    assert gc.get_threshold() == usual
    assert capsys.readouterr().out


def test_a_program_collects_no_garbage_as_it_ends_but_a_caller_of_the_command_line_goes_on_collecting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.logic.budget.hold_memory", lambda number: None)  # it would affect all later tests
    gc.unfreeze()
    assert main(["--version"]) == 0
    assert gc.get_freeze_count() == 0
    monkeypatch.setattr("sys.argv", ["termpuzzles", "--version"])
    assert main() == 0
    assert gc.get_freeze_count() > 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_the_collector_never_searches_again_what_the_start_has_made() -> None:
    usual = gc.get_threshold()
    with collecting_rarely():
        started = [[number] for number in range(100)]
        collect_as_usual()
        assert gc.get_threshold() == usual
        assert not [found for found in gc.get_objects() if found is started]


ANNOTATIONS_BY_INSPECT = sys.version_info[:2] in ((3, 12), (3, 13))  # in these, every dataclass loads it
ANEW = """
import sys
for name in ("inspect", "dataclasses", "ssl"):  # a start of Python may load them for its own ends
    sys.modules.pop(name, None)
"""
ALONE = """
from termpuzzles.cli.starting import load_dataclasses
load_dataclasses()
print("inspect" in sys.modules)
import dataclasses
@dataclasses.dataclass(frozen=True)
class Documented:
    'A class with a docstring.'
    number: int = 1
print(dataclasses.replace(Documented(), number=2), "inspect" in sys.modules)
@dataclasses.dataclass
class Bare:
    number: int = 1
print(Bare.__doc__, "inspect" in sys.modules)
import inspect
print(inspect is sys.modules["inspect"], inspect.isclass(Bare), inspect.__file__ is not None)
"""
LATE = """
import inspect, dataclasses
from termpuzzles.cli.starting import load_dataclasses
load_dataclasses()
print(dataclasses.inspect is inspect is sys.modules["inspect"])
"""


def printed(program: str) -> list[str]:
    """The lines that a program prints when run as a separate process."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )


def test_inspect_is_loaded_for_a_class_without_a_docstring_and_not_before() -> None:
    assert printed(ANEW + ALONE)[:-1] == [
        "False",
        f"Documented(number=2) {ANNOTATIONS_BY_INSPECT}",
        "Bare(number: int = 1) True",
        "True True True",
    ]


def test_what_is_loaded_already_stays() -> None:
    assert printed("import sys" + LATE)[:-1] == ["True"]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="newer ones load it for other ends, too")
def test_commands_do_without_inspect() -> None:
    program = "from termpuzzles.cli import main; main(['solve', 'infinity:2x2:3333']); print('inspect' in sys.modules)"
    assert printed(ANEW + program)[-2] == "False"


WITHOUT_TLS = """
from termpuzzles.cli.starting import load_asyncio
load_asyncio()
import asyncio, sys
print("ssl" in sys.modules)
async def connected():
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        print(await reader.read())
        writer.close()
asyncio.run(connected())
import ssl
print(ssl.create_default_context().check_hostname)
"""


def test_asyncio_is_loaded_without_tls_and_everybody_else_gets_it() -> None:
    assert printed(WITHOUT_TLS)[:-1] == ["False", "b''", "True"]
