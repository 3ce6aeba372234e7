"""The end of a season: settling what still runs, finishing with champions and awards, and inviting to the next one."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from django.db import transaction

from accounts.models import Owner
from campaigns.entries import settings_of
from campaigns.models import Campaign, CampaignScenario, JournalEntry, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, participant_q
from campaigns.selectors.leagues import league_of
from campaigns.selectors.seasons import BLOCKING, MOST_UNSETTLED, season_now
from campaigns.services.campaigns import campaign_create
from campaigns.services.journal import NOT_FOUND, journal_open
from campaigns.services.leagues import RoundOutcome, game_forfeit, league_set
from campaigns.services.people import placeholder_add
from campaigns.services.scenarios import scenario_cancel, scenario_commit
from common.refusal import Refusal
from rules.campaigns.events.leagues import SeasonFinished
from rules.campaigns.rights import NO_SCENARIO
from rules.lengths import MAX_NAME

Ending = Literal["apply", "forfeit", "cancel"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
_REASON = "The season is over."


@dataclass(frozen=True, slots=True)
class ScenarioEnding:
    """What becomes of a scenario at the end of a season; ``absent`` are the warbands that forfeit it."""

    scenario: int
    ending: Ending
    absent: tuple[int, ...] = ()


@transaction.atomic
def season_settle(*, actor: Owner, key: str, endings: Iterable[ScenarioEnding], reason: str = "") -> RoundOutcome:
    """Apply, forfeit or cancel scenarios; skip those that cannot be settled, with the reason. Organizers only."""
    journal = journal_open(actor=actor, key=key, organizing=SeasonFinished.right.doing)
    endings = list(endings)
    if len(endings) > MOST_UNSETTLED:
        raise Refusal(f"Settle at most {MOST_UNSETTLED} scenarios at once.", code="season.state")
    rows = {row.number: row for row in journal.campaign.scenarios.all()}
    done: list[CampaignScenario] = []
    left_out: list[tuple[CampaignScenario, str]] = []
    for ending in endings:
        if ending.scenario not in rows:
            raise Refusal(NO_SCENARIO, code="scenario.gone")
        try:
            with transaction.atomic():
                _settle(actor, key, ending, reason or _REASON)
        except Refusal as refused:
            left_out.append((rows[ending.scenario], refused.message))
        else:
            done.append(rows[ending.scenario])
    return RoundOutcome(tuple(done), tuple(left_out))


def _settle(actor: Owner, key: str, ending: ScenarioEnding, reason: str) -> None:
    if ending.ending == "apply":
        scenario_commit(actor=actor, key=key, scenario=ending.scenario)
    elif ending.ending == "forfeit":
        game_forfeit(actor=actor, key=key, scenario=ending.scenario, absent=ending.absent, reason=reason)
    else:
        scenario_cancel(actor=actor, key=key, scenario=ending.scenario, reason=reason)


@transaction.atomic
def season_finish(*, actor: Owner, key: str, seen: int | None = None) -> JournalEntry:
    """Finish the season with the champions and awards that the journal gives now. Organizers only.

    ``seen`` is the campaign's version that the organizer looked at. Raises ``Refusal`` for another one, while
    a scenario is planned or open, and before a game counts.
    """
    journal = journal_open(actor=actor, key=key, to=SeasonFinished)
    campaign = journal.campaign
    if campaign.finished_by is not None:
        raise Refusal("The season is finished already. Undo that first.", code="season.state")
    if waiting := campaign.scenarios.filter(status__in=BLOCKING).first():
        raise Refusal(f"“{waiting}” is not settled. Apply, forfeit or cancel it first.", code="season.state")
    if seen is not None and seen != campaign.head:
        raise Refusal(
            "The campaign has changed meanwhile. Look at its champions and awards again.", code="season.state"
        )
    league = league_of(campaign)
    season = season_now(campaign)
    if not season.podium:
        raise Refusal("No game counts yet, so there is no champion to name.", code="season.state")
    if league.playoffs is not None and not any(place.is_playoff_victory for place in season.podium):
        raise Refusal(
            "The play-offs have no champion yet. Play them, decide who goes on, or undo their drawing first.",
            code="season.state",
        )
    return journal.write(season)


@transaction.atomic
def season_follow(*, actor: Owner, key: str, name: str, people: Collection[int]) -> Campaign:
    """Begin the next season of a campaign under its house rules and league rules; return it. Organizers only.

    Each of these people, by their numbers, gets a place that waits for them; they bring their own warbands. Raises
    ``Refusal`` while a next season of that name goes on, as after the same form was sent before.
    """
    before = Campaign.objects.select_for_update().filter(key=key).first()
    mine = before and before.participants.filter(participant_q(actor), presence=ParticipantPresence.PLAYING).first()
    if before is None or not mine:
        raise Refusal(NOT_FOUND, code="campaign.gone")
    if not mine.organizes:
        raise Refusal("Only an organizer can begin the next season.", code="campaign.forbidden")
    if actor.user is None:
        raise Refusal("Sign in to invite others: your campaign comes with you.", code="account.forbidden")
    if going_on := before.next_seasons.filter(name=name).exclude(phase=CampaignPhase.CLOSED).first():
        raise Refusal(f"The next season has begun already: “{going_on}”. Invite others there.", code="season.state")
    chosen = before.participants.select_related("user").filter(number__in=people).exclude(pk=mine.pk)
    league = league_of(before)
    campaign = campaign_create(actor=actor, name=name, story=before.story, settings=settings_of(before))
    campaign.follows = before
    campaign.save(update_fields=["follows"])
    if league.rules is not None:
        league_set(actor=actor, key=campaign.key, rules=league.rules)
    for person in chosen.filter(presence=ParticipantPresence.PLAYING):
        place = placeholder_add(actor=actor, key=campaign.key, name=person.display_name[:MAX_NAME])
        Participant.objects.filter(pk=place.pk).update(invited=person.user)
    campaign.refresh_from_db()
    return campaign
