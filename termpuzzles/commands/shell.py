"""`completions` and `manual`: what shells and `man` know of the program, made from its parser.

Completions are made by shtab for bash and zsh, and here for fish, which shtab lacks; the manual page in the language of
`man`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from textwrap import wrap

import shtab

from termpuzzles.catalogue.levels import packs
from termpuzzles.commands.answers import YES, Console
from termpuzzles.commands.command import PUZZLES, STATUSES, Command, GameAction, Parser
from termpuzzles.errors import slug
from termpuzzles.games import named, names
from termpuzzles.generator import ratings
from termpuzzles.logic.answers.grades import GRADES
from termpuzzles.logic.rules.techniques import title_of

SHELLS = ("bash", "zsh", "fish")
_FILES = ("PUZZLE", "FOLDER", "FILE")  # arguments that may be a file
_RATED = ("rating", "at_most")  # arguments that are a rating


def completions(parser: Parser, shell: str) -> str:
    """The script that teaches the shell our commands and options, and the names of packs and ratings."""
    _name_packs(parser)
    _name_games(parser)
    if shell == "fish":
        return "\n".join(_fish(parser)) + "\n"

    for action in _actions(parser):
        if action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it here
        elif action.dest in _RATED:
            function = f"_termpuzzles_{action.dest}"
            action.complete = {"bash": function, "zsh": function}  # type: ignore[attr-defined]
        elif action.dest == "request":
            action.complete = {shell: "_termpuzzles_request"}  # type: ignore[attr-defined]
    functions = [_request(shell), *(_ratings_of_the_game(shell, dest) for dest in _RATED)]
    preamble = "\n".join([_first_word(shell), *functions])
    script: str = shtab.complete(parser, shell, preamble=preamble)
    return script.replace("_describe 'termpuzzles commands' _commands\n", _COMMANDS_OR_FILES)


def _name_packs(parser: Parser) -> None:
    """Give the parser the names of packs, which it does not need for parsing."""
    for action in _actions(parser):
        if action.dest == "pack":
            action.choices = tuple(pack.key for pack in packs())


def _name_games(parser: Parser) -> None:
    """Offer games by their titles, each in one word."""
    for action in _actions(parser):
        if isinstance(action, GameAction):
            action.choices = tuple(action.titles.words())
            action.help = (action.help or "").replace("%(titles)s", str(action.titles))


# In zsh, after the commands; `ret` is what a completion function returns: 0 if it has added anything.
_COMMANDS_OR_FILES = """\
local ret=1
  _describe 'termpuzzles commands' _commands && ret=0
  _files && ret=0
  return ret
