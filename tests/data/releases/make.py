"""Freezes what players keep of a release: its journals, settings, identities of puzzles, and `--json` answers.

Run once for each release, by that release's own code, and never again; what it writes is committed and stays as it is:

    git worktree add /tmp/release REVISION && cd /tmp/release && python3 CHECKOUT/tests/data/releases/make.py 0.2.0

This file imports the release's modules by name at run time, so that it does not depend on later versions. It knows the
names of 0.2.0; for another release they may have to be others.
"""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent

PUZZLES = {  # texts that players might have, by file name
    "ids.txt": (
        "infinity:2x2:3333\n# a comment\ninfinity:4x3:cb2522a79e11\nnet:3x2:215a48\n"
        "5x5w:78a2ab47ad541418beb984d39\ta solution\n7x7:41a9v272518dd74d3v8hdb32b7572e34a879214e513779e415a9\n"
        "infinity:2x2w:1f10\ninfinity:1x6w:5a5a5a\n"
        "simpleloop/6/4/00036\nhttps://puzz.link/p?simpleloop/5/5/sg020\nsimpleloop/4/4/\n"
    ),
    "classic.loops": "# title: Classic · 10x10\n# rating: edge\n┗┣╸┃╻┣┓╻┗┗\n┏┏┃┗┳┻╸┃╺╸\n┗┻┏┓┗╋┏┳┓┫\n",
    "headers.loops": "# game: infinity\n# title: Ångström „Æ“\n# author: nobody\n# source: made up\n# wrap: y\n"
    "# walls: 1,1v 2,2h\n# pins: 1,1 3,2\n# colour: green\n╸ ┓╻\n┏╻·┛\n┗┃╸ \n",
    "several.loops": "# game: net\n# title: one\n╻┏╸\n┗┻╸\n---\n# game: net\n# title: two\n# wrap: x\n"
    "┓╺╸\n╻┻╸\n┗━┛\n---\n# game: infinity\n╻\n╹\n---\n# game: simpleloop\n# title: drawn\n┏━┓·\n┃■┃·\n┗━┛·\n",
    "net/folder.loops": "┓╺╸\n╻┻╸\n┗━┛\n",
    "simpleloop/open.loops": "····\n·■··\n····\n····\n",
    "rounded.loops": "╭─╮╔═╗\n╰─╯╚═╝\n",
    "numbers.txt": "9 12 12 6\n10 13 13 5\n3 3 9 3\n",
    "counted.txt": "2 2\n6 12\n3 9\n",
    "drawn.txt": "pzprv3\nsimpleloop\n3\n4\n. . . . \n. * * . \n. . . . \n"
    "1 0 0 \n0 -1 0 \n0 0 0 \n0 0 0 1 \n1 0 0 0 \n",
    "hexapipes.json": '{"grid": "square", "width": 3, "height": 2, "wrap": true, "tiles": [1, 5, 0, 3, 11, 2]}\n',
    "begun.sav": (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :3:Net\nPARAMS  :7:9x9b0.5\n"
        "CPARAMS :3:4x2\nDESC    :8:12481248\nNSTATES :1:4\nSTATEPOS:1:3\nMOVE    :4:C0,0\nMOVE    :4:L0,0\n"
        "MOVE    :16:J;F1,0;A2,0;L3,1\n"
    ),
}

