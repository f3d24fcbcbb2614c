"""Players of the Wall Game who are killed in the middle of a turn: no action that was shown is lost."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import NoReturn

from termpuzzles.play.opening import Opened
from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.journal_text import Event, parse
from termpuzzles.storage.library import Folders, Library
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import Wall, start
from termpuzzles.wall.match.course import begin_match, match_of, match_opening
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import DUEL, Terms
from tests.fuzz.kills import Show, shown_until_killed

TERMS = Terms(start("standard", 8, 8), ("you", "friend"))


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Kill that many players of one game, each going on where the last one stopped, and report what was lost."""
    rng, lost, halves = Random(seed), 0, 0
    library = Library(Folders(folder / "data", folder / "config"))
    context = PlayContext(library, library.settings())
    first = begin_match(context, TERMS)
    first.staging.put(False, (0, 6))  # a game of which nothing was done is not in the list
    first.leave()
    for _ in range(count):
        shown = shown_until_killed(lambda show: _play(context, rng, show), rng)
        match = _opened(context)
        if shown is not None:
            lost += shown.decode() not in (_seen(match), *_before(context))
            halves += not shown.endswith(b" ---")
        assert not match.trouble, match.trouble
        match.leave()
    return f"{count} kills, {halves} of them in mid-turn, {lost} with an action lost"


def _opened(context: PlayContext) -> Match:
    """The only game of the list, from its journal."""
    (entry,) = context.library.others(DUEL)
    found = match_opening(context, entry)
    assert isinstance(found, Opened)
    return match_of(context, found)


def _play(context: PlayContext, rng: Random, show: Show) -> NoReturn:
    """Do one action after the other, and show each."""
    match = _opened(context)
    while True:
        staging, (file, rank) = match.staging, (rng.randrange(8), rng.randrange(8))
        match rng.randrange(6):
            case 0 if staging.turn != Turn():
                staging.back()
            case 1 if not staging.left:
                match.play(staging.turn)
            case 2 | 3:
                is_mouse = rng.random() < 0.5
                staging.put(is_mouse, rng.choice([*staging.targets(is_mouse), staging.place(is_mouse)]))
            case _:
                staging.build(Wall(rng.random() < 0.5, file, rank))
        if match.game.outcome:
            match.take_turns_back(2)
        show(_seen(match).encode())


def _seen(match: Match) -> str:
    """How many turns were played, and what is staged."""
    return f"{len(match.game.turns)} {match.staging.turn}"


def _before(context: PlayContext) -> list[str]:
    """The same before the last event, which was kept but not shown yet; the end of a game is an event of its own."""
    (entry,) = context.library.others(DUEL)
    events = parse(context.library.store.read(entry.name)).events
    return [_after(events[:-number]) for number in (1, 2, 3) if number == 1 or events[1 - number][1] == "finished"]


def _after(events: list[Event]) -> str:
    match = Match(TERMS, time.monotonic)
    assert match.restore(events) == len(events)
    return _seen(match)
