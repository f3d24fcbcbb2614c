"""Workers as the one who hands out tasks sees them, and what is heard from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from termpuzzles.batches.work import TaskDone

Heard = TypeVar("Heard")


class WorkerSlot(NamedTuple):
    """Room for one task at a time: one of the places of a worker, which ends with all its tasks if it ends."""

    worker: str
    number: int = 0


class Finished(NamedTuple):
    """The task at this place is done, or as much of it as there was time for."""

    place: WorkerSlot
    done: TaskDone


class Lost(NamedTuple):
    """The worker with this place has ended in the middle of its task, or gave it back."""

    place: WorkerSlot
    is_to_blame: bool = True  # whether the task may have ended it


News = Finished | Lost | None  # None: time has passed, or there are new workers or items


def next_heard(heard: SimpleQueue[Heard | None], seconds: float) -> Heard | None:
    """What threads put there next, within so many seconds; None also if one has put that, so that nobody waits."""
    try:
        return heard.get(timeout=seconds)
    except Empty:
        return None


class Crew(Protocol):
    """Workers, here or elsewhere. They may come and go; whoever has them stops them in the end."""

    def places(self) -> Sequence[WorkerSlot]:
        """All places that there are now. Raises `WorkersError` if there can be none."""
        ...

    def give(self, place: WorkerSlot, function: Callable[[Any], Any], items: bytes) -> None:
        """Hand a task to a place that has none."""
        ...

    def news(self, seconds: float) -> News:
        """What happened next, within so many seconds. Raises `WorkersError` if nothing more will."""
        ...

    def wake(self) -> None:
        """Let `news` return; may be called in any thread."""
        ...

    def stop(self, in_order: bool) -> None:
        """Leave the workers idle: what was handed out is given up, and nothing is left if all ended `in_order`."""
        ...