COMMANDS = [  # command lines whose answers are recorded
    ["check", "--json", "puzzles/ids.txt"],
    ["check", "--json", "puzzles/several.loops", "puzzles/headers.loops", "puzzles/numbers.txt", "puzzles/begun.sav"],
    ["check", "--json", "--witness", "infinity:2x2:1111"],
    ["check", "--json", "infinity:2x1:35", "infinity:2x1:3", "puzzles/nothing.loops"],
    ["solve", "--json", "infinity:2x2:3333", "5x5w:78a2ab47ad541418beb984d39", "simpleloop/6/4/00036"],
    ["solve", "--json", "--to", "picture", "5x5w:78a2ab47ad541418beb984d39", "puzzles/numbers.txt"],
    ["solve", "--json", "--explain", "infinity:2x2:3333", "5x5w:78a2ab47ad541418beb984d39", "simpleloop/6/4/00036"],
    ["solve", "--json", "infinity:2x1:35", "infinity:2x1:3"],
    ["hint", "--json", "5x5w:78a2ab47ad541418beb984d39", "simpleloop/6/4/00036", "puzzles/several.loops"],
    ["hint", "--json", "--pins", "1,1 2,1", "infinity:2x2:3333"],
    ["hint", "--json", "--all", "5x5w:78a2ab47ad541418beb984d39", "simpleloop/6/4/00036"],
    ["hint", "--json", "--depth", "1", "5x5w:78a2ab47ad541418beb984d39"],
    ["hint", "--json", "infinity:2x2:9c36", "infinity:2x1:35", "infinity:2x2:1111"],
    ["convert", "--json", "puzzles/ids.txt"],
    ["convert", "--json", "--to", "picture", "puzzles/ids.txt"],
    ["convert", "--json", "--to", "gameid", "puzzles"],
    ["convert", "--json", "--to", "hexapipes", "puzzles/hexapipes.json", "5x5w:78a2ab47ad541418beb984d39"],
    ["convert", "--json", "--to", "pzprv3", "puzzles/drawn.txt", "puzzles/simpleloop/open.loops"],
    ["convert", "--json", "--to", "numbers", "puzzles/numbers.txt", "puzzles/counted.txt"],
]

# What is done at each puzzle: a word for each event, and moves as they are written. `~N SEED` stands for so many random
# gestures; `solve` plays the solution; `cut N` takes so many bytes off the end of the file, as a crash does.
SITTINGS: list[tuple[str, list[str]]] = [
    ("infinity:2x2:3333", ["turn 1,1 1", "turn 2,1 2; turn 1,2 3", "pin 1,1", "free 1,1", "undo", "undo", "redo"]),
    ("infinity:4x3:cb2522a79e11", ["line 1,1 E", "cross 2,2 S", "clear 1,1 E", "clear 2,2 S", "line 2,3 N; pin 2,3"]),
    (
        "infinity:3x3:111111111",
        ["mark", "turn 1,1 1", "turn 2,1 1", "back", "redo", "restart", "undo", "hint", "clock"],
    ),
    ("infinity:6x5:" + "5a3c96" * 5, ["~60 1"]),
    ("infinity:1x6w:5a5a5a", ["turn 1,1 1", "line 1,1 N", "cross 1,6 N", "pin 1,4", "~20 2"]),
    ("infinity:2x2:5a33", ["turn 1,1 1; pin 1,1", "hint", "hint", "restart", "restart", "undo"]),
    ("net:3x2:215a48", ["turn 1,1 1", "clock", "turn 2,1 3", "undo", "turn 3,2 2", "undo", "redo", "redo", "mark"]),
    ("5x5w:78a2ab47ad541418beb984d39", ["~10 3", "mark", "~10 4", "back", "hint", "solve"]),
    (
        "7x7:41a9v272518dd74d3v8hdb32b7572e34a879214e513779e415a9",
        ["~80 5", "restart", "~10 6", "undo", "solve", "undo"],
    ),
    ("infinity:2x2:3939", ["solve"]),
    ("puzzles/several.loops 0", ["turn 1,1 1; pin 1,1", "solve"]),
    ("puzzles/several.loops 1", ["cross 1,1 W", "line 3,2 E", "~12 7", "mark", "turn 1,1 1", "back", "turn 2,1 2"]),
    ("puzzles/several.loops 3", ["clear 1,1 E", "line 4,1 S", "cross 3,1 E", "undo", "undo", "undo", "redo"]),
    ("puzzles/headers.loops 0", ["free 1,1", "turn 1,1 3", "~25 8", "hint", "restart", "turn 4,1 2"]),
    ("puzzles/classic.loops 0", ["~120 9", "mark", "~30 10", "back", "~5 11"]),
    ("puzzles/numbers.txt 0", ["turn 1,1 1", "turn 1,1 1", "turn 1,1 1", "turn 1,1 1", "solve"]),
    ("puzzles/hexapipes.json 0", ["cross 1,1 N", "line 3,1 E", "turn 1,1 2"]),
    ("puzzles/begun.sav 0", ["redo", "undo", "undo", "turn 4,2 1", "restart", "turn 1,1 3", "undo", "mark"]),
    ("puzzles/drawn.txt 0", ["line 1,1 S", "cross 2,1 E", "clear 1,1 E", "~15 12", "hint"]),
    ("puzzles/simpleloop/open.loops 0", ["~50 13", "restart", "undo", "~3 14"]),
    ("simpleloop/6/4/00036", ["~20 15", "mark", "line 1,1 E", "solve"]),
    ("simpleloop/4/4/", ["solve"]),
    ("simpleloop/5/5/sg020", ["cross 4,1 E", "clear 4,1 E", "line 4,1 E", "undo", "redo", "clock", "clock"]),
    ("infinity:3x2:935c36", ["turn 1,1 1", "turn 2,1 1", "turn 3,1 1", "cut 3"]),
    ("net:3x3:1248c3965", ["turn 1,1 1", "pin 2,2", "undo", "cut 1"]),
    ("infinity:2x3:395c36", ["turn 1,1 1", "mark corner", "try", "turn 2,1 1", "keep", "turn 1,2 1", "back corner"]),
    ("infinity:3x3:935c36a59", ["try", "turn 1,1 1", "drop", "turn 1,1 2", "give up", "undo", "redo"]),
]


