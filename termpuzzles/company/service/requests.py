"""What a channel may ask: commands without a screen, questions about who one is, and its environment."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.players import Player, Players, RefusedError
from termpuzzles.company.service.workers import end
from termpuzzles.errors import PuzzleError, did_you_mean, shortened

COMMANDS = ("hint", "solve", "check", "generate", "daily", "help")  # answered as on the command line
HERE = ("who", "name", "keys", "link", "claim", "unlink", "zone", "watch", "race", "rush", "sync")  # no command answers

NO, BAD, LIMIT = 1, 2, 3

_HELP = """\
`ssh -t HOST` opens the app. These words after HOST are answered, too:

  hint, solve, check PUZZLE  as on the command line; - takes the board from standard input
  generate GAME SIZE         make a new board
  daily [GAME]               today's boards
  daily table [DATE]         who solved a day's boards, and how fast, if the service keeps a table
  who                        who you are here, and by which key
  name [NAME]                see or choose the name by which others see you
  keys                       list your keys
  link                       get a token that makes another key yours, too
  link TOKEN                 use it, with that other key
  claim TOKEN                keep what you played as a guest, with your key
  unlink FINGERPRINT         take a lost key off
  zone [ZONE]                see or choose where your day begins, such as Europe/Zurich
  rush [DATE]                who solved most boards of a day's rush, if the service keeps a table
  race NAME...               race others on a new board (with -t, or in words without)
  watch NAME                 watch somebody play, if they allow it (with -t)
  help COMMAND               all about hint, solve, check, generate or daily
  help PAGE                  a page of the documentation: playing, plain, ssh and others

With a key you are a player whose boards are kept; without one, a guest.
`termpuzzles sync HOST` on your own machine merges what you played here and there.
"""
_ADDED_BEFORE = "  watch NAME "  # before this, the help has the lines of parts
LONGEST = 16 << 10  # bytes of a command with all its words
_PART = re.compile(
    r"""(?P<space>[ \t\r\n]+) | (?P<plain>[^ \t\r\n'"\\]+) | \\(?P<escaped>.)
    | '(?P<single>[^']*)' | "(?P<double>(?:[^"\\]|\\.)*+)" """,
    re.DOTALL | re.VERBOSE,
)


def help_with(added: Mapping[str, str]) -> str:
    """What visitors may ask for, with what parts of the service add: first words of commands, and their lines."""
    return _HELP.replace(_ADDED_BEFORE, "".join(added.values()) + _ADDED_BEFORE)


def answered_here(added: Iterable[str]) -> tuple[str, ...]:
    """The first words of what the service answers itself, with those of its parts."""
    return (*HERE[:-1], *added, HERE[-1])


def words_of(line: str, added: Iterable[str]) -> list[str]:
    """The words of a command; raises PuzzleError unless visitors may ask for it. `added` are first words of parts."""
    _check_characters(line)
    words, known = split(line), (*COMMANDS, *answered_here(added))
    if not words or words[0] not in known:
        found = f"{shortened(words[0])!r}{did_you_mean(words[0], known)}" if words else "nothing"
        raise PuzzleError(f"one of the commands {', '.join(known)}", found)
    return words


def _check_characters(line: str) -> None:
    """Raise PuzzleError for what no process can be given as words."""
    size = len(line) if len(line) > LONGEST else len(line.encode("utf-8", "surrogatepass"))
    if size > LONGEST:
        least = f"{size} bytes" if size > len(line) else f"{size} letters"
        raise PuzzleError(
            f"a command of at most {LONGEST:,} bytes: send the board by standard input, as in hint -", least
        )
    for letter in line:
        if letter == "\0" or "\ud800" <= letter <= "\udfff":
            raise PuzzleError("a command in text", repr(letter))


def split(line: str) -> list[str]:
    """The words of the line, as a shell and `shlex.split` find them; that takes minutes for one long word.

    Raises PuzzleError if quotes are left open, or nothing follows a backslash.
    """
    words: list[str] = []
    begun: list[str] = []  # the parts of the word that is being read
    at = 0
    while at < len(line):
        found = _PART.match(line, at)
        if found is None:
            raise PuzzleError("a command whose quotes are closed", "one that ends inside them")
        at, kind = found.end(), found.lastgroup
        if kind != "space":
            text = found[kind or 0]
            begun.append(re.sub(r'\\(["\\])', r"\1", text) if kind == "double" else text)
        elif begun:
            words.append("".join(begun))
            begun = []
    return [*words, "".join(begun)] if begun else words


