"""The players for whom tables wait, and whether a reminder can reach them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings as site_settings
from django.utils import timezone

from campaigns.models import Campaign, CampaignWarband, Participant, ReminderMail, ReminderSettings
from campaigns.models.people import ParticipantPresence
from campaigns.models.scenarios import RUNNING, ScenarioPhase
from campaigns.selectors.boards import TableProgress, round_tables, table_progress
from campaigns.selectors.leagues import league_of
from campaigns.selectors.reminders import local_now, next_mail_day
from campaigns.selectors.scenarios import scenarios_of
from campaigns.selectors.warbands import warbands_listed
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.reminders import days_until_mail, due_words, mail_words, night_words


@dataclass(frozen=True, slots=True)
class LatePlayer:
    """A person for whom tables wait, with a sentence for each, and why no reminder reaches them, "" if one can.

    ``mailed`` says when a mail to them goes, "" where it goes at once or never.
    """

    person: Participant
    waits: tuple[str, ...]
    obstacle: str = ""
    mailed: str = ""


def late_players(campaign: Campaign, number: int | None) -> list[LatePlayer]:
    """Return whom the running tables of a round wait for, or with None those of the whole campaign; the people in
    order, those who play no more left out.

    The queries of ``table_progress``, and seven more.
    """
    everyone = warbands_listed(campaign)
    league = league_of(campaign)
    if number is not None:
        tables = round_tables(campaign, league.rounds[number], everyone)
    else:
        tables = tables_to_play(campaign, league, everyone, RUNNING)
    waits = _waits_by_player(tables, {row.number: row for row in everyone})
    playing = campaign.participants.filter(pk__in=waits, presence=ParticipantPresence.PLAYING).select_related("user")
    people = list(playing.order_by("number"))
    mails = reminder_mails(people)
    return [LatePlayer(person, tuple(waits[person.pk]), *mails[person.pk]) for person in people]


def tables_to_play(
    campaign: Campaign,
    league: LeagueState,
    warbands: Collection[CampaignWarband],
    statuses: Collection[ScenarioPhase] = (ScenarioPhase.PLANNED, *RUNNING),
) -> list[TableProgress]:
    """Return the planned and running tables of a campaign, by their numbers."""
    rows = scenarios_of(campaign).filter(status__in=statuses).select_related("game_night")
    return table_progress(campaign, rows.reverse(), league.rounds, warbands)


_ORGANIZERS = ("open", "settle")
"""What tables need from an organizer."""


def _waits_by_player(tables: Collection[TableProgress], warbands: dict[int, CampaignWarband]) -> dict[int, list[str]]:
    waits: defaultdict[int, list[str]] = defaultdict(list)
    names = {number: str(row) for number, row in warbands.items()}
    for table in tables:
        for need in table.needs:
            if need.need in _ORGANIZERS:
                continue
            late = f" ({due_words(table.late)})" if table.late else ""
            sentence = f"“{table.scenario}”{late}: {need.describe(names)}"
            owing = table.warbands if need.warband is None else {need.warband}
            for player in {warbands[warband].participant_id for warband in owing}:
                waits[player].append(sentence)
    return waits


NO_MAIL = "gets none: this site sends no mail."
NO_ACCOUNT = "plays without an account."
NOT_ASKED = "did not ask for reminders by organizers."
NO_ADDRESS = "has no email address."
NOT_VERIFIED = "has not verified their email address."
MAILED = "already has a reminder {}."


def reminder_mails(people: Collection[Participant]) -> dict[int, tuple[str, str]]:
    """Return why no reminder by an organizer reaches these people and when one goes, by the ids of their rows.

    Each is "" where there is nothing to say. Load ``user``.
    Says nothing of the address of a person who did not ask. Three queries.
    """
    users = [person.user_id for person in people if person.user_id is not None]
    asked = ReminderSettings.objects.filter(user__in=users, user__is_active=True, by_organizers=True)
    settings = {row.user_id: row for row in asked}
    addresses: dict[int, bool] = {}
    for user, is_verified in EmailAddress.objects.filter(user__in=users).values_list("user", "verified"):
        addresses[user] = addresses.get(user, False) or is_verified
    since = timezone.now().date() - timedelta(days=1)
    mailed = set(ReminderMail.objects.filter(user__in=users, day__gte=since).values_list("user", "day"))

    def mail(user: int | None) -> tuple[str, str]:
        if user is None:
            return NO_ACCOUNT, ""
        if not site_settings.SENDS_MAIL:
            return NO_MAIL, ""
        if user not in settings:
            return NOT_ASKED, ""
        if user not in addresses:
            return NO_ADDRESS, ""
        if not addresses[user]:
            return NOT_VERIFIED, ""
        hour = local_now(settings[user]).hour
        if (user, next_mail_day(settings[user])) in mailed:
            return MAILED.format(night_words(days_until_mail(hour))), ""
        return "", mail_words(hour)

    return {person.pk: mail(person.user_id) for person in people}
