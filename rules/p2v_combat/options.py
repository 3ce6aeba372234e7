"""A creature's possible actions: each with its costs, its uses left, any refusal, and what the players must state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.cards.sheet import range_words
from rules.combat.resolution import Option
from rules.effects.model import Effect
from rules.effects.values import Target
from rules.p2v_combat.action_points import ap_to_spend, group_refusal, interrupting, is_controlled, shared_key
from rules.p2v_combat.actions import ActionVariant, BattleAction, BattleActionKind, universal_key
from rules.p2v_combat.bans import is_banned, why_banned, why_not_against
from rules.p2v_combat.belongings import traded_kinds, unused_items
from rules.p2v_combat.board_aims import aim_refusal, area_refusal, settled, unanswered
from rules.p2v_combat.conditions import may_move_willingly
from rules.p2v_combat.guards import is_at_range, needed_saves, user_strikes
from rules.p2v_combat.numbers import AimedTarget, has_any, is_ranged, swallower_of
from rules.p2v_combat.outcomes import PRONE
from rules.p2v_combat.parts import part_options
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.step_choices import steps_ban
from rules.p2v_combat.steps import MOVES, actions_now, weapons
from rules.p2v_combat.targeting import (
    CONCEALED,
    INVISIBLE,
    attacker_holds,
    can_wrestle,
    has_scent_of,
    hidden_from,
    reaches_farther,
    target_holds,
    why_not,
)
from rules.p2v_combat.tasks.choices import body_refusal
from rules.p2v_combat.tasks.single_steps import escapable
from rules.replacing import replace
from rules.tables.actions import Action
from rules.text import counted, listed

_NO_TARGET = frozenset({"square", "object"})
_STEPS_ONLY = tuple(map(universal_key, ("Grab", "Strike")))
"""What players choose by another name: Grab as Grapple, Strike by its weapon."""
_PRONE_ACTIONS = frozenset(map(universal_key, ("Crawl", "Stand")))
_ESCAPE, _DROP_PRONE = map(universal_key, ("Escape", "Drop Prone"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetNeed:
    """The targets that an action needs: minimum and maximum, None for any number, and what to state about each.

    ``with_cover`` and the others say which circumstances matter, ``holds`` which ones of bonuses may apply to a target.
    """

    least: int
    most: int | None
    words: str
    creatures: tuple[str, ...] = ()
    with_distance: bool = False
    with_cover: bool = False
    with_concealment: bool = False
    with_off_guard: bool = False
    with_enemy_reach: bool = False
    with_adjacent: bool = False
    holds: tuple[tuple[str, tuple[Option, ...]], ...] = ()

    @property
    def asks_for(self) -> tuple[str, ...]:
        """Which circumstances matter, by the names that they have in documents."""
        asks = {
            "distance": self.with_distance,
            "cover": self.with_cover,
            "concealment": self.with_concealment,
            "off_guard": self.with_off_guard,
            "in_enemy_reach": self.with_enemy_reach,
            "adjacent": self.with_adjacent,
        }
        return tuple(name for name, asked in asks.items() if asked)

    @property
    def by_target(self) -> Mapping[str, tuple[Option, ...]]:
        """Which circumstances of bonuses may apply, by the id of a target."""
        return dict(self.holds)


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOption:
    """A way to take an action now: its cost, its reach in words, why not (empty if it can), and its targets."""

    key: str
    cost: str
    ap: int
    reach: str
    text: str
    refusal: str
    targets: TargetNeed | None
    choices: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOption:
    """An action that a creature may choose now.

    ``uses_left`` is None if it has no boxes. ``requirement`` is what the players must check, ``holds`` are the
    circumstances of bonuses that may apply to it.
    """

    key: str
    name: str
    kind: BattleActionKind
    ways: tuple[WayOption, ...]
    uses_left: int | None
    uses: int
    requirement: str
    note: str
    is_strike: bool
    holds: tuple[Option, ...] = ()

    @property
    def refusal(self) -> str:
        """Why the creature cannot take it at all now; empty if it can in some way."""
        return "" if any(not way.refusal for way in self.ways) else self.ways[0].refusal


def options_for(state: BattleState, creature: str) -> tuple[ActionOption, ...]:
    """Return a creature's possible actions on its turn, without reactions, each with any refusal."""
    holds = unanswered(state, (creature,), attacker_holds(state, creature))
    able: dict[Target, tuple[str, ...]] = {}
    return tuple(_option(state, creature, action, holds, able) for action in _offered(state, creature))


