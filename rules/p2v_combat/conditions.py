"""Conditions and statuses in a battle: who has which, how creatures gain and lose them, and when they end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from rules.effects.limits import BAN, EndsWhen, ban_of
from rules.p2v_combat.bans import bans_on, instead_of, is_banned
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.state import ActiveCondition, ActiveEffect, BattleState, Combatant
from rules.replacing import replace
from rules.tables import conditions
from rules.tables.conditions import CONDITIONS, Gained, conditions_given, ends_with_this_turn, expanded
from rules.tables.movement import BY_NAME as MODES
from rules.tables.terrain import TRAITS
from rules.text import listed

LOADS: dict[str, tuple[str, ...]] = {
    "light load": ("carrying a load",),
    "heavy load": ("carrying a load", "carrying a heavy load"),
}
"""The circumstances of the conditions' table for each status of carrying."""

_HELD_WHILE = (words for condition in CONDITIONS for words in condition.held_while)
PLACES: tuple[str, ...] = tuple(
    dict.fromkeys(
        words
        for words in (*_HELD_WHILE, *(trait.place for trait in TRAITS))
        if words and words not in conditions.STATUSES_BY_NAME and not words.startswith("carrying")
    )
)
"""Places that sustain a condition or do something to a creature there, as words after "while the creature is"."""

DERIVED_STATUSES = ("dying", "helpless", "eliminated")
"""Statuses that follow from HP and from leaving play; no effect gives them directly."""

FLIGHT = "Flight"
"""The mode that prevents falls."""

AQUATIC, AQUATIC_SPEED = "Aquatic", "aquatic speed"
"""The mode of creatures that swim, and the prefix of their Speed at the foot of a card."""

INCLINE = "on an incline"
COMBAT_CLIMBER = "feat-combat-climber"
ALWAYS = "always"
"""The duration of what a creature's own feature always gives it."""

_LATENESS: tuple[Gained, ...] = ("earlier", "during the turn", "as the turn ends")
_ALL_CONDITIONS = "all conditions"
CONDITION = "condition"
"""The duration of what lasts as long as its conditions."""
_OWN_RULE = ("", "instant", CONDITION)
_ENDS_OF_NEXT_TURN = ("next_turn_end", "target_next_turn_end", "target_next_activation")

TimedEffect = TypeVar("TimedEffect", ActiveCondition, ActiveEffect)
MomentKind = Literal["turn start", "turn end", "round end"]


@dataclass(frozen=True, slots=True)
class TurnMoment:
    """A point of the game at which effects end: the start or end of a creature's turn, or the end of a round."""

    kind: MomentKind
    creature: str | None = None


def always_held(fielded: Fielded) -> tuple[tuple[ActiveCondition, ...], tuple[ActiveCondition, ...]]:
    """Return the conditions and the statuses that a creature's own features always give it."""
    immune = {word.casefold() for word in fielded.card.immune}
    held = [
        ActiveCondition(word, source=passive.name, until=ALWAYS)
        for passive in fielded.passives
        for word in passive.always_gives
        if word.casefold() not in immune
    ]
    given = tuple(condition for condition in held if condition.name in conditions.STATUSES_BY_NAME)
    return tuple(condition for condition in held if condition not in given), given


def _is_always_held(combatant: Combatant, name: str) -> bool:
    return any(held.name == name and held.until == ALWAYS for held in (*combatant.conditions, *combatant.statuses))


def moments_to_skip(state: BattleState, creature: str, by: str | None, until: str) -> int:
    """Return how many moments pass before the end of what ``by`` gives a creature now."""
    # The end of the next turn is not the end of a turn that is still going on; the next round is not this one.
    if until == "next_round_end":
        return 1
    return int(until in _ENDS_OF_NEXT_TURN and state.is_in_turn(creature if until.startswith("target") else by))


