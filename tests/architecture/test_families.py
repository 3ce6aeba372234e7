"""The site asks a family of combat rules and never its name, and narrows to one family's types in one place each."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rules.families import FAMILIES
from tests.trees import nodes_of, tree_of

ASKING = ("battles", "p2v_site", "rules/combat", "rules/families")
NAMES = {"P2V", "HEROIC", "OLDER"}
NARROWING = {
    "battles/selectors/families.py": {"DeclaredFamily"},
    "battles/selectors/folding.py": {"BattleSetup", "BattleState"},
}
"""Where a fight is taken as one of a family's types, and refused if it is not."""
_IN_TEMPLATES = re.compile(r"\{%\s*(?:el)?if[^%]*\bfamily(?:\.key)?\s*(?:==|!=|in)[^%]*%\}")


def _comparisons(tree: ast.AST, keys: set[str]) -> Iterator[int]:
    """Yield the lines that compare something with a family or with its key."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Compare):
            if any(_names_family(comparator, keys) for comparator in (node.left, *node.comparators)):
                yield node.lineno
        elif isinstance(node, ast.MatchValue) and _names_family(node.value, keys):
            yield node.value.lineno


def _names_family(node: ast.expr, keys: set[str]) -> bool:
    match node:
        case ast.Constant(str(text)):
            return text in keys
        case ast.Name(name):
            return name in NAMES
        case ast.Attribute(ast.Name(name), "key"):
            return name in (*NAMES, "family")
        case ast.Attribute(_, "family"):
            return True
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            return any(_names_family(part, keys) for part in parts)
    return False


def test_no_code_of_the_site_tests_a_familys_name(root: Path) -> None:
    keys = set(FAMILIES)
    faults = [
        f"{path.relative_to(root)}:{line}"
        for room in ASKING
        for path in sorted((root / room).rglob("*.py"))
        for line in _comparisons(tree_of(path), keys)
    ]
    assert faults == [], "ask the family: a method, or a capability"


def test_the_walk_finds_what_it_looks_for() -> None:
    for code in (
        'battle.family == "x"',
        'key in ("p2v", "x")',
        "family is P2V",
        "family.key != other",
        "match key:\n    case 'p2v':\n        pass",
    ):
        assert list(_comparisons(ast.parse(code), {"p2v"})), code
    for code in ('found = {"family": "p2v"}', "one.key == family_key", "family.capabilities"):
        assert not list(_comparisons(ast.parse(code), {"p2v"})), code


def test_no_template_tests_a_familys_name(root: Path) -> None:
    templates = sorted((root / "battles" / "templates").rglob("*.html"))
    assert [str(path.relative_to(root)) for path in templates if _IN_TEMPLATES.search(path.read_text())] == []


def test_a_fight_becomes_one_of_a_familys_types_in_one_place(root: Path) -> None:
    types = set().union(*NARROWING.values()) | {type(family).__name__ for family in FAMILIES.values()}
    types_by_module: dict[str, set[str]] = {}
    for path in sorted((root / "battles").rglob("*.py")):
        for node in nodes_of(tree_of(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                named = {node.id for node in ast.walk(node.args[1]) if isinstance(node, ast.Name)} & types
                if named:
                    types_by_module.setdefault(str(path.relative_to(root)), set()).update(named)
    assert {path: names for path, names in types_by_module.items() if not names <= NARROWING.get(path, set())} == {}
