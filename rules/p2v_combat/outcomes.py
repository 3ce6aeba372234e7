"""An effect's result for one target after its rolls: damage amount by amount, conditions, moves, healing."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import items
from rules.cards.model import STATS
from rules.effects.circumstances import BONUS_CIRCUMSTANCES
from rules.effects.limits import EndsWhen
from rules.effects.model import Effect
from rules.effects.values import Bonus, Damage, Resistance
from rules.p2v_combat.action_points import MOUNTED, part_from_mount
from rules.p2v_combat.announcements import BY_TABLE
from rules.p2v_combat.bans import is_banned
from rules.p2v_combat.conditions import CONDITION, end_early, gain_condition, lose_condition, moments_to_skip
from rules.p2v_combat.guards import (
    MOVED,
    SaveResults,
    damage_share,
    delays_damage,
    given_words,
    has_whole_effect,
    moves_left,
)
from rules.p2v_combat.numbers import THIS_MOVE, AimedTarget, bonus_on, damage_bonuses
from rules.p2v_combat.parts import TYPE_CHOICE
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import ActiveEffect, BattleState
from rules.p2v_combat.targeting import LIVING, is_living
from rules.p2v_combat.tasks.damage import ELIMINATED, Blow, defences, gain_temporary_hp, heal
from rules.p2v_combat.tasks.recovery import eliminate
from rules.p2v_combat.uses import ActionUse
from rules.replacing import replace
from rules.tables import conditions
from rules.tables.damage import is_immune, with_persistent
from rules.tables.rolls import Strike
from rules.tables.stats import stat_name
from rules.text import counted, listed, with_minus


@dataclass(frozen=True, slots=True)
class DealtDamage:
    """An effect's damage to a target: immediate damage, persistent damage by type, and remaining notes."""

    blows: tuple[Blow, ...] = ()
    persistent: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()


def damage_to_target(
    state: BattleState, use: ActionUse, aim: AimedTarget, strike: str, saves: SaveResults
) -> DealtDamage:
    """Return the damage of an effect to one target after its rolls."""
    effect, critical = use.effect, strike == Strike.CRITICAL_HIT.value
    blows: list[Blow] = []
    persistent: list[tuple[str, int]] = []
    notes: list[str] = []
    first = True
    for place, damage in enumerate(effect.damage):
        if not takes(state, aim.creature, damage.only):
            notes.append(f"Only for {damage.only}: {damage.amount} damage is not dealt.")
            continue
        if damage.when and delays_damage(effect):
            continue
        if damage.when:
            notes.append(f"{damage.amount} {listed(damage.types)} damage follows {damage.when}.")
            continue
        share = damage_share(effect, place, saves)
        types = types_dealt(use, damage)
        if share.none:
            continue
        if damage.persistent:
            # A critically failed save doubles all that it guards, a critical hit what is dealt at once: ruling 152.
            persistent.append((listed(types), damage.amount * 2 if share.doubled else damage.amount))
            continue
        more, why = 0, []
        if first and effect.strike:
            parts = damage_bonuses(state, use.user, aim.creature, aim.circumstances, effect, critical=critical)
            parts = tuple(part for part in parts if part.source not in use.counted)
            more, why = sum(part.by for part in parts), [str(part) for part in parts]
            types = (*types, *(kind for kind in item_types(state, use) if kind not in types))
            first = False
        missiles = getattr(effect, "missiles", None) or 1
        for _ in range(missiles):
            blows.append(
                Blow(
                    amount=max(damage.amount + more, 0),
                    types=types,
                    doubled=critical or share.doubled,
                    halved=share.halved,
                    from_area=effect.is_in_area,
                    pierces=-bonus_on(state, use.user, "resistance") if effect.strike else 0,
                    strike=effect.strike,
                    critical=critical,
                    by=use.user,
                    source=", ".join((use.name, *why)),
                )
            )
    return DealtDamage(tuple(blows), tuple(persistent), tuple(notes))


def types_dealt(use: ActionUse, damage: Damage) -> tuple[str, ...]:
    """Return the types of an amount of damage, or the chosen one if its user picks one."""
    if not damage.choose_one:
        return damage.types
    chosen = next((choice.removeprefix(TYPE_CHOICE) for choice in use.chosen if choice.startswith(TYPE_CHOICE)), "")
    return (chosen,) if chosen in damage.types else damage.types[:1]


def item_types(state: BattleState, use: ActionUse) -> tuple[str, ...]:
    """Return the types that items add to the damage of a weapon."""
    carried = state.combatants[use.user].items
    known = ((items.BY_KEY.get(choice.item), choice.choice) for choice in carried)
    return tuple(
        dict.fromkeys(item.adds_type for item, weapon in known if item and item.adds_type and weapon == use.name)
    )


def takes(state: BattleState, creature: str, only: str) -> bool:
    """Return True if damage to certain creatures only affects this one: ``living``, ``a fiend or undead``."""
    if not only:
        return True
    words = set(only.casefold().replace(",", " ").split())
    card = state.fielded(creature).card
    tags = {tag.casefold() for tag in card.tags}
    return (LIVING in words and is_living(card)) or not tags.isdisjoint(words)


