"""The ladder: ratings of boards and players, found again from games at random, and the level that comes next."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import pairwise, product
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from termpuzzles.catalogue.ladder import (
    AGAIN_AFTER,
    BEGINNING,
    HELPED,
    LOST,
    STEP,
    WON,
    PlayerRating,
    SlowTechnique,
    contests,
    next_level,
    next_rung,
    points_of,
    rating_change,
    ratings_of,
    slowest_technique,
    time_for,
)
from termpuzzles.catalogue.levels import Level, Levels, Pack, PackLevel, shipped
from termpuzzles.games import GAMES
from termpuzzles.logic.answers.grades import LEAST, SCALES, Difficulty
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.plain.menus import home
from termpuzzles.play.afterwards import boards_on_ladder, next_on_ladder
from termpuzzles.storage.summaries import Solve, Summary
from tests.play.desk import Desk, Time, context

DAY = date(2027, 1, 4)
POINTS = {  # by game, cells, effort and hardest rule: players' ratings are counted from these, so they stay as they are
    ("net", 25, 30, "edge"): 780,
    ("net", 25, 30, "no loop"): 780,
    ("net", 49, 80, "no loop"): 923,
    ("net", 49, 200, "dead end"): 1440,
    ("net", 49, 400, "one step ahead"): 1767,
    ("net", 400, 9000, "one step ahead"): 2420,
    ("infinity", 49, 60, "edge"): 871,
    ("infinity", 100, 500, "block"): 1560,
    ("masyu", 100, 300, "circles"): 1210,
    ("simpleloop", 64, 100, "parity type 1"): 1029,
    ("simpleloops", 2500, 3000, "degree"): 1372,
    ("net", 49, 0, ""): 978,
    ("net", 49, 0, "one step ahead"): 1578,
}


def test_the_rating_of_a_board_is_fixed_for_good() -> None:
    assert {key: Difficulty(*key).points for key in POINTS} == POINTS


def test_a_board_of_more_effort_or_more_cells_or_a_harder_step_is_never_rated_lower() -> None:
    for game in SCALES:
        by_effort = [Difficulty(game, 49, effort).points for effort in range(1, 2000)]
        assert all(one <= other for one, other in pairwise(by_effort))
        assert len(set(by_effort)) > 500
        by_size = [Difficulty(game, cells, 3 * cells).points for cells in range(4, 400)]
        assert all(one <= other for one, other in pairwise(by_size))
        assert all(
            Difficulty(game, 49, effort, rule).points >= Difficulty(game, 49, effort, "edge").points
            for effort, rule in product((30, 100, 300, 900), LEAST)
        )


def expected(points: float, strength: float) -> float:
    return float(1 / (1 + 10 ** ((points - strength) / 400)))


def found_after(strength: float, seed: int, boards: int) -> PlayerRating:
    """The rating of somebody of that strength after so many boards, each as the ladder asks for it."""
    rng, rating = Random(seed), PlayerRating()
    for _ in range(boards):
        points = round(next_rung(rating.value, {}, rng)[0])
        rating = rating.after(points, WON if rng.random() < expected(points, strength) else LOST)
    return rating


def test_a_thousand_players_are_found_within_thirty_boards() -> None:
    rng = Random(1)
    for strengths in ([rng.gauss(BEGINNING, 300) for _ in range(1000)], [rng.uniform(500, 1700) for _ in range(1000)]):
        errors = [abs(found_after(each, seed, 30).value - each) for seed, each in enumerate(strengths)]
        assert fmean(errors) <= 60
        assert not any(found_after(each, seed, 30).is_provisional for seed, each in enumerate(strengths[:50]))


def test_a_win_never_lowers_a_rating_and_help_costs_but_never_more_than_a_loss() -> None:
    for value, deviation, points in product((600.0, 1200.0, 2000.0), (60.0, 350.0), (600, 1200, 2400)):
        before = PlayerRating(value, deviation)
        won, helped, lost = (before.after(points, cost).value for cost in (WON, HELPED, LOST))
        assert won > value > helped > lost
        assert value - helped <= 50  # also of a newcomer on an easy board
        assert max(won - value, value - lost) <= 200


def test_who_is_helped_with_what_would_be_lost_is_not_found_much_later_than_if_help_cost_half_a_loss() -> None:
    rng, off = Random(2), 0.0
    for _ in range(300):
        strength, rating = rng.gauss(BEGINNING, 300), PlayerRating()
        for _ in range(30):
            points = round(next_rung(rating.value, {}, rng)[0])
            rating = rating.after(points, WON if rng.random() < expected(points, strength) else HELPED)
        off += abs(rating.value - strength) / 300
    assert off < 140


def solve(after: int = 0, seconds: float = 60.0, unaided: bool = True) -> Solve:
    return Solve(seconds, unaided, (DAY + timedelta(after)).isoformat())


def entry(name: str, *solves: Solve, game: str = "net", modified: float = 0.0, **more: object) -> Summary:
    found = Summary(f"/x/{name}.journal", game, name, "7x7", 60.0, bool(solves), modified, solves=solves)
    return found._replace(**more)  # type: ignore[arg-type] # the tests name only fields that exist


NONE = Levels([])


def test_a_board_counts_once_a_month_and_costs_what_was_needed_for_it() -> None:
    cells, points = 49, Difficulty("net", 49, 0).points
    slow = time_for(points, cells) + 1
    entries = [
        entry("twice", solve(), solve(5), solve(AGAIN_AFTER), solve(AGAIN_AFTER + 1)),
        entry("helped", solve(1, unaided=False)),
        entry("slow", solve(2, seconds=slow)),
        entry("given up", solve(3, unaided=False), gave_up=True),
        entry("begun"),
        entry("of a game that is gone", solve(), game="gone"),
    ]
    assert [each.cost for each in contests(entries, NONE)] == [WON, HELPED, HELPED, LOST, WON]
    assert {each.points for each in contests(entries, NONE)} == {points}
    assert contests(reversed(entries), NONE) == contests(entries, NONE)
    assert len(ratings_of(entries, NONE)["net"].values) == 5
    assert ratings_of([], NONE) == {}


def test_a_rating_shows_whether_it_can_be_trusted() -> None:
    one = PlayerRating().after(1200, WON)
    assert f"{one}" == f"{one.value:,.0f}?"
    assert f"{PlayerRating(1432.4, 60.0)}" == "1,432"


def test_a_level_is_rated_by_its_index_and_any_other_board_as_is_usual_for_its_size() -> None:
    pack = shipped().packs[0]
    level = pack.levels[0]
    found = entry(level.identity, game=pack.game)
    assert points_of(found, shipped()) == level.difficulty(pack.game).points
    assert points_of(found, NONE) == Difficulty(pack.game, 49, 0).points


def test_one_in_four_is_a_step_above_and_one_in_ten_has_what_was_met_least() -> None:
    rng, met = Random(7), {"edge": 9, "block": 2, "chain": 2}
    found = Counter(next_rung(1000.0, met, rng) for _ in range(10_000))
    named = sum(count for (_, technique), count in found.items() if technique)
    above = sum(count for (points, _), count in found.items() if points == 1000 + STEP)
    assert {technique for _, technique in found} == {"", "block", "chain"}
    assert abs(named - 1000) < 100
    assert abs(above - 2250) < 150


def levels(*efforts: int) -> Levels:
    made = tuple(Level(f"{effort}", "7x7", f"{effort:024}", "edge", effort, (("edge", 9),)) for effort in efforts)
    return Levels([Pack(Path("x.loops"), "net", "x", made)])


def test_the_next_level_is_never_one_of_a_month_and_the_same_until_something_is_played() -> None:
    few = levels(*range(60, 70))
    played: list[Summary] = []
    for number in range(10):
        day = DAY + timedelta(number)
        found = next_level(played, few, "net", day)
        assert found
        assert found == next_level(reversed(played), few, "net", day)
        assert found.level.identity not in {each.identity for each in played}
        played.append(entry(found.level.identity, opened=day.isoformat()))
    assert next_level(played, few, "net", DAY + timedelta(10)) is None
    assert next_level(played, few, "net", DAY + timedelta(AGAIN_AFTER))
    assert next_level([], few, "masyu", DAY) is None


def around(game: str, rating: float) -> Levels:
    """Levels of a rule whose ratings are close to that one, up to two steps away; a few others farther off."""
    efforts = {Difficulty(game, 49, effort, "block").points - round(rating): effort for effort in range(20, 400)}
    near = [efforts[off] for off in efforts if -25 <= off <= 25 or STEP - 25 <= off <= STEP + 25]
    far = [efforts[off] for off in efforts if STEP + 60 < off < 2 * STEP - 10]
    rules = [("patterns", effort) for effort in near] + [("block", effort) for effort in far[:3]]
    made = tuple(
        Level(f"{rule} {effort}", "7x7", f"{effort}{rule}", rule, effort, ((rule, 9),)) for rule, effort in rules
    )
    return Levels([Pack(Path("x.loops"), game, "x", made)])


@pytest.mark.parametrize("game", GAMES)
def test_of_the_levels_that_come_one_in_four_is_a_step_above_and_one_in_ten_is_least_met(game: str) -> None:
    entries = [entry(f"{number}", solve(number), game=game, rating="patterns") for number in range(3)]
    rating = ratings_of(entries, NONE)[game].value
    found = around(game, rating)
    ways = [next_level(entries, found, game, DAY + timedelta(day)) for day in range(40, 640)]
    named = sum(each.level.rating == "block" for each in ways if each)
    above = sum(each.level.difficulty(game).points > rating + STEP / 2 for each in ways if each) - named
    assert abs(named - 60) < 25
    assert abs(above - 135) < 40


def test_the_next_level_is_near_the_players_rating_in_every_game() -> None:
    for game in GAMES:
        wins = [entry(f"{number}", solve(number), game=game) for number in range(2)]
        for entries in ([], wins):
            rating = ratings_of(entries, shipped()).get(game, PlayerRating()).value
            ways = [next_level(entries, shipped(), game, DAY + timedelta(day)) for day in range(40, 80)]
            off = [abs(each.level.difficulty(game).points - rating) for each in ways if each]
            assert len(off) == 40
            assert fmean(off) < 2.5 * STEP
            assert all(each.level.difficulty(game).cells <= 100 for each in ways if each)


def test_a_board_of_the_ladder_leads_to_another_one_and_never_back() -> None:
    player = context()
    first = next_on_ladder(player.library, "net")
    assert first
    assert first.puzzles
    desk = Desk(player, first.puzzles())
    seen = [desk.controller.puzzle.title]
    for _ in range(3):
        desk.controller.count()
        desk.act("play.give_up")
        found = desk.controller.following()
        assert found
        assert found.puzzles
        desk.controller.leave()
        desk = Desk(player, found.puzzles())
        seen.append(desk.controller.puzzle.title)
    assert len(set(seen)) == 4
    rating = ratings_of(player.library.journals(), shipped())["net"]
    assert len(rating.values) == 3
    assert rating.value < BEGINNING


def test_an_unfinished_board_of_the_ladder_goes_on_after_a_restart_and_leads_on() -> None:
    player = context()
    first = boards_on_ladder(player.library, "net")
    assert first
    desk = Desk(player, first())
    desk.act("tile.turn")
    title, state = desk.controller.puzzle.title, desk.controller.session.state
    other = next_on_ladder(player.library, "net")
    assert other
    assert not other.name.startswith(f"{title} (")
    desk.controller.leave()
    assert boards_on_ladder(player.library, "masyu") != boards_on_ladder(player.library, "net")
    again = boards_on_ladder(player.library, "net")
    assert again
    desk = Desk(player, again())
    assert (desk.controller.puzzle.title, desk.controller.session.state) == (title, state)
    desk.controller.count()
    desk.act("play.give_up")
    found = desk.controller.following()
    assert found
    assert not found.name.startswith(f"{title} (")
    desk.controller.leave()
    further = boards_on_ladder(player.library, "net")
    assert further
    assert further()[0].title != title


def test_plain_mode_gives_the_next_board_goes_on_with_it_and_gives_boards_for_the_slowest_technique(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = context().library
    reader = PlainContext(library, library.settings(), Time(), lambda: datetime(2026, 11, 21, 12), seed=lambda: "1")
    pack = next(pack for pack in shipped().packs if pack.game == "net")
    slow = SlowTechnique("net", "pocket", tuple(PackLevel(pack, place) for place in range(3)))
    monkeypatch.setattr("termpuzzles.plain.menus.slowest_technique", lambda entries, levels: slow)
    conversation = Conversation(home(reader))
    list(conversation.begin())

    def say(*lines: str) -> list[str]:
        return [reply for line in lines for reply in conversation.answer(line)]

    first = next(line for line in say("next board", "net", "turn 1 1") if "7 by 7" in line)
    say("back", "back")
    assert first in say("next board", "net")
    say("back", "back")
    assert "1. You spend longest on small pocket: three boards for it, Net" in say("practise")
    assert any(slow.puzzles()[0].title in line for line in say("1"))


def test_a_solved_board_tells_how_the_rating_has_changed() -> None:
    pack = next(pack for pack in shipped().packs if pack.game == "net")
    one, other = (entry(level.identity, solve(number)) for number, level in enumerate(pack.levels[:2]))
    after = [ratings_of(found, shipped())["net"].value for found in ([one], [one, other])]
    assert rating_change([one], shipped(), one.identity) == f"Net rating 900 → {after[0]:,.0f}."
    assert rating_change([other, one], shipped(), other.identity) == f"Net rating {after[0]:,.0f} → {after[1]:,.0f}."
    again = other._replace(solves=(solve(1), solve(2)))
    assert rating_change([again, one], shipped(), other.identity) == ""  # it counts once a month
    assert rating_change([one], shipped(), "another") == rating_change([], shipped(), one.identity) == ""
    assert rating_change([one._replace(solves=())], shipped(), one.identity) == ""


def slow_levels() -> Levels:
    """Levels of two techniques, five each."""
    made = tuple(
        Level(f"{rule} {number}", "7x7", f"{number}{rule}", rule, 100 + number, ((rule, 9),))
        for rule in ("edge", "block")
        for number in range(5)
    )
    return Levels([Pack(Path("x.loops"), "net", "x", made)])


def test_the_technique_whose_boards_take_longest_is_recommended_with_boards_that_are_left() -> None:
    found = slow_levels()
    quick = [entry(f"{number}edge", solve(number, 50.0)) for number in range(4)]
    slow = [entry(f"{number}block", solve(number, 200.0)) for number in range(3)]
    told = slowest_technique([*quick, *slow], found)
    assert told
    assert told[:2] == ("net", "block")
    assert {each.level.identity for each in told.boards} == {"3block", "4block"}
    assert told.sentence == "You spend longest on four together: two boards for it"
    assert slowest_technique([*quick, *slow[:2]], found) is None  # twice may be chance
    assert slowest_technique(quick, found) is None  # it is not slow beside itself
    assert slowest_technique([], found) is None
    every = [entry(f"{number}block", solve(number, 200.0)) for number in range(5)]
    assert slowest_technique([*quick, *every], found) is None  # no board for it is left
