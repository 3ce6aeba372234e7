"""Interruptions: opportunity attacks, offered to those whom the players name, and casting."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.combat.answers import FightAnswer, OfferAccepted, OfferPassed
from rules.combat.resolution import Ask, FightTask, OfferAsk, OfferedAct
from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import MELEE_MANEUVERS
from rules.older_pathfinder.numbers import StrikePlan, damage_modifier, modifier_words, strike_modifiers
from rules.older_pathfinder.sheets import has_natural_weapon
from rules.older_pathfinder.state import OlderState, opportunity_limit
from rules.older_pathfinder.tasks.rolls import (
    OlderAttackTask,
    OlderConcentrationTask,
    OlderDamageTask,
    OlderManeuverTask,
    OlderSaveTask,
)

_MELEE = ("melee", "natural", "secondary")
_LETHAL, _BYPASSING = ", lethal damage", ", bypasses damage reduction"


def strike_plan(
    state: OlderState, combatant: str, target: str, place: int, *, lethal: bool = False, more: tuple[int, str] = (0, "")
) -> StrikePlan:
    """Return the plan of an attack of the sheet, with more that is added to the die and the reason for it."""
    row = state.attack_rows(combatant)[place]
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


def opportunity_rows(state: OlderState, combatant: str) -> tuple[int, ...]:
    """Return the attacks of a combatant, by their place, with which it can take an opportunity.

    Further attacks of a full attack are excluded: an opportunity has the full bonus.
    """
    types = (*_MELEE, "unarmed") if has_natural_weapon(state.fighter_sheet(combatant)) else _MELEE
    rows = enumerate(state.attack_rows(combatant))
    return tuple(place for place, row in rows if row["type"] in types and not row["full_only"])


def can_take_opportunity(state: OlderState, combatant: str) -> bool:
    """Return True for a combatant that can act, is armed, and has an opportunity attack left in this round."""
    fighter = state.fighter_of(combatant)
    has_left = fighter.opportunities < opportunity_limit(state.fighter_sheet(combatant))
    return fighter.is_able and fighter.is_armed and has_left and bool(opportunity_rows(state, combatant))


def threatening(state: OlderState, combatant: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the combatants named as threatening; raise ``ChangeRefused`` for any but opponents."""
    opponents = state.other_side(combatant)
    if any(name not in opponents for name in named):
        raise ChangeRefused("Only opponents threaten a creature. Choose among them.")
    return tuple(opponent for opponent in opponents if opponent in named)


class OlderOpportunityTask(FightTask):
    """Combatants that threaten another may attack it: each once, with one attack at the full bonus."""

    target: str
    by: tuple[str, ...]
    why: str

    def _open(self, state: OlderState) -> tuple[str, ...]:
        if state.fighter_of(self.target).hp < 0:
            return ()
        return tuple(combatant for combatant in self.by if can_take_opportunity(state, combatant))

    def ask(self, state: OlderState) -> Ask | None:
        able = self._open(state)
        if not able:
            return None
        sides = tuple(dict.fromkeys(state.fighter_of(combatant).side for combatant in able))
        offers = tuple(offer for combatant in able for offer in _offered(state, combatant, self.target))
        return OfferAsk(sides, f"{state.name(self.target)} provokes: {self.why}", offers)

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        """Begin the attack that was taken, and offer the others after it."""
        match answer:
            case None:
                return state
            case OfferPassed(side):
                left = tuple(attacker for attacker in self._open(state) if state.fighter_of(attacker).side != side)
                return state.pushed(replace(self, by=left))
            case OfferAccepted(combatant, key):
                fighter = state.fighter_of(combatant)
                state = state.change(combatant, opportunities=fighter.opportunities + 1)
                text = f"{state.name(combatant)} takes an opportunity attack on {state.name(self.target)}."
                left = tuple(other for other in self.by if other != combatant)
                task = _taken(state, combatant, self.target, key)
                return state.note(combatant, text).pushed(task, replace(self, by=left))
        raise ChangeRefused("Take the attack, or pass.")


def _offered(state: OlderState, combatant: str, target: str) -> tuple[OfferedAct, ...]:
    rows, name = state.attack_rows(combatant), state.name(combatant)
    places = opportunity_rows(state, combatant)
    unarmed = tuple(place for place in places if rows[place]["type"] == "unarmed")
    reduced = state.fighter_sheet(target).number("dr") > 0
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


