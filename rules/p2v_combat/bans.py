"""Bans in a battle: what a creature cannot do now, and to whom, by the conditions that it has."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.effects.limits import BAN, Ban, BanKind
from rules.effects.model import Effect
from rules.p2v_combat.guards import attacks, is_at_range, needed_saves, user_strikes
from rules.p2v_combat.state import ActiveCondition, BattleState, Combatant
from rules.tables.conditions import bans_in, expanded


def bans_on(state: BattleState, creature: str) -> Iterator[tuple[ActiveCondition, Ban]]:
    """Yield what a creature cannot do now, each ban with the condition that it comes from."""
    combatant = state.combatants[creature]
    for held in combatant.conditions:
        for ban in bans_in(held.name):
            if not ban.during or _present(combatant).issuperset(ban.during):
                yield held, ban


def _present(combatant: Combatant) -> set[str]:
    """Return what a creature is now: its conditions, and whether it is broken."""
    is_broken = "broken" if combatant.is_broken else "unbroken"
    return {is_broken, *(row.name for row in expanded(row.name for row in combatant.conditions))}


@dataclass(frozen=True, slots=True)
class InPlaceOf:
    """What a passive puts in place of a condition: another condition (``name``), or else its own effect."""

    key: str
    source: str
    name: str = ""


def instead_of(state: BattleState, creature: str, name: str, source: str) -> InPlaceOf | None:
    """Return what a creature's passive puts in place of a condition from a source; None if it gains the condition."""
    for passive in state.fielded(creature).passives_by_moment.get("in_place_of", ()):
        for cause, *other in (moment.of for moment in passive.effect.moments if moment.of):
            if cause == name and source != passive.name:
                return InPlaceOf(passive.key, passive.name, "".join(other))
    return None


def is_banned(state: BattleState, creature: str, kind: BanKind, name: str = "") -> bool:
    """Return True if a creature cannot do or be something at all; ``name`` is what it would use."""
    return any(
        ban.kind == kind and not ban.against and (not ban.names or name in ban.names)
        for _, ban in bans_on(state, creature)
    )


def why_banned(state: BattleState, creature: str, effect: Effect, name: str, *, is_spell: bool) -> str:
    """Return why a creature cannot use an action at all; empty if it can. ``name`` is the name of the action."""
    is_attack = attacks(effect) if state.has_limits else effect.strike or bool(user_strikes(effect))
    for held, ban in bans_on(state, creature):
        match ban.kind:
            case "attack":
                is_off = is_attack and not ban.against
            case "ranged attack":
                is_off = is_attack and is_at_range(effect)
            case "cast":
                is_off = is_spell and not is_attack
            case "use":
                is_off = name in ban.names
            case _:
                is_off = False
        if is_off:
            return f"{state.name(creature)} {_ban_text(state, held)}."
    return ""


def why_not_against(state: BattleState, creature: str, target: str, effect: Effect, *, is_ranged: bool) -> str:
    """Return why a creature cannot attack or target another; empty if it can.

    ``is_ranged`` says whether an attack with two ranges is a ranged one now.
    """
    own, other = state.combatants[creature], state.combatants[target]
    if creature == target or not state.has_limits or not (own.conditions or other.conditions):
        return ""
    is_attack = attacks(effect, at_aims=True)
    # Of several creatures that each bind it to themselves, it may attack any: ruling 401.
    binders = {held.by for held, ban in bans_on(state, creature) if ban.against == "others"}
    for held, ban in bans_on(state, creature):
        is_met = {"user": held.by == target, "others": target not in binders}.get(ban.against, True)
        is_attack_off = ban.kind == "attack" or (ban.kind == "ranged attack" and is_ranged)
        is_enemy_off = ban.kind == "target enemies" and own.side != other.side
        if (is_attack and is_attack_off and is_met) or is_enemy_off:
            return f"{state.name(creature)} {_ban_text(state, held)}."
    for held, ban in bans_on(state, target):
        is_shot = ban.kind == "be shot" and effect.strike and is_ranged
        if is_shot or (ban.kind == "be attacked" and is_attack and not effect.is_in_area):
            return f"{state.name(target)} {_ban_text(state, held)}."
    return ""


def is_spared(state: BattleState, target: str, effect: Effect, number: int) -> bool:
    """Return True if a creature minds no effect on its Will that is for it alone; ``number`` are all its targets."""
    saves = {save.stat for save in needed_saves(effect)}
    is_alone = number == 1 and not effect.is_in_area and "will" in saves
    return is_alone and is_banned(state, target, "be singled out")


def _ban_text(state: BattleState, held: ActiveCondition) -> str:
    giver = state.name(held.by) if held.by else "the user"
    words = held.name.replace("the user", giver).replace("the caster", giver)
    return f"{words if words.startswith(BAN) else f'is {words}'}{f' ({held.source})' if held.source else ''}"