def gain_condition(
    state: BattleState,
    creature: str,
    name: str,
    *,
    by: str | None = None,
    source: str = "",
    until: str = "",
    ends_when: tuple[EndsWhen, ...] = (),
) -> BattleState:
    """Return the state after a creature gains a condition or status, unless it is immune to it or banned from it.

    ``until`` is one of ``Lasts``; empty if the condition ends by its own rule. ``ends_when`` ends it early.
    """
    if name in DERIVED_STATUSES or not state.combatants[creature].is_in_play:
        return state
    why = tuple(filter(None, [source]))
    if is_immune_to_condition(state, creature, name):
        return state.note(creature, f"{state.name(creature)} is immune to {name}.", *why)
    if banning := next(
        (held for held, ban in bans_on(state, creature) if ban.kind == "gain" and name in ban.names), None
    ):
        return state.note(creature, f"{state.name(creature)} {banning.name}.", banning.source)
    lasts = "" if until in _OWN_RULE else until
    skips = moments_to_skip(state, creature, by, lasts)
    gained = ActiveCondition(name, by, _gained_now(state, creature), source, lasts, skips, ends_when)
    combatant = state.combatants[creature]
    if _is_always_held(combatant, name):
        return state
    if (instead := instead_of(state, creature, name, source)) is not None:
        if instead.name:
            return gain_condition(state, creature, instead.name, by=by, source=instead.source, until=until)
        state = state.note(creature, f"{state.name(creature)} would be {_wording(name)}.", instead.source)
        return replace(state, last_acts=(*state.last_acts, (creature, instead.key)))
    had = combatant.has(name)
    place = "statuses" if name in conditions.STATUSES_BY_NAME else "conditions"
    before, state = state, state.change(creature, **{place: _with(getattr(combatant, place), gained)})
    if name == "petrified":
        return _petrify(state, creature, by)
    if had:
        return state
    after = state.note(creature, f"{state.name(creature)} is {_wording(name)}.", *why)
    return _with_mode_noted(before, after, creature)


def _with(held: tuple[ActiveCondition, ...], gained: ActiveCondition) -> tuple[ActiveCondition, ...]:
    # A condition does not stack: from the same cause the one that stays longer counts.
    same = [
        condition
        for condition in held
        if (condition.name, condition.by, condition.until) == (gained.name, gained.by, gained.until)
    ]
    last = max((*same, gained), key=lambda condition: (condition.skips, _LATENESS.index(condition.gained)))
    return (*(condition for condition in held if condition not in same), last)


def lose_condition(state: BattleState, creature: str, name: str, *why: str, even_always: bool = False) -> BattleState:
    """Return the state after a creature loses a condition or status, from every cause.

    Permanent effects of its own features stay, unless ``even_always``.
    """
    combatant = state.combatants[creature]
    if not combatant.has(name) or (not even_always and _is_always_held(combatant, name)):
        return state
    lost = _without(state, creature, lambda held: held.name == name)
    lost = lost.note(creature, f"{state.name(creature)} is no longer {_wording(name)}.", *why)
    return _with_mode_noted(state, lost, creature)


def lose_held_by(state: BattleState, holder: str, *names: str) -> BattleState:
    """Return the state in which no creature has any of these conditions or statuses from one creature any more."""

    def is_gone(held: ActiveCondition) -> bool:
        return held.by == holder and held.name in names

    for combatant in tuple(state.combatants.values()):
        if gone := list(filter(is_gone, (*combatant.conditions, *combatant.statuses))):
            state = _without(state, combatant.id, is_gone)
            freed = ", ".join(dict.fromkeys(held.name for held in gone))
            state = state.note(combatant.id, f"{state.name(combatant.id)} is no longer {freed}.", state.name(holder))
    return state


def end_early(
    state: BattleState, creature: str, happens: EndsWhen | None, by: str | None = None, source: str | None = None
) -> BattleState:
    """Return the state without what an event ends for a creature (None: any), from that giver and source if given."""

    def is_over(held: ActiveCondition | ActiveEffect) -> bool:
        return happens in (None, *held.ends_when) and by in (None, held.by) and source in (None, held.source)

    combatant = state.combatants[creature]
    held_now = (*combatant.conditions, *combatant.statuses)
    if not any(map(is_over, held_now)) and not any(map(is_over, combatant.active_effects)):
        return state
    left = tuple(effect for effect in combatant.active_effects if not is_over(effect))
    state = _without(state.change(creature, active_effects=left), creature, is_over)
    return _with_losses_noted(combatant, state, "Ends early")


def _without(state: BattleState, creature: str, is_gone: Callable[[ActiveCondition], bool]) -> BattleState:
    combatant = state.combatants[creature]
    conditions_left, statuses_left = (
        tuple(held for held in place if not is_gone(held)) for place in (combatant.conditions, combatant.statuses)
    )
    return _holding(state, creature, conditions_left, statuses_left)


def _holding(
    state: BattleState, creature: str, held: tuple[ActiveCondition, ...], held_statuses: tuple[ActiveCondition, ...]
) -> BattleState:
    """Return the state with a creature's remaining conditions, without numbers that lasted as long as the removed
    ones.
    """
    sources = {status.source for status in (*held, *held_statuses)}
    active_effects = state.combatants[creature].active_effects
    left = tuple(effect for effect in active_effects if effect.until != CONDITION or effect.source in sources)
    return state.change(creature, conditions=held, statuses=held_statuses, active_effects=left)


