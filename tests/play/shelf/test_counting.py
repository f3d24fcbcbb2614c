"""What the shelf counts and sorts, on small lists whose answer is written beside them or found by brute force."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import product
from pathlib import Path
from random import Random

import pytest

from termpuzzles.catalogue.daily import (
    Done,
    TodaysBoard,
    daily_games,
    daily_title,
    days_done,
    days_played,
    streak,
    todays_boards,
)
from termpuzzles.catalogue.day import bars, share_text
from termpuzzles.catalogue.levels import Level, LevelIndex, Levels, Pack, levels_folder, packs, read_levels, shipped
from termpuzzles.catalogue.practice import mistaken, practised
from termpuzzles.catalogue.statistics import (
    Need,
    Row,
    Times,
    practice,
    rows,
    rows_by_size,
    solved_on,
    techniques_met,
    times_like,
)
from termpuzzles.catalogue.suggestions import Following, after_lessons, following, suggest
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.summaries import Solve, Summary
from tests.games.boards import board


def entry(name: str, game: str = "net", size: str = "5x5", **more: object) -> Summary:
    """A journal; the tests name only fields that exist."""
    return Summary(f"/x/{name}.journal", game, name, size, 60.0, False, 0.0)._replace(**more)  # type: ignore[arg-type]


def solves(*seconds: float, unaided: bool = True, day: str = "2027-01-04", daily: str = "") -> tuple[Solve, ...]:
    return tuple(Solve(each, unaided, day, daily) for each in seconds)


def test_rows_of_statistics_are_in_order_of_game_cells_and_width_and_each_is_exact() -> None:
    entries = [
        entry("a", "net", "10x4", solves=solves(30.0)),
        entry("b", "net", "4x10", solves=solves(40.0)),
        entry("c", "infinity", "9x9", solves=solves(50.0, 70.0)),
        entry("d", "net", "3x3", rating="edge", solves=solves(5.0), modified=2.0),
        entry("e", "net", "3x3", solves=(Solve(9.0, False, "2027-01-04"),), modified=1.0),
        entry("f", "net", "20x20"),
    ]
    assert rows(entries, {"e": "edge", "b": "no loop"}) == [
        Row("infinity", "9x9", "", 2, 2, 50.0, 60.0, 2, (50.0, 70.0)),
        Row("net", "3x3", "edge", 2, 1, 5.0, 7.0, 1, (9.0, 5.0)),
        Row("net", "4x10", "no loop", 1, 1, 40.0, 40.0, 1, (40.0,)),
        Row("net", "10x4", "", 1, 1, 30.0, 30.0, 1, (30.0,)),
    ]
    assert [(row.size, row.rating, row.solved) for row in rows_by_size(entries)][1] == ("3x3", "", 2)


def test_a_row_has_the_times_of_all_boards_the_oldest_first_and_a_card_those_of_the_latest_twelve() -> None:
    entries = [entry(f"{n}", solves=solves(float(n), day=f"2027-01-{n:02}"), modified=float(-n)) for n in range(1, 15)]
    (row,) = rows(entries)
    assert row.times == tuple(map(float, range(1, 15)))
    puzzle = board(named("net"), *["╺━━━╸"] * 5)
    assert times_like(entries, puzzle) == Times(1.0, tuple(map(float, range(3, 15))))
    assert times_like([], puzzle) == Times(None, ())


def test_boards_like_one_are_of_its_game_size_and_rating_and_were_solved_without_help() -> None:
    puzzle = board(named("net"), *["╺━━━╸"] * 5)
    alike = [
        entry("game", "infinity", solves=solves(1.0)),
        entry("size", "net", "5x6", solves=solves(2.0)),
        entry("rating", rating="edge", solves=solves(3.0)),
        entry("helped", solves=solves(4.0, unaided=False)),
        entry("second", solves=solves(7.0), modified=2.0),
        entry("first", solves=solves(8.0), modified=1.0),
    ]
    assert times_like(alike, puzzle) == Times(7.0, (8.0, 7.0))


def test_a_board_that_was_opened_already_solved_counts_but_enters_no_best_times() -> None:
    puzzle = board(named("net"), *["╺━━━╸"] * 5)
    entries = [entry("opened", solves=solves(0.0)), entry("played", solves=solves(9.0))]
    assert times_like(entries, puzzle) == Times(9.0, (9.0,))
    assert times_like(entries[:1], puzzle) == Times(None, ())
    (row,) = rows(entries)
    assert (row.solved, row.best, row.times) == (2, 9.0, (9.0,))


def test_days_and_techniques_count_every_solving() -> None:
    entries = [
        entry("a", solves=solves(1.0, 2.0), rating="edge"),
        entry("b", solves=solves(3.0, day="2027-01-05"), rating="no loop"),
        entry("c", solves=solves(3.0, day="")),
        entry("d", rating="edge"),
    ]
    assert solved_on(entries) == {"2027-01-04": 2, "2027-01-05": 1}
    assert techniques_met(entries, {"b": {"block": 2, "edge": 1}}) == {
        ("net", "edge"): 2,
        ("net", "block"): 1,
    }
    hinted = [*entries, entry("e", solves=solves(4.0), rating="edge", hints=(("edge", 1), ("block", 2)))]
    assert techniques_met(hinted, {}, alone=True) == {("net", "edge"): 1, ("net", "no loop"): 1}


def test_needs_are_in_order_of_how_often_a_technique_was_missed_and_then_by_name() -> None:
    entries = [
        entry("a", hints=(("no loop", 3), ("edge", 2), ("", 50))),
        entry("b", "infinity", hints=(("edge", 3),), gave_up=True),
        entry("c", solves=(Solve(1.0, True), Solve(2.0, False))),
        entry("d", solves=(Solve(1.0, False), Solve(2.0, True))),
    ]
    found = practice(entries, {("net", "edge"): 1, ("net", "pocket"): 4, ("net", "block"): 2})
    assert found.needs == (
        Need("net", "pocket", 0, 4),
        Need("infinity", "edge", 3, 0),
        Need("net", "edge", 2, 1),
        Need("net", "no loop", 3, 0),
    )
    assert [need.missed for need in found.needs] == [4, 3, 3, 3]
    assert [each.title for each in found.helped] == ["b", "c"]
    assert not found.unclear


def by_brute_force(played: set[date], today: date) -> int:
    """The days played, counted back until a second day of the same month was missed."""
    missed: list[tuple[int, int]] = []
    count, day = 0, today
    while day > date(2026, 1, 1):
        if day in played:
            count += 1
        elif day != today:  # which is not over
            missed.append((day.year, day.month))
            if missed.count((day.year, day.month)) > 1:
                break
        day -= timedelta(1)
    return count


@pytest.mark.parametrize("today", [date(2027, 3, 1), date(2027, 3, 2), date(2027, 1, 15), date(2027, 1, 1)])
def test_a_streak_is_what_counting_back_day_by_day_gives(today: date) -> None:
    chance = Random(today.toordinal())
    for _ in range(150):
        share = chance.choice((0.5, 0.8, 0.95))
        played = {today - timedelta(back) for back in range(45) if chance.random() < share}
        assert streak(played, today) == by_brute_force(played, today), sorted(played)


def test_a_streak_of_all_days_since_the_first_of_all_ends_there() -> None:
    first = date.min
    assert streak({first + timedelta(number) for number in range(3)}, first + timedelta(2)) == 3


@pytest.mark.parametrize(("seconds", "full"), [(0, 1), (59.9, 1), (60, 2), (539, 9), (540, 10), (600, 10), (9999, 10)])
def test_a_bar_stands_for_each_minute_begun_and_there_are_ten_at_most(seconds: float, full: int) -> None:
    assert bars(seconds) == "▮" * full + "▯" * (10 - full)


def test_the_text_to_share_names_a_level_by_its_title_and_a_board_of_the_day_by_its_date() -> None:
    level = board(named("net"), "╺╸")
    assert share_text(level, None, 61.0, "no hints") == "termpuzzles · Net 2x1 · 1:01, no hints"
    (titled,) = read("# game: net\n# title: Small\n╺╸\n")
    assert share_text(titled, None, 61.0, "no hints", "x") == "termpuzzles · Net 2x1 · Small · 1:01, no hints\nx"


def test_todays_boards_show_the_best_solving_and_the_first_that_is_begun() -> None:
    day = date(2027, 1, 4)
    title = daily_title(day)
    first, second, *others = daily_games(day)
    begun = [entry(f"begun {n}", second, title=title, seconds=float(n)) for n in range(2)]
    entries = [
        entry("a", first, title=title, solves=solves(50.0, 40.0), finished=True),
        entry("b", first, title=title, solves=solves(45.0), finished=True),
        entry("c", first, title="another", solves=solves(1.0), finished=True),
        *begun,
    ]
    found = todays_boards(day, entries)
    assert [each.game for each in found] == [first, second, *others]
    assert found[0].solve == Solve(40.0, True, "2027-01-04")
    assert found[0].begun is None
    assert (found[1].solve, found[1].begun) == (None, begun[0])
    assert all((each.solve, each.begun) == (None, None) for each in found[2:])


def test_a_board_of_the_day_that_wraps_says_so() -> None:
    assert TodaysBoard("net", "9x9", True).name == "Net 9x9 wraps"
    assert TodaysBoard("infinity", "7x7", False).name == "∞ Loop 7x7"
    assert TodaysBoard("net", "9x9", True).for_speech == "Net 9 by 9 wraps"
    wraps = {board.game: board.wraps for board in todays_boards(date(2027, 1, 9), ())}  # a Saturday
    assert wraps["net"]
    assert not wraps["simpleloop"]


def test_a_day_that_is_no_date_counts_for_nothing() -> None:
    entries = [entry("a", solves=solves(1.0, day="someday", daily="someday"))]
    assert days_played(entries) == []
    assert days_done(entries) == {}


def test_help_and_none_are_kept_apart_in_the_days_that_are_done() -> None:
    for kinds in product((True, False), repeat=2):
        entries = [entry(f"{n}", solves=solves(1.0, unaided=kind, daily="2027-01-04")) for n, kind in enumerate(kinds)]
        expected = Done.UNAIDED if any(kinds) else Done.WITH_HELP
        assert days_done(entries) == {date(2027, 1, 4): {"net": expected}}


def level(name: str, effort: int = 0, *steps: str, size: str = "5x5") -> Level:
    return Level(name, size, name, steps[-1] if steps else "", effort, tuple((step, 1) for step in steps))


def pack(name: str, *found: Level, game: str = "net") -> Pack:
    return Pack(Path(f"{name}.loops"), game, name, found)


SHELF = Levels(
    [
        pack("one", level("a", 10, "edge"), level("b", 20, "edge"), level("c", 30, "edge", "block")),
        pack("far", level("x", 5, "edge"), game="infinity"),
        pack("two", level("d", 15, "edge"), level("e", 40, "edge", "no loop", "block")),
    ]
)


@pytest.mark.parametrize(
    ("solved", "needs", "expected"),
    [
        ("", (), ("a", "edge", "")),
        ("a", (), ("c", "block", "")),
        ("ac", (), ("e", "no loop", "")),
        ("ace", (), ("d", "", "")),
        ("aced", (), ("b", "", "")),
        ("acedb", (), None),
        ("a", ("edge",), ("d", "", "edge")),
        ("ac", ("no loop", "edge"), ("e", "", "no loop")),
        ("a", ("no loop",), ("c", "block", "")),
    ],
)
def test_the_easiest_level_with_one_new_technique_is_suggested_else_the_easiest(
    solved: str, needs: tuple[str, ...], expected: tuple[str, str, str] | None
) -> None:
    wanted = [Need("infinity", "edge", 9, 0), *(Need("net", rule, 3, 0) for rule in needs)]
    found = suggest(SHELF, set(solved), wanted, "net")
    assert (found and (found.pack_level.level.title, found.new, found.practises)) == expected
    after = after_lessons(SHELF, "net", set(solved))
    plain = suggest(SHELF, set(solved), game="net")
    assert (after and after.name[0]) == (plain and plain.pack_level.level.title)


def test_after_the_lessons_of_a_game_without_known_techniques_comes_its_first_unsolved_level() -> None:
    bare = Levels([pack("one", level("a"), level("b")), pack("two", level("c"))])
    assert [after_lessons(bare, "net", set(solved)) for solved in ("", "a", "ab", "abc")] == [
        Following(bare.packs[0].puzzles, 0, "a"),
        Following(bare.packs[0].puzzles, 1, "b"),
        Following(bare.packs[1].puzzles, 0, "c"),
        None,
    ]
    assert after_lessons(bare, "infinity", ()) is None


def test_what_follows_a_board_is_at_hand_else_in_the_rest_of_its_pack_else_in_the_next() -> None:
    boards = read("# game: net\n# title: a\n# effort: 2\n╺╸\n---\n# title: b\n╻ \n╹ \n---\n# title: c\n╺━╸\n")
    one, two, three = (identity(each) for each in boards)
    shelf = Levels([pack("p", Level("a", "2x1", one)), pack("q", Level("b", "2x2", two), Level("c", "3x1", three))])
    assert following(shelf, boards, 0, ()) == Following(None, 1, "b")
    assert following(shelf, boards, 0, {two}) == Following(None, 2, "c")
    assert following(shelf, boards[:1], 0, ()) == Following(shelf.packs[1].puzzles, 0, "b")
    assert following(shelf, boards[:1], 0, {two}) == Following(shelf.packs[1].puzzles, 1, "c")
    assert following(shelf, [boards[1]], 0, ()) == Following(shelf.packs[1].puzzles, 1, "c")
    assert following(shelf, [boards[1]], 0, {three}) is None
    assert following(shelf, [boards[2]], 0, ()) is None
    assert following(Levels([]), boards[:1], 0, ()) is None
    assert following(shelf, [boards[1], boards[0]], 0, ()) == Following(None, 1, "a (easy, short)")


def test_levels_of_at_most_150_cells_are_for_practice() -> None:
    shelf = Levels([pack("p", level("a", 1, "edge", size="15x10"), level("b", 1, "edge", "block", size="151x1"))])
    assert practised(shelf, "net") == {"edge": 1}


def test_cells_are_mistaken_where_a_pin_or_a_line_is_not_as_in_the_solution() -> None:
    (turned,) = read("# game: net\n# pins: 1,1 2,1\n╻╸\n┗╸\n")
    answer = turned.start
    assert mistaken(turned, answer, answer) == set()
    one, two, *others = answer.lines
    assert mistaken(turned, answer._replace(lines=bytes((one ^ 8, two ^ 8, *others))), answer) == {0, 1}
    assert mistaken(turned, answer._replace(lines=bytes((one, two ^ 8, 8, 8))), answer) == {1}
    (drawn,) = read("simpleloop/3/3/00")
    answer = drawn.start._replace(lines=bytes((6, 10, 12, 5, 0, 5, 3, 10, 9)))
    state = drawn.start._replace(lines=bytes((2, 14, 8, 0, 1, 0, 0, 0, 0)))
    assert mistaken(drawn, state, answer) == {1, 4}


def test_a_pack_is_found_by_its_key_or_by_a_name_that_only_one_game_has() -> None:
    shelf = Levels([pack("first turns"), pack("first turns", game="infinity"), pack("walls"), pack("what if")])
    assert shelf.named(" Net/First turns ").game == "net"
    assert shelf.named("infinity/first-turns.loops").game == "infinity"
    assert shelf.named("Walls").name == "walls"
    with pytest.raises(PuzzleError) as ambiguous:
        shelf.named("first turns")
    assert str(ambiguous.value).startswith("expected one of the packs such as net/first-turns, found 'first turns'")
    with pytest.raises(PuzzleError) as missing:
        shelf.named("net/wals")
    assert str(missing.value) == (
        "expected one of the packs net/first-turns, net/walls, net/what-if, found 'net/wals'. Did you mean 'net/walls'?"
    )


def test_the_sizes_of_a_pack_go_from_the_fewest_cells_to_the_most() -> None:
    assert pack("p", *(level(size, size=size) for size in ("10x10", "9x11", "9x9", "100x2"))).sizes == "9x9 to 100x2"
    assert pack("p", level("a"), level("b")).sizes == "5x5"
    assert pack("p", level("a", size="4x2"), level("b", size="2x4")).sizes == "2x4 to 4x2"
    assert pack("p").sizes == ""


def test_levels_without_an_index_are_read_from_their_boards(tmp_path: Path) -> None:
    file = tmp_path / "x.loops"
    text = "# title: Bar\n# rating: edge\n# effort: 12\n╺╸\n---\n# effort: ²\n# wrap: both\n╻╻╻\n╹╹╹\n╺━╸\n"
    file.write_text(text, encoding="utf-8")
    bar, other = read_levels(file, "net")
    assert bar[3:] == ("edge", 12, (), "")
    assert (bar.title, bar.size, bar.identity) == ("Bar", "2x1", identity(read(text, game="net")[0]))
    assert (other.title, other.size, other.rating, other.effort, other.wraps) == ("2", "3x3", "", 0, "wraps")


def test_an_index_that_does_not_fit_its_file_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    file = tmp_path / "net" / "x.loops"
    file.write_text("# title: Bar\n╺╸\n", encoding="utf-8")
    listed = '["Listed", "9x9", "id", "edge", 7, [["edge", 2]], %s]'
    for size, wraps, expected in (
        (file.stat().st_size, "true", Level("Listed", "9x9", "id", "edge", 7, (("edge", 2),), "wraps")),
        (file.stat().st_size, "false", Level("Listed", "9x9", "id", "edge", 7, (("edge", 2),), "")),
        (file.stat().st_size, '"cylinder"', Level("Listed", "9x9", "id", "edge", 7, (("edge", 2),), "cylinder")),
        (file.stat().st_size + 1, "true", read_levels(file, "net")[0]),
    ):
        index = f'{{"bytes": {size}, "levels": [{listed % wraps}], "teaches": "edge", "promise": "Turn."}}'
        (tmp_path / "index.json").write_text(f'{{"net/x.loops": {index}}}', encoding="utf-8")
        (found,) = packs(tmp_path)
        assert found.levels == (expected,)
    (tmp_path / "index.json").write_text("[1]", encoding="utf-8")
    assert packs(tmp_path)[0].levels == read_levels(file, "net")


def test_levels_are_told_apart_by_their_identity() -> None:
    shelf = Levels([pack("p", level("a", 1, "edge"), Level("nameless", "5x5"), level("b", 2, "edge", "block"))])
    assert [*shelf.by_identity] == ["a", "b"]
    assert shelf.by_identity["b"].place == 2
    assert shelf.ratings == {"a": "edge", "b": "block"}
    assert shelf.steps == {"a": {"edge": 1}, "b": {"edge": 1, "block": 1}}
    assert shipped() is shipped()
    folder = levels_folder()
    assert folder is not None
    assert (folder / "index.json").is_file()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("so", ["a", "b", "c", "x", "d", "e"]),
        ("sol", ["a"]),
        ("sol so", []),
        ("uns <20", ["x", "d"]),
        ("<20", ["a", "x", "d"]),
        (">20", ["c", "e"]),
        ("<30 >15", ["b"]),
        ("< net", ["a", "b", "c", "d", "e"]),
        ("4", ["x"]),
        ("4 net", []),
        ("wrap", []),
        ("border", ["a", "b", "c", "x", "d", "e"]),
    ],
)
def test_levels_are_found_by_states_and_bounds(query: str, expected: list[str]) -> None:
    named_so = Levels([pack(each.name, *each.levels, game=each.game) for each in SHELF.packs])
    found = LevelIndex(named_so).find(query, {"a"})
    if query == "so":  # too short for a state, and no word begins so
        assert found == []
    else:
        assert [each.pack_level.level.title for each in found] == expected
