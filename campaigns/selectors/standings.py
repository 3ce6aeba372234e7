"""Standings of a campaign: places, records, rivals, points over time, and its chronicle."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Q

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CareerPoint, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import analyzed_battles, journal_names
from campaigns.selectors.journal_results import once_per_entry, present_records
from campaigns.selectors.moments import Moment
from campaigns.selectors.overviews import WarbandOverview, warband_overviews
from campaigns.selectors.scenario_pages import ScenarioView
from campaigns.selectors.warbands import WarbandView
from compendium.selectors.creatures import creature_emblems
from rules.campaigns.chronicles import Chronicle, PlayedGame, compose_chronicle, new_leaders
from rules.campaigns.fold import CampaignState, fold_campaign
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.luck import WarbandLuck, luck_of_warbands, unlikely_record
from rules.campaigns.points import PointsChart, PointsLine, points_over_time
from rules.campaigns.ratings import Ratings, upset_record, warband_ratings, with_ratings
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
from warbands.selectors.crests import crests_of


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
    luck: tuple[WarbandLuck, ...] = ()

    @property
    def is_rated(self) -> bool:
        """Whether a warband has a rating."""
        return any(line.rating is not None for line in self.lines)


def campaign_standings(view: CampaignView, moment: Moment | None = None) -> CampaignStandings:
    """Return the standings of a campaign, now or at a moment.

    Two queries, and those of ``standings_now`` and of ``analyzed_battles``, however many scenarios were played; at a
    moment, three and those of ``warband_views``.
    """
    warbands = warband_overviews(view.campaign, moment)
    standings = _standings(view.campaign, warbands, moment) if moment else standings_now(view.campaign)
    ratings = campaign_ratings(view.campaign, moment.played) if moment else campaign_ratings(view.campaign)
    lines = with_ratings(standing_lines(warbands), ratings)
    battles = () if moment else analyzed_battles(view.campaign)
    names = {line.number: line.name for line in lines}
    unlikely = unlikely_record(battles, _games(view.campaign), names)
    own = {warband.row.number for warband in warbands if view.viewer == warband.row.participant}
    return replace(
        standings,
        lines=lines,
        records=[*standings.records, *unlikely],
        luck=luck_of_warbands(battles, names),
        own=tuple(index for index, line in enumerate(lines) if line.number in own),
    )


@once_per_entry
def standings_now(campaign: Campaign) -> CampaignStandings:
    """Return the records, rivalries and points of a campaign, without names of people. Five queries at most."""
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
    names = {number: warband_name(number, record) for number, record in everyone.items()}
    places = campaign.scenarios.exclude(played=None).order_by().values_list("played", "round")
    rounds = {played or 0: number for played, number in places}
    return CampaignStandings(
        [],
        [*campaign_records(list(everyone.values())), *upset_record(campaign_ratings(campaign, last), names)],
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


def campaign_chronicle(view: CampaignView, chapters: slice | None = None) -> Chronicle:
    """Return the chronicle of a campaign, or some of its chapters. At most eleven queries, however long it is."""
    campaign = view.campaign
    # A whole chronicle is printed once, a page of it is read by everyone.
    written = _chapter_entries(campaign) if chapters is None else _page_entries(campaign, chapters.start, chapters.stop)
    creatures = {
        (number, career.id): career.member.creature
        for number, record in present_records(campaign).items()
        for career in record.careers.members
    }
    emblems = creature_emblems(creatures.values())
    return compose_chronicle(
        written.state,
        written.events,
        written.actors,
        journal_names(campaign, view.names, [event.event for event in written.events]),
        with_ratings(standing_lines(warband_overviews(campaign)), campaign_ratings(campaign)),
        _points(campaign, campaign.next_played),
        {place: emblems[creature] for place, creature in creatures.items() if creature in emblems},
        _leaders(campaign),
        standings_now(campaign).chart,
    )


@dataclass(frozen=True, slots=True)
class _ChapterEntries:
    """The entries of which chapters are made: their events, who wrote each, and the campaign's state by them."""

    events: list[NumberedEvent]
    actors: Mapping[int, int | None]
    state: CampaignState


def _chapter_entries(campaign: Campaign, first: int = 0, end: int | None = None) -> _ChapterEntries:
    """Return the entries about these scenarios, by their places in the chronicle, and about none. Two queries."""
    about = Q(scenario=None) | Q(scenario__in=[number for number, _ in _games(campaign)[first:end]])
    entries = list(campaign.entries.filter(about).order_by("number"))
    events = [numbered_event(entry) for entry in entries]
    return _ChapterEntries(events, {entry.number: entry.actor for entry in entries}, fold_campaign(events))


_page_entries = once_per_entry(_chapter_entries)


@once_per_entry
def campaign_ratings(campaign: Campaign, last: int | None = None) -> Ratings:
    """Return the ratings of a campaign's warbands, now or after its scenario ``last`` that counts. One query."""
    return warband_ratings(game for _, game in _games(campaign) if last is None or game.played <= last)


def scenario_chances(scenario: ScenarioView) -> list[tuple[str, int]]:
    """Return the warbands of a scenario to come with their chances by their ratings, in percent. One query at most."""
    if scenario.row.status not in (ScenarioPhase.PLANNED, ScenarioPhase.OPEN):
        return []
    chances = campaign_ratings(scenario.view.campaign).chances([warband.number for warband in scenario.warbands])
    return [(str(warband), round(100 * chances[warband.number])) for warband in scenario.warbands if chances]


@once_per_entry
def _leaders(campaign: Campaign) -> dict[int, int]:
    return new_leaders(game for _, game in _games(campaign))


@once_per_entry
def _games(campaign: Campaign) -> list[tuple[int, PlayedGame]]:
    """Return the scenarios that count by their numbers, in the order in which they were played. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign, scenario__status=ScenarioPhase.COMMITTED)
    rows = (
        sides.exclude(outcome="")
        .order_by("scenario__played", "pk")
        .values_list(
            *("scenario__played", "scenario__number"),
            *("warband__number", "outcome", "victory_points"),
        )
    )
    return [
        (number, PlayedGame(played, tuple(SideOfScenario(*row[2:]) for row in group)))
        for (played, number), group in groupby(rows, key=lambda row: row[:2])
    ]
