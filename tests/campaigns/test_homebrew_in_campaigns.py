"""The house rule of a campaign on homebrew: what may join with a warband, and what may be recruited."""

from dataclasses import replace

import pytest

from campaigns.services.scenarios import warband_field
from campaigns.services.warbands import warband_join
from campaigns.web.forms import HouseRulesForm
from common.refusal import Refusal
from compendium.builtin import built_in_cards
from compendium.services.homebrew import homebrew_share
from rules.building.draft import Draft
from rules.building.members import MemberAdd, MemberRemove, MemberRename
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.roster import Member, Roster
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import BOARS, change, enlist, field, opened, report
from tests.homebrew_cards import brewed
from tests.programs import error_of, program_of
from tests.replays import replayed
from tests.rows import every_row
from tests.warbands.verbs import text_of
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

USUAL = CampaignSettings()


@pytest.fixture
@replayed
def troll(winter):
    """Return Bob's troll, which everybody may use."""
    bob = winter.people["bob"].owner
    troll = brewed(bob)
    homebrew_share(owner=bob, key=troll.key)
    return troll


def agree(winter, **fields):
    campaign_settings_change(**winter.asking("ada"), settings=replace(USUAL, **fields))


def test_a_campaign_of_before_allows_all_and_says_nothing_of_it():
    assert SETTINGS.write(USUAL).keys().isdisjoint({"homebrew", "homebrew_allowed"})
    assert USUAL.homebrew == "all"


def test_homebrew_joins_where_nothing_is_said(winter, troll):
    row = enlist(winter, "bob", Member(troll.key, "m1"), *[replace(boar, id="m2") for boar in BOARS[:1]])
    winter.assert_sound()
    bob = winter.people["bob"].client
    warband = f"/campaigns/{winter.key}/warbands/{row.number}/"
    assert text_of(bob.get(warband)).count("Moss Troll homebrew") == 1
    assert "Moss Troll , homebrew" in text_of(bob.get(f"{warband}member/?id=m1"))
    assert "homebrew" not in text_of(bob.get(f"{warband}member/?id=m2"))


@every_row(
    ("rule", "sentence"),
    [
        ("none", "Moss Troll is homebrew, and this campaign allows none."),
        ("listed", "Moss Troll is homebrew that this campaign does not allow."),
    ],
)
def test_a_warband_with_homebrew_that_is_not_allowed_is_told_at_joining(rule, sentence, winter, troll):
    agree(winter, homebrew=rule)
    bob = winter.people["bob"]
    roster = Roster(
        (Member(troll.key, "m1"), Member("boar", "m2")), name="Trolls", play_mode="campaign", points_limit=200
    )
    key = warband_create(owner=bob.owner, draft=Draft(roster)).key
    with pytest.raises(Refusal, match="Trolls cannot join yet: Moss Troll is homebrew"):
        warband_join(**winter.asking("bob"), warband_key=key)
    assert sentence in text_of(bob.client.get(f"/campaigns/{winter.key}/warbands/join/"))


def test_what_is_on_the_list_joins(winter, troll):
    agree(winter, homebrew="listed", homebrew_allowed=(troll.key,))
    enlist(winter, "bob", Member(troll.key, "m1"), Member("boar", "m2"))
    winter.assert_sound()


def test_recruits_are_held_against_the_rule_and_members_stay(winter, troll):
    row = enlist(winter, "bob", Member(troll.key, "m1"), Member("boar", "m2"))
    other = brewed(winter.people["bob"].owner, "Bog Troll")
    agree(winter, homebrew="none")
    with pytest.raises(Refusal, match="Moss Troll is homebrew, and this campaign allows none"):
        change(winter, "bob", row, MemberAdd(troll.key))
    with pytest.raises(Refusal, match="Bog Troll is homebrew, and this campaign allows none"):
        change(winter, "bob", row, MemberAdd(other.key))
    change(winter, "bob", row, MemberAdd("boar"))
    change(winter, "bob", row, MemberRemove("m2"))
    change(winter, "bob", row, MemberRename("m1", "Mossy"))
    winter.assert_sound()


