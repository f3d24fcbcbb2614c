"""What playing with others adds to the program."""

from termpuzzles.guests import Door, Guest

GUEST = Guest(
    commands={
        "sync": Door(
            "termpuzzles.company.commands.sync:SYNC",
            "merge what you played here and at an SSH service, both ways",
            "completions",
        ),
        "serve": Door(
            "termpuzzles.company.commands.serve:SERVE", "let others play and ask for hints over SSH", "completions"
        ),
        "service": Door(
            "termpuzzles.company.commands.serve:SERVICE",
            "back up the data of the SSH service, ban visitors and revoke keys",
            "completions",
        ),
    },
    screens={
        "race": Door(
            "termpuzzles.company.screens.race:left_race",
            "Go back to the race that runs",
            "daily",
            needs="race left",
        ),
    },
    home={"race": "Race"},
    meetings={"race": Door("termpuzzles.company.screens.race:RoomScreen", "a race")},
)
