"""Whose turn it is: the one loop on which all visits run, shared out by processor time.

Whatever a visit causes is a callback of the loop: a part of what it has sent, a key, a message between widgets, a timer
that draws. Its context names the `Account` of the visit, as contexts pass on to all tasks, callbacks and timers that
begin in them. Such a callback waits in its account until it is admitted; what runs for nobody (clocks of the service,
who knocks) runs as on any loop. Work in threads is charged, too.

Admitted is whoever has used least lately, by deficit round robin (M. Shreedhar and G. Varghese, "Efficient Fair Queuing
using Deficit Round-Robin", IEEE/ACM Transactions on Networking 4 (3), 1996) on four levels: players with a key and
guests; nets; addresses; visitors. A quantum is processor time. How much a callback takes is known only afterwards: it
is charged then, and what is left of a quantum may be negative. Of those who have something left, whoever has most goes
first, so that a player who presses a key now and then waits for one callback of another and not for a round of all.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar, TypeVarTuple, Unpack
from weakref import WeakValueDictionary

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

QUANTUM = 0.003  # seconds of processor time that each account gets in a round, which is what others may wait for it
MOST = 0.02  # seconds that are left at most for whoever has used nothing
SLICE = 0.002  # seconds of callbacks after which the network is looked at
_REMEMBERED = 256  # of the latest accounts: whoever goes and comes again finds the same one


class Account:
    """What a visitor has used of the loop, or all visitors of an address, a net or a class; and what waits for it."""

    def __init__(self, above: Account | None = None) -> None:
        self.above = above
        self.below: WeakValueDictionary[Hashable, Account] = WeakValueDictionary()
        self.callbacks: deque[asyncio.Handle] = deque()
        self.waiting: dict[Account, None] = {}  # those below for whom something waits, in the order in which they came
        self._round = 0  # of those below
        self._left, self._counted = MOST, above._round if above else 0  # seconds, in that round

    @property
    def left(self) -> float:
        """The seconds of processor time that are left in this round."""
        rounds = self.above._round - self._counted if self.above else 0
        return min(MOST, self._left + rounds * QUANTUM)

    def charge(self, seconds: float) -> None:
        """Count work that was done for it, also for all above it."""
        account: Account | None = self
        while account is not None and account.above is not None:
            account._left, account._counted = account.left - seconds, account.above._round
            account = account.above

    def first(self) -> Account:
        """Of those below for whom something waits, whoever has most left; the next round begins if nobody has."""
        if len(self.waiting) == 1:
            (found,) = self.waiting
            missing = -found.left
        else:
            found = max(self.waiting, key=lambda account: account.left)
            missing = -found.left
        if missing >= 0:
            self._round += 1 + math.floor(missing / QUANTUM)
        return found

    def has_begun_to_wait(self) -> None:
        """Let it take part in the rounds."""
        account = self
        while account.above is not None and account not in account.above.waiting:
            account.above.waiting[account] = None
            account = account.above

    def waits_no_more(self) -> None:
        """Take it out of the rounds."""
        account = self
        while account.above is not None and not account.waiting and not account.callbacks:
            account.above.waiting.pop(account, None)
            account = account.above


class Ledger:
    """The accounts of all visitors, and what waits for them."""

    def __init__(self) -> None:
        self._all = Account()
        self._latest: deque[Account] = deque(maxlen=_REMEMBERED)

    def account(self, *names: Hashable) -> Account:
        """The account of a visitor: the names of the class, the net, the address and the visitor."""
        account = self._all
        for name in names:
            found = account.below.get(name)
            if found is None:
                found = account.below[name] = Account(account)
            account = found
        self._latest.append(account)
        return account

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not self._all.waiting

    def add(self, account: Account, callback: asyncio.Handle) -> None:
        """Let a callback wait."""
        account.callbacks.append(callback)
        if len(account.callbacks) == 1:
            account.has_begun_to_wait()

    def admit(self) -> tuple[Account, asyncio.Handle]:
        """The account whose turn it is, and its first callback, which waits no more."""
        account = self._all
        while account.waiting:
            account = account.first()
        callback = account.callbacks.popleft()
        if not account.callbacks:
            account.waits_no_more()
        return account, callback


ACCOUNT: ContextVar[Account | None] = ContextVar("ACCOUNT", default=None)  # of the visit for which something runs


def account_of(*names: Hashable) -> Account | None:
    """The account of a visitor on the loop that runs; None if that loop is not fair."""
    loop = asyncio.get_running_loop()
    return loop.ledger.account(*names) if isinstance(loop, FairLoop) else None


async def give_way() -> None:
    """Let others go first if this has had its time: what could go on is otherwise one callback, however long."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, FairLoop) and loop.lasts > SLICE:
        await asyncio.sleep(0)


class FairLoop(asyncio.SelectorEventLoop):
    """A loop on which callbacks of visits wait for their turns."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self._nobody = Context()
        self._has_turn = False  # whether the next turn is about to come
        self._admitted_at = 0.0  # by the processor time of this thread

    @property
    def lasts(self) -> float:
        """The seconds of processor time that the callback has had which was admitted last."""
        return time.thread_time() - self._admitted_at

    def call_soon(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Call it when it is its turn."""
        account = ACCOUNT.get() if context is None else context.get(ACCOUNT)
        if account is None or self.is_closed():
            return super().call_soon(callback, *args, context=context)
        handle = asyncio.Handle(callback, args, self, context)
        self.ledger.add(account, handle)
        self._next_turn()
        return handle

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Call it when it is its turn, at that time or later."""
        context = copy_context() if context is None else context
        if context.get(ACCOUNT) is None:
            return super().call_at(when, callback, *args, context=context)
        due = _Due(self, callback, args, context)
        due.timer = super().call_at(when, due.wait, context=self._nobody)
        return due.timer

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Call it in a thread, and charge for what it has used."""
        account = ACCOUNT.get()
        if account is None:
            return super().run_in_executor(executor, func, *args)
        used = list[float]()

        def timed(*given: *Ts) -> T:
            begun = time.thread_time()
            try:
                return func(*given)
            finally:
                used.append(time.thread_time() - begun)

        future = super().run_in_executor(executor, timed, *args)
        future.add_done_callback(lambda done: account.charge(sum(used)), context=self._nobody)
        return future

    def _next_turn(self) -> None:
        if not self._has_turn:
            self._has_turn = True
            super().call_soon(self._turn, context=self._nobody)

    def _turn(self) -> None:
        """Admit callbacks for a while."""
        self._has_turn, spent = False, 0.0
        try:
            while spent < SLICE and not self.ledger.is_empty:
                account, callback = self.ledger.admit()
                if not callback.cancelled():
                    self._admitted_at = time.thread_time()
                    try:
                        callback._run()
                    finally:
                        used = self.lasts
                        account.charge(used)
                        spent += used
        finally:
            if not self.ledger.is_empty:
                self._next_turn()


class _Due:
    """A callback of a timer: it waits once its time has come, unless the timer is cancelled, even while it waits."""

    timer: asyncio.TimerHandle | None = None

    def __init__(self, loop: FairLoop, callback: Callable[..., object], args: tuple[Any, ...], context: Context):
        self._loop, self._callback, self._args, self._context = loop, callback, args, context

    def wait(self) -> None:
        """Wait for its turn."""
        self._loop.call_soon(self._run, context=self._context)

    def _run(self) -> None:
        timer, self.timer = self.timer, None  # which holds this
        if timer is not None and not timer.cancelled():
            self._callback(*self._args)
