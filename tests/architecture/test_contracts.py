"""The rooms of the house call one another in one direction only."""

import ast
import os
from pathlib import Path

from importlinter import cli

from tests.trees import ROOMS, tree_of

WITHOUT_DJANGO = {"compendium.builtin", "compendium.builtin.creatures", "printing.cards.sheets"}
"""What tests of the rules take from the site: the cards that come with it, and the sheets that are drawn of cards."""

PLAYED = ("rules/p2v_combat", "rules/matchup", "rules/analysis", "rules/recruitment")
"""Rooms that read fields of effects and no sentences."""
READ_WHILE_PLAYED = {
    "rules/p2v_combat/faces.py": "lines of the battle's own log",
    "rules/p2v_combat/setup/steps.py": "salts of sealed choices",
    "rules/p2v_combat/solo/gambits.py": "the notation of gambits",
    "rules/p2v_combat/solo/targets.py": "numbers in ids",
    "rules/p2v_combat/steps.py": "keys of actions",
}
"""What patterns are for there."""


def test_the_import_contracts_of_pyproject_hold(root: Path, monkeypatch, capsys):
    monkeypatch.chdir(root)
    monkeypatch.setitem(os.environ, "PYTHONPATH", str(root))
    monkeypatch.setattr(cli.logging_config, "dictConfig", lambda _: None)  # it would silence the site's own loggers
    status = cli.lint_imports(config_filename=str(root / "pyproject.toml"), no_cache=True)
    assert status == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_tests_of_the_rules_import_neither_django_nor_the_site(root: Path):
    site = {*ROOMS, "django", "rest_framework"} - {"rules"}
    taken = set()
    for path in sorted((root / "tests" / "rules").rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            taken |= {f"{path.relative_to(root)}: {name}" for name in names if name.split(".")[0] in site}
    assert [line for line in sorted(taken) if line.partition(": ")[2] not in WITHOUT_DJANGO] == []


def test_no_sentence_of_a_card_is_read_while_a_battle_is_played(root: Path):
    with_patterns = {
        str(path.relative_to(root))
        for room in PLAYED
        for path in (root / room).rglob("*.py")
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Import) and any(alias.name == "re" for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "re")
    }
    assert with_patterns == READ_WHILE_PLAYED.keys(), "sentences are read in rules/cards and rules/card_reading"
