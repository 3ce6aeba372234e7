"""Who may fight in a scenario."""

from dataclasses import replace

import pytest

from rules.campaigns.fielding import fielding_problems, home_reason, member_status
from rules.campaigns.settings import CampaignSettings
from rules.careers import begin
from rules.careers.state import WarbandState
from rules.roster.model import ItemChoice, Member
from tests.rules.warbands import BOOK

SETTINGS = CampaignSettings(fielded_points=40)
KOBOLD, BOAR = Member("kobold-warrior", "m1", name="Snik"), Member("boar", "m2", name="Old Boar")


def problems(
    *members: Member, chosen: tuple[str, ...] = (), settings=SETTINGS, out: str = "", **hero: int
) -> list[str]:
    state = begin(members, BOOK)
    careers = tuple(replace(member, is_out_of_action=member.id == out) for member in state.members)
    fielded = chosen or tuple(member.id for member in members)
    faults = fielding_problems(WarbandState(careers), fielded, hero, settings, BOOK)
    return [problem.code for problem in faults]


def test_members_within_the_points_may_fight():
    assert problems(KOBOLD, replace(KOBOLD, id="m3")) == []


def test_someone_has_to_fight():
    assert [problem.code for problem in fielding_problems(begin((KOBOLD,), BOOK), (), {}, SETTINGS, BOOK)] == [
        "fielding.empty"
    ]


@pytest.mark.parametrize(("limit", "expected"), [(36, []), (35, ["creature.over_half"])])
def test_a_creature_may_cost_exactly_half(limit, expected):
    assert problems(BOAR, settings=CampaignSettings(fielded_points=limit)) == expected


@pytest.mark.parametrize(("limit", "expected"), [(18, []), (17, ["points.over_limit", *["creature.over_half"] * 2])])
def test_all_together_may_cost_exactly_the_limit(limit, expected):
    settings = CampaignSettings(fielded_points=limit)
    assert problems(KOBOLD, replace(KOBOLD, id="m3"), settings=settings) == expected


def test_without_a_limit_anyone_who_can_fight_may():
    assert problems(BOAR, settings=CampaignSettings(fielded_points=None)) == []


def test_narrative_play_knows_no_half():
    assert problems(BOAR, settings=CampaignSettings(play_mode="narrative", fielded_points=18)) == []


def test_who_is_out_of_action_sits_it_out():
    assert problems(KOBOLD, replace(KOBOLD, id="m3"), out="m3") == ["member.out_of_action"]


def test_a_minion_stays_home_without_its_commander():
    minion = replace(KOBOLD, id="m3", minion_of="m1")
    assert problems(KOBOLD, minion) == []
    assert problems(KOBOLD, minion, replace(KOBOLD, id="m4"), chosen=("m3", "m4")) == ["minion.without_commander"]


@pytest.mark.parametrize(("bought", "expected"), [(3, []), (4, ["hero_points.too_many"])])
def test_hero_points_are_at_most_three(bought, expected):
    assert problems(KOBOLD, settings=CampaignSettings(fielded_points=100), m1=bought) == expected


def test_hero_points_cost_points():
    settings = CampaignSettings(fielded_points=22)
    assert problems(KOBOLD, settings=settings, m1=1) == []
    assert problems(KOBOLD, settings=settings, m1=2) == ["creature.over_half"]


def test_one_consumable_each_where_the_campaign_says_so():
    two = replace(KOBOLD, items=(ItemChoice("holy-water"), ItemChoice("holy-water")))
    roomy = CampaignSettings(fielded_points=100)
    assert problems(two, settings=roomy) == []
    assert problems(two, settings=replace(roomy, one_consumable=True)) == ["item.too_many"]


def test_who_is_gone_cannot_be_fielded():
    assert problems(KOBOLD, chosen=("m1", "m9")) == ["member.unknown"]


@pytest.mark.parametrize(
    ("commander", "expected"),
    [
        ({}, ""),
        ({"is_out_of_action": True}, "Stays home: Old Boar is out of action"),
        ({"ended_by": "1.m2.injury"}, "Stays home: the career of Old Boar has ended"),
        (None, "Stays home: its commander is gone"),
    ],
)
def test_a_minion_says_why_it_stays_home(commander, expected):
    boar, kobold = begin((BOAR, replace(KOBOLD, minion_of="m2")), BOOK).members
    there = [] if commander is None else [replace(boar, **commander)]
    careers = WarbandState((*there, kobold))
    assert home_reason(kobold, careers) == expected
    assert member_status(kobold, careers) == ("stays-home" if expected else "ready")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"is_out_of_action": True}, "Out of action: sits out this scenario"),
        ({"ended_by": "1.m1.injury", "is_out_of_action": True}, "Stays home: its career has ended"),
    ],
)
def test_a_member_says_why_it_stays_home(change, expected):
    (kobold,) = begin((KOBOLD,), BOOK).members
    changed = replace(kobold, **change)
    assert home_reason(changed, WarbandState((changed,))) == expected
