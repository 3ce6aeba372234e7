"""The syntax trees of the code, each parsed once in a process."""

import ast
from functools import cache
from pathlib import Path

ROOMS = (
    "accounts",
    "adventures",
    "battles",
    "campaigns",
    "common",
    "compendium",
    "gambling",
    "jobs",
    "p2v_site",
    "played_logs",
    "printing",
    "rules",
    "warbands",
    "webhooks",
)
"""The rooms of the house that hold code."""


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return a node and all that it holds, as ``ast.walk`` finds them."""
    return tuple(ast.walk(tree))
