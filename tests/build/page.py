"""The page: the whole app in a browser, as a folder of static files that any web server serves.

Python comes as WebAssembly (Pyodide) and the terminal as JavaScript (xterm.js), both from the npm registry, where only
these versions with these digests are taken. The program and its dependencies are what is installed here, without what a
page never loads.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.build.single_file import ROOT, _needed, _put, _put_own

WEB = Path(__file__).with_name("web")
PACKAGES = {  # by name: the version, the digest, and what is taken from it
    "pyodide": (
        "314.0.7",
        "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
        {
            name: f"pyodide/{name}"
            for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
        },
    ),
    "@xterm/xterm": (
        "6.0.0",
        "908e66e04af6c8dc6b00dd3b54de088e2e81e5ed866284fd6c2fb3c2d1c7a3f6",
        {"lib/xterm.js": "xterm/xterm.js", "css/xterm.css": "xterm/xterm.css", "LICENSE": "xterm/LICENSE"},
    ),
    "@xterm/addon-fit": (
        "0.11.0",
        "26003b4517a132b64e4ff228fd88a5fda3fff5e606c76093f6dcff772e9ecec0",
        {"lib/addon-fit.js": "xterm/addon-fit.js", "LICENSE": "xterm/LICENSE-addon-fit"},
    ),
    "@xterm/addon-webgl": (
        "0.19.0",
        "b51c9ca08dfd1b35e1f1b833334497a9a8412110569b26e03cb6e1ab7341fb61",
        {"lib/addon-webgl.js": "xterm/addon-webgl.js", "LICENSE": "xterm/LICENSE-addon-webgl"},
    ),
}
PYODIDE_LICENCE = """\
Pyodide is under the Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/; its source is at
https://github.com/pyodide/pyodide. It contains CPython, under the PSF License Agreement,
https://docs.python.org/3/license.html.
"""
NEVER_LOADED = re.compile(
    r"termpuzzles/(company/(service|postgres|deploy|commands)|batches|cli|commands)/|share/|bin/"
    r"|(markdown_it|mdit_py_plugins|mdurl|linkify_it|shtab)/"
    r"|textual/(tree-sitter|demo|cli|drivers/(linux|windows|win32|web|_byte))"
    r"|pygments/(lexers|styles|formatters|filters)/(?!__init__|_mapping|default|python|special|terminal256|null)"
    r"|rich/_unicode_data/(?!__init__|_versions|unicode17)"
    r"|[^/]+\.dist-info/sboms/"
    r"|.*\.(pyi|typed|map)$"
)
NOT_OF_PYTHON = re.compile(
    r"(unittest|pydoc_data|idlelib|tkinter|lib2to3|ensurepip|venv|turtledemo|test|xmlrpc|wsgiref|sqlite3|curses|dbm"
    r"|distutils|multiprocessing|concurrent/interpreters|compression/zstd|_pyrepl)/"
    r"|(pdb|pydoc|doctest|turtle|mailbox|imaplib|smtplib|poplib|ftplib|pickletools|optparse|cProfile|profile|pstats"
    r"|trace|tabnanny|pyclbr|modulefinder|antigravity|this|webbrowser|cgi|cgitb|nntplib|telnetlib|sndhdr)\.py$"
)
BOARD = "7x7w:cb2522cc9e8c4e9ae1d8a1a4ae4d6bd35c2e4b3c4c4e6a8a1"


class NotHadError(Exception):
    """What the page needs cannot be had here; the message says what and why."""


def build(folder: Path) -> Path:
    """Make the folder. Raises NotHadError where the npm registry cannot be reached."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (version, digest, files) in PACKAGES.items():
        _take(name, version, digest, {inside: folder / to for inside, to in files.items()})
    (folder / "pyodide" / "LICENSE").write_text(PYODIDE_LICENCE, encoding="utf-8")
    _prune(folder / "pyodide" / "python_stdlib.zip")
    lock = folder / "pyodide" / "pyodide-lock.json"
    lock.write_text(json.dumps(json.loads(lock.read_text(encoding="utf-8")) | {"packages": {}}), encoding="utf-8")
    with TemporaryDirectory() as scratch:
        inside = Path(scratch)
        _put_own(inside)
        for each in _needed():
            _put(each, inside)
        _pack(inside, folder / "app.zip")
        _write_licences(inside, folder)
    for name, theme in (("board.svg", "light"), ("board-dark.svg", "dark")):
        _draw(folder / name, theme)
    _write_page(folder)
    return folder


