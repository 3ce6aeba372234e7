"""A latecomer's allowance: given once, rolled before the first scenario, and no dice can be had anew."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import CampaignWarband
from campaigns.selectors.allowances import allowance_view
from campaigns.selectors.checking import campaign_faults
from campaigns.selectors.waiting import waiting_tasks
from campaigns.selectors.warbands import warband_view
from campaigns.services.allowances import allowance_give, allowance_roll
from campaigns.services.campaigns import campaign_close
from campaigns.services.corrections import entry_void
from campaigns.services.files import CampaignFileRefused, campaign_import
from campaigns.services.warbands import open_feat_choose
from common.refusal import Refusal
from rules.building.members import MemberAdd
from rules.campaigns.events import event_document
from rules.campaigns.events.warbands import AllowanceGiven, AllowanceRolled
from rules.campaigns.files import CampaignFile, campaign_file_from_document
from rules.campaigns.journal import JournalLine, entry_hash
from rules.campaigns.settings import CampaignSettings
from rules.roster import Member
from tests.campaigns.files import exported, remove_campaigns
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import career, change, enlist, field, opened, played, record_of
from tests.campaigns.verbs import Table, main_text
from tests.programs import program_of, told

LATE = (Member("boar", "m1", name="Late Boar"), Member("kobold-warrior", "m2", name="Rook"))
GIVEN: dict[str, Any] = {"points": 30, "advances": 4, "each": 3, "reason": "Joins in week three"}


@pytest.fixture
def late(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> CampaignWarband:
    """Dan's warband, which joins after two scenarios."""
    for _ in range(2):
        played(winter, {kobolds: 5, boars: 3})
    return enlist(winter, "dan", *LATE)


def give(table: Table, row: CampaignWarband, who: str = "ada", **fields: Any) -> int:
    return allowance_give(**table.asking(who), number=row.number, **{**GIVEN, **fields}).number


def roll(table: Table, row: CampaignWarband, member: str | None = "m1", *faces: int, who: str = "dan") -> Any:
    return allowance_roll(**table.asking(who), number=row.number, member=member, faces=faces or None)[-1]


def void(table: Table, number: int) -> int:
    return entry_void(**table.asking("ada"), number=number, reason="A slip").number


def refusal(work: Any) -> str:
    with pytest.raises(Refusal) as refused:
        work()
    return refused.value.message


def test_a_latecomer_plays_with_what_it_was_given(winter, kobolds, late):
    give(winter, late)
    (tasks,) = waiting_tasks([winter.campaign], winter.people["dan"].owner).values()
    assert [(task.kind, task.warband) for task in tasks] == [("allowance", late.number)]
    assert "4 advances of its allowance" in tasks[0].sentence
    allowance_roll(**winter.asking("dan"), number=late.number)
    assert [career(late, member).advances for member in ("m1", "m2")] == [1, 1]
    scenario = opened(winter, kobolds, late)
    assert "First roll the 2 advances" in refusal(lambda: field(winter, scenario, late))
    roll(winter, late, "m1")
    roll(winter, late, "m1")
    assert career(late, "m1").advances == 3
    field(winter, scenario, late)
    assert "has already fought" in refusal(lambda: roll(winter, late, "m2"))
    assert not campaign_faults(winter.campaign)


def test_each_advance_has_an_entry_and_counts_among_the_dice(winter, late):
    give(winter, late)
    allowance_roll(**winter.asking("dan"), number=late.number)
    roll(winter, late, "m2", 1, 1, 1)
    assert winter.kinds[-4:] == ["allowance-given"] + ["allowance-rolled"] * 3
    assert [(count.origin, count.rolls) for count in record_of(late).dice] == [("seeded", 2), ("entered", 1)]
    (feat,) = career(late, "m2").open_feats[-1:]
    open_feat_choose(**winter.asking("dan"), number=late.number, member="m2", advance=feat.event, feat="fleet")
    assert career(late, "m2").feats[-1].feat == "fleet"
    assert "Undo entry" in refusal(lambda: void(winter, int(feat.event[1:])))
    assert not campaign_faults(winter.campaign)


def test_undone_dice_fall_again_in_their_order(winter, late):
    give(winter, late, each=4)
    first, second = roll(winter, late), roll(winter, late)
    numbers = [entry.number for entry in winter.entries[-2:]]
    for number in numbers:
        void(winter, number)
    again = roll(winter, late)
    assert (again.faces, again.number, again.fell) == (first.faces, 1, numbers[0])
    assert refusal(lambda: roll(winter, late, "m1", 6, 6, 6)).startswith("Muster has rolled the next dice")
    assert roll(winter, late).faces == second.faces
    third = roll(winter, late)
    assert (third.number, third.fell) == (3, None)
    assert "These dice stand already." in refusal(lambda: void(winter, winter.entries[numbers[1] + 1].number))
    assert career(late, "m1").advances == 3
    assert not campaign_faults(winter.campaign)


