"""Play-offs: drawing them, planning the games that are due, and deciding who goes on."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import Owner
from campaigns.models import Campaign, CampaignScenario
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.leagues import league_of
from campaigns.selectors.playoffs import PlayedBracket, playoff_scenarios, playoffs_of
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.leagues import round_plan
from campaigns.services.scenarios import scenario_cancel, scenario_plan
from campaigns.services.texts import reason_of, refusing
from common.refusal import Refusal
from rules.campaigns.events.leagues import PlayoffDecided, PlayoffRoundBegun, PlayoffsDrawn
from rules.campaigns.leagues.playoffs import DrawRule, MatchKey, PlayoffStage, check_seeds
from rules.campaigns.leagues.rounds import LeagueRound, LeagueState, RoundPlan


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
