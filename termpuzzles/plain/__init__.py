"""Plain mode: the whole game as lines in and lines out, for screen readers, simple terminals and scripts.

In the order in which to read them:

- `words`         cells, surroundings, boards and times as words that make sense when read aloud
- `parser`        a player's line as a command, a cell and what was added; or why it cannot be one
- `reading`       reading a board by ear: the commands that say what is there
- `hints`         a hint in words, stage by stage
- `conversation`  the stack of places where the player can be, from Home down to a board; lines in, lines out; menus
- `settings`      the settings as numbered choices
- `help`          all commands of a player who speaks, and the help that is written from them
- `play`          one puzzle in play: the stage of its controller
- `lesson`        the board of a lesson
- `menus`         Home, packs, lessons, new boards and statistics as numbered choices
"""
