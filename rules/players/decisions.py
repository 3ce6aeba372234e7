"""What a battle waits for from one side, with the legal commands: all that a player sees."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rules.combat.log import FightEvent
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk, RevealAsk, RollAsk, WayAsk, pending
from rules.p2v_combat.action_points import interrupting, spending_side
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.legal.surroundings import AT_THE_TABLE, Surroundings
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.turns import may_activate

MOST_CAUGHT = 2
"""The most enemies that an area is taken to catch where no board shows it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a battle waits for: the side that decides, and the creatures of which one is to do something.

    ``state`` holds nothing that is hidden from the side: secret choices are in a battle only once they are shown.
    """

    state: BattleState
    side: str
    creatures: tuple[str, ...]

    def commands(self, creature: str, unwanted: frozenset[str] = frozenset()) -> Iterator[FightEvent]:
        """Yield the legal commands of one of its creatures, as ``legal_commands``; what ends its turn comes last.

        Actions whose keys are ``unwanted`` are left out.
        """
        state = self.state
        if state.board is not None:
            return legal_commands(state, creature, AT_THE_TABLE, unwanted)
        return legal_commands(state, creature, _at_a_table(state, state.combatants[creature].side), unwanted)


def _at_a_table(state: BattleState, own: str) -> Surroundings:
    """Return what is taken to hold without a board: all stand in reach, and areas catch few enemies or all friends."""
    there = [combatant for combatant in state.combatants.values() if combatant.is_in_play]
    friends = frozenset(combatant.id for combatant in there if combatant.side == own)
    enemies = [combatant.id for combatant in there if combatant.side != own]
    caught = [frozenset(some) for number in range(1, MOST_CAUGHT + 1) for some in combinations(enemies, number)]
    return Surroundings(areas=(*caught, friends, *(frozenset((friend,)) for friend in sorted(friends))))


def decision_of(state: BattleState) -> Decision | None:
    """Return what a battle waits for from a side; None if it waits for dice or a sealed choice, or is not going on."""
    ask = pending(state)
    match ask:
        case RollAsk() | RevealAsk():
            return None
        case ChoiceAsk():
            ids = [combatant.id for combatant in state.combatants.values() if combatant.side == ask.side]
            return Decision(state, ask.side, tuple(ids or state.combatants)[:1])
        case OfferAsk():
            side = ask.sides[0]
            own = [offer.creature for offer in ask.offers if state.combatants[offer.creature].side == side]
            anyone = [combatant.id for combatant in state.combatants.values() if combatant.side == side]
            return Decision(state, side, tuple(dict.fromkeys(own or anyone[:1])))
        case ActAsk() | WayAsk():
            return Decision(state, ask.side, (ask.creature,))
        case None:
            return _free_decision(state) if state.phase == "playing" else None
    return Decision(state, state.setup.sides[0].key, tuple(state.combatants)[:1])


def _free_decision(state: BattleState) -> Decision | None:
    """Return whom a side may activate, or which of the creatures on their turn may do something."""
    if state.turn is None:
        able = [it.id for it in state.combatants.values() if it.side == state.next_side and may_activate(state, it.id)]
        return Decision(state, state.next_side or "", tuple(able)) if able else None
    first = interrupting(state)
    acting = [actor.id for actor in state.turn.acting if not actor.has_ended and first in ("", actor.id)]
    if not acting:
        return None
    side = spending_side(state, acting[0])
    return Decision(state, side, tuple(it for it in acting if spending_side(state, it) == side))
