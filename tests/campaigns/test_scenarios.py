"""A scenario from its plan to its commit, and back."""

import pytest

from campaigns.models.scenarios import ScenarioPhase
from campaigns.services.aftermath import dice_roll, dice_roll_all
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.scenarios import (
    AlreadyCommitted,
    scenario_cancel,
    scenario_commit,
    warband_field,
    warband_withdraw,
)
from common.refusal import Refusal
from rules.building.members import MemberAdd, MemberRemove
from tests.campaigns.corrections import roll_correct
from tests.campaigns.play import (
    career,
    change,
    choose,
    commit,
    due,
    enter,
    field,
    opened,
    played,
    record_of,
    report,
    state_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def test_a_scenario_is_played_from_plan_to_commit(winter, kobolds, boars):
    scenario = opened(winter, kobolds, boars)
    for row in (kobolds, boars):
        field(winter, scenario, row)
    report(winter, scenario, {kobolds: 7, boars: 2}, (boars, "m1"))
    enter(winter, scenario, boars, "m1", "elimination", 4)
    enter(winter, scenario, boars, "m1", "injury", 2)
    enter(winter, scenario, kobolds, "m1", "advance", 1, 3, 6)
    commit(winter, scenario)
    assert [(wound.injury, wound.permanent) for wound in career(boars, "m1").wounds] == [("injured-eye", False)]
    assert career(kobolds, "m1").advances == 1
    assert [(change.stat, change.by) for change in career(kobolds, "m1").gains] == [("fight", 1)]
    assert (record_of(kobolds).standing.major, record_of(boars).standing.defeats) == (1, 1)
    assert winter.campaign.scenarios.get().played == 1
    winter.assert_sound()


def test_a_fielded_roster_is_locked_until_the_commit(winter, kobolds, boars):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    with pytest.raises(Refusal, match="is fielded in “The Old Mill” of The Long Winter"):
        change(winter, "ada", kobolds, MemberAdd("boar"))
    change(winter, "bob", boars, MemberAdd("kobold-warrior"))
    report(winter, scenario, {kobolds: 1})
    commit(winter, scenario)
    change(winter, "ada", kobolds, MemberAdd("boar"))
    assert [member.member.creature for member in record_of(kobolds).careers.members] == ["kobold-warrior"] * 2 + [
        "boar"
    ]
    winter.assert_sound()


@pytest.mark.parametrize("by", ["cancel", "withdraw"])
def test_a_roster_is_free_again_when_it_does_not_fight(winter, kobolds, by):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    if by == "cancel":
        scenario_cancel(**winter.asking("cleo"), scenario=scenario, reason="rain")
    else:
        warband_withdraw(**winter.asking("ada"), scenario=scenario, warband=kobolds.number)
    change(winter, "ada", kobolds, MemberRemove("m2"))
    winter.assert_sound()


def test_a_second_commit_tells_who_was_first_and_changes_nothing(winter, kobolds):
    scenario = played(winter, {kobolds: 1})
    head = winter.campaign.head
    with pytest.raises(AlreadyCommitted, match="ada has already applied this scenario"):
        scenario_commit(**winter.asking("cleo"), scenario=scenario)
    assert winter.campaign.head == head


def test_a_commit_waits_for_every_roll(winter, kobolds):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    with pytest.raises(Refusal, match="First report how the scenario ended"):
        scenario_commit(**winter.asking("ada"), scenario=scenario)
    report(winter, scenario, {kobolds: 1}, (kobolds, "m2"))
    with pytest.raises(Refusal, match="3 rolls are missing"):
        scenario_commit(**winter.asking("ada"), scenario=scenario)
    assert due(winter, scenario) == [(1, "m1", "advance"), (1, "m2", "elimination"), (1, "m2", "advance")]


def test_a_servers_die_stays_and_an_entered_one_can_be_entered_again_until_the_commit(winter, kobolds):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1})
    asked = {**winter.asking("ada"), "scenario": scenario, "warband": 1, "purpose": "advance"}
    dice_roll(**asked, member="m1")
    with pytest.raises(Refusal, match="cannot be changed"):
        dice_roll(**asked, member="m1", faces=(6, 6, 6))
    dice_roll(**asked, member="m2", faces=(1, 1, 2))
    dice_roll(**asked, member="m2", faces=(1, 1, 3))
    with pytest.raises(Refusal, match="already entered"):
        dice_roll(**asked, member="m2")
    commit(winter, scenario)
    with pytest.raises(Refusal, match="An organizer can correct it"):
        dice_roll(**asked, member="m2", faces=(1, 1, 2))
    assert state_of(winter, scenario).rolls[1, "m2", "advance", 1].roll.faces == (1, 1, 3)


def test_a_void_undoes_exactly_and_the_same_dice_come_again(winter, kobolds, boars):
    before = record_of(kobolds), record_of(boars)
    scenario = played(winter, {kobolds: 3, boars: 3}, (kobolds, "m1"))
    after, rolls = (record_of(kobolds), record_of(boars)), state_of(winter, scenario).rolls
    scenario_void(**winter.asking("cleo"), scenario=scenario, reason="wrong table")
    assert (record_of(kobolds), record_of(boars)) == before
    assert winter.campaign.scenarios.get().status == ScenarioPhase.VOIDED
    winter.assert_sound()
    commit(winter, scenario)
    assert (record_of(kobolds), record_of(boars)) == after
    assert state_of(winter, scenario).rolls == rolls
    assert (winter.campaign.scenarios.get().played, winter.campaign.next_played) == (1, 2)
    winter.assert_sound()


