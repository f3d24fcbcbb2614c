"""Listening, the host key, and shutting down."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import resource
import shlex
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import asyncssh

from termpuzzles.company.service.config import ServiceConfig, read_config, without_password
from termpuzzles.company.service.connection import CIPHERS, KEX, MACS, SIGNATURES, Connection
from termpuzzles.company.service.fair_loop import FairLoop
from termpuzzles.company.service.host_keys import HOST_KEY, NEXT_KEY, host_keys
from termpuzzles.company.service.limits import Limits
from termpuzzles.company.service.monitoring import LibraryLog, Log
from termpuzzles.company.service.service import Service, Share
from termpuzzles.guests import guests
from termpuzzles.storage.store import StoreAwayError

_RARELY = 700, 60, 1_000_000  # young objects seldom, when most screens among them have closed again; old ones never
_SWITCH_SECONDS = 0.0005  # a loop that waits for a thread, as one that asks a database, waits no longer than that
_CLOCKS = 2.0  # seconds between two checks of the clocks of all visits
_DESCRIPTORS = 4  # for each session and process: the journal, its lock, a listing; pipes
_OTHERS = 100  # descriptors for everything else
_LAST = 1.2  # seconds for all visits to end; and then, for what they leave behind
_LEFT = 0.4
_WINDOW = 1 << 16  # bytes of a channel that may come while it is not read
_THREADS = 32  # that may wait for a database


async def run(service: Service, ready: Callable[[str, int, str], None], ending: asyncio.Event) -> None:
    """Listen until the event is set; then end every visit in good order."""
    await asyncio.to_thread(_load_all)
    if service.config.store:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_THREADS))
    await service.workers.start()
    await service.ask(service.shared.look)
    keys = await service.ask(service.shared.host_keys, service.config.data)
    for key in keys:
        service.log("host key", fingerprint=key.get_fingerprint())
    key = keys[0]
    acceptor = await asyncssh.listen(
        service.config.host, service.config.port, reuse_port=service.config.shares_port, **_options(service, keys)
    )
    watching = [asyncio.ensure_future(service.metrics.watch_the_loop()), asyncio.ensure_future(_watch_clocks(service))]
    page = await service.metrics.serve(*service.config.metrics) if service.config.metrics else None
    ready(service.config.host, acceptor.get_port(), key.get_fingerprint())
    service.list_everybody()
    await ending.wait()
    acceptor.close()
    if page is not None:
        page.close()
    await _end_all(service)
    for task in watching:
        task.cancel()
    await service.workers.stop()
    await asyncio.to_thread(service.shared.close)


def _load_all() -> None:
    """Load all modules that visitors need, so that none waits for them."""
    for name in ("hints.guide", "formats", "tui.app", "tui.screens", "company.screens"):
        module = import_module(f"termpuzzles.{name}")
        for found in iter_modules(getattr(module, "__path__", ()), f"{module.__name__}."):
            import_module(found.name)
    for guest in guests():
        for door in (*guest.screens.values(), *guest.meetings.values()):
            door.load()
    from termpuzzles.catalogue.levels import shipped, shipped_index

    theme = import_module("termpuzzles.tui.theme")
    for name in theme.offered():  # which compares all colours of all themes
        for few in (False, True):
            theme.palette(name).dyes(few)

    shipped_index()
    assert shipped().by_identity is not None


async def _end_all(service: Service) -> None:
    for visit in tuple(service.visits):
        visit.abort("shutdown")
    end = service.now() + _LAST
    while service.visits and service.now() < end:
        await asyncio.sleep(0.02)
    for part in service.parts:
        part.stop()
    with suppress(TimeoutError):
        await asyncio.wait_for(service.finish(), _LEFT)
    await asyncio.sleep(0.1)  # until everything written has gone out


async def _watch_clocks(service: Service) -> None:
    while True:
        await asyncio.sleep(_CLOCKS)
        service.check_timeouts()
        with suppress(StoreAwayError):  # what it was asked for comes later
            await asyncio.to_thread(service.shared.look)
            await asyncio.to_thread(service.players.forget_old_tokens)


def _options(service: Service, keys: list[asyncssh.SSHKey]) -> dict[str, object]:
    return {
        "server_factory": lambda: Connection(service),
        "server_host_keys": keys,
        "send_server_host_keys": True,  # so that clients learn the next one before it is the only one
        "server_version": "termpuzzles",
        "kex_algs": KEX,
        "encryption_algs": CIPHERS,
        "mac_algs": MACS,
        "signature_algs": SIGNATURES,
        "compression_algs": ["none"],
        "password_auth": False,
        "host_based_auth": False,
        "gss_host": None,
        "gss_kex": False,
        "gss_auth": False,
        "agent_forwarding": False,
        "x11_forwarding": False,
        "sftp_factory": None,
        "allow_scp": False,
        "line_editor": False,
        "window": _WINDOW,
        "encoding": None,
        "rdns_lookup": False,
        "login_timeout": 20,
        "keepalive_interval": 15,
        "keepalive_count_max": 3,
        "config": None,
    }


def loose_modes(data: Path) -> list[str]:
    """A sentence for each file that others may read or change, with the command that mends it."""
    found = []
    for file, mode in ((data, 0o700), (data / HOST_KEY, 0o600), (data / NEXT_KEY, 0o600)):
        if file.exists() and file.stat().st_mode & 0o077:
            found.append(f"others can read {file}: chmod {mode:o} {shlex.quote(str(file))}")
    return found


def serve(config: ServiceConfig) -> int:
    """Serve until a signal comes; returns the exit status."""

    def ready(host: str, port: int, fingerprint: str) -> None:
        gc.collect()
        gc.freeze()  # shared objects stay for ever and need not be looked through
        gc.set_threshold(*_RARELY)
        sys.setswitchinterval(_SWITCH_SECONDS)
        print(f"host key {fingerprint}")
        print(f"listening on {host}:{port}", flush=True)

    allow_descriptors(config.limits)
    try:
        share = share_of(config)
    except OSError as error:
        print(f"{without_password(config.store)}: {error.strerror}", file=sys.stderr)
        return 1

    async def until_a_signal() -> None:
        ending = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, ending.set)
        log = Log()
        logging.getLogger().addHandler(LibraryLog(log))
        service = Service(config, log, share=share)
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, read_again, service)
        await run(service, ready, ending)

        sys.stdout.flush()
        os._exit(0)  # threads that still wait for a disk are not waited for: what they sync is written

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(until_a_signal())
    return 0


def share_of(config: ServiceConfig) -> Share | None:
    """How the processes of a service share what they have; None if there is only one. Raises AwayError."""
    if not config.store:
        return None
    by_database = import_module(
        "termpuzzles.company.postgres.shared"
    )  # psycopg is there only with the extra `postgres`
    share: Share = by_database.share_by(config)
    return share


def read_again(service: Service) -> None:
    """Go by the config's file as it is now, unless it cannot be used."""
    now = service.config
    plain = ServiceConfig(now.host, now.port, now.data, now.command, now.metrics, file=now.file, store=now.store)
    config, doubts = read_config(plain)
    for doubt in doubts or config_doubts(config):
        service.log("config", refused=doubt.removeprefix(f"{now.file}: "))
        return
    service.use(config)
    if not now.daily_table:
        service.list_everybody()
    service.log("config", read=config.file)


