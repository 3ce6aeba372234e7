"""Announcements of passive features at their moment, so that players apply what the battle does not play."""

from collections.abc import Collection, Iterator

from rules.effects.circumstances import PassiveMomentKind
from rules.effects.model import Effect
from rules.p2v_combat.conditions import is_immune_to_condition
from rules.p2v_combat.numbers import armor_number, power_number
from rules.p2v_combat.passives import Passive, carried_passives, passives_by_moment
from rules.p2v_combat.positions import is_in_emanation
from rules.p2v_combat.standing import figure_of, stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.targeting import is_for, support_of_minions
from rules.p2v_combat.uses import Trigger
from rules.replacing import replace
from rules.tables.rolls import Strike
from rules.tables.sizes import Space
from rules.tables.stats import stat_name
from rules.text import listed

BY_TABLE = "By the table"
RECALLED = "recalled"
"""The key of the record that a creature's passives without a moment were announced in full."""


def passives(state: BattleState, creature: str) -> tuple[Passive, ...]:
    """Return a creature's passive features and items."""
    fielded, carried = state.fielded(creature), state.combatants[creature].items
    if carried is fielded.member.items:
        return fielded.passives_and_items
    return (*fielded.passives, *carried_passives(carried))


def passives_at(
    state: BattleState, creature: str, at: PassiveMomentKind, names: Collection[str] = ()
) -> tuple[Passive, ...]:
    """Return a creature's passives that come at a moment; ``names`` are the subjects of the moment."""
    fielded = state.fielded(creature)
    is_as_begun = state.combatants[creature].items is fielded.member.items
    by_moment = fielded.passives_by_moment if is_as_begun else passives_by_moment(passives(state, creature))
    return tuple(passive for passive in by_moment.get(at, ()) if passive.comes_at(at, names))


def announce_passives(
    state: BattleState, creature: str, at: PassiveMomentKind, names: Collection[str] = ()
) -> BattleState:
    """Return the state after announcing a creature's passives at a moment, unless the battle plays them."""
    for passive in passives_at(state, creature, at, names):
        if passive.only_moves or not passive.is_played_at(at):
            state = announce_passive(state, creature, passive)
    return state


def announce_passive(state: BattleState, creature: str, passive: Passive) -> BattleState:
    """Return the state with a passive of a creature announced."""
    text = f"{state.name(creature)}’s {passive.name}: {_with_numbers(state, creature, passive)}"
    return state.note(creature, text, BY_TABLE)


def announce_passives_of_others(state: BattleState, creature: str, at: PassiveMomentKind) -> BattleState:
    """Return the state after announcing others' passives for a creature, identical texts only once."""
    holders: dict[tuple[str, str], list[str]] = {}
    for other in state.combatants.values():
        if other.id == creature or not other.is_up:
            continue
        for passive in passives_at(state, other.id, at):
            if _concerns(state, other.id, creature, passive.effect) and not is_shown(
                state, creature, other.id, passive
            ):
                key = passive.name, _with_numbers(state, other.id, passive)
                holders.setdefault(key, []).append(state.name(other.id))
    for (name, text), names_of_holders in holders.items():
        whose = listed(dict.fromkeys(names_of_holders))
        state = state.note(creature, f"{whose}’s {name}: {text}", BY_TABLE)
    return state


def is_shown(state: BattleState, creature: str, holder: str, passive: Passive) -> bool:
    """Return True if a board shows whether a creature is in an area of another one's passive that the battle plays."""
    reach = passive.effect.range
    is_around = reach is not None and reach.kind == "emanation" and stands(state, creature) and stands(state, holder)
    does = passive.effect.damage or passive.effect.gives
    return bool(is_around and does) and not passive.effect.is_left_to_table


def auras_around(
    state: BattleState, creature: str, at: PassiveMomentKind, before: Space | None = None
) -> Iterator[tuple[str, Passive]]:
    """Yield the holders and passives whose areas a creature is in at a moment; ``before`` is the space that it left."""
    for other in state.combatants.values() if stands(state, creature) else ():
        for passive in passives_at(state, other.id, at) if other.is_up and other.id != creature else ():
            if not is_shown(state, creature, other.id, passive) or not _concerns(
                state, other.id, creature, passive.effect
            ):
                continue
            was_in = before is not None and is_in_emanation(state, other.id, before, passive.effect.range)
            if not was_in and is_in_emanation(state, other.id, figure_of(state, creature).space, passive.effect.range):
                yield other.id, passive


