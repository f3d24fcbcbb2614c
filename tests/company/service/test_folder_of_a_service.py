"""What an operator finds in the folder of a service, and what backups, bans and lost keys come to, file by file."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import asyncssh
import pytest

from termpuzzles.company.growing import FolderGrowingFile
from termpuzzles.company.service.administration import backup, ban, banned_now, players, restore, revoke
from termpuzzles.company.service.folder_players import (
    LISTED,
    FolderPlayers,
    key_owner,
    link_key,
    list_keys,
    listed_keys,
    put_name,
    unlink_key,
)
from termpuzzles.company.service.host_keys import host_key, host_keys
from termpuzzles.company.service.players import Player, Quota
from termpuzzles.errors import PuzzleError
from termpuzzles.storage.courses import LARGEST
from termpuzzles.storage.folder_store import UNLOCKED

ANN, BOB = "player-aaaaaaaaaaaa", "player-bbbbbbbbbbbb"
JOURNAL = b'{"termpuzzles": 2, "game": "infinity", "size": "2x2", "title": "", "text": "x"}\n1.0 undo\n'
BOARD = f"journals/{'c' * 24}.journal"


def there(folder: Path) -> dict[str, bytes]:
    found = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def write(folder: Path, name: str, data: bytes) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_keys_and_names_are_files_with_a_line_each(tmp_path: Path) -> None:
    assert (key_owner(tmp_path, "SHA256:a"), listed_keys(tmp_path, ANN)) == ("", [])
    for key in ("SHA256:a", "SHA256:b", "SHA256:a"):
        link_key(tmp_path, key, ANN)
    put_name(tmp_path, ANN, "Anna")
    of_a, of_b = (f"keys/{hashed(f'SHA256:{key}')}" for key in "ab")
    both = {of_a: f"{ANN} SHA256:a\n".encode(), of_b: f"{ANN} SHA256:b\n".encode()}
    named = {
        f"names/{hashed('anna')}": f"{ANN} Anna\n".encode(),
        f"players/{ANN}/name": b"Anna\n",
    }
    assert there(tmp_path) == both | named | {f"players/{ANN}/keys": b"SHA256:b\nSHA256:a\n"}
    assert (key_owner(tmp_path, "SHA256:b"), listed_keys(tmp_path, ANN)) == (ANN, ["SHA256:b", "SHA256:a"])
    unlink_key(tmp_path, ANN, "SHA256:b")
    unlink_key(tmp_path, ANN, "SHA256:c")
    assert there(tmp_path) == {of_a: both[of_a]} | named | {f"players/{ANN}/keys": b"SHA256:a\n"}
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o700


def test_lists_of_keys_are_made_once_where_an_earlier_version_made_none(tmp_path: Path) -> None:
    for key, player in (("a", ANN), ("b", BOB), ("c", ANN)):
        write(tmp_path, f"keys/{hashed(key)}", f"{player} SHA256:{key}\n".encode())
    write(tmp_path, f"players/{BOB}/name", "Böb\n".encode())
    list_keys(tmp_path)
    assert sorted(listed_keys(tmp_path, ANN)) == ["SHA256:a", "SHA256:c"]
    assert listed_keys(tmp_path, BOB) == ["SHA256:b"]
    assert there(tmp_path)[f"names/{hashed('bob')}"] == f"{BOB} Böb\n".encode()
    assert there(tmp_path)[f"keys/{LISTED}"] == b""
    write(tmp_path, f"keys/{hashed('d')}", f"{ANN} SHA256:d\n".encode())
    list_keys(tmp_path)
    assert len(listed_keys(tmp_path, ANN)) == 2


def test_who_is_banned_is_on_a_line_each(tmp_path: Path) -> None:
    for key in "ab":
        link_key(tmp_path, f"SHA256:{key}", ANN)
    assert ban(tmp_path, ["192.0.2.7", "SHA256:x", ANN, "192.0.2.7"]) == [
        "192.0.2.7",
        "SHA256:x",
        "SHA256:a",
        "SHA256:b",
    ]
    assert there(tmp_path)["bans"] == b"192.0.2.7\nSHA256:x\nSHA256:a\nSHA256:b\n"
    assert ban(tmp_path, [ANN], lift=True) == ["192.0.2.7", "SHA256:x"]
    assert ban(tmp_path, [BOB]) == ["192.0.2.7", "SHA256:x"]
    with pytest.raises(ValueError, match="expected a fingerprint"):
        ban(tmp_path, ["nobody"])
    assert there(tmp_path)["bans"] == b"192.0.2.7\nSHA256:x\n"
    assert ban(tmp_path, ["192.0.2.7", "SHA256:x"], lift=True) == []
    assert there(tmp_path)["bans"] == b""
    with pytest.raises(ValueError, match="expected a fingerprint"):
        banned_now(["damaged"], ["192.0.2.7"], False, lambda player: [])


@pytest.mark.parametrize("lift", [False, True])
def test_what_is_no_ban_is_neither_kept_nor_lifted(tmp_path: Path, lift: bool) -> None:
    ban(tmp_path, ["192.0.2.7"])
    with pytest.raises(ValueError, match="expected a fingerprint"):
        ban(tmp_path, ["nonsense"], lift)
    assert ban(tmp_path, []) == ["192.0.2.7"]


def test_lost_keys_are_on_a_line_each_and_nobodys(tmp_path: Path) -> None:
    for key in "ab":
        link_key(tmp_path, f"SHA256:{key}", ANN)
    assert [revoke(tmp_path, f"SHA256:{key}") for key in "aab"] == [ANN, "", ANN]
    assert there(tmp_path)["revoked"] == b"SHA256:a\nSHA256:b\n"
    assert [key_owner(tmp_path, f"SHA256:{key}") for key in "ab"] == ["", ""]


def test_players_are_listed_by_their_ids_with_what_they_have(tmp_path: Path) -> None:
    link_key(tmp_path, "SHA256:b", BOB)
    for key in "ac":
        link_key(tmp_path, f"SHA256:{key}", ANN)
    put_name(tmp_path, ANN, "Anna")
    for number in range(3):
        write(tmp_path, f"players/{ANN}/journals/{number:024x}.journal", JOURNAL)
    write(tmp_path, "players/player-cccccccccccc/journals/x.journal", JOURNAL)
    write(tmp_path, f"guests/guest-cccccccc/{BOARD}", JOURNAL)
    assert [tuple(each) for each in players(tmp_path)] == [
        (ANN, "Anna", 2, 3, 3 * len(JOURNAL)),
        (BOB, "", 1, 0, 0),
    ]


KEPT = {
    f"players/{ANN}/{BOARD}": JOURNAL,
    f"players/{ANN}/journals/{'c' * 24}-12.journal": JOURNAL,
    f"players/{ANN}/sittings/{'c' * 24}.sitting": JOURNAL,
    f"players/{ANN}/keys": b"SHA256:a\n",
    f"players/{ANN}/joined": BOB.encode(),
    f"players/{ANN}/name": b"Anna\n",
    f"players/{ANN}/remembered.json": b"{}",
    f"players/{ANN}/settings.toml": b"",
    f"keys/{'0' * 64}": f"{ANN} SHA256:a\n".encode(),
    f"names/{'1' * 64}": f"{ANN} Anna\n".encode(),
    "host_key": b"key",
    "host_key.next": b"key",
    "bans": b"",
    "serve.toml": b"",
    f"matches/journals/{'2' * 16}.journal": JOURNAL,
    f"matches/journals/{'2' * 24}.journal": JOURNAL,
    "daily/2026-11-21.jsonl": b"",
}
LEFT = {
    f"players/{ANN}/journals/{'c' * 24}-1234.journal": JOURNAL,
    f"players/{ANN}/journals/{'c' * 24}.damaged": b"x",
    f"players/{ANN}/summaries.json": b"{}",
    "players/player-x/keys": b"x",
    f"guests/guest-cccccccc/{BOARD}": JOURNAL,
    f"keys/{LISTED}": b"",
    "revoked": b"",
    "host_key.old": b"x",
    f"matches/journals/{'2' * 25}.journal": JOURNAL,
    "daily/2026-11-21.json": b"",
    "other": b"x",
}


def test_which_files_a_backup_has_and_what_comes_back(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "all.zip"
    for name, content in (KEPT | LEFT).items():
        write(data, name, content)
    assert backup(data, file) == 3
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["all.zip", "data"]
    with zipfile.ZipFile(file) as opened:
        assert {name: opened.read(name) for name in opened.namelist()} == KEPT
    again = tmp_path / "again"
    assert restore(again, file) == (3, ())
    found = there(again)
    assert found.pop(f"keys/{LISTED}") == b""
    sitting = f"players/{ANN}/sittings/{'c' * 24}.sitting"
    assert {name: found[name] for name in KEPT if name in found} == {
        name: content
        for name, content in KEPT.items()
        if name != sitting and not re.search(r"-12\.journal$|/keys$", name)
    } | {f"players/{ANN}/keys": b"SHA256:a\n"}
    assert restore(again, file) == (3, ())
    write(again, "bans", b"192.0.2.7\n")
    assert restore(again, file) == (3, ())
    assert there(again)["bans"] == b"192.0.2.7\n"


def test_what_a_backup_may_not_bring(tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    with zipfile.ZipFile(file, "w") as out:
        for outside in ("../outside", "/etc/outside", "players/../../outside"):
            out.writestr(outside, b"x")
        out.writestr("other\n", b"x")
        out.writestr(f"players/{ANN}/{BOARD}", b"nonsense")
        out.writestr(f"players/{BOB}/{BOARD}", JOURNAL)
    found = restore(tmp_path / "data", file)
    assert found.journals == 1
    assert found.refused == (
        "../outside: not a file of a service",
        "/etc/outside: not a file of a service",
        "players/../../outside: not a file of a service",
        "other\\n: not a file of a service",
        f"{BOARD}: not a journal",
    )
    assert [*there(tmp_path / "data")] == [f"keys/{LISTED}", f"players/{BOB}/{BOARD}"]
    for damaged in (b"", b"nonsense"):
        file.write_bytes(damaged)
        with pytest.raises(PuzzleError, match=r"^expected a file that `termpuzzles service backup` wrote, found "):
            restore(tmp_path / "data", file)
    for more, said in ((0, "not a journal"), (1, "too large")):
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
            out.writestr(f"players/{ANN}/{BOARD}", bytes(LARGEST + more))
        assert restore(tmp_path / "data", file).refused[0].endswith(f": {said}")


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """Whatever the program does not keep to itself may be read and changed by all."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_to_all")
def test_what_a_service_makes_is_for_its_user_alone(tmp_path: Path) -> None:
    def modes(name: str) -> dict[str, str]:
        """Of what lies directly in that folder, or one below, where it must be as narrow as can be."""
        place = tmp_path / name
        found = (path for path in (*place.iterdir(), *place.glob("*/*")) if path.is_dir() or "key" in path.name)
        return {path.relative_to(place).as_posix(): f"{path.stat().st_mode & 0o777:o}" for path in sorted(found)}

    for name in ("visitors", "keys", "names", "bans", "host", "file", "restored"):
        (tmp_path / name).mkdir()
    visitors = FolderPlayers(tmp_path / "visitors", lambda: 0.0, 600.0)
    assert modes("visitors") == {"keys": "700"}
    guest, ann = visitors.guest(), visitors.of_key("SHA256:a")
    assert modes("visitors")[f"guests/{guest.name}"] == "700"
    assert modes("visitors")[f"players/{ann.name}"] == "700"
    link_key(tmp_path / "keys", "SHA256:a", ANN)
    assert modes("keys")["keys"] == modes("keys")[f"players/{ANN}"] == "700"
    put_name(tmp_path / "names", ANN, "Anna")
    assert modes("names") == {"names": "700", "players": "777", f"players/{ANN}": "700"}
    ban(tmp_path / "bans" / "a" / "b", ["192.0.2.1"])
    assert modes("bans") == {"a": "777", "a/b": "700"}
    host_key(tmp_path / "host" / "a" / "b")
    assert (tmp_path / "host" / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "host" / "a" / "b" / "host_key").stat().st_mode & 0o777 == 0o600
    FolderGrowingFile(tmp_path / "file" / "a" / "b" / "x").add(b"line\n")
    assert modes("file")["a/b"] == "700"
    write(tmp_path, "data/bans", b"")
    write(tmp_path, "data/daily/2026-11-21.jsonl", b"")
    backup(tmp_path / "data", tmp_path / "all.zip")
    restore(tmp_path / "restored" / "again", tmp_path / "all.zip")
    restored = tmp_path / "restored" / "again"
    names = (".", "daily", "bans", "daily/2026-11-21.jsonl")
    assert [f"{(restored / name).stat().st_mode & 0o777:o}" for name in names] == ["700", "700", "600", "600"]


