"""What an operator finds in the folder of a service, and what backups, bans and lost keys come to, file by file."""

from __future__ import annotations

import re
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.ssh.administration import backup, ban, banned_now, players, restore, revoke
from termpuzzles.ssh.folder_players import LISTED, key_owner, link_key, list_keys, listed_keys, put_name, unlink_key
from termpuzzles.storage.courses import LARGEST

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
        out.writestr("../outside", b"x")
        out.writestr("other\n", b"x")
        out.writestr(f"players/{ANN}/{BOARD}", b"nonsense")
        out.writestr(f"players/{BOB}/{BOARD}", JOURNAL)
    found = restore(tmp_path / "data", file)
    assert found.journals == 1
    assert found.refused == (
        "../outside: not a file of a service",
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
