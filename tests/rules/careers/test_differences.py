"""What differs between two states of a member: one comparison, told line by line and in sentences."""

from dataclasses import replace

from rules.careers.differences import NOTHING, career_differences, number_differences, sheet_changes
from rules.careers.events import SpentUse
from rules.careers.state import CareerState, GainedFeat, OpenFeat, Wound
from rules.legality.resolved import Rulebook
from rules.roster import ItemChoice, Member
from tests.rules.careers.careers import BOOK, KOBOLD
from tests.rules.careers.journals import SNIK
from tests.rules.warbands import BOOK as SHOP

RULEBOOK = Rulebook(BOOK.cards, items=SHOP.items, revisions={("kobold-warrior", 2): replace(KOBOLD, level=1)})
START = CareerState(SNIK, "Kobold Warrior")
LEG = Wound("injured-leg", "s1", "i1")


def lines(before: CareerState | None, after: CareerState | None) -> dict[str, tuple[str, str]]:
    return {change.label: (change.before, change.after) for change in sheet_changes(before, after, RULEBOOK)}


def test_the_same_state_differs_in_nothing():
    assert sheet_changes(START, START, RULEBOOK) == career_differences(START, START, RULEBOOK) == ()


def test_stats_are_told_with_their_sign_in_lines_and_sentences_alike():
    stronger = START.with_gain("fight", 2).with_gain("armor", 1)
    assert lines(START, stronger) == {"Fight": ("+5", "+7"), "Armor": ("16", "17")}
    assert number_differences(START, stronger, RULEBOOK) == ("Fight +5 → +7", "Armor 16 → 17")


def test_a_use_that_was_spent_has_its_name():
    spent = replace(START, spent=(SpentUse("sneak-attack", "daily", 2), SpentUse("holy-water", "consumable")))
    assert lines(START, spent) == {"Spent": (NOTHING, "2 × Sneak Attack (daily) and Holy Water (consumable)")}


def test_a_strike_that_was_chosen_for_a_feat_has_its_name():
    trained = replace(START, feats=(GainedFeat("polearm-proficiency", "spear"),))
    assert lines(START, trained)["Feats"] == (NOTHING, "Polearm Proficiency (Spear)")
    assert "Feat: Polearm Proficiency (Spear)" in career_differences(START, trained, RULEBOOK)
    assert "No longer has the feat Polearm Proficiency (Spear)" in career_differences(trained, START, RULEBOOK)


def test_what_a_member_bought_is_told():
    richer = replace(
        START, member=replace(SNIK, items=(ItemChoice("holy-water"),) * 2, upgrades=("sling",), positioning=("ambush",))
    )
    bought = lines(START, richer)
    assert bought["Items"] == (NOTHING, "2 × Holy Water")
    assert bought["Upgrades"] == (NOTHING, "Sling")
    assert bought["Sling damage"] == (NOTHING, "3")
    told = career_differences(START, richer, RULEBOOK)
    assert "Gained 2 × Holy Water" in told
    assert "Gained Sling" in told
    assert not any("Sling damage" in sentence for sentence in told)
    assert "No longer has Sling" in career_differences(richer, START, RULEBOOK)


def test_wounds_are_told_by_what_became_of_them():
    for before, after, sentence in (
        ((), (LEG,), "Injury: Injured Leg (Speed −1)"),
        ((LEG,), (replace(LEG, permanent=True),), "Injured Leg is permanent now"),
        ((LEG,), (), "Injured Leg healed"),
        ((replace(LEG, permanent=True),), (), "Injured Leg is gone"),
    ):
        states = replace(START, wounds=before), replace(START, wounds=after)
        assert career_differences(*states, RULEBOOK)[-1] == sentence
        assert "Injuries" in lines(*states)


def test_a_wound_that_healed_while_the_same_one_came_is_told_though_the_sheet_is_the_same():
    again = replace(LEG, scenario="s2", event="i2")
    states = replace(START, wounds=(LEG,)), replace(START, wounds=(again,))
    assert lines(*states) == {}
    assert career_differences(*states, RULEBOOK) == ("Injury: Injured Leg (Speed −1)", "Injured Leg healed")


def test_the_rest_of_a_career_is_told():
    states = (
        START,
        replace(
            START,
            is_out_of_action=True,
            open_feats=(OpenFeat("a1", "s1", 0),),
            spells=("Grease",),
            member=replace(SNIK, name="Snak", revision=2),
        ),
    )  # fmt: skip - two states side by side
    told = career_differences(*states, RULEBOOK)
    assert told[0] == "Level −1 → 1"
    assert told[-5:] == (
        "Renamed from Snik to Snak",
        "Follows revision 2 of its card",
        "Out of action for the next scenario",
        "A feat to choose",
        "Learned Grease",
    )
    assert {"Name", "Card", "Next scenario", "To choose", "Spells learned", "Level", "Points"} == lines(*states).keys()


def test_a_member_that_is_not_there_has_dashes():
    recruit = CareerState(Member("boar", id="m2"), "Boar")
    assert lines(None, recruit)["Level"] == (NOTHING, "2")
    assert lines(recruit, None)["Level"] == ("2", NOTHING)
    assert lines(recruit, replace(recruit, is_dismissed=True))["In the warband"] == (NOTHING, "no")
    assert sheet_changes(None, None, RULEBOOK) == ()
