"""Rounds and leagues: planning and pairing rounds, opening and applying all their tables, forfeits, and the rules."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from accounts.models import Owner
from campaigns.models import CampaignScenario, JournalEntry
from campaigns.models.scenarios import RUNNING, ScenarioPhase
from campaigns.selectors.leagues import league_of, other_limits, seated_warbands
from campaigns.selectors.warbands import warbands_in
from campaigns.services.announcing import announce_planned
from campaigns.services.campaigns import campaign_settings_change
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.scenarios import (
    checked_plan,
    new_scenarios,
    scenario_commit,
    scenario_open,
    scenario_reopen,
    warbands_free,
)
from campaigns.services.texts import MAX_REASON, day_of, optional_line_of, reason_of, refusing
from common.refusal import Refusal
from rules.campaigns.events.leagues import ByeGiven, DivisionsSet, GameForfeited, LeagueRulesSet, RoundPlanned
from rules.campaigns.events.scenarios import ScenarioCommitted, ScenarioOpened, ScenarioPlanned
from rules.campaigns.leagues.rounds import (
    MAX_DIVISIONS,
    MAX_NAME,
    MAX_ROUNDS,
    LeagueDivision,
    LeagueRound,
    RoundPlan,
    check_divisions,
)
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.scenarios import ScenarioPlan
from rules.campaigns.settings import CampaignSettings
from rules.errors import require


@transaction.atomic
def round_plan(
    *, actor: Owner, key: str, plan: RoundPlan, number: int | None = None, expected: int | None = None
) -> int:
    """Plan a round, or change the plan of one; return its number. Organizers only.

    Scenarios that are already open keep their points limit, and those that are planned their victory condition. A new
    round with a number that was ``expected`` is planned once, however often it is asked for.
    """
    journal = journal_open(actor=actor, key=key, to=RoundPlanned)
    rounds = league_of(journal.campaign).rounds
    stored = stored_round(plan)
    checked_plan(journal, ScenarioPlan(victory=plan.victory, deployment=plan.deployment))
    if number is None:
        if expected in rounds:
            if rounds[expected].plan != stored:
                raise Refusal(f"Round {expected} has been planned meanwhile. Look at it first.", code="round.state")
            return expected
        refuse_rounds(len(rounds) + 1)
        number = max(rounds, default=0) + 1
    elif number not in rounds:
        raise _no_round(number)
    if number not in rounds or rounds[number].plan != stored:
        journal.write(RoundPlanned(number, stored))
    return number


def refuse_rounds(rounds: int) -> None:
    """Raise ``Refusal`` for more rounds than a campaign can have."""
    if rounds > MAX_ROUNDS:
        raise Refusal(f"A campaign can have at most {MAX_ROUNDS} rounds.", code="round.full")


def stored_round(plan: RoundPlan) -> RoundPlan:
    """Return the plan of a round as it is stored; raise ``Refusal`` for one that does not do."""
    name = optional_line_of(plan.name, MAX_NAME, "A name")
    stored = replace(plan, name=name, starts=day_of(plan.starts), ends=day_of(plan.ends))
    with refusing():
        stored.check()
    return stored


@transaction.atomic
def round_pair(
    *, actor: Owner, key: str, number: int, tables: Sequence[tuple[int, int]], byes: Collection[int] = ()
) -> list[CampaignScenario]:
    """Plan the tables of a round, each between two warbands, and give byes; return the scenarios. Organizers only.

    Raises ``Refusal`` for a warband that is at a table of the round already, or rests in it.
    """
    journal = journal_open(actor=actor, key=key, to=ByeGiven)
    state = _round(journal, number)
    if number in league_of(journal.campaign).stages:
        raise Refusal("The play-offs say who meets in this round.", code="round.state")
    named = [warband for table in tables for warband in table] + list(byes)
    if not named:
        raise Refusal("There is no one to pair.", code="round.state")
    seated = seated_warbands(journal.campaign, number)
    rows = {row.number: row for row in warbands_in(journal.campaign)}
    for warband in named:
        row = rows.get(warband) or journal.warband(warband)
        if named.count(warband) > 1 or warband in seated or warband in state.resting:
            raise Refusal(f"{row} already has a table or the bye in this round.", code="round.state")
    scenarios = new_scenarios(journal, len(tables))
    plans = map(ScenarioPlanned, scenarios, map(state.scenario_plan, tables))
    journal.write_plans([*(ByeGiven(number, warband) for warband in byes), *plans])
    announce_planned(journal.campaign, scenarios)
    return list(journal.campaign.scenarios.filter(number__in=scenarios).order_by("number"))


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What was done for the tables of a round: the scenarios, and those left out, each with the reason."""

    done: tuple[CampaignScenario, ...]
    left_out: tuple[tuple[CampaignScenario, str], ...]


def round_open(*, actor: Owner, key: str, number: int) -> RoundOutcome:
    """Open all planned scenarios of a round. Organizers only."""
    return _each(actor, key, number, (ScenarioPhase.PLANNED,), ScenarioOpened.right.doing, scenario_open)


