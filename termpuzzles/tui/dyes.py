"""The colours of pipes: what each tone of a tile's picture looks like in a theme, with 256 colours or more.

A theme says which colours are wanted. Each becomes the nearest colour that the terminal has and that passes: pipes are
seen on every ground that they can lie on, plates lift off the free ground, and what only a colour tells apart stays
apart for all eyes. Fades are colours of their own, because a terminal with 256 colours would turn a faded blue to teal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from colorsys import rgb_to_hls
from functools import cache, lru_cache
from itertools import product

from rich.color import Color
from rich.style import Style

from termpuzzles.render.pixels import BEHIND, DARK_DYES, GROUNDS, LIGHT_DYES, Dye
from termpuzzles.tui import colours
from termpuzzles.tui.colours import EYES, Colours, contrast, difference, linear, luminance, mixed

PLATE, PIPE, STEPPED_BACK = (
    1.4,
    3.0,
    2.0,
)  # the least contrasts: of plates, of pipes, and of those that have stepped back
APART, LIT_APART = (
    10.0,
    8.0,
)  # the least difference of what only its colour tells apart, and of lit and sealed-off pipes
CLEAR, BACK, COPY = range(3)  # how a tile is seen: as it is, stepped back behind a hint, or as a copy beyond a seam

_NEVER_BACK = ("cursor", "cursor ground", "cursor plate", "wrong")

_FILL = 0.18  # the share of the colour of what is solved in the ground inside a loop

Good = Callable[[str], bool]

HIGH: Colours = {
    **DARK_DYES,
    **{"outside": "#000000", "ground": "#000000", "checker": "#0c0c0c", "plate": "#222222", "plate checker": "#2a2a2a"},
    **{"rim": "#5a5a5a", "rim checker": "#606060", "cursor ground": "#2424a0", "cursor plate": "#4646b4"},
    **{"target ground": "#00584a", "target plate": "#2c4278", "dark ground": "#302838", "dark plate": "#4a3c28"},
    **{"plain": "#ffffff", "lit": "#30e0ff", "source": "#ffe840", "source rim": "#ffe840", "source heart": "#000000"},
    **{"sealed": "#ff8ce8", "bad loop": "#ffa030", "loop": "#c4a8ff", "ribbon": "#30e0ff", "dot": "#a0a0a0"},
    **{"shaded": "#686868", "edge": "#a0a0a0", "wall": "#e8b070", "note": "#d8c8ff", "because": "#40c0a0"},
    **{"stone ground": "#6a6a6a", "stone checker": "#727272", "stone dark": "#585858", "white circle": "#ffffff"},
    **{"stone bad loop": "#ffd080"},
    **{"settled": "#000000", "settled checker": "#0c0c0c", "done": "#7ef0a0"},
}

# The same themes in the 256 colours that such a terminal has.
DARK_FEW: Colours = {
    **{"outside": "#121212", "ground": "#1c1c1c", "checker": "#262626", "plate": "#444444"},
    **{"plate checker": "#4e4e4e", "cursor ground": "#00005f", "cursor plate": "#0000af"},
    **{"target ground": "#005f5f", "target plate": "#262626", "because ground": "#000000"},
    **{"because plate": "#303030", "dark ground": "#000000", "dark plate": "#5f0000", "cut off": "#5f005f"},
    **{"assumed": "#5f0000", "shaded": "#5f5f87", "plain": "#a8a8a8", "lit": "#00afff", "sealed": "#ff87d7"},
    **{"bad loop": "#ffaf5f", "loop": "#87afd7", "source": "#ffd75f", "source rim": "#ffd75f"},
    **{"ribbon": "#87d7ff", "hint": "#5fd7af", "cursor": "#ffffff", "source heart": "#875f00"},
    **{"dot": "#5f5f87", "edge": "#5f5f87", "done": "#87d787", "note": "#afafff", "trial": "#8787ff"},
    **{"wall": "#d7af87", "wrong": "#ff5f5f", "because": "#5faf87", "glow": "#ffffff"},
    **{"white circle": "#ffffff", "black circle": "#000000", "stone ground": "#5f5f5f", "stone checker": "#5f5f87"},
    **{"stone wrong": "#5f0000", "stone dark": "#444444", "settled": "#121212", "settled checker": "#1c1c1c"},
    **{"group 1": "#d7ffff", "group 2": "#ffff5f", "group 3": "#ffafaf", "group 4": "#5fd75f", "group 5": "#d7875f"},
}
LIGHT_FEW: Colours = {
    **{"outside": "#ffffff", "ground": "#eeeeee", "checker": "#e4e4e4", "plate": "#bcbcbc"},
    **{"plate checker": "#b2b2b2", "cursor ground": "#afd7ff", "cursor plate": "#afafff"},
    **{"target ground": "#87d7af", "target plate": "#afd7ff", "because ground": "#d7ffff"},
    **{"because plate": "#afd7d7", "dark ground": "#c6c6c6", "dark plate": "#e4e4e4", "cut off": "#d7afff"},
    **{"assumed": "#d7af5f", "shaded": "#9e9e9e", "plain": "#585858", "lit": "#005faf", "sealed": "#870087"},
    **{"bad loop": "#870000", "loop": "#5f00af", "source": "#5f5f00", "source rim": "#5f5f00"},
    **{"ribbon": "#005faf", "hint": "#00875f", "cursor": "#1c1c1c", "source heart": "#ffaf00"},
    **{"dot": "#949494", "edge": "#a8a8a8", "done": "#00875f", "note": "#875fd7", "trial": "#5f5fff"},
    **{"wall": "#875f00", "wrong": "#870000", "because": "#008787", "glow": "#d78700"},
    **{"white circle": "#ffffff", "black circle": "#121212", "stone ground": "#8a8a8a", "stone checker": "#949494"},
    **{"stone wrong": "#ffafaf", "stone dark": "#808080", "stone ribbon": "#00005f", "stone bad loop": "#5f0000"},
    **{"stone done": "#005f00", "stone glow": "#ffffd7", "stone source": "#5f5f00", "settled": "#eeeeee"},
    **{"settled checker": "#e4e4e4", "group 1": "#0000af", "group 2": "#5f0000", "group 3": "#5f005f"},
    **{"group 4": "#1c1c1c", "group 5": "#005f5f"},
}
HIGH_FEW: Colours = {
    **{"outside": "#000000", "ground": "#000000", "checker": "#080808", "rim": "#585858"},
    **{"rim checker": "#5f5f5f", "plate": "#262626", "plate checker": "#303030", "cursor ground": "#000087"},
    **{"cursor plate": "#005fd7", "target ground": "#005f5f", "target plate": "#005faf"},
    **{"because ground": "#303030", "because plate": "#4e4e4e", "dark ground": "#303030"},
    **{"dark plate": "#121212", "cut off": "#5f005f", "assumed": "#875f00", "shaded": "#6c6c6c"},
    **{"plain": "#ffffff", "lit": "#00d7ff", "sealed": "#ffafff", "bad loop": "#ffaf00", "loop": "#ffafff"},
    **{"source": "#ffff5f", "source rim": "#ffff5f", "ribbon": "#00d7ff", "hint": "#5fd7af"},
    **{"cursor": "#ffffff", "source heart": "#000000", "dot": "#9e9e9e", "edge": "#9e9e9e", "done": "#87d787"},
    **{"note": "#d7d7ff", "trial": "#8787ff", "wall": "#d7af5f", "wrong": "#ff5f5f", "because": "#5fd7af"},
    **{"glow": "#ffffff", "white circle": "#ffffff", "black circle": "#000000", "stone ground": "#6c6c6c"},
    **{
        "stone bad loop": "#ffd75f",
        "stone ribbon": "#87ffff",
        "stone checker": "#767676",
        "stone wrong": "#5f0000",
        "stone dark": "#585858",
        "settled": "#000000",
    },
    **{"settled checker": "#080808", "group 1": "#d7ffff", "group 2": "#ffff5f", "group 3": "#ffafaf"},
    **{"group 4": "#5fd75f", "group 5": "#d7875f"},
}


# For our themes, by the identity of their tones: the colours, and those chosen from 256. Tests see that they pass.
_OWN = {
    id(colours.DARK): (DARK_DYES, DARK_FEW),
    id(colours.LIGHT): (LIGHT_DYES, LIGHT_FEW),
    id(colours.HIGH): (HIGH, HIGH_FEW),
}


def wished(tones: Colours, grounds: Colours) -> Colours:
    """The colours to begin with in a theme that names none for pipes."""
    back, text, dark = grounds["plain"], tones["text"], luminance(grounds["plain"]) < 0.2
    usual = DARK_DYES if dark else LIGHT_DYES
    plate = mixed(back, text, 0.2)
    own = {
        **{"outside": grounds["outside"], "ground": back, "checker": grounds["checker"], "plate": plate},
        **{"plate checker": mixed(back, text, 0.24), "plain": mixed(text, back, 0.3)},
        **{name: tones[name] for name in ("lit", "loop", "bad loop", "sealed", "source", "wrong", "hint", "because")},
        **{"ribbon": tones["lit"], "source rim": tones["source"] if dark else mixed(tones["source"], text, 0.7)},
        **{"source heart": mixed(tones["source"], back, 0.6) if dark else usual["source heart"]},
        **{"dot": mixed(back, text, 0.4), "shaded": mixed(back, text, 0.33), "edge": mixed(back, text, 0.45)},
        **{"cursor": mixed(text, "#ffffff" if dark else "#000000", 0.7), "wall": usual["wall"]},
        **{
            "settled": mixed(back, usual["done"], 0.06),
            "settled checker": mixed(grounds["checker"], usual["done"], 0.08),
        },
    }
    wishes = {**usual, **own}
    own |= {f"stone {name}": usual.get(f"stone {name}", wishes[name]) for name in ("ribbon", "bad loop", "done")}
    for tint, share in (("cursor", 0.75), ("target", 0.75), ("because", 0.75), ("dark", 0.6)):
        for kind, under in (("ground", back), ("plate", plate)):
            own[f"{tint} {kind}"] = mixed(under, usual[f"{tint} {kind}"], share)
    return {**usual, **own}


class Dyes:
    """The colours of pipes in one theme, for terminals with one number of colours; each is found once."""

    def __init__(self, named: Colours, few: bool) -> None:
        self._few = few
        self.steps_back = "rim" not in named  # high contrast keeps its contrast
        gold = max(named["source"], named["source heart"], key=luminance)
        self.named = {"rim": named["plate"], "rim checker": named["plate checker"], "gold": gold, **named}
        for tone in ("ribbon", "bad loop", "done", "glow", "source", "plain"):
            self.named.setdefault(f"stone {tone}", named[tone])
        for kind in ("", "stone "):
            glow, source, done = (self.named[kind + name] for name in ("glow", "source", "done"))
            self.named[f"{kind}warm"] = self._nearest(mixed(glow, source, 0.5), (glow, source), glow)
            self.named[f"{kind}turning"] = self._nearest(mixed(source, done, 0.5), (source, done), source)
            for ground in ("ground", "checker") if kind else ("settled", "settled checker"):
                fill = {"ground": "fill", "checker": "fill checker"}.get(ground, ground.replace("settled", "fill"))
                self.named[kind + fill] = self._nearest(mixed(named[kind + ground], done, _FILL), (), done)
        self._seen: dict[tuple[Dye, int], str] = {}
        self._mixed: dict[tuple[str, str], str] = {}
        self._styles: dict[tuple[str, str], Style] = {}

    def _plain(self, tone: str) -> str:
        """The colour of a tone that has not faded."""
        found = self.named.get(tone)
        if found is None:  # on slate as elsewhere, unless it has a colour of its own there
            found = self.named[tone.removeprefix("stone ")]
        return found

    def colour(self, dye: Dye, veil: int = CLEAR) -> str:
        """The colour of a pixel, as `#rrggbb`."""
        found = self._seen.get((dye, veil))
        if found is None:
            found = self._seen[dye, veil] = self._find(dye, veil)
        return found

    def halfway(self, seen: tuple[Dye, ...], veil: int = CLEAR) -> str:
        """The colour of one dye, or the one halfway between two."""
        one, *others = (self.colour(dye, veil) for dye in seen)
        return self.mixture(one, others[0]) if others else one

    def mixture(self, one: str, other: str) -> str:
        """The colour halfway between two."""
        if one == other:
            return one
        found = self._mixed.get((one, other))
        if found is None:
            found = self._mixed[one, other] = self._nearest(mixed(one, other, 0.5), (), one)
        return found

    def _find(self, dye: Dye, veil: int) -> str:
        colour, ground, outside = self._plain(dye.tone), self.named["ground"], self.named["outside"]
        if dye.thirds:
            under = self._plain(dye.under)
            colour = self._nearest(mixed(colour, under, dye.thirds / 3), (colour, under), colour)
        if veil == COPY:
            return self._nearest(mixed(colour, outside, 0.55), (colour,), colour)
        if veil == BACK and self.steps_back and dye.tone not in _NEVER_BACK:
            return self._faded(colour, ground, dye.tone not in BEHIND)
        return colour

    def _faded(self, colour: str, ground: str, is_line: bool) -> str:
        """The colour a third closer to the ground, but never so close that a line could not be seen."""
        for share in (1 / 3, 1 / 4, 1 / 6):
            found = self._nearest(mixed(colour, ground, share), (), colour)
            if not is_line or contrast(found, ground) >= min(STEPPED_BACK, contrast(colour, ground)):
                return found
        return colour

    def _nearest(self, wish: str, others: Iterable[str], before: str) -> str:
        """The nearest colour that the terminal has, none of the others, and of the hue that it had before it faded."""
        if not self._few:
            return wish
        avoided = set(others)
        found, least = wish, float("inf")
        for each in _all_few():
            far = difference(each, wish)
            if far < least and each not in avoided and (far := far + _turned(each, before)) < least:
                found, least = each, far
        return found

    def style(self, ink: str, ground: str) -> Style:
        """The style that shows these two colours."""
        found = self._styles.get((ink, ground))
        if found is None:
            found = self._styles[ink, ground] = Style(color=self._colour(ink), bgcolor=self._colour(ground))
        return found

    def _colour(self, colour: str) -> Color:
        return Color.from_ansi(_number_of(colour)) if self._few else Color.parse(colour)


@lru_cache(maxsize=64)
def _made(named: tuple[tuple[str, str], ...], few: bool, fits: bool) -> Dyes:
    return Dyes(dict(named) if fits else _fitted(dict(named), few), few)


def dyes_of(tones: Colours, grounds: Colours, few: bool) -> Dyes:
    """The colours of pipes in the theme with these tones and grounds, shared by all players who see the same."""
    own = _OWN.get(id(tones))
    return _made(tuple((own[few] if own else wished(tones, grounds)).items()), few, own is not None)


def _fitted(wishes: Colours, few: bool) -> Colours:
    """Each colour as near to the wish as it passes, grounds first."""
    found: Colours = {}

    def fit(name: str, good: Good = lambda colour: True) -> None:
        found[name] = _nearest_good(wishes[name], good, few)

    def lifts(colour: str) -> bool:
        return min(contrast(colour, found["ground"]), contrast(colour, found["checker"])) >= PLATE

    def differs(*names: str, least: float = APART) -> Good:
        return lambda colour: all(apart(colour, found[name]) >= least for name in names)

    fit("outside")
    fit("ground")
    fit("checker", lambda colour: colour != found["ground"] and contrast(colour, found["ground"]) < PLATE)
    for name in ("plate", "plate checker"):
        fit(name, lambda colour: lifts(colour) and colour not in found.values())
    bases = {"ground": ("ground", "checker"), "plate": ("plate", "plate checker")}
    for tint, kind in product(("cursor", "target", "because", "dark"), bases):
        outlined = tint == "because"
        others = [] if outlined else [*bases[kind][tint == "dark" :]]  # every second tile is dark, as a checker is
        others += [f"{tint} ground"] if kind == "plate" else []
        others += [f"cursor {kind}"] if tint == "target" else []
        fit(f"{tint} {kind}", _both(differs(*others), lambda colour: _takes_pipes(colour, wishes)))
    for name in ("cut off", "assumed", "shaded"):
        free = name == "shaded"  # no pipe lies on it
        others = [*bases["ground"], *(() if free else bases["plate"])]
        takes: Good = (lambda colour: True) if free else lambda colour: _takes_pipes(colour, wishes)
        fit(name, _both(differs(*others), takes))
    below = [found[name] for name in (*GROUNDS, "cut off", "assumed") if not name.startswith("rim")]

    def seen(colour: str) -> bool:
        return all(contrast(colour, ground) >= PIPE for ground in below)

    fit("plain", seen)
    fit("lit", _both(seen, differs("plain")))
    fit("sealed", _both(seen, differs("lit", "plain", least=LIT_APART)))
    fit("bad loop", _both(seen, differs("plain", "lit")))
    fit("loop", _both(seen, differs("lit", "plain", least=LIT_APART)))
    for name in ("source", "source rim"):
        fit(name, _both(seen, differs("lit", "bad loop")))
    fit("ribbon", _both(seen, lambda colour: contrast(colour, found["shaded"]) >= 1.5))
    for name in ("white circle", "black circle"):
        fit(name)
    circles = [found[name] for name in ("white circle", "black circle")]
    for name in ("stone ground", "stone checker"):
        fit(name, lambda colour: all(contrast(colour, circle) >= PIPE for circle in circles))
    slates = [found["stone ground"], found["stone checker"]]
    for name in ("stone ribbon", "stone bad loop", "stone done"):
        fit(name, lambda colour: all(contrast(colour, slate) >= PIPE for slate in slates))
    for name in (f"group {number}" for number in range(1, 6)):
        fit(name, seen)
    for name in wishes.keys() - found.keys():
        marks = {"wrong", "trial", "note", "wall", "hint", "cursor", "because"}
        fit(name, _marks(found) if name in marks else lambda colour: True)
    return found


def _both(one: Good, other: Good) -> Good:
    return lambda colour: one(colour) and other(colour)


def _marks(found: Colours) -> Good:
    """Whether a mark is seen beside the grounds on which it stands."""
    grounds = [found[name] for name in ("ground", "checker", "plate", "plate checker")]
    return lambda colour: all(contrast(colour, ground) >= 1.5 for ground in grounds)


def _takes_pipes(colour: str, wishes: Colours) -> bool:
    """Whether the pipes that are wished for can be seen on a ground, but for a little."""
    return all(contrast(colour, wishes[name]) >= PIPE - 0.3 for name in ("plain", "lit", "sealed"))


@lru_cache(maxsize=1 << 13)
def apart(one: str, other: str) -> float:
    """How far apart two colours look to the eyes that see it least."""
    return min(difference(one, other, eyes) for eyes in EYES)


@lru_cache(maxsize=1 << 10)
def _hls(colour: str) -> tuple[float, float, float]:
    return rgb_to_hls(*linear(colour))


def _turned(colour: str, before: str) -> float:
    """How far the hue has turned, in the measure of `difference`; greys have none."""
    (hue, _, depth), (old, _, old_depth) = _hls(colour), _hls(before)
    turn = abs(hue - old)
    return 120 * min(turn, 1 - turn) * min(depth, old_depth)


def _nearest_good(wish: str, good: Good, few: bool) -> str:
    """The colour nearest to the wish that passes, or if none does, the nearest."""
    if few:
        nearest = sorted(_all_few(), key=lambda each: difference(each, wish))
        return next(filter(good, nearest), nearest[0])
    return wish if good(wish) else next(filter(good, _around(wish)), wish)


def _around(wish: str) -> Iterator[str]:
    """Colours around the wish, the nearest first."""
    steps = [step * 12 for step in range(-10, 11)]
    parts = [int(wish[at : at + 2], 16) for at in (1, 3, 5)]
    ways = sorted(product(steps, repeat=3), key=lambda way: sum(step * step for step in way) - 0.6 * abs(sum(way)))
    for way in ways:
        moved = [part + step for part, step in zip(parts, way, strict=True)]
        if all(0 <= part < 256 for part in moved):
            yield "#" + "".join(f"{part:02x}" for part in moved)


@cache
def _all_few() -> tuple[str, ...]:
    """The colours that every terminal with 256 shows alike: the cube and the greys."""
    return tuple(_numbers())


def _number_of(colour: str) -> int:
    return _numbers()[colour]


@cache
def _numbers() -> dict[str, int]:
    levels = (0, 95, 135, 175, 215, 255)
    cube = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in product(levels, repeat=3)]
    greys = [f"#{8 + 10 * step:02x}" + f"{8 + 10 * step:02x}" * 2 for step in range(24)]
    found: dict[str, int] = {}
    for number, colour in enumerate([*cube, *greys], 16):
        found.setdefault(colour, number)
    return found