def open_ways(state: BattleState, creature: str) -> Iterator[tuple[BattleAction, ActionVariant]]:
    """Yield the actions that a creature can take now, with each way in which it can, in the order of its options."""
    if acting_refusal(state, creature):
        return
    for action in _offered(state, creature):
        for way in action.ways:
            if not _way_refusal(state, creature, action, way):
                yield action, way


def _offered(state: BattleState, creature: str) -> Iterator[BattleAction]:
    for action in actions_now(state, creature).values():
        if action.key not in _STEPS_ONLY and not action.is_reaction:
            yield action


def _option(
    state: BattleState,
    creature: str,
    action: BattleAction,
    holds: tuple[Option, ...],
    able: dict[Target, tuple[str, ...]],
) -> ActionOption:
    left = uses_left(state, creature, action)
    strikes = any(way.effect.strike or user_strikes(way.effect) for way in action.ways)
    return ActionOption(
        key=action.key,
        name=action.name,
        kind=action.kind,
        ways=tuple(
            WayOption(
                key=way.key,
                cost=way.cost or "",
                ap=way.action_points,
                reach=range_words(way.effect.range),
                text=way.text,
                refusal=refusal(state, creature, action, way),
                targets=target_need(state, creature, way.effect, able),
                choices=part_options(way.effect),
            )
            for way in action.ways
            if way.cost != "reaction"
        ),
        uses_left=left,
        uses=action.uses,
        requirement=action.requirement,
        note=action.note,
        is_strike=strikes,
        holds=holds if strikes else (),
    )


def uses_left(state: BattleState, creature: str, action: BattleAction) -> int | None:
    """Return how many boxes of an action are unchecked; None if it has none."""
    if not action.boxes:
        return None
    return max(action.uses - state.combatants[creature].times_spent(action.boxes), 0)


def acting_refusal(state: BattleState, creature: str) -> str:
    """Return why a creature takes no action at all now; empty if it may."""
    acting = state.acting(creature)
    if acting is None or acting.has_ended:
        return "It is not this creature’s turn."
    if not state.combatants[creature].is_up:
        return f"{state.name(creature)} cannot act."
    if interrupting(state) not in ("", creature):
        return f"{state.name(interrupting(state))} takes its turn first."
    return ""


def refusal(state: BattleState, creature: str, action: BattleAction, way: ActionVariant) -> str:
    """Return why a creature cannot take an action in this way now; empty if it can."""
    return acting_refusal(state, creature) or _way_refusal(state, creature, action, way)


def _way_refusal(state: BattleState, creature: str, action: BattleAction, way: ActionVariant) -> str:
    if way.cost == "reaction":
        return "This is a reaction, for other creatures’ turns."
    limited = _uses_refusal(state, creature, action, way)
    together = group_refusal(state, creature, shared_key(action, way), way.action_points)
    return limited or together or _condition_refusal(state, creature, action, way.effect)


def _uses_refusal(state: BattleState, creature: str, action: BattleAction, way: ActionVariant) -> str:
    acting = state.acting(creature)
    done = acting.done if acting else ()
    left = uses_left(state, creature, action)
    if left == 0:
        return "All of its uses are spent."
    if action.boxes and is_controlled(state, creature):
        return "Another side controls this action and cannot choose limited uses."
    if action.key in done and (action.once_per_turn or way.cost == "0"):
        return "It can do this only once per turn."
    there, cost = ap_to_spend(state, creature), way.action_points
    if cost > there:
        return f"This costs {cost} AP, and there {'is' if there == 1 else 'are'} {there}."
    return ""


