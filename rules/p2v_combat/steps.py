"""The parts of an effect and the steps of an activity: what follows its rolls, its user's choices and moves."""

import re

from rules import spells
from rules.combat.resolution import Option
from rules.effects.circumstances import DESTINATIONS, THROUGH_TARGETS, WAYS_THROUGH
from rules.effects.model import Effect
from rules.effects.values import EffectStep, Range
from rules.p2v_combat.actions import (
    ActionVariant,
    BattleAction,
    BattleActionKind,
    actions_of_items,
    feature_key,
    spell_ways,
    sustain_action,
    sustain_key,
    universal_key,
)
from rules.p2v_combat.bans import is_banned
from rules.p2v_combat.conditions import may_move_willingly
from rules.p2v_combat.numbers import NamedModifier, speed_number
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.uses import ActChosen, ActionUse
from rules.replacing import replace
from rules.spells.casting import GrantedAction
from rules.spells.phrases import casting_text
from rules.tables.actions import Action
from rules.tables.areas import Square
from rules.text import counted, listed, slug

MOVES = frozenset({"stride", "step", "fly", "teleport", "move", "swap", "drag"})
_CAST = "cast"
_CAST_KEY = re.compile(rf"{_CAST}/(?P<spell>[^/]+)/(?P<rank>[0-9]{{1,2}})")
WEAPON_WORDS = ("melee", "ranged")


def expanded_steps(effect: Effect) -> tuple[EffectStep, ...]:
    """Return the steps of an effect one by one, repeated steps as often as they occur, but for those after a hit."""
    return tuple(
        replace(step, times=step.times if step.again else 1, up_to=False, optional=step.optional or step.up_to)
        for step in effect.steps
        for _ in range(1 if step.again else step.times)
    )


def step_refusal(
    state: BattleState, use: ActionUse, step: EffectStep, aims: tuple[str, ...], met: tuple[str, ...], ids: set[str]
) -> str:
    """Return why these cannot be the targets of a step; empty if they can.

    ``aims`` are the targets of the whole effect, ``met`` those of its Strikes so far.
    """
    if use.effect.targets.who == "trigger" and step.action == "strike" and aims and not ids <= set(aims):
        return f"This Strike is against {listed(map(state.name, sorted(aims)))}."
    only = (met or aims)[:1]
    if step.targets == "same" and only and ids != set(only):
        return "All of its Strikes are against one target." if met else f"This Strike is against {state.name(only[0])}."
    if step.targets in ("different", "neighbors") and not ids.isdisjoint(met):
        return "Each of its Strikes is against a different target."
    return ""


def without_name(steps: tuple[EffectStep, ...], name: str) -> tuple[EffectStep, ...]:
    """Return steps of which those in any order no longer offer a Strike that was made."""
    return tuple(
        replace(step, names=tuple(other for other in step.names if other.casefold() != name.casefold()))
        if step.any_order
        else step
        for step in steps
    )


def actions_now(state: BattleState, creature: str) -> dict[str, BattleAction]:
    """Return a creature's present actions, by key: from its card, its items, and spells that grant them."""
    fielded, combatant = state.fielded(creature), state.combatants[creature]
    is_as_begun = combatant.items == fielded.member.items
    carried = fielded.item_actions if is_as_begun else actions_of_items(fielded.card, fielded.features, combatant.items)
    granted = [_granted(effect.grants) for effect in combatant.active_effects if effect.grants is not None]
    actions = {**fielded.actions, **carried, **{action.key: action for action in granted}}
    for spell in combatant.sustained:
        cast = actions.get(spell.action)
        way = cast.way(spell.way) if cast else None
        if cast is not None and way is not None:
            actions[sustain_key(spell.action)] = sustain_action(cast, way)
    return actions


def _granted(grants: GrantedAction) -> BattleAction:
    way = ActionVariant("", grants.casting, casting_text(grants.casting))
    kind: BattleActionKind = "spell" if grants.is_spell else "item"
    return BattleAction(f"granted/{slug(grants.name)}", grants.name, kind, (way,), is_magical=grants.is_spell)


def own_action(state: BattleState, creature: str, key: str) -> BattleAction | None:
    """Return a creature's action with that key, including those that spells grant; None if it has none."""
    return state.fielded(creature).actions.get(key) or actions_now(state, creature).get(key)


def find_action(state: BattleState, creature: str, key: str) -> BattleAction | None:
    """Return the action with that key for a step of an activity: a creature's own, or a spell that a step casts.

    Only the options of a step name such spells: for anything else, use ``own_action``.
    """
    known = own_action(state, creature, key)
    cast = _CAST_KEY.fullmatch(key)
    spell = spells.BY_KEY.get(cast["spell"]) if cast else None
    if known is not None or cast is None or spell is None:
        return known
    ways = tuple(spell_ways(spell, int(cast["rank"])))
    return BattleAction(key, spell.name, "spell", ways, is_magical=True, sustain=spell.sustain)


