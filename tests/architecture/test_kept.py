"""What processes keep in memory: weighed, or named here with the reason why it stays small."""

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from common.caches import BoundedCache
from rules.text import LONGEST_KEPT, cached_by_text
from tests.trees import ROOMS, nodes_of, tree_of

MOST_WEIGHED = 320 * 2**20
"""Bytes that all weighed caches of a process may hold together; docs/operations.md names it."""

FIXED = "follows from files that come with Muster"
FEW = "asked for names, entries and kinds of the game alone"
BOUNDED = "small answers, counted"

COUNTED = {
    "accounts/selectors/rooms.py": {"rooms": FIXED},
    "battles/drawings.py": {"_drawn": BOUNDED, "ground_drawing": BOUNDED, "named_emblem": BOUNDED},
    "battles/web/fights/offers.py": {"_slug_of": BOUNDED},
    "campaigns/selectors/game_nights.py": {"time_zones": FIXED},
    "common/prepared.py": {"prepare": BOUNDED},
    "common/web/address.py": {"_address_of_any": FEW},
    "compendium/builtin/creatures.py": {
        "built_in_cards": FIXED,
        "built_in_gambits": FIXED,
        "_built_in": FIXED,
        "_earlier_texts": FIXED,
    },
    "compendium/builtin/worth.py": {"measured_worths": FIXED},
    "compendium/drawings.py": {
        "deployment_layouts": FEW,
        "condition_layouts": FEW,
        "tile_drawing": FEW,
        "tile_legend": FEW,
    },
    "compendium/selectors/site_search/results.py": {"_href": FEW},
    "compendium/selectors/site_search/index.py": {
        "words_of_other_games": FIXED,
        "stems_of_other_games": FIXED,
    },
    "compendium/templatetags/cards.py": {"_address": FEW, "_meaning": FEW, "_tip_id": FEW},
    "compendium/web/printables/views.py": {"sample_roster": FEW, "_sample": FEW},
    "p2v_site/templatetags/site.py": {"site_nav": FEW, "site_part": FEW},
    "p2v_site/web/api_docs.py": {"api_docs": FIXED},
    "p2v_site/web/api_schema.py": {"_write": FIXED},
    "p2v_site/web/offline.py": {"worker_script": FIXED},
    "p2v_site/web/pages.py": {"license_text": FEW},
    "printing/cards/frame.py": {"_picture": BOUNDED},
    "printing/crests.py": {"crest_svg": BOUNDED, "_parts": FEW, "_shield": FEW},
    "printing/members.py": {"_rows": BOUNDED},
    "rules/alignment.py": {"recruits": FEW},
    "rules/analysis/objectives.py": {"_successes": BOUNDED},
    "rules/p2v_combat/solo/story/reading.py": {"solo_adventures": FIXED},
    "rules/p2v_combat/solo/monsters.py": {"stock_tables": FIXED},
    "rules/adventures/library/__init__.py": {"library_adventures": FIXED},
    "rules/careers/numbers.py": {"_feat_parts": FEW},
    "rules/documents/records.py": {"declared_parts": FEW, "_whole": FEW, "_members": FEW},
    "rules/gambling/game.py": {"_kept_pattern": BOUNDED},
    "rules/gambling/library/__init__.py": {"ready_games": FIXED},
    "rules/gambling/odds.py": {"game_odds": BOUNDED},
    "rules/glossary/catalog.py": {"entries": FIXED, "by_key": FIXED, "finder": FIXED, "other_words": FIXED},
    "rules/items/item.py": {"_spell_names": FEW},
    "rules/p2v_combat/forecast.py": {"defence_met": BOUNDED},
    "rules/p2v_combat/odds.py": {"strike_odds": BOUNDED, "save_odds": BOUNDED, "average_taken": BOUNDED},
    "rules/replacing.py": {"_copier": FEW},
    "rules/spells/__init__.py": {"_by_name": FIXED},
    "rules/tables/advancement.py": {"hp_at": FEW},
    "rules/text.py": {"kept": "what cached_by_text is for"},
    "warbands/web/panels.py": {"_with_homebrew": BOUNDED},
    "webhooks/selectors/webhooks.py": {"_kinds_by_name": FIXED},
}
"""Functions whose answers are kept by ``functools``, by module."""

KEEPERS = {"cache", "lru_cache"}


def _kept(tree: ast.Module) -> Iterator[str]:
    """Yield the names of functions whose answers are kept, and of what is made so by a call."""
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(called, ast.Name) and called.id in KEEPERS:
                    yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made = node.value.func
            if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in KEEPERS:
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def test_what_is_counted_and_not_weighed_is_named_with_its_reason(root: Path):
    counted = {
        str(path.relative_to(root)): names
        for room in ROOMS
        for path in sorted((root / room).rglob("*.py"))
        if (names := set(_kept(tree_of(path))))
    }
    assert counted == {module: set(reasons) for module, reasons in COUNTED.items()}


def test_weighed_caches_have_a_sum_that_is_told(root: Path):
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if "BoundedCache(" in path.read_text(encoding="utf-8") and path.name != "caches.py":
                import_module(".".join(path.relative_to(root).with_suffix("").parts))
    of_modules = {
        id(value): value for module in _modules() for value in vars(module).values() if type(value) is BoundedCache
    }
    assert len(of_modules) > 8
    assert sum(module.limit for module in of_modules.values()) <= MOST_WEIGHED
    assert f"{MOST_WEIGHED // 2**20} MiB" in (root / "docs" / "operations.md").read_text(encoding="utf-8")


def _modules() -> list[object]:
    return [module for name, module in sys.modules.items() if name.partition(".")[0] in ROOMS]


def test_answers_to_long_texts_are_not_kept():
    asked = []

    @cached_by_text(8)
    def length(text: str, times: int = 1) -> int:
        asked.append(text)
        return len(text) * times

    short, long = "x" * LONGEST_KEPT, "x" * (LONGEST_KEPT + 1)
    assert [length(short), length(short), length(short, times=2)] == [300, 300, 600]
    assert [length(long), length(long)] == [301, 301]
    assert asked == [short, short, long, long]