def test_what_is_there_is_never_overwritten(tmp_path: Path) -> None:
    write(tmp_path, "data/bans", b"192.0.2.1\n")
    beside = tmp_path / f"all.zip.{os.getpid()}.part"
    beside.write_bytes(b"of another one")
    with pytest.raises(FileExistsError) as refused:
        backup(tmp_path / "data", tmp_path / "all.zip")
    assert refused.value.filename == str(tmp_path / "all.zip")
    made = host_key(tmp_path / "data")
    assert host_key(tmp_path / "data").public_data == made.public_data
    assert [key.public_data for key in host_keys(tmp_path / "data")] == [made.public_data]
    following = asyncssh.generate_private_key("ssh-ed25519")
    following.write_private_key(tmp_path / "data" / "host_key.next")
    found = [key.public_data for key in host_keys(tmp_path / "data")]
    assert found == [made.public_data, following.public_data]


def played(visitors: FolderPlayers, player: Player, *names: str) -> None:
    for name in names:
        with closing(visitors.library(player).store.open(name)) as log:
            log.append(JOURNAL, lambda error: None)


def test_boards_of_a_guest_come_along_where_there_are_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "link")
    visitors = FolderPlayers(tmp_path, lambda: 0.0, 600.0)
    guest, ann = visitors.guest(), visitors.of_key("SHA256:a")
    played(visitors, guest, "c" * 24, "d" * 24)
    of_guest = tmp_path / "guests" / guest.name / BOARD
    os.utime(of_guest, (1_700_000_000, 1_700_000_000))
    assert visitors.join(ann, visitors.token(guest)) == f"2 boards of {guest.name} are now yours."
    journals = tmp_path / "players" / ann.name / "journals"
    assert {file.name for file in journals.glob("*.j*")} == {f"{letter * 24}.journal" for letter in "cd"}
    assert (tmp_path / "players" / ann.name / BOARD).read_bytes() == JOURNAL
    assert (tmp_path / "players" / ann.name / BOARD).stat().st_mtime == 1_700_000_000


