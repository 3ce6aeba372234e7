"""Warbands in a campaign: joining in place, the builder's changes as entries, leaving, and corrections by hand."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.db.models import ProtectedError
from django.utils import timezone

from accounts.services.visitors import visitors_forget
from campaigns.models import CampaignWarband
from campaigns.services.campaigns import campaign_close, campaign_create
from campaigns.services.corrections import entry_void
from campaigns.services.people import participant_leave, participant_remove
from campaigns.services.scenarios import scenario_cancel
from campaigns.services.warbands import (
    member_correct,
    warband_career_accept,
    warband_join,
    warband_leave,
)
from common.refusal import Refusal
from rules.building.extras import HeroPointsSet, ItemAdd, UpgradeSet
from rules.building.members import (
    MemberAdd,
    MemberCreature,
    MemberRemove,
    MemberRename,
    MemberRevision,
)
from rules.building.warband import WarbandNotes, WarbandRename
from rules.campaigns.settings import CampaignSettings
from rules.roster import Member
from tests.campaigns.league_play import campaign_settings_change
from tests.campaigns.play import (
    BOARS,
    KOBOLDS,
    career,
    change,
    commit,
    enlist,
    field,
    opened,
    played,
    record_of,
    report,
    step,
)
from tests.campaigns.verbs import Table
from tests.warbands.verbs import building, visitor
from warbands.models import Warband
from warbands.selectors.warbands import undo_state, warband_open
from warbands.services.drafts import draft_redo, draft_undo
from warbands.services.warbands import warband_copy, warband_delete

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def members(row: CampaignWarband) -> list[str]:
    return list(record_of(row).careers.by_id)


def test_a_warband_joins_in_place_with_an_opening_sheet(winter, kobolds):
    assert kobolds.opening == kobolds.record
    assert (kobolds.points, kobolds.name, kobolds.joined_after) == (18, "The adas", 0)
    assert winter.kinds[-1] == "warband-joined"
    assert Warband.objects.count() == 1
    winter.assert_sound()


def test_a_warband_is_in_one_campaign_at_a_time(winter, kobolds):
    ada = winter.people["ada"].owner
    other = campaign_create(actor=ada, name="Spring")
    with pytest.raises(Refusal, match="one campaign at a time"):
        warband_join(actor=ada, key=other.key, warband_key=kobolds.warband.key)


def test_a_player_brings_several_warbands_and_no_one_elses(winter, kobolds):
    enlist(winter, "ada", *BOARS)
    assert winter.campaign.warbands.count() == 2
    desk = building(winter.people["bob"], "boar", alignment=None, play_mode="campaign")
    with pytest.raises(Refusal, match="no longer exists"):
        warband_join(**winter.asking("ada"), warband_key=desk.key)


def test_a_roster_meets_the_mustering_limit(winter):
    with pytest.raises(Refusal, match="cannot join yet") as refused:
        enlist(winter, "ada", Member("caldera-oni", "m1"))
    assert {problem.code for problem in refused.value.problems} == {"creature.over_half"}
    with pytest.raises(Refusal, match="cannot join yet"):
        enlist(winter, "ada")
    assert not CampaignWarband.objects.exists()


def test_hero_points_are_left_behind_at_joining(winter):
    row = enlist(winter, "ada", replace(KOBOLDS[0], hero_points=2))
    assert career(row, "m1").member.hero_points == 0
    winter.assert_sound()


def test_changes_of_the_builder_are_entries(winter, kobolds):
    change(winter, "ada", kobolds, MemberAdd("boar"))
    change(winter, "ada", kobolds, UpgradeSet("m1", "sling", bought=True))
    change(winter, "ada", kobolds, ItemAdd("m3", "holy-water", None))
    change(winter, "ada", kobolds, MemberRename("m3", "Tusker"))
    change(winter, "ada", kobolds, WarbandRename("Snow Company"))
    change(winter, "ada", kobolds, MemberRemove("m2"))
    assert winter.kinds[-6:] == ["roster-changed"] * 6
    assert members(kobolds) == ["m1", "m3"]
    assert (kobolds.name, career(kobolds, "m3").member.name) == ("Snow Company", "Tusker")
    winter.assert_sound()


def test_what_is_not_about_members_is_no_entry(winter, kobolds):
    head = winter.campaign.head
    change(winter, "ada", kobolds, WarbandNotes("Bring dice."))
    assert winter.campaign.head == head
    winter.assert_sound()


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (MemberCreature("m1", "boar"), "keeps its creature"),
        (MemberRevision("m1", None), "new revision of a card"),
        (HeroPointsSet("m1", 1), "you buy hero points when"),
    ],
)
def test_what_no_one_may_do_within_a_campaign_is_refused(winter, wanted, message):
    row = enlist(winter, "ada", replace(KOBOLDS[0], revision=1))
    head = winter.campaign.head
    with pytest.raises(Refusal, match=message):
        change(winter, "ada", row, wanted)
    assert winter.campaign.head == head
    winter.assert_sound()


def test_undo_and_redo_are_entries_and_restore_a_career(winter, kobolds):
    played(winter, {kobolds: 1})
    before = record_of(kobolds)
    change(winter, "ada", kobolds, MemberRemove("m1"))
    step(winter, "ada", kobolds, draft_undo)
    assert record_of(kobolds) == before
    winter.assert_sound()
    step(winter, "ada", kobolds, draft_redo)
    assert members(kobolds) == ["m2"]
    step(winter, "ada", kobolds, draft_undo)
    assert record_of(kobolds) == before
    assert winter.kinds[-4:] == ["roster-changed", "entry-voided", "entry-voided", "entry-voided"]
    winter.assert_sound()


def test_undo_reaches_back_to_the_last_scenario(winter, kobolds):
    change(winter, "ada", kobolds, MemberAdd("boar"))
    played(winter, {kobolds: 1})
    kobolds.warband.refresh_from_db()
    assert undo_state(kobolds.warband).undo == ""
    with pytest.raises(Refusal, match="You can undo only the changes since the last scenario"):
        step(winter, "ada", kobolds, draft_undo)


def test_undo_does_not_reach_back_before_the_campaign(winter, kobolds):
    with pytest.raises(Refusal, match="since the warband joined its campaign"):
        step(winter, "ada", kobolds, draft_undo)


def test_a_change_that_an_organizer_voided_is_gone_from_the_builder(winter):
    boars = enlist(winter, "bob", *BOARS)
    change(winter, "bob", boars, MemberAdd("kobold-warrior"))
    entry_void(**winter.asking("cleo"), number=winter.campaign.head, reason="too many")
    opened_warband = warband_open(winter.people["bob"].owner, boars.warband.key)
    assert [member.id for member in opened_warband.draft.roster.members] == ["m1", "m2"]
    winter.assert_sound()


def test_a_warband_that_leaves_is_frozen_and_goes_on_elsewhere(winter, kobolds):
    scenario = played(winter, {kobolds: 1})
    ada = winter.people["ada"].owner
    warband_leave(**winter.asking("ada"), number=kobolds.number)
    with pytest.raises(Refusal, match="has left The Long Winter"):
        change(winter, "ada", kobolds, MemberRemove("m1"))
    before = record_of(kobolds)
    spring = Table(campaign_create(actor=ada, name="Spring").key, winter.people)
    row = warband_join(actor=ada, key=spring.key, warband_key=kobolds.warband.key)
    assert career(row, "m1").advances == 0
    row = warband_career_accept(**spring.asking("ada"), number=row.number)
    assert career(row, "m1").advances == 1
    assert career(row, "m1").gains == before.careers.by_id["m1"].gains
    played(spring, {row: 1})
    assert career(row, "m1").advances == 2
    # A void never reaches across campaigns.
    from_spring = record_of(row)
    entry_void(
        **winter.asking("ada"),
        number=winter.campaign.entries.get(kind="scenario-committed", scenario=scenario).number,
        reason="wrong",
    )
    assert career(kobolds, "m1").advances == 0
    assert record_of(row) == from_spring
    winter.assert_sound()
    spring.assert_sound()


def test_earlier_careers_are_accepted_before_the_first_scenario_and_by_organizers(winter, kobolds):
    with pytest.raises(Refusal, match="has no earlier career"):
        warband_career_accept(**winter.asking("ada"), number=kobolds.number)
    played(winter, {kobolds: 1})
    warband_leave(**winter.asking("ada"), number=kobolds.number)
    row = warband_join(**winter.asking("ada"), warband_key=kobolds.warband.key)
    assert row.joined_after == 1
    played(winter, {row: 1})
    with pytest.raises(Refusal, match="already fought"):
        warband_career_accept(**winter.asking("ada"), number=row.number)
    winter.assert_sound()


def test_accepting_can_be_voided(winter, kobolds):
    played(winter, {kobolds: 1})
    warband_leave(**winter.asking("ada"), number=kobolds.number)
    row = warband_join(**winter.asking("ada"), warband_key=kobolds.warband.key)
    warband_career_accept(**winter.asking("ada"), number=row.number)
    entry_void(**winter.asking("ada"), number=winter.campaign.head, reason="start anew")
    assert career(row, "m1").advances == 0
    winter.assert_sound()


@pytest.mark.parametrize("how", ["leave", "remove"])
def test_who_goes_takes_warbands_along_unless_they_are_fielded(winter, how):
    row = enlist(winter, "bob", *BOARS)
    scenario = opened(winter, row)
    field(winter, scenario, row)

    def go() -> None:
        if how == "leave":
            participant_leave(**winter.asking("bob"))
        else:
            participant_remove(**winter.asking("ada"), number=winter.number("bob"))

    with pytest.raises(Refusal, match="is fielded in “The Old Mill”"):
        go()
    assert winter.view("bob") is not None
    with pytest.raises(Refusal, match="“The Old Mill” is open"):
        campaign_close(**winter.asking("ada"))
    scenario_cancel(**winter.asking("ada"), scenario=scenario, reason="rain")
    go()
    row.refresh_from_db()
    assert row.has_left
    winter.assert_sound()


def test_closing_lets_the_warbands_go(winter, kobolds):
    campaign_close(**winter.asking("ada"))
    kobolds.refresh_from_db()
    assert kobolds.has_left
    winter.assert_sound()


def test_a_warband_with_a_career_is_neither_deleted_nor_forgotten(winter, kobolds):
    with pytest.raises(Refusal, match="cannot be deleted"):
        warband_delete(owner=winter.people["ada"].owner, key=kobolds.warband.key)
    with pytest.raises(ProtectedError):
        kobolds.warband.delete()
    guest = visitor()
    campaign = campaign_create(actor=guest.owner, name="Alone")
    desk = building(guest, *KOBOLDS, alignment=None, play_mode="campaign")
    building(guest, "boar")
    warband_join(actor=guest.owner, key=campaign.key, warband_key=desk.key)
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        assert visitors_forget() == 1
    assert Warband.objects.filter(key=desk.key).exists()


def test_a_copy_has_no_career(winter, kobolds):
    ada = winter.people["ada"].owner
    copy = warband_copy(owner=ada, source=warband_open(ada, kobolds.warband.key))
    assert (copy.has_career, copy.locked_for) == (False, "")


def test_organizers_correct_careers_by_hand(winter, kobolds):
    played(winter, {kobolds: 1})
    asked = {**winter.asking("cleo"), "number": kobolds.number, "member": "m1", "reason": "agreed at the table"}
    member_correct(**asked, correction="injury-add", subject="injured-leg", permanent=True)
    assert [wound.injury for wound in career(kobolds, "m1").wounds] == ["injured-leg"]
    member_correct(**asked, correction="injury-remove", subject=career(kobolds, "m1").wounds[0].event)
    member_correct(**asked, correction="level", amount=2)
    member_correct(**asked, correction="points", amount=-1)
    member_correct(**asked, correction="advance-add", subject="will")
    assert career(kobolds, "m1").wounds == ()
    assert (career(kobolds, "m1").level_offset, career(kobolds, "m1").points_correction) == (2, -1)
    assert career(kobolds, "m1").advances == 2
    winter.assert_sound()
    for _ in range(5):
        last = winter.campaign.entries.filter(kind="member-corrected", voided_by=None).order_by("-number").first()
        entry_void(**winter.asking("ada"), number=last.number, reason="no")
    assert career(kobolds, "m1").advances == 1
    winter.assert_sound()


def test_a_correction_without_effect_or_reason_is_refused(winter, kobolds):
    asked = {**winter.asking("ada"), "number": kobolds.number, "member": "m1"}
    head = winter.campaign.head
    with pytest.raises(Refusal, match="Say why"):
        member_correct(**asked, correction="level", amount=1, reason=" ")
    with pytest.raises(Refusal, match="no injury"):
        member_correct(**asked, correction="injury-add", subject="broken-heart", reason="x")
    with pytest.raises(Refusal):
        member_correct(**{**asked, "member": "m9"}, correction="level", amount=1, reason="x")
    with pytest.raises(Refusal, match="must follow a scenario"):
        member_correct(**asked, correction="level", amount=1, reason="x", after=3)
    assert winter.campaign.head == head


def test_a_correction_keeps_its_place_before_later_scenarios(winter, kobolds):
    played(winter, {kobolds: 1})
    played(winter, {kobolds: 1})
    member_correct(
        **winter.asking("ada"), number=1, member="m1", correction="advance-add", subject="will", reason="x", after=1
    )
    first, second = kobolds.career_points.order_by("played")
    assert first.record["careers"]["members"][0].get("advances") == 1
    assert second.record["careers"]["members"][0].get("advances") == 3
    winter.assert_sound()


def test_the_rules_of_a_campaign_are_those_of_when_the_scenario_was_opened(winter, kobolds):
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings(advancement=False))
    scenario = opened(winter, kobolds)
    campaign_settings_change(**winter.asking("ada"), settings=CampaignSettings())
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1})
    commit(winter, scenario)
    assert career(kobolds, "m1").advances == 0
    winter.assert_sound()
