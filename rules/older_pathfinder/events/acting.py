"""Attacks, combat maneuvers, spells and magic items of a turn."""

from dataclasses import replace

from rules.combat.events import Combatants, chosen_key, number_within
from rules.combat.resolution import FightTask
from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import ATTACK_TYPES_BY_KEY, MELEE_MANEUVERS, maneuver_options
from rules.older_pathfinder.numbers import (
    DEFENSES,
    MAX_RANGE,
    StrikePlan,
    added_bonuses,
    modifier_words,
    shooting_modifiers,
)
from rules.older_pathfinder.sheets import has_natural_weapon
from rules.older_pathfinder.state import MOST_MODIFIER, OlderAct, OlderState, chosen_row
from rules.older_pathfinder.tasks.interruptions import (
    OlderCastingTask,
    OlderItemTask,
    OlderSpellTask,
    health_of,
    provoking,
    spell_effect,
    spell_plan,
    strike_plan,
    threatening,
)
from rules.older_pathfinder.tasks.rolls import OlderAttackTask, OlderManeuverTask

SPENDS = (("standard", "Standard action"), ("full", "Part of a full attack"), ("extra", "Extra, by the table"))
"""How an attack is paid for."""
MOST_COVER = 20
MOST_TIMES = 4


class OlderAttacked(OlderAct, kind="attack"):
    """A combatant attacks with a row of its sheet.

    ``spend`` is a key of ``SPENDS``, ``distance`` the feet of a shot, ``friend`` the one who fights the target in
    melee, and ``times`` multiplies the damage in addition to a critical hit.
    """

    attack: str
    target: str
    spend: str
    against: str
    modifier: int
    cover: int
    times: int
    bypass: bool
    lethal: bool
    distance: int
    friend: str
    threatened_by: Combatants

    def play(self, state: OlderState, side: str | None) -> OlderState:
        """Offer the opportunities that the attack gives, then roll it."""
        state.acting_turn(self.combatant)
        place = chosen_row(state.attack_rows(self.combatant), self.attack)
        state.opposing(self.combatant, self.target)
        plan, by = self._plan(state, place), self._provoked(state, place)
        state = _paid(state, self.combatant, self.spend, place)
        state = state.change(self.combatant, target=self.target)
        return provoking(state, self.combatant, by, plan.name, OlderAttackTask(plan))

    def _plan(self, state: OlderState, place: int) -> StrikePlan:
        row = state.attack_rows(self.combatant)[place]
        modifier = number_within(self.modifier, -MOST_MODIFIER, MOST_MODIFIER, "Modifier")
        plan = strike_plan(state, self.combatant, self.target, place, lethal=self.lethal, more=(modifier, ""))
        parts: list[tuple[str, int]] = []
        if ATTACK_TYPES_BY_KEY[row["type"]].increments:
            if self.friend and self.friend not in state.own_side(self.combatant):
                raise ChangeRefused("Choose one of your own side as the friend.")
            distance = number_within(self.distance, 0, MAX_RANGE, "Distance")
            parts = shooting_modifiers(state, row, self.target, distance, self.friend)
        return replace(
            plan,
            bonus=plan.bonus + sum(value for _, value in parts),
            why=(*plan.why, *modifier_words(parts)),
            against=chosen_key(self.against, DEFENSES, "Against"),
            cover=number_within(self.cover, 0, MOST_COVER, "Cover"),
            times=number_within(self.times, 1, MOST_TIMES, "Damage multiplied by"),
            bypass=self.bypass,
        )

    def _provoked(self, state: OlderState, place: int) -> tuple[str, ...]:
        """Return who may attack first: an armed target of an unarmed strike, those who threaten a shooter."""
        row = state.attack_rows(self.combatant)[place]
        named = threatening(state, self.combatant, self.threatened_by)
        if row["type"] == "unarmed":
            is_safe = has_natural_weapon(state.fighter_sheet(self.combatant))
            is_armed = state.fighter_of(self.target).is_armed and self.target in state.other_side(self.combatant)
            return (self.target,) if is_armed and not is_safe else ()
        is_ranged = ATTACK_TYPES_BY_KEY[row["type"]].increments > 0
        return named if is_ranged and state.setup.table.flag("ranged_provokes") else ()


class OlderManeuverTried(OlderAct, kind="maneuver"):
    """A combatant tries a combat maneuver: CMB against CMD."""

    maneuver: str
    target: str
    spend: str
    modifier: int
    threatened_by: Combatants

    def play(self, state: OlderState, side: str | None) -> OlderState:
        """Offer the opportunities that it gives, then roll it."""
        state.acting_turn(self.combatant)
        words = dict(maneuver_options())
        name = words[chosen_key(self.maneuver, tuple(words), "Maneuver")].lower()
        state.opposing(self.combatant, self.target)
        modifier = number_within(self.modifier, -MOST_MODIFIER, MOST_MODIFIER, "Modifier")
        by = threatening(state, self.combatant, self.threatened_by)
        if self.spend == "full" and name not in MELEE_MANEUVERS:
            raise ChangeRefused(f"In a full attack only these replace an attack: {' and '.join(MELEE_MANEUVERS)}.")
        state = _paid(state, self.combatant, self.spend, None)
        state = state.change(self.combatant, target=self.target)
        by = by if state.setup.table.flag("maneuvers_provoke") else ()
        return provoking(
            state, self.combatant, by, name, OlderManeuverTask(self.combatant, self.target, name, modifier)
        )


