"""No page says “1 points” or “2 watchs”: a number before the word is counted, and plurals are spelled in one place."""

import ast
import itertools
import re
from pathlib import Path

import pytest

from tests.trees import ROOMS, nodes_of, tree_of

UNCOUNTED = re.compile(r"(?:(?<!upgrade_cost )\}\}|endif %\})\s+points\b")
"""A number of a template that stands before a plural, whatever the number is. An upgrade costs two points at least."""


def _uncounted(text: ast.JoinedStr) -> bool:
    return any(
        isinstance(number, ast.FormattedValue)
        and not _holds_constant(number)
        and isinstance(after, ast.Constant)
        and re.match(r" points\b", str(after.value))
        for number, after in itertools.pairwise(text.values)
    )


def _adds_an_s(node: ast.AST) -> bool:
    """Return True for a plural by an s behind whatever the word is: ``f"{noun}s"``, ``'' if … else 's'``."""
    if isinstance(node, ast.IfExp):
        ends = {end.value for end in (node.body, node.orelse) if isinstance(end, ast.Constant)}
        return ends == {"", "s"}
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and isinstance(node.right, ast.Constant) and node.right.value == "s"
    return isinstance(node, ast.JoinedStr) and any(
        isinstance(word, ast.FormattedValue)
        and not _holds_constant(word)
        and not word.format_spec
        and isinstance(after, ast.Constant)
        and re.match(r"s(?![\w’'])", str(after.value))
        for word, after in itertools.pairwise(node.values)
    )


def _holds_constant(number: ast.FormattedValue) -> bool:
    # The constants that sentences name are limits, and never 1.
    return any(isinstance(node, ast.Name) and node.id.isupper() for node in ast.walk(number))


def test_templates_count_points(root: Path):
    templates = [path for room in ROOMS for path in sorted((root / room).glob("templates/**/*.*"))]
    faults = [str(path.relative_to(root)) for path in templates if UNCOUNTED.search(path.read_text(encoding="utf-8"))]
    assert faults == []


def test_sentences_in_code_count_points(root: Path):
    faults = [
        f"{path.relative_to(root)}:{node.lineno}"
        for room in ROOMS
        for path in sorted((root / room).rglob("*.py"))
        for node in nodes_of(tree_of(path))
        if isinstance(node, ast.JoinedStr) and _uncounted(node)
    ]
    assert faults == [], "rules.text.counted says 1 point and 2 points"


def test_plurals_are_spelled_by_the_rules_of_spelling(root: Path):
    faults = [
        f"{path.relative_to(root)}:{node.lineno}"
        for room in ROOMS
        for path in sorted((root / room).rglob("*.py"))
        if path != root / "rules/text.py"
        for node in nodes_of(tree_of(path))
        if isinstance(node, ast.expr) and _adds_an_s(node)
    ]
    assert faults == [], "rules.text.plural_of says watches and bodies"


@pytest.mark.parametrize(
    "code", ['f"Gain {number} {noun}s."', "f\"{n} step{'' if n == 1 else 's'}\"", 'noun + "s"', 'f"{noun}s"']
)
def test_a_plural_by_an_s_is_found(code: str):
    assert any(_adds_an_s(node) for node in ast.walk(ast.parse(code)))


def test_seconds_and_owners_are_no_plurals():
    for code in ('f"{seconds:.1f}s"', 'f"{WAIT}s"', 'f"{name}’s turn"', 'f"{name}strike"'):
        assert not any(_adds_an_s(node) for node in ast.walk(ast.parse(code)))


@pytest.mark.parametrize("text", ["{{ row.points }} points", "{{ a }}{% if b %} of {{ b }}{% endif %}\n  points"])
def test_an_uncounted_number_is_found(text: str):
    assert UNCOUNTED.search(text)


def test_an_uncounted_number_in_code_is_found():
    [sentence] = [node for node in ast.walk(ast.parse('f"It costs {cost} points."')) if isinstance(node, ast.JoinedStr)]
    assert _uncounted(sentence)
