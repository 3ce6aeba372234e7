"""A person's campaigns as files of their archive."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.models import User
from accounts.selectors.archives import archived_json
from accounts.selectors.rooms import ArchivedFile
from campaigns.models import CalendarFeed, Participant
from campaigns.models.people import ParticipantRole
from campaigns.selectors.files import campaign_file
from rules.campaigns.files import campaign_file_json


def archived_campaigns(user: User) -> Iterator[ArchivedFile]:
    """Yield the list of the campaigns in which a person takes part, and those that they organize as files.

    The files are those that organizers can download: what players hide from each other is not in them. Of calendars
    there is when each was switched on and for which campaign, none for one's own, and not its secret address.
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
    led = [place for place in places if place.organizes and place.role == ParticipantRole.ORGANIZER]
    feeds = CalendarFeed.objects.filter(Q(user=user) | Q(campaign__in=[place.campaign_id for place in led]))
    of_what = feeds.order_by("pk").values("campaign__key", "made_at")
    calendars = [{"campaign": feed["campaign__key"], "made_at": feed["made_at"]} for feed in of_what]
    yield "calendars.json", archived_json(calendars)
    for place in led:
        data = campaign_file_json(campaign_file(place.campaign, with_secrets=False))
        yield f"campaigns/{place.campaign.key}.muster.json", data.encode() if isinstance(data, str) else data
