"""Fights of families that declare what they need: what a visitor may do in one, and what they may set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.families import viewer_of
from battles.selectors.folding import OTHER_RULES, AnyFoldedFight, FoldedFight
from common.refusal import Refusal
from rules.combat.asks import FightOffer, OfferField
from rules.combat.declared import DeclaredFamily
from rules.combat.family import FightFamily
from rules.combat.setup import FightSetup
from rules.combat.state import FightState
from rules.families import FAMILIES

FoldedDeclared = FoldedFight[FightSetup, FightState]
"""A folded fight of a declared family."""


@dataclass(frozen=True, slots=True)
class HandFields:
    """What a visitor may set by hand of a combatant."""

    combatant: str
    fields: tuple[OfferField, ...]


def declared_families() -> Mapping[str, DeclaredFamily]:
    """Return the families whose combatants are sheets, by key."""
    return {key: family for key, family in FAMILIES.items() if isinstance(family, DeclaredFamily)}


def declared_family(family: FightFamily) -> DeclaredFamily:
    """Return a family as one that declares what it needs; raise ``Refusal`` for another."""
    if not isinstance(family, DeclaredFamily):
        raise Refusal(OTHER_RULES, code="battle.family")
    return family


def declared_fight(folded: AnyFoldedFight) -> tuple[DeclaredFamily, FoldedDeclared]:
    """Return a fight of a declared family with its family; raise ``Refusal`` for a fight by other rules."""
    return declared_family(folded.family), cast(FoldedDeclared, folded)


def visitor_offers(view: BattleView, folded: AnyFoldedFight) -> tuple[FightOffer, ...]:
    """Return what a visitor may do now: nothing while something is asked, and what their sides may. No query."""
    family, fight = declared_fight(folded)
    if not _may_act(view, fight) or family.pending(fight.state) is not None:
        return ()
    is_arbiter = any(side in view.held for side in fight.arbiters)
    return tuple(
        offer for offer in family.offers(fight.state) if offer.side is None or offer.side in view.held or is_arbiter
    )


def visitor_hand_fields(view: BattleView, folded: AnyFoldedFight) -> tuple[HandFields, ...]:
    """Return what a visitor may set by hand, of combatants of which they know what is left. No query."""
    family, fight = declared_fight(folded)
    if not _may_act(view, fight):
        return ()
    state, sees_hidden = fight.state, viewer_of(view, folded).sees_hidden
    known = (combatant for combatant in state.combatants if sees_hidden or not state.is_master(combatant))
    return tuple(HandFields(one, family.hand_fields(state, one)) for one in known)


def _may_act(view: BattleView, fight: FoldedDeclared) -> bool:
    return view.plays and view.battle.status != BattleStatus.CLOSED and fight.state.phase == "playing"