def test_page_and_api_refuse_more_of_a_barred_creature_that_the_warband_has(winter, troll):
    row = enlist(winter, "bob", Member(troll.key, "m1"), Member("boar", "m2"))
    agree(winter, homebrew="none")
    member, key = winter.people["bob"], row.warband.key
    form = {"change": f"change=member-add&creature={troll.key}", "version": row.warband.version}
    page = member.client.post(f"/warbands/{key}/change/", form, follow=True)
    assert "Moss Troll is homebrew, and this campaign allows none." in text_of(page)
    change = {"format": "muster-change/1", "change": "member-add", "creature": troll.key}
    answer = program_of(member.owner).post(f"warbands/{key}/changes/", change, If_Match="*")
    assert error_of(answer) == (409, "change.locked")
    winter.assert_sound()


def test_a_card_that_a_roster_brings_is_homebrew(winter, built_in_boar):
    agree(winter, homebrew="none")
    bob = winter.people["bob"]
    roster = Roster(
        (Member("ash-boar", "m1"), Member("boar", "m2")),
        name="Boars",
        play_mode="campaign",
        points_limit=200,
        cards=(replace(built_in_boar, key="ash-boar", name="Ash Boar"),),
    )
    key = warband_create(owner=bob.owner, draft=Draft(roster)).key
    with pytest.raises(Refusal, match="Ash Boar is homebrew"):
        warband_join(**winter.asking("bob"), warband_key=key)


@pytest.fixture
def built_in_boar():
    """Return the boar that comes with Muster."""
    from_files = {card.key: card for card in built_in_cards()}
    return from_files["boar"]


def test_the_organizer_writes_the_list_as_links_or_keys(winter, troll):
    ada = winter.people["ada"]
    fields = {"play_mode": "campaign", "points_limit": "200", "daily_recovery_every": "3", "homebrew": "listed"}
    lines = f"http://testserver/creatures/{troll.key}/\r\n\r\n{troll.key}"
    address = f"/campaigns/{winter.key}/settings/"
    ada.client.post(address, fields | {"homebrew_allowed": lines})
    settings = winter.view("ada").settings
    assert (settings.homebrew, settings.homebrew_allowed) == ("listed", (troll.key,))
    page = text_of(ada.client.get(address))
    assert "what is on the campaign’s list, 1 creature" in page
    assert troll.key in HouseRulesForm.of_settings(settings).initial["homebrew_allowed"]
    assert "Moss Troll" in page
    assert troll.key not in page
    assert ada.client.get(address).context["house_rules"].named_homebrew == [(troll.key, "Moss Troll", True)]
    ada.client.post(address, fields | {"homebrew_allowed": [troll.key, ""]})
    assert winter.view("ada").settings.homebrew_allowed == (troll.key,)
    assert "On the list Moss Troll" in text_of(winter.people["bob"].client.get(address))
    ada.client.post(address, fields | {"homebrew_allowed": [""]})
    assert winter.view("ada").settings.homebrew_allowed == ()
    refused = ada.client.post(address, fields | {"homebrew_allowed": "boar"})
    assert "is not the link or the key of a homebrew creature" in text_of(refused)


def test_homebrew_on_the_list_that_is_not_shared_is_named_by_its_key(winter):
    key = brewed(winter.people["bob"].owner, "Unseen Wyrm").key
    agree(winter, homebrew="listed", homebrew_allowed=(key,))
    address = f"/campaigns/{winter.key}/settings/"
    seen = {name: text_of(winter.people[name].client.get(address)) for name in ("ada", "bob")}
    assert "Unseen Wyrm" not in seen["ada"]
    assert f"{key}, which is private or gone" in seen["ada"]
    assert "Unseen Wyrm" in seen["bob"]


