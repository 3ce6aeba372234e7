"""Wherever a warband with a career is shown, its members are as they are today, or the page says that they are not."""

import json
from typing import Any

import pytest
from django.test import Client

from campaigns.models import CampaignWarband
from campaigns.services.warbands import member_correct
from tests.campaigns.play import BOARS, KOBOLDS, enlist, played
from tests.campaigns.verbs import Table
from tests.replays import replayed
from tests.warbands.verbs import text_of
from warbands.services.warbands import warband_share

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

LEVEL, INJURY = "correction +3)", "Injured Leg"
LEFT_OUT = "no injuries, levels or feats"


@pytest.fixture
@replayed
def grown(winter: Table) -> CampaignWarband:
    """Return bob's warband: Old Boar has gained three levels and injured its leg for good."""
    row = enlist(winter, "bob", *BOARS)
    played(winter, {row: 3})
    asked = {**winter.asking("ada"), "number": row.number, "member": "m1", "reason": "A long march."}
    member_correct(**asked, correction="level", amount=3)
    member_correct(**asked, correction="injury-add", subject="injured-leg", permanent=True)
    row.warband.refresh_from_db()
    return row


def visit(table: Table, row: CampaignWarband, path: str, who: str = "bob", **query: str) -> Any:
    return table.people[who].client.get(f"/warbands/{row.warband.key}/{path}", query)


def link(table: Table, row: CampaignWarband) -> str:
    warband = warband_share(owner=table.people["bob"].owner, key=row.warband.key, shared=True).warband
    return f"/shared/{warband.share_token}/"


def test_the_text_for_a_chat_tells_of_the_career(winter: Table, grown: CampaignWarband):
    for query in ({}, {"plain": "1"}):
        text = visit(winter, grown, "chat/", **query).content.decode()
        assert LEVEL in text
        assert INJURY in text
    assert "the effects of its career" in text_of(visit(winter, grown, "chat/"))


def test_the_analysis_counts_the_members_of_today(winter: Table, grown: CampaignWarband):
    text = text_of(visit(winter, grown, "analysis/"))
    assert f"Points {grown.campaign.warbands.get(number=1).points} " in text
    assert "Its members are as they are today in their campaign." in text


def test_the_matchup_takes_each_sides_own_members_of_today(winter: Table, grown: CampaignWarband):
    kobolds = enlist(winter, "bob", *KOBOLDS, warband="The Kobolds")
    fields = {"first": f"w:{grown.warband.key}", "second": f"w:{kobolds.warband.key}"}
    bob = winter.people["bob"].client
    today = text_of(bob.get("/matchup/", fields))
    swapped = text_of(bob.get("/matchup/", {"first": fields["second"], "second": fields["first"]}))
    assert "Boar" in today
    CampaignWarband.objects.filter(pk=grown.pk).update(record=grown.opening)
    assert text_of(bob.get("/matchup/", fields)) != today
    assert text_of(bob.get("/matchup/", {"first": fields["second"], "second": fields["first"]})) != swapped


def test_the_shared_page_and_its_prints_show_today(winter: Table, grown: CampaignWarband):
    address = link(winter, grown)
    text = text_of(Client().get(address))
    assert LEVEL in text
    assert INJURY in text
    assert LEFT_OUT in text
    for path in ("print/", "roster.pdf", "cards.pdf"):
        assert Client().get(f"{address}{path}").status_code == 200


def test_the_sheet_and_the_lists_show_today(winter: Table, grown: CampaignWarband):
    assert LEVEL in text_of(visit(winter, grown, "sheet/"))
    points = grown.campaign.warbands.get(number=1).points
    assert f" {points} 2 Campaign" in text_of(winter.people["bob"].client.get("/warbands/"))


def test_a_learned_feat_is_among_the_marks_of_today(winter: Table, grown: CampaignWarband):
    assert "Learned" not in text_of(visit(winter, grown, "sheet/"))
    asked = {**winter.asking("ada"), "number": grown.number, "member": "m1", "reason": "A long march."}
    member_correct(**asked, correction="advance-add", subject="fleet")
    assert "Learned Fleet" in text_of(visit(winter, grown, "sheet/"))
    assert "Learned Fleet" in visit(winter, grown, "chat/").content.decode()
    assert "Learned Fleet" in text_of(Client().get(link(winter, grown)))


def test_a_roster_file_cannot_hold_a_career_and_pages_say_so(winter: Table, grown: CampaignWarband):
    file = json.loads(visit(winter, grown, "roster.json").content)
    assert "career" not in json.dumps(file)
    assert LEFT_OUT in text_of(visit(winter, grown, ""))
    assert LEFT_OUT in text_of(visit(winter, grown, "share/"))


def test_pages_of_warbands_without_a_career_say_nothing_of_one(winter: Table, grown: CampaignWarband):
    other = enlist(winter, "dan", *KOBOLDS)
    other.warband.has_career = False
    other.warband.save(update_fields=["has_career"])
    for path in ("", "share/", "analysis/", "chat/"):
        text = text_of(visit(winter, other, path, who="dan"))
        assert LEFT_OUT not in text
        assert "as they are today" not in text
        assert "career" not in text


@pytest.mark.parametrize("path", ["chat/", "analysis/", "roster.json"])
def test_these_pages_are_their_players_alone(winter: Table, grown: CampaignWarband, path: str):
    for who in ("ada", "cleo", "dan", "eve"):
        assert visit(winter, grown, path, who=who).status_code == 404
    assert Client().get(f"/warbands/{grown.warband.key}/{path}").status_code == 404
