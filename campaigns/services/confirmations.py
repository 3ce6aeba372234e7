"""Confirming the report of a scenario: the answers of its players, settling a dispute, and the ground of a commit."""

from django.db import transaction

from accounts.models import Owner
from campaigns.models import DisputeSentence, JournalEntry
from campaigns.models.scenarios import MAX_SENTENCE
from campaigns.selectors.confirmations import ReportConfirmation, report_confirmations
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import line_of, reason_of
from common.refusal import Refusal
from rules.campaigns.confirmations import CONFIRMED, SETTLED, CommitGround
from rules.campaigns.events.scenarios import DisputeSettled, ReportConfirmed, ReportDisputed
from rules.campaigns.rights import NOT_DISPUTED
from rules.campaigns.state.scenarios import ScenarioState


@transaction.atomic
def report_confirm(*, actor: Owner, key: str, scenario: int, report: int) -> JournalEntry:
    """Confirm the report of a scenario. For the players who fought in it, except the one who reported.

    ``report`` is the entry that made the report what it is. It takes the place of a dispute; a second confirmation
    writes nothing. Raises ``Refusal`` for a report that has changed since.
    """
    journal, state, player = _asked(actor, key, scenario, report)
    answer = state.answers.get(player)
    if answer and (answer.kind, answer.report) == (CONFIRMED, report):
        return journal.entry(answer.entry)
    return journal.write(ReportConfirmed(scenario, report, player))


@transaction.atomic
def report_dispute(*, actor: Owner, key: str, scenario: int, report: int, sentence: str) -> JournalEntry:
    """Dispute the report of a scenario, with a sentence that says what is wrong. For those who may confirm it.

    The scenario is not applied before an organizer settles it. The sentence stays out of the journal.
    """
    journal, state, player = _asked(actor, key, scenario, report)
    answer = state.answers.get(player)
    if answer and (answer.kind, answer.report) == (SETTLED, report):
        raise Refusal("An organizer has settled your dispute of this result.", code="report.state")
    text = line_of(sentence, MAX_SENTENCE, "What is wrong")
    entry = journal.write(ReportDisputed(scenario, report, player))
    DisputeSentence.objects.create(
        scenario=journal.campaign.scenarios.get(number=scenario),
        participant=journal.participant(player),
        entry=entry.number,
        text=text,
    )
    return entry


@transaction.atomic
def dispute_settle(*, actor: Owner, key: str, scenario: int, reason: str) -> JournalEntry:
    """Settle all disputes of a scenario: its report stands, with a reason. Organizers only.

    An organizer who reports anew settles them as well.
    """
    journal = journal_open(actor=actor, key=key, to=DisputeSettled)
    state = journal.scenario(scenario)
    if not (state.is_running and state.is_disputed):
        raise Refusal(NOT_DISPUTED, code="report.state")
    return journal.write(DisputeSettled(scenario, state.report_version, reason_of(reason)))


def commit_ground(journal: OpenJournal, state: ScenarioState, reason: str) -> tuple[CommitGround | None, str]:
    """Return on what ground a scenario is applied now, and an organizer's reason; None where no one is asked.

    Raises ``Refusal`` while someone disputes its report, or has yet to confirm it and there is no ``reason``.
    """
    confirmation = _confirmation(journal, state)
    if confirmation is None or not confirmation.state.asked:
        return None, ""
    answers = confirmation.state
    if answers.disputing:
        names = confirmation.names(answers.disputing)
        verb = "disputes" if len(answers.disputing) == 1 else "dispute"
        raise Refusal(f"{names} {verb} the result. Settle the dispute first.", code="report.state")
    if answers.ground is not None:
        return answers.ground, answers.reason
    if reason.strip():
        return "organizer", reason_of(reason)
    verb = "has" if len(answers.waiting) == 1 else "have"
    raise Refusal(
        f"{confirmation.names(answers.waiting)} {verb} not confirmed the result yet. To apply it now, give a reason.",
        code="report.state",
    )


def _asked(actor: Owner, key: str, scenario: int, report: int) -> tuple[OpenJournal, ScenarioState, int]:
    """Return the journal, a scenario and the number of the caller, who may answer to its report."""
    journal = journal_open(actor=actor, key=key)
    state = journal.scenario(scenario)
    confirmation = _confirmation(journal, state)
    if confirmation is None:
        raise Refusal("The result of this scenario needs no confirmation now.", code="report.state")
    if report != state.report_version:
        raise Refusal("The result has changed meanwhile. Look at it before you answer.", code="report.changed")
    player = journal.actor.number if journal.actor else 0
    if player not in confirmation.state.asked:
        raise Refusal("Only those who fought, except the one who reported, can answer.", code="report.forbidden")
    return journal, state, player


def _confirmation(journal: OpenJournal, state: ScenarioState) -> ReportConfirmation | None:
    rows = journal.campaign.warbands.filter(number__in=list(state.fielded)).select_related("participant__user")
    players = [row.participant for row in rows] if state.settings.confirm_days else []
    campaign = journal.campaign.pk
    return report_confirmations([(campaign, state, players)]).get((campaign, state.number))
