"""A latecomer's allowance: points and advances before the first scenario of a warband, and the places of its dice.

An allowance is given once. A member's next roll has the first place that no standing roll of that member has: dice that
fell and were undone come again, in the order in which they fell.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_low
from typing import Annotated

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.warbands import (
    MAX_ALLOWANCE_ADVANCES,
    MAX_ALLOWANCE_POINTS,
    MAX_FACES,
    MAX_MEMBER_ADVANCES,
    AllowanceGiven,
    AllowanceRolled,
)
from rules.campaigns.fairness import SIDES
from rules.campaigns.fallen_dice import DiceSeries, FallenDice, PlacedDice
from rules.campaigns.fielding import FieldingProblem, warband_points
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.scenarios import ScenarioState
from rules.careers.state import WarbandState
from rules.dice import Place
from rules.documents.shapes import text_list
from rules.legality.resolved import Rulebook
from rules.tables.advancement import DICE
from rules.text import counted, listed


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a warband was given, and the ids of the members that have rolled for it, once for each advance."""

    points: int
    advances: int
    each: int
    rolled: Annotated[tuple[str, ...], text_list(MAX_ALLOWANCE_ADVANCES)] = ()

    def left_of(self, member: str) -> int:
        """Return how many advances a member can still get."""
        return max(min(self.each - self.rolled.count(member), self.advances - len(self.rolled)), 0)

    def left(self, members: Iterable[str]) -> int:
        """Return how many advances these members can still roll."""
        return min(sum(map(self.left_of, members)), max(self.advances - len(self.rolled), 0))


def allowance_after(allowance: Allowance | None, event: CampaignEvent) -> Allowance | None:
    """Return a warband's allowance after an event."""
    if isinstance(event, AllowanceGiven):
        return Allowance(event.points, event.advances, event.each)
    if isinstance(event, AllowanceRolled) and allowance is not None:
        return replace(allowance, rolled=(*allowance.rolled, event.member))
    return allowance


def bought_points(careers: WarbandState, rulebook: Rulebook) -> int:
    """Return what the members of a warband cost as they were bought, without their advances and corrections."""
    return warband_points(
        careers.mapped(lambda career: replace(career, advances=0, level_offset=0, points_correction=0)), rulebook
    )


@dataclass(frozen=True, slots=True)
class AllowanceLimit:
    """What a warband with an allowance can cost before its first scenario: with its advances, and why in words."""

    points: int
    words: str


def allowance_limit(
    allowance: Allowance | None, careers: WarbandState, settings: CampaignSettings, rulebook: Rulebook
) -> AllowanceLimit | None:
    """Return what a warband with an allowance can cost before its first scenario, None where nothing limits it."""
    if allowance is None or settings.points_limit is None:
        return None
    advances = warband_points(careers, rulebook) - bought_points(careers, rulebook)
    parts = [f"{settings.points_limit} for a new warband", f"{allowance.points} by its allowance"]
    parts += [f"{advances} for its advances"] if advances > 0 else []
    return AllowanceLimit(settings.points_limit + allowance.points + advances, listed(parts))


def allowance_problems(
    allowance: Allowance | None, careers: WarbandState, settings: CampaignSettings, rulebook: Rulebook
) -> tuple[FieldingProblem, ...]:
    """Return why a warband with an allowance cannot be fielded yet: advances to roll, or too many points spent."""
    # What the allowance gives is used before the first scenario, for it ends then. Ruling 381.
    problems: list[FieldingProblem] = []
    if allowance is None:
        return ()
    if left := allowance.left(careers.going_on):
        message = (
            f"First roll the {counted(left, 'advance')} of the allowance: after the first scenario it is too late."
        )
        problems.append(FieldingProblem("allowance.left", message, is_allowable=True))
    limit, spent = settings.points_limit, bought_points(careers, rulebook)
    if limit is not None and spent > limit + allowance.points:
        given = f"{limit} for a new warband and {allowance.points} by its allowance"
        message = f"Before its first scenario it can cost {given}, and without advances it costs {spent}."
        problems.append(FieldingProblem("allowance.over", message, is_allowable=True))
    return tuple(problems)


@dataclass(frozen=True, slots=True)
class AllowanceProposal:
    """What the median warband that has played has gained, and how many such warbands there are."""

    warbands: int = 0
    points: int = 0
    advances: int = 0
    each: int = 0


def propose_allowance(played: Sequence[tuple[WarbandState, Rulebook]], settings: CampaignSettings) -> AllowanceProposal:
    """Return the proposal for a latecomer beside warbands that have played."""
    # The lower one of two medians: who comes late gets no more than those who played. Ruling 389.
    if not played:
        return AllowanceProposal()
    limit = settings.points_limit
    points = median_low(bought_points(careers, rulebook) for careers, rulebook in played)
    advances = [[career.advances for career in careers.going_on.values()] for careers, _ in played]
    return AllowanceProposal(
        len(played),
        min(max(points - limit, 0), MAX_ALLOWANCE_POINTS) if limit is not None else 0,
        min(median_low(map(sum, advances)), MAX_ALLOWANCE_ADVANCES) if settings.advancement else 0,
        min(median_low(max(own, default=0) for own in advances), MAX_MEMBER_ADVANCES) if settings.advancement else 0,
    )


