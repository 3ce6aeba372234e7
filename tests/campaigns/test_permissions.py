"""Every service of a campaign, tried by each kind of person."""

from collections.abc import Callable

import pytest

from accounts.models import Owner
from campaigns.selectors.campaigns import campaign_view
from campaigns.services.campaigns import (
    campaign_archive,
    campaign_close,
    campaign_describe,
    campaign_settings_change,
    campaign_share,
)
from campaigns.services.people import (
    campaign_hand_over,
    claim_renew,
    invitation_make,
    invitation_revoke,
    participant_promote,
    participant_readmit,
    participant_remove,
    placeholder_add,
)
from common.refusal import Refusal
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.verbs import Asking, Table, asks
from tests.replays import replayed
from tests.warbands.verbs import Person

pytestmark = pytest.mark.django_db


def number_of(name: str, service: Callable[..., object], **fields: object) -> Asking:
    return lambda table, actor: service(actor=actor, key=table.key, number=table.number(name), **fields)


ORGANIZERS = {"ada", "cleo"}
ORGANIZER = {"ada"}
SERVICES: dict[str, tuple[Asking, set[str]]] = {
    "campaign_describe": (asks(campaign_describe, name="Spring", story=""), ORGANIZERS),
    "campaign_settings_change": (asks(campaign_settings_change, settings=CampaignSettings()), ORGANIZERS),
    "campaign_archive": (asks(campaign_archive, archived=True), ORGANIZERS),
    "campaign_share": (asks(campaign_share, shared=True), ORGANIZERS),
    "campaign_close": (asks(campaign_close), ORGANIZER),
    "invitation_make": (asks(invitation_make), ORGANIZERS),
    "invitation_revoke": (asks(invitation_revoke), ORGANIZERS),
    "placeholder_add": (asks(placeholder_add, name="Tom"), ORGANIZERS),
    "claim_renew": (lambda table, actor: claim_renew(actor=actor, key=table.key, number=5), ORGANIZERS),
    "participant_remove": (number_of("dan", participant_remove), ORGANIZERS),
    "participant_readmit": (
        lambda table, actor: participant_readmit(actor=actor, key=table.key, number=6),
        ORGANIZERS,
    ),
    "participant_promote": (number_of("dan", participant_promote, co_organizer=True), ORGANIZER),
    "campaign_hand_over": (number_of("dan", campaign_hand_over), ORGANIZER),
}
EVERYONE = ("ada", "cleo", "bob", "eve", "guest")


@replayed
def add_tom(table: Table) -> None:
    placeholder_add(**table.asking("ada"), name="Tom")


@replayed
def remove_fay(table: Table) -> None:
    participant_remove(**table.asking("ada"), number=6)


@pytest.fixture
def prepared(winter: Table) -> Table:
    """Return the campaign with a placeholder, somebody removed, and a visitor outside."""
    add_tom(winter)
    winter.seat("fay")
    remove_fay(winter)
    winter.people["guest"] = Person(winter.people["eve"].client, Owner())
    return winter


@pytest.mark.parametrize("name", SERVICES)
@pytest.mark.parametrize("who", EVERYONE)
def test_a_service_is_for_those_who_may(prepared: Table, name: str, who: str):
    work, allowed = SERVICES[name]
    before = prepared.campaign.head
    if who in allowed:
        work(prepared, prepared.people[who].owner)
    else:
        with pytest.raises(Refusal, match="no such campaign" if who in ("eve", "guest") else "Only"):
            work(prepared, prepared.people[who].owner)
        assert prepared.campaign.head == before
    prepared.assert_sound()


@pytest.mark.parametrize(
    ("who", "sees"), [("ada", True), ("bob", True), ("fay", False), ("eve", False), ("guest", False)]
)
def test_a_campaign_is_seen_by_those_who_take_part(prepared: Table, who: str, sees: bool):
    assert (campaign_view(prepared.people[who].owner, prepared.key) is not None) is sees
