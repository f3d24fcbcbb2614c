"""What the Wall Game adds to the program."""

from termpuzzles.guests import Door, Guest

GUEST = Guest(
    commands={
        "wall": Door("termpuzzles.wall.command:WALL", "play the Wall Game; replay and analyse its games", "serve"),
    },
    screens={
        "wall": Door("termpuzzles.wall.screens.menu:WallMenuScreen", "For two: cats, mice and walls", "statistics"),
        "wall game": Door(
            "termpuzzles.wall.screens.menu:new_match", "A new Wall Game, like the last one", "statistics"
        ),
        "matches": Door(
            "termpuzzles.wall.screens.lobby:WallLobbyScreen",
            "The Wall Game with other players here",
            "statistics",
            needs="lobby",
        ),
        "wall results": Door(
            "termpuzzles.wall.screens.results:WallResultsScreen", "Your results in the Wall Game", "statistics"
        ),
    },
    places={
        "wall": Door("termpuzzles.wall.plain.menu:wall_menu", "The Wall Game, for two"),
        "wall game": Door("termpuzzles.wall.plain.menu:match_place", "A new Wall Game, like the last one"),
    },
    home={"wall": "Wall Game"},
    pictures={"wall": Door("termpuzzles.wall.screens.board:emblem_strips", "A cat and a mouse of either side")},
    words={
        "friend": ("wall game", "matches"),
        "multiplayer": ("wall game", "matches"),
        "quoridor": ("wall game", "wall"),
        "cat": ("wall game", "wall"),
    },
    part=Door("termpuzzles.wall.service:WallPart", "Matches of the Wall Game between players"),
    meetings={"wall": Door("termpuzzles.wall.screens.seat:door_of", "the Wall Game")},
)
