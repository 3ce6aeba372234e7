"""Scenarios from plan to commit: planning, opening, fielding, canceling and committing."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db import transaction

from accounts.models import Owner
from campaigns.entries import settings_of
from campaigns.models import CampaignScenario, JournalEntry
from campaigns.models.scenarios import MAX_TITLE, ScenarioPhase
from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.careers import career_inputs, own_cards
from campaigns.selectors.leagues import league_of
from campaigns.selectors.scenarios import open_side
from campaigns.selectors.sides import private_problems
from campaigns.services.aftermath import refuse_doubled_dice
from campaigns.services.careers import lock_refresh
from campaigns.services.confirmations import commit_ground
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import day_of, optional_line_of, prose_of, reason_of
from common.refusal import Refusal
from rules.building.draft import MAX_LIMIT
from rules.campaigns.allowances import allowance_problems
from rules.campaigns.events.scenarios import (
    ScenarioCanceled,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    WarbandFielded,
    WarbandWithdrawn,
)
from rules.campaigns.fielding import barred_problems, fielding_points, fielding_problems
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.rounds import round_settings
from rules.campaigns.rights import NONE_FIELDED, WITHDRAW_ROLLED
from rules.campaigns.scenarios import HeroPoints, ScenarioPlan
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.scenarios import COMMITTED, PLANNED, ScenarioState
from rules.tables.boards import DEPLOYMENTS
from rules.tables.victory_conditions.conditions import CONDITIONS

MAX_NOTES = 2_000
MAX_UNPLAYED = 1_000
"""Scenarios of a campaign that are planned or open: a season of 45 warbands that each meet once."""
_CONDITIONS = {condition.key for condition in CONDITIONS}
_DEPLOYMENTS = {deployment.key for deployment in DEPLOYMENTS}


class AlreadyCommitted(Refusal):
    """The scenario was committed before; ``entry`` is the entry that did it."""

    code = "commit.state"

    def __init__(self, message: str, entry: JournalEntry) -> None:
        super().__init__(message)
        self.entry = entry


@transaction.atomic
def scenario_plan(*, actor: Owner, key: str, plan: ScenarioPlan) -> CampaignScenario:
    """Plan a scenario. Organizers only. Its id is its number for good; a played number follows the commit."""
    journal = journal_open(actor=actor, key=key, to=ScenarioPlanned)
    (number,) = new_scenarios(journal, 1)
    journal.write(ScenarioPlanned(number, checked_plan(journal, plan)))
    return _row(journal, number)


def new_scenarios(journal: OpenJournal, count: int) -> range:
    """Return the numbers of new scenarios; raise ``Refusal`` where so many more would be too many."""
    campaign = journal.campaign
    unplayed = campaign.scenarios.filter(status__in=(ScenarioPhase.PLANNED, ScenarioPhase.OPEN)).count()
    if unplayed + count > MAX_UNPLAYED:
        raise Refusal(
            f"A campaign can have at most {MAX_UNPLAYED:,} scenarios that are not played yet.", code="scenario.full"
        )
    first = campaign.next_scenario
    campaign.next_scenario += count
    campaign.save(update_fields=["next_scenario"])
    return range(first, first + count)


@transaction.atomic
def scenario_edit(*, actor: Owner, key: str, scenario: int, plan: ScenarioPlan) -> CampaignScenario:
    """Change the plan of a scenario that is not committed. Organizers only. Fielded warbands stay in it."""
    journal = journal_open(actor=actor, key=key, to=ScenarioPlanned, doing="edit scenarios")
    state = journal.scenario(scenario)
    if why := ScenarioPlanned.right.untimely(state.status):
        raise Refusal(why, code="scenario.locked")
    if missing := [number for number in state.fielded if number not in plan.warbands]:
        raise Refusal(f"{journal.warband(missing[0])} is fielded already. Withdraw it first.", code="warband.locked")
    plan = checked_plan(journal, plan, state.plan.warbands)
    if plan != state.plan:
        journal.write(ScenarioPlanned(scenario, plan))
    return _row(journal, scenario)


@transaction.atomic
def scenario_open(*, actor: Owner, key: str, scenario: int) -> CampaignScenario:
    """Open a planned scenario, so that its warbands can be fielded; it keeps today's settings. Organizers only.

    The points limit of its round, if that has one, takes the place of the house rule.
    """
    journal = journal_open(actor=actor, key=key, to=ScenarioOpened)
    state = journal.scenario(scenario)
    if state.status != PLANNED:
        raise Refusal("Only a planned scenario can be opened.", code="scenario.state")
    if not state.plan.warbands:
        raise Refusal("Choose the warbands that will fight first.", code="scenario.state")
    settings = settings_of(journal.campaign)
    journal.write(ScenarioOpened(scenario, _with_limit(journal, state, settings)))
    return _row(journal, scenario)


@transaction.atomic
def scenario_reopen(*, actor: Owner, key: str, scenario: int) -> CampaignScenario:
    """Open a scenario again in which no one is fielded, with the present points limit. Organizers only.

    Its other settings stay those with which it was opened.
    """
    journal = journal_open(actor=actor, key=key, to=ScenarioOpened, doing="reopen scenarios")
    state = journal.scenario(scenario, WarbandFielded)
    if state.fielded:
        raise Refusal("A warband is fielded in this scenario. Its limit stays.", code="scenario.locked")
    settings = _with_limit(journal, state, state.settings)
    if settings == state.settings:
        raise Refusal("This scenario already has the present points limit.", code="scenario.state")
    journal.write(ScenarioOpened(scenario, settings, again=True))
    return _row(journal, scenario)


def _with_limit(journal: OpenJournal, state: ScenarioState, settings: CampaignSettings) -> CampaignSettings:
    """Return settings with the points limit that applies to a scenario today: its round's, else the house rule."""
    planned = league_of(journal.campaign).rounds.get(state.plan.round) if state.plan.round is not None else None
    return round_settings(settings, planned.plan if planned else None, settings_of(journal.campaign))


