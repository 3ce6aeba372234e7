"""What leads to an effect: a declared action, a reaction, a passive feature that the battle plays."""

from collections.abc import Collection

from rules.board.battlefield import BoardFigure
from rules.combat.answers import OfferAccepted, OptionChosen
from rules.combat.resolution import ChoiceAsk, Option
from rules.effects.circumstances import PassiveMomentKind
from rules.effects.model import Effect
from rules.effects.values import Bonus
from rules.errors import ChangeRefused, require
from rules.p2v_combat.actions import ActionVariant, BattleAction, feature_key
from rules.p2v_combat.announcements import auras_around, passives, passives_at
from rules.p2v_combat.board_aims import CROSSED, settled
from rules.p2v_combat.move_kinds import RESURFACING
from rules.p2v_combat.numbers import AimedTarget, NamedModifier
from rules.p2v_combat.outcomes import keep_zone, zone_of
from rules.p2v_combat.passives import Passive
from rules.p2v_combat.reactions import damage_taken_off, extra_reactions_left, reaction_aims, reaction_effect
from rules.p2v_combat.scoring.places import reached_from
from rules.p2v_combat.standing import battlefield_of, figure_of
from rules.p2v_combat.state import ActiveEffect, BattleState, SustainedSpell
from rules.p2v_combat.steps import own_action, use_of
from rules.p2v_combat.targeting import is_for
from rules.p2v_combat.tasks.damage import FerocityTask, reduce_damage
from rules.p2v_combat.tasks.effects import EffectTask, TargetTask
from rules.p2v_combat.tasks.endings import lose_reach_on_board
from rules.p2v_combat.tasks.moves import WalkTask
from rules.p2v_combat.tasks.strikes import CoverTask, StrikeTask, with_coming_strike
from rules.p2v_combat.tasks.task import (
    ROLL,
    Announcement,
    CallTask,
    MeetingTask,
    Task,
    TaskAnswer,
    choosing_side,
    with_waiting,
)
from rules.p2v_combat.triggers import eliminates, is_ferocity
from rules.p2v_combat.uses import ActionUse, Trigger
from rules.replacing import replace
from rules.tables.sizes import Space
from rules.text import counted


class ActionTask(Task, kw_only=True):
    """An action that a creature has declared and paid for."""

    use: ActionUse
    aims: tuple[AimedTarget, ...] = ()
    sustained: SustainedSpell | None = None

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Announce it, resolve it, and count it."""
        use = self.use
        trigger = use.trigger("casts" if use.is_spell else "acts", self.aims[0] if self.aims else None)
        use = replace(use, was_cast=use.is_spell)
        zone = zone_of(use.effect) if state.has_limits else None
        return state.pushed(
            Announcement(trigger),
            EffectTask(use=use, aims=self.aims),
            *((CallTask(keep_zone, (use, zone)),) if zone else ()),
            CallTask(_count_action, (use.user, self.sustained)),
        )


def _count_action(state: BattleState, user: str, sustained: SustainedSpell | None) -> BattleState:
    """End an action, whether it worked or not: its Fight rolls count for the multiple attack penalty."""
    combatant = state.combatants[user]
    if sustained is not None and combatant.is_up:
        others = tuple(spell for spell in combatant.sustained if spell.action != sustained.action)
        state = state.change(user, sustained=(*others, sustained))
    acting = state.acting(user)
    if acting is None or not acting.is_fighting:
        return state
    # All Fight rolls of one action count once.
    return state.with_acting(user, fight_actions=acting.fight_actions + 1, is_fighting=False)


THIS_EFFECT = "this effect"
"""The circumstance of a bonus that counts against the effect that set a reaction off."""


def react(state: BattleState, announcement: Announcement, taken: OfferAccepted) -> BattleState:
    """Return the state in which an offered reaction resolves, before others are asked and the trigger continues."""
    # A reaction resolves before its trigger goes on: ruling 200.
    action = require(own_action(state, taken.creature, taken.offer), ChangeRefused("This option is not available now."))
    is_extra = _spends_extra(state, taken.creature, action) and taken.creature not in announcement.with_extra
    with_extra = (*announcement.with_extra, taken.creature) if is_extra else announcement.with_extra
    state = state.popped().pushed(replace(announcement, with_extra=with_extra))
    return begin_reaction(state, taken.creature, action, action.ways[0], announcement.trigger, is_extra=is_extra)


def _spends_extra(state: BattleState, creature: str, action: BattleAction) -> bool:
    """Return True if a creature spends one of its extra reactions on an action: they go before the usual one."""
    return extra_reactions_left(state, creature, action.name) > 0


def begin_reaction(
    state: BattleState,
    creature: str,
    action: BattleAction,
    way: ActionVariant,
    trigger: Trigger | None,
    aims: tuple[AimedTarget, ...] = (),
    chosen: tuple[str, ...] = (),
    *,
    is_extra: bool | None = None,
) -> BattleState:
    """Return the state with a creature's reaction paid for and about to resolve.

    ``trigger`` is None for one that the players reported; ``aims`` are its targets then. ``is_extra`` says whether one
    of its extra reactions pays for it, None: if it has one.
    """
    combatant = state.combatants[creature]
    state = state.with_box_checked(creature, action.boxes)
    is_extra = _spends_extra(state, creature, action) if is_extra is None else is_extra
    if way.cost == "0" and trigger is not None:
        state = state.note(creature, f"{state.name(creature)}: {action.name}.", "Free action")
    else:
        state = state.change(
            creature,
            has_reacted=combatant.has_reacted or not is_extra,
            extra_reactions=combatant.extra_reactions + is_extra,
            readied=False,
        )
        state = state.note(creature, f"{state.name(creature)} reacts: {action.name}.", "Reaction")
    if is_ferocity(action.name):
        return state.pushed(
            FerocityTask(creature, action.name, eliminates(way.effect, getattr(way.effect, "effect", "")))
        )
    amount = damage_taken_off(state, creature, action)
    if amount and trigger is not None and trigger.target is not None:
        state = reduce_damage(state, trigger.target, amount, action.name)
    effect = reaction_effect(state, creature, action, way)
    is_for_another = effect.target is not None and effect.target.who == "ally"
    guarded = trigger.target if is_for_another and trigger is not None and trigger.target else creature
    state = _guarded(state, guarded, action.name, effect)
    if not _does_more(effect):
        return state
    use = use_of(creature, action, way, chosen=chosen, is_reaction=True)
    use = replace(use, effect=effect, asks_holds=not aims)
    aims = aims or tuple(settled(state, creature, effect, aim) for aim in reaction_aims(creature, effect, trigger))
    return state.pushed(EffectTask(use=use, aims=aims), ReactionEnd(creature))


class ReactionEnd(Task):
    """The end of a reaction's effect; while this waits, events are due to the reaction."""

    creature: str

    @property
    def reactor(self) -> str | None:
        return self.creature

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        return state