def _take(name: str, version: str, digest: str, files: dict[str, Path]) -> None:
    """Take files out of a package of the npm registry, if it is the one we know."""
    with TemporaryDirectory() as scratch:
        asked = ["npm", "pack", "--silent", "--pack-destination", scratch, f"{name}@{version}"]
        try:
            done = subprocess.run(asked, capture_output=True, text=True, timeout=300, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotHadError(f"npm, to fetch {name} {version}: {error}") from None
        packed = next(Path(scratch).glob("*.tgz"), None)
        if packed is None:
            raise NotHadError(f"{name} {version} from the npm registry: {done.stderr.strip()[-200:]}")
        found = sha256(packed.read_bytes()).hexdigest()
        if found != digest:
            raise NotHadError(f"{name} {version} with the digest {digest}, found {found}")
        with tarfile.open(packed) as archive:
            for inside, to in files.items():
                to.parent.mkdir(parents=True, exist_ok=True)
                data = archive.extractfile(f"package/{inside}")
                assert data is not None
                to.write_bytes(data.read())


def _prune(library: Path) -> None:
    """Leave out of Python's own library what no game loads."""
    with zipfile.ZipFile(library) as archive:
        kept = {name: archive.read(name) for name in archive.namelist() if not NOT_OF_PYTHON.match(name)}
    _write_zip(library, kept)


def _pack(inside: Path, made: Path) -> None:
    paths = {path.relative_to(inside).as_posix(): path for path in inside.rglob("*") if path.is_file()}
    _write_zip(made, {name: path.read_bytes() for name, path in paths.items() if not NEVER_LOADED.match(name)})


def _write_licences(inside: Path, folder: Path) -> None:
    """Write the licences of the program and of the packages it needs; those of the rest lie beside it."""
    own = [("termpuzzles", ROOT / "LICENSE")]
    found = [(path.relative_to(inside).as_posix(), path) for path in sorted(inside.glob("*.dist-info/**/LICEN*"))]
    texts = [f"{name}\n\n{path.read_text(encoding='utf-8')}" for name, path in own + found if path.is_file()]
    texts.append("Pyodide: pyodide/LICENSE. xterm.js and its addons: xterm/LICENSE, and those beside it.\n")
    (folder / "licences.txt").write_text(f"\n{'=' * 80}\n\n".join(texts), encoding="utf-8")


def _write_zip(made: Path, files: dict[str, bytes]) -> None:
    """The same files make the same archive."""
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED, 9)


def _draw(picture: Path, theme: str) -> None:
    """The picture of a board that is shown while everything else is loaded."""
    asked = [sys.executable, "-m", "termpuzzles", "render", BOARD, "--to", "svg", "--theme", theme, "-o", str(picture)]
    subprocess.run(asked, check=True, capture_output=True)


def _write_page(folder: Path) -> None:
    """Write our own files, with the sizes for the bar, and the names of all files for a visit without a network."""
    heavy = ("app.zip", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "pyodide/pyodide-lock.json")
    total = sum((folder / name).stat().st_size for name in heavy)
    app = sha256(PACKAGES["pyodide"][1].encode() + (folder / "app.zip").read_bytes()).hexdigest()[:16]
    put: Callable[[str, str], int] = lambda name, text: (folder / name).write_text(text, encoding="utf-8")  # noqa: E731
    for own in WEB.iterdir():
        if own.name != "offline.js":
            put(own.name, own.read_text(encoding="utf-8").replace("{bytes}", str(total)).replace("{app}", app))
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names = [name for name in names if name != "offline.js"]
    version = sha256(b"".join((folder / name).read_bytes() for name in names)).hexdigest()[:16]
    offline = (WEB / "offline.js").read_text(encoding="utf-8").replace("{version}", version)
    put("offline.js", offline.replace("{files}", json.dumps([".", *names])))


def download(folder: Path) -> int:
    """How many bytes a first visit takes from a server that compresses with gzip."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in folder.rglob("*") if path.is_file())