@transaction.atomic
def warband_field(
    *,
    actor: Owner,
    key: str,
    scenario: int,
    warband: int,
    members: Iterable[str],
    hero_points: Mapping[str, int] | None = None,
    reason: str = "",
) -> CampaignScenario:
    """Confirm who of a warband fights; its roster is locked until the scenario ends. For its player and organizers.

    A later call replaces an earlier one. Raises ``Refusal`` with every problem; an organizer who gives a ``reason`` may
    exceed the points and half of them.
    """
    journal = journal_open(actor=actor, key=key, to=WarbandFielded)
    row = journal.warband(warband, WarbandFielded)
    state = journal.scenario(scenario, WarbandFielded)
    if warband not in state.plan.warbands:
        raise Refusal(f"{row} is not among the warbands of this scenario.", code="warband.invalid")
    side = open_side(row)
    if side is not None and side.scenario.number != scenario:
        raise Refusal(
            f"{row} is fielded in “{side.scenario}”. A warband fights in one scenario at a time.", code="warband.locked"
        )
    inputs = career_inputs(row, journal.campaign.next_played)
    record = inputs.history().now
    careers = record.careers
    chosen = set(members)
    fielded = tuple(member for member in careers.by_id if member in chosen) + tuple(chosen - careers.by_id.keys())
    if any(number == warband and member not in chosen for number, member in state.rolled):
        journal.refuse_unless_organizer("take out a member for whom Muster has rolled")
    bought = {member: number for member, number in (hero_points or {}).items() if number and member in chosen}
    problems = fielding_problems(careers, fielded, bought, state.settings, inputs.rulebook)
    fielded_before = state.fielded[warband].members if warband in state.fielded else ()
    problems += barred_problems(
        careers,
        [member for member in fielded if member not in fielded_before],
        settings_of(journal.campaign),
        own_cards(inputs.draft),
    )
    problems += private_problems(journal.campaign, careers, fielded, inputs.rulebook)
    problems += allowance_problems(record.allowance, careers, state.settings, inputs.rulebook)
    reason = optional_line_of(reason, 200, "A reason")
    if reason:
        journal.refuse_unless_organizer("allow more than the rules do")
        problems = tuple(problem for problem in problems if not problem.is_allowable)
    if problems:
        raise Refusal(problems[0].message, problems, code="side.invalid")
    points = sum(fielding_points(careers.by_id[member], inputs.rulebook, bought.get(member, 0)) for member in fielded)
    event = WarbandFielded(
        scenario, warband, fielded, tuple(HeroPoints(*pair) for pair in sorted(bought.items())), points, reason
    )
    if state.fielded.get(warband) != event:
        refuse_doubled_dice(journal, state.after(NumberedEvent(journal.campaign.head + 1, event)))
        journal.write(event)
        lock_refresh(row)
    return _row(journal, scenario)


@transaction.atomic
def warband_withdraw(*, actor: Owner, key: str, scenario: int, warband: int) -> CampaignScenario:
    """Take a warband out of an open scenario again; its roster is free. For its player and organizers."""
    journal = journal_open(actor=actor, key=key, to=WarbandWithdrawn)
    row = journal.warband(warband, WarbandWithdrawn)
    state = journal.scenario(scenario, WarbandWithdrawn)
    if any(number == warband for number, _ in state.rolled):
        journal.refuse_unless_organizer(WITHDRAW_ROLLED)
    if warband in state.fielded:
        journal.write(WarbandWithdrawn(scenario, warband))
        lock_refresh(row)
    return _row(journal, scenario)