async def test_the_disk_holds_what_was_played_once_a_board_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, sync = list[int](), os.fsync

    def syncing(number: int) -> None:
        held.append(os.fstat(number).st_ino)
        sync(number)

    monkeypatch.setattr(os, "fsync", syncing)
    visitors = FolderPlayers(tmp_path, lambda: 0.0, 600.0)
    ann = visitors.of_key("SHA256:a")
    journals = tmp_path / "players" / ann.name / "journals"
    await asyncio.to_thread(played, visitors, ann, "c" * 24)
    assert held == [(journals / f"{'c' * 24}.journal").stat().st_ino]
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
    played(visitors, ann, "d" * 24)
    while len(held) < 2:
        await asyncio.sleep(0.005)
    assert held[1] == (journals / f"{'d' * 24}.journal").stat().st_ino
    if before:
        while len(list(Path("/proc/self/fd").iterdir())) > before:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(("journals", "size", "is_full"), [(2, 1, True), (3, 1, False), (9, 0, True), (9, 1, False)])
def test_a_player_is_full_at_the_most_boards_or_bytes(tmp_path: Path, journals: int, size: int, is_full: bool) -> None:
    quota = Quota(journals, 2 * len(JOURNAL) + size)
    visitors = FolderPlayers(tmp_path, lambda: 0.0, 600.0, lambda: quota)
    ann = visitors.of_key("SHA256:a")
    played(visitors, ann, "c" * 24, "d" * 24)
    assert visitors.is_full(ann) == is_full
    assert len(visitors.token(ann)) == 12