def _guarded(state: BattleState, creature: str, name: str, effect: Effect) -> BattleState:
    """Return the state in which a reaction's bonus on Armor and saves counts against the effect that triggered it."""
    bonuses = [bonus for bonus in effect.bonuses if bonus.when == THIS_EFFECT and not bonus.is_value]
    armor = sum(bonus.by for bonus in bonuses if "armor" in bonus.stats)
    saves = sum(bonus.by for bonus in bonuses if "saves" in bonus.stats)

    def against(cover: CoverTask, strike: StrikeTask) -> CoverTask:
        use = replace(strike.use, modifiers=(*strike.use.modifiers, NamedModifier(f"Armor by {name}", -armor)))
        return replace(cover, then=replace(strike, use=use))

    if armor and (changed := with_coming_strike(state, against, creature)):
        return changed
    if saves:
        active = ActiveEffect(name, creature, ROLL, bonuses=(Bonus(stats=("saves",), by=saves),))
        return state.change(creature, active_effects=(*state.combatants[creature].active_effects, active))
    return state


def _does_more(effect: Effect) -> bool:
    """Return True if a reaction does more than take something off damage."""
    return bool(
        effect.steps
        or effect.then
        or effect.damage
        or effect.saves
        or effect.gives
        or effect.moves
        or any(bonus.when != THIS_EFFECT for bonus in effect.bonuses)
        or effect.heal
        or effect.temporary_hp
        or effect.changes
        or effect.by_table
    )


def passive_tasks(
    state: BattleState, creature: str, at: PassiveMomentKind, names: Collection[str] = ()
) -> tuple[Task, ...]:
    """Return the tasks of a creature's passives at a moment, as far as the battle plays them."""
    coming = passives_at(state, creature, at, names)
    return tuple(_task(creature, passive) for passive in coming if passive.is_played_at(at))


def aura_tasks(
    state: BattleState, creature: str, at: PassiveMomentKind, before: Space | None = None
) -> tuple[Task, ...]:
    """Return the tasks of others' areas in which a board shows a creature at a moment, or which it has entered."""
    met = []
    for holder, passive in auras_around(state, creature, at, before):
        task = _task(holder, passive)
        aim = settled(state, holder, task.use.effect, AimedTarget(creature))
        met.append(replace(task, aims=(aim,)))
    return tuple(met)


