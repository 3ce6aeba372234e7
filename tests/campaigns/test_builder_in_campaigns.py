"""The builder of a warband in a campaign: what it offers, and how members are dismissed."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import CampaignWarband
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import entry_void
from campaigns.services.warbands import member_correct
from rules.building.extras import ItemAdd
from rules.building.members import MemberRename
from rules.roster import Member
from rules.roster.model import ItemChoice
from tests.campaigns.play import KOBOLDS, change, commit, enlist, field, opened, played, record_of, report
from tests.campaigns.verbs import Table
from tests.commands import command_name, send_command
from tests.warbands.verbs import building, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

WATER, FIERY = ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Jaws")
PACK = (
    Member("kobold-druid-1", "m1", name="Whisker", items=(WATER, WATER)),
    Member("cat-companion-1", "m2", name="Tom", minion_of="m1", items=(WATER,)),
    Member("kobold-warrior", "m3", name="Rik"),
    Member("boar", "m4", name="Old Boar"),
)


@pytest.fixture
def pack(winter: Table) -> CampaignWarband:
    """Return bob's warband: Whisker the druid with its cat Tom, Rik and Old Boar."""
    return enlist(winter, "bob", *PACK, warband="The Pack")


def builder(table: Table, row: CampaignWarband, who: str = "bob", path: str = "", **query: str) -> Any:
    return table.people[who].client.get(f"/warbands/{row.warband.key}/{path}", query)


def dismiss(table: Table, row: CampaignWarband, member: str, who: str = "bob", **fields: Any) -> Any:
    row.warband.refresh_from_db()
    given = {"version": row.warband.version, **fields}
    address = f"/warbands/{row.warband.key}/dismiss/?member={member}"
    return table.people[who].client.post(address, given, follow=True)


def members(row: CampaignWarband) -> dict[str, tuple[str, ...]]:
    """Return the members of a warband with the keys of what they carry."""
    careers = record_of(row).careers.by_id
    return {key: tuple(item.item for item in career.member.items) for key, career in careers.items()}


def test_a_dismissal_shows_who_goes_and_asks_where_the_items_go(winter: Table, pack: CampaignWarband):
    page = builder(winter, pack, path="dismiss/", member="m1")
    text = text_of(page)
    assert "1 minion will be dismissed with it: Tom" in text
    assert "Items of Whisker" in text
    assert "Items of Tom" in text
    html = page.content.decode()
    assert html.count('<option value="m4">Old Boar</option>') == 3
    assert 'option value="m1"' not in html
    assert members(pack) == {"m1": ("holy-water",) * 2, "m2": ("holy-water",), "m3": (), "m4": ()}


def test_items_are_handed_on_in_one_entry_that_undo_takes_back(winter: Table, pack: CampaignWarband):
    before, head = members(pack), winter.campaign.head
    answer = dismiss(winter, pack, "m1", **{"to.m1.0": "m4", "to.m2.0": "m4"})
    assert "Dismissed Whisker and Tom, gave 2 × Holy Water to Old Boar." in text_of(answer)
    assert members(pack) == {"m3": (), "m4": ("holy-water", "holy-water")}
    assert winter.campaign.head == head + 1
    assert winter.kinds[-1] == "roster-changed"
    winter.assert_sound()
    pack.warband.refresh_from_db()
    winter.people["bob"].client.post(f"/warbands/{pack.warband.key}/undo/", {"version": pack.warband.version})
    assert members(pack) == before
    winter.assert_sound()


def test_undo_of_a_dismissal_reaches_back_only_to_the_last_scenario(winter: Table, pack: CampaignWarband):
    dismiss(winter, pack, "m1")
    played(winter, {pack: 3})
    pack.warband.refresh_from_db()
    fields = {"version": pack.warband.version}
    answer = winter.people["bob"].client.post(f"/warbands/{pack.warband.key}/undo/", fields)
    assert answer.status_code == 422
    assert "You can undo only the changes since the last scenario" in answer.content.decode()
    assert set(members(pack)) == {"m3", "m4"}


def test_a_dismissed_member_without_items_goes_at_once(winter: Table, pack: CampaignWarband):
    assert "Items of" not in text_of(builder(winter, pack, path="dismiss/", member="m3"))
    dismiss(winter, pack, "m3")
    assert set(members(pack)) == {"m1", "m2", "m4"}


@pytest.mark.parametrize("to", ["m1", "m2", "m9", "", "\0", "x" * 500])
def test_items_go_only_to_those_who_may_carry_them(winter: Table, pack: CampaignWarband, to: str):
    answer = dismiss(winter, pack, "m1", **{"to.m1.0": to})
    if to:
        assert answer.status_code == 422
        assert "may not carry that item" in answer.content.decode()
        assert set(members(pack)) == {"m1", "m2", "m3", "m4"}
    else:
        assert set(members(pack)) == {"m3", "m4"}


