"""What a cell says about its lines, as tables over its state: what is left of its domain, and what is known of it.

A *state* is `domain << 8 | known`, the known byte as in `problem`. Its bits are numbered from 0: bits 4 to 7 are sides
with a line, bits 0 to 3 the same sides without. The tables fill as they are asked; a cell of any game has few states.
"""

from itertools import combinations

from termpuzzles.logic.problem import FITS, KNOWN

NO_MASK = -1  # in place of what follows: no mask is left

BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))  # the numbers of a byte's bits


class _Implied(dict[int, int]):
    """For a state, the bits that follow and are not known; `NO_MASK` where the cell has no mask left."""

    def __missing__(self, state: int) -> int:
        known = state & 0xFF
        left = state >> 8 & FITS[known]
        self[state] = found = KNOWN[left] & ~known if left else NO_MASK
        return found


class _Why(dict[int, tuple[int, ...]]):
    """For `state << 8 | byte`, the fewest known bits from which the byte follows; with 0, that leave no mask."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        domain, known, byte = key >> 16, BITS[key >> 8 & 0xFF], key & 0xFF
        for number in range(len(known) + 1):
            for bits in combinations(known, number):
                left = domain & FITS[sum(1 << bit for bit in bits)]
                if not left or (byte and not byte & ~KNOWN[left]):
                    self[key] = bits
                    return bits
        raise AssertionError("what the state does not imply has no reason")


IMPLIED = _Implied()
WHY = _Why()