def _taken(state: OlderState, combatant: str, target: str, key: str) -> FightTask:
    if key in MELEE_MANEUVERS:
        return OlderManeuverTask(combatant, target, key)
    way, _, place = key.rpartition("-")
    plan = strike_plan(state, combatant, target, int(place), lethal="lethal" in way)
    return OlderAttackTask(replace(plan, bypass="bypass" in way))


def provoking(state: OlderState, target: str, by: tuple[str, ...], why: str, *then: FightTask) -> OlderState:
    """Return the state with opportunity attacks offered first and their cause after them."""
    return state.pushed(OlderOpportunityTask(target, by, why), *then)


def health_of(state: OlderState, combatant: str) -> tuple[int, int, int]:
    """Return what shows whether a caster was injured: hit points, temporary ones, nonlethal damage."""
    fighter = state.fighter_of(combatant)
    return fighter.hp, fighter.temporary, fighter.nonlethal


class OlderCastingTask(FightTask):
    """The casting of a spell or a spell completion item: it is lost if its caster falls or loses concentration.

    ``before`` is the caster’s health when it began; a caster ``on_defensive`` must make a check for that.
    """

    combatant: str
    name: str
    before: tuple[int, int, int]
    on_defensive: bool
    then: FightTask

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        """Ask for the necessary checks, then let the spell take effect."""
        if not state.fighter_of(self.combatant).is_able:
            return state.note(self.combatant, f"{state.name(self.combatant)} cannot act: {self.name} is lost.")
        table, task = state.setup.table, self.then
        if self._is_hurt(state):
            task = OlderConcentrationTask(self.combatant, table.number("concentration_dc"), "hurt", task)
        if self.on_defensive:
            task = OlderConcentrationTask(self.combatant, table.number("defensive_dc"), "on the defensive", task)
        return state.pushed(task)

    def _is_hurt(self, state: OlderState) -> bool:
        (hp, temporary, nonlethal), now = self.before, health_of(state, self.combatant)
        return now[0] < hp or now[1] < temporary or now[2] > nonlethal


class OlderItemTask(FightTask):
    """An item takes effect, which the players apply."""

    combatant: str
    name: str
    effect: str

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        effect = (self.effect,) if self.effect else ()
        return state.note(self.combatant, f"{state.name(self.combatant)} uses {self.name}.", *effect)


class OlderSpellTask(FightTask):
    """A spell takes effect: its touch becomes free, or its targets roll saves and take damage."""

    combatant: str
    place: int
    targets: tuple[str, ...]

    def resume(self, state: OlderState, answer: FightAnswer | None) -> OlderState:
        row = state.fighter_sheet(self.combatant).rows("spells")[self.place]
        effect = (row["effect"],) if row["effect"] else ()
        state = state.note(self.combatant, f"{state.name(self.combatant)} casts {row['name']}.", *effect)
        turn = state.own.turn
        if row["touch"] != "none" and turn is not None and turn.combatant == self.combatant:
            state = state.with_order(turn=replace(turn, touch=self.place))
            return state.note(self.combatant, f"{state.name(self.combatant)} may touch a target as part of this turn.")
        return spell_effect(state, self.combatant, row, self.targets)


def spell_effect(state: OlderState, combatant: str, row: Mapping[str, Any], targets: tuple[str, ...]) -> OlderState:
    """Return the state with the damage and the saves of a spell to resolve."""
    if not targets:
        return state
    if row["dice"]:
        plan = spell_plan(combatant, targets[0], row, 0)
        return state.pushed(OlderDamageTask(plan, targets))
    if row["save"] == "none":
        return state
    return state.pushed(*(OlderSaveTask(target, row["save"], row["dc"], row["name"]) for target in targets))


def spell_plan(combatant: str, target: str, row: Mapping[str, Any], bonus: int) -> StrikePlan:
    """Return the plan of a spell that touches; only a spell with an attack roll can be a critical hit."""
    return StrikePlan(
        combatant,
        target,
        row["name"],
        bonus,
        against="touch",
        dice=row["dice"],
        physical=row["sort"] == "physical",
        save=None if row["save"] == "none" else (row["save"], row["dc"], row["saved"]),
    )
