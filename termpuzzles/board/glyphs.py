"""The characters of the masks: read in any weight, written in the weight asked for."""

HEAVY = " ╸╻┓╺━┏┳╹┛┃┫┗┻┣╋"
LIGHT = " ╴╷┐╶─┌┬╵┘│┤└┴├┼"
DOUBLE = " ╸╻╗╺═╔╦╹╝║╣╚╩╠╬"  # there is no double half line: the heavy one stands in
ROUNDED = {"╭": 6, "╮": 3, "╯": 9, "╰": 12}

MASK_OF = (
    {glyph: mask for glyphs in (DOUBLE, LIGHT, HEAVY) for mask, glyph in enumerate(glyphs)} | ROUNDED | {"·": 0}
)  # the mask that each character on input stands for