def _condition_refusal(state: BattleState, creature: str, action: BattleAction, effect: Effect) -> str:
    combatant, key, moves = state.combatants[creature], action.key, _is_movement(effect)
    if action.during and not has_any(state, creature, (action.during,)):
        return f"{action.during} does not last now."
    if key == _ESCAPE and not escapable(state, creature):
        return "No condition affects it that it can end."
    if key in _PRONE_ACTIONS and not combatant.has(PRONE):
        return "It is not prone."
    if key == _DROP_PRONE and combatant.has(PRONE):
        return "It is prone already."
    if moves and combatant.has(PRONE) and key not in _PRONE_ACTIONS:
        return "It is prone: it can only Crawl, or Stand first."
    if moves and swallower_of(state, creature):
        return "It is swallowed: it can Escape, or attack what swallowed it."
    if moves and not may_move_willingly(state, creature):
        return "It cannot move from where it is."
    if banned := why_banned(state, creature, effect, action.name, is_spell=action.kind == "spell"):
        return banned
    if banned := steps_ban(state, creature, effect) or body_refusal(state, creature, effect):
        return banned
    strikes = effect.strike or bool(user_strikes(effect))
    if strikes and not effect.strike and not any(weapons(state, creature, step.names) for step in user_strikes(effect)):
        return "It has no Strike for this."
    swaps = [kind for step in effect.steps for kind in traded_kinds(step)]
    if swaps and not any(unused_items(state, creature, kind) for kind in swaps):
        return f"It carries no {listed(swaps, 'or')}."
    return ""


def _is_movement(effect: Effect) -> bool:
    """Return True if an action does nothing but move its user."""
    steps = effect.steps
    return (
        bool(steps) and all(step.action in MOVES and step.action != "teleport" for step in steps) and not effect.damage
    )


def target_need(
    state: BattleState, creature: str, effect: Effect, known: dict[Target, tuple[str, ...]] | None = None
) -> TargetNeed | None:
    """Return the targets that an action's user must name; None if there are none.

    ``known`` caches the creatures that fit a target, for many questions about one state.
    """
    need = targets_needed(state, creature, effect, known)
    if need is None:
        return None
    able, against_armor = need.creatures, effect.strike
    holds = {
        choice: unanswered(state, (creature, choice), target_holds(state, creature, choice, effect)) for choice in able
    }
    need = replace(need, holds=tuple((choice, asked) for choice, asked in holds.items() if asked))
    if stands(state, creature):
        return need
    return replace(
        need,
        with_distance=against_armor and _has_two_distances(effect),
        with_cover=against_armor or any(save.stat == "reflex" for save in needed_saves(effect)),
        with_concealment=against_armor,
        with_off_guard=against_armor,
        with_enemy_reach=against_armor and effect.range is not None and effect.range.kind == "ranged",
        with_adjacent=against_armor
        and reaches_farther(state, creature, effect)
        and any(_matters_when_adjacent(state, creature, choice) for choice in able),
    )


def targets_needed(
    state: BattleState, creature: str, effect: Effect, known: dict[Target, tuple[str, ...]] | None = None
) -> TargetNeed | None:
    """Return the same without what to state about each target."""
    target = effect.targets
    if target.who == "self" or target.who in _NO_TARGET or not _has_targets(effect):
        return None
    if target.optional and not state.has_limits:
        return None
    number = target.number
    if number is not None and effect.is_in_area and effect.target is None:
        number = None
    able = None if known is None else known.get(target)
    if able is None:
        able = tuple(
            combatant.id
            for combatant in state.combatants.values()
            if not why_not(state, creature, combatant.id, target)
        )
        if known is not None:
            known[target] = able
    hostile = effect.strike or bool(effect.damage) or bool(needed_saves(effect))
    if hostile and number is not None and not target.with_self:
        able = tuple(choice for choice in able if choice != creature)
    shot = is_at_range(effect)
    able = tuple(choice for choice in able if not why_not_against(state, creature, choice, effect, is_ranged=shot))
    return TargetNeed(
        least=0 if number is None or target.optional else 1,
        most=number,
        words=_target_words(target, number),
        creatures=able,
    )


