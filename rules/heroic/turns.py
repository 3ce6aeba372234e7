"""Whose turn it is: surprise, the side that begins, alternation, shared turns of groups, the end of a round."""

from dataclasses import replace

from rules.combat.answers import FacesRolled, FightAnswer
from rules.combat.events import Combatants, require_nothing_asked
from rules.combat.log import FightEvent
from rules.combat.resolution import Ask, FightTask
from rules.errors import ChangeRefused
from rules.heroic.combatants import CAMP_NAMES, CAMPS, ENEMIES, HEROES, Camp, HeroicCombatant, HeroicPlayed, HeroicState
from rules.heroic.stamina import HeroicDamageTask, dying_turn
from rules.heroic.tables import SUFFOCATION_DIE, UNTYPED


def waiting(state: HeroicState, camp: Camp) -> tuple[HeroicCombatant, ...]:
    """Return the combatants of a side that still have a turn in this round."""
    return tuple(
        combatant for combatant in state.everyone() if combatant.can_take_turn and state.camp_of(combatant) == camp
    )


def due_camp(state: HeroicState) -> Camp | None:
    """Return the side that takes the next turn; if it has no one left, the other one continues (ruling 321)."""
    due = state.own.due
    if due is None:
        return None
    order = (due, other_camp(due))
    return next((camp for camp in order if waiting(state, camp)), None)


def turn_group(state: HeroicState, combatant: HeroicCombatant) -> tuple[str, ...]:
    """Return who acts together with a combatant in one turn: members of its group on its side that still have one."""
    group = state.entry(combatant.id).group
    if not group:
        return (combatant.id,)
    same = (
        other for other in state.everyone() if other.side == combatant.side and state.entry(other.id).group == group
    )
    return tuple(other.id for other in same if other.can_take_turn)


def other_camp(camp: Camp) -> Camp:
    """Return the opponents of a side."""
    return HEROES if camp == ENEMIES else ENEMIES


def is_before_the_first_turn(state: HeroicState) -> bool:
    """Return True until someone takes the first turn of the fight, even after it is decided which side begins."""
    return state.round == 1 and not state.own.acting and not any(combatant.has_acted for combatant in state.everyone())


class HeroicSurprise(FightEvent, kind="surprise", by_master=True):
    """The Director sets who is surprised: these combatants have no turn in the first round."""

    combatants: Combatants

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        require_nothing_asked(state)
        if not is_before_the_first_turn(state):
            raise ChangeRefused("Surprise is settled before the first turn.")
        chosen = {state.heroic_of(combatant).id for combatant in self.combatants}
        for combatant in state.everyone():
            state = state.change(combatant.id, is_surprised=combatant.id in chosen)
        names = ", ".join(state.name(combatant) for combatant in state.combatants if combatant in chosen)
        return state.note(None, f"Surprised: {names}." if names else "No one is surprised.")


class HeroicFirstSide(FightEvent, kind="first-side"):
    """The heroes choose the side that goes first."""

    camp: str

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        require_nothing_asked(state)
        if state.own.due is not None:
            raise ChangeRefused("Which side begins is decided already.")
        if self.camp not in CAMPS:
            raise ChangeRefused("Choose the heroes or the enemies.")
        return state.with_fight(first=self.camp, due=self.camp).note(None, f"{CAMP_NAMES[self.camp]} begin.")

    def doer(self, state: HeroicState) -> str | None:
        """Return the side of the heroes, None if there are several."""
        return state.setup.party[0] if len(state.setup.party) == 1 else None


class HeroicTurnBegun(HeroicPlayed, kind="turn-begun"):
    """A combatant takes its turn, together with its group."""

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        """Begin the turn of all that act together; it costs dying ones a Recovery each."""
        require_nothing_asked(state)
        combatant = state.heroic_of(self.combatant)
        if state.own.acting:
            raise ChangeRefused("Another turn is under way. End it first.")
        if due_camp(state) != state.camp_of(combatant):
            raise ChangeRefused("It is the other side’s turn, or the side that begins is not chosen yet.")
        if not combatant.can_take_turn:
            raise ChangeRefused(f"{state.name(combatant.id)} has no turn left in this round.")
        group = turn_group(state, combatant)
        state = state.next_turn().with_fight(acting=group)
        names = ", ".join(state.name(member) for member in group)
        state = state.note(None, f"{names} take their turn." if len(group) > 1 else f"{names} takes a turn.")
        for member in group:
            state = _refreshed(state, member)
        return state


def _refreshed(state: HeroicState, combatant: str) -> HeroicState:
    state = state.change(combatant, main_used=False, maneuver_used=False, moved=0, has_ridden=False, is_defending=False)
    return dying_turn(state, combatant)


class HeroicTurnEnded(HeroicPlayed, kind="turn-ended"):
    """The turn of a combatant ends, and that of all that act with it."""

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        require_nothing_asked(state)
        if self.combatant not in state.own.acting:
            raise ChangeRefused("That turn is not under way.")
        return shared_turn_ended(state)


def shared_turn_ended(state: HeroicState) -> HeroicState:
    """Return the state once the turn under way has ended."""
    acting = state.own.acting
    camp = state.camp_of(state.heroic_of(acting[0]))
    for member in acting:
        combatant = state.heroic_of(member)
        if combatant.is_flying and not combatant.moved and not combatant.is_out:
            name = state.name(member)
            state = state.note(member, f"{name} flies and has not moved. Land it, or enter its fall.")
        state = state.change(member, has_acted=True)
    return state.next_turn().with_fight(acting=(), due=other_camp(camp))


def turns_settled(state: HeroicState) -> HeroicState:
    """Return the state after turns and rounds that end by themselves: no one of them can act any more."""
    fight = state.own
    if fight.acting:
        return shared_turn_ended(state) if all(state.heroic_of(member).is_out for member in fight.acting) else state
    if fight.due is None or due_camp(state) is not None:
        return state
    if all(combatant.is_out for combatant in state.everyone()):
        return state
    return _round_over(state)


def _round_over(state: HeroicState) -> HeroicState:
    """Begin the next round; those who hold their breath have one round less, and then take damage."""
    state = replace(state, round=state.round + 1).next_turn()
    state = state.note(None, f"Round {state.round} begins.")
    choking = []
    for combatant in state.everyone():
        state = state.change(combatant.id, has_acted=False, is_surprised=False, triggered=0)
        if combatant.breath is not None and not combatant.is_out:
            state = state.change(combatant.id, breath=max(0, combatant.breath - 1))
            if not combatant.breath:
                choking.append(SuffocationTask(combatant.id))
    fight = state.own
    agreed = state.setup.table.word("next_round")
    due = {"same": fight.first, "due": fight.due, "ask": None}[agreed]
    return state.with_fight(due=due).pushed(*choking)


class SuffocationTask(FightTask):
    """A round in which a combatant has no breath left."""

    combatant: str

    def ask(self, state: HeroicState) -> Ask | None:
        """Ask for the die of damage, unless it is out of the fight or breathes again."""
        combatant = state.heroic_of(self.combatant)
        if combatant.is_out or combatant.breath is None:
            return None
        reason = f"{state.name(self.combatant)} suffocates"
        return state.roll_ask(self.combatant, "suffocation", reason, dice=1, sides=SUFFOCATION_DIE)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        if answer is None:
            return state
        amount = ""
        if isinstance(answer, FacesRolled):
            state = state.counted_roll(self.combatant, "suffocation")
            amount, answer = str(answer.faces[0]), None
        return HeroicDamageTask(self.combatant, self.combatant, amount, UNTYPED, "Suffocation").resume(state, answer)
