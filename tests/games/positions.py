"""Positions with each mistake that a game knows, for each game, and solved boards."""

from typing import NamedTuple

from termpuzzles.board.grid import E, S


class Position(NamedTuple):
    """A picture of a game's board and, code by code, the words for what is wrong with it."""

    game: str
    picture: tuple[str, ...]
    wrong: dict[str, str]
    wrap: bool = False
    walls: tuple[tuple[int, int], ...] = ()
    clues: tuple[tuple[int, int], ...] = ()  # cells under the lines with their clues


MISTAKEN = (
    Position("infinity", ("┏━ ",), {"loose end": "1 loose end", "wall": "1 line runs off the board"}),
    Position("infinity", ("╺━┓", "┏┓╹"), {"wall": "2 lines run off the board"}),
    Position("infinity", ("╺╸",), {"wall": "2 lines run into a wall"}, walls=((0, E),)),
    Position("infinity", ("╺━",), {"wall": "3 lines run into a wall or off the board"}, walls=((0, E),)),
    Position("infinity", ("╻╹",), {"loose end": "2 loose ends"}, wrap=True),
    Position(
        "net",
        ("╺┓", "╺━"),
        {"loose end": "1 loose end", "wall": "1 line runs off the board", "not joined": "2 groups to join"},
    ),
    Position("net", ("┏┓", "┗┛"), {"loop": "1 loop"}),
    Position("net", ("┏┳━┳┓", "┗┛ ┗┛"), {"loop": "2 loops"}),
    Position("net", ("╺╸╺╸",), {"sealed off": "2 sealed-off groups", "not joined": "2 groups to join"}),
    Position(
        "net",
        ("┏┓╻", "┗┛╹"),
        {"loop": "1 loop", "sealed off": "2 sealed-off groups", "not joined": "2 groups to join"},
    ),
    Position(
        "net",
        ("╻╻", "╹╹"),
        {"wall": "2 lines run into a wall", "sealed off": "1 sealed-off group", "not joined": "3 groups to join"},
        walls=((0, S),),
    ),
    Position("net", ("╺╸·╺╸",), {"sealed off": "2 sealed-off groups", "not joined": "2 groups to join"}),
    Position("net", ("━━",), {"loop": "1 loop"}, wrap=True),
    Position("net", ("╋╋", "╋╋"), {"loop": "1 loop"}, wrap=True),
    Position("net", ("━ ", " ━"), {"loose end": "4 loose ends", "not joined": "2 groups to join"}, wrap=True),
    Position("simpleloop", ("┏┳┓", "┗┻┛"), {"branch": "2 branches"}),
    Position("simpleloop", ("┏━╸", "┗━╸"), {"loose end": "2 loose ends"}),
    Position("simpleloop", ("┏┓·", "┗┛·"), {"empty": "2 open cells without a line", "loop": "1 loop too small"}),
    Position("simpleloop", ("┏┓┏┓", "┗┛┗┛"), {"loop": "2 loops too small"}),
    Position("simpleloops", ("┏┳┓", "┗┻┛"), {"branch": "2 branches"}),
    Position("simpleloops", ("┏━╸", "┗━╸"), {"loose end": "2 loose ends"}),
    Position("simpleloops", ("┏┓·", "┗┛·"), {"empty": "2 open cells without a line"}),
    Position("masyu", ("┏┳┓", "┗┻┛"), {"branch": "2 branches"}),
    Position("masyu", ("┏━╸", "┗━╸"), {"loose end": "2 loose ends"}),
    Position("masyu", ("┏┓○", "┗┛·"), {"empty": "1 circle without a line", "loop": "1 loop too small"}),
    Position("masyu", ("┏┓┏┓", "┗┛┗┛"), {"loop": "2 loops too small"}),
    Position("masyu", ("┏━┓", "┗━┛"), {"circle": "1 circle passed in a wrong way"}, clues=((0, 1),)),
    Position("masyu", ("···", "···"), {"no loop": "no loop is drawn"}),
    Position("rails", ("┏┳┓", "┗┻┛"), {"branch": "2 branches"}),
    Position("rails", ("┏━╸", "┗━╸"), {"loose end": "2 loose ends"}),
    Position("rails", ("┏┓▣", "┗┛·"), {"empty": "1 station without a line", "loop": "1 loop too small"}),
    Position("rails", ("┏━┓", "┗━┛"), {"station": "2 stations passed in a wrong way"}, clues=((0, 1), (2, 1))),
    Position("rails", ("···", "···"), {"no loop": "no loop is drawn"}),
    Position(
        "web",
        ("╺┓", "╺━"),
        {"loose end": "1 loose end", "wall": "1 line runs off the board", "not joined": "2 groups to join"},
    ),
    Position(
        "web", ("┏┓┏┓", "┗┛┗┛"), {"sealed off": "2 sealed-off groups", "not joined": "2 groups to join"}, wrap=True
    ),
)

SOLVED = (
    Position("infinity", ("┏┓ ┏━┓", "┗┛ ┗━┛"), {}),
    Position("infinity", ("╺╸·╻", "···╹"), {}),
    Position("infinity", ("┃┃", "╋╋"), {}, wrap=True),
    Position("infinity", ("━━",), {}, wrap=True),
    Position("infinity", ("···",), {}),
    Position("net", ("╺┳╸", "╺┻╸"), {}),
    Position("net", ("┏━╸·", "┗━╸·"), {}),
    Position("net", ("╸╺", "··"), {}, wrap=True),
    Position("net", ("╸╺",), {}, wrap=True, walls=((0, E),)),
    Position("net", ("··",), {}),
    Position("simpleloop", ("┏━┓", "┃■┃", "┗━┛"), {}),
    Position("simpleloop", ("■┏┓■", "┏┛┗┓", "┗━━┛"), {}),
    Position("simpleloops", ("┏┓┏┓", "┗┛┗┛"), {}),
    Position("simpleloops", ("┏━┓■", "┃■┃■", "┗━┛■"), {}),
    Position("simpleloops", ("■■",), {}),
    Position("masyu", ("┏━┓·", "┗━┛·"), {}, clues=((1, 1), (5, 1))),
    Position("rails", ("┏━┓·", "┗━┛·"), {}, clues=((1, 1), (5, 1))),
    Position("web", ("┏┳━┳┓", "┗┛ ┗┛"), {}),
    Position("web", ("╋╋", "╋╋"), {}, wrap=True),
    Position("web", ("··",), {}),
)
