"""A campaign as one file, and a person’s campaigns as files of their archive."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from django.db.models import F, Q

from accounts.models import User
from accounts.selectors.rooms import ArchivedFile, archived_json
from campaigns.entries import journal_line, numbered_event
from campaigns.models import (
    CalendarFeed,
    Campaign,
    DisputeSentence,
    Participant,
    PlayerPage,
    ReminderMail,
    ReminderSettings,
)
from campaigns.models.people import ParticipantRole
from campaigns.selectors.checking import campaign_attachments
from campaigns.selectors.journal import battles_again, seeds_of
from rules.building.draft import draft_from_document
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.warbands import CareersAccepted, RevisionTaken, RosterChanged, WarbandJoined
from rules.campaigns.files import CampaignFile, FiledPerson, FiledWarband, campaign_file_json
from rules.campaigns.reminders import ReminderWishes
from rules.cards.model import Card
from rules.lengths import MAX_NAME
from rules.roster.model import Member, Roster
from warbands.models import Step
from warbands.selectors.legality import rulebook_of


def campaign_file(campaign: Campaign, *, with_secrets: bool = True) -> CampaignFile:
    """Return a whole campaign as a file; secret seeds are not included.

    Without ``with_secrets``, the drafts contain only their public parts. Five queries, those of a rulebook and those of
    adventures.
    """
    entries = list(campaign.entries.order_by("number"))
    warbands = tuple(_warbands(campaign, with_secrets=with_secrets))
    return CampaignFile(
        key=campaign.key,
        people=tuple(
            FiledPerson(participant.number, participant.display_name[:MAX_NAME])
            for participant in campaign.participants.select_related("user").order_by("number")
        ),
        seeds=seeds_of(campaign),
        journal=tuple(map(journal_line, entries)),
        warbands=warbands,
        cards=_cards([numbered_event(entry).event for entry in entries], warbands),
        adventures=tuple(
            adventure for attachment in campaign_attachments() for adventure in attachment.filed(campaign)
        ),
        battles=battles_again(campaign),
    )


def _warbands(campaign: Campaign, *, with_secrets: bool) -> Iterator[FiledWarband]:
    rows = list(campaign.warbands.select_related("warband").order_by("number"))
    steps = {
        step.warband_id: step
        for step in Step.objects.filter(warband__in=[row.warband_id for row in rows]).select_related("warband")
        if step.number == step.warband.position
    }
    first: dict[int, int] = {}
    for row in rows:
        draft = draft_from_document(row.frozen if row.frozen is not None else steps[row.warband_id].draft)
        number = first.setdefault(row.warband_id, row.number)
        yield FiledWarband(row.number, number, row.warband.next_member, draft if with_secrets else draft.shared)


def _cards(events: Iterable[CampaignEvent], warbands: Iterable[FiledWarband]) -> tuple[Card, ...]:
    """Return the cards of the compendium that members have had, sorted by key and revision."""
    members, revisions = list(_members(events)), set[tuple[str, int]]()
    for warband in warbands:
        members += warband.draft.roster.members
    creature = {member.id: member.creature for member in members}
    for event in events:
        if isinstance(event, RevisionTaken):
            revisions.add((creature.get(event.member, ""), event.revision))
    named = Roster(tuple(replace(member, id="", minion_of=None) for member in members), play_mode="narrative")
    rulebook = rulebook_of([named], revisions=revisions)
    wanted = {(member.creature, member.revision) for member in members} | revisions
    pinned = {(card.key, card.revision): card for key, number in wanted if (card := rulebook.card(key, number))}
    return tuple(pinned[pin] for pin in sorted(pinned, key=lambda pin: (pin[0], pin[1] or 0)))


def _members(events: Iterable[CampaignEvent]) -> Iterator[Member]:
    for event in events:
        match event:
            case WarbandJoined():
                yield from event.members
            case RosterChanged():
                yield from event.edit.joined
            case CareersAccepted():
                yield from (career.member for career in event.careers.members)
            case EntryCorrected():
                yield from _members([event.replacement])


def archived_campaigns(user: User) -> Iterator[ArchivedFile]:
    """Yield the list of the campaigns in which a person takes part, and those that they organize as files.

    What the person said in disputes comes with the campaign and the number of the scenario.
    Organizers can download these files: they omit the players' secrets. Calendars appear with the time at which each
    was switched on and its campaign, none for a personal one, without the secret address; a player's page likewise.
    Reminders appear with what the person asked for and the days on which mail was sent.
    """
    places = list(Participant.objects.filter(user=user).select_related("campaign").order_by("pk"))
    yield (
        "campaigns.json",
        archived_json(
            [
                {
                    "key": place.campaign.key,
                    "name": place.campaign.name,
                    "number": place.number,
                    "role": place.role,
                    "presence": place.presence,
                    "joined_at": place.joined_at,
                }
                for place in places
            ]
        ),
    )
    sentences = DisputeSentence.objects.filter(participant__user=user).order_by("pk")
    places_of = {"campaign": F("scenario__campaign__key"), "number": F("scenario__number")}
    yield "disputes.json", archived_json(list(sentences.values("text", **places_of)))
    led = [place for place in places if place.organizes and place.role == ParticipantRole.ORGANIZER]
    feeds = CalendarFeed.objects.filter(Q(user=user) | Q(campaign__in=[place.campaign_id for place in led]))
    of_what = feeds.order_by("pk").values("campaign__key", "made_at")
    calendars = [{"campaign": feed["campaign__key"], "made_at": feed["made_at"]} for feed in of_what]
    yield "calendars.json", archived_json(calendars)
    yield "reminders.json", archived_json(_archived_reminders(user))
    pages = PlayerPage.objects.filter(user=user).prefetch_related("campaigns")
    shown = [{"name": page.name, "campaigns": [row.key for row in page.campaigns.all()]} for page in pages]
    yield "player-page.json", archived_json(shown)
    for place in led:
        data = campaign_file_json(campaign_file(place.campaign, with_secrets=False))
        yield f"campaigns/{place.campaign.key}.muster.json", data.encode() if isinstance(data, str) else data


def _archived_reminders(user: User) -> dict[str, Any]:
    """Return what an account wants mail about, None where it never asked, and its mails of the last month."""
    columns = ("time_zone", *(wish.name for wish in fields(ReminderWishes)))
    return {
        "settings": ReminderSettings.objects.filter(user=user).values(*columns).first(),
        "mails": list(ReminderMail.objects.filter(user=user).values("day", "state", "by_organizer")),
    }
