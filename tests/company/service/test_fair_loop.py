"""Whose turn it is: shares of the loop on each level, callbacks in their order, timers, threads, and what fails."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termpuzzles.company.service.fair_loop import (
    ACCOUNT,
    MOST,
    QUANTUM,
    SLICE,
    Account,
    FairLoop,
    Ledger,
    account_of,
    give_way,
)
from termpuzzles.company.service.limits import net_of

GUESTS, KEYS = False, True


class Callback(asyncio.Handle):
    """Something that waits, and never runs."""

    def __init__(self) -> None:
        super().__init__(print, (), FAR)


class Far:
    """A loop that is never asked anything."""

    def get_debug(self) -> bool:
        return False


FAR: Any = Far()


def served(ledger: Ledger, costs: dict[Account, float], seconds: float) -> Counter[Account]:
    """How long each account is served in so many seconds in which each always has a callback of its cost waiting."""
    used: Counter[Account] = Counter()
    for account in costs:
        ledger.add(account, Callback())
    while sum(used.values()) < seconds:
        account, _ = ledger.admit()
        account.charge(costs[account])
        used[account] += costs[account]  # type: ignore[assignment] # seconds
        ledger.add(account, Callback())
    for _ in costs:
        ledger.admit()
    assert ledger.is_empty
    return used


@given(st.lists(st.floats(0.004, 0.03), min_size=2, max_size=8), st.lists(st.floats(0, 0.1), min_size=8, max_size=8))
def test_whoever_always_waits_gets_an_equal_share_whatever_was_used_before_and_a_callback_takes(
    costs: list[float], before: list[float]
) -> None:
    ledger = Ledger()
    accounts = [ledger.account(GUESTS, f"net {number}", "address", 0) for number in range(len(costs))]
    for account, used in zip(accounts, before, strict=False):
        account.charge(used)
    found = served(ledger, dict(zip(accounts, costs, strict=True)), 1.0)
    unfair = max(found.values()) - min(found[account] for account in accounts)
    assert unfair <= MOST + max(before) + 2 * max(costs) + 1e-9


def shares(named: Mapping[tuple[object, ...], float]) -> list[float]:
    """The parts of three seconds that visitors of these names get, whose callbacks take so long."""
    ledger = Ledger()
    accounts = {ledger.account(*name): cost for name, cost in named.items()}
    found = served(ledger, accounts, 3.0)
    return [found[account] / sum(found.values()) for account in accounts]


def test_guests_of_all_nets_have_half_of_the_loop_while_one_player_with_a_key_waits() -> None:
    guests: dict[tuple[object, ...], float] = {(GUESTS, f"net {number}", "a", number): 0.008 for number in range(20)}
    found = shares({(KEYS, "net", "a", "key"): 0.001, **guests})
    assert found == pytest.approx([0.5, *[0.025] * 20], abs=0.01)


def test_six_addresses_of_a_net_have_what_one_of_another_net_has() -> None:
    six: dict[tuple[object, ...], float] = {
        (GUESTS, "192.0.2.0/24", f"192.0.2.{number}", number): 0.005 for number in range(6)
    }
    found = shares({(GUESTS, "198.51.100.0/24", "198.51.100.1", 0): 0.002, **six})
    assert found == pytest.approx([0.5, *[0.5 / 6] * 6], abs=0.01)


def test_four_visitors_of_an_address_have_what_one_of_another_address_has() -> None:
    four: dict[tuple[object, ...], float] = {
        (KEYS, "192.0.2.0/24", "192.0.2.1", f"key {number}"): 0.01 for number in range(4)
    }
    found = shares({(KEYS, "192.0.2.0/24", "192.0.2.2", "key"): 0.003, **four})
    assert found == pytest.approx([0.5, *[0.125] * 4], abs=0.01)


@pytest.mark.parametrize("others", [1, 6, 20])
def test_who_presses_a_key_now_and_then_waits_for_one_callback_of_others(others: int) -> None:
    ledger = Ledger()
    busy = [ledger.account(GUESTS, f"net {number}", "a", number) for number in range(others)]
    player = ledger.account(GUESTS, "mine", "a", 0)
    for account in busy:
        ledger.add(account, Callback())
    for _ in range(5):
        for _ in range(10 * others):  # a tenth of a second each
            account, _ = ledger.admit()
            account.charge(0.01)
            ledger.add(account, Callback())
        for _ in range(5):  # a key takes as many callbacks, one after the other
            ledger.add(player, Callback())
            first, _ = ledger.admit()
            assert first is player
            player.charge(0.001)


def test_what_was_used_is_remembered_when_somebody_comes_again_and_forgotten_at_last() -> None:
    ledger = Ledger()
    ledger.account(KEYS, "net", "address", "key").charge(5.0)
    assert ledger.account(KEYS, "net", "address", "key").left < -4.9
    assert ledger.account(KEYS, "net", "address", "other").left == MOST
    net = ledger.account(KEYS, "net", "address", "other").above
    assert net is not None
    assert net.left < -4.9, "all of an address is the address's"
    for number in range(257):
        ledger.account(GUESTS, f"net {number}", "address", number)
    assert ledger.account(KEYS, "net", "address", "key").left == MOST


def test_a_debt_of_a_long_piece_of_work_keeps_nobody_waiting_if_nobody_else_waits() -> None:
    ledger = Ledger()
    account = ledger.account(KEYS, "net", "address", "key")
    account.charge(1_000.0)
    ledger.add(account, Callback())
    assert ledger.admit()[0] is account
    assert 0 < account.left <= QUANTUM


@pytest.mark.parametrize(
    ("address", "net"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("?", "?"),
    ],
)
def test_a_net_is_what_one_may_well_have_as_a_whole(address: str, net: str) -> None:
    assert net_of(address) == net


# The loop


class Cpu:
    """Processor time that passes when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(time, "thread_time", lambda: self.now)

    def spends(self, seconds: float) -> None:
        self.now += seconds


