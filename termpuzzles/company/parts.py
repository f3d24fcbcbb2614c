"""What a guest adds to a service: its part, made once for each process; what it may use there, and ask of a visit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from termpuzzles.guests import guests
from termpuzzles.play.stage import PlayContext, Slot

if TYPE_CHECKING:
    from termpuzzles.company.meetings import Exchange
    from termpuzzles.plain.conversation import Conversation, PlainContext, PlainPlace
    from termpuzzles.storage.store import Store
    from termpuzzles.tui.context import Context
    from termpuzzles.tui.screen import PuzzleScreen

SERVED: Slot[PlainPlace] = Slot("served")  # where plain mode talks to the parts of a service
MATCHES, RACES = "matches", "races"  # folders of what players have together, and as whose journals a database keeps it


class Host(Protocol):
    """The service, as its parts know it."""

    @property
    def exchange(self) -> Exchange:
        """By which players meet."""

    @property
    def now(self) -> Callable[[], float]:
        """The clock, in seconds."""

    def shared_store(self) -> Store:
        """Where journals are kept that are of several players."""

    def find(self, name: str) -> tuple[str, str]:
        """The id and the name of the player whom somebody calls so. Raises ValueError with a sentence."""

    def kept(self) -> int:
        """How many games of a player that are over are kept whole."""


class Visitor(Protocol):
    """A visit, as parts know it."""

    @property
    def player(self) -> str:
        """The id of the player."""

    @property
    def has_terminal(self) -> bool:
        """Whether a screen can be shown."""

    def send(self, line: str) -> None:
        """Send a line of an answer."""

    def tell(self, text: str) -> None:
        """Send a line beside the answer: why there is none."""

    async def show(self, begins: Callable[[Context], PuzzleScreen[None]]) -> int:
        """Run the app, which begins with that screen; its exit status."""

    async def plain_context(self) -> PlainContext:
        """What a conversation in lines of text depends on."""

    async def converse(self, conversation: Conversation) -> None:
        """Hold a conversation in lines of text until it or the input ends."""


class ServicePart(Protocol):
    """What a guest adds to a service."""

    words: Mapping[str, str]  # first words of commands, with their lines of help

    def welcome(self, context: PlayContext, player: str) -> None:
        """Bring into a player's context what it needs."""

    async def answer(self, visit: Visitor, words: Sequence[str]) -> int:
        """Carry a command out; its exit status."""

    def talk(self, context: PlainContext) -> Conversation | None:
        """A conversation beside plain mode, which a process of its own reaches by lines; None if there is none."""

    def joined(self, player: str, to: str) -> None:
        """Called in a thread when a player has become another one."""

    def stop(self) -> None:
        """Let everything go, as the service ends."""


def parts_of(host: Host) -> tuple[ServicePart, ...]:
    """The parts of all guests that are here."""
    return tuple(guest.part.load()(host) for guest in guests() if guest.part)
