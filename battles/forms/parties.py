"""Choosing the party with which somebody plays alone: a warband of their own, or one that an adventure lends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import Owner
from battles.forms.sides import SideField, open_battle_side, side_plan
from battles.selectors.adventures import PARTY_SIDE, party_of
from common.refusal import Refusal
from rules.cards.model import Card
from rules.p2v_combat.sides import Fielded
from warbands.models import Warband

BORROWED = "borrowed"
CHOOSE = "Choose a party."


@dataclass(frozen=True, slots=True)
class ChosenParty:
    """The adventurers that somebody plays: what they are called, the creatures, and their warband."""

    name: str
    fielded: tuple[Fielded, ...]
    warband: Warband | None = None


def choose_party(owner: Owner, chosen: str, cards: Mapping[str, Card], borrowed: tuple[str, ...]) -> ChosenParty:
    """Return the party of a warband's key, or the ``borrowed`` one; raise ``Refusal`` for none."""
    if chosen == BORROWED and borrowed:
        return ChosenParty("The party", party_of(borrowed, cards))
    if not chosen:
        raise Refusal(CHOOSE, code="adventure.invalid")
    field = SideField(PARTY_SIDE, chosen)
    opened = open_battle_side(owner, field)
    if isinstance(opened, str):
        raise Refusal(opened, code="adventure.invalid")
    plan = side_plan(PARTY_SIDE, field, opened)
    if not plan.lineup.fielded:
        raise Refusal(f"“{plan.name}” has no creature that can fight.", code="battle.invalid")
    return ChosenParty(plan.name, plan.lineup.fielded, opened.warband)
