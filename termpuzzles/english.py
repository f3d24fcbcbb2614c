"""English for whoever makes a sentence: numbers and their nouns, lists, and a sentence's two ends."""

from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_HISSING = ("s", "x", "ch", "sh")  # endings of nouns whose plural ends in `es`


def number_in_words(number: int) -> str:
    """`no`, `one`, `two` up to `ten`, then `11`."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def plural(noun: str) -> str:
    """`tiles`, `branches`."""
    return f"{noun}es" if noun.endswith(_HISSING) else f"{noun}s"


def counted(number: int | str, noun: str) -> str:
    """`1 loop`, `3 loops`, `no loops`: a number, which may be in words, with its noun."""
    return f"{number} {noun if str(number).strip() in ('1', 'one') else plural(noun)}"


def how_often(number: int) -> str:
    """`never`, `once`, `twice`, `three times` up to `ten times`, then `11 times`."""
    return ("never", "once", "twice")[number] if number < 3 else f"{number_in_words(number)} times"


def joined(words: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`, or with another word; "" if there are none."""
    return f" {word} ".join([", ".join(words[:-1])] * (len(words) > 1) + [*words[-1:]])


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop, unless it ends as a sentence does."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"
