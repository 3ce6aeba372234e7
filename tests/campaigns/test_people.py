"""Who takes part in a campaign: invitations, roles, leaving and coming back."""

import pytest

from campaigns.models import Participant
from campaigns.models.people import ParticipantPresence, ParticipantRole
from campaigns.selectors.campaigns import campaign_invited, campaigns_of, placeholder_claimable
from campaigns.services.campaigns import campaign_create
from campaigns.services.people import (
    campaign_hand_over,
    campaign_join,
    campaigns_adopt,
    claim_renew,
    invitation_make,
    invitation_revoke,
    participant_leave,
    participant_promote,
    participant_readmit,
    participant_remove,
    placeholder_add,
    placeholder_claim,
)
from common.refusal import Refusal
from tests.campaigns.verbs import Table
from tests.warbands.verbs import account, visitor

pytestmark = pytest.mark.django_db


def roles(table: Table) -> dict[str, str]:
    return {
        str(participant): participant.role
        for participant in table.campaign.participants.filter(presence=ParticipantPresence.PLAYING)
    }


def test_a_join_code_may_be_typed_in_small_letters_and_groups(winter):
    code = winter.campaign.join_code.lower()
    eve = winter.people["eve"].owner
    assert campaign_invited(code=f"{code[:4]}-{code[4:]}") == winter.campaign
    assert campaign_join(actor=eve, code=f" {code[:4]} {code[4:]} ").number == 5
    assert winter.view("eve").viewer.role == ParticipantRole.PLAYER
    winter.assert_sound()


def test_who_joins_twice_is_there_once(winter):
    again = campaign_join(actor=winter.people["bob"].owner, token=winter.campaign.invitation_token)
    assert again == winter.place("bob")
    assert winter.kinds.count("participant-joined") == 4


@pytest.mark.parametrize("with_code", [True, False])
def test_a_revoked_invitation_lets_no_one_in(winter, with_code):
    before = winter.campaign
    invitation_revoke(**winter.asking("cleo"))
    given = {"code": before.join_code} if with_code else {"token": before.invitation_token}
    with pytest.raises(Refusal, match="invitation is not valid"):
        campaign_join(actor=winter.people["eve"].owner, **given)
    assert campaign_invited(**given) is None


def test_a_new_invitation_ends_the_old_one(winter):
    before = winter.campaign
    after = invitation_make(**winter.asking("ada"))
    assert after.join_code != before.join_code
    assert campaign_invited(token=before.invitation_token) is None
    assert campaign_invited(token=after.invitation_token) == after


def test_an_empty_invitation_finds_nothing(winter):
    invitation_revoke(**winter.asking("ada"))
    assert campaign_invited() is None
    with pytest.raises(Refusal, match="not valid"):
        campaign_join(actor=winter.people["eve"].owner)


def test_joining_needs_an_account(winter):
    with pytest.raises(Refusal, match="Sign in to join"):
        campaign_join(actor=visitor().owner, token=winter.campaign.invitation_token)


def test_a_visitor_has_a_campaign_alone_and_takes_it_along_when_signing_in():
    guest = visitor()
    campaign = campaign_create(actor=guest.owner, name="Alone in the marsh")
    with pytest.raises(Refusal, match="Sign in to invite"):
        invitation_make(actor=guest.owner, key=campaign.key)
    ada = account("ada")
    assert list(campaigns_of(guest.owner)) == [campaign]
    assert campaigns_adopt(user=ada.owner.user, token=guest.owner.token) == 1
    assert (list(campaigns_of(ada.owner)), list(campaigns_of(guest.owner))) == ([campaign], [])


def test_who_leaves_comes_back_under_the_same_number(winter):
    number = winter.number("bob")
    participant_leave(**winter.asking("bob"))
    assert winter.view("bob") is None
    assert list(campaigns_of(winter.people["bob"].owner)) == []
    campaign_join(actor=winter.people["bob"].owner, token=winter.campaign.invitation_token)
    assert winter.number("bob") == number
    winter.assert_sound()


