"""The settings of a campaign in words, and what a campaign asks of a warband that joins."""

from dataclasses import fields, replace

from rules.campaigns.careers import numbered_scenario, scenario_id
from rules.campaigns.settings import CampaignSettings, describe_difference, describe_settings, roster_at_mustering
from rules.roster import Member, Roster
from tests.rows import every_row

OTHERS = {
    "play_mode": "narrative",
    "points_limit": 250,
    "fielded_points": None,
    "daily_recovery_every": 1,
    "advancement": False,
    "entered_dice": False,
    "one_consumable": True,
    "third_injury_ends": True,
    "homebrew": "none",
    "confirm_days": 3,
}
LISTS = {"homebrew_allowed"}
"""Settings that are told together with another."""


def test_every_setting_has_a_line():
    assert OTHERS.keys() | LISTS == {field.name for field in fields(CampaignSettings)}
    assert len(describe_settings(CampaignSettings())) == len(OTHERS)


@every_row("name", OTHERS)
def test_a_changed_setting_is_told_in_one_line(name: str):
    usual = CampaignSettings()
    assert len(describe_difference(usual, replace(usual, **{name: OTHERS[name]}))) == 1


def test_what_stays_is_not_told():
    assert describe_difference(CampaignSettings(), CampaignSettings()) == ()
    changed = CampaignSettings(points_limit=1, daily_recovery_every=1)
    assert describe_difference(CampaignSettings(), changed) == (
        "Mustering limit: 200 points → 1 point",
        "Daily uses return: after every 3 scenarios → after every scenario",
    )


def test_a_roster_is_mustered_by_the_campaign_and_without_hero_points():
    roster = Roster((Member("boar", "m1", hero_points=3),), play_mode="narrative", collection={"boar": 1})
    mustered = roster_at_mustering(roster, CampaignSettings(points_limit=150))
    assert (mustered.play_mode, mustered.points_limit, mustered.collection) == ("campaign", 150, None)
    assert [member.hero_points for member in mustered.members] == [0]


def test_scenarios_are_found_by_what_careers_call_them():
    assert [numbered_scenario(scenario_id(number)) for number in (1, 27)] == [1, 27]


@every_row("odd", [None, "", "s", "3", "s03", "s-1", "s٣", "winter"])
def test_other_words_name_no_scenario(odd: str | None):
    assert numbered_scenario(odd) is None
