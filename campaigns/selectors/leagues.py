"""Rounds and the league of a campaign: its tables, who meets whom next, and how far each table of a round has come."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaigns.entries import numbered_event
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, ScenarioSide
from campaigns.models.scenarios import RUNNING, ScenarioPhase
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.matching import least_cost_matching
from campaigns.selectors.scenarios import scenario_states, scenarios_of
from campaigns.selectors.warbands import warband_views
from rules.campaigns.leagues.games import LeagueGame, SideOfScenario, bye, games_within, scenario_game
from rules.campaigns.leagues.pairings import Entrant, WarbandPair, drawn_lots, robin_round, swiss_round
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.leagues.settings import LeagueResult, LeagueRules
from rules.campaigns.leagues.tables import LETTERS, LeagueRow, league_table
from rules.campaigns.state.leagues import LEAGUE_EVENTS, fold_league
from rules.campaigns.state.scenarios import ScenarioState
from rules.crests import Crest
from rules.dice import SeededRoller
from warbands.selectors.crests import crests_of


def league_of(campaign: Campaign) -> LeagueState:
    """Return the rounds and the league of a campaign. One query."""
    kinds = [event.kind for event in LEAGUE_EVENTS]
    entries = campaign.entries.filter(kind__in=kinds, voided_by=None).order_by("number")
    return fold_league(map(numbered_event, entries))


def league_games(campaign: Campaign, league: LeagueState) -> list[LeagueGame]:
    """Return the games of two sides that count, and the byes, round by round. One query."""
    # A side has an outcome where its scenario counts or was forfeited.
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="").order_by("pk")
    rows = sides.values_list(
        "scenario__number", "scenario__round", "warband__number", "outcome", "victory_points", "eliminated"
    )
    outcomes: defaultdict[tuple[int, int], list[SideOfScenario]] = defaultdict(list)
    for number, round_number, warband, outcome, points, eliminated in rows:
        side = SideOfScenario(warband, outcome, points, eliminated)  # type: ignore[arg-type] # its choices are results
        outcomes[round_number or 0, number].append(side)
    games = [(place, game) for place, pair in outcomes.items() if (game := scenario_game(pair))]
    games += [((number, 0), bye(warband)) for number, state in league.rounds.items() for warband in state.resting]
    return [game for _, game in sorted(games, key=lambda placed: placed[0])]


LAST_GAMES = 5
"""Games of a warband that its row in the table shows."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A warband in a table of the league: its row, name, player and crest, and its results against each opponent."""

    row: LeagueRow
    name: str
    player: str
    crest: Crest | None
    against: Mapping[int, tuple[LeagueResult, ...]]
    has_left: bool = False

    @property
    def form(self) -> list[tuple[str, str]]:
        """The last games, the latest last, each as a letter and in words."""
        return [(LETTERS[result], result.capitalize()) for result in self.row.form[-LAST_GAMES:]]

    def letters_against(self, other: TableLine) -> str:
        """Return the results against another warband as letters, in the order of the games."""
        return "·" if other is self else " ".join(LETTERS[result] for result in self.against.get(other.row.warband, ()))


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A row of the cross-table: the name of a warband and its results against each one, as letters."""

    name: str
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A table of the league with its name, "" where there is but one."""

    name: str
    lines: tuple[TableLine, ...]

    @property
    def crossed(self) -> list[CrossLine]:
        """The results of each warband against each one, in the order of the table."""
        return [CrossLine(line.name, tuple(map(line.letters_against, self.lines))) for line in self.lines]


def division_tables(
    league: LeagueState, games: Sequence[LeagueGame], warbands: Collection[CampaignWarband]
) -> list[DivisionTable]:
    """Return the tables of a league. The queries of ``crests_of``; load ``warband`` and ``participant__user``."""
    rows = {row.number: row for row in warbands}
    crests = crests_of([row.warband for row in rows.values()])
    tables = []
    for division in league.tables([number for number, row in rows.items() if not row.has_left], games):
        own = games_within(games, division.warbands)
        lines = tuple(
            TableLine(
                row,
                str(rows[row.warband]),
                rows[row.warband].participant.display_name,
                crests.get(rows[row.warband].warband_id),
                _results_against(row.warband, own),
                rows[row.warband].has_left,
            )
            for row in league_table(division.warbands, games, league.rules or LeagueRules())
            if row.warband in rows
        )
        tables.append(DivisionTable(division.name, lines))
    return tables


def _results_against(warband: int, games: Iterable[LeagueGame]) -> dict[int, tuple[LeagueResult, ...]]:
    results: defaultdict[int, list[LeagueResult]] = defaultdict(list)
    for game in games:
        for side, opponent in game.sides():
            if side.warband == warband and opponent is not None:
                results[opponent.warband].append(side.result)
    return {opponent: tuple(met) for opponent, met in results.items()}


@dataclass(frozen=True, slots=True)
class TableProgress:
    """A table of a round: its scenario, its sides with their crests, and whom it waits for, each as a sentence."""

    scenario: CampaignScenario
    sides: tuple[tuple[ScenarioSide, Crest | None], ...]
    waits: tuple[str, ...] = ()
    is_ready: bool = False

    @property
    def stage(self) -> str:
        """How far the table has come, in a word or two."""
        if self.is_ready:
            return "Ready to apply"
        return self.scenario.get_status_display()

    @property
    def warbands(self) -> frozenset[int]:
        """The numbers of its warbands."""
        return frozenset(side.warband.number for side, _ in self.sides)


