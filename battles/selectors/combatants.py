"""Lists of combatants: those of one person, and one as a value of the rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from django.db.models import QuerySet

from accounts.models import Owner
from battles.models import CombatantList
from battles.selectors.families import declared_families
from rules.combat.declared import DeclaredFamily
from rules.combat.lists import ListedCombatant, SavedCombatants
from rules.combat.rows import ShownSheet, sheet_words
from rules.combat.sheets import FightSheet, kind_of_sheet
from rules.documents.reading import Fields


def combatant_lists_of(owner: Owner) -> QuerySet[CombatantList]:
    """Return somebody's lists of families that there are, by name. One query."""
    return CombatantList.objects.filter(owner.q, family__in=declared_families())


def combatant_list_of(owner: Owner, key: str) -> CombatantList | None:
    """Return a list of somebody by its key, None where there is none. One query."""
    return combatant_lists_of(owner).filter(key=key).first()


def saved_combatants(row: CombatantList) -> SavedCombatants:
    """Return a stored list as a value. No query."""
    family = declared_families()[row.family]
    combatants = tuple(
        ListedCombatant(
            one["number"],
            family.sheet_from(Fields(one["sheet"], f"combatants[{place}].sheet")),
            one["count"],
            one["group"],
        )
        for place, one in enumerate(row.combatants)
    )
    return SavedCombatants(family, row.name, row.is_party, combatants, row.tallies, row.experience)


def listed_mark(row: CombatantList, number: int) -> str:
    """Return a mark of a combatant of a list as it is stored, another after each change. No query."""
    entry = next((combatant for combatant in row.combatants if combatant["number"] == number), None)
    return sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()[:16]


def shown_sheets(family: DeclaredFamily, sheets: Iterable[FightSheet]) -> list[ShownSheet]:
    """Return sheets in words, as they are printed."""
    return [
        ShownSheet(sheet.name, f"{family.name}: {kind.label.lower()}", sheet_words(kind, sheet))
        for sheet in sheets
        for kind in (kind_of_sheet(family.kinds, sheet),)
    ]
