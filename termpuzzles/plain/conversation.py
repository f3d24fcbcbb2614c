"""The conversation: places from Home down to a board, lines in and lines out, menus, and the settings as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from math import inf
from time import monotonic
from typing import NamedTuple, Protocol

from termpuzzles.english import counted, sentence
from termpuzzles.errors import did_you_mean, on_one_line, shortened
from termpuzzles.logic.task import Budget
from termpuzzles.play.stage import PlayContext
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.settings import OPTIONS, Option

PAGE = 20  # choices to read out at once
FEW = 8  # up to this many choices are read out again to a player who comes back
LONGEST = 1000  # the most characters of a line to read
LONGEST_WAIT = Budget(seconds=60.0)
MOMENT = 1.0  # seconds of silence, after which a player might take the program for frozen
ONE_MOMENT = "One moment; this takes a while."


Others = Callable[[list[str]], "Iterator[str | PlainPlace] | None"]


class Conversation:
    """Answers one line after the other, in the place where the player is; `ended` once no place is left."""

    def __init__(self, first: PlainPlace, others: Others = lambda words: None) -> None:
        self._places = [first]
        self._others = others  # answers lines about other players, wherever the player is; None for any other line

    @property
    def ended(self) -> bool:
        """Whether the player has left the outermost place."""
        return not self._places

    def begin(self) -> Iterator[str]:
        """The lines to say before the player's first line."""
        try:
            yield from self._places[-1].enter()
        except Back:
            yield from self._go_back()

    def answer(self, line: str) -> Iterator[str]:
        """The answer to one line, line by line."""
        words = line[:LONGEST].lower().split()
        if self.ended:
            return
        if words == ["q"] or words[:1] in (["quit"], ["exit"]):
            self.close()
            return
        here = self._places[-1]
        try:
            replies = (self._others(words) or here.answer(words)) if words else here.on_empty_line()
            for reply in replies:
                if isinstance(reply, str):
                    yield reply
                else:
                    self._places.append(reply)
                    yield from reply.enter()
        except Back:
            yield from self._go_back()

    async def settled(self) -> None:
        """Wait until what was asked for is done, in a place where that takes a while."""
        for place in [*self._places]:
            await place.settled()

    def close(self) -> None:
        """Leave every place at the end of the input, so that everything is kept."""
        while self._places:
            self._places.pop().leave()

    def _go_back(self) -> Iterator[str]:
        """Go back to the place before, and further if that one only led on."""
        self._places.pop().leave()
        if self._places:
            yield from self.begin()


def talk(conversation: Conversation, lines: Iterable[str]) -> Iterator[str]:
    """The whole conversation, as the lines come in; everything is kept at its end, however it ends."""
    try:
        yield from conversation.begin()
        for line in lines:
            yield from conversation.answer(line)
            if conversation.ended:
                return
    finally:
        conversation.close()


@dataclass
class PlainContext(PlayContext):
    """Shared by all places: what games depend on, what an answer may cost, and how detailed descriptions are."""

    today: Callable[[], datetime] = datetime.now
    budget: Budget = LONGEST_WAIT
    full: bool = False  # full sentences about each cell, or brief ones
    print_line: Callable[[str], None] = lambda line: None  # prints a line at once, while its answer is still looked for
    every: Callable[[Callable[[], None]], Callable[[], None]] = lambda look: lambda: None  # calls it now and then

    def patience(self) -> Callable[[], bool]:
        """Whether an answer looked for from now on takes too long; the player is told once that it takes a while."""
        budget, told_at = self.budget.begun(), monotonic() + MOMENT

        def is_over() -> bool:
            nonlocal told_at
            if monotonic() > told_at:
                told_at = inf
                self.print_line(ONE_MOMENT)
            return budget()

        return is_over

    @cached_property
    def cache(self) -> GuideCache:
        """What the answers so far have found out, for the next question."""
        return GuideCache()


