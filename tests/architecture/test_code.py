"""Habits of the code that no linter knows, read from its syntax trees."""

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trees import ROOMS, nodes_of, tree_of

NOT_WRITERS = (
    "web",
    "api",
    "admin",
    "management",
    "tasks",
    "filters",
    "templatetags",
    "selectors",
    "urls",
    "cards",
    "entries",
)
WRITERS = {
    "abulk_create",
    "acreate",
    "asave",
    "bulk_create",
    "bulk_update",
    "create",
    "get_or_create",
    "save",
    "update_or_create",
}  # fmt: skip - a list of words
CLOCKS = {"datetime", "os", "time"}
CHANCE = {"hashlib", "hmac", "random", "secrets", "uuid"}
DICE = "rules/dice.py"
JOURNAL = "rules/campaigns/journal.py"
SEALS = "rules/p2v_combat/setup/steps.py"
LOG_SEALS = "rules/adventures/receipts.py"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _modules(root: Path, *rooms: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the path and the tree of every module of the rooms, migrations aside."""
    for room in rooms:
        for path in sorted((root / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(root)), tree_of(path)


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the top-level name of every import."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, (node.module or "").partition(".")[0]


def _public(tree: ast.Module) -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """Yield public functions and classes, and the public methods of public classes with the class that holds them."""
    holders: list[ast.Module | ast.ClassDef] = [tree]
    while holders:
        holder = holders.pop()
        for node in holder.body:
            if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
                yield (holder.name if isinstance(holder, ast.ClassDef) else ""), node
                if isinstance(node, ast.ClassDef):
                    holders.append(node)


def test_every_import_stands_at_the_top_of_its_module(root: Path):
    faults = [
        f"{name}:{node.lineno} in {function.name}"
        for name, tree in _modules(root, *ROOMS)
        for function in nodes_of(tree)
        if isinstance(function, Function)
        for node in nodes_of(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert faults == []


def test_no_fault_is_caught_and_dropped(root: Path):
    faults = [
        f"{name}:{node.lineno}"
        for name, tree in _modules(root, *ROOMS, "tests", "scripts", "benchmarks")
        for node in nodes_of(tree)
        if isinstance(node, ast.ExceptHandler)
        and all(isinstance(line, ast.Pass) or _is_ellipsis(line) for line in node.body)
    ]
    assert faults == []


def _is_ellipsis(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is Ellipsis


def test_the_rules_import_the_standard_library_and_themselves(root: Path):
    allowed = set(sys.stdlib_module_names) | {"rules"}
    faults = [
        f"{name}:{line} imports {imported}"
        for name, tree in _modules(root, "rules")
        for line, imported in _imports(tree)
        if imported not in allowed
    ]
    assert faults == []


def test_the_rules_know_no_clock(root: Path):
    faults = [
        f"{name}:{line} imports {imported}"
        for name, tree in _modules(root, "rules")
        for line, imported in _imports(tree)
        if imported in CLOCKS
    ]
    assert faults == []


def test_only_the_dice_know_chance(root: Path):
    faults = [
        f"{name}:{line} imports {imported}"
        for name, tree in _modules(root, "rules")
        if name not in (DICE, JOURNAL, SEALS, LOG_SEALS)
        for line, imported in _imports(tree)
        if imported in CHANCE
    ]
    assert faults == []


@pytest.mark.parametrize("module", [JOURNAL, SEALS, LOG_SEALS])
def test_journal_and_seals_compute_hashes_and_know_no_chance(root: Path, module: str):
    tree = dict(_modules(root, "rules"))[module]
    assert {imported for _, imported in _imports(tree)} & CHANCE == {"hashlib"}


def test_the_dice_have_no_chance_of_their_own(root: Path):
    # A seeded face is computed from seed and place, so that it can be computed again.
    tree = dict(_modules(root, "rules"))[DICE]
    assert {imported for _, imported in _imports(tree)} & CHANCE == {"hmac"}


def _is_explained_by_a_base(path: str, holder: str, name: str) -> bool:
    """Return True if a method has a docstring where a base of its class declares it."""
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    return bool(holder and inspect.getdoc(getattr(getattr(module, holder), name)))


def test_every_public_name_of_the_rules_explains_itself(root: Path):
    # By a docstring, or that of the method that it overrides; a function that is one rule may open with the
    # rule instead, as a comment.
    faults = [
        f"{name}:{node.lineno} {node.name}"
        for name, tree in _modules(root, "rules")
        for lines in [(root / name).read_text(encoding="utf-8").splitlines()]
        for holder, node in _public(tree)
        if not ast.get_docstring(node) and not _opens_with_a_comment(node, lines)
        if not _is_explained_by_a_base(name, holder, node.name)
    ]
    assert faults == []


def _opens_with_a_comment(node: Function | ast.ClassDef, lines: list[str]) -> bool:
    return isinstance(node, Function) and lines[node.body[0].lineno - 2].lstrip().startswith("#")


def test_every_module_says_what_it_is_for(root: Path):
    faults = [name for name, tree in _modules(root, *ROOMS) if tree.body and not ast.get_docstring(tree)]
    assert faults == []


@pytest.mark.parametrize(
    "room",
    [
        "accounts",
        "adventures",
        "battles",
        "campaigns",
        "compendium",
        "gambling",
        "jobs",
        "played_logs",
        "warbands",
        "webhooks",
    ],
)
def test_only_services_write_to_the_database(root: Path, room: str):
    faults = [
        f"{name}:{node.lineno} calls .{node.func.attr}()"
        for name, tree in _modules(root, room)
        if Path(name).parts[1].removesuffix(".py") in NOT_WRITERS
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITERS
    ]
    assert faults == []


def test_no_module_listens_to_signals(root: Path):
    faults = [
        f"{name}:{node.lineno}"
        for name, tree in _modules(root, *ROOMS)
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom) and re.search(r"\bsignals$|^django\.dispatch", node.module or "")
    ]
    assert faults == []
