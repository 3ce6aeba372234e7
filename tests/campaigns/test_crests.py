"""The crest of a warband in a campaign: as it was when the warband joined, whatever becomes of its members."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from campaigns.services.warbands import warband_leave
from rules.building.members import MemberRemove
from rules.crests import Crest, CrestChoice
from rules.roster import Member
from tests.campaigns.play import BOARS, KOBOLDS, change, enlist
from tests.campaigns.verbs import Table
from warbands.models import Warband
from warbands.selectors.crests import crests_of
from warbands.services.warbands import warband_choose_crest

pytestmark = pytest.mark.usefixtures("small_compendium")


def _crests() -> dict[int, Crest]:
    return crests_of(list(Warband.objects.all()))


def test_a_crest_is_pinned_when_a_warband_joins(winter: Table, django_assert_num_queries):
    row = enlist(winter, "bob", *KOBOLDS, Member("boar", "m3"))
    joined = Crest("TN", "chevron", "boar")
    assert _crests() == {row.warband_id: joined}
    change(winter, "bob", row, MemberRemove("m3"))
    assert "boar" not in str(row.warband.steps.latest("number").draft)
    with django_assert_num_queries(1):
        assert _crests() == {row.warband_id: joined}


def test_the_owner_still_chooses_and_what_is_left_open_is_as_it_joined(winter: Table):
    row = enlist(winter, "bob", *BOARS)
    bob = winter.people["bob"].owner
    warband_choose_crest(owner=bob, key=row.warband.key, choice=CrestChoice(emblem="troll"))
    assert _crests() == {row.warband_id: Crest("TN", "chevron", "troll")}
    warband_choose_crest(owner=bob, key=row.warband.key, choice=CrestChoice())
    assert _crests() == {row.warband_id: Crest("TN", "chevron", "boar")}


def test_a_warband_that_joined_before_crests_were_pinned_has_todays(winter: Table):
    row = enlist(winter, "bob", *BOARS)
    Warband.objects.update(pinned_crest=None)
    assert _crests() == {row.warband_id: Crest("TN", "chevron", "boar")}


def test_every_page_of_a_campaign_has_the_crests_of_its_warbands_in_its_head(winter: Table):
    enlist(winter, "ada", *KOBOLDS)
    boars = enlist(winter, "bob", *BOARS)
    for path in ("", "scenarios/", "warbands/", "warbands/1/", "standings/", "journal/", "people/", "settings/"):
        page = winter.people["ada"].client.get(f"/campaigns/{winter.key}/{path}")
        assert len(LexborHTMLParser(page.content).css(".night-head .campaign-crests .crest")) == 2, path
    warband_leave(**winter.asking("ada"), number=boars.number)
    page = winter.people["ada"].client.get(f"/campaigns/{winter.key}/people/")
    assert len(LexborHTMLParser(page.content).css(".campaign-crests .crest")) == 1
