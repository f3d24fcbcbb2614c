"""`python -m tests.tui.inside.renaming MODULE [NAME …] -- WORD …`: a program with a Textual that has other names.

Textual's sources are rewritten as they are loaded, and only those that hold the name, so that all else comes from its
compiled files. A name is one of an attribute, a method or a function, `_display`, or a module's, `textual._compositor`.
"""

from __future__ import annotations

import re
import runpy
import sys
from collections.abc import Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType

PACKAGE = "textual"
ANEW = "_anew"  # what a name has at its end from now on


def pattern(name: str) -> re.Pattern[str]:
    """Where the name stands in a source; an attribute may be called like a module, which keeps its name."""
    before = "" if name.startswith(f"{PACKAGE}.") else rf"(?<!\b{PACKAGE}\.)"
    return re.compile(rf"{before}(?<!\w){re.escape(name)}(?!\w)")


class _Loader(SourceFileLoader):
    """Compiles a source with other names."""

    def __init__(self, name: str, path: str, renaming: Renaming) -> None:
        super().__init__(name, path)
        self._renaming = renaming

    def get_code(self, fullname: str) -> CodeType:
        """The code, which is compiled at each start."""
        source = self._renaming.rewritten(Path(self.path).read_text(encoding="utf-8"))
        code: CodeType = compile(source, self.path, "exec", dont_inherit=True)
        return code


class Renaming(MetaPathFinder):
    """Finds Textual's modules, with these names renamed."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name: pattern(name) for name in names}

    def rewritten(self, source: str) -> str:
        """The source with other names."""
        for name, found in self._names.items():
            source = found.sub(name + ANEW, source)
        return source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module if it is one of Textual that differs; a module with another name is found under that alone."""
        if fullname.partition(".")[0] != PACKAGE:
            return None
        if fullname in self._names:
            raise ModuleNotFoundError(fullname, name=fullname)
        was = fullname.removesuffix(ANEW)
        spec = PathFinder.find_spec(was, path, target)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return spec
        source = Path(spec.origin).read_text(encoding="utf-8")
        if was == fullname and self.rewritten(source) == source:
            return spec
        parts = spec.submodule_search_locations
        found = spec_from_loader(fullname, _Loader(fullname, spec.origin, self), is_package=parts is not None)
        if found is not None and parts is not None:
            found.submodule_search_locations = parts
        return found


def main(words: list[str]) -> None:
    """Run the module with the words, of which those up to `-m` and a module are no words of its own."""
    names, words = words[: words.index("--")], words[words.index("--") + 1 :]
    module = names.pop(0)
    sys.meta_path.insert(0, Renaming(names))
    sys.argv = [module, *words[words.index("-m") + 2 :]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
