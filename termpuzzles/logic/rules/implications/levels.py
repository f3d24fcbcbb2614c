"""Every start of a chain at once, level by level, until some of them end.

All that follows from a literal is one int, with a bit for each literal. All starts go on level by level: a start
reaches within n + 1 links what its successors reach within n.
"""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.logic.rules.implications.graph import Bad, End, Implications, Literals, bits_of

MOST_BRANCHED = 4000  # literals: on boards with more, what follows from several at a tile together is not looked for


class _Joined:
    """The components that the drawn literals of one start have joined so far."""

    __slots__ = ("above", "done", "out", "size")

    def __init__(self) -> None:
        self.above: dict[int, int] = {}
        self.done: Literals = 0
        self.out: dict[int, int] = {}  # for each component that stands for joined ones: the lines that lead out
        self.size: dict[int, int] = {}


class Levels:
    """Every start at once, level by level, until some of them end."""

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.reached: list[list[Literals]] = [[1 << literal for literal in range(2 * graph.number)]]
        self.joined: dict[int, _Joined] = {}
        # For a start the literals that follow from several together, each with its level.
        self.late: dict[int, list[tuple[int, int]]] = {}
        self.branched = False
        if graph.components:
            for start in range(graph.number):
                self._join(start, 1 << start)

    def first_ends(self) -> list[End]:
        """The ends on the first level that has any; [] if no level has any.

        Only once nothing more follows from single literals, look for what follows from several at a tile together.
        """
        while self.advance() or self._branch():
            if found := [*self.denials(), *self._together(), *self._joined_ends()]:
                return found
        return []

    def advance(self) -> bool:
        """Go on by one link from every start; False if nothing more follows."""
        now = self.reached[-1]
        then = []
        for literal, after in enumerate(self.graph.after):
            bits = now[literal] | 1 << literal
            for other in after:
                bits |= now[other]
            then.append(bits)
        level = len(self.reached)
        for start, late in self.late.items():
            for literal, since in late:
                then[start] |= self.reached[level - since][literal]
        self.reached.append(then)
        return then != now

    def _branch(self) -> bool:
        """Where all but one of the literals that do not go together at a tile are reached, deny the last one."""
        self.branched = True
        if 2 * self.graph.number > MOST_BRANCHED:
            return False
        starts, level = self._starts_of(), len(self.reached)
        found: set[tuple[int, int]] = set()
        for _, literals in self.graph.at_tiles():
            for literal in literals:
                bits = -1
                for other in literals:
                    bits &= bits if other == literal else starts[other]
                denied = self.graph.denial(literal)
                found.update((start, denied) for start in bits_of(bits) if not self.reached[-1][start] >> denied & 1)
        for start, denied in sorted(found):
            self.late.setdefault(start, []).append((denied, level))
        return bool(found) and self.advance()

    def denials(self) -> Iterator[End]:
        """The starts that reach a line both drawn and not drawn, with each such line."""
        low, number = self.graph.low, self.graph.number
        for start, bits in enumerate(self.reached[-1]):
            for at in bits_of(bits & bits >> number & low):
                yield End(start, Bad.DENIAL, (at, at + number))

    def _together(self) -> Iterator[End]:
        """The starts that reach literals that do not go together."""
        starts = self._starts_of()
        for end in self.graph.together:
            bits = -1
            for literal in end.literals:
                bits &= starts[literal]
                if not bits:
                    break
            else:
                for start in bits_of(bits):
                    yield end._replace(start=start)

    def _starts_of(self) -> list[Literals]:
        """For each literal that does not go together with others, the starts that reach it."""
        low, number = self.graph.low, self.graph.number
        now = self.reached[-1]
        if not self.late:  # every link can be turned round: these are the denials of what the literal's denial reaches
            return [(bits & low) << number | bits >> number for bits in (*now[number:], *now[:number])]
        found = [0] * (2 * number)
        wanted = 0
        for end in self.graph.together:
            for literal in end.literals:
                wanted |= 1 << literal
        for start, bits in enumerate(now):
            for literal in bits_of(bits & wanted):
                found[literal] |= 1 << start
        return found

    def _joined_ends(self) -> Iterator[End]:
        """The starts whose drawn lines close a loop, or seal off what they join."""
        if not self.graph.components:
            return
        number, low = self.graph.number, self.graph.low
        for start, bits in enumerate(self.reached[-1]):
            drawn = bits & low
            if not drawn:
                continue
            is_new = start not in self.joined or drawn != self.joined[start].done
            if is_new and not self._join(start, drawn):
                yield End(start, Bad.LOOP)
                continue
            joined = self.joined[start]
            decided = drawn | bits >> number
            for root, out in joined.out.items():
                if not out & ~decided and joined.size[root] < self.graph.components.total:
                    yield End(start, Bad.SEALED, (), root)

    def _join(self, start: int, drawn: Literals) -> bool:
        """Take in the lines that are drawn from this start by now; False if they close a loop."""
        graph = self.graph
        assert graph.components
        parents, ends = graph.components.parents, graph.ends
        joined = self.joined.setdefault(start, _Joined())
        above, outs, sizes = joined.above, joined.out, joined.size
        new = drawn & ~joined.done
        joined.done = drawn
        closing = 0
        while new:
            bit = new & -new
            new ^= bit
            one, other = ends[bit.bit_length() - 1]
            while one in above:
                one = above[one]
            while other in above:
                other = above[other]
            if one == other:
                if graph.components.may_close(sizes[one] if one in sizes else -parents[one]):
                    continue
                return False
            above[other] = one
            mine = outs[one] if one in outs else graph.out[one]
            its = outs.pop(other) if other in outs else graph.out[other]
            outs[one] = mine ^ its
            sizes[one] = (sizes[one] if one in sizes else -parents[one]) + (
                sizes.pop(other) if other in sizes else -parents[other]
            )
            if not graph.components.may_close(sizes[one]):
                closing |= mine & its & ~drawn
        if closing:
            self._bar(start, closing)
        return True

    def _bar(self, start: int, closing: int) -> None:
        """Rule out, one level on, lines that would close a loop with the lines of the chain."""
        number = self.graph.number
        news = closing & ~(self.reached[-1][start] >> number)
        if not (news and len(self.reached) > 1):
            return  # for one line alone that is a link already
        level = len(self.reached)
        self.late.setdefault(start, []).extend((at + number, level) for at in bits_of(news))
