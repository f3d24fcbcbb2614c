"""What each command prints with `--json` fits the schema that `termpuzzles help json` prints, and uses all of it."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.catalogue.pages import PAGES, docs_page
from termpuzzles.cli import main
from termpuzzles.cli.parser import command_names, command_parser, make_parser
from termpuzzles.hints.hint import AMBIGUOUS, IMPOSSIBLE, MISTAKE, POSSIBLE, REFUTED, STEP, UNSEEN

SCHEMA: dict[str, Any] = json.loads(docs_page("json"))
NET, FIRST = "5x5w:78a2ab47ad541418beb984d39", "infinity:2x2:3333"
COMMANDS = (
    f"solve {NET} infinity:2x1:35 2x2:zz",
    f"solve --explain {FIRST}",
    f"solve --possible {NET}",
    f"check {NET} infinity:2x1:35 2x2:zz",
    "check --witness infinity:4x2:9c883622",
    f"hint {NET} infinity:2x2:9c36 infinity:2x1:35 infinity:4x2:9c883622",
    f"hint --all {FIRST}",
    f"hint --pins 1,1 {FIRST}",
    f"hint --depth 1 {NET}",
    f"hint --why-not '2,5 NE' {NET}",
    f"hint --why-not '2,5 W' {NET}",
    "hint simpleloop/6/4/00036",
    f"convert {NET} --to picture",
    "generate net 4x4 --seed 1 --to picture",
    "daily net --date 2026-11-21 --to picture",
    "stats",
    "wall best '3x3 standard a3 a1 c3 c1 r -' 3x3 --depth 1",
)


def faults(value: object, form: dict[str, Any], at: str, used: set[str]) -> list[str]:
    """Where the value does not fit the form; keys that are met are added to `used`."""
    if "$ref" in form:
        name = form["$ref"].removeprefix("#/$defs/")
        return faults(value, SCHEMA["$defs"][name], f"#{name}", used)
    if "anyOf" in form:
        found = [(faults(value, each, at, seen), seen) for each in form["anyOf"] for seen in [set[str]()]]
        right = next((seen for wrong, seen in found if not wrong), None)
        used |= right or set()
        return [] if right is not None else min((wrong for wrong, _ in found), key=len)
    if "enum" in form:
        return [] if value in form["enum"] else [f"{at}: {value!r}"]
    kinds = [form["type"]] if isinstance(form["type"], str) else form["type"]
    if not any(fits(value, kind) for kind in kinds):
        return [f"{at}: {value!r} is not {kinds}"]
    if isinstance(value, dict):
        return _in_object(value, form, at, used)
    if isinstance(value, list):
        long = form.get("minItems", 0) <= len(value) <= form.get("maxItems", len(value))
        wrong = [] if long else [f"{at}: {len(value)} items"]
        return wrong + [fault for each in value for fault in faults(each, form.get("items", {"type": "any"}), at, used)]
    return [] if not isinstance(value, str) or re.search(form.get("pattern", ""), value) else [f"{at}: {value!r}"]


def _in_object(value: dict[str, object], form: dict[str, Any], at: str, used: set[str]) -> list[str]:
    known, others = form.get("properties", {}), form.get("additionalProperties", False)
    used |= {f"{at}.{key}" for key in value if key in known}
    found = [f"{at}.{key} is missing" for key in form.get("required", ()) if key not in value]
    for key, inner in value.items():
        if key in known or others:
            found += faults(inner, known.get(key, others), f"{at}.{key}", used)
        else:
            found.append(f"{at}.{key} is not in the schema")
    return found


def fits(value: object, kind: str) -> bool:
    types = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}
    if kind in ("null", "any"):
        return kind == "any" or value is None
    return isinstance(value, types[kind]) and (kind == "boolean" or not isinstance(value, bool))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, dict[str, Any]]]:
    """Each object that the commands print, with the command's name."""
    found = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TERMPUZZLES_DATA", str(tmp_path_factory.mktemp("data")))
        patched.setattr("sys.stdin", TextIOWrapper(BytesIO(b"do\n" * 8)))
        printed_by("play", "--plain", FIRST)  # so that there is something in the statistics
        for command in COMMANDS:
            name, *words = shlex.split(command)
            found += [(name, json.loads(line)) for line in printed_by(name, "--json", *words)]
    return found


def printed_by(*words: str) -> list[str]:
    """The lines that a command prints on stdout."""
    with (
        redirect_stdout(TextIOWrapper(BytesIO(), encoding="utf-8")) as output,
        redirect_stderr(TextIOWrapper(BytesIO(), encoding="utf-8")),
    ):
        main(list(words))
        output.seek(0)
        return output.read().splitlines()


def test_whatever_is_printed_fits_the_schema(printed: list[tuple[str, dict[str, Any]]]) -> None:
    wrong = [fault for name, value in printed for fault in faults(value, SCHEMA["properties"][name], name, set())]
    assert not wrong, "\n".join(wrong[:10])


def test_every_kind_of_hint_is_in_the_schema() -> None:
    (form,) = (form for form in SCHEMA["properties"]["hint"]["anyOf"] if "properties" in form)
    assert set(form["properties"]["kind"]["enum"]) == {STEP, MISTAKE, AMBIGUOUS, IMPOSSIBLE, UNSEEN, REFUTED, POSSIBLE}


def test_every_key_of_the_schema_is_printed_by_some_command(printed: list[tuple[str, dict[str, Any]]]) -> None:
    used: set[str] = set()
    for name, value in printed:
        faults(value, SCHEMA["properties"][name], name, used)
    forms = {name: form.get("anyOf", [form])[0] for name, form in SCHEMA["properties"].items()}
    forms |= {f"#{name}": form for name, form in SCHEMA["$defs"].items() if form["type"] == "object"}
    unused = {f"{name}.{key}" for name, form in forms.items() for key in form["properties"]} - used
    rare = {"solve.error", "solve.settled", "solve.open"}  # when time runs out
    assert len(printed) >= len(COMMANDS)
    assert unused <= rare


def test_the_schema_has_a_version_and_a_form_for_each_command_with_json() -> None:
    assert re.search(r"/json/\d+$", SCHEMA["$id"])
    whole = make_parser()
    able = {name for name in command_names() if "--json" in command_parser(whole, name)._option_string_actions}
    assert able == set(SCHEMA["properties"])


@pytest.mark.parametrize("name", PAGES)
def test_help_prints_each_page_as_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(("# ", "{"))
    assert "<picture>" not in shown
    assert "<!--" not in shown


def test_the_pages_are_the_files_that_are_shipped() -> None:
    folder = Path(__file__).parents[2] / "termpuzzles" / "docs"
    named = {"schema.json" if name == "json" else f"{name}.md" for name in PAGES}
    assert {path.name for path in folder.iterdir()} == named
