"""What an operator may choose: `serve.toml`, read at the start and at each SIGHUP, and what is in force.

A key that nobody knows is refused, as a limit that is misspelt would not hold.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.company.service.addresses import HostShare
from termpuzzles.company.service.limits import Limits, Net, is_address_in
from termpuzzles.company.service.monitoring import LEVELS
from termpuzzles.errors import did_you_mean, on_one_line, shortened
from termpuzzles.logic.task import Budget
from termpuzzles.storage.journal_text import read_all

NAME = "serve.toml"
BANS, REVOKED = "bans", "revoked"  # in the folder of the service, or in its store: one a line
STORE = "TERMPUZZLES_STORE"  # in the environment of a process that plays for somebody: the address of the database
TOGETHER = "TERMPUZZLES_TOGETHER"  # likewise, the folder of the service
CLOSED = "TERMPUZZLES_CLOSED"  # of a process that answers: the names of boards of which it says nothing
_LARGEST = 1 << 20  # bytes
_LONGEST_MESSAGE = 300


class Bans(NamedTuple):
    """Who may not come in: the fingerprints of keys, and nets."""

    keys: frozenset[str] = frozenset()
    nets: tuple[Net, ...] = ()

    def hold(self, address: str, key: str) -> bool:
        """Whether somebody with this address and this key (or "") may not come in."""
        return key in self.keys or is_address_in(address, self.nets)

    def __str__(self) -> str:
        return json.dumps([*sorted(self.keys), *map(str, self.nets)])


def bans_of(lines: Iterable[str]) -> Bans:
    """Bans, each a key's fingerprint, an address or a net. Raises ValueError for anything else."""
    words = [line.strip() for line in lines if line.strip()]
    keys = frozenset(word for word in words if word.startswith("SHA256:"))
    return Bans(keys, tuple(_net(word) for word in words if word not in keys))


def _net(text: str) -> Net:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ValueError(f"expected a fingerprint (SHA256:…), an address or a net, found {shortened(text)!r}") from None


@dataclass(frozen=True)
class ServiceConfig:
    """Where a service listens, and where it keeps its data; `metrics` is a host and a port, or None.

    `command` starts a process that answers a visitor's command; the visitor's words are added to it.
    Connections from `proxies` begin with a header that names the visitor's address. `message` is shown to whoever comes
    in. With `daily_table`, players who want to be listed are, with their times for the boards of a day.
    `log` is one of the `LEVELS` of the log. `file` is the `serve.toml` of which the rest came. `store` is the
    address of a database that several processes share, "" for the folder; `commit` says whether a move waits for its
    disk. One process of several `shares_port` with the others, and by `host_share` what it counts by address.
    """

    host: str
    port: int
    data: Path
    command: Sequence[str]
    metrics: tuple[str, int] | None = None
    limits: Limits = field(default_factory=Limits)
    proxies: tuple[Net, ...] = ()
    bans: Bans = field(default_factory=Bans)
    message: str = ""
    daily_table: bool = False
    log: str = LEVELS[0]
    file: Path | None = None
    store: str = ""
    commit: str = "async"
    shares_port: bool = False
    host_share: HostShare | None = None


_BUDGETS = {"request_seconds", "question_seconds", "question_cells"}
_GONE = {  # in 0.2
    *("work_a_second", "work_at_once", "start_work", "keys_a_second", "keys_at_once", "keys_waiting"),
    *("bytes_a_second", "bytes_at_once"),
}
_FREE = {"plain", "processes_ready", "log_lines"}  # limits that may be 0


def limits_by_name(limits: Limits) -> dict[str, float]:
    """Each limit, a number, by its name in the file."""
    found: dict[str, float] = {}
    for each in fields(limits):
        value = getattr(limits, each.name)
        if isinstance(value, Budget):
            parts = {f"{each.name}_seconds": value.seconds, f"{each.name}_cells": value.cells}
            found |= {name: part for name, part in parts.items() if name in _BUDGETS}
        else:
            found[each.name] = value
    return found


def read_config(config: ServiceConfig) -> tuple[ServiceConfig, list[str]]:
    """The config with what its file says, if there is one; and the reasons, in sentences, why that cannot be used."""
    if config.file is None or not config.file.exists():
        return config, []
    try:
        if config.file.stat().st_size > _LARGEST:
            raise OSError(None, "this is too large for a config")
        found = tomllib.loads(read_all(config.file).decode())
    except (OSError, ValueError, RecursionError) as error:
        return config, [on_one_line(f"{config.file}: {getattr(error, 'strerror', None) or error}")]
    doubts: list[str] = []
    chosen: dict[str, Any] = {}
    for key, value in found.items():
        try:
            chosen |= _chosen(key, value, config)
        except ValueError as error:
            doubts += [on_one_line(f"{config.file}: {line}") for line in error.args]
    return replace(config, **chosen), doubts