def _matters_when_adjacent(state: BattleState, creature: str, target: str) -> bool:
    combatant = state.combatants[target]
    is_smelled = (combatant.has(INVISIBLE) or combatant.has(CONCEALED)) and has_scent_of(state, creature, target)
    return is_smelled or is_banned(state, target, "be seen far away")


def _has_targets(effect: Effect) -> bool:
    if effect.target is not None:
        return True
    if effect.strike or effect.saves or effect.damage or effect.range is not None:
        return not (effect.steps and user_strikes(effect) and not effect.strike)
    return bool(effect.heal or effect.temporary_hp)


def _has_two_distances(effect: Effect) -> bool:
    reach = effect.range
    return reach is not None and (reach.long is not None or reach.other is not None)


def _target_words(target: Target, number: int | None) -> str:
    kind = f"{listed(target.tags, 'or')} {target.who}".strip() if target.who != "trigger" else "creature"
    if number is None:
        return f"each {kind} that it reaches"
    return counted(number, kind)


def targets_refusal(state: BattleState, creature: str, effect: Effect, targets: tuple[AimedTarget, ...]) -> str:
    """Return why these cannot be the targets of an action; empty if they can."""
    ids = [target.creature for target in targets]
    if any(target not in state.combatants for target in ids) or len(set(ids)) != len(ids):
        return "Choose among the creatures of this battle, each once."
    need = targets_needed(state, creature, effect)
    if need is None:
        return "" if not ids or ids == [creature] else "This action is for no other creature."
    if len(ids) < need.least:
        return f"Choose {need.words}."
    if need.most is not None and len(ids) > need.most:
        return f"This is for {need.words} at most."
    refusals = (target_refusal(state, creature, effect, need, target) for target in targets)
    if (refused := next(filter(None, refusals), "")) or need.most is not None:
        return refused
    able = (aim for aim in map(AimedTarget, need.creatures) if not target_refusal(state, creature, effect, need, aim))
    return area_refusal(state, creature, effect, (aim.creature for aim in able), targets)


def target_refusal(state: BattleState, creature: str, effect: Effect, need: TargetNeed, aim: AimedTarget) -> str:
    """Return why a creature cannot be one of the targets of an effect that needs these; empty if it can."""
    target, name = aim.creature, state.name(aim.creature)
    banned = why_not_against(state, creature, target, effect, is_ranged=is_ranged(effect, aim.circumstances))
    if target not in need.creatures:
        return why_not(state, creature, target, effect.targets) or banned or f"{name} cannot be the target of this."
    if banned:
        return banned
    inside, eaten_by = swallower_of(state, creature), swallower_of(state, target)
    if eaten_by is not None and target != creature:
        return f"{name} is swallowed and cannot be targeted."
    if inside is not None and target not in (inside, creature):
        return "A swallowed creature can attack only what swallowed it."
    if effect.strike and INVISIBLE == hidden_from(state, creature, effect, aim) == hidden_from(
        state, creature, effect, settled(state, creature, effect, aim)
    ):
        if has_scent_of(state, creature, target):
            return f"{name} is invisible: {state.name(creature)} smells it only while the two are adjacent."
        return f"{name} is invisible, and {state.name(creature)} does not see it."
    if isinstance(effect, Action) and effect.sizes_larger is not None and not can_wrestle(state, creature, target):
        return f"{name} is too large for this."
    return aim_refusal(state, creature, effect, aim)