def descriptors_needed(limits: Limits) -> int:
    """How many descriptors must be free so that no player lacks one, however many connections there are."""
    processes = limits.processes + limits.commands + limits.plain
    return limits.connections + _DESCRIPTORS * (limits.sessions + processes) + _OTHERS


def allow_descriptors(limits: Limits) -> int:
    """Let this process open as many files as it needs, as far as it may; returns how many it may open."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = descriptors_needed(limits)
    if now != resource.RLIM_INFINITY and now < needed:
        now = needed if most == resource.RLIM_INFINITY else min(needed, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
    return needed if now == resource.RLIM_INFINITY else now


def config_doubts(config: ServiceConfig) -> list[str]:
    """The reasons why a service could not run there, each in a sentence."""
    found = []
    if not 0 <= config.port <= 65535:
        found.append(f"port {config.port} is not between 0 and 65535")
    if config.metrics and config.metrics[0] not in ("127.0.0.1", "::1", "localhost"):
        found.append("metrics are for loopback alone: 127.0.0.1, ::1 or localhost")
    needed, most = descriptors_needed(config.limits), allow_descriptors(config.limits)
    if most < needed:
        found.append(f"these limits need {needed} open files, and {most} are allowed: raise LimitNOFILE, or ulimit -n")
    try:
        config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        found += loose_modes(config.data)
        if not config.store or (config.data / HOST_KEY).exists():
            host_keys(config.data)
    except (OSError, asyncssh.KeyImportError) as error:
        found.append(f"{config.data}: {error}")
    return found
