"""The pages of a campaign's warbands: who can fight next, one warband, a member with its numbers and its career."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, CampaignWarband, JournalEntry
from campaigns.selectors.moments import moment_of, state_recorded
from campaigns.selectors.warbands import warband_views, warbands_ever
from campaigns.services.campaigns import campaign_share
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.scenarios import scenario_commit
from campaigns.services.warbands import member_correct, warband_leave
from compendium.models import Creature, Item
from compendium.services.creatures import creature_revise
from rules.building.extras import ItemAdd
from rules.building.members import MemberRemove, MemberRename
from tests.campaigns.play import BOARS, KOBOLDS, change, enlist, enter, field, opened, played, report
from tests.campaigns.play import commit as commit_scenario
from tests.campaigns.verbs import Table, main_text
from tests.replays import replayed
from warbands.selectors.legality import rulebook_of
from warbands.services.warbands import warband_share

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
@replayed
def mill(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> int:
    """Return a scenario that was played: Old Boar is wounded in its eye, Snik advances, Rik is out of action."""
    scenario = opened(winter, kobolds, boars)
    for row in (kobolds, boars):
        field(winter, scenario, row)
    report(winter, scenario, {kobolds: 7, boars: 2}, (boars, "m1"), (boars, "m2"))
    enter(winter, scenario, boars, "m1", "elimination", 4)
    enter(winter, scenario, boars, "m1", "injury", 2)
    enter(winter, scenario, boars, "m2", "elimination", 1)
    enter(winter, scenario, kobolds, "m1", "advance", 3, 3, 4)
    commit_scenario(winter, scenario)
    return scenario


def page(table: Table, who: str, path: str, **query: str) -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/warbands/{path}", query)


def test_who_can_fight_next_is_one_table(winter: Table, mill: int):
    words = main_text(page(winter, "dan", ""))
    assert "The adas ada · 2 of 2 can fight" in words
    assert "The bobs bob · 1 of 2 can fight" in words
    assert "Injured Eye (Fight −1), heals after the next" in words
    assert words.count("Out of action") == 1


def test_a_warband_tells_what_it_cost_and_costs(winter: Table, mill: int):
    words = main_text(page(winter, "dan", "1/"))
    assert "Points today 18 Points at the start 18" in words
    assert "Major victories 1" in words
    assert "Builder" not in words
    assert "Builder" in main_text(page(winter, "ada", "1/"))


def test_a_member_shows_today_s_card_and_what_its_numbers_are_made_of(winter: Table, mill: int):
    words = main_text(page(winter, "ada", "1/member/", id="m1"))
    assert "(changed: Fight +6 (card +5, advances +1))" in words
    assert "Fight +5 +1 advances +6" in words
    assert "Advance 3 3 4 Fight +1 entered" in words
    assert "Fight +5 → becomes +6" in words
    assert "The Old Mill Scenario 1 · Major victory" in words
    boar = main_text(page(winter, "bob", "2/member/", id="m1"))
    assert "−1 Injured Eye" in boar
    assert "Elimination 4 Wounded" in boar
    assert "Injury 2 Injured Eye" in boar


def test_a_correction_stands_in_the_timeline_with_its_reason(winter: Table, mill: int):
    member_correct(
        **winter.asking("ada"), number=1, member="m2", correction="points", amount=5, reason="Found a bag of gold."
    )
    words = main_text(page(winter, "bob", "1/member/", id="m2"))
    assert "Corrected by an organizer" in words
    assert "Reason: Found a bag of gold." in words
    assert "+5 correction" in words


def test_a_scenario_can_be_seen_as_corrected_and_as_recorded(winter: Table, kobolds: CampaignWarband, mill: int):
    boars = CampaignWarband.objects.get(number=2)
    played(winter, {kobolds: 3, boars: 3})
    scenario_void(**winter.asking("ada"), scenario=mill, reason="Played with the wrong board.")
    for path, query in (("1/", {}), ("1/member/", {"id": "m1"}), ("", {})):
        corrected = main_text(page(winter, "bob", path, as_of="1", **query))
        recorded = main_text(page(winter, "bob", path, as_of="1", reading="recorded", **query))
        assert "with all later corrections" in corrected
        assert "as recorded then" in recorded
        assert corrected != recorded
    assert "Advance 3 3 4" in main_text(page(winter, "bob", "1/member/", id="m1", as_of="1", reading="recorded"))
    assert "It has not taken part" in main_text(page(winter, "bob", "1/member/", id="m1", as_of="1"))
    assert "2 of 2 can fight" in main_text(page(winter, "bob", "", as_of="1"))
    assert "1 of 2 can fight" in main_text(page(winter, "bob", "", as_of="1", reading="recorded"))


def test_what_was_recorded_is_the_fold_of_the_journal_up_to_then(winter: Table, kobolds: CampaignWarband, mill: int):
    """It is read from the last stored points that nothing has touched since: wherever that is, it says the same."""
    asking, boars = winter.asking("ada"), CampaignWarband.objects.get(number=2)
    change(winter, "bob", boars, MemberRename("m2", "Tusk"))
    bridge = played(winter, {kobolds: 3, boars: 3})
    renamed = JournalEntry.objects.filter(kind="roster-changed").latest("number").number
    for correct in (
        lambda: played(winter, {kobolds: 3, boars: 3}),
        lambda: member_correct(**asking, number=1, member="m2", correction="points", amount=5, reason="Gold."),
        lambda: entry_void(**asking, number=renamed, reason="Its name was taken."),
        lambda: scenario_void(**asking, scenario=bridge, reason="Played with the wrong board."),
        lambda: scenario_commit(**asking, scenario=bridge),
        lambda: scenario_void(**asking, scenario=mill, reason="Played with the wrong board."),
    ):
        correct()
        campaign = Campaign.objects.get(pk=winter.campaign.pk)
        for number in range(1, campaign.next_played):
            moment = moment_of(campaign, number, as_recorded=True)
            assert moment is not None
            whole = state_recorded(campaign, moment)
            views = warband_views(list(warbands_ever(campaign)), moment)
            assert [view.number for view in views] == sorted(whole.warbands)
            assert [view.record for view in views] == [whole.history(view.number, view.rulebook).now for view in views]


def test_without_corrections_both_readings_agree(winter: Table, kobolds: CampaignWarband, mill: int):
    boars = CampaignWarband.objects.get(number=2)
    change(winter, "bob", boars, MemberRemove("m2"))
    played(winter, {kobolds: 3, boars: 3})
    for path, query in (("1/", {}), ("2/", {}), ("2/member/", {"id": "m2"}), ("2/member/", {"id": "m1"})):
        both = [
            main_text(page(winter, "ada", path, as_of="1", reading=reading, **query)) for reading in ("", "recorded")
        ]
        ends = [words.split("Version")[1].split("Show", 1)[1] for words in both]
        assert ends[0] == ends[1], path


def test_a_moment_before_a_change_does_not_have_it(winter: Table, mill: int):
    boars = CampaignWarband.objects.get(number=2)
    change(winter, "bob", boars, MemberRemove("m2"))
    assert "Dismissed" in main_text(page(winter, "bob", "2/"))
    assert "Dismissed" not in main_text(page(winter, "bob", "2/", as_of="1"))
    assert "Dismissed Entry" in main_text(page(winter, "bob", "2/member/", id="m2"))
    assert "Dismissed Entry" not in main_text(page(winter, "bob", "2/member/", id="m2", as_of="1"))


def test_the_timeline_names_items_as_the_compendium_does_now(winter: Table, mill: int):
    change(winter, "ada", CampaignWarband.objects.get(number=1), ItemAdd("m1", "holy-water"))
    assert "Items – → becomes Holy Water" in main_text(page(winter, "ada", "1/member/", id="m1"))
    Item.objects.filter(key="holy-water").update(name="Blessed Water")
    assert "Items – → becomes Blessed Water" in main_text(page(winter, "ada", "1/member/", id="m1"))


def test_the_timeline_follows_the_journal(winter: Table, mill: int):
    assert "Corrected by an organizer" not in main_text(page(winter, "ada", "1/member/", id="m1"))
    member_correct(**winter.asking("ada"), number=1, member="m1", correction="level", amount=2, reason="A long march.")
    assert "Corrected by an organizer" in main_text(page(winter, "ada", "1/member/", id="m1"))
    entry_void(**winter.asking("ada"), number=winter.campaign.head, reason="A mistake.")
    assert "Corrected by an organizer" not in main_text(page(winter, "ada", "1/member/", id="m1"))


def test_a_warband_that_left_is_shown_as_it_was(winter: Table, mill: int):
    warband_leave(**winter.asking("bob"), number=2)
    assert "This warband has left the campaign" in main_text(page(winter, "ada", "2/"))
    assert "Injured Eye" in main_text(page(winter, "ada", "2/member/", id="m1"))
    assert "The bobs" not in main_text(page(winter, "ada", ""))


PATHS = ("", "1/", "1/member/?id=m1")


@pytest.mark.parametrize("path", PATHS)
def test_warbands_are_for_the_people_of_the_campaign(winter: Table, mill: int, path: str):
    for who in ("ada", "cleo", "bob", "dan"):
        assert page(winter, who, path).status_code == 200, who
    assert page(winter, "eve", path).status_code == 404
    assert Client().get(f"/campaigns/{winter.key}/warbands/{path}").status_code == 404
    campaign_share(**winter.asking("ada"), shared=True)
    watching = Client()
    watching.get(f"/campaigns/watch/{winter.campaign.spectator_token}/")
    assert watching.get(f"/campaigns/{winter.key}/warbands/{path}").status_code == 200


ODD = ("", "\0", "x" * 3_000, "٣", "-1", "0", "9" * 30, "1e9", "<b>", "\ud83d")


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_odd_addresses_are_answered(winter: Table, mill: int, odd: str):
    odd = odd.encode("utf-8", "replace").decode()
    for path in PATHS:
        for query in ({"as_of": odd}, {"as_of": "1", "reading": odd}, {"page": odd}):
            answer = winter.people["ada"].client.get(f"/campaigns/{winter.key}/warbands/{path.split('?')[0]}", query)
            assert answer.status_code in (200, 404), (path, query)
    assert page(winter, "ada", "1/member/", id=odd).status_code == 404


@pytest.mark.parametrize("number", ["0", "99", "9" * 30, "9" * 5000])
def test_warbands_that_are_not_there_are_not_found(winter: Table, mill: int, number: str):
    for path in (f"{number}/", f"{number}/member/?id=m1"):
        assert page(winter, "ada", path).status_code == 404


def test_pages_take_the_same_queries_for_longer_campaigns(
    winter: Table, kobolds: CampaignWarband, mill: int, django_assert_max_num_queries: Any
):
    boars = CampaignWarband.objects.get(number=2)
    for _ in range(4):
        played(winter, {kobolds: 3, boars: 3})
    enlist(winter, "dan", *KOBOLDS)
    enlist(winter, "cleo", *BOARS)
    for path, query, most in (
        ("", {}, 13),
        ("", {"as_of": "3"}, 16),
        ("", {"as_of": "3", "reading": "recorded"}, 16),
        ("1/", {}, 12),
        ("1/member/", {"id": "m1"}, 25),
    ):
        with django_assert_max_num_queries(most):
            assert page(winter, "ada", path, **query).status_code == 200


def test_the_sheet_of_a_warband_in_a_campaign_is_today_s(winter: Table, mill: int):
    ada, key = winter.people["ada"].client, CampaignWarband.objects.get(number=1).warband.key
    sheet = main_text(ada.get(f"/warbands/{key}/sheet/"))
    assert "Career Fight +6 (card +5, advances +1)" in sheet
    assert "Fight +6" in main_text(ada.get(f"/warbands/{key}/"))
    bob, boars = winter.people["bob"].client, CampaignWarband.objects.get(number=2).warband.key
    assert "Injured Eye (Fight −1), heals after the next scenario" in main_text(bob.get(f"/warbands/{boars}/sheet/"))
    assert "Out of action in the next scenario" in main_text(bob.get(f"/warbands/{boars}/sheet/"))
    assert "Not legal" not in sheet
    for kind in ("roster", "cards"):
        assert ada.get(f"/warbands/{key}/{kind}.pdf").status_code == 200


def test_a_warband_that_left_keeps_its_sheet_for_its_link_its_list_and_print(winter: Table, mill: int):
    warband = CampaignWarband.objects.get(number=2).warband
    bob = winter.people["bob"]
    member_correct(**winter.asking("ada"), number=2, member="m1", correction="level", amount=3, reason="A long march.")
    warband_leave(**winter.asking("bob"), number=2)
    token = warband_share(owner=bob.owner, key=warband.key, shared=True).warband.share_token
    assert "correction +3)" in main_text(Client().get(f"/shared/{token}/"))
    before, now = 18, sum(member.points for member in warband_views(list(warbands_ever(winter.campaign)))[1].members)
    assert now > before
    assert f" {now} 2 Campaign" in main_text(bob.client.get("/warbands/"))
    assert Client().get(f"/shared/{token}/roster.pdf").status_code == 200


@pytest.fixture
@replayed
def stronger_boars(winter: Table) -> CampaignWarband:
    """Bob's warband, whose boar is pinned to the first revision of a card that has a second one now."""
    row = enlist(winter, "bob", replace(BOARS[0], revision=1), BOARS[1])
    card = rulebook_of((), creatures={"boar"}).cards["boar"]
    stronger = replace(card, stats=replace(card.stats, fight=10))
    creature_revise(creature=Creature.objects.get(key="boar"), card=stronger)
    return row


