"""Opportunity attacks: offered to those whom the players name, before what provoked them goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.answers import FightAnswer, OfferAccepted, OfferPassed
from rules.combat.asks import Ask, OfferAsk, OfferedAct
from rules.combat.state import FightState
from rules.combat.tasks import FightTask
from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import MELEE_MANEUVERS
from rules.older_pathfinder.numbers import StrikePlan, damage_modifier, modifier_words, strike_modifiers
from rules.older_pathfinder.sheets import has_natural_weapon
from rules.older_pathfinder.state import attack_rows, fighter_of, fighter_sheet, opportunity_limit, other_side
from rules.older_pathfinder.tasks.rolls import OlderManeuverTask
from rules.older_pathfinder.tasks.strikes import OlderAttackTask

_MELEE = ("melee", "natural", "secondary")
_LETHAL, _BYPASSING = ", lethal damage", ", bypasses damage reduction"


def strike_plan(
    state: FightState, combatant: str, target: str, place: int, *, lethal: bool = False, more: tuple[int, str] = (0, "")
) -> StrikePlan:
    """Return the plan of an attack of the sheet, with more that is added to the die and the reason for it."""
    row = attack_rows(state, combatant)[place]
    parts = strike_modifiers(state, combatant, row, lethal=lethal)
    if more[0]:
        parts.append((more[1] or "by the table", more[0]))
    return StrikePlan(
        combatant,
        target,
        row["name"],
        sum(value for _, value in parts),
        modifier_words(parts[1:]),
        threat=row["threat"],
        multiplier=row["multiplier"],
        dice=row["dice"],
        damage=damage_modifier(state, combatant, row),
        physical=row["sort"] == "physical",
        nonlethal=row["type"] == "unarmed" and not lethal,
    )


def opportunity_rows(state: FightState, combatant: str) -> tuple[int, ...]:
    """Return the attacks of a combatant, by their place, with which it can take an opportunity.

    Further attacks of a full attack are none: an opportunity is taken with the full bonus.
    """
    types = (*_MELEE, "unarmed") if has_natural_weapon(fighter_sheet(state, combatant)) else _MELEE
    rows = enumerate(attack_rows(state, combatant))
    return tuple(place for place, row in rows if row["type"] in types and not row["full_only"])


def can_take_opportunity(state: FightState, combatant: str) -> bool:
    """Return True for a combatant that can act, is armed, and has an opportunity attack left in this round."""
    fighter = fighter_of(state, combatant)
    has_left = fighter.opportunities < opportunity_limit(fighter_sheet(state, combatant))
    return fighter.is_able and fighter.is_armed and has_left and bool(opportunity_rows(state, combatant))


def threatening(state: FightState, combatant: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return those who were named as threatening a combatant; raise ``ChangeRefused`` for any but its opponents."""
    opponents = other_side(state, combatant)
    if any(one not in opponents for one in named):
        raise ChangeRefused("Only opponents threaten a creature. Choose among them.")
    return tuple(opponent for opponent in opponents if opponent in named)


@dataclass(frozen=True, slots=True)
class OlderOpportunityTask(FightTask):
    """Those who threaten a combatant may attack it: each one time, for one attack at the full bonus."""

    target: str
    by: tuple[str, ...]
    why: str

    def _open(self, state: FightState) -> tuple[str, ...]:
        if fighter_of(state, self.target).hp < 0:
            return ()
        return tuple(one for one in self.by if can_take_opportunity(state, one))

    def ask(self, state: FightState) -> Ask | None:
        """Offer the attacks."""
        able = self._open(state)
        if not able:
            return None
        sides = tuple(dict.fromkeys(fighter_of(state, one).side for one in able))
        offers = tuple(offer for one in able for offer in _offered(state, one, self.target))
        return OfferAsk(sides, f"{state.name(self.target)} provokes: {self.why}", offers)

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Begin the attack that was taken, and offer the others after it."""
        match answer:
            case None:
                return state
            case OfferPassed(side):
                left = tuple(one for one in self._open(state) if fighter_of(state, one).side != side)
                return state.pushed(replace(self, by=left))
            case OfferAccepted(combatant, key):
                fighter = fighter_of(state, combatant)
                state = state.change(combatant, opportunities=fighter.opportunities + 1)
                text = f"{state.name(combatant)} takes an opportunity attack on {state.name(self.target)}."
                left = tuple(one for one in self.by if one != combatant)
                task = _taken(state, combatant, self.target, key)
                return state.note(combatant, text).pushed(task, replace(self, by=left))
        raise ChangeRefused("Take the attack, or pass.")


def _offered(state: FightState, combatant: str, target: str) -> tuple[OfferedAct, ...]:
    rows, name = attack_rows(state, combatant), state.name(combatant)
    places = opportunity_rows(state, combatant)
    unarmed = tuple(place for place in places if rows[place]["type"] == "unarmed")
    reduced = fighter_sheet(state, target).number("dr") > 0
    bypassing = tuple(place for place in places if reduced and rows[place]["sort"] == "physical")
    both = tuple(place for place in unarmed if place in bypassing)
    ways = (
        ("attack", "", places),
        ("lethal", _LETHAL, unarmed),
        ("bypass", _BYPASSING, bypassing),
        ("lethal-bypass", f"{_LETHAL}{_BYPASSING}", both),
    )
    attacks = tuple(
        OfferedAct(combatant, f"{way}-{place}", f"{name}: {rows[place]['name']}{words}")
        for way, words, among in ways
        for place in among
    )
    return (*attacks, *(OfferedAct(combatant, maneuver, f"{name}: {maneuver}") for maneuver in MELEE_MANEUVERS))


def _taken(state: FightState, combatant: str, target: str, key: str) -> FightTask:
    if key in MELEE_MANEUVERS:
        return OlderManeuverTask(combatant, target, key)
    way, _, place = key.rpartition("-")
    plan = strike_plan(state, combatant, target, int(place), lethal="lethal" in way)
    return OlderAttackTask(replace(plan, bypass="bypass" in way))


def provoking(state: FightState, target: str, by: tuple[str, ...], why: str, *then: FightTask) -> FightState:
    """Return the state with opportunity attacks offered first and what provoked them after."""
    return state.pushed(OlderOpportunityTask(target, by, why), *then)