def _crossed(state: BattleState, mover: BoardFigure) -> BattleState:
    """Return the state in which those whose spaces a creature moves through are marked as targets that it crosses."""

    def marked(task: MeetingTask) -> MeetingTask:
        circumstances = task.aim.circumstances
        circumstances = replace(circumstances, holds=(*circumstances.holds, CROSSED))
        return replace(task, aim=replace(task.aim, circumstances=circumstances))

    field = battlefield_of(state)
    for other in field.figures if field is not None else ():
        if other.id != mover.id and not other.space.squares.isdisjoint(mover.space.squares):
            state = with_waiting(
                state,
                MeetingTask,
                marked,
                lambda task: task.use.user == mover.id and task.aim.creature == other.id,  # noqa: B023 - called at once
            )
    return state


def after_moves(before: BattleState, state: BattleState) -> BattleState:
    """Return the state after what follows from the moves on the board since before, if there were any.

    Others' areas meet the creatures that have entered them, and what ends out of reach of every enemy ends.
    """
    if state.board is None or before.board is None or state.board is before.board:
        return state
    state, left = lose_reach_on_board(state), before.board.places
    for creature, place in state.board.places.items() if state.board else ():
        if left.get(creature, place) != place and state.combatants[creature].is_in_play:
            figure, start = figure_of(state, creature), left[creature]
            walk = next(
                (task for task in state.stack if isinstance(task, WalkTask) and task.move.creature == creature), None
            )
            state = _crossed(state, figure)
            if walk is not None and figure.mode in RESURFACING:
                # On its way nothing reaches it. Ruling 404.
                if walk.left:
                    continue
                start = walk.start
            space = Space(*start, figure.space.width)
            state = state.pushed(*aura_tasks(state, creature, "another_moves", space))
    return state


def act_to_come(state: BattleState, creature: str, key: str) -> Task | None:
    """Return the task of a creature's passive after its trigger is over; None if the players apply it."""
    if not state.combatants[creature].is_in_play:
        return last_act(state, creature, key)
    passive = next((passive for passive in passives(state, creature) if passive.key == key), None)
    return _task(creature, passive) if passive is not None and state.combatants[creature].is_up else None


def _task(creature: str, passive: Passive) -> EffectTask:
    effect = replace(passive.effect, trigger=None, precondition=None)
    use = ActionUse(user=creature, action="", name=passive.name, effect=effect, is_reaction=True, asks_holds=True)
    return EffectTask(use=use, aims=(AimedTarget(creature),))


NO_ONE_ELSE = "no one else"


class BlastTask(Task, kw_only=True):
    """An effect on everyone within some squares of a creature or thing.

    ``around`` is what a board measures from. Without one only the players can see who that is: their ``side`` names
    them one by one. ``reached`` are those named so far.
    """

    use: ActionUse
    side: str
    middle: str
    squares: int
    reached: tuple[str, ...] = ()
    around: str = ""

    def _others(self, state: BattleState) -> tuple[str, ...]:
        return tuple(
            combatant.id
            for combatant in state.combatants.values()
            if combatant.id not in self.reached and is_for(state, self.use.user, combatant.id, self.use.effect.targets)
        )

    def ask(self, state: BattleState) -> ChoiceAsk | None:
        others = self._others(state)
        if not others or reached_from(state, self.around, self.squares) is not None:
            return None
        options = (*(Option(other, state.name(other)) for other in others), Option(NO_ONE_ELSE, "No one else"))
        reason = f"{self.use.name}: who is within {counted(self.squares, 'square')} of {self.middle}?"
        return ChoiceAsk(self.side, reason, options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Add the creature, or hit everyone who was named."""
        if isinstance(answer, OptionChosen) and answer.option != NO_ONE_ELSE:
            return state.pushed(replace(self, reached=(*self.reached, answer.option)))
        there = reached_from(state, self.around, self.squares) or ()
        met = (*self.reached, *(other for other in self._others(state) if other in there))
        aims = (settled(state, self.use.user, self.use.effect, AimedTarget(target)) for target in met)
        hit = (TargetTask(use=self.use, aim=aim, met=met) for aim in aims)
        return state.pushed(*hit)


def last_act(state: BattleState, creature: str, feature: str) -> BlastTask | None:
    """Return a creature's effect on those around it as it is eliminated; None if the players apply it."""
    known = state.fielded(creature).features
    ability = next((ability for ability in known if ability.id == feature), None)
    if ability is not None and not ability.by_table and (named := [s for s in ability.steps if s.action == "use"]):
        ability = next((other for other in known if other.name in named[0].names), None)
    if ability is None or ability.range is None or ability.range.squares is None:
        return None
    # Cards without moments are those of older battles, whose logs answer no question about anything but damage.
    if not ability.damage and not (ability.moments and (ability.gives or ability.heal)):
        return None
    return BlastTask(
        use=ActionUse(user=creature, action=feature_key(ability), name=ability.name, effect=ability, asks_holds=True),
        side=choosing_side(state, creature),
        middle=state.name(creature),
        squares=ability.range.squares,
        around=creature,
    )
