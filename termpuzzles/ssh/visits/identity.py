"""Questions of visitors about who they are: their name, their keys, and boards played without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from termpuzzles.ssh.players import Player, Players

MAKE_A_KEY = "ssh-keygen -t ed25519"


def who(players: Players, me: Player, words: Sequence[str]) -> str:
    """Say who the visitor is."""
    return me.in_words


def name(players: Players, me: Player, words: Sequence[str]) -> str:
    """Choose the name by which others see the visitor."""
    return players.call(me, " ".join(words)) if words else me.called


def keys(players: Players, me: Player, words: Sequence[str]) -> str:
    """List all keys of the visitor."""
    return "\n".join(players.keys(me)) or f"You came without a key: make one with {MAKE_A_KEY}"


def unlink(players: Players, me: Player, words: Sequence[str]) -> str:
    """Unlink a key."""
    return players.take_off(me, words[0]) if len(words) == 1 else "Say unlink and the key's fingerprint."


def link(players: Players, me: Player, words: Sequence[str]) -> str:
    """Give out a token, or use one to link this visit's key."""
    if len(words) == 1:
        return players.join(me, words[0])
    if me.is_guest:
        return f"You came without a key: make one with {MAKE_A_KEY}"
    return f"With the other key, within ten minutes: ssh HOST link {players.token(me)}"


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
