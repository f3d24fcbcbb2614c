"""The names of the rules as players read them, easiest first; ids stay in JSON, options and code."""

TITLES = {
    "edge": "Only fit",
    "degree": "Two lines each",
    "pocket": "Small pocket",
    "no loop": "No loop",
    "block": "Four together",
    "dead end": "Sealed off",
    "colouring": "Same or opposite",
    "only way across": "Only bridge",
    "parity": "Odd or even",
    "pairs": "Two bridges",
    "parity type 1": "Light and dark I",
    "parity type 2": "Light and dark II",
    "chain": "If … then …",
    "one step ahead": "What if",
    "search": "Trial and error",
}
