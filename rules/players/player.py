"""What a player is, its own chance, and the player that does anything legal."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import islice
from typing import ClassVar, TypeVar

from rules.combat.log import FightEvent
from rules.dice import SeededRoller
from rules.players.decisions import Decision

ChosenT = TypeVar("ChosenT")
MOST_WEIGHED = 1_000
"""The most commands of a creature among which a player chooses: strength is bounded by a number, never by time."""


class Chance:
    """A player's own dice, from a seed of their own: never those of the battle."""

    def __init__(self, seed: str) -> None:
        self._roller = SeededRoller(seed.encode())
        self._rolled = 0

    def below(self, number: int) -> int:
        """Return a whole number from 0 to below ``number``, each equally often."""
        if number < 2:
            return 0
        self._rolled += 1
        return self._roller.roll(1, number, reason="", place=("player", self._rolled)).total - 1

    def pick(self, options: Sequence[ChosenT]) -> ChosenT:
        """Return one of some options, each equally often."""
        return options[self.below(len(options))]


class BattlePlayer(ABC):
    """A policy: from what a side sees to a legal command. ``key`` is its name in commands.

    A player that looks ahead asks ``is_late`` whether to stop, and then gives the best command so far and ``was_cut``.
    Only live play sets it: all other play is bounded by numbers alone.
    """

    key: ClassVar[str]

    def __init__(self, seed: str) -> None:
        self.chance = Chance(seed)
        self.is_late: Callable[[], bool] = lambda: False
        self.was_cut = False

    @abstractmethod
    def choose(self, decision: Decision) -> FightEvent:
        """Return the command of a side for what the battle waits for."""


class PlayerByChance(BattlePlayer):
    """Does anything legal: each creature equally often, then each of its commands."""

    key = "random"

    def choose(self, decision: Decision) -> FightEvent:
        """Return a command by chance."""
        left = list(decision.creatures)
        while True:
            creature = left.pop(self.chance.below(len(left)))
            commands = list(islice(decision.commands(creature), MOST_WEIGHED))
            if commands:
                return self.chance.pick(commands)


def last_command(decision: Decision) -> FightEvent:
    """Return the command that ends a turn, passes or skips: the last one of the first creature that has any."""
    for creature in decision.creatures:
        commands = list(decision.commands(creature))
        if commands:
            return commands[-1]
    raise AssertionError("a battle that waits for a side has a command for it")
