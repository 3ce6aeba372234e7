"""The dice of the site that have fallen for members of warbands, and which ones a member gets next.

A member has a series of places for each purpose. Dice that fell and do not stand, because they or their scenario were
undone, are the next ones, in the order in which they fell; new places follow. ADR 0090.
"""

from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Literal

from rules.campaigns.careers import scenario_id
from rules.careers.events import RollKind
from rules.dice import Place


@dataclass(frozen=True, slots=True)
class DiceSeries:
    """The dice of a member for one purpose."""

    warband: int
    member: str
    purpose: RollKind | Literal["allowance"]

    @property
    def owner(self) -> str:
        """The member in places: ``w1.m5``."""
        return f"w{self.warband}.{self.member}"

    def place(self, number: int) -> Place:
        """Return a place of the series, from which the server computes its dice: ``("w1.m5", "injury", 1)``."""
        return (self.owner, self.purpose, number)

    def scenario_place(self, scenario: int, number: int) -> Place:
        """Return a place as in journals from before series: ``("s3", "w1.m5", "injury", 1)``."""
        return (scenario_id(scenario), *self.place(number))


@dataclass(frozen=True, slots=True)
class PlacedDice:
    """Dice of the site at their place; ``fell`` is the entry in which they fell first, None if that is their own."""

    series: DiceSeries
    place: Place
    faces: tuple[int, ...]
    epoch: int | None
    fell: int | None = None


@dataclass(slots=True)
class FallenDice:
    """All dice that have fallen, by series and place, as they are where they fall again."""

    by_series: defaultdict[DiceSeries, dict[Place, PlacedDice]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, entry: int, dice: PlacedDice) -> None:
        """Take in dice that fall in an entry."""
        self.by_series[dice.series].setdefault(dice.place, replace(dice, fell=entry))

    def next_place(self, series: DiceSeries, standing: Container[Place]) -> Place:
        """Return the place of the next dice of a series: its first one that does not stand."""
        # Ruling 392. Dice from before there were series all fell before those of the series.
        earlier = (place for place in self.by_series[series] if place[0] != series.owner)
        return next(place for place in chain(earlier, map(series.place, count(1))) if place not in standing)

    def fallen(self, series: DiceSeries, place: Place) -> PlacedDice | None:
        """Return the dice of a place, None if they have not fallen yet."""
        return self.by_series[series].get(place)

    def fault(self, dice: PlacedDice, standing: Container[Place]) -> str:
        """Return what is wrong with the next dice of a series, "" for nothing."""
        if dice.place != self.next_place(dice.series, standing):
            return "These dice are not the next ones of this member."
        if dice != (self.fallen(dice.series, dice.place) or replace(dice, fell=None)):
            return "These dice are not those that fell before."
        return ""

    def entered_fault(self, series: DiceSeries, standing: Container[Place]) -> str:
        """Return why dice from the table cannot be the next ones of a series, "" if they can."""
        # Otherwise dice that fell badly could be undone and replaced. Rulings 389 and 393.
        if self.fallen(series, self.next_place(series, standing)):
            return "Muster has rolled the next dice of this member already. Let Muster roll: they fall again."
        return ""