def recall(state: BattleState, creature: str) -> BattleState:
    """Return the state with the passives of a creature that have no moment announced: in full at its first turn."""
    recalled = [passive for passive in passives(state, creature) if passive.is_recalled]
    if not recalled:
        return state
    if any(fact.kind == RECALLED and fact.to == creature for fact in state.scored_facts):
        names = listed(passive.name for passive in recalled)
        return state.note(creature, f"{state.name(creature)}: keep {names} in mind.", BY_TABLE)
    for passive in recalled:
        state = announce_passive(state, creature, passive)
    return state.with_scored_fact(RECALLED, None, creature)


def announce_trigger(state: BattleState, trigger: Trigger) -> BattleState:
    """Return the state after announcing the passives for an event, once everyone has reacted to it."""
    doer, target = trigger.creature, trigger.target
    match trigger.kind:
        case "moves" if not trigger.left:
            state = announce_passives(state, doer, "moves")
            return announce_passives_of_others(state, doer, "another_moves")
        case "acts" | "casts":
            return announce_passives(state, doer, "uses", (trigger.source,))
        case "strikes":
            if state.round == 1:
                state = announce_passives(state, doer, "first_strikes")
            state = announce_passives(state, doer, "strikes")
            return announce_passives(state, target, "targeted", ("armor",)) if target else state
        case "targets":
            saves = [save.stat for save in trigger.effect.saves] if trigger.effect else []
            return announce_passives(state, target, "targeted", saves) if target else state
        case "hits":
            critical = trigger.outcome == Strike.CRITICAL_HIT.value
            state = announce_passives(support_of_minions(state, trigger), doer, "hits")
            state = announce_passives(state, target, "hit") if target else state
            if not critical:
                return state
            state = _come_up(state, doer, "critically_hits")
            return _come_up(state, target, "critically_hit") if target else state
        case "misses" if trigger.outcome == "critical miss":
            return _come_up(state, doer, "critically_misses")
        case "save" if trigger.outcome == "critical failure":
            return _come_up(state, doer, "critically_fails", (trigger.stat,))
        case "check":
            return announce_passives(state, doer, "checks")
    return state


def _come_up(state: BattleState, creature: str, at: PassiveMomentKind, names: Collection[str] = ()) -> BattleState:
    """Return the state after announcing a creature's passives, now or when the present event is over."""
    played = [passive.key for passive in passives_at(state, creature, at, names) if passive.is_played_at(at)]
    state = replace(state, last_acts=(*state.last_acts, *((creature, key) for key in played)))
    return announce_passives(state, creature, at, names)


def announce_changes(before: BattleState, state: BattleState) -> BattleState:
    """Return the state after announcing the passives for conditions that an event added or removed."""
    for creature, combatant in state.combatants.items():
        earlier = before.combatants.get(creature)
        if earlier is None or earlier is combatant or not combatant.is_in_play:
            continue
        if combatant.conditions is earlier.conditions and combatant.statuses is earlier.statuses:
            continue
        held = {*combatant.condition_names, *combatant.status_names}
        had = {*earlier.condition_names, *earlier.status_names}
        if gained := held - had:
            state = announce_passives(state, creature, "gains", gained)
        if lost := had - held:
            state = announce_passives(state, creature, "loses", lost)
    return state


def _concerns(state: BattleState, holder: str, creature: str, effect: Effect) -> bool:
    """Return True if an effect may still do something to a creature: it is meant, and has not all of it already."""
    meant = effect.target is None or effect.target.who == "self" or is_for(state, holder, creature, effect.target)
    if not meant:
        return False
    combatant = state.combatants[creature]
    given = effect.conditions
    return not given or not all(combatant.has(word) or is_immune_to_condition(state, creature, word) for word in given)


def _with_numbers(state: BattleState, creature: str, passive: Passive) -> str:
    """Return a passive's text with its target numbers: those of its saves and its check."""
    effect = passive.effect
    if not effect.saves and effect.skill_check is None:
        return passive.text
    power = power_number(state, creature).value
    rolls = [(stat_name(save.stat), "Power", power if save.power is None else save.power) for save in effect.saves]
    if check := effect.skill_check:
        number = armor_number(state, creature).value if check.is_against_armor else power
        rolls.append((check.stat, "Armor" if check.is_against_armor else "Power", check.dc or number))
    return " ".join((passive.text, *(f"{stat} against {against} {number}." for stat, against, number in rolls)))
