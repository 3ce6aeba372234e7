"""Proving that the logs of stored battles are whole and can be played again."""

from __future__ import annotations

from collections.abc import Iterator

from battles.models import Battle, BattleEntry
from battles.selectors.folding import next_hash, planned_fight, read_entry, refolded
from rules.errors import ChangeRefused, RulesError
from rules.families import family_of


def battles_that_fail() -> Iterator[tuple[str, str]]:
    """Yield the key of each stored battle that cannot be opened, with the reason. One query for each battle."""
    for battle in Battle.objects.order_by("pk").iterator():
        if reason := _reason_not_to_play(battle):
            yield battle.key, reason


def _reason_not_to_play(battle: Battle) -> str:
    """Return why a battle cannot be folded up to its head, "" where it can."""
    rows = list(BattleEntry.objects.filter(battle=battle, number__lte=battle.head).order_by("number"))
    if [row.number for row in rows] != list(range(1, battle.head + 1)):
        return f"Its log does not have all {battle.head} entries."
    before = ""
    for row in rows:
        before = next_hash(battle, before, row.step, row.side, row.event)
        if row.hash != before:
            return f"Entry {row.number} of its log is not what was written."
    if battle.head_hash != before:
        return "It does not end with the last entry of its log."
    try:
        family = family_of(battle.family)
        refolded(family, planned_fight(battle), [read_entry(family, row) for row in rows], stored=battle.head)
    except (RulesError, ChangeRefused) as fault:
        return str(fault)
    return ""
