"""Cuts: the least that a warband, or one creature of it, gives up to cost less; as values that know their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from dataclasses import replace
from typing import Literal, NamedTuple, TypeVar

from rules.legality.reckoning import Line, Reckoning
from rules.legality.rulebook import Rulebook
from rules.points import within_half
from rules.roster.commands import minion_groups
from rules.roster.model import Member
from rules.text import FEW, counted, listed

T = TypeVar("T")


class Extra(NamedTuple):
    """One thing that was bought for a member: its name, in which of the member's lists it is, and at which place."""

    name: str
    kind: Literal["item", "positioning", "upgrade"]
    place: int


class Extras(NamedTuple):
    """What one member gives up: hero points and other extras."""

    line: Line
    hero_points: int
    others: tuple[Extra, ...]

    @property
    def name(self) -> str:
        """What a player calls them: ``1 hero point and Holy Water``."""
        points = [counted(self.hero_points, "hero point")] if self.hero_points else []
        return listed([*points, *(extra.name for extra in self.others)])

    @property
    def number(self) -> int:
        """How many they are."""
        return self.hero_points + len(self.others)

    @property
    def words(self) -> str:
        """Say what to do: ``Remove 1 hero point and Holy Water of Boar``."""
        return f"Remove {self.name} of {self.line.name}"

    @property
    def rest(self) -> Member:
        """The member without them."""
        member = self.line.member
        return replace(
            member,
            hero_points=member.hero_points - self.hero_points,
            items=without(member.items, self._places("item")),
            positioning=without(member.positioning, self._places("positioning")),
            upgrades=without(member.upgrades, self._places("upgrade")),
        )

    def _places(self, kind: str) -> set[int]:
        return {extra.place for extra in self.others if extra.kind == kind}


def without(values: tuple[T, ...], places: Container[int]) -> tuple[T, ...]:
    """Return the values but for those at the places."""
    return tuple(value for place, value in enumerate(values) if place not in places)


def extras(line: Line, number: int, rulebook: Rulebook) -> Extras:
    """Return that many of a member's extras, those first that are given up most easily; fewer where it has fewer.

    Hero points go first, then items, positioning upgrades and upgrades of the card, of each the last one bought.
    """
    member = line.member
    points = min(number, member.hero_points)
    offered = line.card.upgrades if line.card else {}
    others = [Extra(item.name, "item", place) for place, (_, item) in enumerate(line.items) if item][::-1]
    others += [
        Extra(rulebook.positioning[key].name, "positioning", place)
        for place, key in enumerate(member.positioning)
        if key in rulebook.positioning
    ][::-1]
    others += [
        Extra(offered[key].name, "upgrade", place) for place, key in enumerate(member.upgrades) if key in offered
    ][::-1]
    return Extras(line, points, tuple(others[: number - points]))


class Band(NamedTuple):
    """A creature that was bought, with the minions that come with it and go when it goes; ``points`` of them all."""

    leader: Line
    minions: tuple[Line, ...]
    points: int

    @property
    def name(self) -> str:
        """What a player calls them: ``Boar``, ``Kobold Druid with its minion``."""
        if not self.minions:
            return self.leader.name
        return f"{self.leader.name} with its {'minion' if len(self.minions) == 1 else 'minions'}"


class Cut(NamedTuple):
    """What is given up and how many points that saves: extras of one member, or, without any, whole bands."""

    saves: int
    extras: Extras | None = None
    bands: tuple[Band, ...] = ()

    @property
    def bands_name(self) -> str:
        """What a player calls the bands: ``2 of Boar and Wolf``."""
        if len(self.bands) > FEW:
            return f"the {len(self.bands)} dearest creatures"
        names = Counter(band.name for band in self.bands)
        return listed(f"{times} of {name}" if times > 1 else name for name, times in names.items())

    @property
    def words(self) -> str:
        """Say what to do: ``Remove 1 hero point of Boar``, ``Leave out Boar``."""
        return self.extras.words if self.extras else f"Leave out {self.bands_name}"


def cheapest_cut(reckoning: Reckoning, over: int) -> Cut:
    """Return what to give up so that at least ``over`` points are saved, and no more than need be."""
    bands = _bands(reckoning)
    whole = min((band for band in bands if band.points >= over), key=lambda band: band.points, default=None)
    parts: list[tuple[int, int, Line]] = []
    for line in reckoning.lines:
        if line.card is None:
            continue
        number = -(-over // line.card.upgrade_cost)
        if number * line.card.upgrade_cost <= line.extras_points:
            parts.append((number * line.card.upgrade_cost, number, line))
    if parts:
        saves, number, line = min(parts, key=lambda part: part[:2])
        if whole is None or saves <= whole.points:
            return Cut(saves, extras(line, number, reckoning.rulebook))
    leaving = (whole,) if whole else _dearest(bands, over)
    return Cut(sum(band.points for band in leaving), bands=leaving)


def cut_to_half(line: Line, limit: int, rulebook: Rulebook) -> Cut:
    """Return what to give up so that a member costs no more than half of the limit: extras, or else itself."""
    if line.card and within_half(line.base_points, limit):
        cost = line.card.upgrade_cost
        number = -(-(2 * line.points - limit) // (2 * cost))
        return Cut(number * cost, extras(line, number, rulebook))
    return Cut(line.points, bands=(Band(line, (), line.points),))


def _bands(reckoning: Reckoning) -> list[Band]:
    lines = {line.member.id: line for line in reckoning.lines}
    free = {line.member.id for line in reckoning.lines if line.free}
    bands = []
    for group in minion_groups(reckoning.roster.members, following=free):
        together = [lines[member.id] for member in group.members]
        bands.append(Band(together[0], tuple(together[1:]), sum(line.points for line in together)))
    return bands


def _dearest(bands: list[Band], over: int) -> tuple[Band, ...]:
    """Return the fewest bands that are worth ``over`` points together."""
    leaving: list[Band] = []
    for band in sorted(bands, key=lambda band: -band.points):
        if over <= 0:
            break
        leaving.append(band)
        over -= band.points
    return tuple(leaving)
