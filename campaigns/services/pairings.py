"""What rounds are paired from, outside the journal: requests and absences. And planning a whole season at once."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import Owner
from campaigns.models import CampaignWarband, PairingRequest, RoundAbsence
from campaigns.models.pairings import MAX_ABSENCE_REASON
from campaigns.selectors.leagues import league_of, seated_warbands
from campaigns.selectors.pairings import propose_season
from campaigns.selectors.warbands import warbands_in
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.leagues import refuse_rounds, stored_round
from campaigns.services.scenarios import checked_plan, new_scenarios
from campaigns.services.texts import optional_line_of
from common.refusal import Refusal
from rules.campaigns.events.leagues import ByeGiven, RoundPlanned
from rules.campaigns.events.scenarios import ScenarioPlanned, WarbandFielded
from rules.campaigns.leagues.pairings import SeasonRound
from rules.campaigns.leagues.rounds import LeagueRound, RoundPlan
from rules.campaigns.scenarios import ScenarioPlan

MAX_REQUESTS = 500
MAX_DAYS_APART = 60


@transaction.atomic
def request_add(*, actor: Owner, key: str, warbands: tuple[int, int]) -> None:
    """Ask that two warbands are not paired with each other. Organizers only."""
    journal = journal_open(actor=actor, key=key, organizing="keep warbands apart")
    if warbands[0] == warbands[1]:
        raise Refusal("Choose two different warbands.", code="league.invalid")
    first, second = (journal.warband(number) for number in sorted(warbands))
    if PairingRequest.objects.filter(first__campaign=journal.campaign).count() >= MAX_REQUESTS:
        raise Refusal(f"A campaign can have at most {MAX_REQUESTS} requests.", code="league.invalid")
    PairingRequest.objects.get_or_create(first=first, second=second)


@transaction.atomic
def request_remove(*, actor: Owner, key: str, warbands: tuple[int, int]) -> None:
    """Let two warbands be paired again. Organizers only."""
    journal = journal_open(actor=actor, key=key, organizing="let warbands meet again")
    first, second = sorted(warbands)
    pair = Q(first__number=first, second__number=second)
    PairingRequest.objects.filter(pair, first__campaign=journal.campaign).delete()


@transaction.atomic
def absence_set(*, actor: Owner, key: str, number: int, warband: int, reason: str = "") -> None:
    """Say that a warband stays away from a round, before it is paired there. Its player and organizers."""
    row = _absentee(actor, key, number, warband)
    if warband in seated_warbands(row.campaign, number):
        raise Refusal(
            f"{row} already has a table in this round. An organizer can move it or record a forfeit.",
            code="round.state",
        )
    text = optional_line_of(reason, MAX_ABSENCE_REASON, "A reason")
    RoundAbsence.objects.update_or_create(round=number, warband=row, defaults={"reason": text})


@transaction.atomic
def absence_end(*, actor: Owner, key: str, number: int, warband: int) -> None:
    """Say that a warband comes to a round after all. Its player and organizers."""
    RoundAbsence.objects.filter(round=number, warband=_absentee(actor, key, number, warband)).delete()


def _absentee(actor: Owner, key: str, number: int, warband: int) -> CampaignWarband:
    journal = journal_open(actor=actor, key=key)
    row = journal.warband(warband, WarbandFielded, doing="say whether it comes")
    if number not in league_of(journal.campaign).rounds:
        raise Refusal(f"There is no round {number} in this campaign.", code="round.gone")
    return row


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """A round robin to plan ahead: what its rounds start from, how many days apart they begin, and how long they last.

    ``plan`` has the first day of the first round, "" for rounds without days.
    """

    plan: RoundPlan
    is_double: bool = False
    days_apart: int = 7
    days_each: int = 7

    def round_plan(self, index: int) -> RoundPlan:
        """Return the plan of a round, counted from 0."""
        if not self.plan.starts:
            return self.plan
        first = date.fromisoformat(self.plan.starts)
        try:
            starts = first + timedelta(days=index * self.days_apart)
            ends = starts + timedelta(days=self.days_each - 1)
        except OverflowError:
            raise Refusal("Choose an earlier first day.", code="scenario.invalid") from None
        return replace(self.plan, starts=starts.isoformat(), ends=ends.isoformat())


@transaction.atomic
def season_plan(*, actor: Owner, key: str, season: SeasonPlan, first: int) -> range:
    """Plan all rounds of a round robin with their tables and byes; return the numbers of the rounds. Organizers only.

    ``first`` is the number that the first of them gets. Raises ``Refusal`` where that round is there already, as after
    the same form was sent before.
    """
    journal = journal_open(actor=actor, key=key, to=RoundPlanned)
    league = league_of(journal.campaign)
    season = replace(season, plan=replace(stored_round(season.plan), name=""))
    checked_plan(journal, ScenarioPlan(victory=season.plan.victory, deployment=season.plan.deployment))
    if first != max(league.rounds, default=0) + 1:
        raise Refusal(f"Round {first} is planned already. Look at the rounds first.", code="round.state")
    rounds = propose_season(
        journal.campaign, league, [row.number for row in warbands_in(journal.campaign)], is_double=season.is_double
    )
    if not rounds:
        raise Refusal("There is no one to pair.", code="round.state")
    numbers = range(first, first + len(rounds))
    refuse_rounds(len(league.rounds) + len(rounds))
    journal.write_plans(_season_events(journal, season, dict(zip(numbers, rounds, strict=True))))
    return numbers


def _season_events(
    journal: OpenJournal, season: SeasonPlan, rounds: dict[int, SeasonRound]
) -> Iterable[RoundPlanned | ByeGiven | ScenarioPlanned]:
    scenarios = iter(new_scenarios(journal, sum(len(each.tables) for each in rounds.values())))
    for index, (number, each) in enumerate(rounds.items()):
        planned = LeagueRound(number, season.round_plan(index))
        yield RoundPlanned(number, planned.plan)
        yield from (ByeGiven(number, warband) for warband in each.byes)
        yield from (ScenarioPlanned(next(scenarios), planned.scenario_plan(table)) for table in each.tables)
