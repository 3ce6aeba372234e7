"""Writing gambits: what editors change, and the tables that come with Muster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import transaction

from common.refusal import Refusal
from compendium.builtin.gambits import built_in_gambits
from compendium.models import Creature, CreatureGambits
from rules.p2v_combat.solo.gambits import Gambits, format_gambits


@dataclass
class GambitReport:
    """What a load did: how many tables are new or renewed, and whose are left as a person edited them."""

    loaded: int = 0
    kept: list[str] = field(default_factory=list)


@transaction.atomic
def gambits_load() -> GambitReport:
    """Load or renew the gambits that come with Muster; what a person edited stays. A second call changes nothing."""
    report = GambitReport()
    tables = built_in_gambits()
    creatures = Creature.objects.filter(key__in=tables).only("key").in_bulk(field_name="key")
    stored = {row.creature_id: row for row in CreatureGambits.objects.select_for_update()}
    for key, creature in sorted(creatures.items()):
        row = stored.get(creature.pk)
        new = _row_values(tables[key])
        if row is None or (row.is_built_in and not row.is_edited and row.built_in_lines != new["built_in_lines"]):
            _store(row or CreatureGambits(creature=creature), new)
            report.loaded += 1
        elif row.stated != new["built_in_lines"]:
            report.kept.append(key)
            _store(row, {"built_in_lines": new["built_in_lines"]})
    return report


def gambits_save(*, gambits: CreatureGambits) -> None:
    """Store a table of gambits that a person has written."""
    gambits.save()


@transaction.atomic
def gambits_delete(*, gambits: Iterable[CreatureGambits]) -> None:
    """Delete tables, whose creatures have stock tables then; raise ``Refusal`` for one that comes with Muster."""
    for row in gambits:
        if row.is_built_in:
            raise Refusal(f"“{row}” comes with Muster and cannot be deleted. Edit it instead.", code="gambits.locked")
        row.delete()


def gambits_reset(*, gambits: CreatureGambits) -> None:
    """Give an edited table back what came with Muster; raise ``Refusal`` when it did not."""
    built_in = built_in_gambits().get(gambits.creature.key)
    if built_in is None or not gambits.is_built_in:
        raise Refusal(f"“{gambits}” did not come with Muster: there is no table to go back to.", code="gambits.state")
    _store(gambits, _row_values(built_in))


def _row_values(gambits: Gambits) -> Mapping[str, str]:
    lines = format_gambits(gambits)
    return {"prefers": gambits.prefers, "lines": lines, "built_in_lines": f"{gambits.prefers}\n{lines}"}


def _store(row: CreatureGambits, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save()
