"""What the Wall Game adds to the program."""

from termpuzzles.wall.guest import GUEST


def test_only_matches_need_others() -> None:
    assert [name for name, door in GUEST.screens.items() if door.needs] == ["matches"]
