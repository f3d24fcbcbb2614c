"""How new boards are drawn, game by game; the loop that makes them is the generator.

In the order in which to read them:

- `params`               what one may ask of the generator, with a text form: `13x11w`, `7x7, uniform, walls 0.2, rating
                         dead end`
- `reproducible_random`  random choices whose results stay the same for the same seed, whatever the version of Python
- `maker`                what a game contributes to making its boards; the loop that makes them knows no game
- `scramble`             tiles turned at random, so that a new board shows nothing of its solution
- `random_lines`         random lines on a grid, and how to change a few of them near a place: for ∞ Loop boards
- `random_tree`          random trees on a grid, and how to re-link one near a place: for Net boards
- `squares`              loops on a plain grid, grown and changed by one unit square of four cells at a time
- `random_loop`          random loops on a plain grid, and how to change one a little: for Simple Loop boards
- `random_loops`         random loops on a plain grid, any number of them, and how to change them a little: for Simple
                         Loops boards
"""
