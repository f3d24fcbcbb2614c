"""The screens on which players meet. In the order in which to read them:

- `invitations`    what other players of a service invite to: asked wherever the player is, and where each leads
- `race`           a race against other players: where they gather, and the board with the others' bars beside it
- `watch`          another player's game, to look at but not to play
- `daily_table`    who solved the boards of a day how quickly, on a service
"""
