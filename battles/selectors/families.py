"""Everything that depends on a fight's family: capabilities, who sees secrets, visitors' permissions; own lists."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from django.db.models import QuerySet

from accounts.models import Owner
from battles.models import Battle, CombatantList
from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.folding import OTHER_RULES, AnyFoldedFight, FoldedFight, family_of_battle, planned_fight
from common.refusal import Refusal
from rules.combat.declared import DeclaredFamily
from rules.combat.family import FightCapability, FightFamily
from rules.combat.lists import ListedCombatant, SavedCombatants
from rules.combat.resolution import Ask, FightOffer, OfferField
from rules.combat.sheets import FightSheet, ShownSheet, kind_of_sheet, sheet_words
from rules.combat.state import FightSetup, FightState
from rules.documents.reading import Fields
from rules.families import FAMILIES

HIDDEN = "The HP and uses of the game master’s creatures are hidden, so only the game master can export this battle."


@dataclass(frozen=True, slots=True)
class FightViewer:
    """A viewer of a fight: the sides that they play, and whether they know what its hidden sides have left."""

    held: tuple[str, ...]
    sees_hidden: bool


def viewer_of(view: BattleView, folded: AnyFoldedFight) -> FightViewer:
    """Return the visitor's view of a fight: only the players of a hidden side see its secrets. No query."""
    return viewer_by(view, folded.family, folded.setup)


def viewer_by(view: BattleView, family: FightFamily, setup: Any) -> FightViewer:
    """Return the visitor's view of a fight with a set-up. No query."""
    return FightViewer(view.held, set(family.hidden_sides(setup)) <= set(view.held))


def refuse_other_rules(battle: Battle, capability: FightCapability) -> None:
    """Raise ``Refusal`` for a fight whose rules lack a capability."""
    if capability not in family_of_battle(battle).capabilities:
        raise Refusal(OTHER_RULES, code="battle.family")


def visible_ask(folded: AnyFoldedFight, viewer: FightViewer) -> Ask | None:
    """Return the open question of a fight as a person may see it, or None. No query."""
    ask = folded.family.pending(folded.state)
    return ask if ask is None or viewer.sees_hidden else folded.family.shown_ask(folded.state, ask)


def refuse_hidden(view: BattleView) -> None:
    """Raise ``Refusal`` if a visitor may not have the whole of a fight, because part of it is hidden from them.

    No query.
    """
    if not knows_all(view):
        raise Refusal(HIDDEN, code="battle.forbidden")


def knows_all(view: BattleView) -> bool:
    """Return True if nothing of a fight is hidden from a visitor. No query."""
    return viewer_by(view, family_of_battle(view.battle), planned_fight(view.battle)).sees_hidden


def may_play_on(view: BattleView) -> bool:
    """Return True if a visitor may begin a battle of their own from a step of this one, against the game. No query."""
    has_players = "creatures" in family_of_battle(view.battle).capabilities
    return bool(view.seated or view.is_owner) and has_players and knows_all(view)


def undoing_side(view: BattleView, folded: AnyFoldedFight, side: str | None) -> str | None:
    """Return the side for which a visitor undoes or redoes a step of a side.

    It is the side itself if the visitor plays it, otherwise a game master's. None if they play neither, and for steps
    of the game. No query.
    """
    if side is None or side in view.held:
        return side
    return next((arbiter for arbiter in folded.arbiters if arbiter in view.held), None)


def can_take_back(view: BattleView, folded: AnyFoldedFight) -> bool:
    """Return True if a visitor may undo the last step without asking the others. No query."""
    if not folded.log.done or not view.plays:
        return False
    last = folded.log.done[-1].side
    side = undoing_side(view, folded, last)
    is_own = last is None or side is not None
    return (
        is_own and not waits_for_dice(view, folded) and folded.log.may_undo(side, folded.setup.people, folded.arbiters)
    )


def waits_for_dice(view: BattleView, folded: AnyFoldedFight) -> bool:
    """Return True if the last step goes back by consent only, as Muster rolled dice for it. No query.

    Logs of earlier releases have such steps that a side undid alone, so their fold does not ask this.
    """
    return folded.log.done[-1].rolls and bool(view.others) and not {*folded.arbiters} & {*view.held}


