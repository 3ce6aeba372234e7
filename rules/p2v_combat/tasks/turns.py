"""Whose activation it may be, how a turn starts, and how it ends, in the order of ruling 41, with sustained spells."""

from rules.combat.answers import OptionChosen
from rules.combat.resolution import Ask, ChoiceAsk, Option
from rules.effects.model import Effect
from rules.p2v_combat.action_points import (
    ap_to_spend,
    is_adjacency_open,
    is_controlled,
    leave_group,
    members_left,
    spend_ap,
)
from rules.p2v_combat.actions import sustain_key
from rules.p2v_combat.announcements import announce_passive, announce_passives, announce_passives_of_others, recall
from rules.p2v_combat.conditions import (
    TurnMoment,
    all_conditions,
    end_effects,
    gain_condition,
    lose_condition,
)
from rules.p2v_combat.move_kinds import ENCUMBERING
from rules.p2v_combat.scoring.places import alone_in_group
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.solo.playing import action_points_in_solo, acts_in_phase, begin_gambit
from rules.p2v_combat.standing import ground_words, stands
from rules.p2v_combat.state import Acting, ActiveCondition, ActiveEffect, BattleState, SustainedSpell
from rules.p2v_combat.tasks.acting import aura_tasks, passive_tasks
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.endings import recover
from rules.p2v_combat.tasks.recovery import RecoveryTask
from rules.p2v_combat.tasks.task import Announcement, CallTask, Task, TaskAnswer
from rules.p2v_combat.uses import Trigger
from rules.replacing import replace
from rules.tables.conditions import ACTION_POINTS, action_points, expanded
from rules.tables.damage import persistent_after_turn
from rules.tables.terrain import HAZARD_DAMAGE
from rules.tables.uses import minion_action_points

SUSTAINED = "sustained"
"""The word for effects that last as long as their spell is sustained."""
SUSTAIN, LET_END = "sustain", "end"


