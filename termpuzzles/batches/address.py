"""The address of a scheduler."""

from termpuzzles.errors import did_you_mean, shortened

KINDS = ("tcp", "tls", "ws", "wss")


def checked_address(text: str) -> str:
    """The address of a scheduler, such as `tcp://host:8786`; raises ValueError with a sentence if it is none."""
    kind, mark, rest = text.rpartition("://")
    host, _, port = rest.rpartition(":")
    if mark and kind not in KINDS:
        found = f"{shortened(text)!r}{did_you_mean(kind, KINDS)}"
        raise ValueError(f"expected an address that begins with {', '.join(KINDS[:-1])} or {KINDS[-1]}, found {found}")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65_536):
        raise ValueError(f"expected an address with a port, such as tcp://host:8786, found {shortened(text)!r}")
    return text