"""


def _first_word(shell: str) -> str:
    """Lets bash offer files, too, where a command may stand: `termpuzzles FILE` plays them."""
    return "_shtab_termpuzzles_pos_0_COMPGEN=_shtab_compgen_files" if shell == "bash" else ""


def _request_words() -> str:
    """What a request for a board may begin with, and its grades."""
    return " ".join([*(slug(named(name).title) for name in names()), *GRADES])


def _request(shell: str) -> str:
    """A function of bash or zsh that offers these."""
    offer = {"bash": 'compgen -W "{}" -- "$1"', "zsh": 'compadd "$@" -- {}'}[shell]
    return f"_termpuzzles_request() {{ {offer.format(_request_words())}; }}"


def _ratings(dest: str) -> dict[str, list[str]]:
    """The techniques that an option takes in each game, each by its title in one word."""
    found = {game: ratings(named(game), at_most=dest == "at_most") for game in names()}
    return {game: [slug(title_of(rating)) for rating in its] for game, its in found.items()}


def _any_ratings(rated: dict[str, list[str]]) -> str:
    """The ratings of all games, each once."""
    return " ".join(dict.fromkeys(rating for ratings in rated.values() for rating in ratings))


def _ratings_of_the_game(shell: str, dest: str) -> str:
    """A function of bash or zsh that offers the ratings of the game on the line, or of all games if none is there."""
    words, offer = {
        "bash": ("${COMP_WORDS[*]}", 'compgen -W "$found" -- "$1"'),
        "zsh": ("${words[*]}", 'compadd "$@" -- ${=found}'),
    }[shell]
    rated = _ratings(dest)
    cases = [f'    {_on_the_line(game)}) found="{" ".join(found)}" ;;' for game, found in rated.items()]
    body = [
        r"  local found IFS=$' \t\n'",
        f'  case " {words} " in',
        *cases,
        f'    *) found="{_any_ratings(rated)}" ;;',
        "  esac",
    ]
    return "\n".join([f"_termpuzzles_{dest}() {{", *body, f"  {offer}", "}"])


def _on_the_line(game: str) -> str:
    """The pattern of a line with that game, by its name or its title in one word."""
    return "|".join(f'*" {word} "*' for word in _words_for(game))


def _words_for(game: str) -> list[str]:
    return [*dict.fromkeys((slug(named(game).title), game))]


def commands_of(parser: Parser) -> dict[str, Parser]:
    """The commands of the whole program by name."""
    found = next(action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found or {})


def _actions(parser: Parser) -> Iterator[argparse.Action]:
    yield from parser._actions
    for command in commands_of(parser).values():
        yield from command._actions


def _fish(parser: Parser) -> Iterator[str]:
    yield "complete -c termpuzzles -f"
    helps = {
        choice.dest: choice.help or ""
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action._choices_actions
    }
    yield "complete -c termpuzzles -n __fish_use_subcommand -F"
    yield from _fish_options("__fish_use_subcommand", parser)
    for name, command in commands_of(parser).items():
        yield f"complete -c termpuzzles -n __fish_use_subcommand -a {name} -d {_quoted(helps.get(name, ''))}"
        yield from _fish_options(f"'__fish_seen_subcommand_from {name}'", command)


def _fish_options(where: str, parser: Parser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        words = [f"complete -c termpuzzles -n {where}"]
        for option in action.option_strings:
            words.append(f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}")
        if action.option_strings and action.nargs != 0:
            words.append("-r" if action.metavar in _FILES else "-x")  # arguments that are not files offer none
        if action.choices:
            words.append(f"-a {_quoted(' '.join(map(str, action.choices)))}")
        elif action.dest == "request":
            words.append(f"-a {_quoted(_request_words())}")
        elif action.metavar in _FILES:
            words.append("-F")
        elif not action.option_strings:
            continue
        yield " ".join([*words, f"-d {_quoted(action.help or '')}"])
        if action.dest in _RATED:
            yield from _fish_ratings(action)


def _fish_ratings(action: argparse.Action) -> Iterator[str]:
    """For each game the ratings to offer if it stands on the line; those of all games if none does."""
    rated = _ratings(action.dest)
    games = {game: " ".join(_words_for(game)) for game in rated}
    offered = {f"__fish_seen_subcommand_from {games[game]}": " ".join(found) for game, found in rated.items()}
    offered[f"not __fish_seen_subcommand_from {' '.join(games.values())}"] = _any_ratings(rated)
    for game, words in offered.items():
        where = f"'__fish_seen_subcommand_from generate play; and {game}'"
        yield f"complete -c termpuzzles -n {where} -l {action.option_strings[0][2:]} -x -a {_quoted(words)}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%")
    return f"'{escaped}'"


def manual(parser: Parser) -> str:
    """The whole page (section 6, games) as roff."""
    _name_games(parser)
    return "\n".join(_page(parser)) + "\n"


def _page(parser: Parser) -> Iterator[str]:
    commands = commands_of(parser)
    yield f".TH TERMPUZZLES 6 {DAY} termpuzzles Games"
    yield ".ad l"  # straight lines of words that are not hyphenated are easier to read, and to copy from
    yield ".nh"
    yield ".SH NAME"
    yield r"termpuzzles \- line puzzles on a square grid, in the terminal"
    yield ".SH SYNOPSIS"
    yield "\n.br\n".join(_synopsis(command) for command in (parser, *commands.values()))
    yield ".SH DESCRIPTION"
    yield from _text(parser.description)
    yield ".SH RULES"
    yield from _items((game.title, game.goal) for game in map(named, names()))
    yield ".SH KEYS"
    yield from _items(_KEYS)
    yield ".SH OPTIONS"
    yield from _options(parser)
    yield ".SH COMMANDS"
    for name, command in commands.items():
        yield f".SS {_escaped(name)}"
        yield from _text(command.description)
        yield from _options(command)
        yield from _examples(command)
    yield ".SH EXAMPLES"
    yield from _examples(parser)
    yield ".SH PUZZLES AND EXIT STATUS"
    yield from _text(f"{PUZZLES}\n\n{STATUSES}")
    yield ".SH FILES"
    yield from _items(_KEPT_IN)
    yield ".SH ENVIRONMENT"
    yield from _items(_ENVIRONMENT)


DAY = "2026-11-23"
_KEYS = (
    ("arrows", "move the cursor"),
    ("space", "turn the tile; in a game of lines, repeat the last line or cross"),
    ("a, d", "turn it anticlockwise, clockwise; in a game of lines w a s d draw them"),
    ("s", "pin or unpin the tile"),
    ("Enter", "pin the tile and go to the next open one; on a solved board, go to the next"),
    ("u, r", "undo, redo"),
    ("i, I", "get a hint, again for more; make its move"),
    ("e", "ask why the tile cannot be as it is, and what else it can be"),
    ("c", "check for mistakes"),
    ("?", "show rules and keys"),
)
_KEPT_IN = (
    ("~/.config/termpuzzles/settings.toml", "settings that win over those chosen in the app"),
    ("~/.local/share/termpuzzles/", "journals of the boards played, and what was chosen in the app"),
    ("~/.local/state/termpuzzles/log/bugs.log", "what went wrong in the program itself"),
)
_ENVIRONMENT = (
    ("TERMPUZZLES_CONFIG, TERMPUZZLES_DATA", "the folders for settings, and for data and bugs.log"),
    ("ACCESSIBLE", "1 for plain mode"),
    ("NO_COLOR", "1 for no colour"),
    ("TEXTUAL_ANIMATIONS", "none to keep everything still"),
)


def _synopsis(parser: argparse.ArgumentParser) -> str:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    return _escaped(usage)


def _text(text: str | None) -> Iterator[str]:
    """The paragraphs of a text, filled; lines that are indented stay as they are."""
    for line in (text or "").splitlines():
        if not line:
            yield ".PP"
        elif line.startswith(" "):
            yield from (".nf", _escaped(line), ".fi")
        else:
            yield _escaped(line)


def _items(items: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Each name in bold, and what it is."""
    for name, what in items:
        yield from (".TP", f".B {_escaped(name)}", _escaped(what))


