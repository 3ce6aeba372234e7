"""Answers to a battle's questions, reactions whose trigger only the players can see, and readied actions."""

from collections.abc import Iterator

from rules.combat.answers import OfferAccepted, OfferAnswer, OptionChosen, not_asked
from rules.combat.resolution import ChoiceAsk, answered, pending
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import may_decide
from rules.p2v_combat.actions import ActionVariant, BattleAction
from rules.p2v_combat.board_aims import refuse_aims, settled_targets
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.events.event import BattleEvent, Creatures, Targets
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import targets_refusal
from rules.p2v_combat.reactions import reaction_ban, reactions_left
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now, own_action, use_of
from rules.p2v_combat.tasks.acting import begin_reaction, react
from rules.p2v_combat.tasks.effects import EffectTask
from rules.p2v_combat.tasks.task import Announcement
from rules.p2v_combat.triggers import triggers_of
from rules.p2v_combat.waiting import APPEARS, IS_DISGUISED, NOT_DISGUISED
from rules.replacing import replace
from rules.tables.conditions import may_react
from rules.text import listed, slug

MOST_READIED_AP = 1
_PASSIVE = "passive/"
_ENTERED = "A creature enters it, or starts its turn in it"
_OF_OTHERS = ("another_moves", "another_starts")


def _is_own(action: BattleAction) -> bool:
    """Return True if a trigger of a reaction is about its own creature."""
    return any(trigger.is_own for trigger in triggers_of(action))


def met_passives(state: BattleState, creature: str) -> Iterator[tuple[BattleAction, ActionVariant]]:
    """Yield a creature's passives whose moment only the players see: they report it, and the battle plays them.

    These are its auras and the areas of its spells, for a creature that enters one or starts its turn there; what it
    may do for nothing; and what befalls it by its own trigger.
    """
    for passive in state.fielded(creature).passives if state.combatants[creature].is_up else ():
        effect = passive.effect
        if effect.is_left_to_table:
            continue
        is_aura = any(moment.at in _OF_OTHERS for moment in effect.moments) and bool(effect.damage or effect.gives)
        waits = bool(effect.trigger) or effect.lasts == "while_held" or passive.depends_on_ground
        befalls = waits and bool(effect.conditions and effect.moments) and effect.targets.who == "self"
        parts = [effect] if is_aura or befalls else [part for part in effect.then if part.cost == "0"]
        for part in parts:
            trigger = effect.trigger or (_ENTERED if is_aura else None)
            way = replace(part, cost="0", on="always", trigger=trigger, precondition="trigger")
            variant = ActionVariant("", way, passive.text)
            yield BattleAction(f"{_PASSIVE}{passive.key}", passive.name, "feature", (variant,)), variant
    for held in state.combatants[creature].active_effects:
        if held.zone is not None:
            way = replace(held.zone, cost="0", trigger=_ENTERED, precondition="trigger")
            variant = ActionVariant("", way)
            yield BattleAction(f"{_PASSIVE}zone-{slug(held.source)}", held.source, "spell", (variant,)), variant


def reported_action(state: BattleState, creature: str, key: str) -> BattleAction | None:
    """Return what a creature can take or meet at a reported trigger, by its key; None if there is nothing."""
    met = (action for action, _ in met_passives(state, creature) if action.key == key)
    return own_action(state, creature, key) or next(met, None)


def reported_actions(state: BattleState, creature: str) -> Iterator[tuple[BattleAction, ActionVariant]]:
    """Yield what a creature can take at its trigger: reactions, free actions, a readied action, its passives."""
    yield from met_passives(state, creature)
    for action, way in _able_actions(state, creature):
        if not reaction_ban(state, creature, action, way):
            yield action, way


def _able_actions(state: BattleState, creature: str) -> Iterator[tuple[BattleAction, ActionVariant]]:
    combatant, own_turn = state.combatants[creature], state.is_in_turn(creature)
    for action in reactions_left(state, creature):
        for way in action.ways:
            if not own_turn or _is_own(action):
                yield action, way
    if own_turn or not combatant.is_up:
        return
    is_readied = combatant.readied and may_react(all_conditions(state, creature))
    for action in actions_now(state, creature).values():
        if not combatant.has_use(action):
            continue
        for way in action.ways:
            is_free = way.cost == "0" and way.effect.precondition == "trigger"
            if is_free or (is_readied and not action.is_reaction and way.action_points <= MOST_READIED_AP):
                yield action, way


