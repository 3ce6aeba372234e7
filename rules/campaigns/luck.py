"""Luck of a campaign's warbands, and its least likely victory by games: what analyses of its battles say together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.campaigns.chronicles import PlayedGame
from rules.campaigns.results import DEFEAT, DRAW
from rules.campaigns.standings import RecordHolders
from rules.p2v_combat.luck import LuckSum
from rules.text import with_minus


@dataclass(frozen=True, slots=True)
class AnalyzedBattle:
    """A battle of a scenario that was analyzed: by warband its luck, and its share of wins before the first activation.

    ``scenario`` is the scenario's number in its campaign. ``odds`` is empty without games.
    """

    scenario: int
    luck: Mapping[int, LuckSum]
    odds: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class WarbandLuck:
    """The luck of a warband in so many analyzed battles: damage above the average, in HP."""

    number: int
    name: str
    battles: int
    total: LuckSum

    @property
    def times(self) -> str:
        """How many times the usual distance its dice are from the average, with a sign: +1.2."""
        return with_minus(f"{self.total.times:+.1f}")


def luck_of_warbands(battles: Iterable[AnalyzedBattle], names: Mapping[int, str]) -> tuple[WarbandLuck, ...]:
    """Return the luck of each named warband with an analyzed battle, the luckiest by its usual distance first."""
    lucks: dict[int, WarbandLuck] = {}
    for battle in battles:
        for number in names.keys() & battle.luck.keys():
            before = lucks.get(number, WarbandLuck(number, names[number], 0, LuckSum()))
            total = before.total.joined(battle.luck[number])
            lucks[number] = WarbandLuck(number, names[number], before.battles + 1, total)
    return tuple(sorted(lucks.values(), key=lambda luck: (-luck.total.times, luck.number)))


def unlikely_record(
    battles: Iterable[AnalyzedBattle], games: Iterable[tuple[int, PlayedGame]], names: Mapping[int, str]
) -> list[RecordHolders]:
    """Return the victory with the smallest share before its battle as a record, nothing if none was below a half.

    ``games`` are the scenarios that count, by their numbers.
    """
    results = dict(games)
    wins = [
        (battle.odds[side.warband], battle.scenario, names[side.warband])
        for battle in battles
        if battle.scenario in results
        for side in results[battle.scenario].sides
        if side.result not in (DRAW, DEFEAT) and side.warband in battle.odds and side.warband in names
    ]
    share, scenario, name = min(wins, default=(1.0, 0, ""))
    if share >= 1 / 2:
        return []
    figure = f"{round(100 * share)}%"
    return [RecordHolders("Least likely victory by games", figure, (f"{name} in scenario {scenario}",))]
