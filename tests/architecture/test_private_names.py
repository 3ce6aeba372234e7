"""Tests use the house as its own modules do: by public names."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.trees import tree_of

OF_LIBRARIES = frozenset({"_meta", "_state", "_exit", "_registry", "_default_manager", "_fixture_teardown"})
"""Private names that the house shares with Django and the standard library, which document or need them."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name.strip("_") != "" and name not in OF_LIBRARIES


def _named(tree: ast.AST) -> Iterator[str]:
    """Yield every private name that a module gives: to functions, classes, values and attributes of objects."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


@cache
def private_names_of(root: Path) -> frozenset[str]:
    """Return the private names of all modules that are no tests."""
    modules = (
        path for path in root.glob("*/**/*.py") if path.relative_to(root).parts[0] not in ("tests", ".venv", "var")
    )
    return frozenset(name for path in modules for name in _named(tree_of(path)) if is_private(name))


def used_private_names(tree: ast.AST, private: frozenset[str]) -> list[tuple[int, str]]:
    """Return line and name of each private name of the house that a test imports, reads of others, or replaces."""
    own = {name for name in _named(tree) if is_private(name)}
    uses: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if not module.startswith("tests"):
                uses += [(node.lineno, name.name) for name in names if name.name in private]
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name) if name in private - own:
                uses.append((node.lineno, name))
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr" | "setitem" | "patch" | "object"), args=args):
                texts = [part.value for part in args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
                uses += [(node.lineno, text) for text in texts if text.rpartition(".")[2] in private - own]
            case _:
                pass
    return uses


def test_no_test_uses_a_private_name_of_the_house(root: Path) -> None:
    private = private_names_of(root)
    assert len(private) > 1_000
    wrong = [
        f"{path.relative_to(root)}:{line} {name}"
        for path in sorted((root / "tests").rglob("*.py"))
        for line, name in used_private_names(tree_of(path), private)
    ]
    assert not wrong, "Give what a test needs a public way:\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    "source",
    [
        "from common.caches import _kept",
        "drawn_parts._kept.clear()",
        "parts()[0]._kept",
        'monkeypatch.setattr(caches, "_kept", {})',
        'monkeypatch.setattr("common.caches._kept", {})',
    ],
)
def test_private_names_are_found(source: str) -> None:
    assert used_private_names(ast.parse(source), frozenset({"_kept"}))


@pytest.mark.parametrize("source", ["self._kept", "class Own:\n    def _kept(self): ...\nOwn()._kept()", "row._meta"])
def test_own_names_and_those_of_libraries_are_let_through(source: str) -> None:
    assert not used_private_names(ast.parse(source), frozenset({"_kept"}))
