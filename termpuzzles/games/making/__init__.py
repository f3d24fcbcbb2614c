"""How new boards are drawn, game by game; the loop that makes them is the generator.

In the order in which to read them:

- `params`        what one may ask of the generator, with a text form: `13x11w`, `7x7, uniform, walls 0.2, rating dead
                  end`
- `request`       a request for a new board in words, the same wherever one asks for it
- `randomness`    random choices whose results stay the same for the same seed, and the seed of each board of a batch
- `maker`         what a game contributes to making its boards, the loop of which knows no game; tiles turned at random
- `random_lines`  random lines on a grid, and how to change a few of them near a place: for ∞ Loop boards
- `random_tree`   random trees on a grid, and how to re-link one near a place: for Net boards
- `random_loops`  random loops on a plain grid, one or any number of them, and how to change them a little: for Simple
                  Loop and Simple Loops boards
- `balanced_loops` loops as long and as winding as those of published boards
- `circles`       these with all circles that the loop allows, and which of them go first: for Masyu boards
"""
