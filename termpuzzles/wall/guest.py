"""What the Wall Game adds to the program."""

from termpuzzles.guests import Door, Guest

GUEST = Guest(
    commands={
        "wall": Door("termpuzzles.wall.command:WALL", "play the Wall Game; replay and analyse its games", "serve"),
    },
)
