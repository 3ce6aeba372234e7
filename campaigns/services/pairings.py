"""Pairing rounds: requests and absences outside the journal, a whole season at once, and play-offs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import Owner
from campaigns.models import Campaign, CampaignScenario, CampaignWarband, PairingRequest, RoundAbsence
from campaigns.models.pairings import MAX_ABSENCE_REASON
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.leagues import league_of, seated_warbands
from campaigns.selectors.pairings import propose_season
from campaigns.selectors.playoffs import PlayedBracket, playoff_scenarios, playoffs_of
from campaigns.selectors.warbands import warbands_in
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.leagues import refuse_rounds, round_plan, stored_round
from campaigns.services.scenarios import checked_plan, new_scenarios, scenario_cancel, scenario_plan
from campaigns.services.texts import optional_line_of, reason_of, refusing
from common.refusal import Refusal
from rules.campaigns.events.leagues import ByeGiven, PlayoffDecided, PlayoffRoundBegun, PlayoffsDrawn, RoundPlanned
from rules.campaigns.events.scenarios import ScenarioPlanned, WarbandFielded
from rules.campaigns.leagues.pairings import SeasonRound
from rules.campaigns.leagues.playoffs import DrawRule, MatchKey, PlayoffStage, check_seeds
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState, RoundPlan
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


@transaction.atomic
def playoffs_draw(*, actor: Owner, key: str, seeds: Sequence[int], draws: DrawRule, third_place: bool) -> None:
    """Draw the play-offs of a league, the highest seed first. Organizers only.

    Raises ``Refusal`` while there are play-offs: their entry can be voided as long as none of their games is planned.
    """
    journal = journal_open(actor=actor, key=key, to=PlayoffsDrawn)
    if not journal.campaign.has_league:
        raise Refusal("Choose the rules of the league first.", code="league.state")
    league = league_of(journal.campaign)
    if league.playoffs is not None:
        raise Refusal("The play-offs are drawn already. Take the drawing back first.", code="league.state")
    present = journal.campaign.warbands.filter(has_left=False).values_list("number", flat=True)
    with refusing():
        check_seeds(seeds, list(present))
    journal.write(PlayoffsDrawn(tuple(seeds), draws, third_place))


@transaction.atomic
def playoff_games_plan(*, actor: Owner, key: str) -> tuple[list[CampaignScenario], list[tuple[str, str]]]:
    """Plan each game of the play-offs that is due, a replay too, and the rounds that they need. Organizers only.

    Return the scenarios, and the titles of those left out, each with the reason.
    """
    journal = journal_open(actor=actor, key=key, to=PlayoffRoundBegun)
    played = _playoffs(journal)
    planned: list[CampaignScenario] = []
    left_out: list[tuple[str, str]] = []
    for match in played.bracket.matches:
        if not match.is_due:
            continue
        first, second = match.sides
        assert first is not None
        assert second is not None
        title = f"{match.title}, replay" if match.games else match.title
        try:
            with transaction.atomic():
                stage = _round_of(journal, actor, match.stage)
                planned.append(scenario_plan(actor=actor, key=key, plan=stage.scenario_plan((first, second), title)))
        except Refusal as refused:
            left_out.append((title, refused.message))
    return planned, left_out


def _round_of(journal: OpenJournal, actor: Owner, stage: PlayoffStage) -> LeagueRound:
    """Return the round of a stage; where there is none it is planned, like the round before it."""
    league = league_of(journal.campaign)
    number = max((number for number, played in league.stages.items() if played == stage), default=None)
    if number is None:
        before = league.rounds[max(league.rounds)].plan if league.rounds else RoundPlan()
        plan = RoundPlan(
            stage.capitalize(), points_limit=before.points_limit, victory=before.victory, deployment=before.deployment
        )
        number = round_plan(actor=actor, key=journal.campaign.key, plan=plan)
        journal.campaign.refresh_from_db()
        journal.write(PlayoffRoundBegun(number, stage))
        league = league_of(journal.campaign)
    return league.rounds[number]


@transaction.atomic
def playoff_decide(*, actor: Owner, key: str, match: MatchKey, warband: int, reason: str) -> None:
    """Decide who goes on from a match, with a reason; it overrides the games. Organizers only.

    Later games of the other warband that are not played yet are canceled; those that were played stay scenarios, but
    no longer count for the bracket.
    """
    journal = journal_open(actor=actor, key=key, to=PlayoffDecided)
    played = _playoffs(journal)
    decided = played.bracket.match(match)
    if decided is None or not decided.is_known:
        raise Refusal("It is not settled yet who meets there.", code="league.state")
    if warband not in decided.sides:
        raise Refusal("Choose one of the two warbands.", code="league.invalid")
    if played.playoffs.decisions.get(match, (0, 0))[0] == warband:
        return
    why = reason_of(reason)
    journal.write(PlayoffDecided(*match, warband, why))
    stale = {game.scenario for game in _playoffs(journal).bracket.stale}
    for number in sorted(stale - {game.scenario for game in played.bracket.stale}):
        if played.scenarios[number].status in (ScenarioPhase.PLANNED, ScenarioPhase.OPEN):
            scenario_cancel(actor=actor, key=key, scenario=number, reason=why)


def refuse_redrawn(campaign: Campaign, before: LeagueState) -> None:
    """Raise ``Refusal`` if the play-offs are not those of before while a game of theirs stands."""
    league = league_of(campaign)
    if _drawing(league) != _drawing(before) and playoff_scenarios({campaign.pk: league}):
        raise Refusal("Games of the play-offs are planned or played. Cancel or undo them first.", code="entry.state")


def _drawing(league: LeagueState) -> int | None:
    return league.playoffs.entry if league.playoffs else None


def _playoffs(journal: OpenJournal) -> PlayedBracket:
    played = playoffs_of(journal.campaign, league_of(journal.campaign))
    if played is None:
        raise Refusal("There are no play-offs in this campaign yet.", code="league.gone")
    return played