class Time:
    """A clock that goes on by a little more with each event."""

    def __init__(self) -> None:
        self.now, self.step = 0.0, 1.0

    def __call__(self) -> float:
        return self.now

    def pass_by(self) -> None:
        self.step = self.step * 1.1 % 97
        self.now += self.step


def state_of(session: Any) -> str:
    return "/".join(part.hex() for part in session.state)


def short(state: str) -> str:
    return sha256(state.encode()).hexdigest()[:12]


def gesture(session: Any, rng: Random) -> None:
    gesture = import_module("termpuzzles.games.model").Gesture
    if rng.random() < 0.15:
        session.undo() if rng.random() < 0.6 else session.redo()
        return
    action = rng.choice(("turn", "turn", "turn back", "turn half", "pin", "line", "line", "cross"))
    session.do(gesture(action, rng.randrange(session.puzzle.grid.size), rng.choice((8, 4, 2, 1))))


def solve(session: Any, time: Time) -> None:
    """Play the solution cell by cell, as a player might."""
    model, puzzle = import_module("termpuzzles.games.model"), session.puzzle
    answer = import_module("termpuzzles").solve(puzzle).lines
    turns = import_module("termpuzzles.board.grid").TURNS
    for cell in range(puzzle.grid.size):
        x, y = puzzle.grid.place(cell)
        have, want = session.state.lines[cell], answer[cell]
        changes = []
        if puzzle.game.draws:
            for side in (4, 2):
                if (have ^ want) & side and puzzle.grid.ways[side][cell] >= 0:
                    changes.append(model.Change("line" if want & side else "clear", x, y, side))
        elif have != want:
            changes.append(model.Change("turn", x, y, turns[have].index(want)))
        if changes and not session.solved:
            time.pass_by()
            session.play(model.Move(tuple(changes)))


def act(session: Any, word: str, time: Time) -> None:
    time.pass_by()
    if word == "solve":
        solve(session, time)
        return
    if word[0] == "~":
        count, seed = map(int, word[1:].split())
        rng = Random(seed)
        for _ in range(count):
            time.pass_by()
            gesture(session, rng)
        return
    verbs = {"hint": "count_hint", "clock": "tick", "try": "begin_trial", "keep": "keep_trial", "drop": "drop_trial"}
    verb, _, name = word.partition(" ")
    if name and verb in ("mark", "back"):
        getattr(session, verb)(name)
    elif word == "give up":
        session.give_up()
    elif word in ("undo", "redo", "restart", "mark", "back", *verbs):
        getattr(session, verbs.get(word, word))()
    else:
        move = import_module("termpuzzles.games.model").Move
        session.play(move.parse(word, session.puzzle))


def puzzle_of(name: str) -> Any:
    read = import_module("termpuzzles").read
    if not name.startswith("puzzles/"):
        return read(name)[0]
    path, index = name.split(" ")
    return read(Path(path).read_text(encoding="utf-8"), source=path)[int(index)]