def test_a_co_organizer_who_leaves_comes_back_as_a_player(winter):
    participant_leave(**winter.asking("cleo"))
    campaign_join(actor=winter.people["cleo"].owner, token=winter.campaign.invitation_token)
    assert winter.place("cleo").role == ParticipantRole.PLAYER
    winter.assert_sound()


def test_the_organizer_hands_over_before_leaving(winter):
    with pytest.raises(Refusal, match="Hand the campaign over"):
        participant_leave(**winter.asking("ada"))
    campaign_hand_over(**winter.asking("ada"), number=winter.number("bob"))
    assert roles(winter) == {"ada": "co_organizer", "bob": "organizer", "cleo": "co_organizer", "dan": "player"}
    participant_leave(**winter.asking("ada"))
    winter.assert_sound()


def test_who_was_removed_cannot_come_back_until_readmitted(winter):
    bob, number = winter.people["bob"].owner, winter.number("bob")
    participant_remove(**winter.asking("cleo"), number=number)
    with pytest.raises(Refusal, match="removed you"):
        campaign_join(actor=bob, token=winter.campaign.invitation_token)
    participant_readmit(**winter.asking("cleo"), number=number)
    assert campaign_join(actor=bob, token=winter.campaign.invitation_token).number == number
    winter.assert_sound()


def test_a_co_organizer_removes_neither_the_organizer_nor_another_co_organizer(winter):
    participant_promote(**winter.asking("ada"), number=winter.number("bob"), co_organizer=True)
    with pytest.raises(Refusal, match="organizer cannot be removed"):
        participant_remove(**winter.asking("cleo"), number=winter.number("ada"))
    with pytest.raises(Refusal, match="Only the organizer can remove"):
        participant_remove(**winter.asking("cleo"), number=winter.number("bob"))
    participant_remove(**winter.asking("ada"), number=winter.number("bob"))
    assert winter.place("bob").role == ParticipantRole.PLAYER
    winter.assert_sound()


def test_a_placeholder_is_claimed_once(winter):
    place = placeholder_add(**winter.asking("ada"), name="  Old   Tom ")
    assert (place.display_name, place.number) == ("Old Tom", 5)
    assert placeholder_claimable(place.claim_token) == place
    eve = winter.people["eve"].owner
    placeholder_claim(actor=eve, token=place.claim_token)
    assert (str(winter.place("eve")), winter.number("eve")) == ("eve", 5)
    with pytest.raises(Refusal, match="not valid"):
        placeholder_claim(actor=account("fay").owner, token=place.claim_token)
    winter.assert_sound()


def test_a_renewed_claim_link_ends_the_old_one(winter):
    place = placeholder_add(**winter.asking("ada"), name="Tom")
    renewed = claim_renew(**winter.asking("cleo"), number=place.number)
    assert placeholder_claimable(place.claim_token) is None
    assert placeholder_claimable(renewed.claim_token) == place


def test_who_takes_part_already_claims_no_second_place(winter):
    place = placeholder_add(**winter.asking("ada"), name="Tom")
    with pytest.raises(Refusal, match="already have a place"):
        placeholder_claim(actor=winter.people["bob"].owner, token=place.claim_token)


def test_a_placeholder_organizes_nothing(winter):
    number = placeholder_add(**winter.asking("ada"), name="Tom").number
    with pytest.raises(Refusal, match="has not joined yet"):
        campaign_hand_over(**winter.asking("ada"), number=number)
    with pytest.raises(Refusal, match="has not joined yet"):
        participant_promote(**winter.asking("ada"), number=number, co_organizer=True)


def test_a_person_whose_account_is_deleted_keeps_a_place(winter):
    winter.people["bob"].owner.user.delete()
    assert str(Participant.objects.get(campaign=winter.campaign, number=2)) == "Former player 2"
    winter.assert_sound()