def is_immune_to_condition(state: BattleState, creature: str, name: str) -> bool:
    """Return True if the card of a creature makes it immune to a condition or status."""
    immune = {word.casefold() for word in state.fielded(creature).card.immune}
    return name.casefold() in immune or (name not in conditions.STATUSES_BY_NAME and _ALL_CONDITIONS in immune)


def all_conditions(state: BattleState, creature: str) -> tuple[str, ...]:
    """Return the names of a creature's conditions, including those from its statuses, loads and places."""
    combatant = state.combatants[creature]
    return () if combatant.is_unaffected else _conditions_among(state, creature, _circumstances(state, combatant))


def _conditions_among(state: BattleState, creature: str, circumstances: set[str]) -> tuple[str, ...]:
    combatant = state.combatants[creature]
    names = dict.fromkeys(combatant.condition_names)
    names.update(dict.fromkeys(conditions_given(_statuses_now(combatant))))
    if circumstances:
        names.update((row.name, None) for row in CONDITIONS if not circumstances.isdisjoint(row.held_while))
    return tuple(name for name in names if not is_immune_to_condition(state, creature, name))


def all_statuses(state: BattleState, creature: str) -> tuple[str, ...]:
    """Return the names of a creature's statuses, including dying and its consequences."""
    return _statuses_now(state.combatants[creature])


def is_held(state: BattleState, creature: str, name: str) -> bool:
    """Return True if a status, a load, a place or a feature causes a condition: neither time nor Escape ends it."""
    combatant = state.combatants[creature]
    if name in conditions_given(_statuses_now(combatant)) or _is_always_held(combatant, name):
        return True
    condition = conditions.BY_NAME.get(name)
    return bool(condition and _circumstances(state, combatant) & set(condition.held_while))


def may_move_willingly(state: BattleState, creature: str) -> bool:
    """Return False if a condition prevents a creature from moving."""
    held = all_conditions(state, creature)
    return not any(row.no_willing_movement for row in expanded(held)) and not is_banned(state, creature, "move")


def mode_now(state: BattleState, creature: str) -> str:
    """Return the present movement mode of a creature, by its card or by a spell; empty if it has none."""
    # Encumbered takes Flight, Burrowing and Wall Climb away, also where a spell gives them. "Conditions".
    combatant = state.combatants[creature]
    held = _conditions_among(state, creature, {*_statuses_now(combatant), *_loads(combatant)})
    lost = {"", *(mode for condition in expanded(held) for mode in condition.loses_modes)}
    # Older battles hold such a ban as an effect.
    lost |= {name for effect in combatant.active_effects if (ban := ban_of(effect.source)) for name in ban.names}
    given = (effect.source for effect in combatant.active_effects if effect.source in MODES)
    modes = (*given, state.fielded(creature).card.movement_mode or "")
    return next((mode for mode in modes if mode not in lost and not is_banned(state, creature, "use", mode)), "")


def guarding_mode(state: BattleState, creature: str, place: str) -> str:
    """Return the movement mode that protects a creature from being off-guard in a place; empty if it has none."""
    combatant, card = state.combatants[creature], state.fielded(creature).card
    if not combatant.by_mode:
        return ""
    # A Speed of its own in water is the Aquatic mode there: ruling 367.
    swims = any(word.casefold().startswith(AQUATIC_SPEED) for word in card.other)
    modes = (mode_now(state, creature), AQUATIC if swims else "")
    return next((mode for mode in modes if mode and MODES[mode].guarded == place), "")


def _with_mode_noted(before: BattleState, state: BattleState, creature: str) -> BattleState:
    """Return the state with a note if a condition has removed or restored a creature's movement mode."""
    had, has = mode_now(before, creature), mode_now(state, creature)
    if had == has:
        return state
    held = expanded(all_conditions(state, creature))
    cause = listed(condition.name for condition in held if had in condition.loses_modes)
    text = f"has {has} again" if has else f"loses {had}{f' while it is {cause}' if cause else ''}"
    return state.note(creature, f"{state.name(creature)} {text}.")


def end_effects(state: BattleState, moment: TurnMoment) -> BattleState:
    """Return the state without the conditions, statuses and numbers that end at a moment."""
    for combatant in tuple(state.combatants.values()):
        if combatant.is_in_play and (combatant.conditions or combatant.statuses or combatant.active_effects):
            state = _end_for(state, combatant, moment)
    return state


