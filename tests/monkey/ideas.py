"""What the monkey thinks of: each idea is a burst of steps, most of them a way to somewhere and what follows there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

from termpuzzles.tui import app
from tests.monkey.program import Step
from tests.monkey.sessions import ALIVE
from tests.monkey.worlds import WORLDS

KEYS = {
    "enter": b"\r",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "escape": b"\x1b[27u",
    "lone escape": b"\x1b",
    "space": b" ",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "pageup": b"\x1b[5~",
    "pagedown": b"\x1b[6~",
    "delete": b"\x1b[3~",
    "insert": b"\x1b[2~",
    "backspace": b"\x7f",
    "question_mark": b"?",
    "slash": b"/",
    "full_stop": b".",
    "comma": b",",
    "plus": b"+",
    "minus": b"-",
    "equals_sign": b"=",
    "left_square_bracket": b"[",
    "right_square_bracket": b"]",
    **{f"f{number}": b"\x1bO" + bytes([79 + number]) for number in range(1, 5)},
    **{f"f{number}": b"\x1b[%d~" % (number + (10 if number == 5 else 11)) for number in range(5, 11)},
    "f11": b"\x1b[23~",
    "f12": b"\x1b[24~",
    **{f"ctrl+{letter}": bytes([ord(letter) - 96]) for letter in "abcdefklnopruvwxyz"},
    "ctrl+left": b"\x1b[1;5D",
    "shift+down": b"\x1b[1;2B",
    "alt+x": b"\x1bx",
}
SPLIT = [code for code in KEYS.values() if len(code) > 2]
LETTERS = [bytes([code]) for code in range(33, 127)] + ["é".encode(), "∞".encode(), "👍".encode()]
SCREENS = (*(name for name, door in app.all_screens().items() if not door.needs), "themes", "help")
COMMANDS = (
    "overview",
    "review",
    "replay",
    "trial",
    "zen",
    "hint",
    "go to",
    "mark",
    "back to mark",
    "new board",
    "next",
)
MORE_COMMANDS = (
    "give up",
    "panel",
    "copy",
    "filter",
    "leave",
    "save",
    "start again",
    "jumble",
    "possible",
    "why",
    "a",
    "",
)
SIZES = [(10, 5), (1, 1), (20, 6), (24, 8), (41, 16), (60, 15), (80, 10), (100, 30), (132, 43), (200, 60)]
PASTES = [b"net:5x5:b7aa9c3d", b"7x7w:0", b"not a puzzle", b"", b"\xff\xfe\x00", b"q\rq\r\x03\x03", "┗┓\n┗┛\n".encode()]
PASTES += [b"3x3:1b2e1c3d4", b"# game: net\n# title: Small\n" + "╹┳╸\n╺╋╻\n╺┫╸\n".encode()]
ANSWERS = [
    b"",
    b"1",
    b"1,1",
    b"3 3",
    b"99,99",
    b"s",
    b"h",
    b"b",
    b"a",
    b"-",
    b"0x0",
    b"2x2",
    b"7x7",
    b"17x9",
    b"\xc3\xa9",
]
FILTERS = [
    b"net",
    b"net 7x7 tricky unsolved",
    b"sealed off",
    b">300",
    b"42",
    b"zzz",
    b"",
    b"part.",
    b"(",
    b"\\",
    b">",
    b"1",
]

QUIET: Step = (0.0, "quiet")
Idea = Callable[[Random], list[Step]]


def typed(chance: Random, *keys: bytes) -> list[Step]:
    """The keys in one write, or in a few with gaps from none to a third of a second."""
    cuts = sorted(chance.randint(0, len(keys)) for _ in range(chance.choice((0, 0, 0, 1, 3, 7))))
    parts = [keys[begin:end] for begin, end in pairwise([0, *cuts, len(keys)])]
    return [(chance.choice((0.0, 0.0, 0.04, 0.3)), b"".join(part)) for part in parts if part]


def named(chance: Random, *names: str) -> list[Step]:
    return typed(chance, *(KEYS[name] for name in names))


def some_key(chance: Random) -> bytes:
    return chance.choice(list(KEYS.values())) if chance.random() < 0.5 else chance.choice(LETTERS)


def noise(chance: Random) -> list[Step]:
    """Any keys, mostly in one write."""
    return typed(chance, *(some_key(chance) for _ in range(chance.randint(1, 14))))


def repeated(chance: Random) -> list[Step]:
    """One key, or two in turn, many times."""
    keys = [some_key(chance) for _ in range(chance.randint(1, 2))]
    return typed(chance, *keys * chance.randint(2, 20))


def split(chance: Random) -> list[Step]:
    """A sequence of several bytes that comes in two parts."""
    code = chance.choice(SPLIT)
    at = chance.randrange(1, len(code))
    return [(0.0, some_key(chance) + code[:at]), (chance.choice((0.0, 0.02, 0.2)), code[at:] + some_key(chance))]


def clicks(chance: Random) -> list[Step]:
    """Clicks, drags and the wheel, anywhere."""
    codes = []
    for _ in range(chance.randint(1, 5)):
        x, y, button = chance.randint(1, 80), chance.choice((chance.randint(1, 24), 24)), chance.choice((0, 0, 1, 2))
        codes.append(b"\x1b[<%d;%d;%dM" % (button, x, y))
        for _ in range(chance.choice((0, 0, 0, 4))):
            x, y = max(1, x + chance.randint(-2, 2)), max(1, y + chance.randint(-1, 1))
            codes.append(b"\x1b[<%d;%d;%dM" % (button + 32, x, y))
        if chance.random() < 0.9:
            codes.append(b"\x1b[<%d;%d;%dm" % (button, x, y))
    if chance.random() < 0.2:
        codes += [b"\x1b[<%d;10;10M" % chance.choice((64, 65, 8, 16, 35))] * 5
    return typed(chance, *codes)


def paste(chance: Random) -> list[Step]:
    """A paste: of a puzzle, of nonsense, very large, or without an end."""
    text = chance.choice([*PASTES, chance.randbytes(30).replace(b"\x1b", b""), b"5x5:abc " * 9000])
    end = b"\x1b[201~" if chance.random() < 0.8 else b""
    steps: list[Step] = [(0.0, b"\x1b[200~" + text + end), (0.0 if end else 1.5, some_key(chance))]
    return steps


def resize(chance: Random) -> list[Step]:
    """Other sizes of the window with keys between them, mostly back to the usual one in the end."""
    steps: list[Step] = []
    for _ in range(chance.randint(1, 3)):
        columns, rows = chance.choice(SIZES)
        steps.append((chance.choice((0.0, 0.1)), f"resize {columns}x{rows}"))
        steps += noise(chance) if chance.random() < 0.6 else []
    return [*steps, (0.0, "resize 80x24")]


def suspend(chance: Random) -> list[Step]:
    """Stopped and continued, by the key or from outside, with keys at the same time."""
    stop: Step = (0.0, "suspend") if chance.random() < 0.5 else (0.0, KEYS["ctrl+z"])
    return [*typed(chance, some_key(chance)), stop, *noise(chance)]


def pause(chance: Random) -> list[Step]:
    """Some time, after which something may have come."""
    return [(chance.choice((0.3, 1.0, 2.5)), some_key(chance))]


def focus(chance: Random) -> list[Step]:
    """The window loses the focus and gains it."""
    return typed(chance, b"\x1b[O", some_key(chance), b"\x1b[I")


def commanded(chance: Random, name: str) -> list[Step]:
    """A command or a screen by the palette."""
    opener = KEYS[chance.choice(("ctrl+p", "f2"))]
    if chance.random() < 0.2:
        return typed(chance, opener, name.encode(), b"\r")
    return [(0.0, opener), QUIET, (0.0, name.encode()), QUIET, (0.0, b"\r"), QUIET]


def elsewhere(chance: Random) -> list[Step]:
    """Another screen, and something there."""
    way = commanded(chance, chance.choice(SCREENS))
    return [*way, *chance.choice((to_an_end, noise, along, choose))(chance)]


def command(chance: Random) -> list[Step]:
    """Something that the palette offers, and keys after it."""
    return [*commanded(chance, chance.choice(COMMANDS + MORE_COMMANDS)), *chance.choice((noise, along, pause))(chance)]


def along(chance: Random) -> list[Step]:
    """Along a list, or a board, in one direction."""
    return named(chance, *[chance.choice(("up", "down", "down", "left", "right", "pagedown"))] * chance.randint(1, 50))


def choose(chance: Random) -> list[Step]:
    """Somewhere in a list, and what that leads to."""
    move = named(chance, *(chance.choice(("down", "right", "left", "up")) for _ in range(chance.randint(0, 9))))
    return [*move, *named(chance, *["enter"] * chance.choice((1, 1, 1, 2, 3)))]


def to_an_end(chance: Random) -> list[Step]:
    """The last or the first of a list, chosen and gone on from."""
    where = chance.choice(("end", "end", "home"))
    return [*named(chance, where, *["enter"] * chance.choice((1, 1, 2))), *solve(chance)]


def solve(chance: Random) -> list[Step]:
    """A board solved by its hints, and what comes after it."""
    done = typed(chance, *[b"I"] * chance.choice((5, 30, 60)))
    more = [b"\r", b"]", b"N", b"q", b"u", b"V", b"P", b"y", b"i", b"R", b"r", b"[", KEYS["f7"], b".", b" ", b"t", b"g"]
    return [*done, *typed(chance, *(chance.choice(more) for _ in range(chance.randint(1, 5))))]


def learn(chance: Random) -> list[Step]:
    """A lesson, mostly the one to go on with or the last of a game, to its end and on."""
    way = named(chance, "escape") if chance.random() < 0.2 else []
    there = named(chance, *["down"] * chance.choice((0, 0, 0, 12, 24)), "enter")
    if chance.random() < 0.4:
        there = named(chance, "end", *["up"] * chance.choice((0, 0, 13)), "enter")
    return [*way, *commanded(chance, "learn"), *there, *solve(chance), *solve(chance)]


def filtered(chance: Random) -> list[Step]:
    """The filter of Home, with words, and one of what it leaves."""
    keys = [b"/", chance.choice(FILTERS), *[KEYS[chance.choice(("down", "end", "enter", "up", "escape", "tab"))]] * 2]
    return typed(chance, *keys, b"\r")


def make(chance: Random) -> list[Step]:
    """A new board, perhaps left while it is made."""
    way = [*commanded(chance, "new"), *choose(chance)]
    size = chance.choice((b"3x3", b"4x4", b"5x5", b"40x40", b"1x1", b"2x2w", b"0", b"x", b"\x1b[27u"))
    return [*way, *typed(chance, b"s", size, b"\r", b"m", *(some_key(chance) for _ in range(chance.randint(0, 3))))]


def dialog(chance: Random) -> list[Step]:
    """A dialog of the board, an answer, and more Enters than it needs."""
    opener = chance.choice((b"g", b"g", KEYS["f4"], b"M", KEYS["f6"], b"m", b"O", b"G"))
    return typed(chance, opener, chance.choice(ANSWERS), *[b"\r"] * chance.randint(0, 3), *noise_keys(chance, 2))


def help_(chance: Random) -> list[Step]:
    """The help, its list of keys, and one of them."""
    keys = [b"?", b"\t", *[KEYS["down"]] * chance.randint(0, 60), *[b"\t"] * chance.choice((0, 0, 1, 3)), b"\r"]
    return typed(chance, *keys, *noise_keys(chance, 2))


def noise_keys(chance: Random, most: int) -> list[bytes]:
    return [some_key(chance) for _ in range(chance.randint(0, most))]


def look_back(chance: Random) -> list[Step]:
    """Overview, review or replay, and keys in it."""
    keys = [chance.choice((b"O", b"V", b"P")), *(KEYS[chance.choice(("left", "right", "up", "end"))] for _ in range(9))]
    return typed(chance, *keys, *noise_keys(chance, 3))


def play(chance: Random) -> list[Step]:
    """Moves, notes, hints, a trial, checks: what boards are played with."""
    return typed(
        chance, *(bytes([chance.choice(b"hjklhjklnbwasdWASD  fxzpiiIevctuurRmMJBS+-0Z\tO")]) for _ in range(25))
    )


def back(chance: Random) -> list[Step]:
    """Back where one came from, by the key or at once by several."""
    return named(chance, *[chance.choice(("escape", "lone escape"))] * chance.choice((1, 1, 1, 2)))


def rival(chance: Random) -> list[Step]:
    """Another window takes the board, and this one perhaps takes it back."""
    return [(0.0, "rival"), (chance.choice((0.0, 0.5, 1.5)), some_key(chance)), *choose(chance)]


IDEAS: dict[Idea, int] = {
    noise: 5,
    repeated: 2,
    split: 2,
    clicks: 4,
    paste: 3,
    resize: 3,
    suspend: 2,
    pause: 1,
    focus: 1,
    elsewhere: 9,
    command: 4,
    along: 2,
    choose: 6,
    to_an_end: 5,
    solve: 8,
    learn: 7,
    filtered: 3,
    make: 4,
    dialog: 5,
    help_: 3,
    look_back: 4,
    play: 6,
    back: 4,
}


def starved(steps: list[Step], chance: Random) -> list[Step]:
    """The steps of a session in which the program is stopped now and then, for a moment or for seconds."""
    found = steps[:1]
    for step in steps[1:]:
        found += [(0.0, f"halt {chance.choice((0.05, 0.3, 1.5))}")] if chance.random() < _HALTS else []
        found.append(step)
    return found


_HALTS = 0.15  # the share of steps before which a starved program is stopped


def session(seed: str, bursts: int = 0) -> list[Step]:
    """The steps of the session with that seed, with so many bursts or as many as chance has it."""
    chance = Random(seed)
    world = chance.choice(list(WORLDS))
    ideas = IDEAS | ({rival: 4} if WORLDS[world].arguments[:1] == ["small.loops"] else {})
    columns, rows = chance.choice(
        [(80, 24)] * 8 + [size for size in SIZES if size != (1, 1)]
    )  # on which no picture can be seen
    steps: list[Step] = [(0.0, f"start {world} {columns}x{rows}")]
    steps += [(0.0, "drawn")] if chance.random() < 0.8 else []
    for _ in range(bursts or chance.randint(4, 14)):
        (idea,) = chance.choices(list(ideas), list(ideas.values()))
        steps += [*idea(chance), ALIVE]
    return steps