def can_redo_step(view: BattleView, folded: AnyFoldedFight) -> bool:
    """Return True if a visitor may redo the step that was undone last. No query."""
    if not folded.log.undone or not view.plays:
        return False
    last = folded.log.undone[-1].side
    return last is None or undoing_side(view, folded, last) is not None


FoldedDeclared = FoldedFight[FightSetup, FightState]
"""A folded fight of a declared family."""


@dataclass(frozen=True, slots=True)
class HandFields:
    """The values of a combatant that a visitor may set by hand."""

    combatant: str
    fields: tuple[OfferField, ...]


def declared_families() -> Mapping[str, DeclaredFamily]:
    """Return the families whose combatants are sheets, by key."""
    return {key: family for key, family in FAMILIES.items() if isinstance(family, DeclaredFamily)}


def declared_family(family: FightFamily) -> DeclaredFamily:
    """Return a family as one that declares its needs; raise ``Refusal`` for another."""
    if not isinstance(family, DeclaredFamily):
        raise Refusal(OTHER_RULES, code="battle.family")
    return family


def declared_fight(folded: AnyFoldedFight) -> tuple[DeclaredFamily, FoldedDeclared]:
    """Return a fight of a declared family with its family; raise ``Refusal`` for a fight by other rules."""
    return declared_family(folded.family), cast(FoldedDeclared, folded)


def visitor_offers(view: BattleView, folded: AnyFoldedFight) -> tuple[FightOffer, ...]:
    """Return the possible actions of a visitor's sides; none while a question is open. No query."""
    family, fight = declared_fight(folded)
    if not _may_act(view, fight) or family.pending(fight.state) is not None:
        return ()
    held, offers = view.held, family.offers(fight.state)
    if any(side in held for side in fight.arbiters):
        return offers
    return tuple(offer for offer in offers if offer.side is None or offer.side in held)


def visitor_hand_fields(view: BattleView, folded: AnyFoldedFight) -> tuple[HandFields, ...]:
    """Return the values that a visitor may set by hand, for combatants whose values they see. No query."""
    family, fight = declared_fight(folded)
    if not _may_act(view, fight):
        return ()
    state, sees_hidden = fight.state, viewer_of(view, folded).sees_hidden
    known = (combatant for combatant in state.combatants if sees_hidden or not state.is_master(combatant))
    return tuple(HandFields(combatant, family.hand_fields(state, combatant)) for combatant in known)


def _may_act(view: BattleView, fight: FoldedDeclared) -> bool:
    return view.plays and view.battle.status != BattleStatus.CLOSED and fight.state.phase == "playing"


def combatant_lists_of(owner: Owner) -> QuerySet[CombatantList]:
    """Return a person's lists of known families, by name. One query."""
    return CombatantList.objects.filter(owner.q, family__in=declared_families())


def combatant_list_of(owner: Owner, key: str) -> CombatantList | None:
    """Return a person's list by its key, None if there is none. One query."""
    return combatant_lists_of(owner).filter(key=key).first()


def saved_combatants(row: CombatantList) -> SavedCombatants:
    """Return a stored list as a value. No query."""
    family = declared_families()[row.family]
    combatants = tuple(
        ListedCombatant(
            listed["number"],
            family.sheet_from(Fields(listed["sheet"], f"combatants[{place}].sheet")),
            listed["count"],
            listed["group"],
        )
        for place, listed in enumerate(row.combatants)
    )
    return SavedCombatants(family, row.name, row.is_party, combatants, row.tallies, row.experience)


def listed_mark(row: CombatantList, number: int) -> str:
    """Return a mark of a stored combatant of a list, which differs after each change. No query."""
    entry = next((combatant for combatant in row.combatants if combatant["number"] == number), None)
    return sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()[:16]


def shown_sheets(family: DeclaredFamily, sheets: Iterable[FightSheet]) -> list[ShownSheet]:
    """Return sheets in words for print."""
    return [
        ShownSheet(sheet.name, f"{family.name}: {kind.label.lower()}", sheet_words(kind, sheet))
        for sheet in sheets
        for kind in (kind_of_sheet(family.kinds, sheet),)
    ]