def test_another_allowance_gives_the_same_dice(winter, late):
    given = give(winter, late)
    faces = roll(winter, late).faces
    assert "Undo those rolls first" in refusal(lambda: void(winter, given))
    void(winter, winter.campaign.head)
    void(winter, given)
    give(winter, late, advances=1, each=1)
    assert roll(winter, late).faces == faces
    assert refusal(lambda: void(winter, winter.campaign.head - 2)).startswith("This warband has an allowance")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"points": 0, "advances": 0}, "Give points, or advances"),
        ({"each": 0}, "Give points, or advances"),
        ({"reason": ""}, "Say why"),
        ({"who": "bob"}, "Only an organizer can give an allowance."),
    ],
)
def test_an_allowance_that_is_refused(winter, late, fields, said):
    assert refusal(lambda: give(winter, late, **fields)).startswith(said)


def test_what_is_refused_later(winter, kobolds, boars, late):
    assert "already fought" in refusal(lambda: give(winter, kobolds))
    assert "No advance of the allowance is left" in refusal(lambda: roll(winter, late))
    give(winter, late, advances=2, each=1)
    assert refusal(lambda: give(winter, late)).startswith("This warband has an allowance")
    assert refusal(lambda: roll(winter, late, who="bob")).startswith("Only its player and organizers")
    assert refusal(lambda: roll(winter, late, "m1", 1, 2)) == "An advance takes 3d6: enter 3 faces, not 2."
    assert "1 to 6" in refusal(lambda: roll(winter, late, "m1", 1, 2, 7))
    roll(winter, late)
    assert "No advance of the allowance is left" in refusal(lambda: roll(winter, late))
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(entered_dice=False, advancement=False))
    assert "Muster rolls all dice" in refusal(lambda: roll(winter, late, "m2", 1, 2, 3))


def test_house_rules_can_leave_no_use_for_it(winter, late):
    rules = CampaignSettings(play_mode="narrative", points_limit=None, advancement=False)
    campaign_settings_change(**winter.asking("ada"), settings=rules)
    assert "need no points" in refusal(lambda: give(winter, late))
    assert "do not advance" in refusal(lambda: give(winter, late, points=0))


def test_points_are_spent_before_the_first_scenario(winter, kobolds, late):
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(points_limit=40))
    spent = allowance_view(winter.view("dan"), warband_view(winter.campaign, late.number)).spent
    give(winter, late, points=10, advances=0, each=0)
    for _ in range((50 - spent) // 10 + 1):
        change(winter, "dan", late, MemberAdd("boar"))
    scenario = opened(winter, kobolds, late)
    assert "40 for a new warband and 10 by its allowance" in refusal(lambda: field(winter, scenario, late, ["m1"]))


def test_the_builder_shows_the_points_of_the_allowance(winter, kobolds, late):
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(points_limit=40))
    builder = f"/warbands/{late.warband.key}/"

    def page() -> str:
        return main_text(winter.people["dan"].client.get(builder))

    assert "Until its first scenario" not in page()
    give(winter, late, advances=0, each=0)
    assert "Until its first scenario it can cost 70: 40 for a new warband and 30 by its allowance." in page()
    assert "of 70 points" in page()
    winter.assert_sound()
    scenario = opened(winter, kobolds, late)
    for row in (kobolds, late):
        field(winter, scenario, row)
    assert "of 70 points" in page()


def test_the_proposal_is_what_the_median_warband_has(winter, kobolds, boars, late):
    seen = allowance_view(winter.view("ada"), warband_view(winter.campaign, late.number))
    assert (seen.gives, seen.proposal.warbands, seen.proposal.points) == (True, 2, 0)
    advanced = sorted(sum(member.advances for member in record_of(row).careers.members) for row in (kobolds, boars))
    assert seen.proposal.advances == advanced[0] == 4
    assert seen.proposal.each == 2


def test_a_file_carries_it_and_every_roll_is_proven(winter, late, run, tmp_path):
    give(winter, late)
    roll(winter, late)
    void(winter, winter.campaign.head)
    roll(winter, late)
    campaign_close(**winter.asking("ada"))
    document = exported(winter, run, tmp_path / "campaign.json")
    status, told = run("verify_dice", str(tmp_path / "campaign.json"))
    assert (status, told["right"], told["rolls"]["right"]) == (0, True, told["rolls"]["right"])
    before = record_of(late).allowance
    remove_campaigns()
    campaign = campaign_import(file=campaign_file_from_document(document))
    assert not campaign_faults(campaign)
    assert record_of(campaign.warbands.get(number=late.number)).allowance == before


