"""Every entry and number of the facts about a family of combat rules is claimed by a test or by a line of docs.

``claims.toml`` beside a family's tests lists the entries with their values. Where the facts lie beside the project,
their files are held against the lists, so that none is forgotten.
"""

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
COMBATANT = re.compile(r"\b[a-d]\.\d+\b")
WORD = re.compile(r"[^\W_]+")
NAMED = re.compile(r"(?:\]|\.(?:name|type|save|ability|size))$")
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
def _tests(name: str) -> dict[str, ast.FunctionDef]:
    """Return every test of a module by its name."""
    parsed = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    return {node.name: node for node in parsed.body if isinstance(node, ast.FunctionDef)}


def _checked(test: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what a test holds something against: its rows, its loops, its assertions and the errors it expects."""
    yield from test.decorator_list
    for node in ast.walk(test):
        match node:
            case ast.Assert():
                yield node.test
            case ast.For():
                yield node.iter
            case ast.withitem():
                yield node.context_expr


def _stated(claim: Claim) -> tuple[set[str], str]:
    """Return the numbers that stand in what claims an entry, and its words; ids such as ``a.1`` have no number."""
    numbers, words = set[str](), []
    for by in claim["by"]:
        if documented := DOCUMENTED.fullmatch(by):
            numbers.update(NUMBER.findall(documented[2]))
            words.append(documented[2])
        elif tested := TESTED.fullmatch(by):
            for constant in (node for part in _checked(_tests(tested[1])[tested[2]]) for node in ast.walk(part)):
                match constant:
                    case ast.Constant(value=str() as text):
                        numbers.update(NUMBER.findall(COMBATANT.sub("", text)))
                        words.append(text)
                    case ast.Constant(value=int() as number):
                        numbers.add(str(number))
    return numbers, _plain(" ".join(words))


def _plain(text: str) -> str:
    return " ".join(WORD.findall(text.casefold()))


def _is_name(claim: Claim) -> bool:
    """Return True for an entry that names something of the game: a row of a table, or one of a list."""
    return isinstance(claim.get("value"), str) and NAMED.search(claim["path"]) is not None


def _entries(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    match value:
        case dict():
            for key, child in value.items():
                yield from _entries(child, f"{path}.{key}" if path else str(key))
        case list():
            for place, child in enumerate(value):
                yield from _entries(child, f"{path}[{place}]")
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
    """A number stands there in digits and is held against something, so that a wrong one is seen."""
    is_about_source = claim["path"].startswith("meta.")
    numbers = set() if is_about_source else set(NUMBER.findall(str(claim.get("value"))))
    assert numbers - _stated(claim)[0] == set()


NAMES = [(family, claim) for family, claim in _claims() if _is_name(claim)]


@every_row(("family", "claim"), NAMES, ids=[f"{family} {claim['path']}" for family, claim in NAMES])
def test_every_name_of_the_facts_stands_in_what_claims_it(family: str, claim: Claim) -> None:
    assert _plain(claim.get("as", claim["value"])) in _stated(claim)[1]


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


def test_a_number_that_nothing_is_held_against_claims_nothing() -> None:
    source = '''
def test_1() -> None:
    """2"""
    played = table(3)
    for row in (4,):
        assert played.at("a.5", row) == 6, f"{played} after 7"
    with pytest.raises(ChangeRefused, match="at most 8"):
        played.do(9)
'''
    (test,) = ast.parse(source).body
    assert isinstance(test, ast.FunctionDef)
    held = {str(node.value) for part in _checked(test) for node in ast.walk(part) if isinstance(node, ast.Constant)}
    assert held == {"4", "a.5", "6", "at most 8"}