def _end_for(state: BattleState, combatant: Combatant, moment: TurnMoment) -> BattleState:
    own_end = moment.kind == "turn end" and moment.creature == combatant.id
    conditions_left = list(_left(combatant, combatant.conditions, moment))
    if own_end:
        conditions_left = [held for held in conditions_left if not _ends_with_turn(state, combatant.id, held)]
        conditions_left = [replace(held, gained="earlier") for held in conditions_left]
    statuses_left = tuple(_left(combatant, combatant.statuses, moment))
    effects_left = tuple(_left(combatant, combatant.active_effects, moment))
    if (tuple(conditions_left), statuses_left, effects_left) == (
        combatant.conditions,
        combatant.statuses,
        combatant.active_effects,
    ):
        return state
    state = state.change(combatant.id, active_effects=effects_left)
    state = _holding(state, combatant.id, tuple(conditions_left), statuses_left)
    return _with_losses_noted(combatant, state, moment.kind.capitalize())


def _with_losses_noted(earlier: Combatant, state: BattleState, why: str) -> BattleState:
    """Return the state with a note of the conditions, statuses and effects that a creature had before."""
    combatant, before = state.combatants[earlier.id], state.with_combatant(earlier)
    left = {*combatant.condition_names, *combatant.status_names}
    gone = [name for name in dict.fromkeys((*earlier.condition_names, *earlier.status_names)) if name not in left]
    kept = {effect.source for effect in combatant.active_effects}
    lost = [
        source for source in dict.fromkeys(effect.source for effect in earlier.active_effects) if source not in kept
    ]
    words = [f"is no longer {listed(map(_wording, gone), 'or')}"] if gone else []
    words += [f"loses {listed(lost)}"] if lost else []
    if not words:
        return state
    state = state.note(combatant.id, f"{state.name(combatant.id)} {' and '.join(words)}.", why)
    return _with_mode_noted(before, state, combatant.id)


def _left(combatant: Combatant, effects: tuple[TimedEffect, ...], moment: TurnMoment) -> Iterator[TimedEffect]:
    """Yield the effects that are still there after a moment, each with the moments left to skip."""
    for effect in effects:
        if not _is_due(combatant, effect, moment):
            yield effect
        elif effect.skips:
            yield replace(effect, skips=effect.skips - 1)


def _is_due(combatant: Combatant, effect: ActiveCondition | ActiveEffect, moment: TurnMoment) -> bool:
    match effect.until:
        case "turn_end" | "next_turn_end":
            return moment.kind == "turn end" and moment.creature == effect.by
        case "next_turn_start":
            return moment.kind == "turn start" and moment.creature == effect.by
        case "target_next_turn_start":
            return moment.kind == "turn start" and moment.creature == combatant.id
        case "target_next_turn_end" | "target_next_activation":
            return moment.kind == "turn end" and moment.creature == combatant.id
        case "next_round_end":
            return moment.kind == "round end"
    return False


def _ends_with_turn(state: BattleState, creature: str, held: ActiveCondition) -> bool:
    return not held.until and ends_with_this_turn(
        held.name, gained=held.gained, held=is_held(state, creature, held.name)
    )


def _statuses_now(combatant: Combatant) -> tuple[str, ...]:
    return (*combatant.status_names, *(("dying",) if combatant.is_dying else ()))


def _circumstances(state: BattleState, combatant: Combatant) -> set[str]:
    places = (place for place in combatant.places if place != INCLINE or not _climbs(state, combatant.id))
    return {
        *_statuses_now(combatant),
        *_loads(combatant),
        *(place for place in places if not guarding_mode(state, combatant.id, place)),
    }


def _loads(combatant: Combatant) -> set[str]:
    return {words for name in combatant.status_names for words in LOADS.get(name, ())}


def _climbs(state: BattleState, creature: str) -> bool:
    # Climbing with this feat does not make off-guard: ruling 352. Older logs go on without it.
    return any(feature.id == COMBAT_CLIMBER and feature.moments for feature in state.fielded(creature).features)


def _gained_now(state: BattleState, creature: str) -> Gained:
    acting = state.acting(creature)
    if acting is None or acting.has_ended or not acting.has_started:
        return "earlier"
    return "as the turn ends" if acting.is_ending else "during the turn"


def _petrify(state: BattleState, creature: str, by: str | None) -> BattleState:
    # It leaves play, and a statue of its size stays in its place.
    state = state.change(creature, presence="left").with_scored_fact("petrified", by, creature)
    return state.note(creature, f"{state.name(creature)} turns to stone and leaves play. A statue of its size stays.")


def _wording(name: str) -> str:
    if name.startswith(BAN):
        return f"affected by “{name}”"
    return f"carrying a {name}" if name.endswith(" load") else name