def context_of(*names: object) -> Context:
    """What runs for the visitor of these names runs in this."""
    found = Context()
    found.run(ACCOUNT.set, account_of(*names))
    return found


async def soon() -> None:
    """Let the loop go round a few times."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_while_one_floods_the_loop_another_s_key_runs_to_its_end_before_the_flood_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cpu, loop, done = Cpu(monkeypatch), asyncio.get_running_loop(), list[str]()
    flood, player = context_of(GUESTS, "net", "a", 1), context_of(GUESTS, "other net", "b", 2)
    ended = False

    def work() -> None:
        cpu.spends(0.008)
        done.append("flood")
        if not ended:
            loop.call_soon(work)

    def press(steps: int) -> None:
        cpu.spends(0.001)
        done.append("key")
        if steps:
            loop.call_soon(press, steps - 1)

    for _ in range(100):
        loop.call_soon(work, context=flood)
    await soon()
    assert set(done) == {"flood"}
    loop.call_soon(press, 5, context=player)
    done.clear()
    await soon()
    ended = True
    assert done[:6] == ["key"] * 6
    assert "flood" in done[6:], "and it does go on"


async def test_what_could_go_on_without_end_gives_way_once_it_has_had_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu, loop, done = Cpu(monkeypatch), asyncio.get_running_loop(), list[str]()
    busy, player = context_of(GUESTS, "net", "a", 1), context_of(GUESTS, "other net", "b", 2)

    async def take_messages() -> None:
        for number in range(6):
            await give_way()
            if number == 1:
                loop.call_soon(done.append, "key", context=player)
            cpu.spends(0.4 * SLICE)
            done.append(f"message {number}")

    await busy.run(asyncio.ensure_future, take_messages())
    assert done == [
        *(f"message {number}" for number in range(3)),
        "key",
        *(f"message {number}" for number in (3, 4, 5)),
    ]


async def test_what_one_visitor_causes_keeps_its_order_and_tasks_and_timers_inherit_the_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cpu, loop, done = Cpu(monkeypatch), asyncio.get_running_loop(), list[object]()
    context = context_of(KEYS, "net", "a", "key")
    account = context.get(ACCOUNT)

    async def task() -> None:
        await asyncio.sleep(0)
        done.append(ACCOUNT.get())
        await asyncio.sleep(0.001)
        done.append(ACCOUNT.get())
        cpu.spends(7.0)

    def begin() -> None:
        for number in range(50):
            loop.call_soon(done.append, number)
        begun.append(asyncio.ensure_future(task()))

    begun = list[asyncio.Future[None]]()
    loop.call_soon(begin, context=context)
    while not begun:
        await asyncio.sleep(0)
    await begun[0]
    assert done == [*range(50), account, account]
    assert account is not None
    assert account.left < -6


async def test_a_timer_that_is_cancelled_while_it_waits_for_its_turn_does_not_run() -> None:
    loop, done = asyncio.get_running_loop(), list[str]()
    context = context_of(GUESTS, "net", "a", 1)

    def first() -> None:
        done.append("first")
        second.cancel()

    at = loop.time()
    loop.call_at(at, first, context=context)
    second = loop.call_at(at, done.append, "second", context=context)
    third = loop.call_at(at, done.append, "third", context=context)
    fourth = loop.call_later(1_000.0, done.append, "fourth", context=context)
    while "third" not in done:
        await asyncio.sleep(0)
    fourth.cancel()
    waiting = loop.call_soon(done.append, "never", context=context)
    waiting.cancel()
    await soon()
    assert done == ["first", "third"]
    assert not third.cancelled()


async def test_work_in_threads_is_charged_to_whoever_asked_for_it() -> None:
    loop = asyncio.get_running_loop()
    context = context_of(GUESTS, "net", "a", 1)
    account = context.get(ACCOUNT)
    assert account is not None

    def work(failing: bool) -> str:
        begun = time.thread_time()
        while time.thread_time() - begun < MOST + 0.002:
            pass
        if failing:
            raise ValueError("no")
        return "answer"

    async def ask(failing: bool) -> str:
        return await asyncio.to_thread(work, failing)

    assert await loop.create_task(ask(False), context=context) == "answer"
    assert account.left < 0
    before = account.left
    with pytest.raises(ValueError, match="no"):
        await loop.create_task(ask(True), context=context)
    assert account.left < before
    assert await loop.run_in_executor(None, work, False) == "answer", "likewise for nobody"


async def test_what_fails_is_told_to_the_handler_and_others_go_on() -> None:
    loop, told, done = asyncio.get_running_loop(), list[object](), list[str]()
    loop.set_exception_handler(lambda loop, context: told.append(context["exception"]))
    context, error = context_of(GUESTS, "net", "a", 1), ValueError("no")

    def fail() -> None:
        raise error

    loop.call_soon(fail, context=context)
    loop.call_later(0.0, fail, context=context)
    loop.call_soon(done.append, "next", context=context)
    while len(told) < 2:
        await asyncio.sleep(0)
    assert (told, done) == ([error, error], ["next"])


def test_a_loop_that_is_not_fair_has_no_accounts_and_a_closed_one_takes_nothing() -> None:
    async def account() -> Account | None:
        return account_of(GUESTS, "net", "a", 1)

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        assert runner.run(account()) is None
    with asyncio.Runner(loop_factory=FairLoop) as runner:
        found = runner.run(account())
        loop = runner.get_loop()
    context = Context()
    context.run(ACCOUNT.set, found)
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_soon(print, context=context)


async def test_nothing_of_a_visit_is_kept_by_its_timers() -> None:
    class Screen:
        """What a visit holds."""

    import gc
    from weakref import ref

    loop, context, screen = asyncio.get_running_loop(), context_of(GUESTS, "net", "a", 1), Screen()
    kept, done = ref(screen), list[object]()

    def draw(screen: Screen) -> None:
        done.append(type(screen))

    draws: Callable[[Screen], None] = draw
    gc.disable()
    try:
        timers = [loop.call_later(0.0, draws, screen, context=context), loop.call_later(9.0, draws, screen)]
        timers[1].cancel()
        while not done:
            await asyncio.sleep(0)
        del screen, timers
        await soon()
        assert kept() is None
    finally:
        gc.enable()
