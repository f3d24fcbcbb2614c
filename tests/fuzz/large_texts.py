"""Large texts of every format, well formed or degenerate: reading them must take a time linear in their length."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isqrt
from random import Random

_SMALL = "┏┓\n┗┛\n"


def _random(letters: str, count: int) -> str:
    return "".join(Random(count).choices(letters, k=count))


def _picture(length: int) -> str:
    side = isqrt(length // 3)
    return "\n".join(_random("╸╻┓╺━┏┳╹┛┃┫┗┻┣╋", side) for _ in range(side))


def _numbers(length: int) -> str:
    side = isqrt(length // 2)
    return "\n".join(" ".join(_random("123456789", side)) for _ in range(side))


def _net(length: int) -> str:
    side = isqrt(length)
    return f"{side}x{side}:{_random('123456789abcde', side * side)}"


def _walled_net(length: int) -> str:
    side = isqrt(length // 2)
    return f"{side}x{side}w:{'3v1h' * (side * side // 2)}"


def _address(length: int) -> str:
    return f"https://example.org/net.html#5x5%3A{'%31' * (length // 3)}"


def _puzzlink(length: int) -> str:
    return f"simpleloop/2000/2000/{'0' * length}"


def _pzprv3(length: int) -> str:
    side = isqrt(length // 6)
    rows = ["* " * side] * side + ["0 " * (side - 1)] * side + ["0 " * side] * (side - 1)
    return "\n".join(["pzprv3", "simpleloop", str(side), str(side), *rows])


def _hexapipes(length: int) -> str:
    side = isqrt(length // 3)
    data = {"grid": "square", "width": side, "height": side, "wrap": True, "tiles": [3] * (side * side)}
    return json.dumps(data)


def _field(key: str, value: str) -> str:
    return f"{key:<8}:{len(value)}:{value}\n"


def _save(length: int) -> str:
    side, moves = isqrt(length // 2), length // 34
    heads = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", "Net")]
    heads += [("CPARAMS", f"{side}x{side}"), ("DESC", "3" * (side * side))]
    heads += [("NSTATES", str(moves + 1)), ("STATEPOS", str(moves + 1))]
    return "".join(_field(*head) for head in heads) + _field("MOVE", "A0,0") * moves


def _pearl_save(length: int) -> str:
    side, moves = isqrt(length), length // 40
    heads = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1"), ("GAME", "Pearl")]
    heads += [("CPARAMS", f"{side}x{side}"), ("DESC", "z" * (side * side // 26) + "a" * (side * side % 26))]
    heads += [("NSTATES", str(moves + 1)), ("STATEPOS", str(moves + 1))]
    return "".join(_field(*head) for head in heads) + _field("MOVE", "F1,0,0;F4,1,0") * moves


def _numbers_parted(length: int, part: str, around: tuple[str, str]) -> str:
    side = isqrt(length // 2)
    rows = (part.join(_random("123456789", side)) for _ in range(side))
    return "\n".join(f"{around[0]}{row}{around[1]}" for row in rows)


def _of_letters(letters: str, length: int) -> str:
    side = isqrt(length)
    return "\n".join(_random(letters, side) for _ in range(side))


def _pieces(length: int) -> str:
    side = isqrt(length // 4)
    return f"{side}\n{side}\n" + "5 1\n" * (side * side)


LARGE_TEXTS: dict[str, Callable[[int], str]] = {
    "picture": _picture,
    "number grid": _numbers,
    "Net id": _net,
    "Net id with walls": _walled_net,
    "address with escapes": _address,
    "puzz.link": _puzzlink,
    "pzprv3": _pzprv3,
    "pzprv3 in one line": lambda length: _pzprv3(length).replace("\n", "/"),
    "pzprv3 without an end": lambda length: "pzprv3/simpleloop/1/2/. . /0 " + "/" * length,
    "hexapipes": _hexapipes,
    "save": _save,
    "save of Pearl": _pearl_save,
    "Pearl id": lambda length: f"{isqrt(length)}x{isqrt(length)}dt:{'W' * isqrt(length) ** 2}",
    "commas": lambda length: _numbers_parted(length, ",", ("", "")),
    "JSON array": lambda length: f"[{_numbers_parted(length, ',', ('[', '],')).removesuffix(',')}]",
    "numpy": lambda length: f"[{_numbers_parted(length, ' ', ('[', ']'))}]",
    "flat array": lambda length: f"[{_numbers_parted(length, ',', ('', ',')).removesuffix(',')}]",
    "brackets": lambda length: "[" * length,
    "hexadecimal digits": lambda length: _of_letters("0123456789abcdef", length),
    "letters": lambda length: _of_letters("LIT+-", length),
    "pieces": _pieces,
    "for PencilBox": lambda length: "\n".join(_pzprv3(length).replace("* ", ". ").split("\n")[2:]),
    "Duplicate": lambda length: "https://puzz.link/p?" + _pzprv3(length // 2).replace("\n", "/").replace(" ", "%20"),
    "download of hexapipes": lambda length: "data:text/json," + _hexapipes(length // 2).replace(" ", "%20"),
    "spaced picture": lambda length: "\n".join(" ".join(row) for row in _picture(length // 2).split("\n")),
    "prose": lambda length: "some words\n" * (length // 11),
    "comments like headers": lambda length: f"{_SMALL}" + "# game\n" * (length // 7),
    "info": lambda length: f'pzprv3/mashu/1/2/. ./0/info:{{"metadata": {{"comment": "{"a" * length}"}}}}',
    "comments": lambda length: "# a\n" * (length // 4),
    "header lines": lambda length: "# a: b\n" * (length // 7),
    "walls": lambda length: f"# game: net\n# walls: {'1,1v ' * (length // 5)}\n{_SMALL}",
    "pins": lambda length: f"# game: net\n# pins: {'1,1 ' * (length // 4)}\n{_SMALL}",
    "title": lambda length: f"# title: {'a' * length}\n{_SMALL}",
    "partings": lambda length: "---\n" * (length // 4),
    "partings and comments": lambda length: "# a\n---\n" * (length // 8),
    "column of numbers": lambda length: "1\n" * (length // 2),
    "blank lines": lambda length: "\n" * length,
    "params": lambda length: f"2{'b0' * (length // 2)}",
    "one word": lambda length: "x" * length,
    "deep JSON": lambda length: '{"grid":' + "[" * length,
}
