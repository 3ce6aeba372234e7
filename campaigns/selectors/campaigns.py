"""Campaigns: one as a person or a spectator sees it, those of one person, requests to take one over, and the demo."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import Owner
from campaigns.entries import participant_state, settings_of, takeovers_of
from campaigns.models import Campaign, CampaignWarband, JournalEntry, Participant
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, ParticipantRole, participant_q
from common.prepared import Parameter, prepared
from rules.campaigns.events.campaign import CO_ORGANIZER
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.takeovers import may_ask


def is_read_by_others(campaign: Campaign) -> bool:
    """Return True if several people take part in a campaign or may at any time, or others read it or its league.

    People with the link or the code of an invitation, or of a place, can join without anyone's consent. At most one
    query.
    """
    if campaign.spectator_token or campaign.league_token or campaign.invitation_token or campaign.join_code:
        return True
    people = campaign.participants.filter(presence=ParticipantPresence.PLAYING)
    return people.exclude(user=None, visitor_token="", claim_token=None).count() > 1


@dataclass(frozen=True, slots=True)
class CampaignView:
    """A campaign as one person sees it. ``viewer`` is that person's place, None for a spectator."""

    campaign: Campaign
    viewer: Participant | None
    people: tuple[Participant, ...]

    @property
    def settings(self) -> CampaignSettings:
        """The present settings."""
        return settings_of(self.campaign)

    @property
    def organizes(self) -> bool:
        """Whether the viewer has an organizer's rights."""
        return self.viewer is not None and self.viewer.organizes

    @property
    def is_organizer(self) -> bool:
        """Whether the viewer is the organizer, the only one who closes the campaign and hands it over."""
        return self.viewer is not None and self.viewer.organizes and self.viewer.role == ParticipantRole.ORGANIZER

    @property
    def takes_over(self) -> bool:
        """Whether the viewer may make themselves the organizer, as the organizer's account is deleted."""
        return self.viewer is not None and can_take_over(self.viewer, self.people)

    @property
    def is_open(self) -> bool:
        """Whether anything can be added to the journal."""
        return self.campaign.phase == CampaignPhase.OPEN

    @property
    def names(self) -> dict[int, str]:
        """The names of its people by their numbers."""
        return {person.number: person.display_name for person in self.people}

    @property
    def playing(self) -> tuple[Participant, ...]:
        """The people who still take part."""
        return tuple(person for person in self.people if person.presence == ParticipantPresence.PLAYING)

    def person(self, number: int | None) -> Participant | None:
        """Return the person with that number, even one who left."""
        return next((person for person in self.people if person.number == number), None)

    def shows_claim(self, person: Participant) -> bool:
        """Return whether the viewer may have the link to a place; that of an organizer is for the organizer."""
        invites = self.organizes and self.is_open
        return invites and (self.is_organizer or person.role == ParticipantRole.PLAYER)

    def writes_for(self, warband: CampaignWarband) -> bool:
        """Return whether the viewer can write for a warband now: its player, or an organizer."""
        if self.viewer is None or not self.is_open or warband.has_left:
            return False
        return self.viewer.organizes or warband.participant_id == self.viewer.pk

    def name(self, number: int | None) -> str:
        """Return the name of the person with that number."""
        person = self.person(number)
        return person.display_name if person else "Muster"


def campaign_view(viewer: Owner, key: str) -> CampaignView | None:
    """Return a campaign for someone who takes part in it, None for anyone else. Two queries."""
    return _view(_campaign_with_key().first(key=key), viewer)


@prepared
def _campaign_with_key() -> QuerySet[Campaign]:
    return Campaign.objects.filter(key=Parameter("key"))


@prepared
def _participants() -> QuerySet[Participant]:
    return Participant.objects.filter(campaign=Parameter("campaign")).select_related("user")


def campaign_spectated(token: str) -> CampaignView | None:
    """Return the campaign of a spectators' link, None if there is none. Two queries."""
    return _view(Campaign.objects.filter(spectator_token=token).first(), None) if token else None


def campaign_invited(*, token: str = "", code: str = "") -> Campaign | None:
    """Return the campaign of an invitation, None if it is not valid. One query."""
    if token:
        return Campaign.objects.filter(invitation_token=token).first()
    code = "".join(code.split()).upper().replace("-", "")
    return Campaign.objects.filter(join_code=code).first() if code else None


