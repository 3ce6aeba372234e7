"""Who meets whom in a round: proposals, what they start from, who has met whom, and what a later correction changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from django.db.models import Min, Q

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignWarband, PairingRequest, RoundAbsence, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase, scenario_title
from campaigns.selectors.boards import TableProgress
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal_results import once_per_entry
from campaigns.selectors.leagues import league_games, league_of, league_roller, league_rows, seated_warbands
from campaigns.selectors.matching import least_cost_matching
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.scenarios import ScenarioPlanned
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.pairings import (
    Entrant,
    RoundPairing,
    SeasonRound,
    WarbandPair,
    drawn_lots,
    robin_round,
    robin_season,
    swiss_round,
)
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.state.scenarios import outcomes_changed

SWISS, ROUND_ROBIN = WAYS = ("swiss", "round-robin")
"""How a round can be paired."""

_OVER = (ScenarioPhase.CANCELED, ScenarioPhase.FORFEITED)


@dataclass(frozen=True, slots=True)
class ProposedTable:
    """A table that is proposed: two warbands, what speaks against it, and where they were paired before."""

    first: CampaignWarband
    second: CampaignWarband
    before: tuple[str, ...] = ()
    is_unwanted: bool = False
    clashes: tuple[str, ...] = ()

    @property
    def met(self) -> int:
        """How often they have met, or are planned to meet."""
        return len(self.before)

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers of the two warbands."""
        return self.first.number, self.second.number


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who would meet whom in a round, division by division, and who would sit out."""

    tables: tuple[ProposedTable, ...]
    byes: tuple[CampaignWarband, ...]


@dataclass(frozen=True)
class PairingBook:
    """What a round is paired from: the warbands that can be, who has met whom, and who should not meet.

    ``clashes`` says, by warband, where else it plays on the evening of the round.
    """

    warbands: Mapping[int, CampaignWarband]
    meetings: Mapping[WarbandPair, tuple[str, ...]]
    apart: Collection[WarbandPair] = ()
    clashes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def table(self, first: int, second: int) -> ProposedTable | None:
        """Return what is to be said of a table; None unless both are of these warbands."""
        if not self.warbands.keys() >= {first, second}:
            return None
        pair = frozenset((first, second))
        return ProposedTable(
            self.warbands[first],
            self.warbands[second],
            self.meetings.get(pair, ()),
            pair in self.apart,
            (*self.clashes.get(first, ()), *self.clashes.get(second, ())),
        )

    def proposal(self, pairing: RoundPairing, byes: Iterable[int]) -> Proposal:
        """Return tables and byes of these warbands as they are shown."""
        tables = (self.table(first, second) for first, second in pairing.tables)
        return Proposal(tuple(filter(None, tables)), tuple(self.warbands[warband] for warband in byes))

    @property
    def met(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """The names of each warband and of those that it has met, and where."""
        by_warband: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
        names = {number: str(row) for number, row in self.warbands.items()}
        for pair, places in self.meetings.items():
            if names.keys() >= pair:
                for warband, other in permutations(pair):
                    by_warband[warband].append((names[other], ", ".join(places)))
        return tuple((name, tuple(by_warband[number])) for number, name in names.items() if by_warband[number])


def pairing_book(
    campaign: Campaign, league: LeagueState, number: int, warbands: Mapping[int, CampaignWarband]
) -> PairingBook:
    """Return what a round is paired from; ``warbands`` are all of the campaign. Four queries, three without a day."""
    resting = {*league.rounds[number].resting, *seated_warbands(campaign, number)}
    free = {warband: row for warband, row in warbands.items() if warband not in resting}
    day = league.rounds[number].plan.day
    clashes = evening_clashes(campaign, free.values(), day=day)
    return PairingBook(free, meetings_of(campaign), requests_of(campaign), clashes)


def propose_round(
    campaign: Campaign,
    league: LeagueState,
    number: int,
    book: PairingBook,
    absent: Collection[int],
    way: str = SWISS,
) -> Proposal:
    """Return a pairing of a round for the warbands of a book that do not stay away. Two queries.

    The bracket says who meets in a round of play-offs: its pairing is empty.
    """
    if number in league.stages:
        return Proposal((), ())
    free = tuple(warband for warband in book.warbands if warband not in absent)
    tables, byes = _proposed_pairing(campaign, number, free, frozenset(book.apart), way)
    return book.proposal(RoundPairing(tables), byes)


@once_per_entry
def _proposed_pairing(
    campaign: Campaign, number: int, free: tuple[int, ...], apart: frozenset[WarbandPair], way: str
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the tables and byes of a round for these warbands. Three queries at most."""
    league, games = league_of(campaign), league_games(campaign)
    meetings = {pair: len(places) for pair, places in meetings_of(campaign).items()}
    # A round robin is one circle for the whole league, so its lots are those of no round.
    lots = drawn_lots(league_roller(campaign), 0 if way == ROUND_ROBIN else number, free)
    byes = Counter(warband for state in league.rounds.values() for warband in state.resting)
    # Points count against those who stay away, too; a warband that joined just now has none.
    points = {row.warband: row.points for table in league_rows(campaign) for row in table.rows}
    tables: list[tuple[int, int]] = []
    rests: list[int] = []
    for division in league.tables(lots, games):
        present = [warband for warband in division.warbands if warband in lots]
        if way == ROUND_ROBIN:
            pairing = robin_round(sorted(present, key=lots.__getitem__), meetings, apart)
        else:
            entrants = [Entrant(warband, points.get(warband, 0), lots[warband], byes[warband]) for warband in present]
            pairing = swiss_round(entrants, meetings, apart, least_cost_matching)
        tables += pairing.tables
        rests += [pairing.bye] if pairing.bye is not None else []
    return tuple(tables), tuple(rests)