def test_a_board_without_a_lock_says_so_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    quota = Quota(1)
    visitors = FolderPlayers(tmp_path, lambda: 0.0, 600.0, lambda: quota)
    ann = visitors.of_key("SHA256:a")
    played(visitors, ann, "c" * 24)
    for is_locked, said in ((True, "You have 1 board of "), (False, UNLOCKED)):
        if not is_locked:
            monkeypatch.setattr("fcntl.flock", refuse)
        with closing(visitors.library(ann).store.open("c" * 24)) as log:
            assert log.notice.startswith(said)
            assert log.obstacle == ""


def test_a_name_is_changed_although_its_file_is_gone(tmp_path: Path) -> None:
    visitors = FolderPlayers(tmp_path, lambda: 0.0, 600.0)
    ann = visitors.of_key("SHA256:a")
    visitors.rename(ann, "Anna")
    (tmp_path / "names" / hashed("anna")).unlink()
    assert visitors.rename(ann, "Cleo") == "Others now see you as Cleo."
    assert (visitors.name_of(ann.name), visitors.id_of("Cleo"), visitors.id_of("Anna")) == ("Cleo", ann.name, "Anna")


def test_guests_of_a_server_that_was_killed_are_gone_and_others_stay(tmp_path: Path) -> None:
    write(tmp_path, f"guests/guest-cccccccc/{BOARD}", JOURNAL)
    write(tmp_path, f"players/{ANN}/{BOARD}", JOURNAL)
    for _ in range(2):
        visitors = FolderPlayers(tmp_path, lambda: 0.0, 600.0)
        assert [*there(tmp_path)] == [f"keys/{LISTED}", f"players/{ANN}/{BOARD}"]
    guest = visitors.guest()
    assert visitors.guest().name != guest.name
    visitors.leave(guest)
    visitors.leave(guest)
    assert not (tmp_path / "guests" / guest.name).exists()
