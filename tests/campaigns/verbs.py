"""What people do in campaigns, for tests to say in few words."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from accounts.models import Owner
from campaigns.models import Campaign, JournalEntry, Participant
from campaigns.selectors.campaigns import CampaignView, campaign_view
from campaigns.selectors.checking import campaign_faults
from campaigns.services.campaigns import campaign_create
from campaigns.services.people import campaign_join, invitation_make, participant_promote
from rules.campaigns.settings import CampaignSettings
from tests.replays import replayed
from tests.warbands.verbs import Person, account

SEED = b"the same dice in every run......"
"""The seed of each campaign of these tests, so that the server's dice fall in every run as they fell in the last."""


@dataclass
class Table:
    """A campaign and the people around its table, by their names; the first one organizes it."""

    key: str
    people: dict[str, Person] = field(default_factory=dict)

    @property
    def campaign(self) -> Campaign:
        """The campaign as it is stored."""
        return Campaign.objects.get(key=self.key)

    @property
    def entries(self) -> list[JournalEntry]:
        """The journal, the oldest entry first."""
        return list(self.campaign.entries.order_by("number"))

    @property
    def kinds(self) -> list[str]:
        """What kinds of entries the journal has, in order."""
        return [entry.kind for entry in self.entries]

    def asking(self, name: str) -> dict[str, Any]:
        """Return the first arguments of a service: who asks, and for which campaign."""
        return {"actor": self.people[name].owner, "key": self.key}

    def place(self, name: str) -> Participant:
        """Return the place of somebody in the campaign."""
        return self.campaign.participants.get(user=self.people[name].owner.user)

    def number(self, name: str) -> int:
        """Return the number of somebody in the campaign."""
        return self.place(name).number

    def view(self, name: str) -> CampaignView | None:
        """Return the campaign as somebody sees it."""
        return campaign_view(self.people[name].owner, self.key)

    def seat(self, name: str) -> Person:
        """Let somebody with a new account join by the invitation."""
        self.people[name] = _joined(self, name)
        return self.people[name]

    def assert_sound(self) -> None:
        """Assert that what is stored equals the fold of the journal."""
        assert campaign_faults(self.campaign) == []


@replayed
def _joined(table: Table, name: str) -> Person:
    person = account(name)
    campaign_join(actor=person.owner, token=table.campaign.invitation_token or "")
    return person


@replayed
def table(*names: str, settings: CampaignSettings | None = None, **fields: Any) -> Table:
    """Return a campaign organized by the first of these people, which the others have joined."""
    first, *others = names
    organizer = account(first)
    campaign = campaign_create(
        actor=organizer.owner, settings=settings, **{"name": "The Long Winter", "seed": SEED, **fields}
    )
    new_table = Table(campaign.key, {first: organizer})
    if others:
        invitation_make(**new_table.asking(first))
    for name in others:
        new_table.seat(name)
    return new_table


@replayed
def usual_table() -> Table:
    """Return a campaign that ada organizes with cleo, and in which bob and dan play; eve is a stranger."""
    usual = table("ada", "bob", "cleo", "dan")
    participant_promote(**usual.asking("ada"), number=usual.number("cleo"), co_organizer=True)
    usual.people["eve"] = account("eve")
    return usual


def send(table: Table, who: str, path: str, **fields: str) -> Any:
    """Send a form of the campaign, and follow where it leads."""
    return table.people[who].client.post(f"/campaigns/{table.key}/{path}", fields, follow=True)


def main_text(answer: Any) -> str:
    """Return what the main part of a page says, as words."""
    main = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


Asking = Callable[[Table, Owner], object]
"""Something that one of the people asks of a campaign."""


def asks(service: Callable[..., object], **fields: object) -> Asking:
    """Return how somebody asks a service for a campaign, with these fields."""
    return lambda table, actor: service(actor=actor, key=table.key, **fields)
