"""Workers of a Dask cluster, which may be on many machines; the only file that loads `distributed`.

Each task is handed to a worker by name, so that it is known which worker was lost with which task. A worker that has
no termpuzzles, or another version, is told and gets none.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

from termpuzzles import __version__
from termpuzzles.batches.crew import Finished, Lost, News, WorkerSlot, next_heard
from termpuzzles.batches.work import TaskDone, do_task
from termpuzzles.errors import WorkersError, shortened
from termpuzzles.games.making.randomness import STREAM

PATIENCE = 5.0  # seconds without an answer from a scheduler, or without a worker, before that is said
LOOKS = 1.0  # seconds between two looks at who works
_VERSION = "__import__('termpuzzles').__version__"
_STREAM = "__import__('termpuzzles.games.making.randomness', fromlist=['STREAM']).STREAM"
_LOGS = ("distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado.application")


def cluster(address: str) -> Any:
    """A client of the scheduler at that address. Raises `WorkersError` if there is none, or no `distributed` here."""
    try:
        config: Any = import_module("dask").config
        config.set(logging=dict.fromkeys(_LOGS, "critical"))  # what goes wrong is said in sentences of ours
        distributed = import_module("distributed")  # 600 ms, and only installed with the extra
    except ModuleNotFoundError:
        raise WorkersError(
            "--scheduler needs the extra cluster: python3 -m pip install 'termpuzzles[cluster]'"
        ) from None
    opened: SimpleQueue[Any] = SimpleQueue()  # in a thread, as what answers nothing at all would be waited for for ever
    Thread(target=_open, args=(distributed, address, opened), daemon=True).start()
    try:
        found = opened.get(timeout=2 * PATIENCE)
    except Empty:
        found = TimeoutError()
    if isinstance(found, Exception):
        raise WorkersError(f"{shortened(address)}: no scheduler answers there ({_reason(found)})")
    return found


def _open(distributed: Any, address: str, opened: SimpleQueue[Any]) -> None:
    """Put a client into the queue, or the error: of many kinds, for an address may need settings that are not there."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other versions of Dask, which get along
            opened.put(distributed.Client(address, set_as_default=False, timeout=PATIENCE))
    except Exception as error:
        opened.put(error)


_OF_SYSTEM = re.compile(r"\[Errno -?\d+\] (.+)")


def _reason(error: Exception) -> str:
    """Why something failed, in the words of the system if it says so."""
    words = f"{error.__cause__ or error}".strip().partition("\n")[0]
    if found := _OF_SYSTEM.search(words):
        return found[1].lower()
    if isinstance(error, TimeoutError | OSError) or not words:
        return f"waited for {PATIENCE:g} seconds"
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


