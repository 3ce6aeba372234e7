"""No page says “1 points”: a number before the word is counted."""

from __future__ import annotations

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


def _holds_constant(number: ast.FormattedValue) -> bool:
    # The constants that sentences name are limits, and never 1.
    return any(isinstance(node, ast.Name) and node.id.isupper() for node in ast.walk(number))


def test_templates_count_points(root: Path):
    templates = [path for room in ROOMS for path in sorted((root / room).glob("templates/**/*.*"))]
    found = [str(path.relative_to(root)) for path in templates if UNCOUNTED.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_sentences_in_code_count_points(root: Path):
    found = [
        f"{path.relative_to(root)}:{node.lineno}"
        for room in ROOMS
        for path in sorted((root / room).rglob("*.py"))
        for node in nodes_of(tree_of(path))
        if isinstance(node, ast.JoinedStr) and _uncounted(node)
    ]
    assert found == [], "rules.text.counted says 1 point and 2 points"


@pytest.mark.parametrize("text", ["{{ row.points }} points", "{{ a }}{% if b %} of {{ b }}{% endif %}\n  points"])
def test_an_uncounted_number_is_found(text: str):
    assert UNCOUNTED.search(text)


def test_an_uncounted_number_in_code_is_found():
    [sentence] = [node for node in ast.walk(ast.parse('f"It costs {cost} points."')) if isinstance(node, ast.JoinedStr)]
    assert _uncounted(sentence)
