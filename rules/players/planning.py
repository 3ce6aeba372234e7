"""Players that look ahead: they play the best commands on with dice of their own, and weigh where that leads."""

from collections.abc import Mapping
from itertools import islice, takewhile
from math import sqrt
from statistics import mean, stdev
from typing import ClassVar

from rules.combat.log import FightEvent
from rules.combat.resolution import ChoiceAsk, CountAsk, pending
from rules.dice import SeededRoller
from rules.p2v_combat.family import P2V
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.state import BattleState
from rules.players.decisions import Decision
from rules.players.player import BattlePlayer
from rules.players.playing import moves_to_end
from rules.players.quick import Manner, QuickPlayer
from rules.players.standing import standing_of

MOST_AHEAD = 80
"""The most events that are played on from a command."""


class PlanningPlayer(QuickPlayer):
    """Plays each of its best commands on to the end of an activation, several times.

    It prefers one to what is worth most at once only where it ends better by more than the error of its average.
    ``plans`` is how many commands it plays on, ``samples`` how often. All commands have the same dice, which are not
    the battle's.
    """

    manner = Manner(felling=1.2, finishing=0.1)
    plans: ClassVar[int]
    samples: ClassVar[int]

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._seed, self._decided = seed, 0

    def choose(self, decision: Decision) -> FightEvent:
        """Return the command that ends best beyond doubt, or the one that is worth most at once."""
        if isinstance(pending(decision.state), ChoiceAsk | CountAsk):
            return super().choose(decision)
        self._decided += 1
        weighed, last = self.weighed(decision)
        weighed.sort(key=lambda pair: -pair[1])
        candidates = [(event, worth) for event, worth in weighed[: self.plans] if worth > self.manner.least]
        if len(candidates) < 2:
            return candidates[0][0] if candidates else last
        (best, _), *others = candidates
        usual = self._ahead(decision, best)
        most = 0.0
        for event, _ in others:
            ahead = self._ahead(decision, event)
            self.was_cut = len(ahead) < self.samples
            if self.was_cut:
                break
            gains = [after - known for after, known in zip(ahead, usual, strict=True)]
            lead = mean(gains) - stdev(gains) / sqrt(len(gains))
            if lead > most:
                best, most = event, lead
        return best

    def _ahead(self, decision: Decision, event: FightEvent) -> list[float]:
        """Return how well its side stands after a command is played on, once for each sample until it is late."""
        on_time = takewhile(lambda sample: not self.is_late(), range(self.samples))
        return [self._played_on(decision, event, sample) for sample in on_time]

    def _played_on(self, decision: Decision, event: FightEvent, sample: int) -> float:
        seed = f"{self._seed} {self._decided} {sample}"
        others = QuickPlayer(seed)
        others.share_forecasts(self)
        players: Mapping[str, BattlePlayer] = dict.fromkeys(
            (*(side.key for side in decision.state.setup.sides), NEUTRAL), others
        )
        begun = decision.state
        side = P2V.whose(begun, event)
        state: BattleState = P2V.play(begun, event, None if side == NEUTRAL else side)
        last = begun.activation + (begun.turn is None)
        for move in islice(moves_to_end(state, players, SeededRoller(seed.encode())), MOST_AHEAD):
            state = move.state
            is_between = state.turn is None and not state.stack
            if is_between and (state.round != begun.round or state.activation >= last):
                break
        return standing_of(state, decision.side)


class SteadyPlayer(PlanningPlayer):
    """Plays a few commands on to the end of its activation."""

    key = "steady"
    plans, samples = 3, 6


class StrongPlayer(PlanningPlayer):
    """Plays more commands on, more often."""

    key = "strong"
    plans, samples = 4, 8