def placeholder_claimable(token: str) -> Participant | None:
    """Return the placeholder of a claim link, with its campaign, None if the link is not valid. One query."""
    return (
        Participant.objects.filter(claim_token=token, user=None).select_related("campaign").first() if token else None
    )


def can_take_over(person: Participant, people: Iterable[Participant]) -> bool:
    """Return True if a person can become the organizer, because the organizer's account is deleted.

    Co-organizers can; if there are none, any player can.
    """
    there = [person for person in people if person.presence == ParticipantPresence.PLAYING]
    if person.user_id is None or not any(
        participant.role == ParticipantRole.ORGANIZER and participant.is_vacant for participant in there
    ):
        return False
    return person.role == ParticipantRole.CO_ORGANIZER or not any(
        participant.role == ParticipantRole.CO_ORGANIZER and not participant.is_placeholder for participant in there
    )


def campaigns_of(viewer: Owner, *, phase: str = CampaignPhase.OPEN) -> QuerySet[Campaign]:
    """Return the campaigns of one phase in which a person takes part, the most recently changed first.

    ``players`` is how many people take part. One query.
    """
    mine = Participant.objects.filter(participant_q(viewer), presence=ParticipantPresence.PLAYING)
    return Campaign.objects.filter(pk__in=mine.values("campaign"), phase=phase).annotate(
        players=Count("participants", filter=Q(participants__presence=ParticipantPresence.PLAYING))
    )


def _view(campaign: Campaign | None, viewer: Owner | None) -> CampaignView | None:
    if campaign is None:
        return None
    participants = tuple(_participants().rows(campaign=campaign.pk))
    for participant in participants:
        participant.campaign = campaign
    if viewer is None:
        return CampaignView(campaign, None, participants)
    own = next(
        (
            participant
            for participant in participants
            if participant.is_person(viewer) and participant.presence == ParticipantPresence.PLAYING
        ),
        None,
    )
    return CampaignView(campaign, own, participants) if own else None


def campaigns_listed(viewer: Owner, phase: str) -> QuerySet[Campaign]:
    """Return the same as ``campaigns_of``, each campaign with the viewer's role as ``role``. One query."""
    places = Participant.objects.filter(participant_q(viewer), campaign=OuterRef("pk"))
    listed = campaigns_of(viewer, phase=phase).annotate(role=Subquery(places.values("role")[:1]))
    return listed.order_by("-changed_at", "-pk")


def campaign_counts(viewer: Owner) -> dict[str, int]:
    """Return in how many campaigns of each phase a person takes part. One query."""
    places = Participant.objects.filter(participant_q(viewer), presence=ParticipantPresence.PLAYING)
    return places.aggregate(**{phase.value: Count("pk", filter=Q(campaign__phase=phase)) for phase in CampaignPhase})


def _organized(owner: Owner) -> QuerySet[Participant]:
    return Participant.objects.filter(participant_q(owner), role=ParticipantRole.ORGANIZER)


def open_campaigns(owner: Owner) -> QuerySet[Campaign]:
    """Return the open campaigns that a person organizes."""
    organized = _organized(owner).order_by().values("campaign")
    return Campaign.objects.filter(pk__in=organized).exclude(phase=CampaignPhase.CLOSED)


def journals(owner: Owner) -> QuerySet[JournalEntry]:
    """Return the journals of the campaigns that a person organizes."""
    return JournalEntry.objects.filter(campaign__in=_organized(owner).order_by().values("campaign"))


def campaign_watched(key: str, tokens: Collection[str]) -> CampaignView | None:
    """Return a campaign that is shared under one of these links' tokens, None for another. Three queries at most."""
    if not tokens:
        return None
    token = Campaign.objects.filter(key=key, spectator_token__in=tokens).values_list("spectator_token", flat=True)
    return campaign_spectated(token.first() or "")


DEMO_KEY = "demo"
DEMO_TOKEN = DEMO_KEY
"""The link for spectators; the campaign is closed and made up, so that it is no secret."""


def demo_token() -> str:
    """Return the token of the link with which anyone may read the demo campaign, "" if it is not loaded."""
    return DEMO_TOKEN if Campaign.objects.filter(spectator_token=DEMO_TOKEN).exists() else ""


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
