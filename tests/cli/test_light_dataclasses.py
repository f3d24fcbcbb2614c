"""`dataclasses` is loaded without `inspect`, and works as ever."""

import subprocess
import sys

ANEW = """
import sys
for name in ("inspect", "dataclasses"):  # a start of Python may load them for its own ends
    sys.modules.pop(name, None)
"""
ALONE = """
from termpuzzles.cli.light_dataclasses import load_dataclasses
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
from termpuzzles.cli.light_dataclasses import load_dataclasses
load_dataclasses()
print(dataclasses.inspect is inspect is sys.modules["inspect"])
"""


def printed(program: str) -> list[str]:
    """The lines that a program prints in a process of its own."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )


def test_inspect_is_loaded_for_a_class_without_a_docstring_and_not_before() -> None:
    assert printed(ANEW + ALONE)[:-1] == [
        "False",
        "Documented(number=2) False",
        "Bare(number: int = 1) True",
        "True True True",
    ]


def test_what_is_loaded_already_stays() -> None:
    assert printed("import sys" + LATE)[:-1] == ["True"]


def test_commands_do_without_inspect() -> None:
    program = "from termpuzzles.cli import main; main(['solve', 'infinity:2x2:3333']); print('inspect' in sys.modules)"
    assert printed(ANEW + program)[-2] == "False"