def test_only_members_of_the_items_level_are_offered(winter: Table):
    row = enlist(winter, "bob", Member("eagle-knight", "m1", items=(FIERY,)), *KOBOLDS[1:])
    html = builder(winter, row, path="dismiss/", member="m1").content.decode()
    assert "No other member may carry it." in html
    assert "<option value=" in html


def test_a_dismissal_of_an_older_page_is_not_done(winter: Table, pack: CampaignWarband):
    answer = dismiss(winter, pack, "m4", version="0")
    assert answer.status_code == 409
    assert "changed in another window" in answer.content.decode()
    assert "m4" in members(pack)


@pytest.mark.parametrize("member", ["", "m9", "\0", "x" * 500])
def test_a_member_that_is_gone_leads_back_to_the_builder(winter: Table, pack: CampaignWarband, member: str):
    for answer in (
        winter.people["bob"].client.get(f"/warbands/{pack.warband.key}/dismiss/", {"member": member}, follow=True),
        dismiss(winter, pack, "m9"),
    ):
        assert "This creature is no longer in the warband." in text_of(answer)


def test_the_dismissal_page_of_a_fielded_warband_says_why_it_has_no_form(winter: Table, pack: CampaignWarband):
    assert "<form method" in builder(winter, pack, path="dismiss/", member="m4").content.decode().split("<main")[1]
    field(winter, opened(winter, pack), pack)
    page = builder(winter, pack, path="dismiss/", member="m4")
    assert "<form method" not in page.content.decode().split("<main")[1]
    assert "its members cannot be changed" in text_of(page)


def test_a_fielded_warband_dismisses_nobody(winter: Table, pack: CampaignWarband):
    field(winter, opened(winter, pack), pack)
    assert "its members cannot be changed until" in text_of(builder(winter, pack, path="dismiss/", member="m3"))
    assert dismiss(winter, pack, "m3").status_code == 422
    assert "m3" in members(pack)


def test_only_its_player_dismisses_members(winter: Table, pack: CampaignWarband):
    watcher = Client()
    watcher.get(f"/campaigns/watch/{campaign_share(**winter.asking('ada'), shared=True).spectator_token}/")
    address = f"/warbands/{pack.warband.key}/dismiss/?member=m3"
    for client in (*(winter.people[who].client for who in ("ada", "cleo", "dan", "eve")), watcher, Client()):
        assert client.get(address).status_code == 404
        assert client.post(address, {"version": "1"}).status_code == 404
    assert "m3" in members(pack)


def test_the_builder_offers_nothing_that_a_campaign_refuses(winter: Table, pack: CampaignWarband):
    html = builder(winter, pack, member="m4").content.decode()
    for kind in ("hero-points-set", "member-revision", "member-creature", "member-buy", "member-remove"):
        assert f"change={kind}" not in html, kind
    for kind in ("member-add", "member-duplicate", "member-move", "item-add", "positioning-set", "member-rename"):
        assert f"change={kind}" in html, kind
    assert f"/warbands/{pack.warband.key}/dismiss/?member=m4" in html
    assert "Buy hero points when you field it for a scenario." in text_of(builder(winter, pack))


def test_what_the_builder_of_a_campaign_offers_is_done(winter: Table, pack: CampaignWarband):
    for wanted in ("change=member-duplicate&member=m3", "change=member-move&member=m4&before=m1"):
        pack.warband.refresh_from_db()
        fields = {"change": wanted, "version": pack.warband.version}
        answer = winter.people["bob"].client.post(f"/warbands/{pack.warband.key}/change/", fields)
        assert answer.status_code == 302, wanted
    winter.assert_sound()


def test_the_builder_of_a_locked_warband_offers_no_change_of_its_members(winter: Table, pack: CampaignWarband):
    field(winter, opened(winter, pack), pack)
    html = builder(winter, pack, member="m4").content.decode()
    assert 'id="add-' not in html
    for kind in ("hero-points-set", "member-remove", "member-duplicate", "member-move", "member-rename", "item-add"):
        assert f"change={kind}" not in html, kind
    assert "dismiss/" not in html
    assert "change=member-notes" in html
    assert "cannot be changed until that scenario is applied" in html


def test_an_ordinary_builder_offers_everything(winter: Table):
    desk = building(winter.people["bob"], *PACK, alignment=None)
    html = desk.look(member="m4").content.decode()
    for kind in ("hero-points-set", "member-remove", "member-duplicate", "member-rename", "member-add", "item-add"):
        assert f"change={kind}" in html, kind
    assert "dismiss/" not in html