def round_tables(campaign: Campaign, number: int, warbands: Iterable[CampaignWarband]) -> list[TableProgress]:
    """Return the tables of a round, by their numbers; ``warbands`` are all of the campaign, with ``warband``.

    Two queries and those of ``crests_of``; with open scenarios two more, and those of ``warband_views`` where any of
    them is reported.
    """
    rows = list(scenarios_of(campaign).filter(round=number).exclude(status=ScenarioPhase.CANCELED).reverse())
    running = [row.number for row in rows if row.status in RUNNING]
    states = scenario_states(campaign, running) if running else {}
    due = _dice_due(campaign, [state for state in states.values() if state.report_entry])
    by_number = {row.number: row.warband for row in warbands}
    pinned = crests_of(by_number.values())
    crests = {number: pinned.get(warband.pk) for number, warband in by_number.items()}
    tables = []
    for row in rows:
        sides = tuple((side, crests.get(side.warband.number)) for side in row.sides.all())
        waits, is_ready = _waits(row, states.get(row.number), due)
        tables.append(TableProgress(row, sides, waits, is_ready))
    return tables


def _waits(
    row: CampaignScenario, state: ScenarioState | None, due: Mapping[tuple[int, int], int]
) -> tuple[tuple[str, ...], bool]:
    """Return whom a table waits for, and whether it can be applied."""
    if state is None:
        return (("It has to be opened.",) if row.status == ScenarioPhase.PLANNED else ()), False
    sides = list(row.sides.all())
    if missing := [side.warband for side in sides if not side.is_fielded]:
        return tuple(f"{warband} has not fielded." for warband in missing), False
    if not state.report_entry:
        return ("No one has reported the result.",), False
    owed = [side.warband for side in sides if due.get((row.number, side.warband.number))]
    return tuple(f"{warband} has dice to roll." for warband in owed), not owed


def _dice_due(campaign: Campaign, states: Collection[ScenarioState]) -> dict[tuple[int, int], int]:
    """Return how many rolls each warband owes to each of these scenarios."""
    numbers = {warband for state in states for warband in state.fielded}
    if not numbers:
        return {}
    rows = campaign.warbands.filter(number__in=numbers).select_related("campaign", "warband", "participant__user")
    views = {view.row.number: view for view in warband_views(list(rows))}
    # Where a card is gone, a table waits: the scenario's page says why.
    return {
        (state.number, warband): 1 if (due := views[warband].rolls_due(state)) is None else due
        for state in states
        for warband in state.fielded
    }


SWISS, ROUND_ROBIN = WAYS = ("swiss", "round-robin")
"""How a round can be paired."""


@dataclass(frozen=True, slots=True)
class ProposedTable:
    """A table that is proposed: two warbands, and how often they have met."""

    first: CampaignWarband
    second: CampaignWarband
    met: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who would meet whom in a round, division by division, and who would sit out."""

    tables: tuple[ProposedTable, ...]
    byes: tuple[CampaignWarband, ...]


def propose_round(
    campaign: Campaign,
    league: LeagueState,
    number: int,
    warbands: Mapping[int, CampaignWarband],
    absent: Collection[int],
    way: str = SWISS,
) -> Proposal:
    """Return a pairing of a round for the warbands that are not in it yet and do not stay away. Four queries."""
    games = league_games(campaign, league)
    meetings = _meetings(campaign)
    busy = {*absent, *seated_warbands(campaign, number), *league.rounds[number].resting}
    free = [warband for warband in warbands if warband not in busy]
    # A round robin is one circle for the whole league, so its lots are those of no round.
    lots = drawn_lots(_roller(campaign), 0 if way == ROUND_ROBIN else number, free)
    byes = Counter(warband for state in league.rounds.values() for warband in state.resting)
    tables: list[ProposedTable] = []
    rests: list[CampaignWarband] = []
    # Points count against those who stay away, too.
    for division in league.tables(warbands, games):
        present = [warband for warband in division.warbands if warband in lots]
        if way == ROUND_ROBIN:
            pairing = robin_round(sorted(present, key=lots.__getitem__), meetings)
        else:
            points = league_table(division.warbands, games, league.rules or LeagueRules())
            entrants = [
                Entrant(row.warband, row.points, lots[row.warband], byes[row.warband])
                for row in points
                if row.warband in present
            ]
            pairing = swiss_round(entrants, meetings, (), least_cost_matching)
        tables += [
            ProposedTable(warbands[first], warbands[second], meetings[frozenset((first, second))])
            for first, second in pairing.tables
        ]
        rests += [warbands[pairing.bye]] if pairing.bye is not None else []
    return Proposal(tuple(tables), tuple(rests))


def _meetings(campaign: Campaign) -> Counter[WarbandPair]:
    """Return how often two warbands met or are planned to meet. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(
        scenario__status__in=(ScenarioPhase.CANCELED, ScenarioPhase.FORFEITED)
    )
    fights: defaultdict[int, list[int]] = defaultdict(list)
    for scenario, warband in sides.order_by().values_list("scenario", "warband__number"):
        fights[scenario].append(warband)
    return Counter(frozenset(warbands) for warbands in fights.values() if len(warbands) == 2)


def _roller(campaign: Campaign) -> SeededRoller | None:
    epoch = campaign.seed_epochs.order_by("-number").first()
    return SeededRoller(bytes(epoch.seed)) if epoch and epoch.seed else None


def seated_warbands(campaign: Campaign, number: int) -> set[int]:
    """Return the warbands that have a table in a round. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign, scenario__round=number)
    return set(sides.exclude(scenario__status=ScenarioPhase.CANCELED).values_list("warband__number", flat=True))


def own_tables_first(
    tables: Iterable[TableProgress], view: CampaignView, rows: Iterable[CampaignWarband]
) -> list[TableProgress]:
    """Return tables with those of the viewer's own warbands first."""
    own = {row.number for row in rows if view.viewer is not None and row.participant_id == view.viewer.pk}
    return sorted(tables, key=lambda table: not (table.warbands & own))