@transaction.atomic
def round_reopen(*, actor: Owner, key: str, number: int) -> RoundOutcome:
    """Open those scenarios of a round again that have another points limit than the round. Organizers only.

    Those in which a warband is fielded are left out.
    """
    journal = journal_open(actor=actor, key=key, organizing="reopen scenarios")
    scenarios = [other.scenario.number for other in other_limits(journal.campaign, _round(journal, number))]
    return _each(actor, key, number, (ScenarioPhase.OPEN,), "reopen scenarios", scenario_reopen, scenarios)


def round_apply(*, actor: Owner, key: str, number: int, scenarios: Collection[int]) -> RoundOutcome:
    """Apply those of these scenarios of a round that are ready. Organizers only."""
    return _each(actor, key, number, RUNNING, ScenarioCommitted.right.doing, scenario_commit, scenarios)


@transaction.atomic
def _each(
    actor: Owner,
    key: str,
    number: int,
    statuses: Collection[str],
    organizing: str,
    act: Callable[..., object],
    only: Collection[int] | None = None,
) -> RoundOutcome:
    """Do something for each scenario of a round; a refused one is left out whole, with the reason."""
    journal = journal_open(actor=actor, key=key, organizing=organizing)
    _round(journal, number)
    done: list[CampaignScenario] = []
    left_out: list[tuple[CampaignScenario, str]] = []
    for row in journal.campaign.scenarios.filter(round=number, status__in=statuses).order_by("number"):
        if only is not None and row.number not in only:
            continue
        try:
            with transaction.atomic():
                act(actor=actor, key=key, scenario=row.number)
        except Refusal as refused:
            left_out.append((row, refused.message))
        else:
            done.append(row)
    return RoundOutcome(tuple(done), tuple(left_out))


@transaction.atomic
def game_forfeit(*, actor: Owner, key: str, scenario: int, absent: Iterable[int], reason: str = "") -> JournalEntry:
    """Record that a scenario of two warbands is not played because one or both did not come. Organizers only.

    It counts in the league but not for careers. Raises ``Refusal`` while the scenario is applied.
    """
    journal = journal_open(actor=actor, key=key, to=GameForfeited)
    state = journal.scenario(scenario, GameForfeited)
    if len(state.plan.warbands) != 2:
        raise Refusal("Only a scenario of two warbands can be forfeited.", code="scenario.state")
    missing = tuple(number for number in state.plan.warbands if number in set(absent))
    if not missing:
        raise Refusal("Choose who did not come.", code="scenario.invalid")
    entry = journal.write(GameForfeited(scenario, missing, optional_line_of(reason, MAX_REASON, "A reason")))
    warbands_free(journal, state)
    return entry


@transaction.atomic
def league_set(
    *, actor: Owner, key: str, rules: LeagueRules, reason: str = "", settings: CampaignSettings | None = None
) -> None:
    """Give the campaign a league, or change its rules, with a reason. Organizers only.

    The rules hold for earlier games too; the house rules in ``settings`` for scenarios that are opened later.
    """
    if settings is not None:
        campaign_settings_change(actor=actor, key=key, settings=settings)
    journal = journal_open(actor=actor, key=key, to=LeagueRulesSet)
    before = league_of(journal.campaign).rules
    event = rules_change(before, rules, reason)
    if before != rules:
        journal.write(event)


def rules_change(before: LeagueRules | None, rules: LeagueRules, reason: str) -> LeagueRulesSet:
    """Return the event that sets the rules of a league; raise ``Refusal`` for bad rules, or a change without reason."""
    with refusing():
        rules.check()
    if before not in (None, rules):
        return LeagueRulesSet(rules, reason_of(reason))
    return LeagueRulesSet(rules, optional_line_of(reason, MAX_REASON, "A reason"))


@transaction.atomic
def divisions_set(*, actor: Owner, key: str, divisions: Sequence[LeagueDivision]) -> None:
    """Divide the warbands of the league; no divisions put all into one table. Organizers only."""
    journal = journal_open(actor=actor, key=key, to=DivisionsSet)
    if len(divisions) > MAX_DIVISIONS:
        raise Refusal(f"A league has at most {MAX_DIVISIONS} divisions.", code="league.invalid")
    named = tuple(LeagueDivision(optional_line_of(part.name, MAX_NAME, "A name"), part.warbands) for part in divisions)
    if any(not division.name for division in named):
        raise Refusal("Each division needs a name of its own.", code="league.invalid")
    with refusing():
        check_divisions(named, list(journal.campaign.warbands.values_list("number", flat=True)))
    if league_of(journal.campaign).divisions != named:
        journal.write(DivisionsSet(named))


def _round(journal: OpenJournal, number: int) -> LeagueRound:
    return require(league_of(journal.campaign).rounds.get(number), _no_round(number))


def _no_round(number: int) -> Refusal:
    return Refusal(f"There is no round {number} in this campaign.", code="round.gone")