class TriggerReported(BattleEvent, kind="trigger-reported"):
    """The players report the trigger of a creature's reaction, and it reacts.

    A readied action works in the same way. The stack waits until the reaction is over.
    """

    creature: str
    action: str
    way: str
    targets: Targets = ()
    choices: Creatures = ()

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if state.phase != "playing":
            raise ChangeRefused("The battle is not being played.")
        combatant = state.combatants.get(self.creature)
        action = reported_action(state, self.creature, self.action) if combatant else None
        way = action.way(self.way) if action else None
        if combatant is None or action is None or way is None:
            raise ChangeRefused("This creature has no such action.")
        if not may_decide(side, combatant.side):
            raise ChangeRefused("A side reacts with its own creatures.")
        if any(target.creature not in state.combatants for target in self.targets):
            raise ChangeRefused("A target is not in this battle.")
        if action.key.startswith(_PASSIVE):
            return self._met(state, action, way)
        name = state.name(self.creature)
        uses_reaction = way.cost == "reaction" or combatant.readied
        if way.cost == "0" and way.effect.precondition == "trigger" and not state.is_in_turn(self.creature):
            # A free action with a trigger is taken outside its own turn as well: ruling 44.
            uses_reaction = False
            if not combatant.is_up or not combatant.has_use(action):
                raise ChangeRefused(f"{name} cannot take that now.")
        elif action.is_reaction:
            # In its own turn a creature reacts only to what it does itself: ruling 211.
            waits = state.is_in_turn(self.creature) and not _is_own(action)
            if waits or action not in list(reactions_left(state, self.creature)):
                raise ChangeRefused(f"{name} cannot take that reaction now.")
        else:
            # Ready allows one free action or action of 1 AP, and is the reaction of its creature: ruling 39.
            if not combatant.readied or state.is_in_turn(self.creature) or not combatant.is_up:
                raise ChangeRefused(f"{name} has no action ready.")
            if way.action_points > MOST_READIED_AP or not may_react(all_conditions(state, self.creature)):
                raise ChangeRefused(f"{name} cannot take that as its readied action.")
            if not combatant.has_use(action):
                raise ChangeRefused(f"{name} has no use of that left.")
        if banned := reaction_ban(state, self.creature, action, way, self.targets):
            raise ChangeRefused(banned)
        refuse_aims(state, self.creature, way.effect, self.targets)
        state, shown = settled_targets(state, self.creature, way.effect, self.targets)
        state = begin_reaction(state, self.creature, action, way, None, shown, self.choices)
        if uses_reaction:
            return state
        return state.change(self.creature, has_reacted=combatant.has_reacted, readied=combatant.readied)

    def _met(self, state: BattleState, action: BattleAction, way: ActionVariant) -> BattleState:
        """Return the state with a passive about to be played, on its own creature or on those that met it."""
        if refused := targets_refusal(state, self.creature, way.effect, self.targets):
            raise ChangeRefused(refused)
        names = listed(state.name(target.creature) for target in self.targets)
        text = f"{state.name(self.creature)}’s {action.name}{f' reaches {names}' if names else ''}."
        is_own = way.effect.targets.who == "self"
        state, shown = settled_targets(state, self.creature, way.effect, self.targets)
        aims = (AimedTarget(self.creature),) if is_own else shown
        use = use_of(self.creature, action, way, chosen=self.choices, is_reaction=True)
        return state.note(self.creature, text).pushed(EffectTask(use=use, aims=aims))


class BattleOptionChosen(OptionChosen):
    """A side chose one of the options."""

    @property
    def reveals(self) -> bool:
        """Everyone sees a creature that leaves its disguise, and answers about a disguise."""
        return self.option in (APPEARS, IS_DISGUISED, NOT_DISGUISED)

    def play(self, state: BattleState, side: str | None) -> BattleState:
        ask = pending(state)
        if isinstance(ask, ChoiceAsk) and not may_decide(side, ask.side):
            raise not_asked(state)
        after: BattleState = OptionChosen.play(self, state, side)
        return after


class OfferTaken(OfferAccepted):
    """A creature takes an offer: it reacts, or spends a hero point."""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pass it to the task that made the offer."""
        self.offered(state)
        task = state.stack[-1]
        return react(state, task, self) if isinstance(task, Announcement) else answered(state, self)


class ReactionWaived(OfferAnswer, kind="reaction-waived"):
    """A side lets a reaction go by, and it is not offered to that creature again in this round.

    The players can still report its trigger.
    """

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Make the remaining offers, or continue."""
        offer = self.offered(state)
        if not offer.may_waive:
            raise ChangeRefused(
                "You can skip only reactions for a round, and monsters that the game plays always react."
            )
        waived = (*state.combatants[self.creature].waived, self.offer)
        return state.change(self.creature, waived=waived).note(
            self.creature, f"{offer.label} is not offered again in this round."
        )
