"""Homebrew of unknown license plays in no campaign that others read; campaigns of before open as they did."""

from dataclasses import replace

import pytest

from campaigns.services.campaigns import campaign_share
from campaigns.services.leagues import league_set
from campaigns.services.people import invitation_make, placeholder_add
from campaigns.services.publishing import league_publish
from campaigns.services.scenarios import scenario_cancel
from campaigns.services.warbands import revision_take, warband_join
from common.refusal import Refusal
from compendium.services.homebrew import homebrew_license, homebrew_revise
from rules.building.draft import Draft
from rules.building.members import MemberAdd
from rules.campaigns.leagues.settings import LeagueRules
from rules.roster import Member, Roster
from tests.campaigns.play import change, enlist, field, opened
from tests.campaigns.verbs import table
from tests.homebrew_cards import MOSS_TROLL, brewed
from tests.warbands.verbs import text_of
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

WHY = "“Moss Troll” has no named license, so others in the campaign may not see it."
BOAR = Member("boar", "m2")


@pytest.fixture
def bob(winter):
    return winter.people["bob"]


@pytest.fixture
def troll(bob):
    """Return Bob's troll, whose license nobody has named."""
    return brewed(bob.owner, license="unknown")


@pytest.fixture
def alone(monkeypatch):
    """Return a function that lets a campaign be read by nobody else, or by others again."""

    def read_by_others(answer: bool) -> None:
        for module in ("campaigns.services.warbands", "campaigns.selectors.sides"):
            monkeypatch.setattr(f"{module}.is_read_by_others", lambda campaign: answer)

    return read_by_others


def test_a_warband_with_it_is_told_at_joining_and_joins_once_a_license_is_named(winter, bob, troll):
    roster = Roster((Member(troll.key, "m1"), BOAR), name="Trolls", play_mode="campaign", points_limit=200)
    key = warband_create(owner=bob.owner, draft=Draft(roster)).key
    join = f"/campaigns/{winter.key}/warbands/join/"
    with pytest.raises(Refusal, match="“Moss Troll” has no named license"):
        warband_join(**winter.asking("bob"), warband_key=key)
    assert WHY in text_of(bob.client.get(join))
    homebrew_license(owner=bob.owner, key=troll.key, license="ORC")
    assert WHY not in text_of(bob.client.get(join))
    warband_join(**winter.asking("bob"), warband_key=key)
    winter.assert_sound()


def test_recruits_are_refused_and_members_who_play_stay(winter, bob, troll):
    row = enlist(winter, "bob", BOAR)
    with pytest.raises(Refusal, match="has no named license"):
        change(winter, "bob", row, MemberAdd(troll.key))
    change(winter, "bob", row, MemberAdd("boar"))
    winter.assert_sound()


def test_a_new_revision_without_a_license_is_not_taken(winter, bob):
    troll = brewed(bob.owner)
    row = enlist(winter, "bob", Member(troll.key, "m1"), BOAR)
    homebrew_revise(owner=bob.owner, key=troll.key, card=replace(MOSS_TROLL, level=4, license="unknown"))
    with pytest.raises(Refusal, match="has no named license"):
        revision_take(**winter.asking("bob"), number=row.number, member="m1", revision=2)
    homebrew_license(owner=bob.owner, key=troll.key, license="ORC")
    revision_take(**winter.asking("bob"), number=row.number, member="m1", revision=3)


def test_a_campaign_that_has_it_opens_and_does_not_field_it_before_others(winter, bob, troll, alone):
    alone(False)
    row = enlist(winter, "bob", Member(troll.key, "m1"), BOAR)
    alone(True)
    assert "Moss Troll" in text_of(bob.client.get(f"/campaigns/{winter.key}/warbands/{row.number}/"))
    scenario = opened(winter, row)
    page = f"/campaigns/{winter.key}/scenarios/{scenario}/field/{row.number}/"
    assert WHY in text_of(bob.client.post(page, {"do": "add-up", "member": ["m1", "m2"]}))
    with pytest.raises(Refusal, match="has no named license"):
        field(winter, scenario, row, ["m1", "m2"])
    field(winter, scenario, row, ["m2"])
    winter.assert_sound()


def test_who_plays_alone_fields_it_and_invites_others_once_a_license_is_named():
    solo = table("ada")
    asking, owner = solo.asking("ada"), solo.people["ada"].owner
    troll = brewed(owner, license="unknown")
    row = enlist(solo, "ada", Member(troll.key, "m1"), BOAR)
    field(solo, opened(solo, row), row, ["m1", "m2"])
    league_set(**asking, rules=LeagueRules())
    services = (
        lambda: campaign_share(**asking, shared=True),
        lambda: league_publish(**asking, published=True),
        lambda: invitation_make(**asking),
        lambda: placeholder_add(**asking, name="Finn"),
    )
    for service in services:
        with pytest.raises(Refusal, match="has no named license"):
            service()
    scenario_cancel(**asking, scenario=1, reason="A storm")
    homebrew_license(owner=owner, key=troll.key, license="ORC")
    revision_take(**asking, number=row.number, member="m1", revision=2)
    for service in services:
        service()
    solo.assert_sound()
