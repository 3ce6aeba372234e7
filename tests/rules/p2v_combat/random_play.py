"""A player that does anything the rules allow: it activates, acts, answers what is asked, and ends turns."""

import random
from collections.abc import Sequence

from rules.combat.answers import CountsGiven, FacesRolled, OfferPassed
from rules.combat.resolution import ActAsk, ChoiceAsk, CountAsk, OfferAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import interrupting
from rules.p2v_combat.events.acting import CreatureActed, StepActed, StepSkipped
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, ReactionWaived
from rules.p2v_combat.events.turns import BattleBegun, ControlPassed, CreaturesActivated, TurnEnded
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.options import TargetNeed, refusal, target_need
from rules.p2v_combat.steps import actions_now, find_action
from rules.p2v_combat.tasks.turns import may_activate
from tests.rules.p2v_combat.random_members import member
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

MOST_EVENTS = 600
KEEPS_ACTING = 0.9
"""How often a creature that has action points takes one more action."""
COVERS = ("a wall", "a bush")
OFF_GUARD = ("flanked", "higher")


class RandomPlayer:
    """Plays a battle by chance; ``dice`` decides everything, the faces too."""

    def __init__(self, played: PlayedTable, dice: random.Random) -> None:
        self.played = played
        self.dice = dice

    def play(self, most: int = MOST_EVENTS) -> PlayedTable:
        """Play until the battle is over, or so many events long."""
        self.played.do(BattleBegun())
        while len(self.played.entries) < most and self.played.state.phase != "over":
            self.step()
        return self.played

    def step(self) -> None:
        """Do one thing."""
        ask = self.played.asked
        match ask:
            case RollAsk():
                faces = tuple(self.dice.randint(1, ask.sides) for _ in range(ask.dice))
                self.played.do(FacesRolled(faces, False))
            case ChoiceAsk():
                self.played.do(BattleOptionChosen(self.dice.choice(ask.options).key), self._of(ask.side))
            case OfferAsk():
                offer, chance = self.dice.choice(ask.offers), self.dice.random()
                if chance < 0.5:
                    self.played.do(OfferTaken(offer.creature, offer.key))
                elif chance < 0.6 and offer.may_waive:
                    self.played.do(ReactionWaived(offer.creature, offer.key))
                else:
                    self.played.do(OfferPassed(self.dice.choice(ask.sides)))
            case ActAsk():
                self._step_of_activity(ask)
            case CountAsk():
                self.played.do(CountsGiven(tuple((field.key, 0) for field in ask.fields)))
            case None:
                self._turn()

    def _turn(self) -> None:
        state = self.played.state
        if state.turn is None:
            able = [combatant.id for combatant in state.combatants.values() if combatant.side == state.next_side]
            able = [creature for creature in able if may_activate(state, creature)]
            self.played.do(CreaturesActivated((self.dice.choice(able),)), state.next_side)
            return
        # A creature that an objective roused takes its turn before the others go on.
        first = interrupting(state)
        acting = self.dice.choice(
            [creature for creature in state.turn.acting if not creature.has_ended and first in ("", creature.id)]
        )
        actions = list(actions_now(state, acting.id).values())
        self.dice.shuffle(actions)
        for action in actions if self.dice.random() < KEEPS_ACTING else ():
            way = self.dice.choice(action.ways)
            if refusal(state, acting.id, action, way):
                continue
            targets = self._targets(target_need(state, acting.id, way.effect))
            try:
                self.played.do(CreatureActed(acting.id, action.key, way.key, targets))
                return
            except ChangeRefused:
                # Some refusals hang on the targets, such as one that has been swallowed.
                continue
        if acting.opponent_ap:
            self.played.do(ControlPassed(acting.id))
        else:
            self.played.do(TurnEnded(acting.id, self.dice.choice(((), (), ("fire",)))))

    def _step_of_activity(self, ask: ActAsk) -> None:
        state = self.played.state
        actions: Sequence[str] = [option.key for option in ask.actions]
        for key in self.dice.sample(actions, len(actions)):
            action = find_action(state, ask.creature, key)
            assert action is not None, key
            way = self.dice.choice(action.ways)
            for _ in range(4):
                event: BattleEvent = StepActed(
                    key, way.key, self._targets(target_need(state, ask.creature, way.effect))
                )
                try:
                    self.played.do(event, self._of(ask.side))
                    return
                except ChangeRefused:
                    continue
        self.played.do(StepSkipped(), self._of(ask.side))

    def _of(self, side: str) -> str | None:
        """Return the side that answers; for a creature of no side it is the game."""
        return side if side in [side.key for side in self.played.setup.sides] else None

    def _targets(self, need: TargetNeed | None) -> tuple[AimedTarget, ...]:
        if need is None or not need.creatures:
            return ()
        most = min(need.most or 3, len(need.creatures))
        number = self.dice.randint(min(max(need.least, 1), most), most)
        return tuple(AimedTarget(die, self._circumstances(die)) for die in self.dice.sample(need.creatures, number))

    def _circumstances(self, target: str) -> Circumstances:
        others = [
            combatant.id
            for combatant in self.played.state.combatants.values()
            if combatant.id != target and combatant.is_in_play
        ]
        pieces = (*COVERS, *others)
        return Circumstances(
            distance=self.dice.choice(("reach", "short", "long")),
            cover=tuple(self.dice.sample(pieces, self.dice.choice((0, 0, 0, 1, 2)))),
            concealment=self.dice.choice(((), (), ("smoke",))),
            off_guard=self.dice.choice(((), OFF_GUARD[:1])),
            in_enemy_reach=self.dice.random() < 0.3,
            adjacent=self.dice.random() < 0.3,
        )


def random_battle(seed: int, *, creatures: int = 1) -> PlayedTable:
    """Return a battle that is played by chance, with so many creatures a side."""
    dice = random.Random(seed)
    sides = [[member(dice, number) for number in range(1, creatures + 1)] for _ in range(2)]
    return RandomPlayer(PlayedTable(setup_of(*sides)), dice).play()