def test_an_organizer_allows_homebrew_where_a_warband_is_kept_out(winter):
    agree(winter, homebrew="listed")
    keys = {}
    for name in ("ada", "bob"):
        person = winter.people[name]
        keys[name] = brewed(person.owner).key
        roster = Roster((Member(keys[name], "m1"), Member("boar", "m2")), name="Trolls", play_mode="campaign")
        warband_create(owner=person.owner, draft=Draft(replace(roster, points_limit=200)))
    join, allow = f"/campaigns/{winter.key}/warbands/join/", f"/campaigns/{winter.key}/warbands/allow/"
    assert "Allow it" not in text_of(winter.people["bob"].client.get(join))
    winter.people["bob"].client.post(allow, {"creature": keys["bob"]})
    assert winter.view("ada").settings.homebrew_allowed == ()
    ada = winter.people["ada"].client
    assert "Allow it" in text_of(ada.get(join))
    assert "It is now on the campaign’s list." in text_of(
        ada.post(allow, {"creature": [keys["ada"], "boar"]}, follow=True)
    )
    assert winter.view("ada").settings.homebrew_allowed == (keys["ada"],)
    assert "Allow it" not in text_of(ada.get(join))


def test_homebrew_is_marked_where_it_is_fielded_reported_and_settled(winter, troll):
    trolls = enlist(winter, "bob", Member(troll.key, "m1"), Member("boar", "m2"))
    others = enlist(winter, "ada", *BOARS)
    scenario = opened(winter, trolls, others)
    bob, place = winter.people["bob"].client, f"/campaigns/{winter.key}/scenarios/{scenario}/"
    assert "level 3, homebrew" in text_of(bob.get(f"{place}field/{trolls.number}/"))
    for row in (trolls, others):
        field(winter, scenario, row)
    assert "Moss Troll homebrew" in text_of(bob.get(f"{place}report/"))
    report(winter, scenario, {trolls: 7, others: 2}, (trolls, "m1"))
    after = text_of(bob.get(f"{place}aftermath/"))
    assert "Moss Troll homebrew Eliminated" in after
    assert after.count("homebrew") == 1


def test_a_rule_against_homebrew_meets_everyone_who_is_not_fielded_yet(winter, troll):
    row = enlist(winter, "bob", Member(troll.key, "m1"), Member("boar", "m2"))
    other = enlist(winter, "dan", Member(troll.key, "m1"), Member("boar", "m2"), warband="Dan's")
    scenario = opened(winter, row, other)
    warband_field(**winter.asking("bob"), scenario=scenario, warband=row.number, members=["m1"])
    agree(winter, homebrew="none")

    # Whom it meets stands on the page of the house rules, and where members are chosen.
    page = text_of(winter.people["ada"].client.get(f"/campaigns/{winter.key}/settings/"))
    assert "They cannot be fielded, in scenarios that are open already either" in page
    assert f"{row} : Moss Troll (those who are fielded now still fight in that scenario)" in page
    assert f"{other} : Moss Troll" in page
    address = f"/campaigns/{winter.key}/scenarios/{scenario}/field/{other.number}/"
    assert "homebrew that the house rules do not allow" in text_of(winter.people["dan"].client.get(address))

    with pytest.raises(Refusal, match="Moss Troll is homebrew that the house rules do not allow"):
        warband_field(**winter.asking("dan"), scenario=scenario, warband=other.number, members=["m1", "m2"])
    warband_field(**winter.asking("dan"), scenario=scenario, warband=other.number, members=["m2"])
    # Who is fielded already stays, and an organizer can allow others with a reason.
    warband_field(**winter.asking("bob"), scenario=scenario, warband=row.number, members=["m1", "m2"])
    allowed = {"scenario": scenario, "warband": other.number, "members": ["m1"], "reason": "as agreed"}
    warband_field(**winter.asking("ada"), **allowed)
    winter.assert_sound()


def test_a_page_of_house_rules_names_no_one_where_homebrew_is_allowed(winter, troll):
    enlist(winter, "bob", Member(troll.key, "m1"), Member("boar", "m2"))
    agree(winter, homebrew="listed", homebrew_allowed=(troll.key,))
    assert "cannot be fielded" not in text_of(winter.people["ada"].client.get(f"/campaigns/{winter.key}/settings/"))