def sit(store: Any, name: str, words: list[str]) -> tuple[str, dict[str, Any]]:
    """Play one puzzle; return the name of its journal and what later versions must find in it."""
    puzzle, time = puzzle_of(name), Time()
    kept = import_module("termpuzzles.session.recorded_session").open_session(store, puzzle, time)
    session = kept.session
    begun = state_of(session)
    session.resume()
    cut = 0
    for word in words:
        if word.startswith("cut"):
            cut = int(word[4:])
        else:
            act(session, word, time)
    time.pass_by()
    kept.leave()
    file = import_module("termpuzzles.storage.journal_text").identity(puzzle) + ".journal"
    path = Path("data", "journals", file)
    if cut:
        path.write_bytes(path.read_bytes()[:-cut])
    return file, found_again(store, file, name, begun)


def found_again(store: Any, file: str, name: str, begun: str) -> dict[str, Any]:
    """What the release itself finds when it resumes the journal."""
    (entry,) = (entry for entry in store.journals() if entry.path.name == file)
    puzzle, journal = store.resume(entry)
    session = import_module("termpuzzles.session.session").Session(puzzle, now=Time())
    states = []
    for event in journal.events:
        assert session.restore([event]) == 1
        states.append(short(state_of(session)))
    journal.close()
    return {
        "puzzle": name,
        "identity": import_module("termpuzzles.storage.journal_text").identity(puzzle),
        "id": import_module("termpuzzles.formats").canonical_id(puzzle),
        "game": puzzle.game.name,
        "title": entry.title,
        "size": entry.size,
        "finished": entry.finished,
        "listed seconds": entry.seconds,
        "seconds": session.clock.seconds,
        "events": len(journal.events),
        "hints": session.hints,
        "turns": session.turns,
        "pins": session.pins,
        "solved": session.solved,
        "can undo": session.can_undo,
        "can redo": session.can_redo,
        "marked": session.marks.get(""),
        "moves": [None if move is None else str(move) for move in session.moves],
        "begun": begun,
        "state": state_of(session),
        "states": states,
    }


def keep_settings(store: Any) -> None:
    """Settings as the app keeps them: zooms by size, and each option switched."""
    settings = store.settings()
    chosen = {"zoom": {"10x10": 2, "5x5": 4}, "marks": False, "auto-pin": True, "turn-then-pin": True, "time": False}
    assert store.keep_settings({**settings, **chosen}) == ""


def answers() -> list[dict[str, Any]]:
    results = []
    for arguments in COMMANDS:
        done = subprocess.run([sys.executable, "-m", "termpuzzles", *arguments], capture_output=True, text=True)
        answer = [json.loads(line) for line in done.stdout.splitlines()]
        results.append({"arguments": arguments, "status": done.returncode, "answers": answer})
    return results


def identities() -> list[list[str]]:
    found = []
    identity = import_module("termpuzzles.storage.journal_text").identity
    canonical_id = import_module("termpuzzles.formats").canonical_id
    for name in sorted(PUZZLES):
        path = f"puzzles/{name}"
        for index, puzzle in enumerate(import_module("termpuzzles").read(Path(path).read_text("utf-8"), source=path)):
            try:
                shared = canonical_id(puzzle)
            except ValueError as error:
                shared = f"# {error}"
            found.append([path, str(index), puzzle.game.name, str(puzzle.grid), identity(puzzle), shared])
    return found


def main(release: str) -> None:
    """Make the folder of the release."""
    sys.path.insert(0, os.getcwd())
    os.environ["PYTHONPATH"] = os.getcwd()
    os.chdir(HERE / release)
    for name, text in PUZZLES.items():
        path = Path("puzzles", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    library = import_module("termpuzzles.storage.library")
    noon = import_module("datetime").datetime(2026, 11, 24, 12)
    store = library.Library(library.Folders(Path("data"), Path("config")), lambda: noon)
    journals = dict(sit(store, name, words) for name, words in SITTINGS)
    assert len(journals) == len(SITTINGS), "two sittings of the same puzzle"
    keep_settings(store)
    lines = ["\t".join(row) for row in identities()]
    heading = "# file\tindex\tgame\tsize\tidentity\tid"
    Path("identities.tsv").write_text("\n".join([heading, *lines]) + "\n", encoding="utf-8")
    for file, what in (("journals.json", journals), ("answers.json", answers())):
        Path(file).write_text(json.dumps(what, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(prog="python tests/data/releases/make.py", description=__doc__)
    parser.add_argument("release", help="its number; a folder of that name is made here")
    given = parser.parse_args()
    (HERE / given.release).mkdir()
    main(given.release)
