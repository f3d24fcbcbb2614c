"""Why each technique holds, in words for players: shown with its rule and an example that can be played."""

WHY = {
    "edge": (
        "A line runs through both tiles beside it, or through neither. So what is known of a side leaves a "
        "tile fewer turns, and often just one."
    ),
    "degree": (
        "The loop enters each open cell once and leaves it once. So two lines rule all others out, and two "
        "sides that are left both have a line."
    ),
    "pocket": (
        "In the end all tiles are joined. Two ends that face each other are joined to nothing else, and so "
        "are a corner and the two ends at it: they would stay apart."
    ),
    "no loop": (
        "Two tiles that are joined already have a way between them. One more line between them would lead "
        "around to where it began."
    ),
    "block": (
        "Four tiles that meet in a point share four lines, so they have few ways to stand together. What all "
        "of those ways agree on is so."
    ),
    "dead end": (
        "In the end all tiles are joined. A turn whose lines all lead into parts without a way out leaves its"
        " tiles apart from the rest."
    ),
    "colouring": (
        "A straight has both its lines or neither along one way, a corner exactly one of two. So lines hang "
        "together through them: from one, many others follow, alike or unlike."
    ),
    "only way across": (
        "In the end all tiles are joined. If one line alone can still join two parts of the board, it must be drawn."
    ),
    "parity": (
        "Each line has two ends. A region whose lines all stay within needs an even number of ends; so "
        "whether the only way out is used depends on how many it needs."
    ),
    "pairs": (
        "Where only two lines can still join two parts, one of them at least is drawn. Counting the ends that"
        " one part needs tells whether both are."
    ),
    "parity type 1": (
        "Colour the cells like a checkerboard: every line joins a dark cell and a light one, and each cell "
        "has two. So the dark cells of a region tell how many more lines leave it from dark cells than from "
        "light ones."
    ),
    "parity type 2": (
        "A region with as many dark cells as light ones is left as often from either colour. The one loop "
        "must leave it, so it leaves it from each colour at least once."
    ),
    "chain": (
        "Suppose a line, and follow what it forces, step by step. If it ends in something that cannot be, it "
        "was wrong from the start."
    ),
    "one step ahead": (
        "Suppose that a tile stood in one of its turns, and follow all that comes of it. If that cannot be, "
        "the tile does not stand so."
    ),
}  # by the name of the rule