ENCOUNTER = "encounter"
ROLL = "roll"
PRONE = "prone"
_DIRECTIONS = {"push": "away from", "pull": "toward", "shunt": "by"}
_OWN_END = (None, "instant", CONDITION)


def without_the_replaced(effect: Effect, parts: Iterable[Effect]) -> Effect:
    """Return an effect without what it gives to a target that has it already, where a part comes in its place."""
    replaced = {word for part in parts if part.targets.who != "self" for word in part.targets.having}
    gives = tuple(word for word in effect.gives if word not in replaced)
    return effect if gives == effect.gives else replace(effect, gives=gives)


def give_rest(
    state: BattleState, use: ActionUse, aim: AimedTarget, dealt: DealtDamage, saves: SaveResults
) -> BattleState:
    """Return the state after an effect has given a target everything but damage at once."""
    target, effect = aim.creature, use.effect
    if not state.combatants[target].is_in_play:
        return state
    for text in dealt.notes:
        state = state.note(target, text, use.name)
    for kind, amount in dealt.persistent:
        state = gain_persistent(state, target, kind, amount, source=use.name)
    until = "" if effect.lasts in _OWN_END else str(effect.lasts)
    for word in given_words(effect, saves):
        # Being prone does not end with its cause: a creature has to Stand.
        ends = () if word == PRONE else effect.ends_when
        by = use.other or use.user
        state = give_word(state, target, word, by=by, source=use.name, until=until, ends_when=ends)
    moves = moves_left(effect, saves)
    if moves and is_banned(state, target, "be moved"):
        state, moves = state.note(target, f"{state.name(target)} cannot be moved.", use.name), ()
    for move in moves if not stands(state, target) else ():
        direction = f" {_DIRECTIONS[move.kind]} {state.name(use.user)}" if use.user != target else ""
        moved = (
            f"{state.name(target)} is {MOVED[move.kind]} {counted(move.squares, 'square')}{direction}: move the figure."
        )
        state = state.note(target, moved, use.name)
    if not has_whole_effect(effect, saves):
        return state
    for word in effect.ends:
        if word == MOUNTED:
            state = part_from_mount(state, target)
        state = end_early(lose_condition(state, target, word, use.name), target, None, source=word)
    if effect.heal:
        state = heal(state, target, effect.heal, source=use.name, by=use.user, is_magical=use.is_magical)
    if effect.temporary_hp:
        state = gain_temporary_hp(state, target, effect.temporary_hp, source=use.name)
    return give_effect(state, use, target)


def give_word(
    state: BattleState,
    creature: str,
    word: str,
    *,
    by: str | None,
    source: str,
    until: str = "",
    ends_when: tuple[EndsWhen, ...] = (),
) -> BattleState:
    """Return the state with a creature that gains a condition, a status, or a word that only cards know."""
    known = (
        (word in conditions.STATUSES_BY_NAME and word != ELIMINATED)
        or word in conditions.BY_NAME
        or word in conditions.LOOSE_BY_NAME
    )
    if known or (state.has_limits and conditions.is_condition(word)):
        return gain_condition(state, creature, word, by=by, source=source, until=until, ends_when=ends_when)
    if word == ELIMINATED:
        return eliminate(state, creature, by, why=source)
    # What no table knows stays with the creature as a name, for the players to apply.
    skips = moments_to_skip(state, creature, by, until)
    effect = ActiveEffect(word, by or creature, until or ENCOUNTER, skips=skips, ends_when=ends_when)
    combatant = state.combatants[creature]
    state = state.change(
        creature, active_effects=(*(held for held in combatant.active_effects if held.source != word), effect)
    )
    return state.note(creature, f"{state.name(creature)} gains: {word}.", source, BY_TABLE)


def gain_persistent(state: BattleState, creature: str, kind: str, amount: int, *, source: str) -> BattleState:
    """Return the state with persistent damage for a creature; of one type the higher amount stays."""
    if is_immune(tuple(kind.split(" and ")), defences(state, creature)):
        return state.note(
            creature, f"{state.name(creature)} is immune to {kind} and takes no persistent damage.", source
        )
    persistent = with_persistent(dict(state.combatants[creature].persistent), kind, amount)
    state = state.change(creature, persistent=tuple(sorted(persistent.items())))
    return state.note(creature, f"{state.name(creature)} has {amount} persistent {kind} damage.", source)