def test_a_void_of_a_dismissal_doubles_no_item_that_was_handed_on_again(winter: Table):
    row = enlist(winter, "bob", *PACK, Member("boar", "m5", name="Young Boar"), warband="The Pack")
    dismiss(winter, row, "m1", **{"to.m1.0": "m4", "to.m2.0": "m4"})
    first = winter.campaign.head
    dismiss(winter, row, "m4", **{"to.m4.0": "m5", "to.m4.1": "m5"})
    assert members(row) == {"m3": (), "m5": ("holy-water",) * 2}
    entry_void(**winter.asking("ada"), number=first, reason="Whisker stays")
    assert members(row) == {"m1": ("holy-water",) * 2, "m2": ("holy-water",), "m3": (), "m5": ()}
    winter.assert_sound()
    entry_void(**winter.asking("ada"), number=winter.campaign.head, reason="Whisker goes after all")
    assert members(row) == {"m3": (), "m5": ("holy-water",) * 2}
    winter.assert_sound()


def test_the_dismissal_page_asks_the_same_queries_for_any_warband(winter: Table, pack: CampaignWarband):
    boars = [Member("boar", f"m{number}", items=(WATER,)) for number in range(5, 10)]
    large = enlist(winter, "cleo", *PACK, *boars, warband="Many")
    counts = []
    for who, row in (("bob", pack), ("cleo", large)):
        builder(winter, row, who, "dismiss/", member="m1")
        with CaptureQueriesContext(connection) as captured:
            assert builder(winter, row, who, "dismiss/", member="m1").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 9


def test_a_fix_that_today_asks_for_is_taken(winter: Table, pack: CampaignWarband):
    # By its card the boar may carry the item, at the level that an organizer gave it today it may not.
    change(winter, "bob", pack, ItemAdd("m4", "holy-water"))
    member_correct(
        **winter.asking("ada"), number=pack.number, member="m4", correction="level", amount=-3, reason="A curse"
    )
    page = builder(winter, pack).content.decode()
    fixes = re.findall(r'value="(change=fix-take[^"]*)"', page)
    pack.warband.refresh_from_db()
    wanted = next(fix for fix in map(unescape, fixes) if "member=m4" in fix)
    fields = {"change": wanted, "version": pack.warband.version}
    answer = winter.people["bob"].client.post(f"/warbands/{pack.warband.key}/change/", fields, follow=True)
    assert "This problem no longer exists" not in text_of(answer)
    assert members(pack)["m4"] == ()
    winter.assert_sound()


# Equal members.


def test_a_change_of_a_group_is_one_entry_of_the_journal(winter: Table):
    row = enlist(winter, "bob", *[Member("kobold-warrior", f"m{number}") for number in (1, 2, 3)])
    before = winter.campaign.entries.count()
    bob = winter.people["bob"].client
    fields = {"change": "change=upgrade-set&member=m1&key=sling&bought=yes", "group": '["m1","m2","m3"]'}
    row.warband.refresh_from_db()
    answer = bob.post(f"/warbands/{row.warband.key}/change/", {**fields, "version": row.warband.version})
    assert answer.status_code == 302
    assert winter.campaign.entries.count() == before + 1
    assert {career.member.upgrades for career in record_of(row).careers.by_id.values()} == {("sling",)}
    assert "Kobold Warrior 1, 2 and 3" in text_of(builder(winter, row))
    row.warband.refresh_from_db()
    assert bob.post(f"/warbands/{row.warband.key}/undo/", {"version": row.warband.version}).status_code == 302
    assert {career.member.upgrades for career in record_of(row).careers.by_id.values()} == {()}
    winter.assert_sound()


def test_careers_part_equal_members(winter: Table):
    row = enlist(winter, "bob", *[Member("kobold-warrior", f"m{number}") for number in (1, 2, 3)])
    scenario = opened(winter, row)
    field(winter, scenario, row, ["m2"])
    report(winter, scenario, {row: 3})
    commit(winter, scenario)
    html = builder(winter, row).content.decode()
    assert html.count("Kobold Warrior 1 and 3</bdi>") == 1
    assert 'id="member-m2"' in html
    assert 'id="member-m3"' not in html


def test_a_change_made_without_a_network_is_one_entry_of_the_journal_or_none(winter: Table, pack: CampaignWarband):
    client, address = winter.people["bob"].client, f"/warbands/{pack.warband.key}/change/"
    pack.warband.refresh_from_db()
    base = {"version": pack.warband.version, "step": pack.warband.position}
    change(winter, "bob", pack, MemberRename("m3", "Rak"))
    head, name = winter.campaign.head, command_name()
    fits = base | {"change": "change=member-rename&member=m4&to=Tusk"}
    for _ in range(2):
        assert send_command(client, address, fits, name).status_code == 200
    assert winter.campaign.head == head + 1
    refused = send_command(client, address, base | {"change": "change=member-rename&member=m3&to=Rok"})
    assert refused.json()["meanwhile"] == ["Named Rik “Rak” (on another device or page of yours)"]
    assert winter.campaign.head == head + 1
    assert {member: career.member.name for member, career in record_of(pack).careers.by_id.items()}["m4"] == "Tusk"
