"""Input from a terminal, whole or in any pieces, becomes exactly what was typed, clicked, pasted and answered."""

from __future__ import annotations

import pytest

from termpuzzles.terminal.input import (
    LONGEST_PASTE,
    Clicked,
    Focus,
    Input,
    KeySequence,
    Pasted,
    TerminalAnswer,
    Token,
    Typed,
    WithAlt,
)

ANSWERS = [
    b"\x1b[?62;22c",
    b"\x1b[12;40R",
    b"\x1b[1;2R",
    b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",
    b"\x1b]11;rgb:ffff/ffff/ffff\x07",
    b"\x1b[?2026;2$y",
    b"\x1b[?1u",
    b"\x1b[>0;276;0c",
    b"\x1bP>|terminal 1.0\x1b\\",
    b"\x1b[8;24;80t",
    b"\x1b[0n",
]


class Hands:
    """Feeds an input at moments that the test chooses, and expires it when its deadline passes."""

    def __init__(self, asked: bool = False) -> None:
        self.input = Input()
        self.now = 0.0
        self.tokens: list[Token] = []
        if asked:
            self.input.expect_answers()

    def send(self, data: bytes, after: float = 0.0) -> None:
        self.wait(after)
        self.tokens += self.input.feed(data, self.now)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.input.deadline is not None and self.input.deadline <= end:
            self.now = max(self.now, self.input.deadline)
            self.tokens += self.input.expire(self.now)
        self.now = end

    def all(self) -> list[Token]:
        self.wait(60)
        assert self.input.deadline is None
        return self.tokens


def joined(tokens: list[Token]) -> list[Token]:
    """The same tokens, with adjacent typed ones joined."""
    together: list[Token] = []
    for token in tokens:
        if isinstance(token, Typed) and together and isinstance(together[-1], Typed):
            together[-1] = Typed(together[-1].text + token.text)
        else:
            together.append(token)
    return together


def named(tokens: list[Token]) -> list[tuple[object, ...]]:
    """The same tokens with their class names: tuples of different classes would compare equal."""
    return [(type(token).__name__, *token) for token in tokens]


def keys(tokens: list[Token]) -> str:
    return "".join(token.text for token in tokens if isinstance(token, Typed))


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("pause", [0.0, 0.05, 0.7])
def test_an_answer_is_never_a_key_wherever_it_is_split(answer: bytes, pause: float) -> None:
    for cut in range(1, len(answer)):
        hands = Hands(asked=True)
        hands.send(b"d" + answer[:cut])
        hands.send(answer[cut:] + b"a", after=pause)
        assert keys(hands.all()) == "da", answer[:cut]
        assert [type(token) for token in hands.tokens] == [Typed, TerminalAnswer, Typed]


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_late_answer_byte_by_byte_is_never_a_key(answer: bytes) -> None:
    hands = Hands(asked=True)
    for byte in answer:
        hands.send(bytes([byte]), after=0.1)
    assert [type(token) for token in hands.all()] == [TerminalAnswer]


def test_brackets_are_keys_even_after_an_escape_while_an_answer_is_awaited() -> None:
    hands = Hands(asked=True)
    hands.send(b"\x1b")
    hands.send(b"]", after=3)
    hands.send(b"[", after=1)
    assert named(hands.all()) == named([KeySequence("\x1b"), Typed("]"), Typed("[")])


@pytest.mark.parametrize(
    ("sent", "tokens"),
    [
        (b"\x1b[A", [KeySequence("\x1b[A")]),
        (b"\x1bOP\x1b[15~", [KeySequence("\x1bOP"), KeySequence("\x1b[15~")]),
        (b"\x1b[97;5u", [KeySequence("\x1b[97;5u")]),
        (b"\x1bx", [WithAlt("x")]),
        ("\x1bé".encode(), [WithAlt("é")]),
        ("\x1b\xa0\x1b߿\x1bࠀ\x1b\uffff\x1b𐀀".encode(), [WithAlt(text) for text in "\xa0߿ࠀ\uffff𐀀"]),
        (b"\x1b\x1b[B", [KeySequence("\x1b"), KeySequence("\x1b[B")]),
        (b"\x1b[I\x1b[O", [Focus(True), Focus(False)]),
        (b"\x1b[<0;10;5M\x1b[<0;10;5m", [Clicked(0, 9, 4, False), Clicked(0, 9, 4, True)]),
        ("é∞".encode(), [Typed("é∞")]),
        (b"\x1b[200~a\x1b[Ab\x1b[201~c", [Pasted("a\x1b[Ab"), Typed("c")]),
    ],
)
def test_whole_input_is_understood_in_any_pieces(sent: bytes, tokens: list[Token]) -> None:
    at_once, by_bytes = Hands(), Hands()
    at_once.send(sent)
    for byte in sent:
        by_bytes.send(bytes([byte]), after=0.01)
    assert named(at_once.all()) == named(tokens)
    assert named(joined(by_bytes.all())) == named(tokens)


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\xff\xfe\x80",
        b"\xe9",
        b"\x1b\xc1",
        b"\x1b[99999999999999999999u",
        b"\x1b[55296u",
        b"\x1b[1114112;5u",
        b"\x1b[<99999999;1;1M",
        b"\x1b[<0;0;-7M",
        b"\x1b[999~" * 3,
        b"\x1b[M\x00\x00\x00",
        b"\xc2\x9b31m\x7f"[:2],
    ],
)
def test_nonsense_is_dropped_and_the_next_key_kept(nonsense: bytes) -> None:
    hands = Hands()
    hands.send(nonsense + b"d")
    assert keys(hands.all()) == "d"
    assert all(isinstance(token, Typed | KeySequence) for token in hands.tokens)


