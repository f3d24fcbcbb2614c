"""`serve`: the SSH service, from the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import Answer
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
        from termpuzzles.ssh.config import NAME, ServiceConfig, in_force, read_config
        from termpuzzles.ssh.server import config_doubts
        from termpuzzles.ssh.server import serve as serve_there
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
    data = service_folder(options.data, console.environment)
    file = Path(options.config) if options.config else _etc(console.environment, data) / NAME
    if options.config and not file.exists():
        return console.refuse(f"{shortened(options.config)}: there is no such file")
    config, found = read_config(ServiceConfig(options.host, options.port, data, command, metrics, file=file))
    found = found or config_doubts(config)
    for doubt in found:
        console.say(doubt)
    if found:
        return console.refuse("the service cannot run like this")
    return console.show([Answer(in_force(config))]) if options.check_config else serve_there(config)


def _etc(environment: Mapping[str, str], data: Path) -> Path:
    """The folder of the config: where the system keeps it for a service, or that of the data."""
    given = environment.get("CONFIGURATION_DIRECTORY", "").partition(":")[0]  # systemd's
    return Path(given) if given else data


def service_folder(asked: str | None, environment: Mapping[str, str]) -> Path:
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
    parser.add_argument("--config", metavar="FILE", help="limits, bans and the like (default: serve.toml in the data)")
    parser.add_argument("--check-config", action="store_true", help="print what would be in force, and exit")


SERVE = Command(
    "serve",
    serve,
    ("serve --port 2222", "serve --check-config --data service"),
    arguments=_arguments,
    more="It prints the address it listens on once it accepts connections, and ends on SIGTERM or Ctrl-C.",
)