class SustainCheck(Task):
    """A spell that was not sustained on its caster's turn: asks if it can be paid for, otherwise ends it."""

    creature: str
    action: str

    def _spell(self, state: BattleState) -> SustainedSpell | None:
        acting = state.acting(self.creature)
        if acting is not None and not {self.action, sustain_key(self.action)}.isdisjoint(acting.done):
            return None
        return next((spell for spell in state.combatants[self.creature].sustained if spell.action == self.action), None)

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the caster's choice, if it can still pay."""
        spell, combatant = self._spell(state), state.combatants[self.creature]
        if spell is None or not combatant.is_up or is_controlled(state, self.creature):
            return None
        if ap_to_spend(state, self.creature) < spell.ap:
            return None
        options = (Option(SUSTAIN, f"Sustain it for {spell.ap} AP"), Option(LET_END, "Let it end"))
        return ChoiceAsk(combatant.side, f"{state.name(self.creature)} has not sustained {spell.name}.", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        spell, acting = self._spell(state), state.acting(self.creature)
        if spell is None:
            return state
        if isinstance(answer, OptionChosen) and answer.option == SUSTAIN and acting is not None:
            state = spend_ap(state, self.creature, spell.ap)
            state = state.with_acting(self.creature, done=(*acting.done, sustain_key(self.action)))
            return state.note(self.creature, f"{state.name(self.creature)} sustains {spell.name}.", f"{spell.ap} AP")
        return end_spell(state, self.creature, spell)


def end_spell(state: BattleState, creature: str, spell: SustainedSpell) -> BattleState:
    """Return the state without a spell that its caster no longer sustains, and without its effects."""
    left = tuple(
        sustained_spell
        for sustained_spell in state.combatants[creature].sustained
        if sustained_spell.action != spell.action
    )
    state = state.change(creature, sustained=left)
    for combatant in tuple(state.combatants.values()):
        kept = replace(
            combatant,
            conditions=tuple(held for held in combatant.conditions if not _is_of(held, creature, spell)),
            statuses=tuple(held for held in combatant.statuses if not _is_of(held, creature, spell)),
            active_effects=tuple(effect for effect in combatant.active_effects if not _is_of(effect, creature, spell)),
        )
        if kept != combatant:
            state = state.with_combatant(kept)
    return state.note(creature, f"{state.name(creature)}’s {spell.name} ends: it was not sustained.")


def _is_of(effect: ActiveCondition | ActiveEffect, caster: str, spell: SustainedSpell) -> bool:
    return effect.until == SUSTAINED and effect.by == caster and effect.source == spell.name


def end_of_turn(state: BattleState, creature: str, hazards: tuple[str, ...] = ()) -> BattleState:
    """Return the state with everything at the end of a creature's turn on the stack.

    ``hazards`` are the types of damage of the hazards at its position, and ``encumbering`` for such terrain.
    """
    # Terrain, persistent damage, what that loses, the recovery check of one that was dying, conditions: ruling 41.
    combatant = state.combatants[creature]
    state = state.with_acting(creature, is_ending=True)
    recovery = (RecoveryTask(creature),) if combatant.is_dying else ()
    persistent = tuple(CallTask(_deal_persistent, (creature, name)) for name, _ in combatant.persistent)
    terrain = tuple(
        DamageTask(creature, Blow(amount=HAZARD_DAMAGE, types=(kind,) if kind else (), source="Hazardous terrain"))
        for kind in hazards
        if kind != ENCUMBERING
    )
    if ENCUMBERING in hazards:
        state = gain_condition(state, creature, "encumbered", source="Encumbering terrain")
    own: tuple[Task, ...] = ()
    if combatant.is_up:
        state, own = announce_passives(state, creature, "turn_end"), passive_tasks(state, creature, "turn_end")
    ends = (CallTask(end_effects, (TurnMoment("turn end", creature),)), CallTask(_turn_over, (creature,)))
    unsustained = (SustainCheck(creature, spell.action) for spell in combatant.sustained)
    return state.pushed(*unsustained, *own, *terrain, *persistent, *recovery, *ends)


def _deal_persistent(state: BattleState, creature: str, kind: str) -> BattleState:
    """Deal the persistent damage of one type at the end of a turn; it falls by 5."""
    combatant = state.combatants[creature]
    amount = dict(combatant.persistent).get(kind, 0)
    if not amount or not combatant.is_in_play:
        return state
    left = persistent_after_turn(amount)
    persistent = tuple(
        (name, left if name == kind else value) for name, value in combatant.persistent if left or name != kind
    )
    state = state.change(creature, persistent=persistent)
    state = state if left else recover(state, creature)
    types = tuple(kind.split(" and "))
    return state.pushed(DamageTask(creature, Blow(amount=amount, types=types, source="Persistent damage")))


def _turn_over(state: BattleState, creature: str) -> BattleState:
    """Mark a creature as having acted; with the last turn the activation is over."""
    state = state.change(creature, has_acted=True)
    return state.with_acting(creature, ap=0, opponent_ap=0, is_ending=False, has_ended=True)


def next_of_turn(state: BattleState) -> BattleState | None:
    """Return the state after a turn's automatic steps on an empty stack, None if there are none.

    The turn of a creature that is down ends at once, and the last turn ends the activation.
    """
    if state.turn is None:
        return None
    for acting in state.turn.acting:
        if not acting.has_ended and not state.combatants[acting.id].is_up:
            # The turn of a dying creature ends at once, and it checks for recovery: ruling 45.
            return end_of_turn(state, acting.id)
    if is_adjacency_open(state):
        return state.pushed(GroupCheck())
    if state.turn.is_over:
        last = state.last_side if state.turn.side == NEUTRAL else state.turn.side
        return replace(state, turn=None, next_side=None, last_side=last)
    return None


def activation_of(state: BattleState, creatures: tuple[str, ...]) -> tuple[Acting, ...]:
    """Return who acts when these creatures are activated: each with its standing minions, in order."""
    # A minion whose commander is down acts alone, still with the action points of a minion: ruling 96.
    acting: list[Acting] = []
    for creature in creatures:
        acting.append(Acting(id=creature, is_minion=state.combatants[creature].commander is not None))
        acting += [
            Acting(id=combatant.id, is_minion=True)
            for combatant in state.combatants.values()
            if combatant.commander == creature and combatant.is_up and not combatant.has_acted
        ]
    return tuple(acting)


TOGETHER = "together"


class GroupCheck(Task):
    """A board or the players say whether a group is still together; a member that is apart leaves it."""

    # Asked after each shared action of the group, not after reactions of enemies: ruling 37.

    def _apart(self, state: BattleState) -> tuple[str, ...] | None:
        left = tuple(actor.id for actor in members_left(state))
        return alone_in_group(state, left) if len(left) > 1 else None

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the answer while there are two members."""
        left = members_left(state)
        if state.turn is None or len(left) < 2 or self._apart(state) is not None:
            return None
        alone = tuple(Option(actor.id, f"{state.name(actor.id)} stands alone and leaves the group") for actor in left)
        together = Option(TOGETHER, "Yes, each is adjacent to another")
        return ChoiceAsk(
            state.turn.side, "Is each member of the group still adjacent to another member?", (together, *alone)
        )

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if state.turn is None:
            return state
        apart = self._apart(state) or ()
        if isinstance(answer, OptionChosen) and answer.option != TOGETHER:
            apart = (answer.option,)
        if apart:
            return leave_group(state, apart[0], "It is not adjacent to another member").pushed(self)
        return replace(state, turn=replace(state.turn, adjacent_after=len(state.turn.shared)))


def may_activate(state: BattleState, creature: str) -> bool:
    """Return True if a creature may be activated now: it is up, has not acted, and follows no commander that is up."""
    # Minions act on their commander's turn; once it is down they act alone: ruling 96.
    combatant = state.combatants[creature]
    leader = state.combatants.get(combatant.commander or "")
    free = combatant.is_up and not combatant.has_acted and not (leader and leader.is_up)
    return free and acts_in_phase(state, creature)


def able_sides(state: BattleState) -> tuple[str, ...]:
    """Return the sides that have a creature left to activate in this round, in seat order."""
    return tuple(
        side.key
        for side in state.setup.sides
        if any(may_activate(state, combatant.id) for combatant in state.of_side(side.key))
    )


def following_side(state: BattleState, side: str) -> str | None:
    """Return the next side clockwise with a creature left to activate, None if there is none."""
    # Players alternate; whoever has nobody left is skipped. Rounds and turns.
    keys = [side.key for side in state.setup.sides]
    start = keys.index(side) + 1
    able = able_sides(state)
    return next((key for key in (*keys[start:], *keys[:start]) if key in able), None)


class StartTurn(Task):
    """A creature's turn begins: its reaction is back, and effects at the start come before action points."""

    creature: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Push the effects of the start of the turn, in order."""
        # What happens as a turn starts comes first, then action points are set: rulings 33 and 354.
        combatant = state.combatants[self.creature]
        if not combatant.is_up:
            return state
        earlier = tuple(replace(held, gained="earlier") for held in combatant.conditions)
        state = state.change(self.creature, has_reacted=False, extra_reactions=0, readied=False, conditions=earlier)
        state = end_effects(state, TurnMoment("turn start", self.creature))
        state = _tell_start(state, self.creature)
        starts = Announcement(Trigger(kind="starts turn", creature=self.creature))
        own = passive_tasks(state, self.creature, "turn_start", ground_words(state, self.creature))
        points = CallTask(_set_action_points, (self.creature,))
        return state.pushed(*_damage_at_start(state, self.creature), *own, starts, points)


def _damage_at_start(state: BattleState, creature: str) -> list[Task]:
    """Return the damage that repeats at the start of a creature's turns, by its swallower or marker."""
    tasks: list[Task] = []
    combatant = state.combatants[creature]
    for held in (*combatant.statuses, *combatant.conditions):
        effect = _effect_of(state, held.by, held.source)
        parts = [part for part in effect.parts if part.on == "turn_start"] if effect else []
        tasks += [
            DamageTask(creature, Blow(amount=damage.amount, types=damage.types, by=held.by, source=held.source))
            for part in parts
            for damage in part.damage
        ]
    return tasks


def _effect_of(state: BattleState, by: str | None, source: str) -> Effect | None:
    if by is None or by not in state.combatants:
        return None
    return next((feature for feature in state.fielded(by).features if feature.name == source), None)


def _tell_start(state: BattleState, creature: str) -> BattleState:
    for spell in state.combatants[creature].sustained:
        state = state.note(
            creature, f"{state.name(creature)}’s {spell.name} ends this turn unless it is sustained.", f"{spell.ap} AP"
        )
    state = recall(announce_passives(state, creature, "turn_start"), creature)
    # Without a board only the players see on what ground it stands.
    for passive in () if stands(state, creature) else state.fielded(creature).passives_by_moment.get("turn_start", ()):
        if passive.depends_on_ground:
            state = announce_passive(state, creature, passive)
    state = announce_passives_of_others(state, creature, "another_starts")
    return state.pushed(*aura_tasks(state, creature, "another_starts"))


def _set_action_points(state: BattleState, creature: str) -> BattleState:
    """Set the action points of a turn, of which a controller spends the first; uses quickened."""
    combatant, acting = state.combatants[creature], state.acting(creature)
    if acting is None or not combatant.is_up:
        return state
    held = all_conditions(state, creature)
    quickened = combatant.has("quickened")
    points = action_points(held, quickened=quickened)
    if acting.is_minion:
        points = max(points - ACTION_POINTS + minion_action_points(), 0)
    state = begin_gambit(state, creature)
    points = action_points_in_solo(state, creature, points)
    if quickened:
        state = lose_condition(state, creature, "quickened", "Its action points are set")
    # The opponent spends one action point of a confused creature once they are set, the only one if need be: 36.
    lost = max((condition.opponent_spends for condition in expanded(held)), default=0)
    spent = points if lost >= ACTION_POINTS else min(lost, points)
    state = state.with_acting(
        creature,
        ap=points,
        opponent=controlling_side(state, creature) if spent else None,
        opponent_ap=spent,
        has_started=True,
    )
    if not spent:
        return state
    opponent = state.setup.side(controlling_side(state, creature)).name
    return state.note(creature, f"{opponent} decides how {state.name(creature)} spends {spent} AP.", *held)


def controlling_side(state: BattleState, creature: str) -> str:
    """Return the side that spends the action points of a confused or controlled creature."""
    # With more than two sides: the side that confused it, otherwise the next one clockwise.
    combatant = state.combatants[creature]
    for held in combatant.conditions:
        giver = state.combatants.get(held.by or "")
        others = (combatant.side, *state.conceded)
        if held.name in ("confused", "controlled") and giver and giver.side not in others:
            return giver.side
    keys = [side.key for side in state.setup.sides if side.key not in state.conceded]
    return keys[(keys.index(combatant.side) + 1) % len(keys)] if combatant.side in keys else keys[0]