def test_voiding_the_void_restores_the_commit(winter, kobolds):
    scenario = played(winter, {kobolds: 1})
    after = record_of(kobolds)
    void = scenario_void(**winter.asking("ada"), scenario=scenario, reason="wrong table")
    entry_void(**winter.asking("ada"), number=void.number, reason="it was right")
    assert record_of(kobolds) == after
    winter.assert_sound()


def test_a_void_of_a_void_can_be_voided_too(winter, kobolds):
    before = record_of(kobolds)
    scenario = played(winter, {kobolds: 1})
    after = record_of(kobolds)
    number = scenario_void(**winter.asking("ada"), scenario=scenario, reason="wrong table").number
    for expected in (after, before, after):
        number = entry_void(**winter.asking("ada"), number=number, reason="once more").number
        assert record_of(kobolds) == expected
        winter.assert_sound()


def test_a_corrected_die_changes_what_followed(winter, kobolds):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1}, (kobolds, "m1"))
    enter(winter, scenario, kobolds, "m1", "elimination", 3)
    enter(winter, scenario, kobolds, "m1", "injury", 6)
    commit(winter, scenario)
    second = played(winter, {kobolds: 1})
    roll_correct(
        **winter.asking("ada"),
        scenario=scenario,
        warband=1,
        member="m1",
        purpose="elimination",
        faces=(1,),
        reason="mistyped",
    )
    point = kobolds.career_points.get(played=1)
    assert point.record["careers"]["members"][0].get("wounds", []) == []
    assert state_of(winter, second).status == "committed"
    winter.assert_sound()


def test_dice_that_a_correction_makes_due_are_rolled_later(winter, kobolds):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1}, (kobolds, "m1"))
    enter(winter, scenario, kobolds, "m1", "elimination", 6)
    commit(winter, scenario)
    roll_correct(
        **winter.asking("ada"), scenario=scenario, warband=1, member="m1", purpose="elimination", faces=(3,), reason="x"
    )
    assert due(winter, scenario) == [(1, "m1", "injury")]
    dice_roll_all(**winter.asking("ada"), scenario=scenario)
    assert len(career(kobolds, "m1").wounds) == 1
    winter.assert_sound()


def test_a_feat_may_stay_open_and_counts_from_its_scenario(winter, kobolds):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1})
    enter(winter, scenario, kobolds, "m1", "advance", 1, 1, 1)
    commit(winter, scenario)
    assert len(career(kobolds, "m1").open_feats) == 1
    choose(winter, scenario, kobolds, "m1", "fleet")
    assert [feat.feat for feat in career(kobolds, "m1").feats] == ["fleet"]
    with pytest.raises(Refusal, match="An organizer can correct it"):
        choose(winter, scenario, kobolds, "m1", "toughness")
    winter.assert_sound()


def test_a_feat_that_a_member_may_not_take_is_refused(winter, kobolds):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1})
    enter(winter, scenario, kobolds, "m1", "advance", 1, 1, 1)
    with pytest.raises(Refusal):
        choose(winter, scenario, kobolds, "m1", "no-such-feat")
    with pytest.raises(Refusal):
        choose(winter, scenario, kobolds, "m2", "fleet")


def test_several_scenarios_are_open_when_they_share_no_warband(winter, kobolds, boars):
    first, second, third = opened(winter, kobolds), opened(winter, boars), opened(winter, kobolds)
    field(winter, first, kobolds)
    field(winter, second, boars)
    with pytest.raises(Refusal, match="one scenario at a time"):
        field(winter, third, kobolds)
    report(winter, second, {boars: 1})
    commit(winter, second)
    report(winter, first, {kobolds: 1})
    commit(winter, first)
    assert [winter.campaign.scenarios.get(number=number).played for number in (first, second)] == [2, 1]
    winter.assert_sound()


def test_who_is_out_of_action_sits_out_the_warbands_next_scenario(winter, kobolds, boars):
    scenario = opened(winter, kobolds)
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1}, (kobolds, "m1"))
    enter(winter, scenario, kobolds, "m1", "elimination", 1)
    commit(winter, scenario)
    played(winter, {boars: 1})
    scenario = opened(winter, kobolds)
    with pytest.raises(Refusal, match="Snik is out of action"):
        field(winter, scenario, kobolds, ("m1", "m2"))
    field(winter, scenario, kobolds)
    report(winter, scenario, {kobolds: 1})
    commit(winter, scenario)
    assert not career(kobolds, "m1").is_out_of_action
    winter.assert_sound()


def test_an_organizer_allows_more_than_half_with_a_reason(winter, boars):
    scenario = opened(winter, boars)
    asked = {"scenario": scenario, "warband": boars.number, "members": ["m1"], "hero_points": {"m1": 3}}
    warband_field(**winter.asking("bob"), **asked)
    with pytest.raises(Refusal, match="from 0 to 3 hero points"):
        warband_field(**winter.asking("ada"), **{**asked, "hero_points": {"m1": 4}}, reason="agreed")
    with pytest.raises(Refusal, match="Only an organizer"):
        warband_field(**winter.asking("bob"), **asked, reason="agreed")


def test_voiding_a_recruit_takes_it_out_of_the_scenarios_that_fielded_it(winter, kobolds):
    change(winter, "ada", kobolds, MemberAdd("boar"))
    recruit = winter.entries[-1].number
    scenario = played(winter, {kobolds: 1})
    assert "m3" in record_of(kobolds).tallies
    entry_void(**winter.asking("ada"), number=recruit, reason="bought with points that were not there")
    assert set(record_of(kobolds).careers.by_id) == {"m1", "m2"}
    assert set(record_of(kobolds).tallies) == {"m1", "m2"}
    assert state_of(winter, scenario).counts
    winter.assert_sound()
