"""Requests to take a campaign over as one person sees them."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from campaigns.entries import participant_state, takeovers_of
from campaigns.models import Participant
from campaigns.models.people import ParticipantRole
from campaigns.selectors.campaigns import CampaignView
from rules.campaigns.events.campaign import CO_ORGANIZER
from rules.campaigns.state.takeovers import may_ask


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request that is not answered: who asks and when, and from when on they can take the campaign over."""

    person: Participant
    asked_at: datetime
    runs_until: datetime
    has_run_out: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class TakeoverView:
    """The requests to take a campaign over, how many days a new one runs, and whether the viewer may ask.

    ``organizer`` is the person who organizes it; ``has_co_organizer`` says whether only co-organizers may ask.
    """

    days: int
    requests: tuple[OpenRequest, ...]
    organizer: Participant | None
    asks: bool
    has_co_organizer: bool

    @property
    def own(self) -> OpenRequest | None:
        """The viewer's own request."""
        return next((request for request in self.requests if request.is_own), None)


def takeover_view(view: CampaignView) -> TakeoverView:
    """Return the requests to take a campaign over as a person sees them. No query."""
    state, now, viewer = takeovers_of(view.campaign), timezone.now(), view.viewer
    people = {person.number: participant_state(person) for person in view.people}
    requests = []
    for request in state.requests:
        if (person := view.person(request.participant)) and may_ask(request.participant, people):
            until = datetime.fromisoformat(request.runs_until)
            is_own = viewer is not None and viewer.pk == person.pk
            requests.append(OpenRequest(person, datetime.fromisoformat(request.at), until, until <= now, is_own))
    return TakeoverView(
        days=state.days,
        requests=tuple(requests),
        organizer=next((person for person in view.playing if person.role == ParticipantRole.ORGANIZER), None),
        asks=viewer is not None
        and view.is_open
        and may_ask(viewer.number, people)
        and state.request_of(viewer.number) is None,
        has_co_organizer=any(person.role == CO_ORGANIZER for person in view.playing),
    )