def give_effect(state: BattleState, use: ActionUse, creature: str) -> BattleState:
    """Return the state with the numbers, resistances and riders that an effect gives a creature for a time."""
    effect, combatant = use.effect, state.combatants[creature]
    riders = later_riders(effect)
    grants = getattr(effect, "grants", None)
    # Damage of a strike's own bonuses is already counted with the strike.
    bonuses = () if effect.strike else tuple(bonus for bonus in effect.bonuses if bonus.when not in ("this effect",))
    delayed = tuple(damage for damage in effect.damage if damage.when) if delays_damage(effect) else ()
    if not (bonuses or effect.resist or riders or grants or effect.ignores or delayed):
        return state
    until = ENCOUNTER if effect.lasts in _OWN_END else str(effect.lasts)
    if effect.lasts == CONDITION and effect.gives:
        until = CONDITION
        if not any(held.source == use.name for held in (*combatant.conditions, *combatant.statuses)):
            return state
    if any(bonus.when == THIS_MOVE for bonus in bonuses):
        # In older battles it lasted for the turn.
        until = ROLL if effect.steps and not effect.by_table else "turn_end"
    active = ActiveEffect(
        use.name,
        use.user,
        until,
        bonuses,
        tuple(_resistance(use, row) for row in effect.resist),
        riders,
        grants,
        moments_to_skip(state, creature, use.user, until),
        effect.ends_when,
        effect.ignores,
        delayed,
    )
    # The same effect twice counts once.
    others = tuple(held for held in combatant.active_effects if held.source != use.name or held.zone)
    hp = sum(bonus.by for bonus in bonuses if "hp" in bonus.stats and not bonus.is_value)
    state = state.change(creature, active_effects=(*others, active))
    if hp and len(others) == len(combatant.active_effects):
        state = state.change(creature, hp=combatant.hp + hp, max_hp=combatant.max_hp + hp)
    words = [bonus_words(bonus) for bonus in bonuses]
    words += [f"resist {row.type} {row.amount}" for row in active.resist]
    words += [f"the action {grants.name}"] if grants else []
    words += ["an effect on its next hit with a weapon"] if riders else []
    words += [f"no regard for {listed(effect.ignores)}"] if effect.ignores else []
    words += [f"{damage.amount} {listed(damage.types)} damage to come {damage.when}" for damage in delayed]
    return state.note(creature, f"{state.name(creature)} has {listed(words)}.", use.name)


def zone_of(effect: Effect) -> Effect | None:
    """Return what befalls creatures that enter the area of an effect later; None if nothing does or nothing lasts."""
    if effect.lasts in (None, "instant"):
        return None
    if getattr(effect, "barriers", None):
        # Damage that names its moment comes as a creature enters a barrier.
        return Effect(damage=tuple(replace(damage, when="") for damage in effect.damage))
    parts = (part for part in (effect, *effect.parts) if part.on == "zone")
    return next((replace(part, on="always", then=()) for part in parts), None)


def keep_zone(state: BattleState, use: ActionUse, zone: Effect) -> BattleState:
    """Return the state in which a user keeps up the area of its effect, for creatures that enter it later."""
    user, until = state.combatants[use.user], str(use.effect.lasts)
    skips = moments_to_skip(state, use.user, use.user, until)
    # Using it again moves the area.
    others = tuple(held for held in user.active_effects if held.source != use.name or not held.zone)
    area = ActiveEffect(use.name, use.user, until, skips=skips, zone=zone)
    text = f"{state.name(use.user)} keeps up {use.name}: report each creature that it reaches later."
    return state.change(use.user, active_effects=(*others, area)).note(use.user, text, use.name)


def end_roll_effects(state: BattleState, creature: str, source: str) -> BattleState:
    """Return the state without an activity's bonus for one roll, made or not, once the activity is over."""
    combatant = state.combatants[creature]
    left = tuple(effect for effect in combatant.active_effects if effect.until != ROLL or effect.source != source)
    return state if left == combatant.active_effects else state.change(creature, active_effects=left)


def bonus_words(bonus: Bonus) -> str:
    """Return a bonus in words, as in ``Fortitude +3 against poison``."""
    names = listed(stat_name(stat) if stat in STATS else stat for stat in bonus.stats)
    if bonus.is_twice:
        return f"the next {names} roll twice, the better one counts"
    if bonus.is_value:
        return f"{names} {bonus.by}"
    against = f" against a creature that is {listed(bonus.against, 'or')}" if bonus.against else ""
    return with_minus(f"{names} {bonus.by:+d}{against}{f' {BONUS_CIRCUMSTANCES[bonus.when]}' if bonus.when else ''}")


def later_riders(effect: Effect) -> tuple[Effect, ...]:
    """Return the parts of an effect that wait for its target's next hit with a weapon."""
    waits = not effect.strike and effect.lasts in ("used", "roll") and not effect.steps
    return tuple(replace(part, target=None) for part in effect.then if part.on == "hit") if waits else ()


def _resistance(use: ActionUse, row: Resistance) -> Resistance:
    if row.type or not row.choices:
        return row
    chosen = next((choice.removeprefix(TYPE_CHOICE) for choice in use.chosen if choice.startswith(TYPE_CHOICE)), "")
    return replace(row, type=chosen if chosen in row.choices else row.choices[0], choices=())


def spend_riders(state: BattleState, user: str) -> tuple[BattleState, list[tuple[str, Effect]]]:
    """Return the state without effects for one hit with a weapon, and their parts that follow, by their cause."""
    combatant = state.combatants[user]
    riders = [(effect.source, part) for effect in combatant.active_effects for part in effect.riders]
    left = tuple(
        effect
        for effect in combatant.active_effects
        if not effect.riders and not (effect.until == ROLL and any("damage" in bonus.stats for bonus in effect.bonuses))
    )
    return state.change(user, active_effects=left), riders
