"""The error for a puzzle text that cannot be read: its place, and what was expected there.

Names are read here as people write them: `chosen` takes the id or the title of a thing, and `did_you_mean` is the one
place that guesses which name was meant by a mistyped one.
"""

from collections.abc import Iterable, Mapping

_MOST_ECHOED = 60  # characters of an argument or a text that an error repeats


class ArgumentError(ValueError):
    """A wrong argument of a public function: `str()` is a sentence that says what was expected and what was found.

    Every wrong argument raises this or a kind of it.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class PuzzleError(ArgumentError):
    """A text is not a puzzle: where (source, line and column from 1), what was expected, and what was found instead.

    `str()` is the whole sentence, ready to print: ``first.loops:3:8: expected a tile, found 'g'``.
    """

    def __init__(
        self,
        expected: str,
        found: str | None = None,
        *,
        source: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.expected = expected
        self.found = found
        self.source = source
        self.line = line
        self.column = column
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """`source:line:column: expected …, found …` on one line, leaving out the parts that are not known."""
        what = self.expected if self.found is None else f"expected {self.expected}, found {self.found}"
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part not in ("", None))
        return on_one_line(f"{place}: {what}" if place else what)

    def __str__(self) -> str:
        return self.sentence()

    def at(self, source: str, first_line: int = 1) -> "PuzzleError":
        """The same error seen from the text that contains this one from `first_line` on, named `source`."""
        line = None if self.line is None else self.line + first_line - 1
        return PuzzleError(self.expected, self.found, source=source, line=line, column=self.column)


class WorkersError(Exception):
    """Work that was shared out cannot go on: a sentence says why, ready to print."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


def shortened(text: str, most: int = _MOST_ECHOED) -> str:
    """The text as an error repeats it: if it is long, its beginning and its end with an ellipsis between them."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-most // 2 + 1 :]}"


def on_one_line(text: str) -> str:
    """Escape line breaks and everything else in the text that a terminal might obey: names of files may hold them."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


_LONGEST_NAME = 80  # characters: nothing has a longer name, and comparing takes time


def did_you_mean(word: str, names: Iterable[str], titles: Mapping[str, str] | None = None) -> str:
    """`. Did you mean 'solve'?` if the word is much like one of the names, else "".

    Of what has a title, by its id in `titles`, that is said.
    """
    near = nearest(word, (*names, *(titles or ())))
    return f". Did you mean {(titles or {}).get(near, near)!r}?" if near else ""


def nearest(word: str, names: Iterable[str]) -> str:
    """The name that is most like the word, in whatever case; "" if none is much like it.

    One that is much longer or shorter is not, unless it begins so: nobody who types `sh` means `rush`.
    """
    from difflib import get_close_matches  # 5 ms, needed only after a mistake

    typed, off = word.lower(), max(1, len(word) // 3)
    known = {name.lower(): name for name in reversed([*names])}
    like = [name for name in known if abs(len(name) - len(typed)) <= off or name.startswith(typed)]
    near = get_close_matches(typed, like, 1) if len(word) <= _LONGEST_NAME else []
    return known[near[0]] if near else ""


_SPELT_OUT = str.maketrans({"∞": "infinity", "ö": "o"})  # letters that not every keyboard has


def folded(name: str) -> str:
    """A name without what people write differently: `No-Loop`, `no_loop` and `no loop` are `noloop`."""
    return "".join(filter(str.isalnum, name.casefold().translate(_SPELT_OUT)))


def slug(title: str) -> str:
    """A title as one word for a command line: `If … then …` is `if-then`, `∞ Loop` is `infinity-loop`."""
    words = title.casefold().translate(_SPELT_OUT).replace("'", "").split()
    return "-".join(filter(None, ("".join(c if c.isalnum() else "-" for c in word).strip("-") for word in words)))


def meanings(word: str, titles: Mapping[str, str]) -> list[str]:
    """The ids that a word may stand for, of titles by id: the one with this id or title, else all that begin so."""
    typed = folded(word)
    names = {name: (folded(name), folded(title)) for name, title in titles.items()}
    exact = [name for name, known in names.items() if typed in known]
    begun = [name for name, known in names.items() if typed and any(each.startswith(typed) for each in known)]
    return exact[:1] or begun


def chosen(word: str, titles: Mapping[str, str], what: str) -> str:
    """The id of what is called so: by its id or title, in any case, with spaces, `-` or `_`, or by its beginning.

    `titles` are the titles by id, and `what` says what they are titles of. Raises `PuzzleError` for any other word, and
    for a beginning of several.
    """
    found = meanings(word, titles)
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(map(repr, (titles[name] for name in found)))
        raise PuzzleError(f"{shortened(word)!r} is the beginning of several names: {several}")
    near = did_you_mean(word, titles.values(), titles)
    known = "" if near else f". Known are {', '.join(titles.values())}."
    raise PuzzleError(f"unknown {what} {shortened(word)!r}{near or known}")