class PlainPlace(Protocol):
    """One place of the conversation."""

    def enter(self) -> Iterator[str]:
        """The lines to say when the player arrives or comes back."""

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a line, given as words in lower case; if it yields a place, the player enters it."""

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """The answer to a line without words."""
        return iter(())

    async def settled(self) -> None:
        """Wait until what was asked for is done; most places do everything at once."""
        return

    def leave(self) -> None:
        """Called when the player goes away from here."""


class Back(Exception):  # noqa: N818 - going back is no error
    """The player goes back to where this place was entered from."""


class MenuItem(NamedTuple):
    """One of several numbered choices: its words, and where it leads."""

    words: str
    go: Callable[[], Iterator[str | PlainPlace]]


_MENU_WORDS = ("more", "list", "back", "help", "quit")


class Menu(PlainPlace):
    """Numbered choices; a number takes one, and so do words that occur in only one of them."""

    def __init__(self, title: str, choices: Callable[[], list[MenuItem]], outermost: bool = False) -> None:
        self._title = title
        self._make = choices
        self._outermost = outermost
        self._choices: list[MenuItem] = []
        self._shown: list[int] = []
        self._read_out = 0
        self._chosen = 0

    def enter(self) -> Iterator[str]:
        """The title and the first choices; or, on return to a long list, the choice taken before."""
        self._choices = self._make()
        yield self._title
        if 0 < self._chosen <= len(self._choices) > FEW and not self._outermost:
            yield from self._list([self._chosen - 1])
            yield f"Type list for all {len(self._choices)}."
        else:
            yield from self._list(list(range(len(self._choices))))

    def leave(self) -> None:
        """Nothing is kept here."""

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Take a choice, read out more, find some, or go back."""
        if words[0].isdecimal():
            yield from self._choose(int(words[0]))
        elif words == ["more"]:
            yield from (
                self._more() if self._read_out < len(self._shown) else ["That was all. Type list to see it again."]
            )
        elif words == ["back"]:
            if self._outermost:
                yield "You are at the main menu. Type quit to leave."
            else:
                raise Back
        elif words == ["list"]:
            self._choices = self._make()
            yield from self._list(list(range(len(self._choices))))
        elif words in (["help"], ["h"], ["?"]):
            yield "Type the number of a choice or words from it, or more, list, back or quit."
        else:
            yield from self._find(words)

    def _choose(self, number: int) -> Iterator[str | PlainPlace]:
        if 1 <= number <= len(self._choices):
            self._chosen = number
            yield from self._choices[number - 1].go()
        else:
            yield f"Type a number from 1 to {len(self._choices)}." if self._choices else _NOTHING

    def _find(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Take the only choice with these words, or say all that have them."""
        found = self._matching(words)
        if len(found) == 1:
            yield from self._choose(found[0] + 1)
        elif found:
            yield from self._list(found)
        else:
            text = on_one_line(shortened(" ".join(words)))
            yield f'Nothing here matches "{text}"{self._meant(words) or ". Type list to see the choices."}'

    def _meant(self, words: Sequence[str]) -> str:
        """`. Did you mean 'rush'?` where a word is much like one of a choice, or like one that all menus know."""
        known = {word.strip(",.:") for choice in self._choices for word in choice.words.lower().split()}
        strange = [word for word in words if not any(word in choice.words.lower() for choice in self._choices)]
        return did_you_mean(strange[0], (*_MENU_WORDS, *sorted(known))) if strange else ""

    def _matching(self, words: list[str]) -> list[int]:
        return [at for at, choice in enumerate(self._choices) if all(word in choice.words.lower() for word in words)]

    def _list(self, places: list[int]) -> Iterator[str]:
        if not self._choices:
            yield _NOTHING
        self._shown, self._read_out = places, 0
        yield from self._more()

    def _more(self) -> Iterator[str]:
        page = self._shown[self._read_out : self._read_out + PAGE]
        self._read_out += len(page)
        for at in page:
            yield f"{at + 1}. {self._choices[at].words}"
        if left := len(self._shown) - self._read_out:
            yield f"Type more for {counted(left, 'more choice')}."


_NOTHING = "There is nothing to choose here. Type back."
_DRAWN = ("theme", "look", "blocks", "glyphs", "keymap", "marks", "sealed", "inside", "click", "rulers")
_OF_SCREENS = (*_DRAWN, "offer", "watch", "time", "game", "size")


def settings_menu(context: PlainContext) -> Menu:
    """Every setting that matters without a screen."""
    options = [option for option in OPTIONS if option.name not in _OF_SCREENS]

    def choices() -> list[MenuItem]:
        return [MenuItem(_words(context, option), partial(_change, context, option)) for option in options]

    return Menu("Settings. Type the number of one to change it.", choices)


def _words(context: PlainContext, option: Option) -> str:
    return f"{option.name}, {_value(context, option)}: {option.sentence}"


def _value(context: PlainContext, option: Option) -> str:
    value = context.settings.get(option.name, option.default)
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _change(context: PlainContext, option: Option) -> Iterator[str | PlainPlace]:
    """Go on to the next value, unless the player's file decides it."""
    settings, values = context.settings, option.values
    if option.name in settings.fixed:
        yield f"Your settings file sets {option.name}."
        return
    now = values.index(settings.get(option.name, option.default))
    settings[option.name] = values[(now + 1) % len(values)]
    yield f"{option.name} is {_value(context, option)} now."
    if trouble := context.keep_settings():
        yield sentence(trouble)
