"""The crests of the sides of a battle, as they were when it was made."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from battles.models import Battle, BattleSeat
from rules.crests import Crest, costliest, crest_from_document, told_apart
from rules.p2v_combat.sides import Fielded
from warbands.models import Warband
from warbands.selectors.crests import crest_creature, crests_of

SideCreatures = tuple[Warband | None, Sequence[Fielded]]
"""The origin of a side's creatures, and those that fight."""


def lineup_crests(lineups: Sequence[SideCreatures]) -> list[Crest]:
    """Return the crests of the sides of a new battle: an emblem is that of a creature that fights.

    The queries of ``crests_of``.

    A side without a warband has the alignment of its strongest creature and an undivided field.
    """
    crests = crests_of([warband for warband, _ in lineups if warband])
    return [_lineup_crest(warband, fielded, crests[warband.pk] if warband else None) for warband, fielded in lineups]


def seat_crests(seats: Iterable[BattleSeat]) -> dict[str, Crest]:
    """Return the crests of the sides that have one, by their keys; equal ones have a border. No queries."""
    return told_apart({seat.side: crest_from_document(seat.crest) for seat in seats if seat.crest})


def battle_crests(battles: Iterable[Battle]) -> dict[int, tuple[Crest, ...]]:
    """Return the crests of the sides of battles in seat order, by the ids of their rows. One query."""
    seats = BattleSeat.objects.filter(battle__in=list(battles)).only("battle", "side", "crest")
    crests: dict[int, tuple[Crest, ...]] = {}
    for seat in seats.order_by("battle_id", "side"):
        if seat.crest:
            crest = replace(crest_from_document(seat.crest), border=seat.side)
            crests[seat.battle_id] = (*crests.get(seat.battle_id, ()), crest)
    return crests


def side_crests(seats: Iterable[BattleSeat]) -> dict[str, Crest]:
    """Return the crests of the sides that have one, each with the border of its side. No queries."""
    return {side: replace(crest, border=side) for side, crest in seat_crests(seats).items()}


def _lineup_crest(warband: Warband | None, fielded: Sequence[Fielded], crest: Crest | None) -> Crest:
    if warband and crest and (warband.pinned_crest or warband.crest_emblem):
        return crest
    strongest = costliest(crest_creature(creature.card, creature.card.points) for creature in fielded)
    if strongest is None:
        return crest or Crest()
    return replace(crest or Crest(strongest.alignment), emblem=strongest.emblem)
