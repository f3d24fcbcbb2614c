"""`serve`: the SSH service, from the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import YES
from termpuzzles.commands.command import Command, Parser
from termpuzzles.errors import shortened
from termpuzzles.storage.library import folders

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from termpuzzles.commands.output import Console


def serve(options: argparse.Namespace, console: Console) -> int:
    """Serve until a signal comes; returns the exit status."""
    try:
        from termpuzzles.ssh.server import config_doubts
        from termpuzzles.ssh.server import serve as serve_there
        from termpuzzles.ssh.service import ServiceConfig
    except ModuleNotFoundError as missing:
        if missing.name != "asyncssh":
            raise
        return console.refuse("the service needs asyncssh: python3 -m pip install 'termpuzzles[ssh]'")
    metrics = None
    if options.metrics:
        host, colon, port = options.metrics.rpartition(":")
        if not colon or not port.isdecimal():
            shown = repr(shortened(options.metrics))
            return console.refuse(f"--metrics: expected an address such as 127.0.0.1:9100, found {shown}")
        metrics = host.strip("[]"), int(port)
    command = (sys.executable, "-m", "termpuzzles.cli.remote")
    config = ServiceConfig(options.host, options.port, _data(options.data, console.environment), command, metrics)
    found = config_doubts(config)
    for doubt in found:
        console.say(doubt)
    if options.check_config or found:
        return console.refuse("the service cannot run like this") if found else YES
    return serve_there(config)


def _data(asked: str | None, environment: Mapping[str, str]) -> Path:
    """The folder for players, journals and the host key: as asked for, or where the system lets a service write."""
    if asked:
        return Path(asked)
    if given := environment.get("STATE_DIRECTORY"):  # systemd's
        return Path(given.partition(":")[0])

    return folders(environment).data / "service"


def _arguments(parser: Parser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, default=2222, help="the port; 0 takes a free one (default 2222)")
    parser.add_argument("--data", metavar="FOLDER", help="folder for players, their journals and the host key")
    parser.add_argument(
        "--metrics", metavar="ADDRESS", help="serve /metrics and /health on this address, such as 127.0.0.1:9100"
    )
    parser.add_argument("--check-config", action="store_true", help="check whether the service could run, and exit")


SERVE = Command(
    "serve",
    serve,
    ("serve --port 2222", "serve --check-config --data service"),
    arguments=_arguments,
    more="It prints the address it listens on once it accepts connections, and ends on SIGTERM or Ctrl-C.",
)
