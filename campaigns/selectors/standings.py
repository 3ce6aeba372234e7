"""The standing of a campaign: its warbands at a glance, standings, records, rivals, points over time, and its
chronicle.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from django.db.models import Q

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignWarband, CareerPoint, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.models.warbands import DOCUMENTS
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import journal_names
from campaigns.selectors.journal_results import once_per_entry, present_records, with_records
from campaigns.selectors.moments import Moment
from campaigns.selectors.warbands import WarbandView, warband_views, warbands_ever
from compendium.selectors.creatures import creature_emblems
from rules.campaigns.careers import numbered_scenario
from rules.campaigns.chronicles import Chronicle, PlayedGame, compose_chronicle
from rules.campaigns.fielding import CAREER_ENDED, OUT_OF_ACTION, READY, MemberStatus, member_status
from rules.campaigns.fold import fold_campaign
from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.points import PointsChart, PointsLine, points_over_time
from rules.campaigns.results import Feud, Meeting, nemeses
from rules.campaigns.standings import (
    RecordHolders,
    Rivalries,
    StandingLine,
    campaign_records,
    lost_to,
    named_members,
    ranked,
    rivalries,
    warband_name,
)
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState
from warbands.selectors.crests import crests_of


@dataclass(frozen=True)
class WarbandOverview:
    """A warband of a campaign at a glance, from its row; ``then`` is its state at a moment."""

    row: CampaignWarband
    record: WarbandRecord
    then: WarbandView | None = None

    @property
    def points(self) -> int:
        """The cost of its members."""
        return self.then.points if self.then else self.row.points

    @property
    def name(self) -> str:
        """Its name."""
        return self.then.name if self.then else str(self.row)

    @property
    def left(self) -> bool:
        """Whether it has left the campaign; at an earlier moment it had not."""
        return self.row.has_left and self.then is None

    @cached_property
    def careers(self) -> tuple[tuple[CareerState, MemberStatus], ...]:
        """The members with whether they can fight in the next scenario."""
        careers = self.record.careers
        return tuple((career, member_status(career, careers)) for career in careers.by_id.values())

    @property
    def members(self) -> int:
        """The number of members in the warband."""
        return len(self.careers)

    @property
    def ready(self) -> int:
        """The number of members who can fight."""
        return Counter(status for _, status in self.careers)[READY]

    @property
    def out_of_action(self) -> tuple[str, ...]:
        """Members out of action, by name."""
        return tuple(career.name for career, status in self.careers if status == OUT_OF_ACTION)

    @property
    def ended(self) -> tuple[str, ...]:
        """Members whose careers have ended, by name."""
        return tuple(career.name for career, status in self.careers if status == CAREER_ENDED)

    @property
    def wounded(self) -> tuple[str, ...]:
        """Wounded members who can fight, by name."""
        return tuple(career.name for career, status in self.careers if status == READY and career.has_temporary_wound)

    @property
    def open_feats(self) -> tuple[int | None, ...]:
        """The feats that are still to be chosen, each as the number of its scenario, None if it is unknown."""
        going_on = self.record.careers.going_on.values()
        return tuple(numbered_scenario(feat.scenario) for career in going_on for feat in career.open_feats)


def warband_overviews(campaign: Campaign, moment: Moment | None = None) -> list[WarbandOverview]:
    """Return the warbands of a campaign, those that left it too, by their numbers.

    Two queries; at a moment, those of ``warband_views``.
    """
    if moment is not None:
        views = warband_views(list(warbands_ever(campaign)), moment)
        return [WarbandOverview(warband.row, warband.record, warband) for warband in views]
    return [
        WarbandOverview(row, record)
        for row, record in with_records(campaign, warbands_ever(campaign).defer(*DOCUMENTS)).items()
    ]


def standing_lines(overviews: Iterable[WarbandOverview]) -> list[StandingLine]:
    """Return the standings of warbands, the best first; omits one that left without having played.

    The queries of ``crests_of``: none if all crests are pinned.
    """
    overviews = list(overviews)
    crests = crests_of([overview.row.warband for overview in overviews])
    return ranked(
        StandingLine(
            overview.row.number,
            overview.name,
            overview.row.participant.display_name,
            overview.record.standing,
            overview.points,
            overview.left,
            crest=crests.get(overview.row.warband_id),
        )
        for overview in overviews
        if not overview.left or overview.record.standing.played
    )


LAST = 40
"""Scenarios of the series of points, the last ones."""


@dataclass(frozen=True, slots=True)
class CampaignStandings:
    """The standings of a campaign's warbands, the holders of its records, the rivalries, and the points over time.

    ``series`` are for programs, by scenarios; ``chart`` is for people; ``own`` are the indexes of the viewer's lines.
    """

    lines: list[StandingLine]
    records: list[RecordHolders]
    rivalries: Rivalries
    series: list[PointsLine]
    chart: PointsChart
    own: tuple[int, ...] = ()


def campaign_standings(view: CampaignView, moment: Moment | None = None) -> CampaignStandings:
    """Return the standings of a campaign, now or at a moment.

    Two queries and those of ``standings_now``, however many scenarios were played; at a moment, two and those of
    ``warband_views``.
    """
    warbands = warband_overviews(view.campaign, moment)
    standings = _standings(view.campaign, warbands, moment) if moment else standings_now(view.campaign)
    lines = standing_lines(warbands)
    own = {warband.row.number for warband in warbands if view.viewer == warband.row.participant}
    return replace(standings, lines=lines, own=tuple(index for index, line in enumerate(lines) if line.number in own))


@once_per_entry
def standings_now(campaign: Campaign) -> CampaignStandings:
    """Return the records, rivalries and points of a campaign, without names of people. Four queries at most."""
    return _standings(campaign, warband_overviews(campaign))


def _standings(
    campaign: Campaign, warbands: Sequence[WarbandOverview], moment: Moment | None = None
) -> CampaignStandings:
    last = moment.played if moment else campaign.next_played - 1
    values: Mapping[int, Sequence[tuple[int, int]]]
    if moment is not None and moment.as_recorded:
        values = {warband.row.number: warband.then.recorded_points for warband in warbands if warband.then}
    else:
        values = _points(campaign, last)
    ordered = standing_lines(warbands)
    series = [
        PointsLine(line.name, latest)
        for line in ordered
        if (latest := tuple(point for point in values.get(line.number, ()) if point[0] > last - LAST))
    ]
    everyone = {warband.row.number: warband.record for warband in warbands}
    places = campaign.scenarios.exclude(played=None).order_by().values_list("played", "round")
    rounds = {played or 0: number for played, number in places}
    return CampaignStandings(
        [],
        campaign_records(list(everyone.values())),
        rivalries(everyone),
        series,
        points_over_time(ordered, values, rounds),
    )


@once_per_entry
def _points(campaign: Campaign, last: int) -> dict[int, list[tuple[int, int]]]:
    """Return the points of each warband after each scenario up to the last one, as corrected since."""
    points = CareerPoint.objects.filter(warband__campaign=campaign, played__lte=last)
    values: dict[int, list[tuple[int, int]]] = {}
    for warband, played, cost in points.order_by("played").values_list("warband__number", "played", "points"):
        values.setdefault(warband, []).append((played, cost))
    return values


LISTED = 10
"""Rivals of a warband that its page lists, those that it met most often; of a member half as many enemies."""


@dataclass(frozen=True, slots=True)
class RivalWarband:
    """A warband that this one met: the results, and how many members each eliminated of the other.

    ``theirs`` is how many of the other's members this warband eliminated, None for an earlier moment.
    """

    number: int
    name: str
    meeting: Meeting
    ours: int
    theirs: int | None


@dataclass(frozen=True, slots=True)
class MemberRivals:
    """The enemies of a member: its eliminators and those whom it eliminated, with their numbers, the highest first.

    ``nemeses`` are the names of those who eliminated it most often, at least twice, ``times`` each.
    """

    nemeses: tuple[str, ...] = ()
    times: int = 0
    fell_to: tuple[tuple[str, int], ...] = ()
    eliminated: tuple[tuple[str, int], ...] = ()


def rival_warbands(view: WarbandView, *, is_now: bool) -> tuple[RivalWarband, ...]:
    """Return the warbands that one met most often. One query, or none."""
    met = sorted(view.record.meetings, key=lambda meeting: -meeting.met)[:LISTED]
    others = _records(view, {meeting.warband for meeting in met})
    return tuple(
        RivalWarband(
            number=meeting.warband,
            name=warband_name(meeting.warband, others[meeting.warband]),
            meeting=meeting,
            ours=lost_to(view.record, meeting.warband),
            theirs=lost_to(others[meeting.warband], view.number) if is_now else None,
        )
        for meeting in met
        if meeting.warband in others
    )


def member_rivals(view: WarbandView, member: str, *, is_now: bool) -> MemberRivals:
    """Return the enemies of a member; the ones whom it eliminated only if ``is_now``. One query, or none."""
    own = [feud for feud in view.record.feuds if feud.member == member]
    enemies = {feud.warband for feud in own}
    met = {meeting.warband for meeting in view.record.meetings} if is_now else set[int]()
    others = {**_records(view, enemies | met), view.number: view.record}
    names = named_members(others)
    worst = [nemesis for nemesis in nemeses(own, member) if (nemesis.warband, nemesis.enemy) in names]
    fallen = [
        (names[number, feud.member], feud)
        for number, record in others.items()
        if is_now
        for feud in record.feuds
        if (feud.warband, feud.enemy) == (view.number, member) and (number, feud.member) in names
    ]
    return MemberRivals(
        nemeses=tuple(names[feud.warband, feud.enemy] for feud in worst),
        times=worst[0].times if worst else 0,
        fell_to=_often((names[feud.warband, feud.enemy], feud) for feud in own if (feud.warband, feud.enemy) in names),
        eliminated=_often(fallen),
    )


def _often(named: Iterable[tuple[str, Feud]]) -> tuple[tuple[str, int], ...]:
    ordered = sorted(named, key=lambda each: -each[1].times)
    return tuple((name, feud.times) for name, feud in ordered[: LISTED // 2])


def _records(view: WarbandView, numbers: set[int]) -> dict[int, WarbandRecord]:
    others = numbers - {view.number}
    records = present_records(view.row.campaign) if others else {}
    return {number: record for number, record in records.items() if number in others}


def count_chapters(campaign: Campaign) -> int:
    """Return how many chapters the chronicle of a campaign has. One query."""
    return campaign.scenarios.filter(status=ScenarioPhase.COMMITTED).count()


def campaign_chronicle(view: CampaignView, chapters: slice = slice(None)) -> Chronicle:
    """Return the chronicle of a campaign, or some of its chapters. Seven queries, however long it is, eight with
    adventures.
    """
    games = _games(view.campaign)
    # Chapters are made of the entries about their scenarios, the rest of a chronicle of those about none.
    about = Q(scenario=None) | Q(scenario__in=[number for number, _ in games[chapters]])
    entries = list(view.campaign.entries.filter(about).order_by("number"))
    events = [numbered_event(entry) for entry in entries]
    overviews = warband_overviews(view.campaign)
    creatures = {
        (overview.row.number, career.id): career.member.creature
        for overview in overviews
        for career in overview.record.careers.members
    }
    emblems = creature_emblems(creatures.values())
    return compose_chronicle(
        fold_campaign(events),
        events,
        {entry.number: entry.actor for entry in entries},
        journal_names(
            view, [event.event for event in events], {overview.row: overview.record for overview in overviews}
        ),
        standing_lines(overviews),
        _points(view.campaign, view.campaign.next_played),
        {place: emblems[creature] for place, creature in creatures.items() if creature in emblems},
        [game for _, game in games],
    )


@once_per_entry
def _games(campaign: Campaign) -> list[tuple[int, PlayedGame]]:
    """Return the scenarios that count by their numbers, in the order in which they were played. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign, scenario__status=ScenarioPhase.COMMITTED)
    rows = (
        sides.exclude(outcome="")
        .order_by("scenario__played", "pk")
        .values_list(
            *("scenario__played", "scenario__number", "scenario__round"),
            *("warband__number", "outcome", "victory_points"),
        )
    )
    return [
        (number, PlayedGame(played, in_round, tuple(SideOfScenario(*row[3:]) for row in group)))
        for (played, number, in_round), group in groupby(rows, key=lambda row: row[:3])
    ]