@transaction.atomic
def scenario_cancel(*, actor: Owner, key: str, scenario: int, reason: str) -> CampaignScenario:
    """Cancel a scenario that is not committed, with a reason; its warbands are free. Organizers only."""
    journal = journal_open(actor=actor, key=key, to=ScenarioCanceled)
    state = journal.scenario(scenario, ScenarioCanceled)
    journal.write(ScenarioCanceled(scenario, reason_of(reason)))
    warbands_free(journal, state)
    return _row(journal, scenario)


@transaction.atomic
def scenario_commit(*, actor: Owner, key: str, scenario: int, reason: str = "") -> JournalEntry:
    """Commit the aftermath of a scenario: from now on it counts. Organizers only. Return the entry.

    Every roll that is due has to be there; a feat may stay open. Where players confirm results, an organizer who does
    not wait for them gives a ``reason``. Raises ``AlreadyCommitted`` for a scenario that a person has committed, and
    then nothing changes.
    """
    journal = journal_open(actor=actor, key=key, to=ScenarioCommitted)
    state = journal.scenario(scenario)
    if state.commit is not None:
        raise _already_committed(journal, journal.entry(state.commit))
    if state.is_running:
        if not state.fielded:
            raise Refusal(NONE_FIELDED, code="scenario.state")
        journal.refuse_walkover(state)
    journal.refuse_untimely(ScenarioCommitted, state)
    if state.played is not None:
        refuse_doubled_dice(journal, replace(state, status=COMMITTED))
    played = state.played or journal.campaign.next_played
    sides = aftermath_sides(journal.campaign, state)
    if missing := [due for side in sides.values() for due in side.due]:
        raise Refusal(_missing_rolls(len(missing)), missing, code="roll.state")
    ground, why = commit_ground(journal, state, reason)
    if state.played is None:
        journal.campaign.next_played += 1
        journal.campaign.save(update_fields=["next_played"])
    entry = journal.write(ScenarioCommitted(scenario, played, ground, why))
    warbands_free(journal, state)
    return entry


def checked_plan(journal: OpenJournal, plan: ScenarioPlan, known: tuple[int, ...] = ()) -> ScenarioPlan:
    """Return a plan as it is stored; raise ``Refusal`` for one that does not do.

    ``known`` are warbands that it had before, which may have left the campaign.
    """
    if plan.victory not in _CONDITIONS:
        raise Refusal("Choose one of the victory conditions.", code="scenario.invalid")
    if plan.deployment and plan.deployment not in _DEPLOYMENTS:
        raise Refusal("Choose one of the deployments.", code="scenario.invalid")
    if plan.board_points is not None and not 0 <= plan.board_points <= MAX_LIMIT:
        raise Refusal(f"A board is for 0 to {MAX_LIMIT:,} points per side.", code="scenario.invalid")
    warbands = tuple(dict.fromkeys(plan.warbands))
    if plan.round is not None:
        planned = league_of(journal.campaign).rounds.get(plan.round)
        if planned is None:
            raise Refusal(f"There is no round {plan.round} in this campaign.", code="round.gone")
        if resting := [number for number in warbands if number in planned.resting]:
            raise Refusal(f"{journal.warband(resting[0])} has the bye in this round.", code="round.state")
    for number in warbands:
        journal.warband(number, also_left=number in known)
    return replace(
        plan,
        title=optional_line_of(plan.title, MAX_TITLE, "A title"),
        date=day_of(plan.date),
        warbands=warbands,
        notes=prose_of(plan.notes, MAX_NOTES, "Notes"),
    )


def _row(journal: OpenJournal, scenario: int) -> CampaignScenario:
    return journal.campaign.scenarios.get(number=scenario)


def warbands_free(journal: OpenJournal, state: ScenarioState) -> None:
    """Free the warbands of a scenario that ended, as far as no other one has them."""
    rows = journal.campaign.warbands.select_related("warband")
    for row in rows.filter(number__in=list(state.fielded), has_left=False):
        lock_refresh(row)


def _already_committed(journal: OpenJournal, entry: JournalEntry) -> AlreadyCommitted:
    person = journal.campaign.participants.select_related("user").filter(number=entry.actor or 0).first()
    who = person.display_name if person else "Someone"
    return AlreadyCommitted(f"{who} has already applied this scenario.", entry)


def _missing_rolls(number: int) -> str:
    if number == 1:
        return "1 roll is missing. Roll it or enter it first."
    return f"{number} rolls are missing. Roll them or enter them first."