def _paid(state: OlderState, combatant: str, spend: str, place: int | None) -> OlderState:
    """Return the state with an attack paid for; ``place`` is its row, None for a maneuver.

    More than one attack needs a full attack, in which each row of the sheet counts once. Raises ``ChangeRefused``.
    """
    chosen_key(spend, tuple(key for key, _ in SPENDS), "Action")
    rows = state.attack_rows(combatant)
    if spend == "extra":
        return state
    if spend == "standard":
        if place is not None and rows[place]["full_only"]:
            raise ChangeRefused(f"{rows[place]['name']} is possible only in a full attack.")
        return state.with_spent(combatant, "standard")
    if not state.acting_turn(combatant).is_full_attack:
        state = state.with_spent(combatant, "full-round")
    turn = state.own.turn
    assert turn is not None
    if place in turn.rows or len(turn.rows) + turn.maneuvers >= state.full_attack_limit(combatant):
        raise ChangeRefused("In a full attack each attack of the sheet is possible once.")
    if place is None:
        return state.with_order(turn=replace(turn, is_full_attack=True, maneuvers=turn.maneuvers + 1))
    return state.with_order(turn=replace(turn, is_full_attack=True, rows=(*turn.rows, place)))


class OlderSpellCast(OlderAct, kind="cast"):
    """A combatant casts a spell of its sheet; on the defensive it provokes nothing and has to make a check."""

    spell: str
    targets: Combatants
    on_defensive: bool
    threatened_by: Combatants

    def play(self, state: OlderState, side: str | None) -> OlderState:
        """Use the action, offer opportunities, and let the spell work if it is not lost."""
        state.acting_turn(self.combatant)
        rows = state.fighter_sheet(self.combatant).rows("spells")
        place = chosen_row(rows, self.spell)
        targets = tuple(dict.fromkeys(state.fighter_of(target).id for target in self.targets))
        state = state.with_spent(self.combatant, rows[place]["time"])
        then = OlderSpellTask(self.combatant, place, targets)
        return _cast(state, self, rows[place]["name"], then)


class OlderItemUsed(OlderAct, kind="item"):
    """A combatant uses a magic item as a standard action; spell completion is like casting."""

    item: str
    on_defensive: bool
    threatened_by: Combatants

    def play(self, state: OlderState, side: str | None) -> OlderState:
        """Use the action, and let the item work if its spell is not lost."""
        state.acting_turn(self.combatant)
        rows = state.fighter_sheet(self.combatant).rows("items")
        row = rows[chosen_row(rows, self.item)]
        state = state.with_spent(self.combatant, "standard")
        then = OlderItemTask(self.combatant, row["name"], row["effect"])
        return _cast(state, self, row["name"], then) if row["completion"] else state.pushed(then)


def _cast(state: OlderState, event: OlderSpellCast | OlderItemUsed, name: str, then: FightTask) -> OlderState:
    combatant = event.combatant
    by = threatening(state, combatant, event.threatened_by)
    task = OlderCastingTask(combatant, name, health_of(state, combatant), event.on_defensive, then)
    return provoking(state, combatant, () if event.on_defensive else by, f"casting {name}", task)


class SpellTouched(OlderAct, kind="touch"):
    """A combatant touches the target of the spell that it cast in this turn, which is free.

    A friend is touched without a roll; an opponent by an attack against its touch Armor Class.
    """

    target: str
    modifier: int

    def play(self, state: OlderState, side: str | None) -> OlderState:
        """Roll the attack, or let the spell work on a friend."""
        turn = state.acting_turn(self.combatant)
        if turn.touch is None:
            raise ChangeRefused("No spell that you cast this turn still needs a touch.")
        state.fighter_of(self.target)
        row = state.fighter_sheet(self.combatant).rows("spells")[turn.touch]
        number = state.fighter_sheet(self.combatant).number(f"{row['touch']}_touch")
        modifier = number_within(self.modifier, -MOST_MODIFIER, MOST_MODIFIER, "Modifier")
        bonus = number + modifier + added_bonuses(state, self.combatant, "attack")
        state = state.with_order(turn=replace(turn, touch=None))
        if state.is_master(self.target) != state.is_master(self.combatant):
            return state.pushed(OlderAttackTask(spell_plan(self.combatant, self.target, row, bonus)))
        text = f"{state.name(self.combatant)} touches {state.name(self.target)}: {row['name']}."
        return spell_effect(state.note(self.combatant, text), self.combatant, row, (self.target,))