class Request:
    """A command that a process answers: the visitor's input goes to it, its output to the visitor."""

    def __init__(
        self,
        argv: Sequence[str],
        environment: Mapping[str, str],
        seconds: float,
        limits: Limits,
        shared: Sequence[int] = (),
    ) -> None:
        self._argv = argv
        self._shared = shared  # descriptors that the process gets, too
        self._environment = environment
        self._seconds = seconds
        self._limits = limits
        self._input: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._received = 0
        self._process: asyncio.subprocess.Process | None = None
        self.is_wanted = True

    def feed(self, data: bytes) -> bool:
        """Take input from the visitor; False once it is too much."""
        self._received += len(data)
        if self._received > self._limits.request_input:
            return False
        self._input.put_nowait(data)
        return True

    def end_input(self) -> None:
        """End the input."""
        self._input.put_nowait(None)

    def kill(self) -> None:
        """Kill the process, because nobody wants the answer any more."""
        self.is_wanted = False  # for a process that is only being started, too
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def run(
        self, out: Callable[[bytes], None], err: Callable[[bytes], None], room: Callable[[], Awaitable[None]]
    ) -> int:
        """Run the process and return its exit status; its output is passed on once there is `room` for it."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._argv, stdin=pipe, stdout=pipe, stderr=pipe, env=dict(self._environment), pass_fds=self._shared
        )
        feeding = asyncio.ensure_future(self._feed())
        if not self.is_wanted:
            self.kill()
        try:
            pumps = (
                self._pump(stream, to, room)
                for stream, to in ((self._process.stdout, out), (self._process.stderr, err))
            )
            await asyncio.wait_for(asyncio.gather(*pumps), self._seconds)
            return await asyncio.wait_for(self._process.wait(), 1.0)
        except TimeoutError:
            err(f"this took longer than the {self._seconds:g} s a visitor's question may take\n".encode())
            return LIMIT
        finally:
            feeding.cancel()
            await end(self._process)

    async def _feed(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        writer = self._process.stdin
        try:
            while (data := await self._input.get()) is not None:
                writer.write(data)
                await writer.drain()
        except (BrokenPipeError, ConnectionResetError):
            return
        writer.close()

    async def _pump(
        self, reader: asyncio.StreamReader | None, out: Callable[[bytes], None], room: Callable[[], Awaitable[None]]
    ) -> None:
        assert reader is not None
        sent = 0
        while data := await reader.read(1 << 16):
            sent += len(data)
            if sent > self._limits.request_output:
                self.kill()
                out(f"\n{SENTENCES['request_output']}\n".encode())
                return
            await room()
            out(data)


MAKE_A_KEY = "ssh-keygen -t ed25519"


def who(players: Players, me: Player, words: Sequence[str]) -> str:
    """Say who the visitor is."""
    return replace(me, chosen=players.name_of(me.name)).describe()


def name(players: Players, me: Player, words: Sequence[str]) -> str:
    """Choose the name by which others see the visitor."""
    return players.rename(me, " ".join(words)) if words else players.name_of(me.name)


def keys(players: Players, me: Player, words: Sequence[str]) -> str:
    """List all keys of the visitor."""
    if me.is_guest:
        raise RefusedError(f"You came without a key: make one with {MAKE_A_KEY}", is_answer=True)
    return "\n".join(players.keys(me))


def unlink(players: Players, me: Player, words: Sequence[str]) -> str:
    """Unlink a key."""
    match words:
        case [fingerprint]:
            return players.unlink(me, fingerprint)
    raise RefusedError("Type unlink and the key's fingerprint.")


def link(players: Players, me: Player, words: Sequence[str]) -> str:
    """Give out a token, or use one to link this visit's key."""
    match words:
        case [token]:
            return players.join(me, token)
        case [_, *_]:
            raise RefusedError("Type link for a token, or link and the token of your other key.")
    if me.is_guest:
        raise RefusedError(f"You came without a key: make one with {MAKE_A_KEY}")
    return f"With the other key, within ten minutes: ssh HOST link {players.token(me)}"


# What a visitor asks of a player's keys and name; each raises RefusedError.
ABOUT_KEYS: dict[str, Callable[[Players, Player, Sequence[str]], str]] = {
    "who": who,
    "name": name,
    "keys": keys,
    "link": link,
    "claim": link,
    "unlink": unlink,
}


def farewell(players: Players, me: Player) -> list[str]:
    """The last lines for a guest: how to keep the boards."""
    if not me.is_guest:
        return []
    if not players.has_boards(me):
        return [f"You came as a guest. With a key your boards are kept: {MAKE_A_KEY}"]
    return [
        "You played as a guest. To keep your boards, make a key and claim them within ten minutes:",
        f"  {MAKE_A_KEY}",
        f"  ssh HOST claim {players.token(me)}",
    ]


TOLD = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR", "COLORFGBG", "TZ")
_LONGEST = 80  # the most characters of a value


class FilteredEnvironment(dict[Any, Any]):
    """Replaces the dict in which a channel keeps everything a client sends, and drops what nobody asks for."""

    def __setitem__(self, name: Any, value: Any) -> None:
        if _text(name) in TOLD:
            super().__setitem__(name, value[:_LONGEST])


def filter_environment(channel: Any) -> None:
    """Let the channel keep only the names that we ask for; the library would keep everything, however much."""
    if isinstance(getattr(channel, "_env", None), dict):
        channel._env = FilteredEnvironment()


def environment_of(term: str, sent: Mapping[Any, Any]) -> dict[str, str]:
    """The visitor's terminal as environment variables."""
    found = {_text(name): _text(value)[:_LONGEST] for name, value in sent.items() if _text(name) in TOLD}
    return {"TERM": term, **found}


def _text(part: str | bytes) -> str:
    return part[:_LONGEST].decode("ascii", "replace") if isinstance(part, bytes) else part