def forged(document: dict[str, Any], *events: Any) -> CampaignFile:
    """Return a file whose last entries are these."""
    file = campaign_file_from_document(document)
    journal = list(file.journal)
    for event in events:
        last, at = journal[-1], journal[-1].at
        written = event_document(event)
        line = JournalLine(
            last.number + 1, at, 1, written, last.hash, entry_hash(last.number + 1, at, 1, written, last.hash)
        )
        journal.append(line)
    return replace(file, journal=tuple(journal))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([("given", {}), ("given", {})], "This warband has an allowance"),
        ([("given", {"warband": 1})], "before the first scenario"),
        ([("rolled", {})], "Undo those rolls first"),
        ([("given", {}), ("rolled", {"number": 2})], "not the next ones"),
        ([("given", {}), ("rolled", {"faces": ()})], "An advance is rolled with 3d6"),
        ([("given", {}), ("rolled", {"faces": (9, 9, 9)})], "An advance is rolled with 3d6"),
        ([("given", {}), ("rolled", {"fell": 3})], "not those that fell before"),
        ([("given", {"advances": 1}), ("rolled", {}), ("rolled", {"number": 2})], "no such advance left"),
        ([("given", {"each": 1}), ("rolled", {}), ("rolled", {"number": 2})], "no such advance left"),
    ],
)
def test_a_hostile_file_is_refused_in_words(winter, late, run, tmp_path, events, said):
    document = exported(winter, run, tmp_path / "campaign.json")
    first = {"warband": late.number, "after": 2}
    made = [
        AllowanceGiven(**{**first, **GIVEN, **fields})
        if kind == "given"
        else AllowanceRolled(
            **{**first, "member": "m1", "number": 1, "faces": (1, 2, 3), "origin": "seeded", "epoch": 1, **fields}
        )
        for kind, fields in events
    ]
    remove_campaigns()
    with pytest.raises(CampaignFileRefused, match=said):
        campaign_import(file=forged(document, *made))


def test_it_is_given_and_rolled_on_its_page(winter, late):
    page = reverse("campaigns:allowance", args=[winter.key, late.number])
    own = reverse("campaigns:warband", args=[winter.key, late.number])
    assert "Give an allowance" in main_text(winter.people["ada"].client.get(own))
    assert "Give an allowance" not in main_text(winter.people["dan"].client.get(own))
    shown = main_text(winter.people["ada"].client.get(page))
    assert "The median of the 2 other warbands that played" in shown
    answer = winter.people["ada"].client.post(page, {**GIVEN, "points": "x"})
    assert (answer.status_code, "The allowance is not given" in main_text(answer)) == (422, True)
    assert winter.people["ada"].client.post(page, GIVEN).status_code == 302
    client = winter.people["dan"].client
    assert "left to roll" in main_text(client.get(page))
    assert (
        reverse("campaigns:allowance", args=[winter.key, late.number])
        in client.get(reverse("campaigns:campaign", args=[winter.key])).content.decode()
    )
    client.post(f"{page}roll/", {})
    client.post(f"{page}roll/", {"member": "m1", "faces": "6 5 1"})
    assert [entry.kind for entry in winter.entries[-3:]] == ["allowance-rolled"] * 3
    answer = client.post(f"{page}roll/", {"member": "m1", "faces": "six"})
    assert (answer.status_code, "such as 4 2 6" in main_text(answer)) == (422, True)
    shown = main_text(client.get(page))
    assert "1 advance left to roll" in shown
    number = winter.campaign.head - 1
    receipt = client.get(reverse("campaigns:roll", args=[winter.key, number, 1]))
    assert '["w3.m2","allowance",1]' in main_text(receipt)
    undoing = main_text(winter.people["ada"].client.get(reverse("campaigns:entry-void", args=[winter.key, number])))
    assert "Rook" in undoing.partition("rolled an advance of the allowance")[2]
    shown = main_text(client.get(reverse("campaigns:member", args=[winter.key, late.number]), {"id": "m2"}))
    assert "Advanced by the allowance" in shown


def test_a_program_gives_it_and_rolls(winter, late):
    address = f"campaigns/{winter.key}/warbands/{late.number}/allowance/"
    organizer, player = (program_of(winter.people[name].owner) for name in ("ada", "dan"))
    assert told(organizer.post(address, GIVEN))["given"]["advances"] == 4
    rolled = told(player.post(f"{address}rolls/", {"member": "m1", "faces": [1, 1, 1]}))
    assert [member["left"] for member in rolled["members"] if member["id"] == "m1"] == [2]
    assert rolled["left"] == 3


@pytest.mark.parametrize("who", ["bob", "dan", "ada"])
def test_the_page_takes_the_same_queries_for_more_rolls(winter, late, who):
    page = reverse("campaigns:allowance", args=[winter.key, late.number])
    give(winter, late)
    client = winter.people[who].client
    client.get(page)
    with CaptureQueriesContext(connection) as few:
        client.get(page)
    allowance_roll(**winter.asking("dan"), number=late.number)
    with CaptureQueriesContext(connection) as many:
        client.get(page)
    assert len(many) == len(few)