def take(table: Table, who: str, row: CampaignWarband, **fields: str) -> Any:
    path = f"/campaigns/{table.key}/warbands/{row.number}/revision/"
    return table.people[who].client.post(path, {"member": "m1", "revision": "2", **fields}, follow=True)


@pytest.mark.parametrize("who", ["bob", "ada", "cleo"])
def test_a_new_revision_is_shown_with_what_it_changes_and_taken(
    winter: Table, stronger_boars: CampaignWarband, who: str
):
    path = f"{stronger_boars.number}/"
    assert "Fight +8 → +10" in main_text(page(winter, who, path))
    assert "follows revision 2 of its card now" in main_text(take(winter, who, stronger_boars))
    assert winter.kinds[-1] == "revision-taken"
    assert "New revisions" not in main_text(page(winter, who, path))
    assert "(changed" not in main_text(page(winter, who, f"{path}member/", id="m1"))
    winter.assert_sound()


def test_a_new_revision_is_for_the_player_and_organizers(winter: Table, stronger_boars: CampaignWarband):
    head = winter.campaign.head
    assert "New revisions" not in main_text(page(winter, "dan", f"{stronger_boars.number}/"))
    assert "Only its player and organizers" in main_text(take(winter, "dan", stronger_boars))
    assert take(winter, "eve", stronger_boars).status_code == 404
    for odd in ("", "1", "3", "9" * 5000, "\0"):
        assert "cannot take that revision" in main_text(take(winter, "bob", stronger_boars, revision=odd))
        assert "cannot take that revision" in main_text(take(winter, "bob", stronger_boars, member=f"x{odd}"))
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(winter.people["bob"].owner.user, backend="django.contrib.auth.backends.ModelBackend")
    path = f"/campaigns/{winter.key}/warbands/{stronger_boars.number}/revision/"
    assert browser.post(path, {"member": "m1", "revision": "2"}).status_code == 403
    assert browser.get(path).status_code == 405
    assert winter.campaign.head == head
