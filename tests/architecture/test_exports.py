"""What a module lists in ``__all__`` is there."""

import ast
import importlib
from pathlib import Path

from tests.trees import ROOMS, tree_of


def _lists_its_names(path: Path) -> bool:
    return any(
        isinstance(name, ast.Name) and name.id == "__all__"
        for node in tree_of(path).body
        if isinstance(node, ast.Assign)
        for name in node.targets
    )


def test_every_name_that_a_module_lists_can_be_imported(root: Path):
    paths = [path for room in ROOMS for path in sorted((root / room).rglob("*.py")) if _lists_its_names(path)]
    assert len(paths) > 20
    faults = []
    for path in paths:
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        module = importlib.import_module(name)
        faults += [f"{name}.{export}" for export in module.__all__ if not hasattr(module, export)]
        faults += [f"{name}.{export} twice" for export in set(module.__all__) if module.__all__.count(export) > 1]
    assert faults == []


def test_the_spells_are_imported_whole():
    names: dict[str, object] = {}
    exec("from rules.spells import *", names)
    assert {"SPELLS", "BY_KEY", "Spell", "find_spell", "name_of"} <= names.keys()
