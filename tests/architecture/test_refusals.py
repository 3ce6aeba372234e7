"""Every refusal has a stable code for programs: what it is about and why, as docs/api.md lists them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from common.api.errors import STATUSES
from tests.trees import ROOMS, nodes_of, tree_of

RAISED = {"Refusal", "LogMovedOn"}
"""Refusals whose calls name the code."""
LOGS = ("adventure", "battle", "table")
"""What codes of logs begin with: the words of their kinds."""
NEVER = "table.invalid"
"""Of the codes that every kind of log might have: no table comes from a file."""
CODE = re.compile(r"[a-z_]+\.(?:" + "|".join(STATUSES) + ")")


def _codes(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the place of every refusal in the code with its code, "" for none."""
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            place = str(path.relative_to(root))
            for node in nodes_of(tree_of(path)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
                    given = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
                    yield from ((f"{place}:{node.lineno}", code) for code in (_texts(given[0]) if given else [""]))
                if isinstance(node, ast.ClassDef) and any(_is_refusal(base) for base in node.bases):
                    own = [line.value for line in node.body if isinstance(line, ast.Assign)]
                    if node.name not in RAISED:
                        yield f"{place}:{node.lineno}", _texts(own[0])[0] if own else ""


def _is_refusal(base: ast.expr) -> bool:
    return isinstance(base, ast.Name) and base.id == "Refusal"


def _texts(node: ast.expr) -> list[str]:
    """Return a code, or those that begin with the word of a kind of logs: ``f"{kind.word}.full"``."""
    match node:
        case ast.Constant(value=str(code)):
            return [code]
        case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=str(end))]):
            return [code for word in LOGS if (code := f"{word}{end}") != NEVER]
    return [""]


def test_every_refusal_has_a_code_that_says_what_it_is_about_and_why(root: Path):
    # Write raise Refusal("…", code="warband.gone"); what may stand after the point is in common/api/errors.py.
    assert [place for place, code in _codes(root) if not CODE.fullmatch(code)] == []


def test_the_codes_of_refusals_are_those_that_the_document_lists(root: Path):
    listed = re.findall(
        r"`([a-z_]+\.[a-z]+)`",
        (root / "docs" / "api.md").read_text().partition("## Codes of refusals")[2].partition("\n## ")[0],
    )
    assert sorted(set(listed)) == sorted({code for _, code in _codes(root)})