@pytest.mark.parametrize("zeros", [0, 2, 3, 200])
def test_a_number_is_a_character_or_none_however_many_zeros_it_begins_with(zeros: int) -> None:
    hands = Hands()
    hands.send(f"\x1b[{'0' * zeros}1114112u\x1b[{'0' * zeros}1114111u".encode())
    assert named(hands.all()) == named([KeySequence(f"\x1b[{'0' * zeros}1114111u")])


def test_an_old_kind_of_click_is_a_click_wherever_it_is() -> None:
    hands = Hands()
    hands.send(b"\x1b[M \xe0\xc8")
    assert named(hands.tokens) == named([Clicked(0, 191, 167, False)])
    for byte in b"\x1b[M#\xe0\xc8d":
        hands.send(bytes([byte]), after=0.01)
    assert named(hands.all()) == named([Clicked(0, 191, 167, False), Clicked(0, 191, 167, True), Typed("d")])


@pytest.mark.parametrize(
    ("begun", "follows"),
    [
        (b"\x1b[" + b"1;" * 150, "x"),  # longer than any sequence
        (b"\x1b]11;" + b"0" * 300, "x"),
        (b"\x1b[1;5", "é"),  # broken off by a character that no sequence ends with
        (b"\x1b[1;5", "\x7f"),
        (b"\x1b]11;00", "\r"),
        (b"\x1bPx", "\r"),
    ],
)
def test_a_sequence_broken_off_is_dropped_and_what_follows_it_is_typed(begun: bytes, follows: str) -> None:
    hands = Hands()
    hands.send(begun + follows.encode())
    assert named(hands.all()) == named([Typed(follows)])


def test_a_paste_is_cut_at_its_limit_and_what_follows_it_is_dropped_in_bounded_memory() -> None:
    hands = Hands()
    hands.send(b"\x1b[200~")
    for _ in range(40):
        hands.send(b"x" * (1 << 16), after=0.01)
        assert len(hands.input._paste or b"") <= LONGEST_PASTE + (1 << 16)
    hands.send(b"\x1b[20", after=0.01)
    hands.send(b"1~d", after=0.01)
    pasted, typed = hands.all()
    assert isinstance(pasted, Pasted)
    assert len(pasted.text) == LONGEST_PASTE
    assert typed == Typed("d")


def test_escape_is_a_key_soon_again_once_every_question_is_answered() -> None:
    hands = Hands(asked=True)
    hands.input.expect_answers()
    hands.send(b"\x1b[?62;22c\x1b")
    hands.wait(0.11)
    assert [type(token) for token in hands.tokens] == [TerminalAnswer]  # a second answer is still to come
    hands.send(b"[?62;22c\x1b")
    hands.wait(0.11)
    assert named(hands.tokens) == named(
        [TerminalAnswer("\x1b[?62;22c"), TerminalAnswer("\x1b[?62;22c"), KeySequence("\x1b")]
    )


def test_what_looks_like_the_rest_of_an_answer_is_typed_unless_an_escape_went_before_it() -> None:
    for before in (b"d", b"\x1b[A", b"\x1bx", b"\x1b[<0;1;1M", b"\x1b[200~text\x1b[201~"):
        for asked in (False, True):
            hands = Hands(asked)
            hands.send(before)
            for text in (b"[5;5R", b"]11;x\x07", b"["):
                hands.send(text, after=0.01)
                assert named(hands.tokens)[-1] == ("Typed", text.decode())
                assert hands.input.deadline is None


def test_what_looks_like_the_rest_of_an_answer_is_typed_once_an_earlier_rest_has_not_come() -> None:
    hands = Hands(asked=True)
    hands.send(b"\x1b")
    hands.send(b"[", after=3)
    hands.send(b"[5;5R", after=1)
    assert named(hands.all()) == named([KeySequence("\x1b"), Typed("["), Typed("[5;5R")])


def test_the_first_letter_after_an_escape_is_typed_with_alt_up_to_a_tenth_of_a_second_later() -> None:
    tokens: dict[float, list[Token]] = {0.1: [WithAlt("d")], 0.11: [KeySequence("\x1b"), Typed("d")]}
    for after, expected in tokens.items():
        begun = Input()
        begun.feed(b"\x1b", 0.0)
        assert named(begun.feed(b"d", after)) == named(expected)


def test_an_answer_to_no_question_leaves_the_answer_to_a_later_one_awaited() -> None:
    hands = Hands()
    hands.send(b"\x1b[?62;22c")
    hands.input.expect_answers()
    hands.send(b"\x1b")
    hands.wait(0.2)
    assert [type(token) for token in hands.tokens] == [TerminalAnswer]


def test_a_paste_of_exactly_its_limit_is_whole_and_ends_as_any_other() -> None:
    hands = Hands()
    hands.send(b"\x1b[200~" + b"x" * LONGEST_PASTE)
    assert not hands.tokens
    hands.send(b"\x1b[201~d")
    pasted, typed = hands.all()
    assert isinstance(pasted, Pasted)
    assert len(pasted.text) == LONGEST_PASTE == 1 << 20
    assert typed == Typed("d")
