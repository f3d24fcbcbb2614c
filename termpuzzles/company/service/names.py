"""The names by which players see each other: which are allowed, and which are taken for the same.

Two names are the same if their skeletons are: case, width and look-alike letters do not count, after the idea of
Unicode Technical Standard 39 with the few letters that matter here. Letters come from one script.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

LONGEST = 24
OURS = ("player-", "guest-")  # what we call those who have chosen no name
_OFFICES = (  # who runs a service, or speaks for it: no word of a name
    *("admin", "admins", "administrator", "administrators", "daemon", "mod", "mods", "moderator", "moderators"),
    *("official", "operator", "operators", "postmaster", "root", "server", "staff", "superuser", "support"),
    *("sysadmin", "sysop", "system", "termpuzzles", "webmaster"),
)
_ANYBODY = (  # whoever is meant where no name is: no whole name
    *("all", "anonymous", "anybody", "anyone", "deleted", "everybody", "everyone", "guest", "he", "her", "him", "host"),
    *("it", "me", "myself", "nobody", "none", "noone", "null", "opponent", "player", "self", "she", "somebody"),
    *("someone", "team", "them", "they", "undefined", "unknown", "us", "we", "who", "you", "your", "yourself"),
)
_MARKS = " -_.'"  # between letters and digits
_ALIKE = str.maketrans(
    {
        **dict(zip("аеорсухіјѕӏԁһԛԝъвкмнт", "aeopcyxljsldhqwbbkmht", strict=True)),  # Cyrillic
        **dict(zip("αβγεικνορτυχωη", "abyelkvoptuxwn", strict=True)),  # Greek
        **dict(zip("ıɩǀ", "lll", strict=True)),
        **dict(zip("01i_. '", "oll----", strict=True)),
    }
)
_DISGUISES = str.maketrans(  # letters that others may have in their names, but by which none gets a reserved one
    {
        **dict(zip("345789øđħłŧƒæœþ", "eastbgodhltfaop", strict=True)),  # in Latin script, and digits for letters
        **dict(zip("ѕғѵѡгпилѐё", "sfvwrnlnee", strict=True)),  # Cyrillic
        **dict(zip("σςτμδϲϳκ", "octudcjk", strict=True)),  # Greek
        **dict(zip("աոսօհցյքզ", "wnuohgjpq", strict=True)),  # Armenian
        **dict(zip("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᏀᏂᏃᏚᏙᏞᏟᏢᏦᏴ", "drtlyajewmhghzsvlcpkb", strict=True)),  # Cherokee
        **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaelou", strict=True)),  # Lisu
        **dict(zip("ⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "abehlkmnopctyx", strict=True)),  # Coptic
    }
)


def skeleton(name: str) -> str:
    """What is compared: names with the same skeleton look alike."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return bare.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def is_allowed(name: str) -> bool:
    """Whether a player may have this name: letters of one script, digits, and marks between them."""
    if not 0 < len(name) <= LONGEST or unicodedata.normalize("NFKC", name) != name:
        return False
    if (
        name[0] in _MARKS
        or name[-1] in _MARKS
        or any(pair[0] in _MARKS and pair[1] in _MARKS for pair in pairwise(name))
    ):
        return False
    letters = [letter for letter in name if letter not in _MARKS and not (letter.isascii() and letter.isdigit())]
    if not all(letter.isalpha() and not _is_phonetic(letter) for letter in letters):
        return False
    if len({_script(letter) for letter in letters}) > 1:
        return False
    return not any(map(_is_reserved, {skeleton(name), skeleton(name).translate(_DISGUISES)}))


def _is_reserved(bare: str) -> bool:
    """Whether what a name looks like is ours, an office, or anybody."""
    whole = bare.replace("-", "")
    return (
        bare.startswith(tuple(map(skeleton, OURS)))
        or not {*bare.split("-"), whole}.isdisjoint(map(skeleton, _OFFICES))
        or whole in map(skeleton, _ANYBODY)
    )


def _is_phonetic(letter: str) -> bool:
    """Whether only the spelling of sounds has this letter: many of them look like ordinary ones."""
    return "\u0250" <= letter < "\u0370" or "\u1d00" <= letter < "\u1e00" or "\ua720" <= letter < "\ua800"


def _script(letter: str) -> str:
    """The script of a letter, by its name in Unicode; Chinese and Japanese letters are written together."""
    script = unicodedata.name(letter, "?").split()[0]
    return "CJK" if script in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA") else script
