"""Plain mode: the whole game as lines in and lines out, for screen readers, simple terminals and scripts.

In the order in which to read them:

- `words`         cells, surroundings, boards, times and hints as words that make sense when read aloud
- `commands`      a player's line as a command, a cell and what was added, or why it cannot be one; reading a board by
                  ear: the commands that say what is there; all commands, and the help from them
- `conversation`  the stack of places where the player can be, from Home down to a board; menus; settings as a menu
- `opening`       the question whether to take over a board that another window has, as a menu
- `play`          one puzzle in play: the stage of its controller
- `own_commands`  the commands on a board that plain mode carries out in its own way, or has alone
- `replies`       what the player of a board hears after a command
- `review`        a look back on one's own game: a menu of its moments
- `lesson`        the board of a lesson, and what is said about it
- `rush`          a rush: which one, its boards one after another, and what came of it
- `menus`         Home, packs, lessons, new boards and statistics as numbered choices
"""
