"""Rounds and the league of a campaign: its rules, rounds and tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaigns.entries import numbered_event, settings_of
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, JournalEntry, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenarios import scenarios_of
from rules.campaigns.events.scenarios import ScenarioOpened
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.games import LeagueGame, SideOfScenario, bye, games_within, scenario_game
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState, round_settings
from rules.campaigns.leagues.settings import LeagueResult, LeagueRules
from rules.campaigns.leagues.tables import LETTERS, LeagueRow, league_table
from rules.campaigns.state.leagues import LEAGUE_EVENTS, fold_league
from rules.crests import Crest
from rules.dice import SeededRoller
from warbands.selectors.crests import crests_of


def league_of(campaign: Campaign) -> LeagueState:
    """Return the rounds and the league of a campaign. One query."""
    return leagues_of([campaign.pk])[campaign.pk]


def leagues_of(campaigns: Iterable[int]) -> dict[int, LeagueState]:
    """Return the rounds and the leagues of campaigns by the keys of their rows. One query."""
    events: dict[int, list[NumberedEvent]] = {campaign: [] for campaign in campaigns}
    kinds = [event.kind for event in LEAGUE_EVENTS]
    entries = JournalEntry.objects.filter(campaign__in=events, kind__in=kinds, voided_by=None)
    for entry in entries.order_by("campaign", "number"):
        events[entry.campaign_id].append(numbered_event(entry))
    return {campaign: fold_league(written) for campaign, written in events.items()}


def league_games(campaign: Campaign, league: LeagueState) -> list[LeagueGame]:
    """Return the games of two sides that count, and the byes, round by round, without play-offs. One query."""
    # A side has an outcome where its scenario counts or was forfeited.
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign).exclude(outcome="").order_by("pk")
    rows = sides.values_list(
        "scenario__number", "scenario__round", "warband__number", "outcome", "victory_points", "eliminated"
    )
    outcomes: defaultdict[tuple[int, int], list[SideOfScenario]] = defaultdict(list)
    for number, round_number, warband, outcome, points, eliminated in rows:
        if round_number in league.stages:
            continue
        side = SideOfScenario(warband, outcome, points, eliminated)  # type: ignore[arg-type] # its choices are results
        outcomes[round_number or 0, number].append(side)
    games = [(place, game) for place, pair in outcomes.items() if (game := scenario_game(pair))]
    games += [((number, 0), bye(warband)) for number, state in league.rounds.items() for warband in state.resting]
    return [game for _, game in sorted(games, key=lambda placed: placed[0])]


@dataclass(frozen=True, slots=True)
class OtherLimit:
    """An open scenario with another points limit than its round, and whether a warband is fielded in it."""

    scenario: CampaignScenario
    limit: int | None
    is_fielded: bool


def other_limits(campaign: Campaign, planned: LeagueRound) -> list[OtherLimit]:
    """Return the open scenarios of a round whose points limit the round no longer has. Three queries at most."""
    rows = {row.number: row for row in scenarios_of(campaign).filter(round=planned.number, status=ScenarioPhase.OPEN)}
    if not rows:
        return []
    opened = campaign.entries.filter(kind=ScenarioOpened.kind, scenario__in=list(rows)).order_by("number")
    settings = {}
    for entry in opened:
        event = numbered_event(entry).event
        assert isinstance(event, ScenarioOpened)
        settings[event.scenario] = event.settings
    house_rules = settings_of(campaign)
    return [
        OtherLimit(rows[number], own.fielded_points, any(side.is_fielded for side in rows[number].sides.all()))
        for number, own in sorted(settings.items())
        if own != round_settings(own, planned.plan, house_rules)
    ]


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
    def rate(self) -> float:
        """The points a game."""
        return float(self.row.points_a_game)

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
        against = _results_against(games_within(games, division.warbands))
        lines = tuple(
            TableLine(
                row,
                str(rows[row.warband]),
                rows[row.warband].participant.display_name,
                crests.get(rows[row.warband].warband_id),
                against[row.warband],
                rows[row.warband].has_left,
            )
            for row in league_table(division.warbands, games, league.rules or LeagueRules())
            if row.warband in rows
        )
        tables.append(DivisionTable(division.name, lines))
    return tables


def _results_against(games: Iterable[LeagueGame]) -> defaultdict[int, dict[int, tuple[LeagueResult, ...]]]:
    """Return the results of each warband against each opponent that it met."""
    results: defaultdict[int, dict[int, tuple[LeagueResult, ...]]] = defaultdict(dict)
    for game in games:
        for side, opponent in game.sides():
            if opponent is not None:
                met = results[side.warband]
                met[opponent.warband] = (*met.get(opponent.warband, ()), side.result)
    return results


def league_roller(campaign: Campaign) -> SeededRoller | None:
    """Return the roller of a campaign's newest seed for lots, None where this site does not know it. One query."""
    epoch = campaign.seed_epochs.order_by("-number").first()
    return SeededRoller(bytes(epoch.seed)) if epoch and epoch.seed else None


def seated_warbands(campaign: Campaign, number: int) -> set[int]:
    """Return the warbands that have a table in a round. One query."""
    sides = ScenarioSide.objects.filter(scenario__campaign=campaign, scenario__round=number)
    return set(sides.exclude(scenario__status=ScenarioPhase.CANCELED).values_list("warband__number", flat=True))