def options_of_step(state: BattleState, creature: str, step: EffectStep) -> tuple[Option, ...]:
    """Return the actions that a step names, with those that a ban forbids."""
    match step.action:
        case "strike":
            return tuple(Option(weapon.key, weapon.name) for weapon in weapons(state, creature, step.names))
        case "grab":
            return (Option(universal_key("Grab"), "Grab"),)
        case "cast":
            return cast_options(state, creature, step)
        case "use":
            return _named_options(state, creature, step.names)
        case "enemy action":
            return tuple(
                Option(action.key, action.name)
                for action in actions_now(state, creature).values()
                if not action.boxes and not action.is_reaction and any(way.action_points < 2 for way in action.ways)
            )
    return ()


def weapons(state: BattleState, creature: str, names: tuple[str, ...] = ()) -> tuple[BattleAction, ...]:
    """Return the Strikes of a creature that a step may mean: by their names, or any melee or ranged one for 1 AP."""
    named = {name.casefold() for name in names} - set(WEAPON_WORDS)
    actions = []
    for action in actions_now(state, creature).values():
        if not action.is_weapon or action.kind != "feature":
            continue
        effect = action.ways[0].effect
        if named:
            fits = action.name.casefold() in named
        else:
            kinds = (
                {effect.range.kind, effect.range.other.kind if effect.range.other else ""} if effect.range else set()
            )
            fits = effect.cost == "1" and (not names or not kinds.isdisjoint(names))
        if fits and state.combatants[creature].has_use(action):
            actions.append(action)
    return tuple(actions)


def cast_options(state: BattleState, creature: str, step: EffectStep) -> tuple[Option, ...]:
    """Return the spells that a step casts without spending a slot, at its rank or that of its caster."""
    fielded = state.fielded(creature)
    ranks = [feature.caster.rank for feature in fielded.features if feature.caster]
    rank = step.rank or max(ranks, default=1)
    known = ((name, spells.find_spell(name, fielded.card.license)) for name in step.names)
    return tuple(Option(f"{_CAST}/{spell.key}/{rank}", spell.name) for _, spell in known if spell is not None)


def _named_options(state: BattleState, creature: str, names: tuple[str, ...]) -> tuple[Option, ...]:
    wanted = {name.casefold() for name in names}
    if "Strike" in names:
        # Of a Strike the weapon is chosen.
        first, last = names[: names.index("Strike")], names[names.index("Strike") + 1 :]
        strikes = tuple(Option(weapon.key, weapon.name) for weapon in weapons(state, creature))
        return (*_named_options(state, creature, first), *strikes, *_named_options(state, creature, last))
    return tuple(
        Option(action.key, action.name)
        for action in actions_now(state, creature).values()
        if action.name.casefold() in wanted and action.kind != "spell"
    )


def passive_feature_effects(
    state: BattleState, creature: str, names: tuple[str, ...]
) -> tuple[tuple[str, str, Effect], ...]:
    """Return key, name and effect of passive features, by their names, which a hit or a save passes on.

    Those that a ban names are left out.
    """
    wanted = {name.casefold() for name in names}
    return tuple(
        (feature_key(feature), feature.name, feature)
        for feature in state.fielded(creature).features
        if feature.cost is None
        and feature.name.casefold() in wanted
        and not is_banned(state, creature, "use", feature.name)
    )


def movement_text(
    state: BattleState, creature: str, step: EffectStep, targets: tuple[str, ...] = ()
) -> tuple[str, str]:
    """Tell the players what to move, where it has to end, and why that far; ``targets`` are those of the effect."""
    name = state.name(creature)
    if step.action == "swap":
        other = f" with {listed(map(state.name, targets), 'or')}" if targets else ""
        return f"{name} changes places{other}: move both figures.", ""
    if step.action == "drag":
        slowly = " at half its Speed" if step.pace == "half" else ""
        return f"{name} may pull the creature that it holds along{slowly}: move both figures.", ""
    if not may_move_willingly(state, creature):
        return f"{name} cannot move from where it is.", "immobilized"
    verb, (squares, why) = movement_verb(step), movement_squares(state, creature, step)
    limit = "" if step.to == "random direction" else "up to "
    how_far = f" {limit}{counted(squares, 'square')}" if squares else ""
    text = f"{name} {verb}{how_far}{' in a straight line' if step.straight else ''}{_where(state, step, targets)}"
    if ignored := [word for held in state.combatants[creature].active_effects for word in held.ignores]:
        text = f"{text}, ignoring {listed(word for word in ignored if word not in NOT_GROUND)}".removesuffix(
            ", ignoring "
        )
    if step.action == "step":
        return f"{text}: this triggers no reactions.", why
    return f"{text}.{f' This triggers no {step.quiet}.' if step.quiet else ''}", why


