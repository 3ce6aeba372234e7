"""Battles in tests: two small warbands at one table, and what their players do."""

from dataclasses import dataclass, field
from typing import Any

from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import FoldedBattle, folded_battle
from battles.services.battles import battle_store
from battles.services.recording import event_record
from rules.combat.log import FightEvent
from rules.p2v_combat.events.turns import BattleBegun, CreaturesActivated, TurnEnded
from tests.replays import replayed
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import Person, account

SEED = b"the same dice in every battle..."
SMALL = (("kobold-warrior", "boar"), ("boar", "kobold-warrior"))


@dataclass
class BattleTable:
    """A battle and the people around it."""

    key: str
    owner: Person
    visitors: dict[str, BattleVisitor] = field(default_factory=dict)

    @property
    def battle(self) -> Battle:
        """The battle as it is stored."""
        return Battle.objects.get(key=self.key)

    @property
    def folded(self) -> FoldedBattle:
        """The battle folded up to its head."""
        return folded_battle(self.battle)

    def visitor(self, name: str = "owner") -> BattleVisitor:
        """Return somebody as services know them."""
        return self.visitors.get(name, BattleVisitor(self.owner.owner))

    def do(self, event: FightEvent, name: str = "owner", **fields: Any) -> FoldedBattle:
        """Record an event."""
        return event_record(visitor=self.visitor(name), key=self.key, command=lambda state: event, **fields).folded

    def begin(self) -> FoldedBattle:
        """Begin the battle with the server's dice."""
        return self.do(BattleBegun())

    def take_turn(self) -> FoldedBattle:
        """Activate a creature of the side that is next, and end its turn."""
        state = self.folded.state
        creature = next(
            combatant.id
            for combatant in state.of_side(state.next_side or "a")
            if not combatant.has_acted and combatant.is_up
        )
        self.do(CreaturesActivated((creature,)))
        return self.do(TurnEnded(creature, ()))


@replayed
def small_battle(name: str = "ada", **fields: Any) -> BattleTable:
    """Store a battle of two kobolds and two boars, made by somebody with an account."""
    person = account(name)
    battle = battle_store(owner=person.owner, setup=setup_of(*SMALL), seed=SEED, **fields)
    return BattleTable(battle.key, person)
