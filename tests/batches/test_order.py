"""Tasks take about half a second, no worker idles, results keep their order, and what ends workers is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp, log
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termpuzzles.batches import order
from termpuzzles.batches.order import NotYet, in_order
from termpuzzles.batches.work import SHORT, Skipped
from termpuzzles.errors import PuzzleError
from tests.batches.imagined import DELAY, Imagined
from tests.data import sweep

LONGEST = 5.0


def mixed(seed: int, least: float = 0.001, most: float = LONGEST) -> Callable[[int], float]:
    """How long items take: between these seconds, as many short as long ones in each tenfold."""

    def cost(item: int) -> float:
        return exp(Random(f"{seed} {item}").uniform(log(least), log(most)))

    return cost


@given(
    st.integers(0, 200),
    st.integers(1, 9),
    st.integers(1, 3),
    st.sampled_from([(0.0001, 0.001), (0.001, 0.1), (0.001, 5.0), (2.0, 5.0)]),
    st.integers(0, 99),
)
def test_each_item_has_one_result_in_its_place(
    number: int, workers: int, threads: int, times: tuple[float, float], seed: int
) -> None:
    crew = Imagined(workers, mixed(seed, *times), threads=threads)
    assert crew.run(range(number), lambda item: item * item) == [item * item for item in range(number)]
    assert crew.stopped is True


@pytest.mark.parametrize(("workers", "bar"), [(1, 0.95), (2, 0.95), (8, 0.92), (64, 0.85)])
@pytest.mark.parametrize(
    "times", sweep.sample([(0.001, 0.02), (0.001, 0.001), (0.03, 0.03), (1.0, 1.0), (0.001, LONGEST), (5.0, 5.0)], 4)
)
def test_workers_work_nearly_all_the_time(workers: int, bar: float, times: tuple[float, float]) -> None:
    cost = mixed(1, *times)
    number, total = 0, 0.0
    while total < 12 * LONGEST * workers and number < 40_000:
        total += cost(number)
        number += 1
    crew = Imagined(workers, cost)
    crew.run(range(number))
    assert crew.efficiency > (bar if total >= 12 * LONGEST * workers else 0.6)


@pytest.mark.parametrize("cost", [0.001, 0.1, 2.0])
def test_the_first_result_comes_as_soon_as_its_item_takes(cost: float) -> None:
    crew = Imagined(4, lambda item: cost)
    next(in_order(crew, lambda item: item, range(1000)))
    assert crew.now == pytest.approx(cost + 2 * DELAY)


def test_a_task_takes_half_a_second_whatever_its_items_take() -> None:
    slow_from = 600
    crew = Imagined(2, lambda item: 0.001 if item < slow_from else 0.4)
    crew.run(range(700))
    assert max(map(len, crew.tasks)) > 100
    assert crew.efficiency > 0.9  # a task of a hundred that take 0.4 s each would leave one worker idle for 40 s


def test_tasks_grow_no_faster_than_twofold_and_shrink_toward_the_end() -> None:
    crew = Imagined(2, lambda item: 0.0001)
    crew.run(range(3000))
    sizes = list(map(len, crew.tasks))
    assert sizes[:2] == [1, 1]
    assert all(size <= 2 * max(sizes[:place]) for place, size in enumerate(sizes) if place >= 2)
    assert sizes[-1] == 1


def test_results_that_wait_for_one_before_them_are_bounded_by_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "WINDOW", 10_000)
    crew = Imagined(4, lambda item: 100.0 if item == 0 else 0.01)
    assert crew.run(range(3000), lambda item: bytes(100)) == [bytes(100)] * 3000
    handed = sum(len(task) for task, moment in zip(crew.tasks, crew.given_at, strict=True) if moment < 100)
    assert 100 < handed < 10_000 / 100 + 5 * SHORT / 0.01
    assert crew.now > 100


@pytest.mark.parametrize("threads", [1, 3])
def test_an_item_that_ends_two_workers_is_left_out_and_all_others_are_done(threads: int) -> None:
    crew = Imagined(3, mixed(2, 0.001, 0.01), ends=lambda item: item in (7, 500, 501), threads=threads)
    found = crew.run(range(1000))
    left_out = {place for place, each in enumerate(found) if isinstance(each, Skipped)}
    assert left_out == {7, 500, 501}
    assert [found[place].item for place in sorted(left_out)] == [7, 500, 501]
    assert [each for each in found if not isinstance(each, Skipped)] == sorted(set(range(1000)) - left_out)
    for item in left_out:
        assert sum(item in task for task in crew.deaths) == 2, "two workers, and no third, end on each"
        assert [item] in crew.deaths


def test_workers_that_are_lost_for_other_reasons_cost_no_item() -> None:
    lost = Random("lost")
    crew = Imagined(4, mixed(3, 0.001, 0.01))
    ends = iter(lost.random() < 0.002 for _ in range(10**6))
    crew._ends = lambda item: next(ends)
    found = crew.run(range(2000))
    assert len(crew.deaths) > 2
    assert sum(isinstance(each, Skipped) for each in found) <= len(crew.deaths) // 2
    assert [each.item if isinstance(each, Skipped) else each for each in found] == list(range(2000))


def test_items_that_are_not_there_yet_are_waited_for_without_holding_up_the_others() -> None:
    def items() -> Iterator[Any]:
        for item in range(20):
            yield item
            for _ in range(3):
                yield NotYet.THERE

    crew = Imagined(2)
    assert crew.run(items()) == list(range(20))


def refuse(item: int) -> int:
    if item == 3:
        raise PuzzleError("no such puzzle")
    if item == 6:
        raise KeyError(item)
    return item


def test_an_error_about_a_puzzle_stands_in_its_place_and_another_one_is_raised() -> None:
    crew = Imagined(2)
    found = in_order(crew, refuse, range(10))
    assert [next(found), next(found), next(found)] == [0, 1, 2]
    assert isinstance(next(found), PuzzleError)
    assert [next(found), next(found)] == [4, 5]
    with pytest.raises(KeyError):
        next(found)
    assert crew.stopped is False


def test_whoever_wants_no_more_leaves_the_crew_stopped() -> None:
    crew = Imagined(2)
    found = in_order(crew, refuse, range(10**9))
    next(found)
    found.close()  # type: ignore[attr-defined]
    assert crew.stopped is False
    assert len(crew.tasks) < 10
