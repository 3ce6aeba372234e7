"""The recovery check of a dying creature, and the effects of elimination."""

from rules.cards.phrases import effect_text
from rules.combat.answers import FacesRolled, OfferAccepted, OfferPassed, RollRuled
from rules.combat.resolution import Ask, OfferAsk, OfferedAct
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import part_fallen
from rules.p2v_combat.announcements import announce_passives_of_others, passives_at
from rules.p2v_combat.belongings import lay_down, loads_of
from rules.p2v_combat.conditions import end_early, lose_held_by
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.task import Task, TaskAnswer, roll_ask
from rules.replacing import replace
from rules.tables.dying import ELIMINATED_ON, recovery_check_survives

TOUGHNESS = "feat-toughness"
PURPOSE = "recovery"
HERO_POINT = "hero-point"
HOLDS = ("grabbed", "swallowed")


class RecoveryTask(Task):
    """A dying creature checks for recovery: on a low d6 it is eliminated."""

    creature: str
    is_offered: bool = False

    def _bonus(self, state: BattleState) -> int:
        return int(any(feature.id == TOUGHNESS for feature in state.fielded(self.creature).features))

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d6, unless the creature is safe already."""
        combatant = state.combatants[self.creature]
        if not combatant.is_dying or combatant.spared:
            return None
        if combatant.hero_points and not self.is_offered:
            label = f"Spend a hero point: {state.name(self.creature)} passes this check and all later ones"
            offers = (OfferedAct(self.creature, HERO_POINT, label),)
            return OfferAsk((combatant.side,), f"{state.name(self.creature)}’s recovery check", offers)
        need = max(ELIMINATED_ON) + 1 - self._bonus(state)
        return roll_ask(
            state, self.creature, PURPOSE, f"{state.name(self.creature)}’s recovery check", sides=6, need=need
        )

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        combatant = state.combatants[self.creature]
        if not combatant.is_dying:
            return state
        if combatant.spared:
            return state.note(self.creature, f"{state.name(self.creature)} passes its recovery check.", "Hero point")
        if isinstance(answer, OfferAccepted):
            # A hero point passes this check and all later ones; the creature stays dying: ruling 46.
            state = state.change(self.creature, hero_points=combatant.hero_points - 1, spared=True)
            return state.with_scored_fact(HERO_POINT, self.creature, self.creature).pushed(self)
        if isinstance(answer, OfferPassed):
            return state.pushed(replace(self, is_offered=True))
        if isinstance(answer, RollRuled):
            state = state.note(
                self.creature,
                f"{state.name(self.creature)}’s recovery check: {answer.outcome}, by the players.",
                answer.reason,
            )
            return eliminate(state, self.creature) if answer.outcome == "failure" else state
        if not isinstance(answer, FacesRolled):
            raise ChangeRefused("The recovery check is a d6.")
        (face,) = answer.faces
        state = state.counted_roll(self.creature, PURPOSE)
        rolled = f"{state.name(self.creature)} rolls {face} on its recovery check"
        if recovery_check_survives(face, bonus=self._bonus(state)):
            return state.note(self.creature, f"{rolled} and is still dying.", "Dying")
        return eliminate(state.note(self.creature, f"{rolled}.", "Dying"), self.creature)


def eliminate(state: BattleState, creature: str, by: str | None = None, *, why: str = "") -> BattleState:
    """Return the state with a creature out of play; it releases what it held, and its body stays in its place.

    ``why`` is the players' reason, if it is by hand.
    """
    eater = next((held.by for held in state.combatants[creature].statuses if held.name == HOLDS[1]), None)
    state = lay_down(state, creature, *loads_of(state, creature))
    state = release(state, creature).change(
        creature, presence="eliminated", conditions=(), statuses=(), places=(), active_effects=(), persistent=()
    )
    state = state.with_scored_fact("eliminated", by, creature)
    state = state.with_acting(creature, ap=0, opponent_ap=0, has_ended=True)
    state = state.note(creature, f"{state.name(creature)} is eliminated.", *filter(None, [why]))
    for feature in state.fielded(creature).features:
        # Cards in older battles say it with their trigger alone.
        is_old = not feature.moments and any("eliminated" in trigger.kinds for trigger in feature.triggers)
        if is_old or any(moment.at == "eliminated" for moment in feature.moments):
            # What a creature does as it leaves play comes once what eliminated it is over.
            state = replace(state, last_acts=(*state.last_acts, (creature, feature.id)))
            state = state.note(creature, f"{state.name(creature)}’s {feature.name}: {effect_text(feature)}")
    if eater is not None:
        met = passives_at(state, eater, "another_eliminated", (HOLDS[1],))
        acts = ((eater, passive.key) for passive in met if not passive.effect.is_left_to_table)
        state = replace(state, last_acts=(*state.last_acts, *acts))
    return announce_passives_of_others(state, creature, "another_eliminated")


def release(state: BattleState, creature: str) -> BattleState:
    """Return the state in which a creature that goes down releases all others, and neither rides nor is ridden."""
    # A swallowed creature escapes as its swallower falls to 0 HP; what is helpless holds no grab either.
    return end_for_fallen(lose_held_by(part_fallen(state, creature), creature, *HOLDS), creature)


def end_for_fallen(state: BattleState, creature: str) -> BattleState:
    """Return the state without what ends as a creature falls to 0 HP or leaves play."""
    state = end_early(state, creature, "falls")
    for other in tuple(state.combatants):
        state = end_early(state, other, "user falls", by=creature)
    return state
