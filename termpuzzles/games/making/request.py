"""A request for a new board in words: `net 9x9 --rating four-together`, `Masyu 8x8, tricky`, `9x9w`.

This is the one grammar for whoever asks for a board: the command line, plain mode, the app and the service. A game, a
size and all that `Params` has may stand in any order, between commas or spaces; a word such as `rating` or `--rating`
may stand before a value. Titles and ids are taken alike, in any case, with spaces, `-` or `_`, and by their beginning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from termpuzzles.board.surface import SURFACES, Seam, Surface
from termpuzzles.english import plural
from termpuzzles.errors import PuzzleError, chosen, folded, nearest, shortened, slug
from termpuzzles.games import USUAL, named, names
from termpuzzles.games.making.params import (
    SHAPES,
    STYLES,
    SYMMETRIES,
    Params,
    parse_effort,
    parse_share,
    parse_size,
    parse_times,
)
from termpuzzles.logic.answers.grades import GRADES
from termpuzzles.logic.rules.techniques import TITLES

WALLS = {"no": 0.0, "some": 0.15, "many": 0.35}  # shares of the lines not drawn, as players call them
SPARE = {"no": 0.0, "some": 0.3, "many": 0.7}  # shares of the clues that are not needed
USUAL_SIZE = "7x7"
_LONGEST = 5  # words of a name
_LEAST = 2  # letters of a beginning


class AskedBoard(NamedTuple):
    """What board somebody asks for: the game, and the params of the new board."""

    game: str
    params: Params

    @property
    def words(self) -> str:
        """The request in words that are read back as it: `Net 9x9w, rating Four together`."""
        return f"{named(self.game).title} {self.params.words}"


class _Value(NamedTuple):
    """What a name stands for: a field of the request, and its value."""

    field: str
    value: object


class _Chunk(NamedTuple):
    """A part of a request that was understood: where it ends, and what it says."""

    end: int
    value: _Value


class _NotUnderstood(Exception):  # noqa: N818 - it becomes one sentence about the whole request
    """A part of a request that was not understood: its words, why, and the name that is most like it."""

    def __init__(self, begin: int, end: int, why: str, near: str = "") -> None:
        super().__init__(why)
        self.begin, self.end, self.why, self.near = begin, end, why, near


def asked_board(text: str, game: str | None = None, usual: str = USUAL) -> AskedBoard:
    """The board that a text asks for; its game may not differ from `game`, and is `usual` if neither names one.

    Raises `PuzzleError` with the part that was not understood and the nearest request that would be.
    """
    words = _words(text)
    try:
        found = _all_of(words)
    except _NotUnderstood as wrong:
        raise PuzzleError(f"{wrong.why}{_nearest_request(words, wrong)}") from None
    asked = str(found.pop("game", game or usual))
    if game not in (None, asked):
        raise PuzzleError(f"a board of {named(str(game)).title}, found one of {named(asked).title}")
    return AskedBoard(asked, _params(found))


def begins_request(text: str) -> bool:
    """Whether a text begins with a word of requests, so that what is wrong with the rest of it may be told."""
    words = _words(text)
    try:
        return bool(words) and _chunk(words, 0) is not None
    except _NotUnderstood:
        return False
    except PuzzleError:
        return True


def names_a_board(text: str) -> bool:
    """Whether a text names a game or a size with both numbers, so that it is a request and nothing else."""
    words = _words(text)
    return any(_is_game(" ".join(words[:end])) for end in (1, 2)) or any(
        _is_game(word) or ("x" in word and _SIZE.fullmatch(word.lower())) for word in words
    )


def requests_in(words: Sequence[str]) -> list[str]:
    """The requests in the words of a command line: another begins with another size, or another game."""
    words = _BY.sub("x", " ".join(words)).split()
    sizes = ["x" in word and _SIZE.fullmatch(word.lower().strip(",")) is not None for word in words]
    if sum(sizes) < 2:
        return [" ".join(words)] if words else []
    found: list[str] = []
    has_size = True
    for word, is_size in zip(words, sizes, strict=True):
        if has_size and (is_size or _is_game(word) or not found):
            found.append(word)
            has_size = is_size
        else:
            found[-1] += f" {word}"
            has_size = has_size or is_size
    return found


def game_titles() -> dict[str, str]:
    """The title of each game by its name."""
    return {name: named(name).title for name in names()}


def name_of_game(word: str) -> str:
    """The name of the game that is called so; else `PuzzleError`."""
    return word if word in names() else chosen(word, game_titles(), "game")


def rating_called(word: str) -> str:
    """The id of the technique that is called so; else `PuzzleError`."""
    return word if word in TITLES else chosen(word, TITLES, "rating")


def _is_game(word: str) -> bool:
    return word in names() or any(folded(word) == folded(title) for title in game_titles().values())


_SIZE = re.compile(r"(?P<size>\d+(?:x\d+)?(?:[ckm][xy]|ky|w)?)(?:b(?P<walls>[0-9.]+))?(?P<any>a?)", re.ASCII)
_BY = re.compile(r"(?<=\d)\s*(?:[x×]|\bby\b)\s*(?=\d)", re.IGNORECASE)


def _words(text: str) -> list[str]:
    """The words of a request, with commas as words of their own."""
    text = _BY.sub("x", text.replace(",", " , "))
    found = []
    for word in text.split():
        key, equals, value = word.partition("=")
        found += [key, value] if equals and key.startswith("-") and value else [word]
    return found


def _all_of(words: Sequence[str]) -> dict[str, object]:
    """What the words say, by field."""
    found: dict[str, object] = {}
    at = 0
    while at < len(words):
        if words[at] == ",":
            at += 1
            continue
        end, (field, value) = _chunk(words, at)
        if field in found and found[field] != value:
            raise _NotUnderstood(at, end, f"{shortened(' '.join(words[at:end]))!r} is a second {field}")
        found[field] = value
        at = end
    return found


def _chunk(words: Sequence[str], at: int) -> _Chunk:
    """The part of the request that begins there."""
    if sized := _SIZE.fullmatch(words[at].lower()):
        return _Chunk(at + 1, _Value("size", _size(sized)))
    if keyed := _after_key(words, at):
        return keyed
    if found := _name(words, at):
        return found
    raise _unknown(words, at)


def _size(found: re.Match[str]) -> Params:
    params = parse_size(found["size"])
    walls = parse_share(found["walls"]) if found["walls"] else 0.0
    return replace(params, walls=walls, unique=not found["any"])


def _phrases(words: Sequence[str], at: int) -> list[int]:
    """Where the phrases end that begin there, the longest first; none goes past a comma or a `--word`."""
    end = at + 1
    while end < min(len(words), at + _LONGEST) and words[end] != "," and not words[end].startswith("--"):
        end += 1
    return list(range(end, at, -1))


def _after_key(words: Sequence[str], at: int) -> _Chunk | None:
    """A value with the word before it that says what it is, such as `rating four together`."""
    for end in _phrases(words, at)[::-1][:2]:
        field = _KEYS.get(folded(" ".join(words[at:end])))
        if field is None:
            continue
        if end == len(words) or words[end] == ",":
            if words[at].startswith("-") and field not in _FLAGS:
                raise _NotUnderstood(at, end, f"expected a value after {words[at]}")
            return None
        return _value_of(words, at, end, field)
    return None


def _value_of(words: Sequence[str], at: int, begin: int, field: str) -> _Chunk | None:
    """The value of that field, which begins there; None if the words are a name of their own."""
    first = ""
    for end in _phrases(words, begin):
        text = " ".join(words[begin:end])
        try:
            return _Chunk(end, _Value(field, _READERS[field](text)))
        except PuzzleError as error:
            first = first or str(error)
    if _name(words, at) is not None and not words[begin][:1].isdigit():
        return None
    end = _phrases(words, begin)[0]
    near = _nearest_title(" ".join(words[begin:end]), _titles_of(field))
    why = first.partition(". ")[0] if near else first
    near = slug(near) if words[at].startswith("-") else near
    raise _NotUnderstood(begin, end, why, near)


def _name(words: Sequence[str], at: int) -> _Chunk | None:
    """A name that says by itself what it is, such as `tricky`; by its beginning only if nothing is called so."""
    ends, known = _phrases(words, at), _names()
    for end in ends:
        if found := known.get(folded(" ".join(words[at:end]))):
            return _Chunk(end, found)
    for end in ends:
        typed = folded(" ".join(words[at:end]))
        begun = {value: name for name, value in known.items() if len(typed) >= _LEAST and name.startswith(typed)}
        if len(begun) > 1:
            several = [_title(value) for value in begun]
            why = f"{shortened(' '.join(words[at:end]))!r} is the beginning of several names: {', '.join(several)}"
            raise _NotUnderstood(at, end, why, several[0])
        if begun:
            return _Chunk(end, next(iter(begun)))
    return None


def _unknown(words: Sequence[str], at: int) -> _NotUnderstood:
    """The error for words that are nothing, with the name that is most like them."""
    titles = game_titles() | TITLES | {name: name for name in (*GRADES, *SHAPES, *SYMMETRIES, *_KEYS)}
    if words[at].startswith("-"):
        near = nearest(words[at], [f"--{key}" for key in _OPTIONS])
        return _NotUnderstood(at, at + 1, f"unknown option {shortened(words[at])!r}", near)
    why = f"unknown word {shortened(words[at])!r}"
    for begin in (at - 1, at):  # what stands before may be the beginning of the same name
        is_apart = begin < 0 or words[begin] == "," or _SIZE.fullmatch(words[begin].lower()) or _is_game(words[begin])
        for end in () if is_apart and begin < at else _phrases(words, begin):
            if end > at and (near := _nearest_title(" ".join(words[begin:end]), titles)):
                return _NotUnderstood(begin, end, why, near)
    return _NotUnderstood(at, at + 1, why)


def _nearest_title(text: str, titles: Mapping[str, str]) -> str:
    """The title of what has an id or a title much like that text, or alone begins with its first of several words."""
    if near := nearest(text, (*titles.values(), *titles)):
        return titles.get(near, near)
    first, *others = slug(text).split("-")
    begun = {title for title in titles.values() if slug(title).startswith(f"{first}-")}
    return begun.pop() if others and len(begun) == 1 else ""


def _nearest_request(words: Sequence[str], wrong: _NotUnderstood) -> str:
    """`. Did you mean 'net 9x9 tricky'?`, or else what can be asked for."""
    if wrong.why.endswith("."):
        return ""
    kept = [*words[: wrong.begin], *([wrong.near] if wrong.near else []), *words[wrong.end :]]
    text = " ".join(kept).replace(" ,", ",").strip(" ,")
    try:
        _all_of(_words(text))
    except (_NotUnderstood, PuzzleError):
        text = ""
    if not text or len(text) > 80:
        return ". A request names a game, a size or both, as in 'net 9x9, tricky'"
    return f". {'Did you mean' if wrong.near else 'Try'} {text!r}{'?' if wrong.near else ''}"


def _params(found: Mapping[str, object]) -> Params:
    """The params of what was found by field."""
    size = found.get("size") or parse_size(USUAL_SIZE)
    assert isinstance(size, Params)
    given = {field: value for field, value in found.items() if field in Params.__dataclass_fields__}
    if "at most" in found:
        if "rating" in found:
            raise PuzzleError("a rating or 'at most' a rating", "both")
        given |= {"rating": found["at most"], "at_most": True}
    surface = found.get("surface")
    if isinstance(surface, Surface):
        given["surface"] = _turned(surface) if "upright" in found else surface
    return replace(size, **given)  # type: ignore[arg-type]  # each value was read for its field


def _turned(surface: Surface) -> Surface:
    """The surface with its twist the other way."""
    return Surface(surface.down, surface.across) if Seam.FLIPPED in surface else surface


@cache
def _names_of(games: tuple[str, ...]) -> dict[str, _Value]:
    found = {folded(title): _Value("rating", rule) for rule, title in TITLES.items()}
    found |= {folded(rule): _Value("rating", rule) for rule in TITLES}
    found |= {folded(grade): _Value("grade", grade) for grade in GRADES}
    found |= {folded(style): _Value("style", style) for style in STYLES}
    found |= {folded(shape): _Value("style", style) for shape, style in SHAPES.items()}
    found |= {folded(symmetry): _Value("symmetry", symmetry) for symmetry in SYMMETRIES}
    found |= {folded(word): _Value("surface", SURFACES[suffix]) for word, suffix in _SURFACES.items()}
    found |= {"any": _Value("unique", False), "wallsmatter": _Value("walls_matter", True)}
    found |= {"upright": _Value("upright", True), "walls": _Value("walls", WALLS["some"])}
    found |= {f"{word}walls": _Value("walls", share) for word, share in WALLS.items()}
    for name in games:
        game = named(name)
        found |= {folded(name): _Value("game", name), folded(game.title): _Value("game", name)}
        if game.clue:
            found |= {f"{word}more{folded(plural(game.clue.noun))}": _Value("spare", SPARE[word]) for word in SPARE}
    return found


def _names() -> dict[str, _Value]:
    """All names that say by themselves what they are, folded."""
    return _names_of(names())


def _title(found: _Value) -> str:
    """A value as players read it."""
    if found.field == "game":
        return named(str(found.value)).title
    if isinstance(found.value, Surface):
        return found.value.words
    return TITLES.get(str(found.value), str(found.value)) if found.field == "rating" else str(found.value)


def _titles_of(field: str) -> Mapping[str, str]:
    """The titles, by id, of the values that a field takes, if these are names."""
    if field == "game":
        return game_titles()
    known: Mapping[str, Sequence[str]] = {"grade": GRADES, "style": (*SHAPES, *STYLES), "symmetry": SYMMETRIES}
    return TITLES if field in ("rating", "at most") else {name: name for name in known.get(field, ())}


def _style(text: str) -> str:
    known = {style: shape for shape, style in SHAPES.items()}
    return chosen(text, known, "shape")


def _symmetry(text: str) -> str:
    return chosen(text, {name: name for name in SYMMETRIES}, "symmetry")


def _grade(text: str) -> str:
    return chosen(text, {name: name for name in GRADES}, "grade")


def _share_or_word(shares: Mapping[str, float]) -> Callable[[str], float]:
    return lambda text: shares[text.lower()] if text.lower() in shares else parse_share(text)


def _surface(text: str) -> Surface:
    words = {folded(word): suffix for word, suffix in _SURFACES.items()}
    suffix = text.lower() if text.lower() in SURFACES else words.get(folded(text))
    if suffix is None:
        raise PuzzleError("a surface such as wraps, Möbius strip or Klein bottle", repr(shortened(text)))
    return SURFACES[suffix]


_SURFACES = {
    "wrap": "w",
    "wraps": "w",
    "wraps around": "w",
    "cylinder": "cx",
    "wraps across": "cx",
    "wraps down": "cy",
    "Möbius strip": "mx",
    "Klein bottle": "kx",
}  # in words, with what follows a size
_KEYS = {
    "game": "game",
    "rating": "rating",
    "technique": "rating",
    "hardest": "rating",
    "atmost": "at most",
    "grade": "grade",
    "difficulty": "grade",
    "effort": "effort",
    "times": "times",
    "density": "density",
    "walls": "walls",
    "spare": "spare",
    "symmetry": "symmetry",
    "shape": "style",
    "style": "style",
    "surface": "surface",
}
_OPTIONS = ("rating", "at-most", "grade", "effort", "times", "density", "walls", "walls-matter", "spare", "symmetry")
_FLAGS = ("walls",)  # keys that are also values by themselves
_READERS: Mapping[str, Callable[[str], object]] = {
    "game": name_of_game,
    "rating": rating_called,
    "at most": rating_called,
    "grade": _grade,
    "effort": parse_effort,
    "times": parse_times,
    "density": parse_share,
    "walls": _share_or_word(WALLS),
    "spare": _share_or_word(SPARE),
    "symmetry": _symmetry,
    "style": _style,
    "surface": _surface,
}