def _examples(parser: Parser) -> Iterator[str]:
    """The examples as they are typed, below the text and apart from it."""
    yield ".PP"
    yield ".RS 2"
    yield ".nf"
    for example in parser.examples:
        yield from _typed(f"termpuzzles {example}".rstrip())
    yield ".fi"
    yield ".RE"


def _typed(command: str) -> Iterator[str]:
    """The command in lines that fit, each but the last with a backslash at its end, as a shell reads it."""
    *before, last = wrap(command, WIDTH, break_long_words=False, break_on_hyphens=False, subsequent_indent="    ")
    yield from (_escaped(rf"{line} \ ".rstrip()) for line in before)
    yield _escaped(last)


WIDTH = 66  # columns of an example


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        takes = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
        yield ".TP"
        yield f".B {_escaped(f'{names} {takes}' if action.option_strings and action.nargs != 0 else names)}"
        yield _escaped(action.help or "")


def _escaped(text: str) -> str:
    """The text, escaped so that roff reads nothing in it as a command."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    safe = "".join(letter if letter.isascii() else rf"\[u{ord(letter):04X}]" for letter in safe)
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe


def _print_completions(options: argparse.Namespace, console: Console) -> int:
    print(completions(options.whole_parser(), options.shell), end="", file=console.stdout)
    return YES


def _completions_arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell")


COMPLETIONS = Command(
    "completions",
    _print_completions,
    ("completions bash > termpuzzles.bash", "completions fish > termpuzzles.fish"),
    arguments=_completions_arguments,
)


def _print_manual(options: argparse.Namespace, console: Console) -> int:
    print(manual(options.whole_parser()), end="", file=console.stdout)
    return YES


MANUAL = Command("manual", _print_manual, ("manual > termpuzzles.6",))