def propose_season(
    campaign: Campaign, league: LeagueState, warbands: Collection[int], *, is_double: bool = False
) -> list[SeasonRound]:
    """Return the rounds of a round robin of each division, each with its tables and byes. At most one query."""
    lots = drawn_lots(league_roller(campaign), 0, warbands)
    divisions = [
        sorted((warband for warband in division.warbands if warband in lots), key=lots.__getitem__)
        for division in league.tables(warbands, ())
    ]
    return robin_season(divisions, is_double=is_double)


@once_per_entry
def meetings_of(campaign: Campaign) -> dict[WarbandPair, tuple[str, ...]]:
    """Return where two warbands met or are planned to meet: ``round 2``, or the name of a scenario. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(scenario__status__in=_OVER)
    columns = ("scenario__number", "scenario__round", "scenario__title", "warband__number")
    fights: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for number, in_round, title, warband in sides.order_by("scenario__number").values_list(*columns):
        name = f"round {in_round}" if in_round else f"“{scenario_title(title, number)}”"
        fights[number, name].append(warband)
    meetings: defaultdict[WarbandPair, list[str]] = defaultdict(list)
    for (_, name), warbands in fights.items():
        if len(warbands) == 2:
            meetings[frozenset(warbands)].append(name)
    return {pair: tuple(names) for pair, names in meetings.items()}


def requests_of(campaign: Campaign) -> set[WarbandPair]:
    """Return the pairs of warbands that should not meet. One query."""
    rows = PairingRequest.objects.filter(first__campaign=campaign)
    return {frozenset(pair) for pair in rows.values_list("first__number", "second__number")}


def absences_of(campaign: Campaign, number: int) -> dict[int, str]:
    """Return the warbands that stay away from a round, each with the reason, which may be empty. One query."""
    rows = RoundAbsence.objects.filter(warband__campaign=campaign, round=number, warband__has_left=False)
    return dict(rows.values_list("warband__number", "reason"))


@dataclass(frozen=True, slots=True)
class ShownAbsence:
    """A warband that stays away from a round; the reason is "" for those who may not read it."""

    warband: CampaignWarband
    reason: str
    is_own: bool


def shown_absences(view: CampaignView, number: int, rows: Mapping[int, CampaignWarband]) -> list[ShownAbsence]:
    """Return who stays away from a round; the reasons are for organizers and a warband's player. One query, or none."""
    if view.viewer is None:
        return []
    absences = absences_of(view.campaign, number)
    shown = [(rows[warband], reason) for warband, reason in absences.items() if warband in rows]
    return [ShownAbsence(row, reason if view.writes_for(row) else "", view.writes_for(row)) for row, reason in shown]


def evening_clashes(
    campaign: Campaign, warbands: Iterable[CampaignWarband], *, day: str = "", number: int | None = None, but: int = 0
) -> dict[int, tuple[str, ...]]:
    """Return where else these warbands play on a day (``2026-03-01``) or in a round, a sentence for each scenario.

    Without the scenario ``but``. One query, none without a day and a round.
    """
    evening = Q(scenario__date=day) if day else Q()
    if number is not None:
        evening |= Q(scenario__round=number)
    if not evening:
        return {}
    rows = {row.number: row for row in warbands}
    sides = ScenarioSide.objects.filter(evening, scenario__campaign=campaign, warband__number__in=rows)
    sides = sides.exclude(scenario__status__in=_OVER).exclude(scenario__number=but).order_by("scenario__number")
    clashes: defaultdict[int, list[str]] = defaultdict(list)
    columns = ("warband__number", "scenario__title", "scenario__number")
    for warband, title, other in sides.values_list(*columns):
        clashes[warband].append(f"{rows[warband]} also plays “{scenario_title(title, other)}”.")
    return {warband: tuple(sentences) for warband, sentences in clashes.items()}


def with_corrections(campaign: Campaign, tables: Sequence[TableProgress]) -> list[TableProgress]:
    """Return tables with the scenarios whose results changed for one of its warbands after the table was planned.

    Two queries, two more after a correction; none without tables.
    """
    numbers = [table.scenario.number for table in tables]
    if not numbers:
        return list(tables)
    plans = campaign.entries.filter(kind=ScenarioPlanned.kind, scenario__in=numbers).order_by()
    planned = dict(plans.values_list("scenario").annotate(Min("number")))
    later = campaign.entries.filter(
        kind__in=(EntryCorrected.kind, EntryVoided.kind), scenario__isnull=False, number__gt=min(planned.values())
    )
    corrected = {number for number in later.order_by().values_list("scenario", flat=True) if number is not None}
    if not corrected:
        return list(tables)
    about: defaultdict[int, list[NumberedEvent]] = defaultdict(list)
    for entry in campaign.entries.filter(scenario__in=corrected).order_by("number"):
        about[entry.scenario or 0].append(numbered_event(entry))
    rows = list(campaign.scenarios.filter(number__in=corrected))
    return [
        replace(
            table,
            rests_on=tuple(
                row
                for row in rows
                if table.warbands & outcomes_changed(row.number, about[row.number], planned[table.scenario.number])
            ),
        )
        for table in tables
    ]