class ClusterCrew:
    """A crew that is a Dask cluster, by a client of it. `say` takes sentences about workers; the client stays open."""

    def __init__(self, client: Any, say: Callable[[str], None] = lambda words: None) -> None:
        self._client, self._say = client, say
        self._executor = client.get_executor(pure=False)
        self._address: str = client.scheduler.address
        self._places: list[WorkerSlot] = []
        self._known: dict[str, str] = {}  # workers, and why one cannot be used
        self._handed: dict[WorkerSlot, Future[TaskDone]] = {}
        self._heard: SimpleQueue[tuple[WorkerSlot, Future[TaskDone] | None] | None] = SimpleQueue()
        self._looked = self._alone_since = monotonic()
        self._is_gone = False
        self._look()

    def places(self) -> Sequence[WorkerSlot]:
        """A place for each thread of each worker that can be used."""
        if monotonic() - self._looked >= LOOKS:
            self._look()
        return self._places

    def _look(self) -> None:
        """See which workers are there now, and give up what was handed to those that are not."""
        threads: dict[str, int] = self._ask(self._client.nthreads, callback_timeout=2 * PATIENCE)
        self._looked = monotonic()
        self._meet([worker for worker in threads if worker not in self._known])
        usable = {worker: number for worker, number in threads.items() if not self._known[worker]}
        most = max(usable.values(), default=0)  # first a place of each, so that few tasks are spread over all
        self._places = [
            WorkerSlot(worker, number) for number in range(most) for worker in usable if number < usable[worker]
        ]
        for place in [place for place in self._handed if place.worker not in threads]:
            self._handed.pop(place).cancel()
            self._heard.put((place, None))
        if usable:
            self._alone_since = self._looked
        elif threads:
            worker = next(iter(threads))
            raise WorkersError(f"{self._address} has no worker that can be used: {self._known[worker]}")
        elif 0 <= self._looked - self._alone_since >= PATIENCE:
            self._say(f"{self._address} has no workers; waiting for one")
            self._alone_since = float("inf")

    def _meet(self, workers: list[str]) -> None:
        """Find out which of these workers have this program in this version."""
        if not workers:
            return
        versions = self._ask(self._client.run, eval, _VERSION, workers=workers, on_error="return")
        streams = self._ask(self._client.run, eval, _STREAM, workers=workers, on_error="return")
        for worker in workers:
            found = versions.get(worker), streams.get(worker)
            self._known[worker] = _why_unused(worker, *found)
            if self._known[worker]:
                self._say(f"{self._known[worker]}: this worker is not used")

    def _ask(self, question: Callable[..., Any], *words: Any, **options: Any) -> Any:
        """Ask the scheduler; raises `WorkersError` if it does not answer."""
        try:
            return question(*words, **options)
        except Exception:  # of many kinds: closed connections, timeouts, a client that has closed itself meanwhile
            raise self._gone() from None

    def _gone(self) -> WorkersError:
        self._is_gone = True
        return WorkersError(f"{self._address}: the scheduler is gone; what was done until then stands")

    def give(self, place: WorkerSlot, function: Callable[[Any], Any], items: bytes) -> None:
        """Submit the task for that worker alone."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large messages
            future: Future[TaskDone] = self._ask(
                self._executor.submit, work_on_cluster, function, items, workers=[place.worker]
            )
        self._handed[place] = future
        future.add_done_callback(lambda done: self._heard.put((place, done)))

    def news(self, seconds: float) -> News:
        """The next task that is done or lost."""
        heard = next_heard(self._heard, seconds)
        if heard is None:
            return None
        place, future = heard
        if future is None:
            return Lost(place)
        if self._handed.get(place) is not future:
            return None  # given up before
        del self._handed[place]
        try:
            return Finished(place, future.result())
        except CancelledError:
            if self._client.status != "running":
                raise self._gone() from None
            return Lost(place, is_to_blame=False)
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                return Lost(place)
            raise

    def wake(self) -> None:
        """Let `news` return."""
        self._heard.put(None)

    def stop(self, in_order: bool) -> None:
        """Take back what was handed out; workers break it off within a few milliseconds."""
        if self._handed and not self._is_gone:
            self._executor.shutdown(wait=False)
        self._handed.clear()


def _why_unused(worker: str, version: object, stream: object) -> str:
    """Why a worker with that version and stream of boards cannot be used; "" if it can."""
    if isinstance(version, Exception) or version is None:
        return f"{worker} has no termpuzzles"
    if version != __version__:
        return f"{worker} has termpuzzles {version}, and this is {__version__}"
    if stream != STREAM:
        return f"{worker} makes boards of stream {stream}, and this makes those of stream {STREAM}"
    return ""


def work_on_cluster(function: Callable[[Any], Any], items: bytes) -> TaskDone:
    """Do a task on a worker of the cluster, until the scheduler says that nobody waits for it any more."""
    distributed = import_module("distributed")
    worker = distributed.get_worker()
    task = worker.state.tasks[worker.get_current_task()]
    return do_task(function, items, lambda: task.state == "cancelled")
