"""How the game plays a creature: its own gambits, else the stock table that fits its card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compendium.models import CardRevision, Creature, CreatureGambits
from compendium.selectors.revision_cards import revision_card
from rules.p2v_combat.solo.gambits import Gambits
from rules.p2v_combat.solo.monsters import StockGambits, stock_gambits_for
from rules.p2v_combat.solo.readings import GambitSheet, MonsterCard, gambit_sheet


@dataclass(frozen=True, slots=True)
class CreatureTactics:
    """The gambits that a creature is played by, in words; ``stock`` is the stock table that they are, if any."""

    sheet: GambitSheet
    stock: StockGambits | None = None


def creature_tactics(creature: Creature, revision: CardRevision) -> CreatureTactics:
    """Return how a creature with the card of a revision is played. No query where its gambits came with it."""
    card, own = revision_card(revision), own_gambits(creature)
    stock = None if own else stock_gambits_for(card)
    gambits = own.value if own else stock.gambits if stock else None
    assert gambits is not None  # it is one or the other
    return CreatureTactics(gambit_sheet(gambits, MonsterCard(card)), stock)


def own_gambits(creature: Creature) -> CreatureGambits | None:
    """Return the gambits of a creature's own; None if it has a stock table."""
    return getattr(creature, "own_gambits", None)


def gambits_of(keys: Iterable[str]) -> dict[str, Gambits]:
    """Return the gambits that creatures have of their own, by their keys. One query."""
    rows = CreatureGambits.objects.filter(creature__key__in=tuple(keys)).select_related("creature")
    return {row.creature.key: row.value for row in rows.only("creature__key", "prefers", "lines")}
