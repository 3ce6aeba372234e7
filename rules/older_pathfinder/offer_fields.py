"""Parts of offers that many acts of a combatant share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.combat.asks import Option
from rules.combat.offers import FightOffer, OfferField
from rules.combat.sheets import MAX_WORD
from rules.combat.state import FightState
from rules.older_pathfinder.events.acts import MOST_MODIFIER
from rules.older_pathfinder.sheets import reach_of_sheet
from rules.older_pathfinder.state import fighter_of, fighter_sheet, other_side, own_side

_PROVOKES = "Those you tick are offered an attack first. Reach says how far each one threatens."


def combatant_options(state: FightState, ids: tuple[str, ...]) -> tuple[Option, ...]:
    """Return combatants to choose from."""
    return tuple(Option(one, state.name(one)) for one in ids)


def threat_field(state: FightState, combatant: str, label: str = "Who threatens you?") -> OfferField:
    """Return the question who is offered an opportunity attack; each option tells a reach in feet."""
    options = tuple(
        Option(one, f"{state.name(one)} (reach {reach_of_sheet(fighter_sheet(state, one))} feet)")
        for one in other_side(state, combatant)
        if fighter_of(state, one).is_able
    )
    return OfferField("threatened_by", label, "choices", options, (), help=_PROVOKES, optional=True)


def target_field(state: FightState, combatant: str) -> OfferField:
    """Return the question for a target: opponents that stand first, then those that fell, then friends.

    Whom the combatant attacked last is chosen while that one stands.
    """
    friends = own_side(state, combatant)
    standing = [one for one in other_side(state, combatant) if fighter_of(state, one).hp >= 0]
    fallen = [one for one in other_side(state, combatant) if one not in standing]
    last = fighter_of(state, combatant).target
    options = combatant_options(state, (*standing, *fallen, *friends))
    return OfferField("target", "Target", "choice", options, last if last in standing else None)


def numeric_field(name: str, label: str, value: int, low: int, high: int) -> OfferField:
    """Return the question for a number."""
    return OfferField(name, label, "number", value=value, low=low, high=high)


def modifier_field() -> OfferField:
    """Return the question for what else is added to a die."""
    return numeric_field("modifier", "Other modifier", 0, -MOST_MODIFIER, MOST_MODIFIER)


def word_field(name: str, label: str, explained: str = "") -> OfferField:
    """Return the question for a few words."""
    return OfferField(name, label, "word", value="", high=MAX_WORD, help=explained, optional=True)


class OfferMaker:
    """Makes the offers of one combatant."""

    def __init__(self, state: FightState, combatant: str) -> None:
        self.state = state
        self.combatant = combatant
        self.side = state.entry(combatant).side

    def offer(
        self,
        label: str,
        event: str,
        group: str,
        *fields: OfferField,
        parts: Mapping[str, Any] | None = None,
        about: str = "",
        by_table: bool = False,
        is_main: bool = False,
    ) -> FightOffer:
        """Return an offer of the combatant."""
        return FightOffer(
            label,
            event,
            group,
            {"combatant": self.combatant, **(parts or {})},
            fields,
            self.combatant,
            self.side,
            about,
            by_table,
            is_main,
        )


def everyone_around(make: OfferMaker) -> tuple[str, ...]:
    """Return opponents first, then the combatant and its friends."""
    own = own_side(make.state, make.combatant)
    return (*other_side(make.state, make.combatant), make.combatant, *own)