def movement_squares(state: BattleState, creature: str, step: EffectStep) -> tuple[int | None, str]:
    """Return how far a movement goes in squares and why, None for any distance."""
    if (step.action in ("stride", "fly", "drag") and step.squares is None) or step.pace:
        return _step_speed(state, creature, step)
    if step.action == "stride" and step.squares:
        # A Stride is never longer than the Speed.
        return min(step.squares, _step_speed(state, creature, step)[0]), ""
    return (step.squares or 1 if step.action == "step" else step.squares), ""


NOT_GROUND = ("cover", "concealment")


def movement_verb(step: EffectStep) -> str:
    """Return what a creature does that takes a step of a movement."""
    return _VERBS.get(step.action, "moves")


_VERBS = {"stride": "Strides", "fly": "flies", "step": "Steps", "teleport": "teleports"}


def _where(state: BattleState, step: EffectStep, targets: tuple[str, ...]) -> str:
    """Return what a movement goes through, ignores, and where it ends, in words."""
    through = "" if step.through == THROUGH_TARGETS and not targets else step.through
    # Names are what people typed, so no text with a name in it is a template.
    words = [
        WAYS_THROUGH.get(through, "").replace("{target}", listed(map(state.name, targets))),
        f"ignoring {listed(step.ignoring)}" if step.ignoring else "",
        DESTINATIONS.get(step.to, "").replace("{target}", listed(map(state.name, targets), "or") or "the creature"),
    ]
    return "".join(f", {word}" for word in words if word)


_PACES = {"": (1, 1), "half": (1, 2), "twice": (2, 1)}


def _step_speed(state: BattleState, creature: str, step: EffectStep) -> tuple[int, str]:
    if step.speed is not None:
        return step.speed, f"Speed {step.speed} for this action"
    more = (NamedModifier("this action", step.speed_bonus),) if step.speed_bonus else ()
    number = speed_number(state, creature, more=more)
    times, parts = _PACES[step.pace]
    return number.value * times // parts, number.why


def use_of(
    creature: str,
    action: BattleAction,
    way: ActionVariant,
    *,
    chosen: tuple[str, ...] = (),
    way_to: tuple[Square, ...] = (),
    modifiers: tuple[NamedModifier, ...] = (),
    riders: tuple[ActionUse, ...] = (),
    is_reaction: bool = False,
) -> ActionUse:
    """Return an action of a creature as something to resolve."""
    return ActionUse(
        user=creature,
        action=action.key,
        name=action.name,
        effect=way.effect,
        text=way.text,
        modifiers=modifiers,
        riders=riders,
        chosen=chosen,
        way_to=way_to,
        is_weapon=action.is_weapon,
        is_magical=action.is_magical,
        is_spell=action.kind == "spell",
        is_reaction=is_reaction,
        is_wrestling=isinstance(way.effect, Action) and way.effect.fight_roll and bool(way.effect.saves),
    )


def step_use(
    state: BattleState, activity: ActionUse, creature: str, step: EffectStep, answer: ActChosen
) -> ActionUse | None:
    """Return the action that a creature takes for a step of an activity; None if there is none with that key."""
    action = find_action(state, creature, answer.action)
    way = action.way(answer.way) if action else None
    if action is None or way is None:
        return None
    if step.reach is not None:
        way = replace(way, effect=replace(way.effect, range=Range("melee", step.reach)))
    moved = f"moved {step.after_moving}"
    counts = step.after_moving is None or any(moved in target.circumstances.holds for target in answer.targets)
    use = use_of(
        creature,
        action,
        way,
        way_to=answer.way_to,
        chosen=answer.choices,
        modifiers=(NamedModifier(activity.name, step.modifier),) if step.modifier and counts else (),
        riders=activity.riders if action.is_weapon and creature == activity.user else (),
        is_reaction=activity.is_reaction or creature != activity.user,
    )
    return replace(use, is_combined=True) if step.combined else use


def step_words(step: EffectStep) -> str:
    """Return what a step lets its creature do, for the question which one it takes."""
    names = listed(step.names, "or")
    match step.action:
        case "strike":
            way = " at any point of the movement" if step.on_the_way else ""
            return f"Strike{f' with {names}' if names and step.names[0] not in WEAPON_WORDS else ''}{way}"
        case "cast":
            return f"Cast {names}"
        case "use":
            return f"Use {names}"
        case "grab":
            return "Grab"
    return "Take an action"
