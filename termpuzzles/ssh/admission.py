"""Who gets in, and what each address may cost: counted by address in IPv4 and by /64 in IPv6, as one visitor has these.

Behind a proxy the address comes in a header (PROXY protocol, version 2), which is believed only of proxies that the
operator has named: https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from socket import AF_INET, AF_INET6, inet_ntop
from typing import Protocol

from termpuzzles.ssh.limits import Bucket, Limits

Net = IPv4Network | IPv6Network


def network_of(address: str) -> str:
    """The part of the address by which a visitor is counted; the text itself if it is no address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found) >> 64 << 64, 64)))


def is_address_in(address: str, nets: Iterable[Net]) -> bool:
    """Whether the address lies in one of the nets."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    return any(found in net for net in nets)


_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
_HEAD = struct.Struct(">12sBBH")  # signature, version and command, family and transport, length of the rest
_LOCAL, _PROXY = 0x20, 0x21
_FAMILIES = {0x11: (AF_INET, 4), 0x21: (AF_INET6, 16)}
_LONGEST_HEADER = 2_048
_FORGET = 64  # new addresses after which those that owe nothing are forgotten


def proxy_header(data: bytes) -> tuple[str, int] | None:
    """The visitor's address in the header that the data begin with, and the header's length; None if it is cut off.

    The address is "" if the proxy speaks for itself. Raises ValueError if there is no such header.
    """
    if data[: len(_SIGNATURE)] != _SIGNATURE[: len(data)]:
        raise ValueError("no PROXY header")
    if len(data) < _HEAD.size:
        return None
    _, command, family, length = _HEAD.unpack_from(data)
    end = _HEAD.size + length
    if command not in (_LOCAL, _PROXY) or end > _LONGEST_HEADER:
        raise ValueError("a PROXY header of another version")
    if len(data) < end:
        return None
    if command == _LOCAL:
        return "", end
    kind, size = _FAMILIES.get(family, (AF_INET, 0))
    if not size or length < 2 * size + 4:
        raise ValueError("a PROXY header without an address")
    return inet_ntop(kind, data[_HEAD.size : _HEAD.size + size]), end


class Knock(Protocol):
    """A connection that has not logged in yet."""

    def drop(self, limit: str) -> None:
        """End it because of a limit."""


class Admission:
    """Counts connections by address and in all, and what each address costs."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits = limits
        self._now = now
        self._here: Counter[str] = Counter()
        self._rates: dict[str, Bucket] = {}
        self._costs: dict[str, Bucket] = {}
        self._knocking: dict[Knock, None] = {}  # the oldest first

    def admit(self, address: str) -> str:
        """Admit a connection from this address, or return the limit that it hits."""
        net, limits = network_of(address), self.limits
        rate = self._bucket(self._rates, net, limits.connections_a_minute / 60, limits.connections_at_once)
        if not rate.take():
            return "connection_rate"
        if self._here[net] >= limits.sessions_an_address:
            return "sessions_an_address"
        if self._here.total() >= limits.connections:
            return "connections"
        self._here[net] += 1
        return ""

    def dismiss(self, address: str) -> None:
        """Record the end of a connection from this address."""
        self._here[network_of(address)] -= 1
        self._here += Counter()  # drops addresses without connections

    def knocks(self, connection: Knock) -> None:
        """Take a connection that has not logged in; the oldest one goes if there are too many."""
        self._knocking[connection] = None
        if len(self._knocking) > self.limits.knocking:
            oldest = next(iter(self._knocking))
            del self._knocking[oldest]
            oldest.drop("knocking")

    def entered(self, connection: Knock) -> None:
        """Record that the connection has logged in, or is gone."""
        self._knocking.pop(connection, None)

    def charge(self, address: str, seconds: float) -> float:
        """Charge an address for work on the loop; returns the seconds until it has paid for all of it."""
        limits = self.limits
        return self._bucket(self._costs, network_of(address), limits.work_a_second, limits.work_at_once).owe(seconds)

    def _bucket(self, buckets: dict[str, Bucket], net: str, rate: float, most: float) -> Bucket:
        if net not in buckets:
            if len(buckets) % _FORGET == 0:
                for known in [known for known, bucket in buckets.items() if bucket.is_full]:
                    del buckets[known]
            buckets[net] = Bucket(rate, most, self._now)
        return buckets[net]
