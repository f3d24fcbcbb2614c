"""For each rule of a drawing game a small position in which it applies: shown in help, kept by a test.

Each is the one-line text that holds lines drawn (1) and crosses (-1) beside the board.
"""

POSITIONS = {
    "degree": "pzprv3/simpleloop/4/4/* . . . /. . . . /. * . . /. . . . /"
    "0 0 0 /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /",
    "no loop": "pzprv3/simpleloop/5/5/. . . . * /. . . . * /* . . * * /. . . . . /. . . . . /"
    "1 0 1 0 /1 0 1 0 /0 0 0 0 /1 0 0 1 /1 0 0 1 /1 0 0 1 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 1 /",
    "parity": "pzprv3/simpleloop/5/6/* . . . . . /* . . . * . /* * . . . . /. . . * . . /. . . . . . /"
    "0 1 0 1 1 /0 1 0 0 0 /0 0 1 0 1 /1 0 0 0 1 /1 0 1 1 1 /"
    "0 1 0 0 0 1 /0 0 0 1 0 1 /0 0 0 0 1 0 /1 0 0 0 0 1 /",
    "pairs": "pzprv3/simpleloop/5/5/. . . . * /. . . . * /* . . * * /. . . . . /. . . . . /"
    "1 0 1 0 /1 0 1 0 /0 0 0 0 /1 0 0 1 /1 0 0 1 /1 0 0 1 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 1 /",
    "parity type 1": "pzprv3/simpleloop/5/6/* . . . . . /* . . . * . /* * . . . . /. . . * . . /. . . . . . /"
    "0 1 0 1 1 /0 1 0 0 0 /0 0 1 0 1 /1 0 0 0 1 /1 0 1 1 1 /"
    "0 1 0 0 0 1 /0 0 0 1 0 1 /0 0 0 0 1 0 /1 0 0 0 0 1 /",
    "parity type 2": "pzprv3/simpleloop/5/5/. . . . * /. . . . * /* . . * * /. . . . . /. . . . . /"
    "1 0 1 0 /1 0 1 0 /0 0 0 0 /1 0 0 1 /1 0 0 1 /1 0 0 1 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 1 /",
    "chain": "pzprv3/simpleloop/3/8/. . . . . . . . /. . . . . . . . /. . . . . . . . /"
    "1 0 0 0 0 0 1 /0 1 0 0 0 1 0 /1 0 0 0 0 0 1 /1 0 0 0 0 0 0 1 /1 0 0 0 0 0 0 1 /",
    "one step ahead": "pzprv3/simpleloop/5/5/. . . . . /. . . * . /* * . * . /. . . * . /. . . . . /"
    "1 0 1 1 /1 0 0 0 /0 0 0 0 /1 0 0 0 /1 0 1 1 /1 0 0 0 1 /0 0 1 0 1 /0 0 1 0 1 /1 0 0 0 1 /",
}  # by the name of the rule