def _chosen(key: str, value: Any, config: ServiceConfig) -> dict[str, Any]:
    """What a key of the file chooses; raises ValueError with a sentence for each doubt."""
    if key not in _KEYS:
        raise ValueError(f"there is no {key!r}{did_you_mean(key, _KEYS)}")
    if key == "limits":
        return {key: _limits(value, config.limits)}
    if key in ("proxies", "bans"):
        words = _words(key, value)
        return {key: bans_of(words) if key == "bans" else tuple(_net(word) for word in words)}
    if key == "daily_table":
        if not isinstance(value, bool):
            raise ValueError(f"daily_table: expected true or false, found {shortened(str(value))!r}")
        return {key: value}
    if key == "log" and value not in LEVELS:
        raise ValueError(f"log: expected one of {', '.join(LEVELS)}, found {shortened(str(value))!r}")
    if key == "commit" and value not in COMMITS:
        raise ValueError(f"commit: expected one of {', '.join(COMMITS)}, found {shortened(str(value))!r}")
    if key == "store" and not is_address(value):
        raise ValueError(f"store: expected an address such as {EXAMPLE}, found {shortened(str(value))!r}")
    if not isinstance(value, str) or len(value) > _LONGEST_MESSAGE or not value.replace("\n", "").isprintable():
        raise ValueError(f"{key}: expected a text of at most {_LONGEST_MESSAGE} characters in quotes")
    return {key: value}


_KEYS = ("message", "daily_table", "log", "proxies", "bans", "limits", "store", "commit")
COMMITS = ("async", "sync")
EXAMPLE = "postgresql://termpuzzles@db.example/termpuzzles"


def is_address(value: object) -> bool:
    """Whether this is the address of a database."""
    return isinstance(value, str) and value.startswith(("postgresql://", "postgres://"))


def without_password(address: str) -> str:
    """The address as it may be shown."""
    return re.sub(r"password=[^&]*", "password=…", re.sub(r"(//[^:/@]*):[^@]*@", r"\1@", address))


def _words(key: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise ValueError(f'{key}: expected a list of texts, such as {key} = ["192.0.2.0/24"]')
    return value


def _limits(value: object, limits: Limits) -> Limits:
    if not isinstance(value, Mapping):
        raise ValueError("limits: expected a table, [limits]")
    known = limits_by_name(limits)
    if doubts := list(_limit_doubts(value, known)):
        raise ValueError(*doubts)
    plain: dict[str, Any] = {name: type(known[name])(number) for name, number in value.items() if name not in _BUDGETS}
    for name, number in value.items():
        if name in _BUDGETS:
            budget, _, part = name.partition("_")
            plain[budget] = replace(plain.get(budget, getattr(limits, budget)), **{part: number})
    return replace(limits, **plain)


def _limit_doubts(value: Mapping[str, object], known: Mapping[str, float]) -> Iterator[str]:
    for name, number in value.items():
        if name in _GONE:
            yield f"limits.{name} is no longer needed, as visitors share the server's time fairly: remove it"
        elif name not in known:
            yield f"there is no limit {name!r}{did_you_mean(name, known)}"
        elif isinstance(number, bool) or not isinstance(number, int | float):
            yield f"limits.{name}: expected a number, found {shortened(str(number))!r}"
        elif isinstance(known[name], int) and not isinstance(number, int):
            yield f"limits.{name}: expected a whole number, found {number}"
        elif not (0 if name in _FREE else 1e-9) <= number < 1e12:
            yield f"limits.{name}: expected a number above 0, found {number}"


def in_force(config: ServiceConfig) -> str:
    """All that is in force, as lines of `serve.toml` below what the command line says."""
    where = [f"host {config.host}", f"port {config.port}", f"data {config.data}"]
    if config.metrics:
        host, port = config.metrics
        where.append(f"metrics {f'[{host}]' if ':' in host else host}:{port}")
    if config.store:
        where.append(f"store {without_password(config.store)}, commit {config.commit}")
    where += [f"config {config.file}" if config.file and config.file.exists() else "config: no file"]
    memory = memory_needed(config.limits) >> 20
    where += [f"the processes take at most {memory:,} MiB, beside the server's own 100 and 2.5 a session"]
    chosen = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in _values(config))
    limits = (f"{name} = {number:_}" for name, number in limits_by_name(config.limits).items())
    return "\n".join([*(f"# {line}" for line in where), *chosen, f"bans = {config.bans}", "", "[limits]", *limits])


def _values(config: ServiceConfig) -> Iterator[tuple[str, object]]:
    yield from (
        ("message", config.message),
        ("daily_table", config.daily_table),
        ("log", config.log),
        ("proxies", [str(net) for net in config.proxies]),
    )


def memory_needed(limits: Limits) -> int:
    """The bytes that all processes of the service may take together, without the server itself."""
    return limits.process_memory * (limits.processes + limits.commands + limits.plain)
