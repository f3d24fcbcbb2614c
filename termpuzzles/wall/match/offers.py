"""Where players of a service find each other for a match: what is offered, who is challenged, and what is listed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from termpuzzles.company.meetings import Invitation
from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.wall.game.notation import read_size, variant_named
from termpuzzles.wall.game.position import RED, SIDES, USUAL_SIZE, VARIANTS, start
from termpuzzles.wall.match.ratings import EloRating, Kind, LedgerEntry
from termpuzzles.wall.match.terms import CLOCKS, NO_CLOCK, Terms

ANY = "any"  # colour: chance decides
COLOURS = (*SIDES, ANY)
RATED, UNRATED = "rated", "unrated"
_SIZE = re.compile(r"\d+x\d+", re.ASCII)
_USUAL_CLOCK = "10+2"


class Offer(NamedTuple):
    """What a match is to be: the colour is that of whoever offers it."""

    variant: str = "standard"
    size: str = "8x8"
    clock: str = _USUAL_CLOCK
    rated: bool = True
    colour: str = ANY

    def __str__(self) -> str:
        clock = CLOCKS[self.clock] if self.clock else "no clock"
        return f"{self.variant}, {self.size}, {clock}, {RATED if self.rated else UNRATED}"

    def words(self) -> tuple[str, ...]:
        """The words that `offer_of` reads."""
        return self.variant, self.size, CLOCKS[self.clock], RATED if self.rated else UNRATED, self.colour

    def terms(self, mine: tuple[str, str], theirs: tuple[str, str], chance: Random) -> Terms:
        """The terms of the match between two players, each an id and a name."""
        width, height = read_size(self.size)
        is_red = self.colour == SIDES[RED] if self.colour in SIDES else chance.random() < 0.5
        red, blue = (mine, theirs) if is_red else (theirs, mine)
        at = start(self.variant, width, height)
        return Terms(at, (red[0], blue[0]), self.clock, (red[1], blue[1]), self.rated)


def offer_of(words: Sequence[str], usual: Offer | None = None) -> Offer:
    """The offer that the words tell, in any order; raises `PuzzleError` for one that cannot be."""
    told: dict[str, str] = {}
    for word in words:
        part, value = _part(word)
        if part in told:
            raise PuzzleError(f"one {part}", f"{told[part]!r} and {value!r}")
        told[part] = value
    found = usual or Offer()
    variant = told.get("variant", found.variant)
    width, height = USUAL_SIZE[variant]
    size = told.get("size", f"{width}x{height}" if "variant" in told else found.size)
    variant_named(variant, *read_size(size))
    clock = told.get("clock", found.clock)
    rated = told["rating"] == RATED if "rating" in told else found.rated and clock != NO_CLOCK
    if rated and clock == NO_CLOCK:
        raise PuzzleError("a clock for a rated game")
    return Offer(variant, size, clock, rated, told.get("colour", found.colour))


def _part(word: str) -> tuple[str, str]:
    """What a word of an offer is about, and its value."""
    clocks = {name: control for control, name in CLOCKS.items()}
    if word in VARIANTS:
        return "variant", word
    if _SIZE.fullmatch(word):
        return "size", word
    if word in clocks or (word and word in CLOCKS):
        return "clock", clocks.get(word, word)
    if word in (RATED, UNRATED):
        return "rating", word
    if word in COLOURS:
        return "colour", word
    known = (*VARIANTS, *clocks, RATED, UNRATED, *COLOURS)
    raise PuzzleError(
        f"a variant, a size such as 8x8, a clock ({', '.join(clocks)}), {RATED} or {UNRATED}, or a colour",
        f"{shortened(word)!r}{did_you_mean(word, known)}",
    )


def with_part(offer: Offer, part: str, value: str) -> Offer:
    """The offer with another value of a part, and with what that value needs."""
    width, height = USUAL_SIZE["freestyle"]
    if part == "rating":
        return offer._replace(rated=value == RATED, clock=offer.clock or (_USUAL_CLOCK if value == RATED else ""))
    offer = Offer(**{**offer._asdict(), part: value})
    if part == "clock" and value == NO_CLOCK:
        return offer._replace(rated=False)
    if part == "variant" and value == "freestyle":
        return offer._replace(size=f"{width}x{height}")
    if part == "size" and offer.variant == "freestyle":
        return offer._replace(variant="standard")
    return offer


class OpenChallenge(NamedTuple):
    """A challenge to anybody: its name, and who offers it, by id and name."""

    name: str
    host: str
    host_name: str
    offer: Offer


class Running(NamedTuple):
    """A match that goes on: its name, the ids of its players, their names, what is played, and the turns so far."""

    match: str
    seats: tuple[str, str]
    title: str
    about: str
    turns: int


class OpenList(NamedTuple):
    """What anybody can see, open challenges and matches that go on; and the challenges to whoever looks."""

    challenges: tuple[OpenChallenge, ...] = ()
    running: tuple[Running, ...] = ()
    invitations: tuple[Invitation, ...] = ()


class Standings(NamedTuple):
    """What a player has come to: id and name, the matches that ended and then those that go on, and the ratings.

    `notice` says that the turns of matches will soon no longer all be kept; mostly "".
    """

    player: str
    name: str
    played: tuple[LedgerEntry, ...]
    ratings: Mapping[Kind, EloRating]
    names: Mapping[str, str]  # of the others, by id
    notice: str = ""


class LobbyError(Exception):
    """Something cannot be done about a match; its text is a sentence that says why."""
