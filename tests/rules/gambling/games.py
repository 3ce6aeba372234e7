"""Games and tables for the tests of gambling."""

from fractions import Fraction
from typing import Any

from rules.combat.log import LogEntry, LogEvent
from rules.gambling.conditions import ResultCondition
from rules.gambling.game import GameDice, GameResult, TableGame
from rules.gambling.play.fold import KEEPER
from rules.gambling.play.state import PlayerSeated

ON_FIVE = GameResult("Five or more", (ResultCondition("sum", 5),), Fraction(3, 2))
"""On 1d6, 2 of 6 faces: 2 x 3/2 - 4 = -1, so the house keeps 1/6."""


def game_of(*results: GameResult, dice: str = "1d6", house: str = "", **more: Any) -> TableGame:
    return TableGame(name="A game", dice=dice_of(dice), results=results, house_dice=dice_of(house), **more)


def dice_of(text: str) -> tuple[GameDice, ...]:
    return tuple(GameDice(*map(int, name.split("d"))) for name in text.split())


def result(kind: Any, pays: object = 1, **parts: Any) -> GameResult:
    return GameResult(kind, (ResultCondition(kind, **parts),), Fraction(str(pays)))


def logged(*events: LogEvent) -> list[LogEntry]:
    return [LogEntry(number, number, KEEPER, event) for number, event in enumerate(events, 1)]


SEATED = (PlayerSeated("p1", "Ilva"), PlayerSeated("p2", "Brann"))
