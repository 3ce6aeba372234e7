"""Every entry and number of the facts about a family of combat rules is claimed by a test or by a line of docs.

``claims.toml`` beside a family's tests lists the entries with their values. Where the facts lie beside the project,
their files are held against the lists, so that none is forgotten.
"""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rows import every_row

ROOT = Path(__file__).resolve().parents[2]
FACTS = Path(os.environ.get("MUSTER_FACTS") or ROOT.parent / "shared" / "facts")
LISTS = sorted((ROOT / "tests" / "rules").glob("*/claims.toml"))
NUMBER = re.compile(r"\d+")
DOCUMENTED = re.compile(r"(docs/[\w-]+\.md): (.+)")
TESTED = re.compile(r"(tests/[\w/]+\.py)::(test_\w+)")

Claim = dict[str, Any]


@cache
def _list(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _claims() -> Iterator[tuple[str, Claim]]:
    for path in LISTS:
        for claim in _list(path)["claims"]:
            yield path.parent.name, claim


@cache
def _prose(name: str) -> str:
    return " ".join((ROOT / name).read_text(encoding="utf-8").replace("*", "").split())


@cache
def _tests(name: str) -> dict[str, str]:
    """Return the source of every test of a module with its decorators, by the test's name."""
    text = (ROOT / name).read_text(encoding="utf-8")
    lines = text.splitlines()
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found[node.name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def _entries(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    match value:
        case dict():
            for key, one in value.items():
                yield from _entries(one, f"{path}.{key}" if path else str(key))
        case list():
            for place, one in enumerate(value):
                yield from _entries(one, f"{path}[{place}]")
        case _:
            yield path, value


def _fault(by: str) -> str | None:
    """Return what is wrong with a claim, None if it points to a test or to a line that is there."""
    if tested := TESTED.fullmatch(by):
        path, name = tested.groups()
        return None if (ROOT / path).is_file() and name in _tests(path) else f"there is no {by}"
    if documented := DOCUMENTED.fullmatch(by):
        path, words = documented.groups()
        return None if (ROOT / path).is_file() and words in _prose(path) else f"{path} does not say “{words}”"
    return f"{by} is neither a test nor a line of docs"


def test_there_are_lists_of_claims() -> None:
    assert {"heroic", "older_pathfinder"} <= {path.parent.name for path in LISTS}


@every_row(("family", "claim"), list(_claims()), ids=[f"{family} {claim['path']}" for family, claim in _claims()])
def test_every_claim_points_to_a_test_or_to_a_line_of_docs(family: str, claim: Claim) -> None:
    assert claim["by"]
    assert [fault for by in claim["by"] if (fault := _fault(by))] == []


@every_row(("family", "claim"), list(_claims()), ids=[f"{family} {claim['path']}" for family, claim in _claims()])
def test_every_number_of_the_facts_stands_in_what_claims_it(family: str, claim: Claim) -> None:
    """A number stands there in digits, so that a wrong one is seen."""
    source = []
    for by in claim["by"]:
        if tested := TESTED.fullmatch(by):
            source.append(_tests(tested[1])[tested[2]])
        elif documented := DOCUMENTED.fullmatch(by):
            source.append(documented[2])
    is_about_source = claim["path"].startswith("meta.")
    numbers = set() if is_about_source else set(NUMBER.findall(str(claim.get("value"))))
    assert numbers - set(NUMBER.findall("\n".join(source).replace("_", " "))) == set()


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_no_entry_of_the_facts_is_missing_from_its_list(path: Path) -> None:
    facts = FACTS / _list(path)["facts"]
    if not facts.is_file():
        pytest.skip("Not on this machine: the facts of the combat rules (set MUSTER_FACTS to their folder)")
    stated = dict(_entries(yaml.safe_load(facts.read_text(encoding="utf-8"))))
    claimed = {claim["path"]: claim.get("value") for claim in _list(path)["claims"]}
    assert claimed == stated
    assert len(_list(path)["claims"]) == len(claimed)


def test_a_claim_that_points_nowhere_is_found() -> None:
    assert _fault("tests/docs/test_facts_claimed.py::test_there_are_lists_of_claims") is None
    for by in ("tests/docs/test_facts_claimed.py::test_none", "docs/battles.md: no such words", "somewhere"):
        assert _fault(by)
