"""The frame of adventures asks a kind and never its name; what is one kind's own stands in few modules of the site."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rules.adventures.kinds import KINDS
from tests.trees import nodes_of, tree_of

OF_ONE_KIND = {
    "adventures/drawings/hex_maps.py": {"hexploration"},
    "adventures/drawings/plains.py": {"vehicles"},
    "adventures/drawings/standings.py": {"infiltration", "influence", "leadership", "research"},
    "adventures/selectors/parties.py": {"hexploration"},
    "adventures/services/duels.py": {"duel"},
    "adventures/templatetags/adventure_drawings.py": {"chase", "reputation"},
    "adventures/templatetags/adventure_hexes.py": {"hexploration"},
    "adventures/templatetags/duels.py": {"duel"},
}
"""The modules of the site that know kinds: what they draw, their buttons, what only the site can add to their steps."""
TABLE = "adventures/forms/kinds.py"
"""Where the site says what it adds to which kind."""
_IN_TEMPLATES = re.compile(r"\{%\s*(?:el)?if[^%]*\bkind(?:\.key)?\s*(?:==|!=|in)[^%]*%\}")


def _kinds_named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines that import a kind's module, or compare something with a kind's key."""
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom):
            if match := re.match(r"rules\.adventures\.kinds\.(\w+)", node.module or ""):
                yield node.lineno, match[1]
        elif isinstance(node, ast.Compare):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and part.value in KINDS:
                    yield node.lineno, str(part.value)


def _frame(root: Path) -> Iterator[Path]:
    yield from sorted((root / "adventures").rglob("*.py"))
    kinds = root / "rules" / "adventures" / "kinds"
    yield from (path for path in sorted((root / "rules" / "adventures").rglob("*.py")) if kinds not in path.parents)


def test_the_frame_names_no_kind(root: Path) -> None:
    faults = []
    for path in _frame(root):
        name = path.relative_to(root).as_posix()
        known = set(KINDS) if name == TABLE else OF_ONE_KIND.get(name, set())
        faults += [f"{name}:{line}: {kind}" for line, kind in _kinds_named(tree_of(path)) if kind not in known]
    assert faults == [], "let the kind declare it: a field of AdventureKind, or of KindForms"


def test_what_knows_one_kind_is_still_there(root: Path) -> None:
    named = {name: {kind for _, kind in _kinds_named(tree_of(root / name))} for name in OF_ONE_KIND}
    assert named == OF_ONE_KIND


def test_the_walk_finds_what_it_looks_for() -> None:
    for code in ("from rules.adventures.kinds.duel.play import DUEL_KEY", 'row.kind == "duel"', 'key in ("duel", "x")'):
        assert list(_kinds_named(ast.parse(code))), code
    for code in ("from rules.adventures.kinds import KINDS", 'found = {"kind": "duel"}', "row.kind == key"):
        assert not list(_kinds_named(ast.parse(code))), code


def test_no_template_tests_a_kinds_name(root: Path) -> None:
    templates = sorted((root / "adventures" / "templates").rglob("*.html"))
    assert [str(path.relative_to(root)) for path in templates if _IN_TEMPLATES.search(path.read_text())] == []


def test_no_kind_takes_from_another(root: Path) -> None:
    kinds = root / "rules" / "adventures" / "kinds"
    faults = [
        f"{path.relative_to(root)}:{line}: {kind}"
        for path in sorted(kinds.rglob("*/*.py"))
        for line, kind in _kinds_named(tree_of(path))
        if kind != path.relative_to(kinds).parts[0] and kind in KINDS
    ]
    assert faults == []