AllowanceEvent = AllowanceGiven | AllowanceRolled


def allowance_series(warband: int, member: str) -> DiceSeries:
    """Return the dice of a member for the advances of an allowance."""
    return DiceSeries(warband, member, "allowance")


@dataclass(slots=True)
class AllowanceJournal:
    """The allowances of a journal, read entry by entry.

    ``standing`` are the events that count, by warband and entry; ``fallen`` the site's dice; ``roots`` the allowance's
    entry that each entry is or acts on, with the number of voids between.
    """

    standing: defaultdict[int, dict[int, AllowanceEvent]] = field(default_factory=lambda: defaultdict(dict))
    fallen: FallenDice = field(default_factory=FallenDice)
    roots: dict[int, tuple[int, int]] = field(default_factory=dict)
    events: dict[int, AllowanceEvent] = field(default_factory=dict)

    def next_number(self, warband: int, member: str) -> int:
        """Return the number of a member's next roll: the first one that no standing roll of it has."""
        # Dice that fell and were undone are the next ones, in the order in which they fell. Ruling 389.
        number = self.fallen.next_place(allowance_series(warband, member), self._taken(warband, member))[-1]
        assert isinstance(number, int)
        return number

    def _taken(self, warband: int, member: str) -> set[Place]:
        # Here dice from the table take up a place too.
        series, standing = allowance_series(warband, member), self.standing[warband].values()
        rolls = (event for event in standing if isinstance(event, AllowanceRolled) and event.member == member)
        return {series.place(roll.number) for roll in rolls}

    def read(self, entry: NumberedEvent) -> str:
        """Take in the next entry; return what is wrong with it, "" for nothing."""
        event = entry.event
        if isinstance(event, EntryVoided) and event.entry in self.roots:
            root, voids = self.roots[event.entry]
            self.roots[entry.number] = (root, voids + 1)
            about = self.events[root]
            if voids % 2:
                self.standing[about.warband][root] = about
            else:
                self.standing[about.warband].pop(root, None)
            return self._surplus(about.warband)
        if isinstance(event, EntryCorrected) and (
            event.entry in self.roots or isinstance(event.replacement, AllowanceGiven | AllowanceRolled)
        ):
            return "An entry of an allowance can be undone, but not corrected."
        if not isinstance(event, AllowanceGiven | AllowanceRolled):
            return ""
        fault = self._wrong_dice(event) if isinstance(event, AllowanceRolled) else ""
        if isinstance(event, AllowanceRolled) and event.origin == "seeded":
            self.fallen.add(entry.number, _placed(event))
        self.roots[entry.number], self.events[entry.number] = (entry.number, 0), event
        self.standing[event.warband][entry.number] = event
        return fault or self._surplus(event.warband)

    def _wrong_dice(self, event: AllowanceRolled) -> str:
        dice, taken = _placed(event), self._taken(event.warband, event.member)
        if (
            not 0 < len(event.faces) <= MAX_FACES
            or len(event.faces) % DICE
            or not all(1 <= face <= SIDES for face in event.faces)
        ):
            return "An advance is rolled with 3d6."
        if event.origin == "entered":
            if dice.place != self.fallen.next_place(dice.series, taken):
                return "These dice are not the next ones of this member."
            return self.fallen.entered_fault(dice.series, taken)
        return self.fallen.fault(dice, taken)

    def _surplus(self, warband: int) -> str:
        standing = self.standing[warband].values()
        given = [event for event in standing if isinstance(event, AllowanceGiven)]
        rolls = [event for event in standing if isinstance(event, AllowanceRolled)]
        if len(given) > 1:
            return "This warband has an allowance. Undo that entry of the journal to give another one."
        if rolls and not given:
            return "Advances of this allowance are rolled. Undo those rolls first."
        members = Counter(roll.member for roll in rolls)
        if given and (len(rolls) > given[0].advances or any(rolls > given[0].each for rolls in members.values())):
            return "The allowance has no such advance left."
        if len({(roll.member, roll.number) for roll in rolls}) < len(rolls):
            return "These dice stand already."
        return ""


def _placed(event: AllowanceRolled) -> PlacedDice:
    series = allowance_series(event.warband, event.member)
    return PlacedDice(series, series.place(event.number), event.faces, event.epoch, event.fell)


def allowance_fault(events: Iterable[NumberedEvent], scenarios: Iterable[ScenarioState] = ()) -> tuple[int, str] | None:
    """Return the first entry of a journal at which an allowance is wrong, with a sentence, None if all are right.

    ``scenarios`` are those of the journal: an allowance comes before the first one in which its warband fought.
    """
    journal, late = AllowanceJournal(), set[int]()
    commits = {scenario.commit: set(scenario.fielded) for scenario in scenarios if scenario.commit is not None}
    for entry in events:
        event = entry.event
        late |= commits.get(entry.number, set())
        if isinstance(event, AllowanceGiven | AllowanceRolled) and event.warband in late:
            return entry.number, "An allowance is used before the first scenario of its warband."
        if fault := journal.read(entry):
            return entry.number, fault
    return None
