"""The game's automatic answers: monsters take every reaction that is certainly theirs, with their best Strike."""

from rules.combat.log import FightEvent
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk, OfferedAct, pending
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import StepActed
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.guards import user_strikes
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.solo.playing import is_game_side, is_monster, monster_card
from rules.p2v_combat.solo.readings import BEST_ATTACKS
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, own_action
from rules.p2v_combat.tasks.effects import StepsTask
from rules.p2v_combat.tasks.single_steps import CREATURE_CHOICES
from rules.p2v_combat.tasks.task import Announcement
from rules.p2v_combat.triggers import ATTACK_OF_OPPORTUNITY, RETRIBUTIVE_STRIKE, triggers_of
from rules.p2v_combat.uses import Trigger
from rules.tables.actions import common_reaction
from rules.text import plain

_MELEE = BEST_ATTACKS["best melee attack"]


def game_answer(state: BattleState) -> FightEvent | None:
    """Return the game's next event without a question to anyone, None if it is the players' turn.

    A monster takes a reaction whose trigger is about itself; for any other, the players say whether it is near enough.
    It takes the first option of an objective.
    """
    # Monsters always react. Appendix "Adventure play and the cardboard AI".
    if not state.stack or (state.setup.solo is None and not state.setup.neutral_kinds):
        return None
    ask, task = pending(state), state.stack[-1]
    if isinstance(ask, OfferAsk) and isinstance(task, Announcement):
        sure = (offer for offer in ask.offers if _is_sure(state, offer, task.trigger, ask))
        return next((OfferTaken(offer.creature, offer.key) for offer in sure), None)
    if isinstance(ask, ChoiceAsk) and isinstance(task, CREATURE_CHOICES) and is_game_side(state, ask.side):
        return BattleOptionChosen(ask.options[0].key)
    if isinstance(ask, ActAsk) and isinstance(task, StepsTask) and task.use.is_reaction:
        return _strike(state, ask, task) if is_monster(state, ask.creature) else None
    return None


def _is_sure(state: BattleState, offer: OfferedAct, trigger: Trigger, ask: OfferAsk) -> bool:
    """Return True if a monster's reaction does not depend on its position."""
    action = own_action(state, offer.creature, offer.key)
    if action is None or not is_monster(state, offer.creature):
        return False
    if stands(state, offer.creature):
        return True  # a board offers only what it can take
    common, effect = common_reaction(action.name), action.ways[0].effect
    if common is not None and common.name == ATTACK_OF_OPPORTUNITY:
        # Who shot said that an enemy has it within reach; with one monster that can strike, it is that one.
        others = [act for act in ask.offers if act.key == offer.key]
        return trigger.is_ranged and trigger.circumstances.in_enemy_reach and len(others) == 1
    if common is not None and common.name == RETRIBUTIVE_STRIKE:
        return False
    if offer.creature not in (trigger.creature, trigger.target) or any(
        wanted.is_near for wanted in triggers_of(action)
    ):
        return False
    return not (user_strikes(effect) and trigger.is_ranged)


def _strike(state: BattleState, ask: ActAsk, task: StepsTask) -> StepActed | None:
    """Return a monster's best Strike against the cause of its reaction, None if the players choose."""
    best = monster_card(state, ask.creature).best(_MELEE)
    known = {plain(option.label): option.key for option in ask.actions}
    key = known.get(plain(best.name)) if best else None
    key = key or ask.actions[0].key
    action = find_action(state, ask.creature, key)
    if action is None or not task.aims:
        return None
    aims = tuple(AimedTarget(aim.creature) for aim in task.aims) if stands(state, ask.creature) else task.aims
    event = StepActed(key, action.ways[0].key, aims)
    try:
        event.play(state, None)
    except ChangeRefused:
        return None
    return event
